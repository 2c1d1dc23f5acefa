//! What is thought of a position or a move: the answers of `damier explain` and `damier check`.

use super::G;
use super::board::{Board, MoveArg};
use super::review::{language, positions_for, value_of};
use crate::errors::{file_error, option_error};
use crate::waiting::work;
use damier_review::view::{ExplainedMove, ExplainedPosition, NODES, NODES_FOR_EACH, SafetyView};
use damier_review::{Analyst, Budget, Settings};
use damier_search::Signals;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde::Serialize;
use std::sync::Arc;

/// Does something with a reviewer that Ctrl-C can end.
fn with_analyst<T: Serialize + Send>(
    py: Python<'_>,
    settings: Settings,
    judge: impl FnOnce(&mut Analyst<G>) -> Option<T> + Send,
) -> PyResult<T> {
    let signals = Arc::new(Signals::new());
    let judged = work(
        py,
        || signals.stop(),
        || {
            let mut analyst = Analyst::<G>::new(settings)?;
            analyst.obey(&signals);
            Ok(judge(&mut analyst))
        },
    )?;
    let judged = judged.map_err(|error: damier_games::FileError| file_error(&error))?;
    judged.ok_or_else(|| option_error(&"it was stopped"))
}

/// Explains a position, or a move of it, as a dict: what `damier explain --json` says.
#[pyfunction]
#[pyo3(signature = (
    board, r#move = None, *, nodes = NODES, lines = 1, language = "en", tables = None
))]
pub(crate) fn explain<'py>(
    py: Python<'py>,
    board: &Board,
    r#move: Option<MoveArg<'_>>,
    nodes: u64,
    lines: usize,
    language: &str,
    tables: Option<String>,
) -> PyResult<Bound<'py, PyAny>> {
    let words = self::language(language)?;
    let budget = Budget::Nodes(positions_for(nodes)?);
    let settings = Settings { budget, lines: super::review::lines_for(lines)?, tables };
    let game = board.game.clone();
    let Some(mv) = r#move else {
        let view = with_analyst(py, settings, |analyst| ExplainedPosition::of(&game, analyst))?;
        return value_of(py, &view);
    };
    let mv = mv.find(board.position())?;
    let view = with_analyst(py, settings, |analyst| ExplainedMove::of(&game, mv, analyst, words))?;
    value_of(py, &view)
}

/// What is said of one move.
fn safety<'py>(py: Python<'py>, view: &SafetyView) -> PyResult<Bound<'py, PyAny>> {
    let value = value_of(py, view)?;
    value.cast::<PyDict>()?.set_item("words", view.words())?;
    Ok(value)
}

/// Whether a move is safe, as a dict; without a move a list for all legal ones: what
/// `damier check --json` says, and `words` besides.
#[pyfunction]
#[pyo3(signature = (board, r#move = None, *, nodes = None))]
pub(crate) fn check<'py>(
    py: Python<'py>,
    board: &Board,
    r#move: Option<MoveArg<'_>>,
    nodes: Option<u64>,
) -> PyResult<Bound<'py, PyAny>> {
    let usual = if r#move.is_some() { NODES } else { NODES_FOR_EACH };
    let budget = Budget::Nodes(positions_for(nodes.unwrap_or(usual))?);
    let settings = Settings { budget, lines: 1, tables: None };
    let game = board.game.clone();
    let moves = match &r#move {
        Some(mv) => vec![mv.find(board.position())?],
        None => board.position().legal_moves().to_vec(),
    };
    let views = with_analyst(py, settings, |analyst| {
        let views = moves.iter().map(|&mv| SafetyView::of(analyst, &game, mv));
        views.collect::<Option<Vec<_>>>()
    })?;
    match (&r#move, &views[..]) {
        (Some(_), [view]) => safety(py, view),
        _ => {
            let all = views.iter().map(|view| safety(py, view)).collect::<PyResult<Vec<_>>>()?;
            Ok(PyList::new(py, all)?.into_any())
        }
    }
}
