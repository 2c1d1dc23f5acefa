//! A tuning over games: the arena plays, the course learns, the journal remembers.

use crate::course::{Course, CourseTally};
use crate::journal::{TuneGame, replay};
use crate::parameter::Parameter;
use crate::spsa::Spsa;
use damier_arena::contestant::StartError;
use damier_arena::engine_spec::EngineSource;
use damier_arena::{
    ArenaError, ArenaGame, Conduct, Contestant, EngineSpec, GameOrigin, GamePace, Match,
    MatchFormat, MatchPlan, Openings, Player, Schedule,
};
use damier_files::{Journal, JournalError};
use damier_protocol::client::{Client, ClientError};
use damier_search::{NamedOptions, OptionKind};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock};

/// What ends a tuning before its time.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TuneError {
    /// The games cannot be played.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The engine does not say what can be tuned.
    #[error("engine {name}: {reason}")]
    Engine {
        /// The name of the engine.
        name: String,
        /// What went wrong.
        reason: ClientError,
    },
    /// An engine of this process, or one behind a connection.
    #[error(
        "only a program that is started with cmd=… can be tuned: engines of one process share \
         their numbers, and DXP knows no options"
    )]
    NotAProgram,
    /// An option that is both tuned and set.
    #[error("{0} is tuned and cannot be set by the description of the engine as well")]
    Set(String),
    /// No game of an iteration was decided on the board, and neither side was better at that.
    #[error(
        "in iteration {iteration} every game was lost by an engine that misbehaved, on both sides; \
         the last was {fault}"
    )]
    OnlyFaults {
        /// Which, counted from 1.
        iteration: u64,
        /// The last one.
        fault: String,
    },
}

/// A tuning to be run.
pub struct Tuning<G: ArenaGame> {
    /// The engine: a program, started twice for each game at a time.
    pub engine: EngineSpec,
    /// What is tuned, and how.
    pub spsa: Spsa,
    /// The pace of both sides, if the engine has none of its own.
    pub pace: GamePace,
    /// How games are conducted.
    pub conduct: Conduct<G>,
    /// How they begin: every pair has the next opening.
    pub openings: Openings<G>,
    /// Games at the same time.
    pub concurrency: NonZeroUsize,
    /// Where finished games are kept, for a tuning that can be interrupted.
    pub journal: Option<PathBuf>,
}

/// The options of a program, as it declares them.
pub fn declared_options<G: ArenaGame>(
    engine: &EngineSpec,
) -> Result<Vec<(String, OptionKind)>, TuneError> {
    let EngineSource::Program(command) = &engine.source else { return Err(TuneError::NotAProgram) };
    let client = Client::<G::Dialect>::start(command);
    let name = engine.name.clone();
    Ok(client.map_err(|reason| TuneError::Engine { name, reason })?.options())
}

/// One side of a tuning: the engine with the values that are tried. A program gets its options when
/// it starts, since Hub takes none later; so every iteration has processes of its own.
struct Variant<'a> {
    name: &'static str,
    engine: &'a EngineSpec,
    values: RwLock<Vec<(String, String)>>,
}

impl<'a> Variant<'a> {
    fn new(name: &'static str, engine: &'a EngineSpec) -> Self {
        Self { name, engine, values: RwLock::default() }
    }

    fn set(&self, parameters: &[Parameter], values: &[f64]) {
        let values = parameters.iter().zip(values);
        let texts = values.map(|(one, value)| (one.name.clone(), one.write(*value))).collect();
        *self.values.write().unwrap_or_else(PoisonError::into_inner) = texts;
    }
}

impl<G: ArenaGame> Contestant<G> for Variant<'_> {
    fn name(&self) -> &str {
        self.name
    }

    /// Without the values, which follow from the journal.
    fn description(&self) -> String {
        Contestant::<G>::description(self.engine)
    }

    fn pace(&self) -> Option<GamePace> {
        self.engine.pace
    }

    fn start(&self, pondering: bool) -> Result<Box<dyn Player<G>>, StartError> {
        let mut engine = self.engine.clone();
        engine.options.extend(self.values.read().unwrap_or_else(PoisonError::into_inner).clone());
        engine.start(pondering)
    }
}

impl<G: ArenaGame> Tuning<G> {
    /// Plays until all iterations are finished or `end` breaks it off; then games under way are not
    /// counted. `on_game` is shown each game and the course after it, those of the journal first.
    pub fn run(
        self,
        end: &AtomicBool,
        on_game: &mut dyn FnMut(&Course, &TuneGame, GameOrigin),
    ) -> Result<Course, TuneError> {
        let Self { engine, spsa, pace, conduct, openings, concurrency, journal } = self;
        if !matches!(engine.source, EngineSource::Program(_)) {
            return Err(TuneError::NotAProgram);
        }
        if let Some(one) = spsa.parameters.iter().find(|one| engine.option(&one.name).is_some()) {
            return Err(TuneError::Set(one.name.clone()));
        }
        let parameters = spsa.parameters.clone();
        let sides = [Variant::new("plus", &engine), Variant::new("minus", &engine)];
        let all_pairs = spsa.iterations.saturating_mul(spsa.pairs);
        let arena = Match {
            contestants: sides.iter().map(|side| side as &dyn Contestant<G>).collect(),
            pace,
            conduct,
            openings,
            plan: MatchPlan {
                schedule: Schedule::new(MatchFormat::RoundRobin, 2, all_pairs),
                concurrency,
                sprt: None,
                journal: None,
                games: None,
            },
        };
        let try_now = |course: &Course| {
            sides[0].set(&parameters, &course.trial().plus);
            sides[1].set(&parameters, &course.trial().minus);
        };
        let mut settings = arena.settings();
        settings.extend(spsa.settings());
        let mut course = Course::new(spsa);
        try_now(&course);
        arena.check()?;
        let mut journal = match &journal {
            None => None,
            Some(path) => {
                let mut known = |course: &Course, game: &TuneGame| {
                    on_game(course, game, GameOrigin::Journal);
                };
                let receive = &mut replay(path, &mut course, &mut known);
                Some(Journal::open(path, &settings, receive)?)
            }
        };
        while !course.is_finished() && !end.load(Ordering::Relaxed) {
            try_now(&course);
            let (pairs, known) = (course.pairs(), course.known());
            let mut last_fault = None;
            arena.play(pairs, &known, &AtomicBool::new(false), end, &mut |record| {
                let game = TuneGame::of(&record);
                if let Some(journal) = &mut journal {
                    journal.add(&game)?;
                }
                last_fault = game.fault.clone().or(last_fault.take());
                // A game of the arena is always one of those that were asked for.
                if course.add(&game).is_ok() {
                    on_game(&course, &game, GameOrigin::Board);
                }
                Ok(())
            })?;
            // If only one side misbehaves, that is worth learning.
            let CourseTally { wins, losses, faults, .. } = course.last_tally();
            let is_hopeless = faults == 2 * course.spsa().pairs && wins > 0 && losses > 0;
            if let Some(fault) = last_fault.filter(|_| is_hopeless) {
                return Err(TuneError::OnlyFaults { iteration: course.iteration(), fault });
            }
        }
        Ok(course)
    }
}

// The engines of these tests are scripts of the shell.
#[cfg(all(test, unix))]
mod tests;
