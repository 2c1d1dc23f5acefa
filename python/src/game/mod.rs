//! What both games have: compiled once for each, as a part of its module.

mod batch;
pub(super) mod board;
mod engine;
mod games;
mod headers;
mod jobs;
mod judge;
mod node;
mod record;
mod review;

use super::{
    G, Network, NetworkEvaluator, built_in, hand_evaluator, move_error_class, moves, sets,
};
use pyo3::prelude::*;

/// Adds the classes and functions that both games have.
pub(super) fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<board::Board>()?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<engine::Analysis>()?;
    module.add_class::<engine::Info>()?;
    module.add_class::<engine::PlayResult>()?;
    module.add_class::<games::GameReader>()?;
    module.add_class::<headers::Headers>()?;
    module.add_class::<node::Node>()?;
    module.add_class::<record::Game>()?;
    module.add_class::<review::GameReview>()?;
    module.add_class::<review::ReviewInput>()?;
    module.add_class::<review::ReviewJournals>()?;
    module.add_class::<review::Reviews>()?;
    module.add_class::<review::Reviewer>()?;
    module.add_class::<jobs::GameFile>()?;
    module.add_function(wrap_pyfunction!(games::read_games, module)?)?;
    module.add_function(wrap_pyfunction!(games::games_from_text, module)?)?;
    module.add_function(wrap_pyfunction!(judge::check, module)?)?;
    module.add_function(wrap_pyfunction!(judge::explain, module)?)?;
    module.add_function(wrap_pyfunction!(batch::pack, module)?)?;
    module.add_function(wrap_pyfunction!(batch::unpack, module)?)?;
    module.add_function(wrap_pyfunction!(batch::evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(jobs::generate, module)?)?;
    module.add_function(wrap_pyfunction!(jobs::play_numbers, module)?)?;
    module.add_class::<jobs::Match>()?;
    module.add_function(wrap_pyfunction!(engine::identity, module)?)?;
    module.add_function(wrap_pyfunction!(engine::levels, module)?)?;
    module.add_function(wrap_pyfunction!(engine::profiles, module)?)?;
    Ok(())
}
