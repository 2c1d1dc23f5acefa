//! The seam through which an observer learns what a move changes on the board.

use crate::piece::Piece;
use crate::square::Square;

/// Told of every piece that leaves or enters a square while a move is played.
///
/// A network keeps its inputs up to date this way without the rules knowing that networks exist. A
/// piece that moves vanishes from one square and appears on another (on the same, if a capture leads
/// back to its origin); within one move, everything that vanishes is told before anything that
/// appears.
pub trait Listener {
    /// A piece stands on this square no more.
    fn vanished(&mut self, piece: Piece, square: Square);
    /// A piece stands on this square now.
    fn appeared(&mut self, piece: Piece, square: Square);
}

/// Nobody listens; the calls compile to nothing.
impl Listener for () {
    #[inline]
    fn vanished(&mut self, _: Piece, _: Square) {}
    #[inline]
    fn appeared(&mut self, _: Piece, _: Square) {}
}
