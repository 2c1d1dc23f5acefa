//! What is known about endings: sure wins and how to make progress in them, sure draws, and how far
//! an advantage can be believed when few pawns are left.

use super::kpk;
use super::sets::{distance, files_of, rank_of, relative_rank};
use damier_chess::{Bitboard, File, Position, Rank, Role, Side, Square};

/// What a won ending with mating pieces is worth at least: more than any usual evaluation.
const KNOWN_WIN: i32 = 10_000;
/// What a pawn that will promote is worth besides the material: less, so that promoting is
/// progress.
const WON_PAWN: i32 = 1_000;

/// The full value of an advantage in the endgame; see [`scale`].
pub(super) const FULL_SCALE: i32 = 64;

/// The value for White of an ending that needs no evaluation, if it is one: a side has a bare king.
#[inline]
pub(super) fn verdict(position: &Position) -> Option<i32> {
    let bare = Side::ALL.into_iter().find(|&side| !position.side(side).has_several())?;
    let strong = !bare;
    let value = against_bare_king(position, strong)?;
    Some(if strong == Side::White { value } else { -value })
}

/// The value for `strong` against a bare king; `None` if nothing sure is known.
fn against_bare_king(position: &Position, strong: Side) -> Option<i32> {
    let pieces = position.side(strong);
    let pawns = position.pieces(strong, Role::Pawn);
    let bishops = position.pieces(strong, Role::Bishop);
    let knights = position.pieces(strong, Role::Knight);
    let heavy = pieces & (position.role(Role::Rook) | position.role(Role::Queen));
    let has_both_bishops =
        bishops.intersects(Bitboard::LIGHT) && !(bishops - Bitboard::LIGHT).is_empty();
    let has_bishop_and_knight = !bishops.is_empty() && !knights.is_empty();

    if !heavy.is_empty() || has_both_bishops || knights.count() >= 3 {
        return Some(KNOWN_WIN + wealth(position, strong) + drive_to_the_edge(position, strong));
    }
    if has_bishop_and_knight {
        let drive = if pawns.is_empty() {
            drive_to_the_corner(position, strong, bishops)
        } else {
            drive_to_the_edge(position, strong)
        };
        return Some(KNOWN_WIN + wealth(position, strong) + drive);
    }
    if pawns.is_empty() || has_wrong_bishop(position, strong) {
        return Some(0);
    }
    if pawns.into_iter().any(|pawn| kpk::is_won(position, strong, pawn)) {
        let escort = pawns.into_iter().map(|pawn| 7 - distance(position.king(strong), pawn)).max();
        return Some(WON_PAWN + wealth(position, strong) + escort.unwrap_or(0));
    }
    kpk::lone_pawn(position).map(|_| 0)
}

/// Material in centipawns, with pawns worth more as they advance.
fn wealth(position: &Position, side: Side) -> i32 {
    let pawns = position.pieces(side, Role::Pawn);
    let advance: i32 = pawns.into_iter().map(|pawn| 20 * relative_rank(side, pawn) as i32).sum();
    let worth = |role| position.material().count(side, role) as i32 * value_in_pawns(role) * 100;
    Role::ALL.into_iter().map(worth).sum::<i32>() + advance
}

