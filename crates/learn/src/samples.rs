//! The positions to learn from, packed: about twenty bytes each.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | the squares with a piece on them, one bit each |
//! | 2 | the score to learn, for the side to move |
//! | 1 | marks: the result, whether Black moves, whether the game of the one before goes on |
//! | … | the kind of every piece, half a byte each, in the order of the squares |
//!
//! The result is in half points for the side to move, in two bits, 3 for none.
//!
//! Positions that follow each other in a game make a run. They have most pieces in common, and a
//! trainer that takes them together works out only what changes.

use crate::record::{PackedGame, teaches};
use crate::trainer::{chance, score_of};
use crate::{LearnGame, Outcomes};
use damier_core::random::Random;
use damier_core::{Evaluate as _, Outcome, Side};
use damier_nnue::{BoardFeatures as _, FeatureSet, Token};

/// A position as the trainer sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample<'a> {
    /// The pieces on the board, in the order of their squares.
    pub tokens: &'a [Token],
    /// Whose turn it is.
    pub side: Side,
    /// The score to learn, for the side to move: what a search found, or that mixed with what later
    /// searches found.
    pub lesson: i16,
    /// How the game ended for the side to move: 0, 1/2 or 1; `None` if it stood in no game.
    pub result: Option<f32>,
}

/// What is kept of a position besides its pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Facts {
    side: Side,
    lesson: i16,
    result: Option<f32>,
}

/// The bytes of a position without its pieces.
const FIXED: usize = 11;
const NO_RESULT: u8 = 3;
const BLACK: u8 = 1 << 2;
const GOES_ON: u8 = 1 << 3;

/// Positions as they are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackedSample {
    bytes: Vec<u8>,
    count: u64,
}

impl PackedSample {
    /// How many there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// What is written.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Makes room for others.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.count = 0;
    }

    /// Adds the quiet positions of a game and counts their results; scores that are proved teach
    /// nothing about judging.
    pub fn add<G: LearnGame>(
        &mut self,
        record: &PackedGame<G>,
        foresight: Option<Foresight>,
        outcomes: &mut Outcomes,
    ) {
        let lessons = match foresight {
            Some(foresight) => foresight.lessons(record),
            None => record.moves.iter().map(|&(_, score)| score).collect(),
        };
        let mut goes_on = false;
        for ((position, mv, score), lesson) in record.positions().zip(lessons) {
            if !teaches(&position, mv, score) {
                continue;
            }
            let result = half_points(record.outcome, position.side_to_move());
            self.push(&position, lesson, Some(result), goes_on);
            outcomes.add(score, result);
            goes_on = true;
        }
    }

    /// Adds positions a few random moves away from a game, with what named terms say of them.
    pub fn add_neighbours<G: LearnGame>(
        &mut self,
        record: &PackedGame<G>,
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
                    self.push(&neighbour, score, None, false);
                }
            }
        }
    }

    fn push<G: LearnGame>(&mut self, position: &G, lesson: i16, result: Option<u8>, goes_on: bool) {
        const { assert!(G::Features::SQUARES <= 64 && G::Features::KINDS <= 16) };
        let begin = self.bytes.len();
        self.bytes.extend_from_slice(&[0; FIXED]);
        let mut occupied = 0u64;
        for (index, token) in G::Features::tokens(position).enumerate() {
            let (kind, square) = split::<G::Features>(token);
            debug_assert!(occupied >> square == 0, "pieces come in the order of their squares");
            occupied |= 1 << square;
            match index.is_multiple_of(2) {
                true => self.bytes.push(kind),
                false => *self.bytes.last_mut().expect("its neighbour is there") |= kind << 4,
            }
        }
        let side = if position.side_to_move() == Side::Black { BLACK } else { 0 };
        let marks = result.unwrap_or(NO_RESULT) | side | if goes_on { GOES_ON } else { 0 };
        let fixed = &mut self.bytes[begin..begin + FIXED];
        fixed[..8].copy_from_slice(&occupied.to_le_bytes());
        fixed[8..10].copy_from_slice(&lesson.to_le_bytes());
        fixed[10] = marks;
        self.count += 1;
    }
}

