//! Two evaluations behind one seam, [`Evaluate`](damier_core::Evaluate): the hand-written one of
//! the engine at full strength, [`HandEvaluator`], and the nine heuristics that profiles weigh,
//! [`HeuristicEvaluator`].
//!
//! Both see the two sides alike: turn the board round and exchange the colours, and the value for
//! the side to move is the same.

mod hand;
mod heuristics;
pub mod network;

pub use hand::{Breakdown, HandEvaluator, Term};
pub use heuristics::{FIFTHS, Heuristic, HeuristicEvaluator, Weights};

use damier_core::Either;
use damier_search::{Noise, Noisy};
use network::{Network, NetworkEvaluator};
use std::sync::Arc;

/// What judges positions in a game: named terms, the nine heuristics or a network, and perhaps
/// errors.
pub type Evaluator = Noisy<Either<Either<HandEvaluator, HeuristicEvaluator>, NetworkEvaluator>>;

/// How positions are judged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judgement {
    /// By what.
    pub basis: Basis,
    /// How wrong.
    pub noise: Noise,
}

/// What a judgement rests on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Basis {
    /// What is set as `EvalFile`.
    #[default]
    Usual,
    /// The named terms.
    Terms,
    /// The nine heuristics with these weights.
    Heuristics(Weights),
}

/// The evaluation of a judgement, where `network` is what is set as `EvalFile`: a network, or
/// without one the named terms.
pub fn evaluator(network: Option<&Arc<Network>>, judgement: &Judgement) -> Evaluator {
    let evaluator = match (judgement.basis, network) {
        (Basis::Heuristics(weights), _) => {
            Either::First(Either::Second(HeuristicEvaluator::new(weights)))
        }
        (Basis::Usual, Some(network)) => Either::Second(NetworkEvaluator::new(Arc::clone(network))),
        (Basis::Usual, None) | (Basis::Terms, _) => Either::First(Either::First(HandEvaluator)),
    };
    Noisy::new(evaluator, judgement.noise)
}
