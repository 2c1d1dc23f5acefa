//! Mates that are allowed.

use super::board::{passed, placed_at};
use super::{Case, is_mate};
use crate::reason::Reason;
use damier_chess::attacks::king_attacks;
use damier_chess::{Bitboard, Move, Position, Rank, Role, Square};

/// Our move, or the line after it, leaves the opponent without a move and not in check, and the
/// game was to be won.
pub(super) fn stalemate(case: &Case) -> Option<Reason> {
    let (end, best) = (case.played.end(), case.witness.best.score);
    let is_stalemate = end.legal_moves().is_empty() && !end.is_check();
    (is_stalemate && best > case.witness.played.score && case.played.steps.len() == 1)
        .then_some(Reason::Stalemate)
}

/// The pattern of the mate at the end of the line, if it is one that has a name.
pub(super) fn pattern(case: &Case) -> Option<Reason> {
    let end = case.played.end();
    if is_smothered(end) {
        return Some(Reason::Smothered);
    }
    is_back_rank(end).then_some(Reason::BackRank)
}

/// A mate that was threatened already.
pub(super) fn ignored(case: &Case) -> Option<Reason> {
    ignored_threat(case).map(|moves| Reason::IgnoresMateThreat { moves })
}

/// Which piece mates, and where.
pub(super) fn mating_piece(case: &Case) -> Option<Reason> {
    let last = case.played.steps.last()?;
    let square = *last.arrivals().first()?;
    placed_at(&last.after, square).map(|by| Reason::Mates { by })
}

/// A knight mates a king that its own pieces leave no square.
fn is_smothered(end: &Position) -> bool {
    let us = end.side_to_move();
    let around = king_attacks(end.king(us));
    end.checkers().into_iter().all(|square| end.role_at(square) == Some(Role::Knight))
        && (around - end.side(us)).is_empty()
}

/// A rook or queen mates along the first rank, and pawns keep the king from leaving it.
fn is_back_rank(end: &Position) -> bool {
    let us = end.side_to_move();
    let king = end.king(us);
    let [first, second] = [1, 2].map(|number| Bitboard::from_rank(Rank::relative(us, number)));
    let heavy = end.role(Role::Rook) | end.role(Role::Queen);
    let flights = king_attacks(king) & second;
    let pawns = end.pieces(us, Role::Pawn) & flights;
    // The king itself is no shelter from what comes along the rank.
    let without = end.occupied() - king.into();
    let is_covered = |square: Square| !end.attackers_through(!us, square, without).is_empty();
    let is_shut = |square: Square| pawns.contains(square) || is_covered(square);
    first.contains(king)
        && end.checkers().intersects(first & heavy)
        && flights.into_iter().all(is_shut)
        && pawns.has_several()
        && pawns.into_iter().any(|square| !is_covered(square))
}

/// In how many moves the opponent threatened mate before our move, if he carries out that very
/// threat.
fn ignored_threat(case: &Case) -> Option<u32> {
    let view = passed(case.position)?;
    let reply = case.played.steps.get(1)?.mv;
    let moves_needed = u32::try_from(case.played.steps.len() / 2).ok()?;
    let threatened = (1..=2).find(|&moves| !mating_moves(&view, moves).is_empty())?;
    let is_carried_out = mating_moves(&view, threatened).contains(&reply);
    (is_carried_out && moves_needed <= threatened).then_some(threatened)
}

/// The moves that mate in at most so many moves, whatever the answers.
pub(super) fn mating_moves(position: &Position, moves: u32) -> Vec<Move> {
    let mates = |mv: &Move| {
        let mut next = position.clone();
        next.play_unchecked(*mv);
        is_mate(&next) || moves > 1 && is_lost(&next, moves - 1)
    };
    position.legal_moves().iter().copied().filter(mates).collect()
}

/// Whether every answer lets mate in; without an answer it is mate already, or none.
fn is_lost(position: &Position, moves: u32) -> bool {
    let answers = position.legal_moves();
    !answers.is_empty()
        && answers.iter().all(|&answer| {
            let mut next = position.clone();
            next.play_unchecked(answer);
            next.legal_moves().iter().any(|&mv| {
                let mut last = next.clone();
                last.play_unchecked(mv);
                is_mate(&last) || moves > 1 && is_lost(&last, moves - 1)
            })
        })
}
