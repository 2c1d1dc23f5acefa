//! The numbers of moves.

use crate::format::Format;
use damier_core::Side;
use std::fmt;

/// Which move of a game, as people count them: `12.` is White's, `12...` is Black's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveNumber {
    /// The number that both moves of a pair share.
    pub number: u32,
    /// Whose move.
    pub side: Side,
}

impl MoveNumber {
    /// The move that is played `plies` plies after the start position.
    pub fn after<F: Format>(start: &F, plies: u32) -> Self {
        let half_moves = plies.saturating_add(start.side_to_move() as u32);
        Self {
            number: start.move_number().saturating_add(half_moves / 2),
            side: Side::ALL[half_moves as usize % 2],
        }
    }
}

impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let dots = if self.side == Side::White { "." } else { "..." };
        write!(f, "{}{dots}", self.number)
    }
}
