//! Pieces that can be taken for nothing, and pieces attacked by lesser ones.

use super::features::*;
use super::sets::{attacks_of_pawns, forward, rank_of};
use super::survey::Attacks;
use super::tally::TermTally;
use damier_chess::{Bitboard, Position, Role, Side};

/// Tells the place in a table of each piece in a set without kings. Such sets are mostly empty.
#[inline(always)]
fn each_role(position: &Position, set: Bitboard, mut tell: impl FnMut(usize)) {
    for square in set {
        if let Some(role) = position.role_at(square) {
            tell(role.index());
        }
    }
}

/// What `side` threatens, and what it leaves hanging.
#[inline(always)]
pub(super) fn survey<T: TermTally>(
    position: &Position,
    side: Side,
    attacks: &Attacks,
    tally: &mut T,
) {
    let (us, them) = (side.index(), (!side).index());
    let enemies = position.side(!side) - position.role(Role::King);
    let own = &attacks.by[us];

    // Own pieces that the enemy attacks and nothing defends. With the turn one may still save one.
    let loose =
        (position.side(side) & attacks.all[them]) - attacks.all[us] - position.role(Role::King);
    if !loose.is_empty() {
        let is_to_move = position.side_to_move() == side;
        let first = if is_to_move { HANGING_TO_MOVE } else { HANGING };
        each_role(position, loose, |role| tally.count(first + role, side, 1));
    }

    let by_pawn = own[Role::Pawn.index()] & enemies;
    let firmly_held =
        attacks.by[them][Role::Pawn.index()] | (attacks.twice[them] - attacks.twice[us]);
    let weak = (enemies & attacks.all[us]) - firmly_held;
    let minors = own[Role::Knight.index()] | own[Role::Bishop.index()];
    let greater = enemies & (position.role(Role::Rook) | position.role(Role::Queen));
    let by_minor = minors & (weak | greater);
    let by_rook = own[Role::Rook.index()] & (weak | enemies & position.role(Role::Queen));
    each_role(position, by_pawn - position.role(Role::Pawn), |role| {
        tally.count(PAWN_THREAT + role - 1, side, 1);
    });
    each_role(position, by_minor, |role| tally.count(MINOR_THREAT + role, side, 1));
    each_role(position, by_rook, |role| tally.count(ROOK_THREAT + role, side, 1));
    if own[Role::King.index()].intersects(weak) {
        tally.count(KING_THREAT, side, 1);
    }

    let empty = !position.occupied();
    let pawns = position.pieces(side, Role::Pawn);
    let once = forward(side, pawns) & empty;
    let twice = forward(side, once & rank_of(side, 3)) & empty;
    let unsafe_squares =
        attacks.by[them][Role::Pawn.index()] | (attacks.all[them] - attacks.all[us]);
    let targets = attacks_of_pawns(side, (once | twice) - unsafe_squares);
    let prey = (targets & enemies) - position.role(Role::Pawn) - own[Role::Pawn.index()];
    tally.count(PUSH_THREAT, side, prey.count() as i32);
}
