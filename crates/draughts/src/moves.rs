//! Moves in eight bytes, and lists of them.

use crate::bitboard::Bitboard;
use crate::square::Square;
use arrayvec::ArrayVec;
use damier_core::MoveHint;
use std::fmt;
use std::num::NonZeroU64;
use std::ops::{Deref, DerefMut};

/// A move: origin, target and the set of captured squares.
///
/// Two captures may share both ends and still take different pieces; two that take the same pieces
/// in another order are one move. The path between is not part of it: ask
/// [`Position::path`](crate::Position::path). A move means something only together with the
/// position it was generated for.
///
/// ```
/// use damier_draughts::Position;
///
/// // Round a square of four, either way: two paths, one move.
/// let position = Position::from_fen("W:W33:B18,19,28,29")?;
/// let moves = position.legal_moves();
/// assert_eq!(moves.len(), 1);
/// assert_eq!((moves[0].from(), moves[0].to()), (moves[0].to(), moves[0].from()));
/// assert_eq!(moves[0].count_captured(), 4);
/// assert_eq!(position.paths(moves[0], 10).len(), 2);
/// # Ok::<(), damier_draughts::FenError>(())
/// ```
// Six bits of origin, six of target, then the captured set. A piece on the edge cannot be jumped,
// so the rows 1 to 8 are all that is stored of the set, 44 bits. The top bit is always set, so that
// `Option<Move>` costs nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU64);

const _: () = assert!(size_of::<Option<Move>>() == 8, "lists of moves stay small");

const TO: u32 = 6;
const CAPTURED: u32 = 12;
const ALWAYS: u64 = 1 << 63;
/// Places of row 0, which the packed set leaves out.
const FIRST_ROW: u32 = 5;
/// Rows 1 to 8, the only ones where a piece can be jumped.
const INNER_ROWS: u64 = ((1 << 44) - 1) << FIRST_ROW;

impl Move {
    /// A move to an empty square.
    #[inline]
    pub const fn quiet(from: Square, to: Square) -> Self {
        Self::capture(from, to, Bitboard::EMPTY)
    }

    /// A move that takes what stands on the captured squares. Squares of the first and the last row
    /// are dropped from the set: nothing can be captured there.
    #[inline]
    pub const fn capture(from: Square, to: Square, captured: Bitboard) -> Self {
        let set = (captured.to_bits() & INNER_ROWS) >> FIRST_ROW;
        let bits = from.place() as u64 | (to.place() as u64) << TO | set << CAPTURED;
        Self(NonZeroU64::new(bits | ALWAYS).expect("the top bit is set"))
    }

    /// Where the moving piece stands.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_place(self.0.get() as u8)
    }

    /// Where it arrives; a capture may lead back to its origin.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_place((self.0.get() >> TO) as u8)
    }

    /// The squares of the pieces it takes.
    #[inline]
    pub const fn captured(self) -> Bitboard {
        Bitboard::from_bits(self.0.get() >> CAPTURED << FIRST_ROW & INNER_ROWS)
    }

    /// Whether it takes something.
    #[inline]
    pub const fn is_capture(self) -> bool {
        !self.captured().is_empty()
    }

    /// How many pieces it takes.
    #[inline]
    pub const fn count_captured(self) -> usize {
        self.captured().count()
    }
}

