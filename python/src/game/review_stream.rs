//! Any number of games in constant memory: read, reviewed by several workers, handed out in their
//! order.

use super::super::G;
use super::super::record::Game;
use super::{GameReview, settings};
use crate::errors::{file_error, option_error, raise};
use crate::fault::Fault;
use damier_files::Shard;
use damier_games::FileError;
use damier_review::batch::{Batch, BatchError, BatchGame, Progress, review_stream};
use damier_review::files::{Choice, GameFiles, Source};
use damier_review::{Review, Settings};
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Reviews that may wait for somebody to take them.
const WAITING: usize = 16;

/// The exception for games that cannot be read; what went wrong in Python is told as it was.
pub(super) fn failed(error: FileError) -> PyErr {
    match error.downcast::<PyErr>() {
        Ok(error) => *error,
        Err(error) => file_error(&error),
    }
}

pub(super) fn read_shard(text: &str) -> PyResult<Shard> {
    text.parse().map_err(|error: damier_files::ShardError| option_error(&error))
}

pub(super) fn game_of(game: BatchGame<G, Source>) -> (usize, Game, Source) {
    let BatchGame { index, record, more: source } = game;
    let (file, number) = (Arc::clone(&source.file), source.number);
    let line = record.tree().main_line().next().and_then(|id| record.tree().node(id).place());
    let line = line.map_or(1, |place| place.line);
    (index, Game { record, faults: Vec::new(), file, number, line }, source)
}

/// Where games come from.
enum Games {
    Files(Box<GameFiles<G>>),
    /// An iterator of Python, and how many it has given.
    Objects(Py<PyAny>, usize),
}

impl Games {
    /// The next game that is wanted.
    fn next(
        &mut self,
        batch: &Batch,
        complain: &mut dyn FnMut(&str),
    ) -> Result<Option<BatchGame<G, Source>>, FileError> {
        let (iterator, count) = match self {
            Self::Files(files) => return files.next(&|index| batch.wants(index), complain),
            Self::Objects(iterator, count) => (iterator, count),
        };
        let next = Python::attach(|py| -> PyResult<_> {
            let mut objects = iterator.bind(py).try_iter()?;
            loop {
                let Some(object) = objects.next().transpose()? else { return Ok(None) };
                let index = *count;
                *count += 1;
                if !batch.wants(index) {
                    continue;
                }
                let game = object.cast::<Game>()?.borrow();
                let faults = game.faults.iter().map(Fault::text).collect();
                let (file, number) = (Arc::clone(&game.file), game.number);
                let more = Source { file, number, faults };
                return Ok(Some(BatchGame { index, record: game.record.clone(), more }));
            }
        });
        next.map_err(|error| Box::new(error) as FileError)
    }
}

/// What the reviewers say.
enum Said {
    Review(Box<(BatchGame<G, Source>, Review)>),
    Message(String),
    End(Result<(), BatchError>),
}

/// Reviews in the order of the games, as they are finished.
#[pyclass(frozen)]
pub(crate) struct Reviews {
    said: Mutex<Receiver<Said>>,
    shared: Arc<Shared>,
    messages: Mutex<Vec<String>>,
}

/// What the reviewers and who listens to them share.
#[derive(Default)]
struct Shared {
    stop: AtomicBool,
    moves: AtomicUsize,
    known_moves: AtomicUsize,
    games: AtomicUsize,
}

