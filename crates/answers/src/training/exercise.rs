//! Exercises as the page sees them, and what is thought of an attempt.

use crate::errors::Problem;
use crate::game::PageGame;
use crate::reviews::{JudgedView, words};
use crate::tasks::to_json;
use crate::texts::{Arrival, Place, arrival};
use crate::views::MoveView;
use damier_core::Game;
use damier_games::GameKind;
use damier_puzzles::{Theme, has_gained};
use damier_reasons::Reason;
use damier_review::review::MoveReview;
use damier_review::{Analyst, Words};
use serde::{Deserialize, Serialize};

/// More moves than this nobody has to find for one exercise.
const MOST_MOVES: usize = 6;

/// Something to be found.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ExerciseView {
    pub(super) id: String,
    pub(super) kind: ExerciseKind,
    pub(super) game: GameKind,
    /// Where it comes from: the start of its game, and the moves up to it.
    pub(super) start: String,
    pub(super) moves: Vec<String>,
    /// Who played, and when, and the number of the game in the library.
    pub(super) players: String,
    pub(super) date: String,
    pub(super) kept: Option<u64>,
    /// How often it was found in a row.
    pub(super) successes: u8,
    pub(super) is_new: bool,
    /// How hard a puzzle is.
    pub(super) rating: Option<u16>,
}

/// The next one, if there is any.
#[derive(Serialize)]
pub(super) struct NextView {
    pub(super) exercise: Option<ExerciseView>,
}

/// What sort of exercise it is. Who has to find it is told only afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ExerciseKind {
    /// A mistake of the reader.
    Mistake,
    /// A position with several good moves.
    Calm,
    /// A puzzle.
    Puzzle,
}

/// A move that may be right.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Attempt {
    /// Where it is played.
    pub(super) place: Place,
    /// How many of the moves there belong to the attempt; the first is the reader's.
    pub(super) tried: usize,
    #[serde(rename = "move")]
    pub(super) mv: String,
    /// The move that is known to be right, and the one that is known to be wrong.
    pub(super) right: Option<String>,
    pub(super) wrong: Option<String>,
    /// Whether nothing else is right, but for an end of the game.
    pub(super) is_alone: bool,
    pub(super) language: Option<String>,
}

/// What became of an attempt.
#[derive(Serialize)]
struct AttemptView {
    #[serde(rename = "move")]
    mv: MoveView,
    is_right: bool,
    /// Whether nothing more is to be found.
    is_done: bool,
    /// Why it is wrong, without the answer.
    words: String,
    /// The best answer to what is wrong, or the opponent's next move.
    reply: Option<MoveView>,
    /// The position after what is right, with the opponent's answer played.
    position: Option<Arrival>,
}

impl Attempt {
    pub(crate) fn game(&self) -> GameKind {
        self.place.game
    }
}

/// Judges an attempt, on this thread.
pub(crate) fn judge_attempt<G: PageGame>(
    reviewer: &mut Analyst<G>,
    asked: &Attempt,
) -> Result<String, Problem> {
    let words = words(asked.language.as_deref())?;
    let game: Game<G> = asked.place.game()?;
    let position = game.position();
    let mv = position.read_move(&asked.mv).map_err(Problem::refused)?;
    let is_move = |text: &Option<String>| {
        text.as_ref().is_some_and(|text| position.read_move(text).is_ok_and(|known| known == mv))
    };
    let mut after = game.clone();
    after.play_unchecked(mv);
    let is_known = is_move(&asked.right) || asked.is_alone && after.ending().is_some();
    reviewer.forget();
    let review = reviewer.judge(&game, mv).ok_or(Problem::Busy)?;
    let is_good = !asked.is_alone && review.judgement.is_none() && !is_move(&asked.wrong);
    let is_right = is_known || is_good;
    let reply = review.line.get(1).and_then(|text| after.position().read_move(text).ok());
    let mut view = AttemptView {
        mv: position.view_move(mv),
        is_right,
        is_done: false,
        words: String::new(),
        reply: reply.map(|reply| after.position().view_move(reply)),
        position: None,
    };
    if !is_right {
        view.words = told(&review, words);
        return to_json(&view);
    }
    view.is_done = is_done(asked, &game, &after, &review) || reply.is_none();
    if let Some(reply) = reply.filter(|_| !view.is_done) {
        after.play_unchecked(reply);
        // Nothing is left to be found where the game is over or one has to move anyway.
        view.is_done = after.ending().is_some();
    }
    view.position = Some(arrival(&after));
    to_json(&view)
}

