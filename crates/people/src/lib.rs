//! What people play: for a position and the ratings of two players, a probability for every legal
//! move.
//!
//! The [`Model`] looks at the board, at what every move does and at what a short look ahead shows
//! (`sight`), and was fitted to games of rated people. It computes with whole numbers and with
//! additions and products of floating-point numbers in a fixed order, so that it says the same on
//! every machine. [`training`] makes one from a file of games, [`games`] reads such files. Who
//! plays by the probabilities is no matter of this room.
//!
//! ```
//! use damier_chess::Position;
//! use damier_core::Game;
//! use damier_people::{Model, Setting};
//!
//! let game = Game::new(Position::start());
//! let moves = Model::built_in().probabilities(&game, Setting::like(1500));
//! let sum: f64 = moves.iter().map(|&(_, probability)| probability).sum();
//! assert!((sum - 1.0).abs() < 1e-9 && moves.len() == 20);
//! ```

pub mod games;
pub mod measure;
pub mod sight;
pub mod training;

mod features;
mod model;

pub use features::{GROUPS, Pool, Setting, View, losses};
pub use model::{Model, ModelError, exp};
