//! `Engine`: Damier's own engine as a player of any strength and style, in this process.

#[path = "engine_info.rs"]
mod info;
#[path = "engine_settings.rs"]
mod settings;

use super::G;
use super::board::{Board, MoveArg};
use super::moves::Move;
use crate::errors::option_error;
use crate::limits;
use crate::waiting::work;
use damier_core::Rules;
use damier_profiles::Player;
use damier_search::{Answer, Engine as _, Event, NamedOptions, Query, STACK_BYTES, Signals};
pub(crate) use info::{Info, PlayResult};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use settings::{EngineArgs, apply};
pub(crate) use settings::{identity, levels, profiles};
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError, Weak};
use std::thread;
use std::time::Duration;

/// How long those wait who cannot simply wait.
const PAUSE: Duration = Duration::from_millis(5);

/// What one engine shares with the searches that are under way.
struct Shared {
    player: Mutex<Player<G>>,
    /// The signals of all searches that run or wait for their turn.
    searches: Mutex<Vec<Weak<Signals>>>,
}

impl Shared {
    fn player(&self) -> MutexGuard<'_, Player<G>> {
        self.player.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The player as soon as no search has it, for those who hold the interpreter's lock.
    fn wait_for_player(&self, py: Python<'_>) -> MutexGuard<'_, Player<G>> {
        loop {
            match self.player.try_lock() {
                Ok(player) => return player,
                Err(TryLockError::Poisoned(poisoned)) => return poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => py.detach(|| thread::sleep(PAUSE)),
            }
        }
    }

    fn register(&self, signals: &Arc<Signals>) {
        let mut searches = self.searches.lock().unwrap_or_else(PoisonError::into_inner);
        searches.retain(|other| other.strong_count() > 0);
        searches.push(Arc::downgrade(signals));
    }

    fn stop(&self) {
        let searches = self.searches.lock().unwrap_or_else(PoisonError::into_inner);
        searches.iter().filter_map(Weak::upgrade).for_each(|signals| signals.stop());
    }

    fn search(
        &self,
        query: &Query<G>,
        on_event: &mut dyn FnMut(Event<<G as Rules>::Move>),
    ) -> Answer<<G as Rules>::Move> {
        let Ok(answer) = self.player().search(query, on_event);
        answer
    }
}

/// Damier's own engine as a player of any strength and style.
///
/// Settings are keywords: `level`, `elo`, `like` (the rating of people) and `profile` (a name or a
/// file) say how it plays, `seed` which of its games, `firewall` whether weak players look before
/// they throw a piece away; `threads`, `hash` (megabytes), `network`, `tables` (folders of endgame
/// tables), and `options` by the names that protocols give them.
#[pyclass(frozen)]
pub(crate) struct Engine {
    shared: Arc<Shared>,
}

/// What a search is asked, in words of Python.
struct Question<'a, 'py> {
    board: &'a Board,
    limit: Option<Bound<'py, PyAny>>,
    root_moves: Option<Vec<MoveArg<'py>>>,
    lines: Option<usize>,
    keywords: Option<&'a Bound<'py, PyDict>>,
}

impl Question<'_, '_> {
    fn query(self, must_end: bool) -> PyResult<Query<G>> {
        let limits = limits::read(self.limit.as_ref(), self.keywords)?;
        if must_end && limits.is_none() {
            return Err(option_error(
                &"a search needs a limit: nodes, depth, time (seconds) or clocks",
            ));
        }
        let mut query = Query::new(self.board.game.clone(), limits.unwrap_or_default());
        if self.lines == Some(0) {
            return Err(option_error(&"there must be at least one line"));
        }
        query.lines = self.lines;
        let position = self.board.position();
        let among = self.root_moves.into_iter().flatten();
        query.among = among.map(|mv| mv.find(position)).collect::<PyResult<_>>()?;
        Ok(query)
    }
}

impl Engine {
    /// Searches, and keeps the last report of each line.
    fn ask(
        &self,
        py: Python<'_>,
        query: &Query<G>,
    ) -> PyResult<(Answer<<G as Rules>::Move>, Lines)> {
        let signals = Arc::clone(&query.signals);
        self.shared.register(&signals);
        work(
            py,
            || signals.stop(),
            || {
                let mut lines = Lines::default();
                let answer = self.shared.search(query, &mut |event| lines.take(query, event));
                (answer, lines)
            },
        )
    }
}

/// The last report of each line, by its rank.
#[derive(Default)]
struct Lines(BTreeMap<usize, Info>);

impl Lines {
    fn take(&mut self, query: &Query<G>, event: Event<<G as Rules>::Move>) {
        if let Event::Report(report) = event {
            self.0.insert(report.rank, Info::new(query.game.position(), report));
        }
    }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (**settings))]
    fn new(py: Python<'_>, settings: Option<EngineArgs<'_>>) -> PyResult<Self> {
        let mut player = py.detach(Player::new);
        apply(py, &mut player, &settings, true)?;
        let (player, searches) = (Mutex::new(player), Mutex::default());
        Ok(Self { shared: Arc::new(Shared { player, searches }) })
    }

    /// Changes settings; the words are those with which an engine is made.
    #[pyo3(signature = (**settings))]
    fn configure(&self, py: Python<'_>, settings: Option<EngineArgs<'_>>) -> PyResult<()> {
        let mut player = self.shared.wait_for_player(py);
        apply(py, &mut player, &settings, false)
    }

    /// The name of the engine.
    #[getter]
    fn name(&self, py: Python<'_>) -> String {
        py.detach(|| self.shared.player().name())
    }

    /// What can be set by name, with what each takes.
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let options = py.detach(|| self.shared.player().options());
        let all = PyDict::new(py);
        for (name, kind) in options {
            all.set_item(name, settings::describe(py, kind)?)?;
        }
        Ok(all)
    }

    /// The seed of the game that is being played: with it, it can be played again.
    #[getter]
    fn seed(&self, py: Python<'_>) -> u64 {
        py.detach(|| self.shared.player().game_seed())
    }

    /// Forgets everything learnt in earlier games.
    fn new_game(&self, py: Python<'_>) {
        py.detach(|| {
            let Ok(()) = self.shared.player().new_game();
        });
    }

    /// Chooses a move.
    ///
    /// Limits are keywords, or attributes of `limit`: `nodes`, `soft_nodes`, `depth`, `time` in
    /// seconds, `mate`, and clocks: `white_clock`, `black_clock`, `white_inc`, `black_inc`,
    /// `remaining_moves`.
    #[pyo3(signature = (board, limit = None, *, root_moves = None, **limits))]
    fn play(
        &self,
        py: Python<'_>,
        board: &Board,
        limit: Option<Bound<'_, PyAny>>,
        root_moves: Option<Vec<MoveArg<'_>>>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PlayResult> {
        let question = Question { board, limit, root_moves, lines: None, keywords: limits };
        let query = question.query(true)?;
        let (answer, mut lines) = self.ask(py, &query)?;
        let position = query.game.position();
        let best = answer.best.map(|mv| Move::new(position, mv));
        let ponder = answer.best.zip(answer.ponder).map(|(best, reply)| {
            let mut after = position.clone();
            after.play_unchecked(best);
            Move::new(&after, reply)
        });
        Ok(PlayResult { best, ponder, info: lines.0.remove(&1) })
    }

    /// Looks at a position: the best line, or a list of `multipv` lines, best first. Limits are
    /// those of `play`.
    #[pyo3(signature = (board, limit = None, *, multipv = None, root_moves = None, **limits))]
    fn analyse<'py>(
        &self,
        py: Python<'py>,
        board: &Board,
        limit: Option<Bound<'_, PyAny>>,
        multipv: Option<usize>,
        root_moves: Option<Vec<MoveArg<'_>>>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let lines = Some(multipv.unwrap_or(1));
        let query = Question { board, limit, root_moves, lines, keywords: limits }.query(true)?;
        let (_, lines) = self.ask(py, &query)?;
        let mut lines: Vec<Info> = lines.0.into_values().collect();
        match multipv {
            Some(_) => Ok(lines.into_pyobject(py)?.into_any()),
            None if lines.is_empty() => {
                Err(option_error(&"there is nothing to analyse: no move is legal"))
            }
            None => Ok(Bound::new(py, lines.swap_remove(0))?.into_any()),
        }
    }

    /// Begins to look at a position and returns at once: what is found is iterated over. Without
    /// the limits of `play` it goes on until it is stopped.
    #[pyo3(signature = (board, limit = None, *, multipv = None, root_moves = None, **limits))]
    fn analysis(
        &self,
        board: &Board,
        limit: Option<Bound<'_, PyAny>>,
        multipv: Option<usize>,
        root_moves: Option<Vec<MoveArg<'_>>>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Analysis> {
        let lines = Some(multipv.unwrap_or(1));
        let question = Question { board, limit, root_moves, lines, keywords: limits };
        let query = question.query(false)?;
        let signals = Arc::clone(&query.signals);
        self.shared.register(&signals);
        let shared = Arc::clone(&self.shared);
        let (sender, events) = channel();
        thread::Builder::new().stack_size(STACK_BYTES).spawn(move || {
            let _ = shared.search(&query, &mut |event| {
                if let Event::Report(report) = event {
                    // Perhaps nobody listens any more.
                    let _ = sender.send(Info::new(query.game.position(), report));
                }
            });
        })?;
        Ok(Analysis { events: Mutex::new(events), signals, lines: Mutex::default() })
    }

    /// Ends all searches of this engine that are under way: each answers with what it has.
    fn stop(&self) {
        self.shared.stop();
    }

    /// Why the engine judges a position as it does, as a table for people.
    fn explain_evaluation(&self, py: Python<'_>, board: &Board) -> Option<String> {
        let position = board.position().clone();
        py.detach(|| self.shared.player().explain(&position))
    }
}

