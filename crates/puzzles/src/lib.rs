//! Puzzles: positions in which one line wins and no other does.
//!
//! A [`Prover`] searches for such a line and stops where a second move would do as well. A
//! [`Maker`] asks it about the positions of games, rates what it finds and says by the reasons of
//! the reviewer what it is about ([`Theme`]). [`composed()`] tells a composer what is wrong with
//! a position of his; [`lichess`] reads a table of puzzles that many people have; [`bundled()`] has
//! those that come with the program.
//!
//! The room opens no file, prints nothing, and knows nobody who solves puzzles.

#![forbid(unsafe_code)]

mod bundled;
mod composed;
mod game;
pub mod lichess;
mod maker;
mod prover;
mod puzzle;
mod theme;

pub use bundled::bundled;
pub use composed::{Composed, Dual, composed};
pub use game::PuzzleGame;
pub use maker::{Maker, MakerSettings};
pub use prover::{Proof, ProofStep, Prover, has_gained};
pub use puzzle::{Puzzle, PuzzleError};
pub use theme::Theme;
