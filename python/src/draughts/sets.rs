//! Positions as numbers: four words of 64 bits each, for arrays.

use super::G;
use damier_core::Side;
use damier_draughts::{Bitboard, Square};

/// Words for a position: the squares of White's pieces, of Black's and of all kings, square 1 in
/// the lowest bit; then 0 if White is to move and 1 if Black is.
pub(super) const WORDS: usize = 4;

pub(super) fn to_words(position: &G) -> [u64; WORDS] {
    let words = |squares: Bitboard| squares.into_iter().fold(0, |all, it| all | 1 << it.index());
    let [white, black] = Side::ALL.map(|side| words(position.side(side)));
    let kings = Side::ALL.map(|side| words(position.kings(side)));
    let is_black = position.side_to_move() == Side::Black;
    [white, black, kings[0] | kings[1], is_black.into()]
}

/// The position of such words.
pub(super) fn from_words(words: &[u64; WORDS], _text: &mut String) -> Result<G, String> {
    let [white, black, kings, is_black] = *words;
    if (white | black | kings) >> 50 != 0 {
        return Err("there are only fifty squares".to_owned());
    }
    let set = |bits: u64| -> Bitboard {
        let squares = (0..50u8).filter(|&index| bits >> index & 1 == 1);
        squares.filter_map(|index| Square::from_number(index + 1)).collect()
    };
    let side = match is_black {
        0 => Side::White,
        1 => Side::Black,
        other => return Err(format!("the side to move is {other}, but must be 0 or 1")),
    };
    let position = G::from_sets(set(white), set(black), set(kings), side);
    position.ok_or_else(|| {
        "two pieces on one square, a king of neither side, or a man on its last row".to_owned()
    })
}
