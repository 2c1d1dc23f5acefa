//! Puzzles of the program: which one comes next, and how good the reader is at them.

use super::deck::read_note;
use super::exercise::{ExerciseKind, ExerciseView, NextView};
use crate::desk::Desk;
use crate::errors::Problem;
use crate::game::PageGame;
use crate::library::{Library, apart};
use crate::seats::random_number;
use crate::tasks::to_json;
use damier_games::GameKind;
use damier_puzzles::{Puzzle, Theme, bundled};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

/// The rating of somebody who has solved nothing yet.
const FIRST_RATING: f64 = 1200.0;
/// By how much one puzzle can change it: at first, and later.
const STEPS: [f64; 2] = [60.0, 24.0];
/// So many puzzles are the first ones.
const FIRST: usize = 20;
/// A puzzle is chosen among so many that are next to the wanted rating.
const NEIGHBOURS: usize = 12;
/// How much easier or harder than the reader's rating is meant by that.
const APART: f64 = 250.0;
/// What the name of a puzzle begins with.
const PREFIX: &str = "puzzle-";

/// What is kept of a reader's puzzles.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Solver {
    rating: Option<f64>,
    /// Whether each puzzle was found at the first try, by its name.
    done: BTreeMap<String, bool>,
}

impl Solver {
    fn load(library: &Library, game: GameKind) -> Result<Self, Problem> {
        Ok(read_note(library, &Self::note(game))?.unwrap_or_default())
    }

    fn note(game: GameKind) -> String {
        format!("puzzles:{}", game.name())
    }

    fn rating(&self) -> f64 {
        self.rating.unwrap_or(FIRST_RATING)
    }

    /// Elo's formula; an answer to a puzzle that was seen before changes nothing.
    fn answer(&mut self, puzzle: &Puzzle, is_found: bool) {
        let step = STEPS[usize::from(self.done.len() >= FIRST)];
        if self.done.insert(puzzle.id(), is_found).is_some() {
            return;
        }
        let rating = self.rating();
        let expected = 1.0 / (1.0 + 10_f64.powf((f64::from(puzzle.rating) - rating) / 400.0));
        let points = f64::from(u8::from(is_found));
        self.rating = Some((rating + step * (points - expected)).clamp(100.0, 3500.0));
    }
}

/// The puzzle of that name.
pub(super) fn by_name(game: GameKind, id: &str) -> Option<&'static Puzzle> {
    type Names = HashMap<String, &'static Puzzle>;
    static NAMES: LazyLock<[Names; 2]> = LazyLock::new(|| {
        [GameKind::Chess, GameKind::Draughts]
            .map(|game| bundled(game).iter().map(|puzzle| (puzzle.id(), puzzle)).collect())
    });
    let names = &NAMES[usize::from(game == GameKind::Draughts)];
    names.get(id.strip_prefix(PREFIX)?).copied()
}

/// Whether a move is the next one of the line, after moves that were.
pub(super) fn is_next<G: PageGame>(puzzle: &Puzzle, tried: &[String], mv: &str) -> bool {
    let Ok((start, line)) = puzzle.check::<G>() else { return false };
    let mut position = start;
    for (text, &known) in tried.iter().zip(&line) {
        if position.read_move(text).ok() != Some(known) {
            return false;
        }
        position.play_unchecked(known);
    }
    line.get(tried.len()).is_some_and(|&known| position.read_move(mv).ok() == Some(known))
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PuzzleRoom {
    game: GameKind,
}

#[derive(Serialize)]
pub(super) struct PuzzlesView {
    rating: u16,
    /// Whether it is a mere guess yet.
    is_guess: bool,
    total: usize,
    done: usize,
    found: usize,
    themes: Vec<PuzzleTheme>,
}

#[derive(Serialize)]
struct PuzzleTheme {
    theme: Theme,
    count: usize,
    done: usize,
}

pub(super) async fn overview(desk: &Desk, asked: PuzzleRoom) -> Result<PuzzlesView, Problem> {
    apart(&desk.library, move |library| {
        let solver = Solver::load(library, asked.game)?;
        let puzzles = bundled(asked.game);
        let mut themes: BTreeMap<Theme, [usize; 2]> = BTreeMap::new();
        for puzzle in puzzles {
            let is_done = solver.done.contains_key(&puzzle.id());
            for &theme in &puzzle.themes {
                let [count, done] = themes.entry(theme).or_default();
                *count += 1;
                *done += usize::from(is_done);
            }
        }
        let themes = themes.into_iter();
        let themes = themes.map(|(theme, [count, done])| PuzzleTheme { theme, count, done });
        Ok(PuzzlesView {
            rating: solver.rating().round() as u16,
            is_guess: solver.done.len() < FIRST,
            total: puzzles.len(),
            done: solver.done.len(),
            found: solver.done.values().filter(|&&is_found| is_found).count(),
            themes: themes.collect(),
        })
    })
    .await
}

/// What sort of puzzle is wanted.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PuzzleWish {
    game: GameKind,
    #[serde(default)]
    theme: Option<Theme>,
    /// Below zero for an easier one than the reader's rating says, above for a harder one.
    #[serde(default)]
    harder: i32,
    #[serde(default)]
    seen: Vec<String>,
}

