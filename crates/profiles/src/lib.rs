//! Opponents for people: how strong ([`Level`]), of what taste ([`Profile`]), and who keeps them
//! from throwing pieces away ([`Guard`]).
//!
//! All of it is data and policy around an engine that knows none of these words: limits for its
//! searches, weights and errors for its judgement, moves that it may choose from. [`Player`] puts
//! them together and is an engine itself, so everything that can play against an engine can play
//! against any of them.

pub mod library;

mod chess;
mod draughts;
mod game;
mod guard;
mod level;
pub mod manners;
mod people;
mod player;
mod profile;

pub use game::{Judgement, OpponentGame, built_in};
pub use guard::{Guard, GuardReport};
pub use level::{Basis, FULL_STRENGTH, LEVELS, Ladder, Level, Strength};
pub use player::{Firewall, MAX_SEED, Player};
pub use profile::{Character, Mistake, Profile, ProfileError, Weights, game_of, is_name};
