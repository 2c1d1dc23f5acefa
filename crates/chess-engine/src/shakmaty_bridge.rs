//! Our positions as those of the `shakmaty` library, which reads endgame tables and names positions
//! as opening books do.
//!
//! Sets of squares are handed over as they are, so the way is short enough for a search: no text is
//! written or read.

use damier_chess::{Bitboard, Position, Role, Side};
use shakmaty::{Board, ByColor, ByRole, CastlingMode, Chess, Color, Setup, Square};
use shakmaty::{FromSetup, PositionError};
use std::num::NonZeroU32;

/// The same position in the library's words; `None` if the library refuses it.
pub(crate) fn to_shakmaty(position: &Position) -> Option<Chess> {
    let squares = |set: Bitboard| shakmaty::Bitboard(set.0);
    let role = |role| squares(position.role(role));
    let by_role = ByRole {
        pawn: role(Role::Pawn),
        knight: role(Role::Knight),
        bishop: role(Role::Bishop),
        rook: role(Role::Rook),
        queen: role(Role::Queen),
        king: role(Role::King),
    };
    let by_color = ByColor {
        white: squares(position.side(Side::White)),
        black: squares(position.side(Side::Black)),
    };
    let turn = match position.side_to_move() {
        Side::White => Color::White,
        Side::Black => Color::Black,
    };
    let setup = Setup {
        board: Board::try_from_bitboards(by_role, by_color).ok()?,
        turn,
        castling_rights: squares(position.castling().rooks()),
        ep_square: position.en_passant().map(|square| Square::new(square.index() as u32)),
        halfmoves: position.halfmove_clock().into(),
        fullmoves: NonZeroU32::new(position.fullmove_number().into()).unwrap_or(NonZeroU32::MIN),
        ..Setup::empty()
    };
    // Our readers take positions that no game can reach, if the rules apply to them; so does this.
    Chess::from_setup(setup, CastlingMode::Chess960)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_testkit::chess::{PERFT, random_fen};
    use damier_testkit::{Random, walk};
    use shakmaty::fen::Fen;
    use shakmaty::{EnPassantMode, Position as _};

    fn assert_same(position: &Position) {
        let text = position.to_fen();
        let other = to_shakmaty(position).unwrap_or_else(|| panic!("refused: {text}"));
        assert_eq!(Fen::from_position(&other, EnPassantMode::Legal).to_string(), text);
        assert_eq!(other.legal_moves().len(), position.count_legal_moves(), "{text}");
    }

    #[test]
    fn every_position_keeps_its_meaning() {
        let mut random = Random::new(7);
        for case in PERFT.iter() {
            let start = Position::from_fen(case.fen).unwrap();
            walk(start, 60, &mut random, |game| assert_same(game.position()));
        }
    }

    #[test]
    fn strange_positions_are_taken_too() {
        let mut random = Random::new(8);
        let read = (0..500).filter_map(|_| Position::from_fen(&random_fen(&mut random)).ok());
        let taken = read.inspect(assert_same).count();
        assert!(taken > 200, "only {taken}");
    }
}
