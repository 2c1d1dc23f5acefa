//! A whole match or tournament: workers that play, one thread that writes down what they played.

mod worker;

use crate::contestant::{Contestant, StartError};
use crate::game::ArenaGame;
use crate::game_file::{self, GameFile, GameFileError};
use crate::openings::Openings;
use crate::pace::GamePace;
use crate::player::Player;
use crate::record::{GameRecord, PLAYER_NAMES};
use crate::referee::Conduct;
use crate::schedule::Schedule;
use crate::standing::Standing;
use crate::statistics::Sprt;
use damier_core::Game;
use damier_files::{Journal, JournalError, JournalSettings};
use serde_json::Value;
use std::collections::HashMap;
use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;
use worker::Work;

/// A program that does not start again at once gets some more chances, so far apart.
const RESTARTS: u32 = 3;
const RESTART_PAUSE: Duration = Duration::from_millis(if cfg!(test) { 1 } else { 1000 });

/// What ends a match before its time.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArenaError {
    /// An engine does not start, at all or again.
    #[error("engine {name}: {reason}")]
    Engine {
        /// The name of the engine.
        name: String,
        /// What went wrong.
        reason: StartError,
    },
    /// An engine that is at one address only cannot play several games at a time.
    #[error("engine {0} can play only one game at a time: use a concurrency of 1")]
    Single(String),
    /// An engine cannot be held to its pace.
    #[error("engine {name} cannot be held to {pace}: its protocol knows clocks and times only")]
    Pace {
        /// The name of the engine.
        name: String,
        /// The pace.
        pace: GamePace,
    },
    /// An engine cannot play an opening.
    #[error("engine {name} lacks {lacking} for the opening {fen}")]
    Opening {
        /// The name of the engine.
        name: String,
        /// What it lacks.
        lacking: String,
        /// The opening.
        fen: String,
    },
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Games cannot be written.
    #[error(transparent)]
    Games(#[from] GameFileError),
    /// The system does not give us a thread.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
}

/// How many games, and where they are written.
#[derive(Clone, Debug)]
pub struct MatchPlan {
    /// Who meets whom.
    pub schedule: Schedule,
    /// Games at the same time.
    pub concurrency: NonZeroUsize,
    /// Ends a match of two players early if it decides.
    pub sprt: Option<Sprt>,
    /// Where finished games are kept, for a match that can be interrupted.
    pub journal: Option<PathBuf>,
    /// Where finished games are written as PGN or PDN. With a journal the file has its games and no
    /// others; without one they are added to whatever is there.
    pub games: Option<PathBuf>,
}

/// A match or tournament.
pub struct Match<'a, G: ArenaGame> {
    /// Who plays.
    pub contestants: Vec<&'a dyn Contestant<G>>,
    /// The pace of those who have none of their own.
    pub pace: GamePace,
    /// How games are conducted.
    pub conduct: Conduct<G>,
    /// How they begin.
    pub openings: Openings<G>,
    /// How many there are.
    pub plan: MatchPlan,
}

/// Where a game comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameOrigin {
    /// It was played before.
    Journal,
    /// It was played just now.
    Board,
}

/// What is known of a pair of games that was begun before.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// How it began; empty if that is to be asked for again, or both games are played.
    pub opening: String,
    /// Whether the first and the second game are played.
    pub is_played: [bool; 2],
}

