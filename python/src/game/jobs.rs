//! Work for many machines: games for training and matches, whole or piece by piece. A piece depends
//! on the settings and its number alone, so whoever shares the work out may do any piece again.

#[path = "jobs_match.rs"]
mod matches;

use super::G;
use crate::errors::{file_error, option_error};
use crate::waiting::work;
use damier_files::Shard;
use damier_learn::LearnGame;
use damier_learn::file::GameWriter;
use damier_learn::generate::{self as learn, GenerateError, Recipe};
pub(crate) use matches::Match;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The recipe of games as Python says it.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct RecipeArgs {
    seed: u64,
    nodes: u64,
    plies: usize,
    balance: i32,
    options: Vec<(String, String)>,
    tables: String,
    unusual: u8,
    to_the_end: bool,
}

impl RecipeArgs {
    fn recipe(self) -> PyResult<Recipe> {
        let within = |name: &str, value: u64, most: u64| match value <= most {
            true => Ok(()),
            false => Err(option_error(&format_args!("{name} is at most {most}, not {value}"))),
        };
        within("plies", self.plies as u64, 60)?;
        within("unusual", self.unusual.into(), 100)?;
        if self.nodes == 0 || self.balance < 0 {
            return Err(option_error(&"nodes and balance cannot be less than nothing"));
        }
        Ok(Recipe {
            seed: self.seed,
            nodes: self.nodes,
            plies: self.plies,
            balance: self.balance,
            options: self.options,
            tables: self.tables,
            unusual: self.unusual,
            verdicts: (!self.to_the_end).then_some(G::VERDICTS),
        })
    }
}

fn failed(error: GenerateError) -> PyErr {
    match error {
        GenerateError::Option(error) => option_error(&error),
        other => file_error(&other),
    }
}

/// Plays games against oneself into a file until it holds so many; what it holds is kept.
#[pyfunction]
#[pyo3(signature = (path, games, recipe, *, threads = 0, shard = "1/1", on_progress = None))]
pub(crate) fn generate<'py>(
    py: Python<'py>,
    path: PathBuf,
    games: u64,
    recipe: RecipeArgs,
    threads: usize,
    shard: &str,
    on_progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let recipe = recipe.recipe()?;
    let shard: Shard = shard.parse().map_err(|error| {
        let error: damier_files::ShardError = error;
        option_error(&error)
    })?;
    let cores = || thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    let threads = if threads == 0 { cores() } else { threads };
    let stop = AtomicBool::new(false);
    let mut failure = None;
    let done = {
        let mut tell = |progress: &learn::Progress| {
            let Some(listener) = &on_progress else { return };
            let told = Python::attach(|py| {
                listener.call1(py, (progress.games, progress.positions)).map(|_| ())
            });
            if let Err(error) = told {
                stop.store(true, Ordering::Relaxed);
                failure.get_or_insert(error);
            }
        };
        work(
            py,
            || stop.store(true, Ordering::Relaxed),
            || learn::generate::<G>(&recipe, shard, &path, games, threads, &stop, &mut tell),
        )?
    };
    if let Some(error) = failure {
        return Err(error);
    }
    let done = done.map_err(failed)?;
    let told = PyDict::new(py);
    told.set_item("games", done.games)?;
    told.set_item("positions", done.positions)?;
    told.set_item("new_games", done.new_games)?;
    told.set_item("new_positions", done.new_positions)?;
    told.set_item("results", done.results)?;
    Ok(told)
}

/// Plays the games with these numbers and returns each as a file of games has it.
#[pyfunction]
pub(crate) fn play_numbers<'py>(
    py: Python<'py>,
    recipe: RecipeArgs,
    numbers: Vec<u64>,
) -> PyResult<Vec<Bound<'py, PyBytes>>> {
    let recipe = recipe.recipe()?;
    let stop = AtomicBool::new(false);
    let played = work(
        py,
        || stop.store(true, Ordering::Relaxed),
        || {
            let mut games = Vec::new();
            // Numbers that follow each other are played by one player.
            for run in numbers.chunk_by(|one, next| one + 1 == *next) {
                let (first, last) = (run[0], run[run.len() - 1]);
                match learn::play_numbers::<G>(&recipe, first..last + 1, &stop)? {
                    Some(played) => games.extend(played),
                    None => break,
                }
            }
            Ok(games)
        },
    )?;
    let games = played.map_err(failed)?;
    Ok(games.iter().map(|game| PyBytes::new(py, game)).collect())
}

/// A file of games that is being written.
#[pyclass(frozen)]
pub(crate) struct GameFile {
    writer: Mutex<Option<GameWriter>>,
    recipe: Recipe,
    known: HashSet<u64>,
    count: AtomicU64,
}

impl GameFile {
    fn with<T>(
        &self,
        py: Python<'_>,
        act: impl FnOnce(&mut GameWriter) -> Result<T, damier_learn::file::GamesFileError> + Send,
    ) -> PyResult<T>
    where
        T: Send,
    {
        py.detach(|| {
            let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
            let writer = writer.as_mut().ok_or_else(|| file_error(&"the file is closed"))?;
            act(writer).map_err(|error| file_error(&error))
        })
    }
}

#[pymethods]
impl GameFile {
    /// Makes a file, or goes on with one that was made by the same recipe.
    #[new]
    fn new(py: Python<'_>, path: PathBuf, recipe: RecipeArgs) -> PyResult<Self> {
        let recipe = recipe.recipe()?;
        py.detach(|| {
            let mut known = HashSet::new();
            let writer = GameWriter::open(&path, &recipe.describe::<G>(), &mut |bytes| {
                known.extend(bytes.first_chunk().map(|id| u64::from_le_bytes(*id)));
            });
            let writer = writer.map_err(|error| file_error(&error))?;
            let count = AtomicU64::new(known.len() as u64);
            Ok(Self { writer: Mutex::new(Some(writer)), recipe, known, count })
        })
    }

    /// Of the games 0 to so many, the numbers of those that were not in the file when it was
    /// opened.
    fn missing(&self, games: u64) -> Vec<u64> {
        (0..games).filter(|&number| !self.known.contains(&self.recipe.id(number))).collect()
    }

    /// Games in the file.
    fn __len__(&self) -> usize {
        self.count.load(Ordering::Relaxed) as usize
    }

    /// Adds a game.
    fn append(&self, py: Python<'_>, game: &[u8]) -> PyResult<()> {
        self.with(py, |writer| writer.append(game))?;
        self.count.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    /// Waits until all is on the disk, and closes the file.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, |writer| writer.sync())?;
        py.detach(|| {
            *self.writer.lock().unwrap_or_else(PoisonError::into_inner) = None;
        });
        Ok(())
    }
}
