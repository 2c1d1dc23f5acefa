//! Pieces.

use damier_core::Side;

/// What a piece is, of either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Role {
    /// Steps forward, jumps in all four directions, becomes a king.
    Man,
    /// Flies along diagonals.
    King,
}

impl Role {
    /// Both roles, the man first.
    pub const ALL: [Self; 2] = [Self::Man, Self::King];

    /// Place of this role in a table with two entries.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// English word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Man => "man",
            Self::King => "king",
        }
    }
}

/// A piece of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Who owns it.
    pub side: Side,
    /// What it is.
    pub role: Role,
}

impl Piece {
    /// Letter of its side, capital for a king, as Hub and our diagrams write it.
    pub const fn letter(self) -> char {
        match (self.side, self.role) {
            (Side::White, Role::Man) => 'w',
            (Side::White, Role::King) => 'W',
            (Side::Black, Role::Man) => 'b',
            (Side::Black, Role::King) => 'B',
        }
    }
}
