//! Positions as numbers: eight words of 64 bits each, for arrays.

use super::G;
use damier_chess::{Role, Square};
use damier_core::Side;
use std::fmt::Write;

/// Words for a position: the squares of pawns, knights, bishops, rooks, queens, kings and of
/// White's pieces, a1 in the lowest bit; then the state.
///
/// Of the state, bit 0 says that Black is to move, bits 1 to 7 are the square on which a pawn can
/// be taken en passant and 1 more, bits 8 to 15 the plies since the last capture or pawn move, bits
/// 16 to 31 the number of the move; the rooks that may castle are told by their files: bits 32 to
/// 39 White's, 40 to 47 Black's.
pub(super) const WORDS: usize = 8;

pub(super) fn to_words(position: &G) -> [u64; WORDS] {
    let mut words = [0; WORDS];
    for role in Role::ALL {
        words[role.index()] = position.role(role).0;
    }
    words[6] = position.side(Side::White).0;
    let mut state = u64::from(position.side_to_move() == Side::Black);
    state |= position.en_passant().map_or(0, |square| square.index() as u64 + 1) << 1;
    state |= u64::from(position.halfmove_clock().min(255)) << 8;
    state |= u64::from(position.fullmove_number()) << 16;
    for side in Side::ALL {
        for rook in position.castling().rooks_of(side) {
            state |= 1 << (32 + 8 * side.index() + rook.file().index());
        }
    }
    words[7] = state;
    words
}

/// The position of such words. The board goes through FEN, whose reader knows what can be on a
/// board; `text` is a buffer.
pub(super) fn from_words(words: &[u64; WORDS], text: &mut String) -> Result<G, String> {
    let (white, state) = (words[6], words[7]);
    let mut seen = 0;
    for &squares in &words[..6] {
        if seen & squares != 0 {
            return Err("two pieces on one square".to_owned());
        }
        seen |= squares;
    }
    if white & !seen != 0 {
        return Err("White has a square on which nothing stands".to_owned());
    }
    let mut letters = [0u8; 64];
    for role in Role::ALL {
        let mut squares = words[role.index()];
        while squares != 0 {
            let square = squares.trailing_zeros() as usize;
            let letter = role.letter() as u8;
            let is_white = white >> square & 1 == 1;
            letters[square] = if is_white { letter.to_ascii_uppercase() } else { letter };
            squares &= squares - 1;
        }
    }
    text.clear();
    for rank in (0..8).rev() {
        let mut empty = 0;
        for &letter in &letters[8 * rank..8 * rank + 8] {
            if letter == 0 {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text.push(char::from(b'0' + empty));
                empty = 0;
            }
            text.push(char::from(letter));
        }
        if empty > 0 {
            text.push(char::from(b'0' + empty));
        }
        text.push(if rank == 0 { ' ' } else { '/' });
    }
    write_state(state, text);
    G::from_fen(text).map_err(|error| error.to_string())
}

fn write_state(state: u64, text: &mut String) {
    text.push_str(if state & 1 == 1 { "b " } else { "w " });
    let before = text.len();
    for file in 0..16u8 {
        if state >> (32 + file) & 1 == 1 {
            let first = if file < 8 { b'A' } else { b'a' };
            text.push(char::from(first + file % 8));
        }
    }
    if text.len() == before {
        text.push('-');
    }
    let en_passant = (state >> 1 & 127) as u8;
    match en_passant.checked_sub(1).and_then(Square::from_index) {
        Some(square) => {
            let _ = write!(text, " {square}");
        }
        None => text.push_str(" -"),
    }
    let _ = write!(text, " {} {}", state >> 8 & 255, (state >> 16 & 0xFFFF).max(1));
}
