//! Positions from sets of squares, for those who number positions instead of playing to them.

use crate::bitboard::Bitboard;
use crate::clocks::Clocks;
use crate::piece::{Piece, Role};
use crate::position::Position;
use crate::zobrist;
use damier_core::Side;

impl Position {
    /// The position in which White and Black have their pieces on these squares, kings where
    /// `kings` says so, and the draw rules begin to count.
    ///
    /// `None` if two pieces share a square, if a king is on a square of neither side, or if a man
    /// stands where it would be a king.
    pub fn from_sets(
        white: Bitboard,
        black: Bitboard,
        kings: Bitboard,
        side_to_move: Side,
    ) -> Option<Self> {
        let sides = [white, black];
        let has_late_man = Side::ALL
            .into_iter()
            .any(|side| (sides[side.index()] - kings).intersects(Bitboard::promotion_row(side)));
        if white.intersects(black) || !(kings - white - black).is_empty() || has_late_man {
            return None;
        }
        let mut position = Self { sides, kings, ..Self::empty_board() };
        for side in Side::ALL {
            for square in sides[side.index()] {
                let role = if kings.contains(square) { Role::King } else { Role::Man };
                position.key ^= zobrist::piece(Piece { side, role }, square);
            }
        }
        if side_to_move == Side::Black {
            position.switch_side();
        }
        position.clocks = Clocks::of_board(sides, kings, 0);
        Some(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::Square;

    fn set(numbers: &[u8]) -> Bitboard {
        numbers.iter().filter_map(|&number| Square::from_number(number)).collect()
    }

    #[test]
    fn sets_and_text_make_the_same_position() {
        for side in Side::ALL {
            let position =
                Position::from_sets(set(&[50, 3, 28]), set(&[1, 46]), set(&[3, 46]), side);
            let position = position.expect("the sets make sense");
            let again = Position::from_fen(&position.to_fen()).expect("what we write can be read");
            assert_eq!(position, again);
            assert_eq!(position.key(), again.key());
            assert_eq!(position.clocks(), again.clocks());
        }
    }

    #[test]
    fn sets_that_make_no_sense_are_refused() {
        let make = |white, black, kings| {
            Position::from_sets(set(white), set(black), set(kings), Side::White).is_some()
        };
        assert!(make(&[6], &[45], &[]));
        assert!(!make(&[6], &[6], &[]), "two pieces on a square");
        assert!(!make(&[6], &[45], &[7]), "a king without an owner");
        assert!(!make(&[5], &[45], &[]), "a white man on the last row");
        assert!(!make(&[6], &[46], &[]), "a black man on the last row");
        assert!(make(&[5], &[46], &[5, 46]));
    }
}
