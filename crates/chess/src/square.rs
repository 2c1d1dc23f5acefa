//! Squares, files and ranks.

use damier_core::Side;
use std::fmt;

/// A column of the board, `a` to `h`, stored as 0 to 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct File(u8);

/// A row of the board, 1 to 8, stored as 0 to 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Rank(u8);

/// One of the 64 squares, stored as 0 (a1) to 63 (h8), rank by rank.
///
/// ```
/// use damier_chess::{File, Square};
///
/// let square = Square::from_name("e4").unwrap();
/// assert_eq!((square.file().letter(), square.rank().digit()), ('e', '4'));
/// assert_eq!(square.with_file(File::A).to_string(), "a4");
/// assert_eq!(Square::all().count(), 64);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Square(u8);

impl File {
    /// The file on which kings stand in the usual start position.
    pub const E: Self = Self(4);
    /// Where a king arrives that castles towards the a-file; its rook goes to [`File::D`].
    pub const C: Self = Self(2);
    /// Where the rook arrives when its king castles to the c-file.
    pub const D: Self = Self(3);
    /// Where the rook arrives when its king castles to the g-file.
    pub const F: Self = Self(5);
    /// Where a king arrives that castles towards the h-file; its rook goes to [`File::F`].
    pub const G: Self = Self(6);
    /// The leftmost file.
    pub const A: Self = Self(0);
    /// The rightmost file.
    pub const H: Self = Self(7);

    /// From a number 0 to 7.
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 8 { Some(Self(index)) } else { None }
    }

    /// From a small letter `a` to `h`.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'a'..='h' => Some(Self(letter as u8 - b'a')),
            _ => None,
        }
    }

    /// Number 0 to 7.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Small letter `a` to `h`.
    pub const fn letter(self) -> char {
        (b'a' + self.0) as char
    }
}

impl Rank {
    /// From a number 0 (the first rank) to 7.
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 8 { Some(Self(index)) } else { None }
    }

    /// From a digit `1` to `8`.
    pub const fn from_digit(digit: char) -> Option<Self> {
        match digit {
            '1'..='8' => Some(Self(digit as u8 - b'1')),
            _ => None,
        }
    }

    /// The rank that `side` counts as its `number`th, 1 (where its king starts) to 8.
    ///
    /// # Panics
    /// If `number` is not in 1 to 8.
    pub const fn relative(side: Side, number: u8) -> Self {
        assert!(number >= 1 && number <= 8, "ranks are numbered 1 to 8");
        match side {
            Side::White => Self(number - 1),
            Side::Black => Self(8 - number),
        }
    }

    /// Number 0 (the first rank) to 7.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Digit `1` to `8`.
    pub const fn digit(self) -> char {
        (b'1' + self.0) as char
    }
}

impl Square {
    /// From a number 0 (a1) to 63 (h8).
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 64 { Some(Self(index)) } else { None }
    }

    /// The square whose number is the low six bits of `bits`.
    #[inline]
    pub(crate) const fn from_low_bits(bits: u8) -> Self {
        Self(bits & 63)
    }

    /// The square where a file and a rank cross.
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self(rank.0 * 8 + file.0)
    }

    /// From a name such as `e4`.
    pub fn from_name(name: &str) -> Option<Self> {
        let mut letters = name.chars();
        let file = File::from_letter(letters.next()?)?;
        let rank = Rank::from_digit(letters.next()?)?;
        letters.next().is_none().then_some(Self::new(file, rank))
    }

    /// All squares, from a1 to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..64).map(Self)
    }

    /// Number 0 (a1) to 63 (h8). The mask tells the compiler what the constructors ensure, so that
    /// tables of 64 are read without a bounds check.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The column it lies in.
    #[inline]
    pub const fn file(self) -> File {
        File(self.0 & 7)
    }

    /// The row it lies in.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank((self.0 & 63) >> 3)
    }

    /// The square in the same row of another file.
    #[inline]
    pub const fn with_file(self, file: File) -> Self {
        Self(self.0 & 56 | file.0)
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.digit())
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_squares_are_two_ways_of_saying_the_same() {
        for square in Square::all() {
            assert_eq!(Square::from_name(&square.to_string()), Some(square));
        }
        for wrong in ["", "e", "e9", "i4", "e0", "e44", "é4", "4e"] {
            assert_eq!(Square::from_name(wrong), None, "{wrong}");
        }
    }
}
