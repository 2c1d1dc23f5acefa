//! Random numbers that make up a position's key, drawn at compile time from a fixed seed.

use crate::piece::Piece;
use crate::square::Square;
use damier_core::random::nth_bits;

/// By side, role and place on the bitboard.
static PIECES: [[[u64; 64]; 2]; 2] = draw();

/// The number of a piece on a square.
#[inline]
pub(crate) fn piece(piece: Piece, square: Square) -> u64 {
    PIECES[piece.side.index()][piece.role.index()][square.place()]
}

/// The number that is in the key when Black moves.
pub(crate) const BLACK_TO_MOVE: u64 = nth_bits(u64::MAX);

const fn draw() -> [[[u64; 64]; 2]; 2] {
    let mut pieces = [[[0; 64]; 2]; 2];
    let mut counter = 0;
    while counter < 4 * 64 {
        pieces[counter / 128][counter / 64 % 2][counter % 64] = nth_bits(counter as u64 + 1);
        counter += 1;
    }
    pieces
}
