//! Pawns that become pieces.

use super::Case;
use super::board::placed;
use super::replay::{Replay, Step};
use crate::chess::LEAST_MATERIAL;
use crate::reason::Reason;
use damier_chess::{Bitboard, File, Position, Role, Side, Square};
use damier_core::Score;

/// A pawn of the opponent becomes a piece after the move played, and none does after the better
/// one.
pub(super) fn allowed(case: &Case) -> Option<Reason> {
    let them = !case.us;
    let (number, step) = case.played.promotion(them)?;
    if !case.matters() || !is_without(&case.best, them, number, case.is_better_drawn()) {
        return None;
    }
    let after = &case.played.steps.first()?.after;
    let origin = origin_after_move(case, number, step);
    let is_passed =
        after.pieces(them, Role::Pawn).contains(origin) && is_passed(after, them, origin);
    Some(if is_passed {
        Reason::PassedPawnRuns { pawn: placed(Role::Pawn, origin) }
    } else {
        Reason::AllowsPromotion { square: step.mv.to().to_string() }
    })
}

/// A pawn of ours becomes a piece after the better move, and none does after the one played.
pub(super) fn missed(case: &Case) -> Option<Reason> {
    let (number, step) = case.best.promotion(case.us)?;
    // A new piece that only delays what is lost anyhow was no chance.
    let is_worse = case.gap().is_some_and(|gap| gap >= LEAST_MATERIAL)
        && case.witness.best.score >= Score::DRAW;
    let is_missed = is_worse && is_without(&case.played, case.us, number, false);
    is_missed.then(|| Reason::MissesPromotion { square: step.mv.to().to_string() })
}

/// Whether no pawn of a side becomes a piece and stays one in a line that goes on as long as the
/// other did: one that breaks off earlier proves nothing, unless it ends the game or is a draw.
pub(super) fn is_without(line: &Replay, side: Side, plies: usize, is_draw: bool) -> bool {
    let is_over = is_draw || line.end().ending(1).is_some();
    let is_long_enough = line.steps.len() > plies || is_over;
    let has_pawns = !line.end().pieces(side, Role::Pawn).is_empty();
    let stays = |(number, step): (usize, &Step)| {
        let is_theirs = step.side() == side && step.mv.promotion().is_some();
        let answer = line.steps.get(number + 1).and_then(Step::captured);
        is_theirs && answer.is_none_or(|(square, _)| square != step.mv.to())
    };
    !line.steps.iter().enumerate().any(stays) && (is_long_enough || !has_pawns)
}

/// Where the pawn that promotes in a step stood after our move.
pub(super) fn origin_after_move(case: &Case, number: usize, step: &Step) -> Square {
    let earlier = case.played.steps.get(1..number).unwrap_or_default();
    earlier.iter().rev().fold(step.mv.from(), |square, step| step.brought_from(square))
}

/// Whether no pawn of the other side stands before a pawn, on its file or on a file beside it.
fn is_passed(position: &Position, side: Side, pawn: Square) -> bool {
    let file = pawn.file().index() as u8;
    let files = file.saturating_sub(1)..=file + 1;
    let near: Bitboard = files
        .filter_map(File::from_index)
        .fold(Bitboard::EMPTY, |near, file| near | Bitboard::from_file(file));
    let is_ahead = |square: Square| match side {
        Side::White => square.rank() > pawn.rank(),
        Side::Black => square.rank() < pawn.rank(),
    };
    !(position.pieces(!side, Role::Pawn) & near).into_iter().any(is_ahead)
}
