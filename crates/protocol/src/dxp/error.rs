use super::message::{EndReason, MessageError, MoveMessage};
use damier_core::Game;
use damier_draughts::Position;
use std::error::Error;
use std::io;

/// What can go wrong with a game over DXP.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DxpError {
    /// The connection failed.
    #[error("the connection failed: {0}")]
    Connection(#[from] io::Error),
    /// The other side has hung up.
    #[error("the other side closed the connection")]
    Closed,
    /// Too many messages made no sense.
    #[error("the other side sent too much that cannot be read; the last was: {0}")]
    Garbage(MessageError),
    /// The other side took longer than allowed.
    #[error("the other side was silent for too long: no {expected}")]
    TimedOut {
        /// What was waited for.
        expected: &'static str,
    },
    /// The other side does not want to play.
    #[error("{name:?} declined the game with code {code}")]
    Declined {
        /// The name that the other side gave.
        name: String,
        /// Why: 1 is an unknown version of the protocol.
        code: u8,
    },
    /// The other side played a move that our rules do not know.
    #[error("ply {number}, {text}, is not legal in {fen}")]
    IllegalMove {
        /// The number of the move, those of both sides counted, from 1.
        number: usize,
        /// The move as Hub would write it.
        text: String,
        /// The position in which it was played.
        fen: String,
    },
    /// The other side ended the game instead of moving.
    #[error("the other side ended the game: {0:?}")]
    Ended(EndReason),
    /// Our own engine failed, or had no legal move to offer.
    #[error("our engine failed: {0}")]
    Engine(#[source] Box<dyn Error + Send + Sync>),
    /// The protocol has no words for what was asked.
    #[error("DXP cannot express {0}")]
    Unsupported(&'static str),
}

impl DxpError {
    pub(super) fn illegal(game: &Game<Position>, message: &MoveMessage) -> Self {
        let (number, fen) = (game.moves().len() + 1, game.position().to_fen());
        Self::IllegalMove { number, text: message.to_string(), fen }
    }
}
