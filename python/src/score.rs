//! Scores of engines.

use damier_core::{Score as EngineScore, Side};
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;

/// How good a position is for one side.
#[pyclass(module = "damier", frozen, skip_from_py_object)]
#[derive(Clone, Copy)]
pub(crate) struct Score {
    score: EngineScore,
    side: Side,
}

impl Score {
    pub(crate) fn new(score: EngineScore, side: Side) -> Self {
        Self { score, side }
    }

    fn seen_by(self, side: Side) -> Self {
        let score = if side == self.side { self.score } else { -self.score };
        Self { score, side }
    }

    pub(crate) fn text(&self) -> String {
        match self.mate() {
            Some(moves) if moves != 0 => format!("#{moves:+}"),
            Some(_) if self.score.is_win() => "#+0".to_owned(),
            Some(_) => "#-0".to_owned(),
            None => format!("{:+.2}", f64::from(self.score.value()) / 100.0),
        }
    }
}

#[pymethods]
impl Score {
    /// Hundredths of a pawn or a man; None if a win is proved.
    #[getter]
    fn cp(&self) -> Option<i32> {
        (!self.score.is_mate()).then(|| self.score.value())
    }

    /// Moves to the end, negative for a loss; None if none is proved.
    #[getter]
    fn mate(&self) -> Option<i32> {
        let plies = self.score.plies_to_mate()?.abs();
        let moves = (plies + 1) / 2;
        Some(if self.score.is_win() { moves } else { -moves })
    }

    /// For whom it is: True for White.
    #[getter]
    fn turn(&self) -> bool {
        self.side == Side::White
    }

    /// Whether it is a proved win or loss, by mate or by tables.
    fn is_decisive(&self) -> bool {
        self.score.is_decisive()
    }

    /// The score as White sees it.
    fn white(&self) -> Self {
        self.seen_by(Side::White)
    }

    /// The score as Black sees it.
    fn black(&self) -> Self {
        self.seen_by(Side::Black)
    }

    /// The score as one side sees it: True for White.
    fn pov(&self, color: bool) -> Self {
        self.seen_by(if color { Side::White } else { Side::Black })
    }

    /// One number for both kinds: hundredths, and for a mate so much less the moves to it.
    #[pyo3(signature = (mate_score = 100_000))]
    fn score(&self, mate_score: i32) -> i32 {
        match self.mate() {
            Some(moves) if self.score.is_win() => mate_score - moves,
            Some(moves) => -mate_score - moves,
            None => self.score.value(),
        }
    }

    fn __neg__(&self) -> Self {
        Self { score: -self.score, side: self.side }
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        match other.cast::<Self>() {
            Ok(other) => {
                let theirs = other.get().seen_by(self.side).score;
                let answer = op.matches(self.score.value().cmp(&theirs.value()));
                Ok(answer.into_pyobject(py)?.to_owned().into_any().unbind())
            }
            Err(_) => Ok(py.NotImplemented()),
        }
    }

    fn __hash__(&self) -> u64 {
        let white = self.seen_by(Side::White).score.value();
        u64::from(white.unsigned_abs()) << 1 | u64::from(white < 0)
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        let side = if self.turn() { "White" } else { "Black" };
        format!("<Score {} for {side}>", self.text())
    }
}
