//! Who may still castle, and with which rook.

use crate::bitboard::Bitboard;
use crate::square::{File, Rank, Square};
use damier_core::Side;

/// The two directions in which a king can castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wing {
    /// Towards the h-file: the king ends on g, the rook on f.
    KingSide,
    /// Towards the a-file: the king ends on c, the rook on d.
    QueenSide,
}

impl Wing {
    /// Both wings, the king's first, as a FEN lists them.
    pub const ALL: [Self; 2] = [Self::KingSide, Self::QueenSide];

    /// The wing on which a rook stands, seen from its king.
    #[inline]
    pub const fn of_rook(king: Square, rook: Square) -> Self {
        if rook.index() > king.index() { Self::KingSide } else { Self::QueenSide }
    }

    /// Where the king arrives.
    #[inline]
    pub const fn king_target(self) -> File {
        match self {
            Self::KingSide => File::G,
            Self::QueenSide => File::C,
        }
    }

    /// Where the rook arrives.
    #[inline]
    pub const fn rook_target(self) -> File {
        match self {
            Self::KingSide => File::F,
            Self::QueenSide => File::D,
        }
    }
}

/// The rooks with which castling is still allowed, as a set of squares.
///
/// A right *is* the rook that has it: this works for every Chess960 position, and clearing rights
/// after a move is one set operation on its two squares, for captures of a rook too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct CastlingRights {
    rooks: Bitboard,
}

impl CastlingRights {
    /// Neither side may castle.
    pub const NONE: Self = Self { rooks: Bitboard::EMPTY };

    /// Rights of exactly these rooks.
    pub(crate) const fn of_rooks(rooks: Bitboard) -> Self {
        Self { rooks }
    }

    /// All rooks that may castle.
    #[inline]
    pub const fn rooks(self) -> Bitboard {
        self.rooks
    }

    /// The rooks of one side that may castle: at most two, on its first rank.
    #[inline]
    pub fn rooks_of(self, side: Side) -> Bitboard {
        self.rooks & Bitboard::from_rank(Rank::relative(side, 1))
    }

    /// The rook with which a side may castle on a wing; its king stands on `king`.
    pub(crate) fn rook(self, side: Side, king: Square, wing: Wing) -> Option<Square> {
        self.rooks_of(side).into_iter().find(|&rook| Wing::of_rook(king, rook) == wing)
    }
}
