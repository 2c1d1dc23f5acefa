//! Monte-Carlo tree search for any game: nothing but the rules and random games.
//!
//! It knows no evaluation, no clock and no game by name; it prints nothing. The same seed and the
//! same questions give the same answers on every machine. Start at [`MonteCarlo::search`].

mod logarithm;
mod search;
mod tree;

pub use search::{
    DEFAULT_SIMULATIONS, Findings, MonteCarlo, MoveStatistics, Progress, SIMULATIONS,
};