impl Shared {
    fn run(&self, mut games: Games, batch: &Batch, says: &SyncSender<Said>) {
        let on_progress = |progress| match progress {
            Progress::Game { moves } => {
                self.known_moves.fetch_add(moves, Ordering::Relaxed);
            }
            Progress::Move => {
                self.moves.fetch_add(1, Ordering::Relaxed);
            }
        };
        let mut complain = |line: &str| {
            // Nobody listens: it ends soon.
            let _ = says.send(Said::Message(line.to_owned()));
        };
        let mut stream = std::iter::from_fn(|| games.next(batch, &mut complain).transpose());
        let mut take = |game: BatchGame<G, Source>, review: Option<Review>| {
            let Some(review) = review else { return Ok(()) };
            self.games.fetch_add(1, Ordering::Relaxed);
            if says.send(Said::Review(Box::new((game, review)))).is_err() {
                self.stop.store(true, Ordering::Relaxed);
            }
            Ok(())
        };
        let done = review_stream(&mut stream, batch, &self.stop, &on_progress, &mut take);
        let _ = says.send(Said::End(done));
    }
}

impl Drop for Reviews {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::Relaxed);
    }
}

/// The exception for a stream that broke off.
pub(super) fn broken(error: BatchError) -> PyErr {
    match error {
        BatchError::Review(error) => failed(error),
        journal => raise("JournalError", &journal, &[]),
    }
}

#[pymethods]
impl Reviews {
    #[new]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    #[pyo3(signature = (
        games, *, nodes = 100_000, time = None, lines = 1, tables = None, jobs = 0, journal = None,
        also = Vec::new(), shard = "1/1", player = None, most = None
    ))]
    fn new(
        games: &Bound<'_, PyAny>,
        nodes: u64,
        time: Option<f64>,
        lines: usize,
        tables: Option<String>,
        jobs: usize,
        journal: Option<PathBuf>,
        also: Vec<PathBuf>,
        shard: &str,
        player: Option<String>,
        most: Option<usize>,
    ) -> PyResult<Self> {
        let settings: Settings = settings(nodes, time, lines, tables)?;
        let cores = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let jobs = NonZeroUsize::new(jobs).unwrap_or(cores);
        let batch = Batch { settings, shard: read_shard(shard)?, jobs, journal, also };
        let games = match games.extract::<Vec<PathBuf>>() {
            Ok(files) if !files.is_empty() || games.is_instance_of::<PyList>() => {
                let choice = Choice { player, most };
                Games::Files(Box::new(GameFiles::new(files, choice).map_err(failed)?))
            }
            _ if player.is_some() || most.is_some() => {
                return Err(option_error(&"player and most are for files"));
            }
            _ => Games::Objects(games.try_iter()?.into_any().unbind(), 0),
        };
        let (says, said) = sync_channel(WAITING);
        let shared = Arc::new(Shared::default());
        let runner = Arc::clone(&shared);
        thread::Builder::new().spawn(move || runner.run(games, &batch, &says))?;
        Ok(Self { said: Mutex::new(said), shared, messages: Mutex::default() })
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<GameReview>> {
        loop {
            let said = py.detach(|| {
                let said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
                said.recv_timeout(Duration::from_millis(50))
            });
            match said {
                Ok(Said::Review(reviewed)) => {
                    let (game, review) = *reviewed;
                    let (index, game, source) = game_of(game);
                    return Ok(Some(GameReview { game, source, review, index }));
                }
                Ok(Said::Message(line)) => {
                    self.messages.lock().unwrap_or_else(PoisonError::into_inner).push(line);
                }
                Ok(Said::End(Err(error))) => return Err(broken(error)),
                Ok(Said::End(Ok(()))) | Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(error) = py.check_signals() {
                        self.stop();
                        return Err(error);
                    }
                }
            }
        }
    }

    /// Ends it: games that are not finished are not handed out. With a journal, the same call goes
    /// on from there.
    fn stop(&self) {
        self.shared.stop.store(true, Ordering::Relaxed);
    }

    /// What could not be read since this was asked last.
    fn messages(&self) -> Vec<String> {
        std::mem::take(&mut self.messages.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// How far it is: games finished, moves reviewed, moves of all games that were read.
    fn progress(&self) -> (usize, usize, usize) {
        let Shared { games, moves, known_moves, .. } = &*self.shared;
        let load = |number: &AtomicUsize| number.load(Ordering::Relaxed);
        (load(games), load(moves), load(known_moves))
    }
}
