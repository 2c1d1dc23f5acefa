//! What an engine tells.

use super::super::G;
use super::super::moves::Move;
use crate::score::Score;
use damier_core::Rules;
use damier_search::{Bound as ScoreBound, Report};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;

/// A line that a search believes in, and what it cost to find.
#[pyclass(frozen, skip_from_py_object)]
#[derive(Clone)]
pub(crate) struct Info {
    root: G,
    report: Report<<G as Rules>::Move>,
}

impl Info {
    pub(super) fn new(root: &G, report: Report<<G as Rules>::Move>) -> Self {
        Self { root: root.clone(), report }
    }

    pub(super) fn rank(&self) -> usize {
        self.report.rank
    }
}

#[pymethods]
impl Info {
    /// Its rank among the lines asked for, counted from 1.
    #[getter]
    fn multipv(&self) -> usize {
        self.report.rank
    }

    /// The score, as the side to move sees it.
    #[getter]
    fn score(&self) -> Score {
        Score::new(self.report.score, self.root.side_to_move())
    }

    /// "exact", "lower" or "upper": what the score says of the true one.
    #[getter]
    fn bound(&self) -> &'static str {
        match self.report.bound {
            ScoreBound::Exact => "exact",
            ScoreBound::Lower => "lower",
            ScoreBound::Upper => "upper",
        }
    }

    /// The iteration that found it.
    #[getter]
    fn depth(&self) -> i32 {
        self.report.depth.plies()
    }

    /// The longest line looked at.
    #[getter]
    fn seldepth(&self) -> usize {
        self.report.selective_depth
    }

    /// Positions looked at so far.
    #[getter]
    fn nodes(&self) -> u64 {
        self.report.nodes
    }

    /// Positions a second.
    #[getter]
    fn nps(&self) -> u64 {
        self.report.nodes_per_second()
    }

    /// Seconds so far.
    #[getter]
    fn time(&self) -> f64 {
        self.report.time.as_secs_f64()
    }

    /// How full the table is, in thousandths.
    #[getter]
    fn hashfull(&self) -> u32 {
        self.report.table_fill
    }

    /// Positions that were looked up in endgame tables.
    #[getter]
    fn tbhits(&self) -> u64 {
        self.report.endgame_hits
    }

    /// The moves of the line.
    #[getter]
    fn pv(&self) -> Vec<Move> {
        let mut position = self.root.clone();
        let step = |&mv: &<G as Rules>::Move| {
            let object = Move::new(&position, mv);
            position.play_unchecked(mv);
            object
        };
        self.report.line.iter().map(step).collect()
    }

    /// The moves of the line as game records write them.
    #[getter]
    fn line(&self) -> String {
        self.root.write_line(&self.report.line)
    }

    /// The same by name, as from a dict.
    fn __getitem__<'py>(slf: &Bound<'py, Self>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        slf.getattr(name).map_err(|_| PyKeyError::new_err(name.to_owned()))
    }

    fn __repr__(&self) -> String {
        let score = self.score().text();
        format!("<Info depth {} {score} {}>", self.depth(), self.line())
    }
}

/// A move that an engine has chosen.
#[pyclass(frozen)]
pub(crate) struct PlayResult {
    pub(super) best: Option<Move>,
    pub(super) ponder: Option<Move>,
    pub(super) info: Option<Info>,
}

#[pymethods]
impl PlayResult {
    /// The move; None if there is no legal one.
    #[getter]
    fn r#move(&self) -> Option<Move> {
        self.best
    }

    /// The reply that the engine expects.
    #[getter]
    fn ponder(&self) -> Option<Move> {
        self.ponder
    }

    /// The last report of the best line.
    #[getter]
    fn info(&self) -> Option<Info> {
        self.info.clone()
    }

    fn __repr__(&self) -> String {
        format!("<PlayResult {}>", self.best.map_or("no move".to_owned(), Move::text))
    }
}
