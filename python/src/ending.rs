//! How games end.

use damier_core::{Ending as EndingOfGame, Outcome, Side};
use pyo3::prelude::*;

/// Why a game is over.
#[pyclass(module = "damier", frozen, eq, hash, skip_from_py_object)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Ending {
    termination: String,
    words: String,
    outcome: Outcome,
    needs_claim: bool,
}

impl Ending {
    pub(crate) fn of(ending: impl EndingOfGame) -> Self {
        // The name of the variant without what it contains.
        let name = format!("{ending:?}");
        let name = name.split([' ', '{', '(']).next().unwrap_or_default();
        let mut termination = String::new();
        for letter in name.chars() {
            if letter.is_ascii_uppercase() && !termination.is_empty() {
                termination.push('_');
            }
            termination.push(letter.to_ascii_lowercase());
        }
        Self {
            termination,
            words: ending.to_string(),
            outcome: ending.outcome(),
            needs_claim: ending.needs_claim(),
        }
    }
}

#[pymethods]
impl Ending {
    /// What ended it, as a name: "checkmate", "stalemate", "no_moves", "repetition", …
    #[getter]
    fn termination(&self) -> &str {
        &self.termination
    }

    /// True if White won, False if Black did, None for a draw.
    #[getter]
    fn winner(&self) -> Option<bool> {
        match self.outcome {
            Outcome::Win(side) => Some(side == Side::White),
            Outcome::Draw => None,
        }
    }

    /// Whether a player has to claim it: without a claim the game may go on.
    #[getter]
    fn needs_claim(&self) -> bool {
        self.needs_claim
    }

    /// "1-0", "0-1" or "1/2-1/2".
    fn result(&self) -> &'static str {
        self.outcome.as_str()
    }

    fn __str__(&self) -> &str {
        &self.words
    }

    fn __repr__(&self) -> String {
        format!("<Ending {}: {}>", self.result(), self.words)
    }
}