/// Ends and captured squares as Hub writes them: `32-28`, `28x19x23`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let separator = if self.is_capture() { 'x' } else { '-' };
        write!(f, "{}{separator}{}", self.from(), self.to())?;
        for square in self.captured() {
            write!(f, "x{square}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Origin and target in six bits each, and four that depend on the captured set: captures that
/// share both ends have different hints fifteen times out of sixteen. No hint is zero, which tables
/// take for none.
impl From<Move> for MoveHint {
    #[inline]
    fn from(mv: Move) -> Self {
        // Multiplying carries every bit of the set into the top four.
        let set = mv.captured().to_bits().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60;
        Self((mv.from().place() + 1) as u16 | (mv.to().place() << 6) as u16 | (set as u16) << 12)
    }
}

/// No position has more quiet moves. An empty square can be reached by four pieces at most, the
/// nearest in each direction, so with `n` pieces there are at most 4 × (50 − n) moves; and a king
/// in the centre of an empty board has 17, so there are at most 17 × n. Up to nine pieces the
/// second bound gives 153, from ten on the first gives 160.
const MAX_QUIET_MOVES: usize = 160;

/// The moves of one position, kept on the stack.
///
/// Quiet moves always fit. There is no proof of how many different captures a composed position
/// may offer (385 were found, see the tests), so if there are more than games ever have, the list
/// moves to the heap.
#[derive(Clone, Debug, Default)]
pub struct MoveList {
    few: ArrayVec<Move, MAX_QUIET_MOVES>,
    /// All the moves, once they are too many.
    many: Vec<Move>,
}

impl MoveList {
    /// An empty list.
    #[inline]
    pub fn new() -> Self {
        Self { few: ArrayVec::new(), many: Vec::new() }
    }

    #[inline]
    pub(crate) fn push(&mut self, mv: Move) {
        if self.few.try_push(mv).is_err() {
            self.push_to_heap(mv);
        }
    }

    #[cold]
    fn push_to_heap(&mut self, mv: Move) {
        if self.many.is_empty() {
            self.many.extend_from_slice(&self.few);
        }
        self.many.push(mv);
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        self.few.clear();
        self.many.clear();
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        if self.many.is_empty() { &self.few } else { &self.many }
    }
}

/// For putting moves in order.
impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        if self.many.is_empty() { &mut self.few } else { &mut self.many }
    }
}

/// The moves of a list that is used up.
#[derive(Debug)]
pub struct IntoMoves {
    list: MoveList,
    next: usize,
}

impl Iterator for IntoMoves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let mv = self.list.get(self.next).copied()?;
        self.next += 1;
        Some(mv)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.list.len() - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for IntoMoves {}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = IntoMoves;

    #[inline]
    fn into_iter(self) -> IntoMoves {
        IntoMoves { list: self, next: 0 }
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(number: u8) -> Square {
        Square::from_number(number).unwrap()
    }

    #[test]
    fn packing_loses_nothing() {
        let inner: Bitboard = Square::all().filter(|s| (1..9).contains(&s.row())).collect();
        let sets = [Bitboard::EMPTY, inner, square(6).into(), square(45).into()];
        for captured in sets {
            for (from, to) in Square::all().flat_map(|a| Square::all().map(move |b| (a, b))) {
                let mv = Move::capture(from, to, captured);
                assert_eq!((mv.from(), mv.to(), mv.captured()), (from, to, captured));
                assert_eq!(mv.is_capture(), !captured.is_empty());
                assert_eq!(mv.count_captured(), captured.count());
                assert_ne!(MoveHint::from(mv).0, 0);
            }
        }
    }

    #[test]
    fn a_move_reads_as_hub_writes_it() {
        assert_eq!(Move::quiet(square(32), square(28)).to_string(), "32-28");
        let captured = Bitboard::from(square(29)) | square(19).into();
        assert_eq!(Move::capture(square(14), square(34), captured).to_string(), "14x34x19x29");
    }

    #[test]
    fn hints_tell_most_captures_between_the_same_squares_apart() {
        let inner: Vec<Square> = Square::all().filter(|s| (1..9).contains(&s.row())).collect();
        let mut counts = [0; 16];
        for &one in &inner {
            for &other in inner.iter().filter(|&&other| other != one) {
                let captured = Bitboard::from(one) | other.into();
                let hint = MoveHint::from(Move::capture(square(1), square(2), captured));
                counts[usize::from(hint.0 >> 12)] += 1;
            }
        }
        // 1560 pairs over 16 values, about a hundred each.
        assert!(counts.iter().all(|count| (40..200).contains(count)), "{counts:?}");
    }

    #[test]
    fn a_list_grows_beyond_its_room_on_the_stack() {
        let mv = |n: usize| Move::quiet(square(n as u8 % 50 + 1), square((n / 50) as u8 + 1));
        let mut list = MoveList::new();
        for count in 0..500 {
            assert_eq!(list.len(), count);
            list.push(mv(count));
        }
        assert!((0..500).all(|n| list[n] == mv(n)));
        assert_eq!(list.iter().count(), 500);
        assert_eq!(list.clone().into_iter().len(), 500);
        assert!(list.clone().into_iter().eq(list.iter().copied()));
        list.clear();
        assert!(list.is_empty());
        list.push(mv(7));
        assert_eq!(*list, [mv(7)]);
    }
}
