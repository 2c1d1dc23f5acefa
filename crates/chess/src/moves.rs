//! Moves in sixteen bits, and lists of them.

use crate::piece::Role;
use crate::square::Square;
use arrayvec::ArrayVec;
use damier_core::MoveHint;
use std::fmt;
use std::num::NonZeroU16;

/// A move: origin in the low six bits, target in the next six, [`MoveKind`] in the top four.
///
/// Castling is written as the king taking its own rook, in standard chess too: it is the one form
/// that no Chess960 position makes ambiguous. A move says by itself whether it captures or
/// promotes, but means something only together with the position it was generated for.
///
/// ```
/// use damier_chess::{Move, MoveKind, Position, Square};
///
/// let [e2, e4] = ["e2", "e4"].map(|name| Square::from_name(name).unwrap());
/// let mv = Position::start().read_san("e4")?;
/// assert_eq!(mv, Move::new(e2, e4, MoveKind::DoublePush));
/// assert!(mv.is_quiet() && mv.promotion().is_none());
/// assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
/// # Ok::<(), damier_chess::MoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2, "a table entry packs a move into 16 bits");

/// What is special about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// Nothing: a piece goes to an empty square.
    Quiet,
    /// A pawn advances two squares.
    DoublePush,
    /// King and rook move together; the target is the rook's square.
    Castle,
    /// An enemy piece on the target square is taken.
    Capture,
    /// A pawn takes the pawn that has just passed it.
    EnPassant,
    /// A pawn reaches the last rank.
    Promotion(Role),
    /// A pawn takes a piece on the last rank.
    CapturePromotion(Role),
}

/// Bit of the packed kind that is set for captures and for nothing else.
const CAPTURE_BIT: u16 = 4;
/// Bit of the packed kind that is set for promotions and for nothing else.
const PROMOTION_BIT: u16 = 8;

impl MoveKind {
    /// Every kind, with every promotion.
    pub const ALL: [Self; 13] = [
        Self::Quiet,
        Self::DoublePush,
        Self::Castle,
        Self::Capture,
        Self::EnPassant,
        Self::Promotion(Role::Queen),
        Self::Promotion(Role::Rook),
        Self::Promotion(Role::Bishop),
        Self::Promotion(Role::Knight),
        Self::CapturePromotion(Role::Queen),
        Self::CapturePromotion(Role::Rook),
        Self::CapturePromotion(Role::Bishop),
        Self::CapturePromotion(Role::Knight),
    ];

    #[inline]
    const fn pack(self) -> u16 {
        match self {
            Self::Quiet => 0,
            Self::DoublePush => 1,
            Self::Castle => 2,
            Self::Capture => CAPTURE_BIT,
            Self::EnPassant => CAPTURE_BIT | 1,
            Self::Promotion(role) => PROMOTION_BIT | promotion_bits(role),
            Self::CapturePromotion(role) => PROMOTION_BIT | CAPTURE_BIT | promotion_bits(role),
        }
    }

    /// Total: the packed values that stand for nothing (3, 6, 7) read as plain captures or moves.
    #[inline]
    const fn unpack(bits: u16) -> Self {
        if bits & PROMOTION_BIT != 0 {
            let role = match bits & 3 {
                0 => Role::Knight,
                1 => Role::Bishop,
                2 => Role::Rook,
                _ => Role::Queen,
            };
            return if bits & CAPTURE_BIT == 0 {
                Self::Promotion(role)
            } else {
                Self::CapturePromotion(role)
            };
        }
        match bits {
            1 => Self::DoublePush,
            2 => Self::Castle,
            5 => Self::EnPassant,
            4 | 6 | 7 => Self::Capture,
            _ => Self::Quiet,
        }
    }
}

#[inline]
const fn promotion_bits(role: Role) -> u16 {
    debug_assert!(!matches!(role, Role::Pawn | Role::King), "pawns become pieces");
    (role as u16 - Role::Knight as u16) & 3
}

impl Move {
    /// Packs a move.
    ///
    /// # Panics
    /// If a quiet move goes from a1 to a1, whose sixteen bits would all be zero.
    #[inline]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        let bits = from.index() as u16 | (to.index() as u16) << 6 | kind.pack() << 12;
        // Only a1–a1 packs to zero, and no piece moves nowhere.
        Self(NonZeroU16::new(bits).expect("a move goes somewhere"))
    }

    /// Reads sixteen bits that may come from anywhere. The result need not be legal anywhere.
    pub const fn from_bits(bits: u16) -> Option<Self> {
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Self(bits)),
            None => None,
        }
    }

    /// The sixteen bits.
    #[inline]
    pub const fn to_bits(self) -> u16 {
        self.0.get()
    }

    /// Where the moving piece stands.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_low_bits(self.0.get() as u8)
    }

    /// Where it goes; for castling, where the rook stands.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_low_bits((self.0.get() >> 6) as u8)
    }

    /// What is special about it.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        MoveKind::unpack(self.0.get() >> 12)
    }

    /// Whether it takes something, en passant included.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.0.get() >> 12 & CAPTURE_BIT != 0
    }

    /// What the pawn becomes, if it promotes.
    #[inline]
    pub const fn promotion(self) -> Option<Role> {
        match self.kind() {
            MoveKind::Promotion(role) | MoveKind::CapturePromotion(role) => Some(role),
            _ => None,
        }
    }

    /// Whether it neither takes nor promotes.
    #[inline]
    pub const fn is_quiet(self) -> bool {
        self.0.get() >> 12 & (CAPTURE_BIT | PROMOTION_BIT) == 0
    }

    /// Whether king and rook move together.
    #[inline]
    pub const fn is_castle(self) -> bool {
        matches!(self.kind(), MoveKind::Castle)
    }
}

/// Squares and kind, as `e2e4 DoublePush`.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{} {:?}", self.from(), self.to(), self.kind())
    }
}

impl From<Move> for MoveHint {
    #[inline]
    fn from(mv: Move) -> Self {
        Self(mv.to_bits())
    }
}

/// Sixteen pieces at most, none with more moves than a queen amid an empty board (27); the king has
/// eight and two castlings. So no position that a reader accepts can overflow the list.
const MAX_MOVES: usize = 15 * 27 + 8 + 2;

/// The moves of one position, kept on the stack.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_loses_nothing() {
        for kind in MoveKind::ALL {
            for from in Square::all() {
                for to in Square::all().filter(|&to| to != from) {
                    let mv = Move::new(from, to, kind);
                    assert_eq!((mv.from(), mv.to(), mv.kind()), (from, to, kind));
                    assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
                }
            }
        }
    }

    #[test]
    fn any_sixteen_bits_can_be_looked_at() {
        assert_eq!(Move::from_bits(0), None);
        for mv in (1..=u16::MAX).filter_map(Move::from_bits) {
            assert_eq!(mv.is_quiet(), !mv.is_capture() && mv.promotion().is_none());
        }
    }
}
