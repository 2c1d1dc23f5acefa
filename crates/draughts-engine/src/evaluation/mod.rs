//! Two evaluations behind one seam, [`Evaluate`]: the hand-written one of the engine at full strength,
//! [`HandEvaluator`], and the nine heuristics that profiles weigh, [`HeuristicEvaluator`].
//!
//! Both see the two sides alike: turn the board round and exchange the colours, and the value for the
//! side to move is the same.

mod evaluator;
mod hand;
mod heuristics;
pub mod network;

pub use evaluator::Evaluator;
pub use hand::{Breakdown, HandEvaluator, Term};
pub use heuristics::{FIFTHS, Heuristic, HeuristicEvaluator, Weights};

use damier_core::Score;
use damier_draughts::{Listener, Position};

/// What the search asks of an evaluation.
///
/// It may listen to what every move changes on the board, and so need not look at all of it each time:
/// the search says when it enters a position and when it leaves it again.
pub trait Evaluate: Listener {
    /// Told at the start of every search, with the position at its root.
    #[inline]
    fn prepare(&mut self, _root: &Position) {}

    /// A move is about to be played, or a turn skipped.
    #[inline]
    fn enter(&mut self) {}

    /// It is taken back.
    #[inline]
    fn leave(&mut self) {}

    /// Advantage of the side to move in hundredths of a man, inside the evaluation band. It means
    /// little while a capture is pending.
    fn evaluate(&mut self, position: &Position) -> Score;
}
