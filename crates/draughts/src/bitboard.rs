//! Sets of squares.
//!
//! Two rows of five squares are followed by one bit that is no square, a *ghost*:
//!
//! ```text
//!      0   1   2   3   4          row 0: squares 1 to 5
//!    5   6   7   8   9  (10)      row 1: squares 6 to 10, and a ghost
//!     11  12  13  14  15          row 2
//!   16  17  18  19  20  (21)
//!   …
//! ```
//!
//! A step down to the left is then always five places and one to the right six, from every row; a
//! step over the edge lands on a ghost or beyond bit 53, where no set has a member.

use crate::square::{Direction, Square};
use damier_core::{Side, square_set};
use std::fmt;

/// A set of squares, one bit each; squares 1 to 50 are in the order of the bits.
///
/// `a - b` is the squares of `a` that are not in `b`. No ghost is ever a member.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(u64);

/// All bits but the ghosts.
const BOARD: u64 = (1 << 54) - 1 - (1 << 10) - (1 << 21) - (1 << 32) - (1 << 43);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// Every square.
    pub const ALL: Self = Self(BOARD);

    /// The one square.
    #[inline]
    pub const fn from_square(square: Square) -> Self {
        Self(1 << square.place())
    }

    /// From bits in the layout of this module; bits that are no squares are dropped.
    #[inline]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits & BOARD)
    }

    /// The bits, in the layout of this module.
    #[inline]
    pub const fn to_bits(self) -> u64 {
        self.0
    }

    /// The five squares of a row, 0 (squares 1 to 5) to 9.
    ///
    /// # Panics
    /// If there is no such row.
    #[inline]
    pub const fn from_row(row: u8) -> Self {
        assert!(row < 10, "there are ten rows");
        Self(31 << (5 * row + row / 2))
    }

    /// The row where men of `side` become kings.
    #[inline]
    pub const fn promotion_row(side: Side) -> Self {
        match side {
            Side::White => Self::from_row(0),
            Side::Black => Self::from_row(9),
        }
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.place() & 1 == 1
    }

    /// The square with the smallest number, if there is one.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.is_empty() { None } else { Some(self.first_unchecked()) }
    }

    /// The square with the greatest number, if there is one.
    #[inline]
    pub const fn last(self) -> Option<Square> {
        if self.is_empty() { None } else { Some(Square::from_place(self.0.ilog2() as u8)) }
    }

    /// [`Bitboard::first`] where the set is known not to be empty; the empty set answers nonsense.
    #[inline]
    pub(crate) const fn first_unchecked(self) -> Square {
        Square::from_place(self.0.trailing_zeros() as u8)
    }

    /// Every square one step further; those on the edge fall off.
    #[inline]
    pub const fn shifted(self, direction: Direction) -> Self {
        Self(self.step(direction).0 & BOARD)
    }

    /// [`Bitboard::shifted`] that leaves ghosts in the set: the caller intersects it with a set of
    /// squares.
    #[inline]
    pub(crate) const fn step(self, direction: Direction) -> Self {
        Self(match direction {
            Direction::DownLeft => self.0 << 5,
            Direction::DownRight => self.0 << 6,
            Direction::UpRight => self.0 >> 5,
            Direction::UpLeft => self.0 >> 6,
        })
    }

    /// Two steps at once, ghosts included. What lies over two edges comes in again elsewhere, so
    /// the caller also intersects the square between.
    #[inline]
    pub(crate) const fn leap(self, direction: Direction) -> Self {
        Self(match direction {
            Direction::DownLeft => self.0 << 10,
            Direction::DownRight => self.0 << 12,
            Direction::UpRight => self.0 >> 10,
            Direction::UpLeft => self.0 >> 12,
        })
    }

    /// Where men of `side` would step from these squares, the two ways apart, ghosts included.
    #[inline]
    pub(crate) const fn forward(self, side: Side) -> [Self; 2] {
        // One rotation for both sides needs no branch: 5 and 6 down, 64 - 5 and 64 - 6 up. Nothing
        // comes in again at the other end, since the ten highest bits are no squares.
        let (left, right) = match side {
            Side::White => (64 - 6, 64 - 5),
            Side::Black => (5, 6),
        };
        [Self(self.0.rotate_left(left)), Self(self.0.rotate_left(right))]
    }

    /// The set as the other player sees it: the board turned by half a circle.
    #[inline]
    pub const fn rotated(self) -> Self {
        Self(self.0.reverse_bits() >> 10)
    }
}

square_set! {
    Bitboard of Square,
    /// The squares of a [`Bitboard`], from 1 to 50.
    Squares
}

/// A small picture of the board, square 1 first.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "Bitboard({:#016x})", self.0)?;
        for row in 0..10 {
            for column in 0..10 {
                let mark = match Square::from_row_and_column(row, column) {
                    None => ' ',
                    Some(square) if self.contains(square) => '#',
                    Some(_) => '.',
                };
                write!(f, "{mark}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The step by rows and columns, which knows nothing of bits.
    fn neighbour(square: Square, direction: Direction, steps: i8) -> Option<Square> {
        let (down, right) = match direction {
            Direction::DownLeft => (1, -1),
            Direction::DownRight => (1, 1),
            Direction::UpRight => (-1, 1),
            Direction::UpLeft => (-1, -1),
        };
        let row = square.row().checked_add_signed(down * steps)?;
        Square::from_row_and_column(row, square.column().checked_add_signed(right * steps)?)
    }

    #[test]
    fn a_shift_is_a_step_on_the_board_from_every_square() {
        for square in Square::all() {
            for direction in Direction::ALL {
                let expected: Bitboard = neighbour(square, direction, 1).into_iter().collect();
                assert_eq!(Bitboard::from(square).shifted(direction), expected, "{square}");
                let between = Bitboard::from(square).shifted(direction);
                let two: Bitboard = neighbour(square, direction, 2).into_iter().collect();
                assert_eq!(between.shifted(direction), two, "{square} {direction:?}");
                if !between.is_empty() {
                    assert_eq!(Bitboard::from(square).leap(direction) & !Bitboard::EMPTY, two);
                }
            }
        }
    }

    #[test]
    fn men_step_towards_the_other_side() {
        for square in Square::all() {
            for (side, directions) in [
                (Side::White, [Direction::UpLeft, Direction::UpRight]),
                (Side::Black, [Direction::DownLeft, Direction::DownRight]),
            ] {
                let squares = Bitboard::from(square);
                let expected = directions.map(|direction| squares.shifted(direction));
                assert_eq!(squares.forward(side).map(|set| set & Bitboard::ALL), expected);
            }
        }
    }

    #[test]
    fn rows_have_five_squares_and_rotation_turns_them_round() {
        assert_eq!(Bitboard::ALL.count(), 50);
        for row in 0..10 {
            let squares = Bitboard::from_row(row);
            let expected: Bitboard = Square::all().filter(|square| square.row() == row).collect();
            assert_eq!(squares, expected);
            assert_eq!(squares.rotated(), Bitboard::from_row(9 - row));
        }
        for square in Square::all() {
            assert_eq!(Bitboard::from(square).rotated(), square.rotated().into());
            assert_eq!((!Bitboard::from(square)).count(), 49);
        }
        assert_eq!(Bitboard::ALL.first(), Square::from_number(1));
        assert_eq!(Bitboard::ALL.last(), Square::from_number(50));
        assert_eq!(Bitboard::from_bits(!0), Bitboard::ALL);
    }
}
