//! Pieces with nowhere to go.

use super::Case;
use super::board::{best_exchange, passed, placed};
use crate::chess::LEAST_MATERIAL;
use crate::reason::Reason;
use damier_chess::{Position, Role, Square};

/// A piece that a step of the opponent attacks, that would be lost wherever it went, and that one
/// of his next two moves takes.
pub(super) fn find(case: &Case, step: usize) -> Option<Reason> {
    // Later in the line the piece had time to go.
    if step > case.first + 2 {
        return None;
    }
    [step + 2, step + 4].into_iter().find_map(|number| taken_by(case, step, number))
}

fn taken_by(case: &Case, step: usize, number: usize) -> Option<Reason> {
    let board = &case.played.steps.get(step)?.after;
    let taking = case.played.steps.get(number)?;
    let (square, role) = taking.captured()?;
    // It may try to sell itself dearly.
    let between = &case.played.steps[step + 1..number];
    let stood = between.iter().rev().fold(square, |square, step| step.brought_from(square));
    let is_piece = !matches!(role, Role::Pawn | Role::King) && board.role_at(stood) == Some(role);
    let is_proved = is_piece
        && is_trapped(board, stood)
        && case.bears_out(taking.before.see(taking.mv))
        && case.is_decided_by(step, stood);
    is_proved.then(|| Reason::Trapped { prey: placed(role, stood) })
}

/// Whether a piece of the side to move can be taken at a profit where it stands and wherever it can
/// go, and no other move helps it: nothing can protect it, come between or take what attacks it
/// without being lost itself.
/// One that is pinned is held by something else, and in check no piece is free to move anyhow.
pub(super) fn is_trapped(board: &Position, square: Square) -> bool {
    let Some(view) = passed(board) else { return false };
    let is_lost = |view: &Position| best_exchange(view, square) >= LEAST_MATERIAL;
    let mut moves = board.legal_moves().into_iter();
    is_lost(&view)
        && !board.pinned().contains(square)
        && moves.all(|mv| {
            if mv.from() == square {
                return board.see(mv) <= -LEAST_MATERIAL;
            }
            let mut next = board.clone();
            next.play_unchecked(mv);
            // A check only puts it off: the line shows that the piece is lost.
            next.is_check() || is_lost(&next) || board.see(mv) <= -LEAST_MATERIAL
        })
}
