//! A board as the side to move sees it, White's way up: what the tables number.

use crate::class::{Class, Force};
use damier_draughts::{Bitboard, Position, Side};

/// The pieces of both sides, turned so that the side to move plays upwards, as White does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TurnedBoard {
    pub(crate) own_men: Bitboard,
    pub(crate) own_kings: Bitboard,
    pub(crate) other_men: Bitboard,
    pub(crate) other_kings: Bitboard,
}

impl TurnedBoard {
    #[inline]
    pub(crate) fn of(position: &Position) -> Self {
        let us = position.side_to_move();
        let board = Self {
            own_men: position.men(us),
            own_kings: position.kings(us),
            other_men: position.men(!us),
            other_kings: position.kings(!us),
        };
        match us {
            Side::White => board,
            Side::Black => board.turned(),
        }
    }

    /// Every set turned by half a circle, owners unchanged.
    #[inline]
    fn turned(self) -> Self {
        Self {
            own_men: self.own_men.rotated(),
            own_kings: self.own_kings.rotated(),
            other_men: self.other_men.rotated(),
            other_kings: self.other_kings.rotated(),
        }
    }

    /// The same pieces with the other side to move.
    #[inline]
    pub(crate) fn passed(self) -> Self {
        Self {
            own_men: self.other_men,
            own_kings: self.other_kings,
            other_men: self.own_men,
            other_kings: self.own_kings,
        }
        .turned()
    }

    /// The position with White to move, which a numbered board always is.
    ///
    /// # Panics
    /// If the sets make no sense; no number stands for such a board.
    #[inline]
    pub(crate) fn to_position(self) -> Position {
        let own = self.own_men | self.own_kings;
        let other = self.other_men | self.other_kings;
        let kings = self.own_kings | self.other_kings;
        Position::from_sets(own, other, kings, Side::White).expect("a numbered board makes sense")
    }

    /// The material; `None` if there are too many pieces, or none on a side.
    #[inline]
    pub(crate) fn class(self) -> Option<Class> {
        let force = |men: Bitboard, kings: Bitboard| Force {
            men: men.count() as u8,
            kings: kings.count() as u8,
        };
        Class::new(force(self.own_men, self.own_kings), force(self.other_men, self.other_kings))
    }
}
