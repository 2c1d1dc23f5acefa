//! What the arena asks of a game besides its rules and its records.

use damier_chess::Position as Chess;
use damier_chess_engine::ChessEngine;
use damier_draughts::Position as Draughts;
use damier_draughts_engine::DraughtsEngine;
use damier_records::Format;
use damier_search::Engine;
use std::convert::Infallible;

/// A game in which there can be matches.
pub trait Sport: Format {
    /// Damier's own player.
    type Engine: Engine<Rules = Self, Error = Infallible> + Send + 'static;

    /// Damier's own player, with its usual options.
    fn engine() -> Self::Engine;

    /// Whether nothing urgent is under way, so that a game may fairly begin here.
    fn is_calm(&self) -> bool;
}

impl Sport for Chess {
    type Engine = ChessEngine;

    fn engine() -> ChessEngine {
        ChessEngine::new()
    }

    fn is_calm(&self) -> bool {
        !self.is_check()
    }
}

impl Sport for Draughts {
    type Engine = DraughtsEngine;

    fn engine() -> DraughtsEngine {
        DraughtsEngine::new()
    }

    fn is_calm(&self) -> bool {
        !self.can_capture(self.side_to_move())
    }
}
