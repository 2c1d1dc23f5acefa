//! King safety: the pawns around the king, and the pieces that aim at it.
//!
//! An attack grows faster than the number of attackers, so it is counted in units with the fixed
//! weights below, and each step of units is a feature of its own: the evaluation stays linear in
//! its parameters, and the tuner draws the curve.

use super::features::*;
use super::sets::{file_ahead, forward};
use super::survey::Attacks;
use super::tally::TermTally;
use damier_chess::attacks::{bishop_attacks, king_attacks, knight_attacks, rook_attacks};
use damier_chess::{Bitboard, File, Position, Role, Side, Square};

/// Units of a piece that looks at the squares around the enemy king, times the number of such
/// pieces.
pub(super) const KNIGHT_WEIGHT: i32 = 3;
pub(super) const BISHOP_WEIGHT: i32 = 3;
pub(super) const ROOK_WEIGHT: i32 = 4;
pub(super) const QUEEN_WEIGHT: i32 = 5;

/// Units of each attack on a square next to the king.
const HIT: i32 = 2;
/// Units of each square around the king that the enemy attacks and nothing but king or queen holds.
const WEAK_SQUARE: i32 = 4;
/// Units of a check that costs nothing, by the piece that can give it.
const KNIGHT_CHECK: i32 = 12;
const BISHOP_CHECK: i32 = 8;
const ROOK_CHECK: i32 = 14;
const QUEEN_CHECK: i32 = 12;
/// Units off for an attack without a queen.
const NO_QUEEN: i32 = 24;
/// Units in one step of the feature.
const STEP: i32 = 4;

/// Shelter, storm and danger of the king of `side`.
#[inline(always)]
pub(super) fn survey<T: TermTally>(
    position: &Position,
    side: Side,
    attacks: &Attacks,
    tally: &mut T,
) {
    let king = position.king(side);
    if matches!(king.file(), File::D | File::E) {
        tally.count(UNCASTLED_KING, side, 1);
    }
    shelter(position, side, king, tally);
    let units = danger_units(position, side, king, attacks);
    let step = (units / STEP).clamp(0, 31) as usize;
    tally.count(KING_DANGER + step, side, 1);
}

/// Own and enemy pawns on the three files around the king; on a rim file, the rim and two more.
#[inline(always)]
fn shelter<T: TermTally>(position: &Position, side: Side, king: Square, tally: &mut T) {
    let own = position.pieces(side, Role::Pawn);
    let enemies = position.pieces(!side, Role::Pawn);
    let shield = own & forward(side, king_and_beside(king));
    tally.count(SHIELD_PAWNS, side, shield.count() as i32);

    let centre = king.file().index().clamp(1, 6) as u8;
    // Beside and before the king; pawns that it has behind it shelter nothing.
    for file in [centre - 1, centre, centre + 1] {
        let file = File::from_index(file).expect("the middle of three files is not on the rim");
        let foot = Square::new(file, king.rank());
        let zone = file_ahead(side, foot) | foot.into();
        let guard = nearest_rank(side, own & zone);
        let attacker = nearest_rank(side, enemies & zone);
        let edge = file.index().min(7 - file.index());
        tally.count(SHELTER + 8 * edge + guard, side, 1);
        let is_blocked = guard != 0 && attacker == guard + 1;
        tally.count(if is_blocked { STORM_BLOCKED } else { STORM } + attacker, side, 1);
    }
}

/// The king's square and those beside it.
#[inline(always)]
fn king_and_beside(king: Square) -> Bitboard {
    let near = king_attacks(king) | king.into();
    near & Bitboard::from_rank(king.rank())
}

/// Rank, as `side` counts from 0, of the pawn of a file that is nearest to `side`; 0 if there is
/// none, since no pawn stands there.
#[inline(always)]
fn nearest_rank(side: Side, pawns: Bitboard) -> usize {
    if pawns.is_empty() {
        return 0;
    }
    match side {
        Side::White => pawns.0.trailing_zeros() as usize >> 3,
        Side::Black => pawns.0.leading_zeros() as usize >> 3,
    }
}

/// How hard the enemy attacks the king of `side`.
#[inline(always)]
fn danger_units(position: &Position, side: Side, king: Square, attacks: &Attacks) -> i32 {
    let (us, them) = (side.index(), (!side).index());
    let has_queen = !position.pieces(!side, Role::Queen).is_empty();
    let attackers = attacks.attackers[them];
    // A single piece is no attack unless there is a queen to join it.
    if attackers < 2 - i32::from(has_queen) {
        return 0;
    }
    let mut units = attackers * attacks.weights[them] + HIT * attacks.hits[them];

    let own = &attacks.by[us];
    let held_by_pieces = own[Role::Pawn.index()]
        | own[Role::Knight.index()]
        | own[Role::Bishop.index()]
        | own[Role::Rook.index()];
    let weak = attacks.all[them] - held_by_pieces - attacks.twice[us];
    units += WEAK_SQUARE * (weak & attacks.rings[us]).count() as i32;

    let occupied = position.occupied() - position.pieces(side, Role::Queen);
    let straight = rook_attacks(king, occupied);
    let diagonal = bishop_attacks(king, occupied);
    let free = !position.side(!side);
    // Safe: not held, or held by the king alone and attacked twice.
    let king_only = own[Role::King.index()] & !attacks.twice[us] & attacks.twice[them];
    let safe = free & (!attacks.all[us] | king_only);
    let enemy = &attacks.by[them];
    let checks = [
        (Role::Knight, knight_attacks(king), KNIGHT_CHECK),
        (Role::Bishop, diagonal, BISHOP_CHECK),
        (Role::Rook, straight, ROOK_CHECK),
        (Role::Queen, straight | diagonal, QUEEN_CHECK),
    ];
    for (role, from, worth) in checks {
        if (enemy[role.index()] & from & safe).0 != 0 {
            units += worth;
        }
    }
    if !has_queen {
        units -= NO_QUEEN;
    }
    units
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_pawn_of_a_file_is_found_from_either_side() {
        let pawns: Bitboard =
            ["g2", "g4", "g6"].map(|name| Square::from_name(name).unwrap()).into_iter().collect();
        assert_eq!(nearest_rank(Side::White, pawns), 1);
        assert_eq!(nearest_rank(Side::Black, pawns), 2);
        assert_eq!(nearest_rank(Side::Black, Bitboard::EMPTY), 0);
    }
}
