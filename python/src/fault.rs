//! What could not be read of a game in a file.

use damier_records::{Fault as RecordFault, FaultKind};
use pyo3::prelude::*;

/// What is wrong with a game in a file, where, and what to do about it.
#[pyclass(module = "damier", frozen, get_all, skip_from_py_object)]
#[derive(Clone)]
pub(crate) struct Fault {
    /// Which game of the file, counted from 1.
    game: usize,
    /// The line of the file, counted from 1.
    line: usize,
    /// The column of the line, counted from 1.
    column: usize,
    /// The number of the move, as `"12."` or `"12..."`, if it is about one.
    number: Option<String>,
    /// The word of the file that is no move.
    word: Option<String>,
    /// What is wrong.
    problem: String,
    /// What was done about it and what can be done.
    remedy: String,
    /// All of it, as the program says it.
    text: String,
}

impl From<&RecordFault> for Fault {
    fn from(fault: &RecordFault) -> Self {
        let word = match &fault.kind {
            FaultKind::Move { text, .. } | FaultKind::NullMove { text } => Some(text.clone()),
            _ => None,
        };
        Self {
            game: fault.game,
            line: fault.place.line,
            column: fault.place.column,
            number: fault.at.map(|number| number.to_string()),
            word,
            problem: fault.kind.to_string(),
            remedy: fault.kind.remedy().to_owned(),
            text: fault.to_string(),
        }
    }
}

impl Fault {
    /// All of it in words.
    pub(crate) fn text(&self) -> String {
        self.text.clone()
    }

    /// The fault as an exception.
    pub(crate) fn raise(&self) -> PyErr {
        let error = crate::errors::raise(
            "RecordError",
            &self.text,
            &[("game", Some(self.game)), ("line", Some(self.line)), ("column", Some(self.column))],
        );
        Python::attach(|py| {
            let set = error.value(py).setattr("fault", self.clone());
            set.err().unwrap_or(error)
        })
    }
}

#[pymethods]
impl Fault {
    #[new]
    fn new(
        places: (usize, usize, usize),
        about: (Option<String>, Option<String>),
        words: (String, String, String),
    ) -> Self {
        let ((game, line, column), (number, word), (problem, remedy, text)) =
            (places, about, words);
        Self { game, line, column, number, word, problem, remedy, text }
    }

    #[allow(clippy::type_complexity, reason = "what pickle wants")]
    fn __getnewargs__(
        &self,
    ) -> ((usize, usize, usize), (Option<String>, Option<String>), (String, String, String)) {
        let Self { game, line, column, number, word, problem, remedy, text } = self.clone();
        ((game, line, column), (number, word), (problem, remedy, text))
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Fault {:?}>", self.text)
    }
}
