//! The chess engine: evaluation, move ordering, the numbered search, endgames, book, tablebases.
//!
//! Start at [`ChessEngine`] for what it offers, at `search` for how it thinks.

pub mod bench;
pub mod book;
pub mod evaluation;
pub mod tablebase;
pub mod tunables;

mod engine;
mod explain;
mod histories;
mod picker;
mod quiescence;
mod root;
mod search;
mod shakmaty_bridge;
mod worker;

pub use engine::ChessEngine;
pub use worker::{ChessWorker, TableProbing};