/// A step of a puzzle that was found: what the opponent plays then, if anything.
pub(super) fn found_step<G: PageGame>(
    place: &Place,
    mv: &str,
    reply: Option<&str>,
) -> Result<String, Problem> {
    let mut game: Game<G> = place.game()?;
    let mv = game.position().read_move(mv).map_err(Problem::refused)?;
    let view = game.position().view_move(mv);
    game.play_unchecked(mv);
    let reply = reply.and_then(|text| game.position().read_move(text).ok());
    let is_done = reply.is_none();
    let reply = reply.map(|reply| {
        let view = game.position().view_move(reply);
        game.play_unchecked(reply);
        view
    });
    let (words, position) = (String::new(), Some(arrival(&game)));
    to_json(&AttemptView { mv: view, is_right: true, is_done, words, reply, position })
}

/// What was wrong with the move that was played in the game.
pub(super) fn error_view<G: PageGame>(
    place: &Place,
    about: &MoveReview,
    words: Words,
) -> Result<JudgedView, Problem> {
    let game: Game<G> = place.game()?;
    let mv = game.position().read_move(&about.played).map_err(Problem::refused)?;
    Ok(JudgedView::new(&game, mv, about, words))
}

/// Whether what was to be had stands on the board, or nothing was.
fn is_done<G: PageGame>(
    asked: &Attempt,
    game: &Game<G>,
    after: &Game<G>,
    review: &MoveReview,
) -> bool {
    let tried = asked.tried;
    if after.ending().is_some() || tried / 2 + 1 >= MOST_MOVES {
        return true;
    }
    let solver = game.position().side_to_move();
    let positions: Vec<&G> = game.past_positions().collect();
    let Some(start) = positions.get(positions.len() - tried).copied().or(Some(game.position()))
    else {
        return true;
    };
    let mut line: Vec<G::Move> = game.moves().skip(positions.len() - tried).collect();
    let mut position = game.position().clone();
    let mut whole = line.clone();
    for text in &review.line {
        let Ok(mv) = position.read_move(text) else { break };
        position.play_unchecked(mv);
        whole.push(mv);
    }
    line.extend(whole.get(tried));
    // A line without a gain is right by its first move.
    has_gained(start, &line, solver) || !has_gained(start, &whole, solver)
}

/// Why an attempt is wrong: what it allows. What it misses would be the answer.
fn told(review: &MoveReview, words: Words) -> String {
    let is_telling = |reason: &&Reason| {
        let (_, is_missed) = Theme::of_mistake(std::slice::from_ref(*reason));
        !is_missed && !matches!(reason, Reason::Positional { .. })
    };
    let telling: Vec<Reason> = review.reasons.iter().filter(is_telling).cloned().collect();
    words.sentences(&telling).join(" ")
}

/// The position of an exercise, with the moves that were tried in it, as a place.
pub(super) fn place_of(game: GameKind, start: &str, moves: &[String], tried: &[String]) -> Place {
    let moves = moves.iter().chain(tried).cloned().collect();
    Place { game, fen: Some(start.to_owned()), moves }
}

/// Whether a move can be played at a place at all: asked before an engine is.
pub(super) fn must_be_legal<G: PageGame>(place: &Place, mv: &str) -> Result<(), Problem> {
    let game: Game<G> = place.game()?;
    game.position().read_move(mv).map(drop).map_err(Problem::refused)
}