/// A search that is under way: what it finds is iterated over.
#[pyclass(frozen)]
pub(crate) struct Analysis {
    events: Mutex<Receiver<Info>>,
    signals: Arc<Signals>,
    lines: Mutex<BTreeMap<usize, Info>>,
}

impl Analysis {
    fn next(&self, py: Python<'_>) -> PyResult<Option<Info>> {
        loop {
            let event = py.detach(|| {
                let events = self.events.lock().unwrap_or_else(PoisonError::into_inner);
                events.recv_timeout(Duration::from_millis(50))
            });
            match event {
                Ok(info) => {
                    self.lines().insert(info.rank(), info.clone());
                    return Ok(Some(info));
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            }
        }
    }

    fn lines(&self) -> MutexGuard<'_, BTreeMap<usize, Info>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Analysis {
    fn drop(&mut self) {
        self.signals.stop();
    }
}

#[pymethods]
impl Analysis {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Info>> {
        self.next(py)
    }

    /// Ends the search; what it has told can still be iterated over.
    fn stop(&self) {
        self.signals.stop();
    }

    /// Waits for the end and returns the best lines, best first.
    fn wait(&self, py: Python<'_>) -> PyResult<Vec<Info>> {
        while self.next(py)?.is_some() {}
        Ok(self.best())
    }

    /// The best lines so far, of those that were iterated over.
    fn best(&self) -> Vec<Info> {
        self.lines().values().cloned().collect()
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __exit__(
        &self,
        _class: &Bound<'_, PyAny>,
        _error: &Bound<'_, PyAny>,
        _trace: &Bound<'_, PyAny>,
    ) {
        self.signals.stop();
    }
}
