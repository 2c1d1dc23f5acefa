//! How games end.

use crate::clocks::{KING_MOVES_LIMIT, THREE_PIECES_LIMIT, TWO_PIECES_LIMIT};
use crate::position::Position;
use damier_core::{Outcome, Side};
use std::fmt;

/// Why a game of draughts is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The side to move has no piece left, or none that can move.
    NoMoves {
        /// The other side.
        winner: Side,
    },
    /// The position has stood on the board three times.
    Repetition,
    /// 5 moves of each side with a lone king against two pieces or one.
    FiveMoves,
    /// 16 moves of each side with a lone king against three pieces, or fewer that were three.
    SixteenMoves,
    /// 25 moves of each side by kings, without capture.
    TwentyFiveMoves,
}

/// No rule of draughts needs a claim.
impl damier_core::Ending for Ending {
    fn outcome(self) -> Outcome {
        match self {
            Self::NoMoves { winner } => Outcome::Win(winner),
            _ => Outcome::Draw,
        }
    }

    fn needs_claim(self) -> bool {
        false
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::NoMoves { winner } => write!(f, "{winner} wins: {} cannot move", !*winner),
            Self::Repetition => f.write_str("draw by threefold repetition"),
            Self::FiveMoves => f.write_str("draw by the five-move rule"),
            Self::SixteenMoves => f.write_str("draw by the sixteen-move rule"),
            Self::TwentyFiveMoves => f.write_str("draw by the twenty-five-move rule"),
        }
    }
}

impl Position {
    /// Why the game is over here, if it is; see [`damier_core::Rules::ending`]. A win on the board
    /// comes before every draw.
    ///
    /// ```
    /// use damier_core::Game;
    /// use damier_draughts::{Ending, Position, Side};
    ///
    /// let mut game = Game::new(Position::from_fen("W:W33:B28")?);
    /// let mv = game.position().read_move("33x22")?;
    /// game.try_play(mv)?;
    /// assert_eq!(game.ending(), Some(Ending::NoMoves { winner: Side::White }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ending(&self, occurrences: usize) -> Option<Ending> {
        if !self.has_legal_move() {
            return Some(Ending::NoMoves { winner: !self.side_to_move });
        }
        let clocks = self.clocks;
        let has_reached = |count: Option<u8>, limit| count.is_some_and(|plies| plies >= limit);
        let rules = [
            (occurrences >= 3, Ending::Repetition),
            (has_reached(clocks.two_pieces(), TWO_PIECES_LIMIT), Ending::FiveMoves),
            (has_reached(clocks.three_pieces(), THREE_PIECES_LIMIT), Ending::SixteenMoves),
            (clocks.king_moves() >= KING_MOVES_LIMIT, Ending::TwentyFiveMoves),
        ];
        rules.into_iter().find_map(|(applies, ending)| applies.then_some(ending))
    }
}
