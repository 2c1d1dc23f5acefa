//! Questions about one board.

use crate::game::ReasonGame;
use crate::reason::{Piece, Placed};
use damier_chess::attacks::attacks;
use damier_chess::{Bitboard, Move, Position, Role, Side, Square};

/// A piece as people call it.
fn piece(role: Role) -> Piece {
    match role {
        Role::Pawn => Piece::Pawn,
        Role::Knight => Piece::Knight,
        Role::Bishop => Piece::Bishop,
        Role::Rook => Piece::Rook,
        Role::Queen => Piece::Queen,
        Role::King => Piece::King,
    }
}

/// A piece and where it stands.
pub(super) fn placed(role: Role, square: Square) -> Placed {
    Placed { piece: piece(role), square: square.to_string() }
}

/// What stands on a square, if anything does.
pub(super) fn placed_at(position: &Position, square: Square) -> Option<Placed> {
    position.role_at(square).map(|role| placed(role, square))
}

/// What a side has more than the other.
pub(super) fn balance(position: &Position, side: Side) -> i32 {
    position.surplus(side).iter().zip(Position::WORTH).map(|(count, worth)| count * worth).sum()
}

/// What the piece on a square is worth; the king more than all else.
pub(super) fn worth(position: &Position, square: Square) -> i32 {
    position.role_at(square).map_or(0, Role::exchange_value)
}

/// What the piece on a square attacks.
pub(super) fn attacks_from(position: &Position, square: Square) -> Bitboard {
    let Some(piece) = position.piece_at(square) else { return Bitboard::EMPTY };
    attacks(piece.side, piece.role, square, position.occupied())
}

/// Whether a piece reaches far along lines.
pub(super) fn is_slider(role: Role) -> bool {
    matches!(role, Role::Bishop | Role::Rook | Role::Queen)
}

/// The legal captures of what stands on a square; those of pawns en passant count for the pawn that
/// they take.
pub(super) fn captures_of(position: &Position, square: Square) -> Vec<Move> {
    let takes = |mv: &Move| position.captured(*mv).is_some_and(|(taken, _)| taken == square);
    position.legal_moves().iter().copied().filter(takes).collect()
}

/// The most that the side to move wins by exchanges on a square; 0 if nothing.
pub(super) fn best_exchange(position: &Position, square: Square) -> i32 {
    captures_of(position, square).iter().map(|&mv| position.see(mv)).max().unwrap_or(0).max(0)
}

/// The board with the other side to move. `None` in check, where no turn can be passed.
pub(super) fn passed(position: &Position) -> Option<Position> {
    if position.is_check() {
        return None;
    }
    let mut view = position.clone();
    view.pass();
    Some(view)
}

/// What the piece on a square would win by taking another, if its side were to move, with
/// exchanges. In check that side cannot be given the move; then what protects the prey is counted.
pub(super) fn threat(position: &Position, hunter: Square, prey: Square) -> Option<i32> {
    if let Some(view) = passed(position) {
        let taking = captures_of(&view, prey).into_iter().find(|mv| mv.from() == hunter)?;
        return Some(view.see(taking));
    }
    if !attacks_from(position, hunter).contains(prey) {
        return None;
    }
    let [role, victim] = [position.role_at(hunter)?, position.role_at(prey)?];
    let without_hunter = position.occupied() - hunter.into();
    let us = position.side_to_move();
    let protectors = position.attackers_through(us, prey, without_hunter) - prey.into();
    let price = if protectors.is_empty() { 0 } else { role.exchange_value() };
    Some(victim.exchange_value() - price)
}

/// The legal moves of the piece on a square.
pub(super) fn moves_of(position: &Position, square: Square) -> Vec<Move> {
    position.legal_moves().iter().copied().filter(|mv| mv.from() == square).collect()
}

/// The most that the opponent wins by one exchange after a move, less what the move has won; what
/// he takes on the square `except` is left out.
pub(super) fn loss_after(board: &Position, mv: Move, except: Option<Square>) -> i32 {
    let mut next = board.clone();
    next.play_unchecked(mv);
    let gained = board.captured(mv).map_or(0, |(_, role)| role.exchange_value());
    let moves = next.legal_moves();
    let exchanges = moves.iter().filter_map(|&reply| {
        let (square, _) = next.captured(reply)?;
        (Some(square) != except).then(|| next.see(reply))
    });
    exchanges.max().unwrap_or(0).max(0) - gained
}
