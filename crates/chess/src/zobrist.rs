//! Random numbers that make up a position's key, drawn at compile time from a fixed seed.

use crate::piece::Piece;
use crate::square::{File, Square};
use damier_core::random::nth_bits;

struct Keys {
    pieces: [[[u64; 64]; 6]; 2],
    castling_rooks: [u64; 64],
    en_passant_files: [u64; 8],
    black_to_move: u64,
}

static KEYS: Keys = draw();

/// The number of a piece on a square.
#[inline]
pub(crate) fn piece(piece: Piece, square: Square) -> u64 {
    KEYS.pieces[piece.side.index()][piece.role.index()][square.index()]
}

/// The number of a rook that may still castle.
#[inline]
pub(crate) fn castling_rook(square: Square) -> u64 {
    KEYS.castling_rooks[square.index()]
}

/// The number of a possible en-passant capture on a file.
#[inline]
pub(crate) fn en_passant(file: File) -> u64 {
    KEYS.en_passant_files[file.index() & 7]
}

/// The number that is in the key when Black moves.
#[inline]
pub(crate) fn black_to_move() -> u64 {
    KEYS.black_to_move
}

const fn draw() -> Keys {
    let mut counter = 0;
    let mut keys = Keys {
        pieces: [[[0; 64]; 6]; 2],
        castling_rooks: [0; 64],
        en_passant_files: [0; 8],
        black_to_move: nth_bits(u64::MAX),
    };
    while counter < 12 * 64 {
        keys.pieces[counter / 384][counter / 64 % 6][counter % 64] = nth_bits(counter as u64 + 1);
        counter += 1;
    }
    let mut square = 0;
    while square < 64 {
        keys.castling_rooks[square] = nth_bits((counter + square) as u64 + 1);
        square += 1;
    }
    let mut file = 0;
    while file < 8 {
        keys.en_passant_files[file] = nth_bits((counter + 64 + file) as u64 + 1);
        file += 1;
    }
    keys
}
