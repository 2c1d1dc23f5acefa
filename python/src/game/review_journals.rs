//! Games of files and journals of reviews for those who share the work out, such as `damier.ray`.

use super::super::G;
use super::super::record::Game;
use super::stream::{broken, failed, game_of, read_shard};
use super::{GameReview, settings};
use damier_files::Shard;
use damier_games::FileError;
use damier_review::batch::Journals;
use damier_review::files::{Choice, GameFiles};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// The games of files as `damier review` reads them: with their index among all and what could not
/// be read of them, without those that have no moves.
#[pyclass(frozen)]
pub(crate) struct ReviewInput {
    files: Mutex<GameFiles<G>>,
    shard: Shard,
    messages: Mutex<Vec<String>>,
}

#[pymethods]
impl ReviewInput {
    #[new]
    #[pyo3(signature = (files, *, player = None, most = None, shard = "1/1"))]
    fn new(
        files: Vec<PathBuf>,
        player: Option<String>,
        most: Option<usize>,
        shard: &str,
    ) -> PyResult<Self> {
        let shard = read_shard(shard)?;
        let files = GameFiles::new(files, Choice { player, most }).map_err(failed)?;
        Ok(Self { files: Mutex::new(files), shard, messages: Mutex::default() })
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<(usize, Game, Vec<String>)>> {
        let next = py.detach(|| -> Result<_, FileError> {
            let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
            let mut messages = self.messages.lock().unwrap_or_else(PoisonError::into_inner);
            files.next(&|index| self.shard.contains(index), &mut |line| {
                messages.push(line.to_owned());
            })
        });
        let game = next.map_err(failed)?.map(game_of);
        Ok(game.map(|(index, game, source)| (index, game, source.faults)))
    }

    /// What could not be read since this was asked last.
    fn messages(&self) -> Vec<String> {
        std::mem::take(&mut self.messages.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The journals of a review: one that is written, and others that are only read.
#[pyclass(frozen)]
pub(crate) struct ReviewJournals {
    journals: Mutex<Journals>,
}

#[pymethods]
impl ReviewJournals {
    #[new]
    #[pyo3(signature = (
        journal = None, also = Vec::new(), *, nodes = 100_000, time = None, lines = 1, tables = None
    ))]
    fn new(
        py: Python<'_>,
        journal: Option<PathBuf>,
        also: Vec<PathBuf>,
        nodes: u64,
        time: Option<f64>,
        lines: usize,
        tables: Option<String>,
    ) -> PyResult<Self> {
        let settings = settings(nodes, time, lines, tables)?;
        let journals = py.detach(|| Journals::open::<G>(journal.as_deref(), &also, &settings));
        Ok(Self { journals: Mutex::new(journals.map_err(broken)?) })
    }

    /// The review of a game, by its index among all, if a journal has it. Games are asked for in
    /// their order.
    fn find(&self, index: usize, game: &Game, faults: Vec<String>) -> PyResult<Option<GameReview>> {
        let mut journals = self.journals.lock().unwrap_or_else(PoisonError::into_inner);
        let review = journals.find(index, &game.record).map_err(broken)?;
        Ok(review.map(|review| GameReview::new(game.clone(), faults, review, index)))
    }

    /// Keeps a review in the journal that is written.
    fn add(&self, reviewed: &GameReview) -> PyResult<()> {
        let mut journals = self.journals.lock().unwrap_or_else(PoisonError::into_inner);
        let GameReview { game, review, index, .. } = reviewed;
        journals.add(*index, &game.record, review.clone()).map_err(broken)?;
        Ok(())
    }
}
