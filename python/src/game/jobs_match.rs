//! Matches between engines: of a whole match, or of some of its pairs of games.

use super::super::G;
use crate::errors::{file_error, option_error, raise};
use crate::waiting::work;
use damier_arena::game_file;
use damier_arena::openings::OpeningRecipe;
use damier_arena::statistics::estimate;
use damier_arena::{
    ArenaError, Conduct, Contestant, EngineSpec, GamePace, GameRecord, Match as ArenaMatch,
    MatchFormat, MatchPlan, Openings, Schedule, Standing,
};
use damier_core::Rules;
use damier_files::{Journal, JournalEntry, JournalError, JournalSettings};
use damier_games::openings::RandomOpenings;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::{HashMap, HashSet};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Openings that are made at random are this long.
const RANDOM_PLIES: usize = 8;

/// A match or tournament: who plays, how, and with which openings.
#[pyclass(frozen)]
pub(crate) struct Match {
    engines: Vec<EngineSpec>,
    pace: GamePace,
    openings: Openings<G>,
    longest: usize,
    schedule: Schedule,
}

impl Match {
    fn arena(&self, concurrency: NonZeroUsize) -> ArenaMatch<'_, G> {
        let engines = self.engines.iter();
        ArenaMatch {
            contestants: engines.map(|engine| engine as &dyn Contestant<G>).collect(),
            pace: self.pace,
            conduct: Conduct {
                pondering: false,
                margin: Duration::ZERO,
                patience: Duration::from_secs(120),
                longest: self.longest,
                resign: None,
                draw: None,
                tables: None,
            },
            openings: match &self.openings {
                Openings::List(list) => Openings::List(list.clone()),
                Openings::Random(recipe) => Openings::Random(*recipe),
                Openings::Book { .. } => unreachable!("books are not taken"),
            },
            plan: MatchPlan {
                schedule: self.schedule.clone(),
                concurrency,
                sprt: None,
                journal: None,
                games: None,
            },
        }
    }
}

fn journal_error(error: &JournalError) -> PyErr {
    raise("JournalError", error, &[])
}

fn failed(error: &ArenaError) -> PyErr {
    match error {
        ArenaError::Journal(error) => journal_error(error),
        ArenaError::Games(_) => file_error(error),
        other => raise("EngineError", other, &[]),
    }
}

fn read_pace(pace: &str) -> PyResult<GamePace> {
    let read = match pace.split_once('=') {
        Some(("nodes", text)) => GamePace::nodes(text),
        Some(("depth", text)) => GamePace::depth(text),
        Some(("movetime", text)) => GamePace::move_time(text),
        Some(("clock", text)) => GamePace::clock(text),
        _ => return Err(option_error(&format_args!("{pace:?} is no pace"))),
    };
    read.map_err(|error| option_error(&error))
}

#[pymethods]
impl Match {
    #[new]
    #[pyo3(signature = (engines, games, pace, *, seed = 1, openings = None, longest = 600))]
    fn new(
        engines: Vec<String>,
        games: u64,
        pace: &str,
        seed: u64,
        openings: Option<PathBuf>,
        longest: usize,
    ) -> PyResult<Self> {
        if engines.len() < 2 {
            return Err(option_error(&"a match needs at least two engines"));
        }
        if games == 0 || !games.is_multiple_of(2) {
            return Err(option_error(&"games come in pairs: their number must be even"));
        }
        let read = |text: &String| {
            EngineSpec::from_text(text)
                .map_err(|error| option_error(&format_args!("engine {text:?}: {error}")))
        };
        let mut engines = engines.iter().map(read).collect::<PyResult<Vec<_>>>()?;
        EngineSpec::number_names(&mut engines);
        let openings = match openings {
            None => Openings::bundled(seed),
            Some(path) if path == Path::new("random") => {
                let usual = OpeningRecipe::new(seed);
                let openings = RandomOpenings { plies: RANDOM_PLIES, ..usual.openings };
                Openings::Random(OpeningRecipe { openings, ..usual })
            }
            Some(path) => {
                let openings = Openings::from_file(&path, None, seed);
                let place = path.display();
                openings.map_err(|error| file_error(&format_args!("{place}: {error}")))?
            }
        };
        if matches!(openings, Openings::Book { .. }) {
            return Err(option_error(&"openings are a file of positions or games, or random"));
        }
        let schedule = Schedule::new(MatchFormat::RoundRobin, engines.len(), games / 2);
        Ok(Self { engines, pace: read_pace(pace)?, openings, longest, schedule })
    }

