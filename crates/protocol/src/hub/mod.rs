//! Hub, version 2: the protocol of draughts programs.
//!
//! - [`syntax`]: lines of text to words and back.
//! - [`command`]: words to commands.
//! - [`parameters`]: what Hub calls a parameter and our engines an option.
//! - [`text`]: what the engine says.
//! - `server`: the loop that reads commands; `worker`: the thread on which the engine lives.
//!
//! Start at [`serve`]. The client of other engines is [`crate::client::HubClient`].
//!
//! Where the protocol leaves a choice:
//! - A line during a search that is neither `ping`, `ponder-hit` nor `stop` ends the search, as in
//!   Scan; its `done` comes first, then what the line asks for. Unknown commands and empty lines do
//!   not touch the search.
//! - A bad line is answered with `error message="…"` and changes nothing.
//! - Nothing is said before it is asked for: after `go ponder` the answer waits for `ponder-hit` or
//!   `stop`, after `level infinite` for `stop`, though a program would have to take it earlier.
//! - `done move=none` answers for a position without a legal move, which no program should send.

pub mod command;
pub mod parameters;
pub mod syntax;
pub mod text;

mod server;
mod worker;

pub use crate::client::HubClient;
pub use command::{HubCommand, HubCommandError};
pub use server::serve;
