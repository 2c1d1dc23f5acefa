//! Reading files of games one after the other; only the current game is in memory.

use super::G;
use super::record::Game;
use crate::source::{Source, of_text, open, read_error};
use damier_records::{Reader, Sighting, Tags};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::io::BufRead;
use std::sync::{Arc, Mutex, PoisonError};

/// Reads the games of a file one after the other.
#[pyclass(frozen)]
pub(crate) struct GameReader {
    reader: Mutex<Reader<G, Box<dyn BufRead + Send>>>,
    name: Arc<str>,
    is_strict: bool,
    wanted: Option<Py<PyAny>>,
}

impl GameReader {
    fn new(source: Source, is_strict: bool, wanted: Option<Py<PyAny>>) -> Self {
        let reader = Mutex::new(Reader::new(source.input));
        Self { reader, name: source.name, is_strict, wanted }
    }

    /// Whether the caller wants the game with these tags.
    fn is_wanted(&self, tags: &Tags) -> PyResult<bool> {
        let Some(wanted) = &self.wanted else { return Ok(true) };
        Python::attach(|py| {
            let headers = PyDict::new(py);
            for (name, value) in tags.iter() {
                if !headers.contains(name)? {
                    headers.set_item(name, value)?;
                }
            }
            wanted.bind(py).call1((headers,))?.is_truthy()
        })
    }

    fn next(&self) -> PyResult<Option<Game>> {
        let mut reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let mut failure = None;
            let mut seen = false;
            let sighting = reader.read_if(&mut |_, tags| {
                seen = true;
                self.is_wanted(tags).unwrap_or_else(|error| {
                    failure = Some(error);
                    false
                })
            });
            if let Some(error) = failure {
                return Err(error);
            }
            let Some(sighting) = sighting else { return Ok(None) };
            match sighting.map_err(|error| read_error(&self.name, error))? {
                Sighting::Passed { .. } => {}
                Sighting::Read(reading) => {
                    let game = Game::of_reading(*reading, &self.name);
                    // A game without tags is read in any case.
                    if !seen && !self.is_wanted(&game.record.tags)? {
                        continue;
                    }
                    return match game.faults.first().filter(|_| self.is_strict) {
                        Some(fault) => Err(fault.raise()),
                        None => Ok(Some(game)),
                    };
                }
            }
        }
    }
}

#[pymethods]
impl GameReader {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        py.detach(|| self.next())
    }
}

/// The first game of an input.
pub(super) fn first(source: Source, is_strict: bool) -> PyResult<Option<Game>> {
    GameReader::new(source, is_strict, None).next()
}

/// Reads games from a path, compressed (.zst, .gz, .bz2) or not, or from an object with `read`.
#[pyfunction]
#[pyo3(signature = (source, *, wanted = None, strict = false))]
pub(crate) fn read_games(
    source: &Bound<'_, PyAny>,
    wanted: Option<Py<PyAny>>,
    strict: bool,
) -> PyResult<GameReader> {
    Ok(GameReader::new(open(source)?, strict, wanted))
}

/// Reads games from a text.
#[pyfunction]
#[pyo3(signature = (text, *, wanted = None, strict = false))]
pub(crate) fn games_from_text(text: String, wanted: Option<Py<PyAny>>, strict: bool) -> GameReader {
    GameReader::new(of_text(text), strict, wanted)
}
