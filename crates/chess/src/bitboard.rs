//! Sets of squares.

use crate::square::{File, Rank, Square};
use damier_core::{Side, square_set};
use std::fmt;

/// A set of squares, one bit each; the lowest bit is a1, the highest h8.
///
/// `a - b` is the squares of `a` that are not in `b`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// Every square.
    pub const ALL: Self = Self(!0);
    /// The light squares, h1 among them.
    pub const LIGHT: Self = Self(0x55AA_55AA_55AA_55AA);
    /// The first and the last rank.
    pub const BACK_RANKS: Self = Self(0xFF00_0000_0000_00FF);

    /// The one square.
    #[inline]
    pub const fn from_square(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// The eight squares of a file.
    #[inline]
    pub const fn from_file(file: File) -> Self {
        Self(0x0101_0101_0101_0101 << file.index())
    }

    /// The eight squares of a rank.
    #[inline]
    pub const fn from_rank(rank: Rank) -> Self {
        Self(0xFF << (8 * rank.index()))
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 == 1
    }

    /// The square nearest to a1 in reading order of the numbering, if there is one.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.is_empty() { None } else { Some(self.first_or_a1()) }
    }

    /// [`Bitboard::first`] where the set is known not to be empty; the empty set answers a1.
    #[inline]
    pub(crate) const fn first_or_a1(self) -> Square {
        Square::from_low_bits(self.0.trailing_zeros() as u8)
    }

    /// Every square one rank further for `side`. What leaves the board comes in again at the other
    /// end, so use it where the last rank is empty or masked off, as it is for pawns.
    #[inline]
    pub(crate) const fn forward(self, side: Side) -> Self {
        // One rotation for both sides needs no branch.
        Self(self.0.rotate_left(8 + 48 * side as u32))
    }

    /// The squares one file to the left (towards `a`); those on the a-file fall off.
    #[inline]
    pub(crate) const fn to_the_left(self) -> Self {
        Self((self.0 & !Self::from_file(File::A).0) >> 1)
    }

    /// The squares one file to the right (towards `h`); those on the h-file fall off.
    #[inline]
    pub(crate) const fn to_the_right(self) -> Self {
        Self((self.0 & !Self::from_file(File::H).0) << 1)
    }
}

square_set! {
    Bitboard of Square,
    /// The squares of a [`Bitboard`], from a1 to h8.
    Squares
}

/// A small picture of the board, rank 8 first.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "Bitboard({:#018x})", self.0)?;
        for rank in (0..8).rev() {
            for file in 0..8 {
                let mark = if self.0 >> (8 * rank + file) & 1 == 1 { '#' } else { '.' };
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

    #[test]
    fn the_right_hand_corner_of_each_player_is_light() {
        let is_light = |name| Bitboard::LIGHT.contains(Square::from_name(name).unwrap());
        assert!(is_light("h1") && is_light("a8"));
        assert!(!is_light("a1") && !is_light("h8"));
        assert_eq!(Bitboard::LIGHT.count(), 32);
    }
}
