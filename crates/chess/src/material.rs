//! How many pieces of each kind there are.

use crate::piece::{Piece, Role};
use damier_core::Side;

/// The numbers of all pieces, four bits each: equal exactly if the numbers are equal,
/// so that it serves as a key without collisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Material(u64);

impl Material {
    #[inline]
    const fn unit(piece: Piece) -> u64 {
        // Eight nibbles a side, six of them used; fifteen of a kind fit, and a side has one king.
        1 << (4 * (piece.role.index() + 8 * piece.side.index()))
    }

    /// One piece more.
    #[inline]
    pub(crate) fn add(&mut self, piece: Piece) {
        self.0 += Self::unit(piece);
    }

    /// One piece less.
    #[inline]
    pub(crate) fn remove(&mut self, piece: Piece) {
        self.0 -= Self::unit(piece);
    }

    /// How many pieces of this kind there are.
    #[inline]
    pub const fn count(self, side: Side, role: Role) -> usize {
        (self.0 >> (4 * (role.index() + 8 * side.index())) & 15) as usize
    }

    /// The packed numbers, as a key for tables.
    #[inline]
    pub const fn key(self) -> u64 {
        self.0
    }
}
