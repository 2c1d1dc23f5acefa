//! Matches and tournaments between engines of either game, and what their results prove.
//!
//! This room chooses openings, keeps the clocks, applies the rules, writes journal and game
//! records, and does the statistics. It believes no engine, and it prints nothing: each finished
//! game is shown to a callback.
//!
//! Start at [`Match::run`]. [`referee`] plays one game, [`schedule`] says who meets whom,
//! [`statistics`] is plain mathematics. What differs between the games is a [`ArenaGame`].

pub mod contestant;
pub mod engine_spec;
pub mod game;
pub mod game_file;
pub mod openings;
pub mod pace;
pub mod player;
pub mod ratings;
pub mod record;
pub mod referee;
pub mod runner;
pub mod schedule;
pub mod standing;
pub mod statistics;

#[cfg(test)]
mod puppet;

pub use contestant::Contestant;
pub use engine_spec::EngineSpec;
pub use game::ArenaGame;
pub use openings::Openings;
pub use pace::GamePace;
pub use player::Player;
pub use record::{Cause, GameRecord};
pub use referee::Conduct;
pub use runner::{ArenaError, GameOrigin, Known, Match, MatchPlan};
pub use schedule::{MatchFormat, Schedule};
pub use standing::Standing;
