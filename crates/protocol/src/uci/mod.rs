//! UCI, the protocol of chess programs.
//!
//! - [`command`]: lines of text to values.
//! - [`text`]: values to lines of text.
//! - `server`: the loop that reads commands; `worker`: the thread on which the engine lives.
//!
//! Beyond the standard it understands `d`, `eval`, `bench`, `go perft`, `genfens` and `help`.

pub mod command;
pub mod text;

mod server;
mod worker;

pub use command::{CommandError, UciCommand};
pub use server::serve;
pub use worker::Extras;
