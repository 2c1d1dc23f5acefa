//! A network as the evaluation of a search.

use crate::features::BoardFeatures;
use crate::kernel::Kernel;
use crate::network::Network;
use crate::stack::{PositionFacts, Stack};
use damier_core::{Evaluate, Listener, Ply, Rules, Score, Side};
use std::sync::Arc;

/// Evaluates with a network. One a thread: it keeps hidden layers along the line of play.
pub struct NetworkEvaluator<F> {
    network: Arc<Network<F>>,
    stack: Stack,
}

impl<F: BoardFeatures> NetworkEvaluator<F> {
    /// An evaluator that asks this network.
    pub fn new(network: Arc<Network<F>>) -> Self {
        // The search looks a little beyond its last ply.
        let stack = Stack::new(network.shape(), Ply::MAX.index() + 4);
        Self { network, stack }
    }

    /// What a network says of one position, for White, in hundredths of the score with which one
    /// game of two is won.
    pub fn for_white(network: &Arc<Network<F>>, position: &F::Rules) -> i32 {
        let mut evaluator = Self::new(Arc::clone(network));
        evaluator.prepare(position);
        let score = evaluator.evaluate(position).in_hundredths_of(network.units().half);
        if position.side_to_move() == Side::White { score.value() } else { -score.value() }
    }

    /// What [`Evaluate::evaluate`] says of a position that no search has led to, for those who go
    /// through many: quicker than to prepare for each of them.
    pub fn evaluate_alone(&mut self, position: &F::Rules) -> Score {
        self.stack.forget();
        self.evaluate(position)
    }

    /// Whether the kernel of this program finds what plain loops find in a position. They are made
    /// to; if they do not, program or processor are broken.
    pub fn kernels_agree(network: &Network<F>, position: &F::Rules) -> bool {
        let plain = network.clone().with_kernel(Kernel::PORTABLE);
        let [fast, plain] = [network, &plain].map(|network| {
            let mut stack = Stack::new(network.shape(), 0);
            stack.score(network, facts(network, position), &F::tokens(position))
        });
        fast == plain
    }
}

#[inline]
fn facts<F: BoardFeatures>(network: &Network<F>, position: &F::Rules) -> PositionFacts {
    let (features, pieces) = (network.shape().features(), F::pieces(position));
    let (side_to_move, set) = (position.side_to_move(), F::formation_set(pieces));
    let orientations = features.orientations(position);
    // What the side to move sees on its own board, less what the other side sees.
    let mut formations = 0;
    features.each_formation(position, |view, entry| {
        let weight = network.formation(set, entry);
        formations += if view == side_to_move { weight } else { -weight };
    });
    PositionFacts { side_to_move, orientations, pieces, formations }
}

impl<F: BoardFeatures> Listener<F::Rules> for NetworkEvaluator<F> {
    #[inline]
    fn vanished(&mut self, piece: <F::Rules as Rules>::Piece, square: <F::Rules as Rules>::Square) {
        self.stack.remove(F::token(piece, square));
    }

    #[inline]
    fn appeared(&mut self, piece: <F::Rules as Rules>::Piece, square: <F::Rules as Rules>::Square) {
        self.stack.add(F::token(piece, square));
    }
}

impl<F: BoardFeatures> Evaluate<F::Rules> for NetworkEvaluator<F> {
    fn prepare(&mut self, root: &F::Rules) {
        let orientations = self.network.shape().features().orientations(root);
        self.stack.reset(&self.network, orientations, &F::tokens(root));
    }

    #[inline]
    fn enter(&mut self) {
        self.stack.push();
    }

    #[inline]
    fn leave(&mut self) {
        self.stack.pop();
    }

    fn evaluate(&mut self, position: &F::Rules) -> Score {
        if let Some(score) = F::known(position) {
            return score;
        }
        let facts = facts(&self.network, position);
        let value = self.stack.score(&self.network, facts, &F::tokens(position));
        Score::from_evaluation(value)
    }
}
