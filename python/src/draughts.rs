//! `damier.draughts`.

mod extras;
#[path = "game/mod.rs"]
mod game;
mod moves;
mod sets;

use damier_draughts::MoveError;
use damier_draughts_engine::evaluation::HandEvaluator;
use damier_draughts_engine::evaluation::network::{Network, NetworkEvaluator, built_in};
pub(crate) use damier_games::Draughts as G;
use pyo3::prelude::*;

/// The evaluation by named terms.
fn hand_evaluator() -> HandEvaluator {
    HandEvaluator
}

/// The exception for a text that is no move.
fn move_error_class(error: &MoveError) -> &'static str {
    match error {
        MoveError::Unreadable { .. } => "InvalidMoveError",
        MoveError::Ambiguous { .. } => "AmbiguousMoveError",
        _ => "IllegalMoveError",
    }
}

/// Adds the classes and functions of the game to its module.
pub(crate) fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<moves::Move>()?;
    module.add_class::<moves::Piece>()?;
    game::fill(module)
}
