//! One piece attacks several.

use super::Case;
use super::board::{attacks_from, placed_at, threat};
use super::replay::Step;
use crate::chess::LEAST_MATERIAL;
use crate::reason::Reason;
use damier_chess::{Position, Role, Square};
use std::cmp::Reverse;

/// A step of the opponent that attacks several pieces with one, which then takes one of them.
pub(super) fn find(case: &Case, step: usize) -> Option<Reason> {
    let forking = case.played.steps.get(step)?;
    forking.arrivals().into_iter().find_map(|forker| fork_from(case, step, forking, forker))
}

fn fork_from(case: &Case, step: usize, forking: &Step, forker: Square) -> Option<Reason> {
    let board = &forking.after;
    let mut targets = targets(board, forker);
    // By the piece that forks, or at once by another one that attacks the same.
    let own = case.played.next_move(step, forker).map(|(_, taking)| taking);
    let own = own.filter(|taking| taking.captured().is_some());
    let other = || {
        let taking = case.played.steps.get(step + 2)?;
        let stands = case.played.taken_there(step, forker).is_none();
        taking.captured().filter(|(square, _)| stands && targets.contains(square)).map(|_| taking)
    };
    let taking = own.or_else(other)?;
    let (prey, _) = taking.captured()?;
    // A pawn beside the point makes no fork.
    targets.retain(|&target| target == prey || board.role_at(target) != Some(Role::Pawn));
    let is_target = targets.contains(&prey) && targets.len() >= 2;
    // Something else may have come to stand there.
    let is_same =
        case.played.taken_there(step, prey).is_some_and(|(_, first)| first.mv == taking.mv);
    let is_proved = is_target
        && is_same
        && case.bears_out(taking.before.see(taking.mv))
        && case.is_decided_by(step, prey);
    let at = |square| placed_at(board, square);
    let by = at(forker)?;
    let targets = targets.into_iter().filter_map(at).collect();
    is_proved.then_some(Reason::Fork { by, targets })
}

/// What a piece attacks that cannot stay attacked: the king, and what it would take at a profit.
/// The dearest first.
fn targets(board: &Position, forker: Square) -> Vec<Square> {
    let ours = board.side(board.side_to_move());
    let is_target = |square: &Square| {
        board.role_at(*square) == Some(Role::King)
            || threat(board, forker, *square).is_some_and(|gain| gain >= LEAST_MATERIAL)
    };
    let attacked = attacks_from(board, forker) & ours;
    let mut targets: Vec<Square> = attacked.into_iter().filter(is_target).collect();
    targets.sort_by_key(|&square| Reverse(board.role_at(square)));
    targets
}
