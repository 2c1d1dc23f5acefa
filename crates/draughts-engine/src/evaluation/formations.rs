//! Formations of men: what stands on eight squares that belong together.
//!
//! Sixteen windows of four rows and two columns cover the board, so that each square is in several.
//! What stands in a window, own men, other men and empty squares, is one of 3⁸ formations, and each
//! has a weight of its own. A layer of neurons has to put such things together from single men;
//! here they are looked up. Kings are no part of formations: they leave them.

use super::network::{SIDE, SQUARES};
use damier_draughts::{Bitboard, Position, Side, Square};
use damier_nnue::Token;

/// Windows begin on every other row and on every column but the last.
const ROWS: usize = 4;
const COLUMNS: usize = 4;
/// What may stand in a window.
const FORMATIONS: usize = 3usize.pow(8);
/// The weights of all windows.
pub(super) const ENTRIES: usize = ROWS * COLUMNS * FORMATIONS;

/// Two rows in the layout of sets of squares: ten squares and a ghost.
const TWO_ROWS: usize = 11;

/// For every set of squares of a window, the sum of their powers of three.
const TERNARY: [u16; 256] = {
    let mut table = [0; 256];
    let mut set = 0;
    while set < 256 {
        let (mut square, mut power) = (0, 1);
        while square < 8 {
            if set >> square & 1 != 0 {
                table[set] += power;
            }
            power *= 3;
            square += 1;
        }
        set += 1;
    }
    table
};

/// The eight squares of the window that begins at the lowest bit, side by side: of each of four
/// rows two squares, which begin at bits 0, 5, 11 and 16.
#[inline(always)]
fn gather(bits: u64) -> usize {
    (bits & 0b11 | bits >> 3 & 0b1100 | bits >> 7 & 0b11_0000 | bits >> 10 & 0b1100_0000) as usize
}

/// The board turned round: square 1 becomes square 50.
#[inline]
fn turned(men: Bitboard) -> u64 {
    men.to_bits().reverse_bits() >> (64 - 5 * TWO_ROWS + 1)
}

/// Shows every window with the number of its formation, in the eyes of a player with these men
/// whose board is the right way up.
#[inline(always)]
fn each_window(own: u64, other: u64, mut see: impl FnMut(usize)) {
    let mut window = 0;
    for row in 0..ROWS {
        for column in 0..COLUMNS {
            let begin = TWO_ROWS * row + column;
            let own = TERNARY[gather(own >> begin)];
            let other = TERNARY[gather(other >> begin)];
            see(window * FORMATIONS + usize::from(own + 2 * other));
            window += 1;
        }
    }
}

/// The formations of a position in the eyes of both players.
#[inline(always)]
pub(super) fn each(men: [Bitboard; 2], mut see: impl FnMut(Side, usize)) {
    let [white, black] = men;
    each_window(white.to_bits(), black.to_bits(), |entry| see(Side::White, entry));
    each_window(turned(black), turned(white), |entry| see(Side::Black, entry));
}

/// The men of a position.
#[inline]
pub(super) fn men(position: &Position) -> [Bitboard; 2] {
    [position.men(Side::White), position.men(Side::Black)]
}

/// The men among these pieces.
pub(super) fn men_of(tokens: &[Token]) -> [Bitboard; 2] {
    let mut men = [Bitboard::EMPTY; 2];
    for &token in tokens {
        let (side, rest) = (usize::from(token) / SIDE, usize::from(token) % SIDE);
        if rest < SQUARES {
            let square = Square::from_index(rest as u8).expect("a token has a square");
            men[side] |= Bitboard::from_square(square);
        }
    }
    men
}
