//! Two evaluations behind one seam, [`Evaluate`]: the hand-written one of the engine at full strength,
//! [`HandEvaluator`], and the nine heuristics that profiles weigh, [`HeuristicEvaluator`].
//!
//! Both see the two sides alike: turn the board round and exchange the colours, and the value for the
//! side to move is the same.

mod hand;
mod heuristics;

pub use hand::{Breakdown, HandEvaluator, Term};
pub use heuristics::{FIFTHS, Heuristic, HeuristicEvaluator, Weights};

use damier_core::Score;
use damier_draughts::Position;

/// What the search asks of an evaluation.
pub trait Evaluate {
    /// Advantage of the side to move in hundredths of a man, inside the evaluation band. It means
    /// little while a capture is pending.
    fn evaluate(&mut self, position: &Position) -> Score;
}
