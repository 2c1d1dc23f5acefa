//! Matches between two chess engines, and what their results prove.
//!
//! Engines are programs next door; this room chooses openings, keeps the clocks, applies the rules,
//! writes the journal and does the statistics. It evaluates nothing itself and prints nothing: each
//! finished game is shown to a callback.
//!
//! Start at [`Match::run`]. [`referee`] plays one game, [`statistics`] is plain mathematics.

pub mod contestant;
pub mod journal;
pub mod openings;
pub mod pace;
pub mod pgn;
pub mod picture;
pub mod ratings;
pub mod record;
pub mod referee;
pub mod runner;
pub mod sport;
pub mod standing;
pub mod statistics;

#[cfg(test)]
mod puppet;

pub use contestant::{Contestant, EngineSpec, Player};
pub use journal::Journal;
pub use openings::Openings;
pub use pace::Pace;
pub use record::{Cause, Entrant, GameRecord};
pub use referee::Conduct;
pub use runner::{ArenaError, Match, Plan};
pub use sport::Sport;
pub use standing::Standing;
