//! Pieces.

use damier_core::Side;

/// What a piece is, of either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Role {
    /// Moves forward, takes diagonally, promotes.
    Pawn,
    /// Leaps.
    Knight,
    /// Slides along diagonals.
    Bishop,
    /// Slides along ranks and files.
    Rook,
    /// Slides in all eight directions.
    Queen,
    /// One step; must never be left to capture.
    King,
}

impl Role {
    /// All roles, from the least valuable to the king.
    pub const ALL: [Self; 6] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// What a pawn may become, the best first.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// Place of this role in a table with six entries.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Small letter, as in UCI promotions and black pieces of a FEN.
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }

    /// From a letter of either case.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_lowercase() {
            'p' => Some(Self::Pawn),
            'n' => Some(Self::Knight),
            'b' => Some(Self::Bishop),
            'r' => Some(Self::Rook),
            'q' => Some(Self::Queen),
            'k' => Some(Self::King),
            _ => None,
        }
    }

    /// English word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
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
    /// FEN letter: capital for White, small for Black.
    pub const fn letter(self) -> char {
        match self.side {
            Side::White => self.role.letter().to_ascii_uppercase(),
            Side::Black => self.role.letter(),
        }
    }

    /// From a FEN letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        match Role::from_letter(letter) {
            Some(role) => Some(Self { side, role }),
            None => None,
        }
    }
}