impl<G: ArenaGame> Match<'_, G> {
    /// The pace of a player.
    pub fn pace_of(&self, player: usize) -> GamePace {
        self.contestants[player].pace().unwrap_or(self.pace)
    }

    /// Names and paces, as they are written into records.
    pub fn players(&self) -> Vec<(String, String)> {
        let players = self.contestants.iter().enumerate();
        let players = players.map(|(player, contestant)| {
            (contestant.name().to_owned(), self.pace_of(player).to_string())
        });
        players.collect()
    }

    /// Everything that may not change if a match is to be resumed. The number of games may.
    pub fn settings(&self) -> JournalSettings {
        let Conduct { pondering, margin, patience, longest, resign, draw, tables } = &self.conduct;
        let descriptions = self.contestants.iter().map(|contestant| contestant.description());
        let (names, paces): (Vec<String>, Vec<String>) = self.players().into_iter().unzip();
        let entries: [(&str, Value); 13] = [
            ("game", G::NAME.into()),
            ("engines", descriptions.collect::<Vec<_>>().into()),
            (PLAYER_NAMES, names.into()),
            ("encounters", self.plan.schedule.description().into()),
            ("paces", paces.into()),
            ("openings", self.openings.description().into()),
            ("ponder", (*pondering).into()),
            ("margin_ms", (margin.as_millis() as u64).into()),
            ("patience_ms", (patience.as_millis() as u64).into()),
            ("longest_game", (*longest as u64).into()),
            ("resign", resign.map_or(Value::Null, |rule| format!("{rule:?}").into())),
            ("draw", draw.map_or(Value::Null, |rule| format!("{rule:?}").into())),
            ("tables", tables.as_ref().map_or(Value::Null, |tables| tables.path.clone().into())),
        ];
        entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }

    /// Whether all can play as planned, found out before a journal is begun.
    pub fn check(&self) -> Result<(), ArenaError> {
        for (player, contestant) in self.contestants.iter().enumerate() {
            let (name, pace) = (contestant.name().to_owned(), self.pace_of(player));
            if !contestant.accepts(pace) {
                return Err(ArenaError::Pace { name, pace });
            }
            if contestant.is_single() && self.plan.concurrency.get() > 1 {
                return Err(ArenaError::Single(name));
            }
            let player = self.start(player)?;
            for opening in self.openings.list() {
                let lacking = player.lacks(&Game::new(opening.clone()));
                if let Some(lacking) = lacking {
                    return Err(ArenaError::Opening { name, lacking, fen: opening.to_fen() });
                }
            }
        }
        Ok(())
    }

    /// Plays until all games are finished, the test has decided, or `end` breaks it off; then games
    /// under way are not counted. `on_game` is shown each game and how the match stands after it,
    /// those of the journal first.
    pub fn run(
        &self,
        end: &AtomicBool,
        on_game: &mut dyn FnMut(&Standing, &GameRecord, GameOrigin),
    ) -> Result<Standing, ArenaError> {
        self.check()?;
        let players = self.players();
        let mut standing = Standing::new(players.len(), self.plan.sprt);
        let mut known: HashMap<u64, Known> = HashMap::new();
        let mut journal = None;
        let mut game_file = None;
        if let Some(path) = &self.plan.journal {
            let mut file = match &self.plan.games {
                Some(path) => Some(GameFile::complete(path)?),
                None => None,
            };
            journal = Some(Journal::open(path, &self.settings(), &mut |game| {
                if let Some(file) = &mut file {
                    file.game(&game_file::write::<G>(&game, &players))?;
                }
                let pair = known.entry(game.pair).or_default();
                pair.is_played[usize::from(!game.is_first_of_pair())] = true;
                pair.opening =
                    if pair.is_played == [true; 2] { String::new() } else { game.opening.clone() };
                standing.add(&game);
                on_game(&standing, &game, GameOrigin::Journal);
                Ok(())
            })?);
            game_file = file.map(game_file::Completion::finish).transpose()?;
        } else if let Some(path) = &self.plan.games {
            game_file = Some(GameFile::open(path)?);
        }

        let is_over = AtomicBool::new(standing.decision.is_some());
        let all = 0..self.plan.schedule.pairs();
        self.play(all, &known, &is_over, end, &mut |game| {
            if let Some(journal) = &mut journal {
                journal.add(&game)?;
            }
            if let Some(file) = &mut game_file {
                file.add(&game_file::write::<G>(&game, &players))?;
            }
            standing.add(&game);
            on_game(&standing, &game, GameOrigin::Board);
            if standing.decision.is_some() {
                is_over.store(true, Ordering::Relaxed);
            }
            Ok(())
        })?;
        Ok(standing)
    }

    /// Plays those games of some pairs of the schedule that are not known, with players that are
    /// started for them, and hands over each in the order in which they end: the part of
    /// [`Match::run`] that has neither journal nor statistics. No game is begun after `is_over` is
    /// set; `end` also breaks off those under way.
    pub fn play(
        &self,
        pairs: Range<u64>,
        known: &HashMap<u64, Known>,
        is_over: &AtomicBool,
        end: &AtomicBool,
        on_game: &mut dyn FnMut(GameRecord) -> Result<(), ArenaError>,
    ) -> Result<(), ArenaError> {
        let next_pair = &AtomicU64::new(pairs.start);
        let work = Work { known, next_pair, end_pair: pairs.end, is_over, end };
        // Workers hand over each game before the next, so that none is played after the decision
        // but those that are on the board.
        let (sender, results) = mpsc::sync_channel(0);
        thread::scope(|scope| {
            // Whatever happens here, the workers are to end.
            let over = Over(is_over);
            for _ in 0..self.plan.concurrency.get() {
                let (sender, work) = (sender.clone(), &work);
                let work = move || {
                    if let Err(error) = self.work(work, &sender) {
                        let _ = sender.send(Err(error));
                    }
                };
                let started = thread::Builder::new().spawn_scoped(scope, work);
                started.map_err(ArenaError::Thread)?;
            }
            drop(sender);
            let mut failure = None;
            for result in results {
                match result {
                    Ok(game) => on_game(game)?,
                    // What the others have on the board is still to be written down.
                    Err(error) => {
                        is_over.store(true, Ordering::Relaxed);
                        failure.get_or_insert(error);
                    }
                }
            }
            drop(over);
            failure.map_or(Ok(()), Err)
        })
    }

    fn start(&self, player: usize) -> Result<Box<dyn Player<G>>, ArenaError> {
        let contestant = self.contestants[player];
        contestant
            .start(self.conduct.pondering)
            .map_err(|reason| ArenaError::Engine { name: contestant.name().to_owned(), reason })
    }

    /// Starts a player, perhaps in the place of one that misbehaved.
    fn restart(&self, player: usize, end: &AtomicBool) -> Result<Box<dyn Player<G>>, ArenaError> {
        for _ in 0..RESTARTS {
            match self.start(player) {
                Err(_) if !end.load(Ordering::Relaxed) => thread::sleep(RESTART_PAUSE),
                started => return started,
            }
        }
        self.start(player)
    }
}

/// Ends the match when it goes out of scope.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests;
