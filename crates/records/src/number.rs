//! The numbers of moves.

use crate::game::RecordGame;
use damier_core::{Game, Side};
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
    pub fn after<F: RecordGame>(start: &F, plies: u32) -> Self {
        let half_moves = plies.saturating_add(start.side_to_move() as u32);
        Self {
            number: start.move_number().saturating_add(half_moves / 2),
            side: Side::ALL[half_moves as usize % 2],
        }
    }

    /// The move that is next in a game.
    pub fn next<G: RecordGame>(game: &Game<G>) -> Self {
        Self::after(game.start(), u32::try_from(game.moves().len()).unwrap_or(u32::MAX))
    }
}

impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let dots = if self.side == Side::White { "." } else { "..." };
        write!(f, "{}{dots}", self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_draughts::Position;

    #[test]
    fn moves_of_draughts_are_numbered_from_the_start() {
        for (fen, numbers) in [("W:W31-50:B1-20", [1, 1, 2]), ("B:W31-50:B1-20", [1, 2, 2])] {
            let mut game = Game::new(Position::from_fen(fen).unwrap());
            for number in numbers {
                assert_eq!(MoveNumber::next(&game).number, number, "{fen}");
                let mv = game.position().legal_moves()[0];
                game.try_play(mv).unwrap();
            }
        }
    }
}
