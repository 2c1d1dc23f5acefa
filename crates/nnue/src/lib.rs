//! Small networks that judge positions.
//!
//! One hidden layer, computed once for each player's view of the board and kept up to date move by
//! move ([`Stack`]); then one sum over both views, the player to move first. All in integers, so
//! that every machine finds the same score.
//!
//! This room knows no game: a game describes its board in [`Token`]s and says with a [`FeatureSet`]
//! which inputs they switch on. It trains nothing, but lends the trainer its arithmetic
//! ([`floats`]); the networks come from files ([`Network::from_bytes`]).

mod evaluator;
mod features;
mod file;
pub mod floats;
mod kernel;
mod network;
mod shape;
mod stack;

pub use evaluator::NetworkEvaluator;
pub use features::{BoardFeatures, FeatureSet, Orientation, Token};
pub use file::NetworkError;
pub use kernel::{Kernel, KernelLine, LINE};
pub use network::{ACTIVATION_ONE, Network, OUTPUT_ONE, Origin, Units};
pub use shape::{Shape, ShapeError};
pub use stack::{PositionFacts, Stack};
