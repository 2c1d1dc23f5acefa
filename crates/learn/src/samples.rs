//! The positions to learn from, in memory: twice the number of its pieces in bytes for each, and a
//! few.

use crate::file::{FileError, GameReader};
use crate::game::LearnGame;
use crate::record::Record;
use crate::trainer::{chance, score_of};
use damier_core::random::Random;
use damier_core::{Evaluate as _, Outcome, Score, Side};
use damier_nnue::{BoardFeatures as _, Token};
use std::path::Path;

/// A position as the trainer sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample<'a> {
    /// The pieces on the board.
    pub tokens: &'a [Token],
    /// Whose turn it is.
    pub side: Side,
    /// What a search found, for the side to move.
    pub score: i16,
    /// The score to learn: the same, or mixed with what later searches found.
    pub lesson: i16,
    /// How the game ended for the side to move: 0, 1/2 or 1; `None` if it stood in no game.
    pub result: Option<f32>,
}

/// What is kept of a position besides its pieces.
#[derive(Clone, Copy, Debug)]
struct Facts {
    /// Where its pieces end in the list of all.
    end: u32,
    score: i16,
    lesson: i16,
    side: Side,
    /// Half points.
    result: Option<u8>,
}

/// Positions one after the other.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    tokens: Vec<Token>,
    facts: Vec<Facts>,
}

impl Samples {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.facts.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    /// One of them.
    #[inline]
    pub fn get(&self, index: usize) -> Sample<'_> {
        let begin = if index == 0 { 0 } else { self.facts[index - 1].end as usize };
        let Facts { end, score, lesson, side, result } = self.facts[index];
        let tokens = &self.tokens[begin..end as usize];
        let result = result.map(|points| f32::from(points) / 2.0);
        Sample { tokens, side, score, lesson, result }
    }

    /// Adds the quiet positions of a game; scores that are proved teach nothing about judging.
    fn add<G: LearnGame>(&mut self, record: &Record<G>, foresight: Option<Foresight>) {
        let lessons = match foresight {
            Some(foresight) => foresight.lessons(record),
            None => record.moves.iter().map(|&(_, score)| score).collect(),
        };
        for ((position, mv, score), lesson) in record.positions().zip(lessons) {
            let is_proved = i32::from(score).abs() >= Score::EVALUATION_LIMIT.value();
            if is_proved || !position.is_quiet(mv) {
                continue;
            }
            let result = half_points(record.outcome, position.side_to_move());
            self.push(&position, score, lesson, Some(result));
        }
    }

    /// Adds positions a few random moves away from a game, with what named terms say of them.
    fn add_neighbours<G: LearnGame>(
        &mut self,
        record: &Record<G>,
        neighbours: u32,
        teacher: &mut G::Teacher,
    ) {
        let mut random = Random::new(record.id);
        for (position, _, _) in record.positions() {
            for _ in 0..neighbours {
                let plies = 1 + random.below(3);
                let Some(neighbour) = random.walk(position.clone(), plies) else { continue };
                if neighbour.ending(1).is_none() && neighbour.is_calm() {
                    let score = teacher.evaluate(&neighbour).value() as i16;
                    self.push(&neighbour, score, score, None);
                }
            }
        }
    }

    fn push<G: LearnGame>(&mut self, position: &G, score: i16, lesson: i16, result: Option<u8>) {
        self.tokens.extend(G::Features::tokens(position));
        // Four thousand million pieces are more than the memory of an ordinary computer.
        let end = u32::try_from(self.tokens.len()).expect("fewer than 2^32 pieces");
        self.facts.push(Facts { end, score, lesson, side: position.side_to_move(), result });
    }
}

/// What a game gave a side, in half points.
fn half_points(outcome: Outcome, side: Side) -> u8 {
    match outcome {
        Outcome::Draw => 1,
        Outcome::Win(winner) if winner == side => 2,
        Outcome::Win(_) => 0,
    }
}

/// Learning from what came later. A search of few nodes errs often; the searches of the moves after
/// it looked further along the same game, and the result is where they lead. Their mean errs less.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foresight {
    /// What everything after a position counts against its own score, 0 to 1: each move later
    /// counts less by this factor.
    pub share: f32,
    /// The score that multiplies the odds by e: chances are mixed, not scores.
    pub scale: f32,
}

impl Foresight {
    /// The score to learn for every move of a game.
    fn lessons<G: LearnGame>(self, record: &Record<G>) -> Vec<i16> {
        // The sides take turns.
        let first = record.start.side_to_move();
        let plies = record.opening.len() + record.moves.len();
        let last = if plies.is_multiple_of(2) { first } else { !first };
        let mut later = f32::from(half_points(record.outcome, last)) / 2.0;
        let backwards = record.moves.iter().rev().map(|&(_, score)| {
            // What is good for one side is bad for the other.
            let own = chance(f32::from(score) / self.scale);
            later = (1.0 - self.share) * own + self.share * (1.0 - later);
            score_of(later, self.scale)
        });
        let mut lessons: Vec<i16> = backwards.collect();
        lessons.reverse();
        lessons
    }
}

/// What a trainer learns from, and what it is examined with.
#[derive(Clone, Debug, Default)]
pub struct Lessons {
    /// To learn from.
    pub training: Samples,
    /// Positions of other games, to see whether what was learnt is true elsewhere too.
    pub validation: Samples,
    /// How many games they come from.
    pub games: u64,
    /// A number that depends on all games, and on nothing else.
    pub fingerprint: u64,
}

/// One game in so many is for validation.
const VALIDATION: u64 = 40;

impl Lessons {
    /// Reads files of games. For every position in them so many neighbours are added to those to
    /// learn from: cheap lessons in what the pieces are worth, where there are few games. With
    /// `foresight` positions also teach what came after them. `on_game` is told how many games have
    /// been read; it returns whether to go on.
    pub fn read<G: LearnGame>(
        files: &[impl AsRef<Path>],
        neighbours: u32,
        foresight: Option<Foresight>,
        on_game: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Self, FileError> {
        let mut lessons = Self::default();
        let mut teacher = G::Teacher::default();
        for file in files {
            let mut reader = GameReader::open(file.as_ref())?;
            reader.expect_game::<G>()?;
            while let Some(record) = reader.next_game::<G>()? {
                let is_examined = record.id.is_multiple_of(VALIDATION);
                let samples =
                    if is_examined { &mut lessons.validation } else { &mut lessons.training };
                samples.add(&record, foresight);
                if !is_examined {
                    lessons.training.add_neighbours(&record, neighbours, &mut teacher);
                }
                lessons.games += 1;
                // The order of the games does not matter.
                lessons.fingerprint = lessons.fingerprint.wrapping_add(record.id);
                if !on_game(lessons.games) {
                    return Ok(lessons);
                }
            }
        }
        Ok(lessons)
    }
}
