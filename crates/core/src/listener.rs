use crate::Rules;

/// Told of every piece that leaves or enters a square while a move is played; who does not care
/// says nothing.
///
/// A network keeps its inputs up to date this way without the rules knowing that networks exist. A
/// piece that moves vanishes from one square and appears on another (on the same, if a capture in
/// draughts leads back to its origin); within one move, everything that vanishes is told before
/// anything that appears.
pub trait Listener<R: Rules> {
    /// A piece stands on this square no more.
    #[inline]
    fn vanished(&mut self, piece: R::Piece, square: R::Square) {
        let _ = (piece, square);
    }

    /// A piece stands on this square now.
    #[inline]
    fn appeared(&mut self, piece: R::Piece, square: R::Square) {
        let _ = (piece, square);
    }
}

/// No listener; the calls compile to nothing.
impl<R: Rules> Listener<R> for () {}
