//! A network as the evaluation of a search.

use crate::features::BoardFeatures;
use crate::kernel::portable;
use crate::network::Network;
use crate::stack::Stack;
use damier_core::{Evaluate, Listener, Ply, Rules, Score, Side};
use std::sync::Arc;

/// Evaluates with a network. One a thread: it keeps hidden layers along the line of play.
pub struct NetworkEvaluator<F, const HIDDEN: usize> {
    network: Arc<Network<F, HIDDEN>>,
    stack: Stack<HIDDEN>,
}

impl<F, const HIDDEN: usize> NetworkEvaluator<F, HIDDEN> {
    /// An evaluator that asks this network.
    pub fn new(network: Arc<Network<F, HIDDEN>>) -> Self {
        // The search looks a little beyond its last ply.
        Self { network, stack: Stack::new(Ply::MAX.index() + 4) }
    }
}

impl<F: BoardFeatures, const HIDDEN: usize> NetworkEvaluator<F, HIDDEN> {
    /// What a network says of one position, for White, in hundredths of the score with which one
    /// game of two is won.
    pub fn for_white(network: &Arc<Network<F, HIDDEN>>, position: &F::Rules) -> i32 {
        let mut evaluator = Self::new(Arc::clone(network));
        evaluator.prepare(position);
        let score = evaluator.evaluate(position).in_hundredths_of(network.units().half);
        if position.side_to_move() == Side::White { score.value() } else { -score.value() }
    }

    /// Whether the kernel of this program finds what plain loops find in a position. They are made
    /// to; if they do not, program or processor are broken.
    pub fn kernels_agree(network: &Network<F, HIDDEN>, position: &F::Rules) -> bool {
        let (side, tokens) = (position.side_to_move(), F::tokens(position));
        let (orientations, pieces) = (F::orientations(position), F::pieces(position));
        let layer = |view: Side| {
            let input = |token| F::input(view, orientations[view.index()], token);
            let rows: Vec<_> = tokens.clone().map(|token| network.row(input(token))).collect();
            let mut layer = *network.biases();
            portable::update(network.biases(), &rows, &[], &mut layer);
            layer
        };
        let plain = network.score_portably(&layer(side), &layer(!side), F::bucket(pieces));
        Stack::new(1).score(network, side, orientations, pieces, &tokens) == plain
    }
}

impl<F: BoardFeatures, const HIDDEN: usize> Listener<F::Rules> for NetworkEvaluator<F, HIDDEN> {
    #[inline]
    fn vanished(&mut self, piece: <F::Rules as Rules>::Piece, square: <F::Rules as Rules>::Square) {
        self.stack.remove(F::token(piece, square));
    }

    #[inline]
    fn appeared(&mut self, piece: <F::Rules as Rules>::Piece, square: <F::Rules as Rules>::Square) {
        self.stack.add(F::token(piece, square));
    }
}

impl<F: BoardFeatures, const HIDDEN: usize> Evaluate<F::Rules> for NetworkEvaluator<F, HIDDEN> {
    fn prepare(&mut self, root: &F::Rules) {
        self.stack.reset(&self.network, F::orientations(root), &F::tokens(root));
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
        let value = self.stack.score(
            &self.network,
            position.side_to_move(),
            F::orientations(position),
            F::pieces(position),
            &F::tokens(position),
        );
        Score::from_evaluation(value)
    }
}
