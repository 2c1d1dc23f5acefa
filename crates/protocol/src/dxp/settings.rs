use super::error::DxpError;
use super::game::DxpGame;
use super::message::{GameRequest, Message, MessageError};
use damier_draughts::{Move, Side};
use std::net::SocketAddr;
use std::time::Duration;

/// How we play over DXP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DxpSettings {
    /// The name to give; the first 32 letters of it count.
    pub name: String,
    /// A fixed time for each of our moves, whatever thinking time is agreed.
    pub move_time: Option<Duration>,
    /// After so many games no more are accepted; without end if there is none.
    pub games: Option<u32>,
    /// How long the other side may be silent where it need not think, and beyond its thinking time
    /// where it does.
    pub patience: Duration,
}

impl DxpSettings {
    /// Settings for a player of this name.
    pub fn new(name: impl Into<String>) -> Self {
        let patience = Duration::from_secs(10 * 60);
        Self { name: name.into(), move_time: None, games: None, patience }
    }
}

/// What happens on the way.
#[derive(Debug)]
#[non_exhaustive]
pub enum DxpEvent {
    /// Another program connected.
    Connected(Option<SocketAddr>),
    /// A game begins.
    Began {
        /// The side that we play.
        us: Side,
        /// The name of the other side.
        opponent: String,
        /// What was agreed.
        request: GameRequest,
    },
    /// A move was played.
    Moved {
        /// By whom.
        side: Side,
        /// The move.
        mv: Move,
        /// How long it took by our clock.
        time: Duration,
    },
    /// The other side says something to people.
    Chat(String),
    /// The other side sent something that cannot be read; it was passed over.
    Garbage(MessageError),
    /// The other side sent something that is out of place; it was passed over.
    Unexpected(Message),
    /// A game is over.
    Over(DxpGame),
    /// A game or a connection came to a bad end. A follower goes on waiting for games.
    Failed(DxpError),
}