pub(super) async fn next(desk: &Desk, wish: PuzzleWish) -> Result<NextView, Problem> {
    apart(&desk.library, move |library| {
        let solver = Solver::load(library, wish.game)?;
        let wanted = solver.rating() + APART * f64::from(wish.harder.clamp(-2, 2));
        let is_of_theme = |puzzle: &&Puzzle| {
            wish.theme.is_none_or(|theme| puzzle.themes.contains(&theme))
                && !wish.seen.contains(&format!("{PREFIX}{}", puzzle.id()))
        };
        let all: Vec<&Puzzle> = bundled(wish.game).iter().filter(is_of_theme).collect();
        let is_new = |puzzle: &&&Puzzle| !solver.done.contains_key(&puzzle.id());
        let mut fresh: Vec<&Puzzle> = all.iter().filter(is_new).copied().collect();
        // Who has solved all of them may do so again.
        if fresh.is_empty() {
            fresh = all;
        }
        fresh.sort_by(|one, other| {
            let far = |puzzle: &Puzzle| (f64::from(puzzle.rating) - wanted).abs();
            far(one).total_cmp(&far(other))
        });
        fresh.truncate(NEIGHBOURS);
        let lot = random_number() as usize;
        let exercise = (!fresh.is_empty()).then(|| view(fresh[lot % fresh.len()], wish.game));
        Ok(NextView { exercise })
    })
    .await
}

fn view(puzzle: &Puzzle, game: GameKind) -> ExerciseView {
    ExerciseView {
        id: format!("{PREFIX}{}", puzzle.id()),
        kind: ExerciseKind::Puzzle,
        game,
        start: puzzle.fen.clone(),
        moves: Vec::new(),
        players: String::new(),
        date: String::new(),
        kept: None,
        successes: 0,
        is_new: true,
        rating: Some(puzzle.rating),
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PuzzleOutcome {
    id: String,
    game: GameKind,
    is_found: bool,
}

#[derive(Serialize)]
pub(super) struct PuzzleAnswer {
    /// The reader's rating, and by how much it has changed.
    rating: u16,
    change: i32,
    themes: Vec<Theme>,
    /// The whole line.
    line: Vec<String>,
}

pub(super) async fn answered(desk: &Desk, asked: PuzzleOutcome) -> Result<PuzzleAnswer, Problem> {
    let missing = || Problem::Missing("there is no such puzzle".to_owned());
    let puzzle = by_name(asked.game, &asked.id).ok_or_else(missing)?;
    apart(&desk.library, move |library| {
        let _alone = library.alone();
        let mut solver = Solver::load(library, asked.game)?;
        let before = solver.rating().round();
        solver.answer(puzzle, asked.is_found);
        let after = solver.rating().round();
        library.keep_notes(vec![(Solver::note(asked.game), to_json(&solver)?)])?;
        let (themes, line) = (puzzle.themes.clone(), puzzle.line.clone());
        Ok(PuzzleAnswer { rating: after as u16, change: (after - before) as i32, themes, line })
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rating_follows_the_answers_and_a_puzzle_counts_once() {
        let puzzle = Puzzle::from_line("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1;Ra8#;1200;mate").unwrap();
        let mut solver = Solver::default();
        solver.answer(&puzzle, true);
        assert_eq!(solver.rating(), 1230.0);
        solver.answer(&puzzle, false);
        assert_eq!(solver.rating(), 1230.0);
        let harder = Puzzle { rating: 1630, fen: "x".to_owned(), ..puzzle };
        solver.answer(&harder, false);
        assert!((1220.0..1230.0).contains(&solver.rating()), "{}", solver.rating());
    }
}
