//! Two evaluations behind one seam, [`Evaluate`](damier_core::Evaluate): the hand-written one of the engine at full strength,
//! [`HandEvaluator`], and the nine heuristics that profiles weigh, [`HeuristicEvaluator`].
//!
//! Both see the two sides alike: turn the board round and exchange the colours, and the value for the
//! side to move is the same.

mod hand;
mod heuristics;
pub mod network;

pub use hand::{Breakdown, HandEvaluator, Term};
pub use heuristics::{FIFTHS, Heuristic, HeuristicEvaluator, Weights};

use damier_core::Either;
use network::{Network, NetworkEvaluator};
use std::sync::Arc;

/// One of the evaluations of full strength: named terms or a network.
pub type Evaluator = Either<HandEvaluator, NetworkEvaluator>;

/// The network, or without one the named terms.
pub fn evaluator(network: Option<&Arc<Network>>) -> Evaluator {
    match network {
        Some(network) => Either::Second(NetworkEvaluator::new(Arc::clone(network))),
        None => Either::First(HandEvaluator),
    }
}
