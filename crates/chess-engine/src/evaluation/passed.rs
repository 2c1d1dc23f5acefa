//! Passed pawns: how far they are, who escorts them and what stands in their way.

use super::features::*;
use super::pawns::PawnFacts;
use super::sets::{distance, file_ahead, relative_rank};
use super::survey::Attacks;
use super::tally::TermTally;
use damier_chess::attacks::rook_attacks;
use damier_chess::{Bitboard, Position, Rank, Role, Side, Square};

/// Reports the passed pawns of both sides.
pub(super) fn survey<T: TermTally>(
    position: &Position,
    facts: &PawnFacts,
    attacks: &Attacks,
    tally: &mut T,
) {
    let heavy = position.role(Role::Rook) | position.role(Role::Queen);
    for pawn in facts.passed {
        let side =
            if position.side(Side::White).contains(pawn) { Side::White } else { Side::Black };
        let rank = relative_rank(side, pawn);
        tally.count(PASSED + rank, side, 1);
        // On its own half a passed pawn is a hope; who stands near matters later.
        if rank < 3 {
            continue;
        }
        let path = file_ahead(side, pawn);
        let stop = match side {
            Side::White => Square::from_index(pawn.index() as u8 + 8),
            Side::Black => Square::from_index(pawn.index() as u8 - 8),
        };
        let stop = stop.expect("no pawn stands on its last rank");
        let own_king = distance(position.king(side), stop).min(5);
        let enemy_king = distance(position.king(!side), stop).min(5);
        tally.count(PASSED_OWN_KING + rank, side, own_king);
        tally.count(PASSED_ENEMY_KING + rank, side, enemy_king);

        let enemies = position.side(!side);
        let behind = rook_attacks(pawn, position.occupied()) & file_ahead(!side, pawn) & heavy;
        if behind.intersects(position.side(side)) {
            tally.count(PASSED_ROOK_BEHIND, side, 1);
        }
        let is_chased = behind.intersects(enemies);
        if is_chased {
            tally.count(PASSED_ENEMY_BEHIND, side, 1);
        }
        if enemies.contains(stop) {
            tally.count(PASSED_BLOCKED + rank, side, 1);
        } else {
            // A rook behind the pawn will see the whole path once the pawn has moved.
            let seen =
                attacks.all[(!side).index()] | if is_chased { path } else { Bitboard::EMPTY };
            let barred = position.occupied() | seen;
            if !barred.contains(stop) {
                tally.count(PASSED_SAFE_STEP + rank, side, 1);
                if !path.intersects(barred) {
                    tally.count(PASSED_FREE_PATH + rank, side, 1);
                }
            }
        }
        if is_unstoppable(position, side, pawn, path) {
            tally.count(PASSED_UNSTOPPABLE, side, 1);
        }
    }
}

/// Whether the enemy has only king and pawns and its king comes too late.
fn is_unstoppable(position: &Position, side: Side, pawn: Square, path: Bitboard) -> bool {
    let pieces = position.side(!side) - position.role(Role::Pawn) - position.role(Role::King);
    if !pieces.is_empty() || path.intersects(position.occupied()) {
        return false;
    }
    let goal = Square::new(pawn.file(), Rank::relative(side, 8));
    let steps = 7 - relative_rank(side, pawn) as i32;
    let late = i32::from(position.side_to_move() != side);
    distance(position.king(!side), goal) - late > steps
}
