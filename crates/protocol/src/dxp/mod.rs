//! DXP, the DamExchange Protocol: two draughts programs play games over TCP.
//!
//! - [`message`]: the seven kinds of message, to bytes and back.
//! - [`connection`]: messages over a socket.
//! - `game`: one game, refereed by our rules; `follower` and `initiator`: who asks for games.
//! - [`opponent`]: a program at the other end as an [`Engine`](damier_search::Engine).
//!
//! Start at [`follow`] to wait for games and at [`initiate`] to ask for them. Which of the two
//! sides listens and which connects is another matter: both work on any stream.
//!
//! Where the protocol leaves a choice:
//! - The other side is not believed: a move that our rules do not know ends the game with a chat
//!   text, a GAMEEND and a typed error. The board decides how a game ended; where it does not, a
//!   resignation and a draw are taken at their word, since DXP has no way to decline them, and a
//!   claimed win is not.
//! - The side to move ends the game. If the other side overlooks a draw and moves, we end it then.
//! - A wish to go back (BACKREQ) is refused: no position is played twice.
//! - At the agreed number of moves the game ends as unknown, unless our search has proved a win or
//!   a loss.
//! - A message that cannot be read is reported and passed over; too many of them end the
//!   connection.
//! - Nothing measures the other side's time; a side that is silent for longer than its thinking
//!   time and [`DxpSettings::patience`] is given up.

pub mod connection;
pub mod message;
pub mod opponent;

mod error;
mod follower;
mod game;
mod initiator;
mod settings;

pub use connection::Connection;
pub use error::DxpError;
pub use follower::{follow, follow_stream};
pub use game::{DxpGame, ResultSource};
pub use initiator::{Colours, DxpMatch, initiate};
pub use message::{EndReason, Message, MessageError};
pub use opponent::DxpOpponent;
pub use settings::{DxpEvent, DxpSettings};

/// The usual port.
pub const DEFAULT_PORT: u16 = 27_531;
