//! The evaluation that an engine is told to use.

use super::network::{Network, NetworkEvaluator};
use super::{Evaluate, HandEvaluator};
use damier_chess::{Listener, Piece, Position, Square};
use damier_core::Score;
use std::sync::Arc;

/// One of the evaluations of full strength.
pub enum Evaluator {
    /// Named terms.
    Hand(Box<HandEvaluator>),
    /// A network.
    Network(Box<NetworkEvaluator>),
}

impl Evaluator {
    /// The network, or without one the named terms.
    pub fn new(network: Option<&Arc<Network>>) -> Self {
        match network {
            Some(network) => Self::Network(Box::new(NetworkEvaluator::new(Arc::clone(network)))),
            None => Self::Hand(Box::default()),
        }
    }
}

impl Listener for Evaluator {
    #[inline]
    fn vanished(&mut self, piece: Piece, square: Square) {
        if let Self::Network(network) = self {
            network.vanished(piece, square);
        }
    }

    #[inline]
    fn appeared(&mut self, piece: Piece, square: Square) {
        if let Self::Network(network) = self {
            network.appeared(piece, square);
        }
    }
}

impl Evaluate for Evaluator {
    fn prepare(&mut self, root: &Position) {
        match self {
            Self::Hand(hand) => hand.prepare(root),
            Self::Network(network) => network.prepare(root),
        }
    }

    #[inline]
    fn enter(&mut self) {
        if let Self::Network(network) = self {
            network.enter();
        }
    }

    #[inline]
    fn leave(&mut self) {
        if let Self::Network(network) = self {
            network.leave();
        }
    }

    #[inline]
    fn evaluate(&mut self, position: &Position) -> Score {
        match self {
            Self::Hand(hand) => hand.evaluate(position),
            Self::Network(network) => network.evaluate(position),
        }
    }
}
