//! How games end.

use crate::bitboard::Bitboard;
use crate::piece::Role;
use crate::position::Position;
use damier_core::{Outcome, Side};
use std::fmt;

/// Why a game of chess is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The side to move is in check and has no move.
    Checkmate {
        /// The side that gave mate.
        winner: Side,
    },
    /// The side to move is not in check and has no move.
    Stalemate,
    /// No sequence of legal moves leads to mate.
    InsufficientMaterial,
    /// The position has stood on the board five times.
    FivefoldRepetition,
    /// 75 moves of each side without capture or pawn move.
    SeventyFiveMoves,
    /// The position has stood on the board three times; a player may claim the draw.
    ThreefoldRepetition,
    /// 50 moves of each side without capture or pawn move; a player may claim the draw.
    FiftyMoves,
}

impl damier_core::Ending for Ending {
    fn outcome(self) -> Outcome {
        match self {
            Self::Checkmate { winner } => Outcome::Win(winner),
            _ => Outcome::Draw,
        }
    }

    fn needs_claim(self) -> bool {
        matches!(self, Self::ThreefoldRepetition | Self::FiftyMoves)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Checkmate { winner } => write!(f, "{winner} wins by checkmate"),
            Self::Stalemate => f.write_str("draw by stalemate"),
            Self::InsufficientMaterial => f.write_str("draw by insufficient material"),
            Self::FivefoldRepetition => f.write_str("draw by fivefold repetition"),
            Self::SeventyFiveMoves => f.write_str("draw by the seventy-five-move rule"),
            Self::ThreefoldRepetition => f.write_str("draw by threefold repetition"),
            Self::FiftyMoves => f.write_str("draw by the fifty-move rule"),
        }
    }
}

impl Position {
    /// Why the game is over here, if it is; see [`damier_core::Rules::ending`]. Mate and stalemate
    /// come before all else, what ends the game by itself before what must be claimed.
    ///
    /// ```
    /// use damier_chess::{Ending, Position, Side};
    /// use damier_core::Game;
    ///
    /// let mut game = Game::new(Position::start());
    /// for text in ["f3", "e5", "g4", "Qh4"] {
    ///     let mv = game.position().read_san(text)?;
    ///     game.try_play(mv)?;
    /// }
    /// assert_eq!(game.ending(), Some(Ending::Checkmate { winner: Side::Black }));
    /// game.undo();
    /// assert_eq!(game.ending(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ending(&self, occurrences: usize) -> Option<Ending> {
        if !self.has_legal_move() {
            return Some(if self.is_check() {
                Ending::Checkmate { winner: !self.side_to_move }
            } else {
                Ending::Stalemate
            });
        }
        let rules = [
            (self.has_insufficient_material(), Ending::InsufficientMaterial),
            (occurrences >= 5, Ending::FivefoldRepetition),
            (self.halfmove_clock >= 150, Ending::SeventyFiveMoves),
            (occurrences >= 3, Ending::ThreefoldRepetition),
            (self.halfmove_clock >= 100, Ending::FiftyMoves),
        ];
        rules.into_iter().find_map(|(applies, ending)| applies.then_some(ending))
    }

    /// Whether neither side could ever mate: bare kings, one knight or bishop besides, or any
    /// number of bishops that all stand on squares of one colour.
    pub fn has_insufficient_material(&self) -> bool {
        let others = self.occupied() - self.role(Role::King);
        if !others.has_several() {
            return (others - self.role(Role::Knight) - self.role(Role::Bishop)).is_empty();
        }
        others == self.role(Role::Bishop)
            && (!others.intersects(Bitboard::LIGHT) || (others - Bitboard::LIGHT).is_empty())
    }
}
