//! Three evaluations behind one seam, [`Evaluate`]: the [`network`], by which the engine plays at
//! full strength, the hand-written one, [`HandEvaluator`], which explains, and the nine heuristics
//! that profiles weigh, [`HeuristicEvaluator`].
//!
//! Both see the two sides alike: turn the board round and exchange the colours, and the value for
//! the side to move is the same.

mod formations;
mod hand;
mod heuristics;
pub mod network;

pub use hand::{DraughtsBreakdown, HandEvaluator, Term};
pub use heuristics::{FIFTHS, Heuristic, HeuristicEvaluator, Weights};

use damier_core::{Evaluate, Listener, Score, TermsOrNetwork};
use damier_draughts::Position;
use damier_search::{Noise, Noisy};
use network::{Network, NetworkEvaluator};
use std::sync::Arc;

/// What judges positions in a game: named terms, the nine heuristics or a network, and perhaps
/// errors.
pub type Evaluator = Noisy<TermsOrNetwork<TermEvaluator, NetworkEvaluator>>;

/// An evaluation by named terms: those of the engine at full strength, or those of profiles.
pub enum TermEvaluator {
    /// The terms of the engine at full strength.
    Hand(HandEvaluator),
    /// The nine heuristics.
    Heuristics(HeuristicEvaluator),
}

/// Both look at the whole board each time.
impl Listener<Position> for TermEvaluator {}

impl Evaluate<Position> for TermEvaluator {
    fn evaluate(&mut self, position: &Position) -> Score {
        match self {
            Self::Hand(terms) => terms.evaluate(position),
            Self::Heuristics(terms) => terms.evaluate(position),
        }
    }
}

/// How positions are judged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judgement {
    /// By what.
    pub basis: JudgementBasis,
    /// How wrong.
    pub noise: Noise,
}

/// What a judgement rests on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum JudgementBasis {
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
        (JudgementBasis::Heuristics(weights), _) => {
            TermsOrNetwork::Terms(TermEvaluator::Heuristics(HeuristicEvaluator::new(weights)))
        }
        (JudgementBasis::Usual, Some(network)) => {
            TermsOrNetwork::Network(NetworkEvaluator::new(Arc::clone(network)))
        }
        (JudgementBasis::Usual, None) | (JudgementBasis::Terms, _) => {
            TermsOrNetwork::Terms(TermEvaluator::Hand(HandEvaluator))
        }
    };
    Noisy::new(evaluator, judgement.noise)
}
