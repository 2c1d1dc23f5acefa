//! The fifty squares and the four directions between them.

use crate::bitboard::Bitboard;
use std::fmt;

/// One of the fifty playable squares, stored as its place in a [`Bitboard`](crate::Bitboard).
///
/// People number the squares 1 to 50 in reading order from Black's side, five to a row. Rows and
/// columns count from 0 at the top left; a square is playable if their sum is odd.
///
/// ```
/// use damier_draughts::Square;
///
/// let square = Square::from_number(28).unwrap();
/// assert_eq!((square.row(), square.column()), (5, 4));
/// assert_eq!(Square::from_row_and_column(5, 4), Some(square));
/// assert_eq!(Square::from_number(51), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Square(u8);

impl Square {
    /// From the number printed on a diagram, 1 to 50.
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            // After every ten squares the bitboard has a ghost.
            1..=50 => Some(Self(number - 1 + (number - 1) / 10)),
            _ => None,
        }
    }

    /// From a number 0 to 49.
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 50 { Self::from_number(index + 1) } else { None }
    }

    /// The square at a row and a column, 0 to 9 each; `None` for a light square.
    pub const fn from_row_and_column(row: u8, column: u8) -> Option<Self> {
        if row < 10 && column < 10 && (row + column) % 2 == 1 {
            Self::from_number(5 * row + column / 2 + 1)
        } else {
            None
        }
    }

    /// The square at a place of a bitboard that is no ghost.
    #[inline]
    pub(crate) const fn from_place(place: u8) -> Self {
        Self(place & 63)
    }

    /// All squares, from 1 to 50.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (1..=50).filter_map(Self::from_number)
    }

    /// The number printed on a diagram, 1 to 50.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0 - self.0 / 11 + 1
    }

    /// Number 0 to 49, for tables with an entry a square.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 - self.0 / 11) as usize
    }

    /// Place of its bit in a bitboard, 0 to 53. Cheaper than [`Square::index`] for tables that can
    /// afford 64 entries: the mask tells the compiler that no bounds need be checked.
    #[inline]
    pub const fn place(self) -> usize {
        (self.0 & 63) as usize
    }

    /// Row 0 (Black's edge) to 9 (White's).
    #[inline]
    pub const fn row(self) -> u8 {
        (self.number() - 1) / 5
    }

    /// Column 0 (left, White below) to 9.
    #[inline]
    pub const fn column(self) -> u8 {
        2 * ((self.number() - 1) % 5) + (self.row() + 1) % 2
    }

    /// The square as the other player sees it: the board turned by half a circle.
    #[inline]
    pub const fn rotated(self) -> Self {
        Self(53 - self.0)
    }
}

/// The number.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(&self.number(), f)
    }
}

/// The number, not the place that is stored.
impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Square({})", self.number())
    }
}

/// A diagonal direction, White below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Direction {
    /// Towards White and the left edge.
    DownLeft,
    /// Towards White and the right edge.
    DownRight,
    /// Towards Black and the right edge.
    UpRight,
    /// Towards Black and the left edge.
    UpLeft,
}

impl Direction {
    /// All four, each beside its neighbours in the circle.
    pub const ALL: [Self; 4] = [Self::DownLeft, Self::DownRight, Self::UpRight, Self::UpLeft];

    /// Place of this direction in a table with four entries.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction back.
    #[inline]
    pub const fn opposite(self) -> Self {
        match self {
            Self::DownLeft => Self::UpRight,
            Self::DownRight => Self::UpLeft,
            Self::UpRight => Self::DownLeft,
            Self::UpLeft => Self::DownRight,
        }
    }

    /// The two directions at a right angle to this one.
    #[inline]
    pub const fn turns(self) -> [Self; 2] {
        match self {
            Self::DownLeft | Self::UpRight => [Self::DownRight, Self::UpLeft],
            Self::DownRight | Self::UpLeft => [Self::DownLeft, Self::UpRight],
        }
    }

    /// What holds in any direction, for the inner loops: unlike a map over [`Direction::ALL`] it is
    /// sure to be four plain expressions.
    #[inline(always)]
    pub(crate) fn union(squares: impl Fn(Self) -> Bitboard) -> Bitboard {
        squares(Self::DownLeft)
            | squares(Self::DownRight)
            | squares(Self::UpRight)
            | squares(Self::UpLeft)
    }

    /// Whether places of a bitboard grow along this direction.
    #[inline]
    pub(crate) const fn is_down(self) -> bool {
        matches!(self, Self::DownLeft | Self::DownRight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_rows_and_columns_are_ways_of_saying_the_same() {
        assert_eq!(Square::all().count(), 50);
        for (number, square) in (1..).zip(Square::all()) {
            assert_eq!((square.number(), square.index()), (number, usize::from(number) - 1));
            assert_eq!(Square::from_index(number - 1), Some(square));
            let (row, column) = (square.row(), square.column());
            assert_eq!((row, (row + column) % 2), ((number - 1) / 5, 1));
            assert_eq!(Square::from_row_and_column(row, column), Some(square));
            assert_eq!(square.rotated().number(), 51 - number);
            assert_eq!(square.to_string(), number.to_string());
        }
        assert_eq!((Square::from_number(0), Square::from_number(51)), (None, None));
        assert_eq!((Square::from_index(50), Square::from_index(255)), (None, None));
        assert_eq!(Square::from_row_and_column(0, 0), None);
        assert_eq!(Square::from_row_and_column(3, 10), None);
    }

    #[test]
    fn directions_form_a_circle() {
        for direction in Direction::ALL {
            assert_eq!(direction.opposite().opposite(), direction);
            let [one, other] = direction.turns();
            assert_eq!(one.opposite(), other);
            assert!(one != direction && other != direction);
            assert_ne!(direction.is_down(), direction.opposite().is_down());
        }
    }
}