    /// The names of the players.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.engines.iter().map(|engine| engine.name.clone()).collect()
    }

    /// All pairs of games.
    #[getter]
    fn pairs(&self) -> u64 {
        self.schedule.pairs()
    }

    /// Plays the pairs of games from one number to before another, and returns each game as a line
    /// of a journal, in the order of the pairs.
    #[pyo3(signature = (begin, end, *, concurrency = 1))]
    fn play(
        &self,
        py: Python<'_>,
        begin: u64,
        end: u64,
        concurrency: usize,
    ) -> PyResult<Vec<String>> {
        let concurrency = NonZeroUsize::new(concurrency).unwrap_or(NonZeroUsize::MIN);
        let arena = self.arena(concurrency);
        let (over, stop) = (AtomicBool::new(false), AtomicBool::new(false));
        let played = work(
            py,
            || stop.store(true, Ordering::Relaxed),
            || {
                arena.check()?;
                let mut games = Vec::new();
                arena.play(begin..end, &HashMap::new(), &over, &stop, &mut |game| {
                    games.push(game);
                    Ok(())
                })?;
                games.sort_by_key(|game: &GameRecord| (game.pair, !game.is_first_of_pair()));
                Ok(games)
            },
        )?;
        let games = played.map_err(|error: ArenaError| failed(&error))?;
        let line =
            |game: &GameRecord| serde_json::to_string(game).map_err(|error| file_error(&error));
        games.iter().map(line).collect()
    }

    /// Opens a journal, or begins one.
    fn journal(&self, py: Python<'_>, path: PathBuf) -> PyResult<MatchJournal> {
        let settings = self.arena(NonZeroUsize::MIN).settings();
        py.detach(|| MatchJournal::open(path, &settings)).map_err(|error| journal_error(&error))
    }

    /// What games prove: for each player wins, draws, losses, and between two players the Elo
    /// difference with its interval.
    fn standing<'py>(&self, py: Python<'py>, lines: Vec<String>) -> PyResult<Bound<'py, PyDict>> {
        let mut standing = Standing::new(self.engines.len(), None);
        for line in &lines {
            let game: GameRecord =
                serde_json::from_str(line).map_err(|error| file_error(&error))?;
            standing.add(&game);
        }
        let told = PyDict::new(py);
        told.set_item("games", standing.games())?;
        let mut players = Vec::new();
        for (engine, sums) in self.engines.iter().zip(&standing.players) {
            let player = PyDict::new(py);
            player.set_item("name", &engine.name)?;
            player.set_item("wins", sums.tally.wins)?;
            player.set_item("draws", sums.tally.draws)?;
            player.set_item("losses", sums.tally.losses)?;
            player.set_item("score", sums.tally.score())?;
            players.push(player);
        }
        told.set_item("players", players)?;
        if self.engines.len() == 2
            && let Some(found) = estimate(&standing.encounter(0, 1).pairs)
        {
            told.set_item("elo", found.elo)?;
            told.set_item("elo_interval", (found.elo_low, found.elo_high))?;
        }
        Ok(told)
    }

    /// Games as PGN or PDN.
    fn text(&self, lines: Vec<String>) -> PyResult<String> {
        let players = self.arena(NonZeroUsize::MIN).players();
        let text = |line: &String| {
            let game: GameRecord = serde_json::from_str(line)?;
            Ok(game_file::write::<G>(&game, &players))
        };
        let text = lines.iter().map(text).collect::<Result<String, serde_json::Error>>();
        text.map_err(|error| file_error(&error))
    }

    fn __repr__(&self) -> String {
        let game = G::NAME;
        format!("<Match of {game}: {}, {} pairs>", self.names().join(" - "), self.pairs())
    }
}

/// The journal of a match that is being played.
#[pyclass(frozen)]
pub(crate) struct MatchJournal {
    path: PathBuf,
    open: Mutex<OpenJournal>,
}

struct OpenJournal {
    journal: Journal<GameRecord>,
    /// The games in it.
    known: HashSet<<GameRecord as JournalEntry>::Id>,
    /// Their lines.
    lines: Vec<String>,
}

impl MatchJournal {
    fn open(path: PathBuf, settings: &JournalSettings) -> Result<Self, JournalError> {
        let (mut lines, mut known) = (Vec::new(), HashSet::new());
        let journal = Journal::open(&path, settings, &mut |game: GameRecord| {
            known.insert(game.id());
            lines.extend(serde_json::to_string(&game));
            Ok(())
        })?;
        Ok(Self { path, open: Mutex::new(OpenJournal { journal, known, lines }) })
    }
}

#[pymethods]
impl MatchJournal {
    /// A line for each game in it, in the order in which they were written.
    fn lines(&self) -> Vec<String> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).lines.clone()
    }

    /// Adds games, but none that is in it.
    fn add(&self, py: Python<'_>, lines: Vec<String>) -> PyResult<()> {
        py.detach(|| {
            let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
            for line in lines {
                let game: GameRecord = serde_json::from_str(&line).map_err(|reason| {
                    let (path, reason) = (self.path.clone(), reason.to_string());
                    JournalError::Line { path, line: 0, reason }
                })?;
                // A pair that was broken off in its middle is played again as a whole.
                if open.known.insert(game.id()) {
                    open.journal.add(&game)?;
                    open.lines.push(line);
                }
            }
            Ok(())
        })
        .map_err(|error| journal_error(&error))
    }
}
