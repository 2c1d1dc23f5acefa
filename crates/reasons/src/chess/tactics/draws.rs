//! Draws that are let in, or let go: by checks without end, or by moves that come again.

use super::Case;
use super::replay::{Replay, Step};
use crate::reason::Reason;
use damier_chess::Side;
use damier_core::Score;

/// From this advantage on a draw gives something away, and from this disadvantage on it is worth
/// having.
const LEAST_ADVANTAGE: i32 = 150;

/// The line of the move played is a draw where more was to be had, and repeats a position.
pub(super) fn allowed(case: &Case) -> Option<Reason> {
    let scores = &case.witness;
    if scores.played.score != Score::DRAW || scores.best.score.value() < LEAST_ADVANTAGE {
        return None;
    }
    let by_move = || repeats_the_game(&case.played).then_some(Reason::Repetition);
    repeated(&case.played, !case.us).or_else(by_move)
}

/// The better line would have held the draw by checks.
pub(super) fn missed(case: &Case) -> Option<Reason> {
    let scores = &case.witness;
    if scores.best.score != Score::DRAW || scores.played.score.value() > -LEAST_ADVANTAGE {
        return None;
    }
    let found = repeated(&case.best, case.us).filter(|it| *it == Reason::PerpetualCheck)?;
    Some(Reason::Misses { motif: Box::new(found) })
}

/// A position comes again in the line, and whether a side does nothing but give check meanwhile.
fn repeated(line: &Replay, side: Side) -> Option<Reason> {
    let key = |step: &Step| step.after.key();
    let steps = &line.steps;
    let came =
        |later: usize| (0..later).rev().find(|&earlier| key(&steps[earlier]) == key(&steps[later]));
    let (from, to) = (1..steps.len()).find_map(|later| Some((came(later)?, later)))?;
    let mut moves = steps[from + 1..=to].iter().filter(|step| step.side() == side);
    let is_perpetual = moves.all(|step| step.after.is_check());
    Some(if is_perpetual { Reason::PerpetualCheck } else { Reason::Repetition })
}

/// The game is drawn at once, though the board says nothing of a draw: so it has stood there
/// before.
fn repeats_the_game(line: &Replay) -> bool {
    let [step] = &line.steps[..] else { return false };
    step.after.ending(1).is_none() && step.after.halfmove_clock() < 100
}