/// The kind of the piece and its square.
fn split<F: FeatureSet>(token: Token) -> (u8, u32) {
    let token = usize::from(token);
    ((token / F::SQUARES) as u8, (token % F::SQUARES) as u32)
}

/// Positions in memory, in runs.
#[derive(Clone, Debug)]
pub struct Samples {
    bytes: Vec<u8>,
    /// Where every run begins and, at the end, where the last one ends.
    runs: Vec<u32>,
    count: usize,
    squares: u16,
}

impl Samples {
    /// Finds the runs, of so many positions at most, in what was written for a feature set. `None`
    /// if it is something else.
    pub fn new<F: FeatureSet>(bytes: Vec<u8>, longest: usize) -> Option<Self> {
        u32::try_from(bytes.len()).ok()?;
        let (mut runs, mut count, mut length, mut at) = (Vec::new(), 0, longest, 0);
        while at < bytes.len() {
            let fixed = bytes.get(at..at + FIXED)?;
            let pieces = occupied(fixed).count_ones() as usize;
            if length >= longest || fixed[10] & GOES_ON == 0 {
                runs.push(at as u32);
                length = 0;
            }
            length += 1;
            count += 1;
            at += FIXED + pieces.div_ceil(2);
        }
        runs.push(at as u32);
        (at == bytes.len()).then_some(Self { bytes, runs, count, squares: F::SQUARES as u16 })
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// How many runs there are.
    pub fn runs(&self) -> usize {
        self.runs.len() - 1
    }

    /// Unpacks a run.
    #[inline]
    pub fn unpack(&self, run: usize, into: &mut SampleRun) {
        into.clear();
        let (mut at, end) = (self.runs[run] as usize, self.runs[run + 1] as usize);
        while at < end {
            let fixed = &self.bytes[at..at + FIXED];
            let mut squares = occupied(fixed);
            let kinds = &self.bytes[at + FIXED..][..squares.count_ones().div_ceil(2) as usize];
            at += FIXED + kinds.len();
            for &pair in kinds {
                for kind in [pair & 15, pair >> 4] {
                    if squares != 0 {
                        let square = squares.trailing_zeros() as u16;
                        into.tokens.push(u16::from(kind) * self.squares + square);
                        squares &= squares - 1;
                    }
                }
            }
            let result = fixed[10] & 3;
            into.facts.push(Facts {
                side: if fixed[10] & BLACK == 0 { Side::White } else { Side::Black },
                lesson: i16::from_le_bytes([fixed[8], fixed[9]]),
                result: (result != NO_RESULT).then(|| f32::from(result) / 2.0),
            });
            into.ends.push(into.tokens.len());
        }
    }
}

fn occupied(fixed: &[u8]) -> u64 {
    u64::from_le_bytes(*fixed.first_chunk().expect("a position has more bytes"))
}

/// A run of positions, unpacked.
#[derive(Clone, Debug, Default)]
pub struct SampleRun {
    tokens: Vec<Token>,
    /// Where the pieces of every position end.
    ends: Vec<usize>,
    facts: Vec<Facts>,
}

impl SampleRun {
    /// A single position.
    pub fn of(sample: Sample) -> Self {
        let Sample { tokens, side, lesson, result } = sample;
        Self {
            tokens: tokens.to_vec(),
            ends: vec![tokens.len()],
            facts: vec![Facts { side, lesson, result }],
        }
    }

    fn clear(&mut self) {
        self.tokens.clear();
        self.ends.clear();
        self.facts.clear();
    }

    /// The positions, in the order of the game.
    #[inline]
    pub fn samples(&self) -> impl Iterator<Item = Sample<'_>> {
        let mut begin = 0;
        self.ends.iter().zip(&self.facts).map(move |(&end, &Facts { side, lesson, result })| {
            let tokens = &self.tokens[begin..end];
            begin = end;
            Sample { tokens, side, lesson, result }
        })
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
    fn lessons<G: LearnGame>(self, record: &PackedGame<G>) -> Vec<i16> {
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
