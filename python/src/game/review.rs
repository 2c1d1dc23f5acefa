//! Reviews of games: one at a time by a `Reviewer`, or any number in a stream.

#[path = "review_journals.rs"]
mod journals;
#[path = "review_stream.rs"]
mod stream;

use super::G;
use super::record::Game;
use crate::errors::{file_error, option_error};
use crate::waiting::work;
use damier_games::FileError;
use damier_records::RecordGame;
use damier_review::files::Source;
use damier_review::summary::Summary;
use damier_review::view::GameView;
use damier_review::{Analyst, Budget, Language, Review, Settings, Words, annotated};
use damier_search::Signals;
pub(crate) use journals::{ReviewInput, ReviewJournals};
use pyo3::prelude::*;
use serde::Serialize;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
pub(crate) use stream::Reviews;

/// The words of a language.
pub(super) fn language(code: &str) -> PyResult<Words> {
    Ok(Words::of(read_language(code)?))
}

fn read_language(code: &str) -> PyResult<Language> {
    code.parse::<Language>().map_err(|error| option_error(&error))
}

/// So many positions for a move.
pub(super) fn positions_for(nodes: u64) -> PyResult<u64> {
    match nodes {
        100.. => Ok(nodes),
        _ => Err(option_error(&format_args!("nodes must be at least 100, not {nodes}"))),
    }
}

/// So many lines for a position.
pub(super) fn lines_for(lines: usize) -> PyResult<usize> {
    match lines {
        1..=20 => Ok(lines),
        _ => Err(option_error(&format_args!("lines are from 1 to 20, not {lines}"))),
    }
}

/// Data as Python has it.
pub(super) fn value_of<'py>(
    py: Python<'py>,
    value: &impl Serialize,
) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(value).map_err(|error| file_error(&error))?;
    py.import("json")?.call_method1("loads", (text,))
}

/// How games are reviewed, as Python says it.
pub(super) fn settings(
    nodes: u64,
    time: Option<f64>,
    lines: usize,
    tables: Option<String>,
) -> PyResult<Settings> {
    let budget = match time {
        None => Budget::Nodes(positions_for(nodes)?),
        Some(seconds) => match Duration::try_from_secs_f64(seconds) {
            Ok(time) if !time.is_zero() => Budget::Time(time),
            _ => return Err(option_error(&format_args!("time cannot be {seconds} seconds"))),
        },
    };
    Ok(Settings { budget, lines: lines_for(lines)?, tables })
}

/// A reviewed game.
#[pyclass(frozen)]
pub(crate) struct GameReview {
    game: Game,
    source: Source,
    review: Review,
    index: usize,
}

impl GameReview {
    fn new(game: Game, faults: Vec<String>, review: Review, index: usize) -> Self {
        let source = Source { file: Arc::clone(&game.file), number: game.number, faults };
        Self { game, source, review, index }
    }
}

#[pymethods]
impl GameReview {
    /// Made again from what pickle keeps of it.
    #[new]
    fn unpickled(game: &Game, faults: Vec<String>, review: &str, index: usize) -> PyResult<Self> {
        let review = serde_json::from_str(review).map_err(|error| option_error(&error))?;
        Ok(Self::new(game.clone(), faults, review, index))
    }

    fn __getnewargs__(&self) -> PyResult<(Game, Vec<String>, String, usize)> {
        let review = serde_json::to_string(&self.review).map_err(|error| file_error(&error))?;
        Ok((self.game.clone(), self.source.faults.clone(), review, self.index))
    }

    /// Which game of all it is, counted from 0.
    #[getter]
    fn index(&self) -> usize {
        self.index
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// What could not be read of the game, in words.
    #[getter]
    fn faults(&self) -> Vec<String> {
        self.source.faults.clone()
    }

    /// Everything in one line of JSON: what `damier review --json-lines` writes.
    #[pyo3(signature = (language = "en"))]
    fn json(&self, language: &str) -> PyResult<String> {
        let words = self::language(language)?;
        let view = GameView::new(&self.game.record, &self.source, &self.review, words);
        serde_json::to_string(&view).map_err(|error| file_error(&error))
    }

    /// The same as a dict.
    #[pyo3(signature = (language = "en"))]
    fn data<'py>(&self, py: Python<'py>, language: &str) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.json(language)?,))
    }

    /// The game with evaluations, glyphs, better lines and reasons.
    #[pyo3(signature = (language = "en"))]
    fn annotated(&self, language: &str) -> PyResult<Game> {
        let words = self::language(language)?;
        let record = annotated(&self.game.record, &self.review, words);
        Ok(Game { record, ..self.game.clone() })
    }

    /// A table of both sides and every error with its reason, as text.
    #[pyo3(signature = (language = "en"))]
    fn summary(&self, language: &str) -> PyResult<String> {
        let language = read_language(language)?;
        let result = G::result_text(self.game.record.result);
        let tags = &self.game.record.tags;
        Ok(Summary { language, tags, review: &self.review, result }.to_text())
    }

    fn __repr__(&self) -> String {
        let moves = self.review.moves.len();
        format!("<GameReview of game {}, {moves} moves>", self.source.number)
    }
}

/// Reviews one game after the other, with an engine of its own.
#[pyclass(frozen)]
pub(crate) struct Reviewer {
    analyst: Mutex<Analyst<G>>,
}

#[pymethods]
impl Reviewer {
    #[new]
    #[pyo3(signature = (*, nodes = 100_000, time = None, lines = 1, tables = None))]
    fn new(
        py: Python<'_>,
        nodes: u64,
        time: Option<f64>,
        lines: usize,
        tables: Option<String>,
    ) -> PyResult<Self> {
        let settings = settings(nodes, time, lines, tables)?;
        let analyst = py.detach(|| Analyst::new(settings));
        let analyst = analyst.map_err(|error: FileError| file_error(&error))?;
        Ok(Self { analyst: Mutex::new(analyst) })
    }

    /// Reviews a game. Those who read files themselves say which game of all it is, counted from 0,
    /// and what could not be read of it.
    #[pyo3(signature = (game, *, index = None, faults = None))]
    fn review(
        &self,
        py: Python<'_>,
        game: &Game,
        index: Option<usize>,
        faults: Option<Vec<String>>,
    ) -> PyResult<GameReview> {
        let signals = Arc::new(Signals::new());
        let review = work(
            py,
            || signals.stop(),
            || {
                let mut analyst = self.analyst.lock().unwrap_or_else(PoisonError::into_inner);
                analyst.obey(&signals);
                analyst.review(&game.record, &mut |_| {})
            },
        )?;
        let review = review.ok_or_else(|| option_error(&"it was stopped"))?;
        let texts = || game.faults.iter().map(crate::fault::Fault::text).collect();
        let index = index.unwrap_or(game.number.saturating_sub(1));
        Ok(GameReview::new(game.clone(), faults.unwrap_or_else(texts), review, index))
    }
}