/// A usual value in pawns.
const fn value_in_pawns(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

/// How many king steps a square is from the four in the middle, counted along both directions, 0 to
/// 6.
fn steps_from_middle(square: Square) -> i32 {
    let away = |index: usize| if index < 4 { 3 - index as i32 } else { index as i32 - 4 };
    away(square.file().index()) + away(square.rank().index())
}

/// Grows as the bare king nears the edge and the other king nears it: so every mate goes.
fn drive_to_the_edge(position: &Position, strong: Side) -> i32 {
    let (king, prey) = (position.king(strong), position.king(!strong));
    40 * steps_from_middle(prey) + 15 * (7 - distance(king, prey))
}

/// Grows as the bare king nears a corner of the bishop's colour, the only ones where bishop and
/// knight force mate. The diagonal between the wrong corners counts least, so that it is left
/// first.
fn drive_to_the_corner(position: &Position, strong: Side, bishops: Bitboard) -> i32 {
    let (king, prey) = (position.king(strong), position.king(!strong));
    let (file, rank) = (prey.file().index() as i32, prey.rank().index() as i32);
    let is_light = bishops.intersects(Bitboard::LIGHT);
    // a1 and h8 are dark: there file and rank agree; a8 and h1 are light.
    let from_wrong_diagonal = if is_light { (file - rank).abs() } else { (7 - file - rank).abs() };
    let knights = position.pieces(strong, Role::Knight);
    let far_knight = knights.into_iter().map(|knight| distance(knight, prey)).max().unwrap_or(0);
    60 * from_wrong_diagonal + 15 * steps_from_middle(prey) + 20 * (7 - distance(king, prey))
        - 2 * far_knight
}

/// Whether `strong` has, besides pawns on one rook file, at most bishops that do not hold the
/// corner where they promote, and the enemy king has reached it.
fn has_wrong_bishop(position: &Position, strong: Side) -> bool {
    let pawns = position.pieces(strong, Role::Pawn);
    let bishops = position.pieces(strong, Role::Bishop);
    let file = match files_of(pawns) {
        1 => File::A,
        128 => File::H,
        _ => return false,
    };
    let own = pawns | bishops | position.pieces(strong, Role::King);
    if position.side(strong) != own || bishops.is_empty() {
        return false;
    }
    let corner = Square::new(file, Rank::relative(strong, 8));
    let of_corner =
        if Bitboard::LIGHT.contains(corner) { Bitboard::LIGHT } else { !Bitboard::LIGHT };
    !bishops.intersects(of_corner) && distance(position.king(!strong), corner) <= 1
}

/// How much of an advantage of `strong` in the endgame to believe, of [`FULL_SCALE`].
#[inline]
pub(super) fn scale(position: &Position, strong: Side) -> i32 {
    let material = position.material();
    let pawns = material.count(strong, Role::Pawn) as i32;
    let bishops = position.role(Role::Bishop);
    if pawns > 3 && bishops.count() != 2 {
        return FULL_SCALE;
    }
    let weak = !strong;
    let force = |side: Side| -> i32 {
        let roles = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        roles.into_iter().map(|role| material.count(side, role) as i32 * value_in_pawns(role)).sum()
    };
    let (ours, theirs) = (force(strong), force(weak));
    let weak_pawns = material.count(weak, Role::Pawn);
    // A minor piece cannot mate, and two knights cannot force it.
    let cannot_mate = ours < 5 || ours == 6 && material.count(strong, Role::Knight) == 2;
    if pawns == 0 && (cannot_mate || ours - theirs <= 3) {
        return if cannot_mate && weak_pawns == 0 { 0 } else { 12 };
    }
    if has_wrong_bishop(position, strong) && theirs == 0 && weak_pawns == 0 {
        return 0;
    }
    let of_each = [strong, weak].map(|side| position.pieces(side, Role::Bishop));
    let are_opposite = of_each.iter().all(|set| set.count() == 1)
        && bishops.intersects(Bitboard::LIGHT)
        && !(bishops - Bitboard::LIGHT).is_empty();
    if are_opposite {
        if ours == 3 && theirs == 3 {
            let advanced =
                position.pieces(strong, Role::Pawn) & (rank_of(strong, 6) | rank_of(strong, 7));
            return (18 + 3 * pawns + 4 * advanced.count() as i32).min(FULL_SCALE);
        }
        return (40 + 3 * pawns).min(FULL_SCALE);
    }
    // Each exchange of pawns brings the draw nearer, unless a whole rook decides without them.
    if ours - theirs > 3 { FULL_SCALE } else { (40 + 7 * pawns).min(FULL_SCALE) }
}
