//! What the draw rules count.
//!
//! Three rules of the FMJD (Annex 1, article 6) end games that make no progress, in moves of each
//! side: 25 by kings alone; 16 with a lone king against three pieces, a king among them; 5 with a
//! lone king against two or one. The last two count from the move that made the material, that move
//! excluded, and neither captures nor moves of men set them back while the material is of that
//! kind: a capture that turns three against one into two against one starts the five moves, and
//! *the sixteen go on beside them* ("when during these 16 moves a piece is taken the maximum
//! remains"). Some servers drop the sixteen then; we read the rule as it is written. Some national
//! rules shorten the sixteen when the lone king holds the long diagonal; the FMJD's do not.

use crate::bitboard::Bitboard;

/// 25 moves of each side.
pub(crate) const KING_MOVES_LIMIT: u16 = 50;
/// 16 moves of each side.
pub(crate) const THREE_PIECES_LIMIT: u8 = 32;
/// 5 moves of each side.
pub(crate) const TWO_PIECES_LIMIT: u8 = 10;

/// What the draw rules count, in plies. A count that would grow beyond its type stays where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Clocks {
    king_moves: u16,
    three_pieces: Option<u8>,
    two_pieces: Option<u8>,
}

/// Material for which a draw rule counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Endgame {
    /// A lone king against three pieces, a king among them.
    ThreePieces,
    /// A lone king against one or two pieces, a king among them.
    TwoPieces,
}

impl Clocks {
    /// Clocks of a position of which nothing else is known.
    pub(crate) fn of_board([one, other]: [Bitboard; 2], kings: Bitboard, king_moves: u16) -> Self {
        Self { king_moves, ..Self::default() }.with_material(one, other, kings)
    }

    /// Counts a move after which the board looks like this; whose pieces are whose is all the same.
    #[inline]
    pub(crate) fn tick(
        &mut self,
        is_reversible: bool,
        one: Bitboard,
        other: Bitboard,
        kings: Bitboard,
    ) {
        self.king_moves = if is_reversible { self.king_moves.saturating_add(1) } else { 0 };
        // Pieces never grow in number, so with more than these no count has begun.
        if (one | other).count() <= 4 {
            *self = self.with_material(one, other, kings);
        }
    }

    /// Begins, raises or ends the two counts that depend on the material.
    #[cold]
    fn with_material(self, one: Bitboard, other: Bitboard, kings: Bitboard) -> Self {
        let raised = |count: Option<u8>| count.map(|plies| plies.saturating_add(1));
        let (three_pieces, two_pieces) = match endgame(one, other, kings) {
            None => (None, None),
            Some(Endgame::ThreePieces) => (Some(raised(self.three_pieces).unwrap_or(0)), None),
            Some(Endgame::TwoPieces) => {
                (raised(self.three_pieces), Some(raised(self.two_pieces).unwrap_or(0)))
            }
        };
        Self { three_pieces, two_pieces, ..self }
    }

    /// Whether one of the three rules ends the game, if the side to move can move at all.
    #[inline]
    pub fn have_run_out(self) -> bool {
        self.king_moves >= KING_MOVES_LIMIT
            || self.three_pieces.is_some_and(|plies| plies >= THREE_PIECES_LIMIT)
            || self.two_pieces.is_some_and(|plies| plies >= TWO_PIECES_LIMIT)
    }

    /// Plies since the last capture or move of a man; the 25-move rule ends the game at 50.
    #[inline]
    pub const fn king_moves(self) -> u16 {
        self.king_moves
    }

    /// Plies since a lone king came to stand against three pieces, or against fewer that were
    /// three; `None` if that is not so. The 16-move rule ends the game at 32.
    #[inline]
    pub const fn three_pieces(self) -> Option<u8> {
        self.three_pieces
    }

    /// Plies since a lone king came to stand against two pieces or one; `None` if that is not so.
    /// The 5-move rule ends the game at 10.
    #[inline]
    pub const fn two_pieces(self) -> Option<u8> {
        self.two_pieces
    }
}

fn endgame(one: Bitboard, other: Bitboard, kings: Bitboard) -> Option<Endgame> {
    let is_lone_king = |side: Bitboard| side.count() == 1 && side.intersects(kings);
    let against = match (is_lone_king(one), is_lone_king(other)) {
        (true, _) => other,
        (_, true) => one,
        _ => return None,
    };
    match against.count() {
        1 | 2 if against.intersects(kings) => Some(Endgame::TwoPieces),
        3 if against.intersects(kings) => Some(Endgame::ThreePieces),
        _ => None,
    }
}
