//! The draughts engine: evaluation, move ordering, the numbered search, endgame tables.
//!
//! The same file names and the same numbering of steps as in the chess engine, so that a reader of
//! one can read the other. Start at [`DraughtsEngine`] for what it offers, at `search` for how it
//! thinks.

pub mod bench;
pub mod evaluation;
pub mod tunables;

mod endgame;
mod engine;
mod explain;
mod histories;
mod picker;
mod quiescence;
mod root;
mod search;
mod worker;

pub use engine::DraughtsEngine;
pub use worker::DraughtsWorker;
