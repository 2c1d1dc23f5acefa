//! A whole match: workers that play, one thread that writes down what they played.

use crate::contestant::{Contestant, Player};
use crate::journal::{Journal, JournalError};
use crate::openings::{self, Openings};
use crate::pgn;
use crate::record::{Entrant, GameRecord};
use crate::referee::{self, Conduct, Played};
use crate::standing::Standing;
use crate::statistics::{Sprt, Verdict};
use damier_chess::{CastlingStyle, Position};
use damier_protocol::client::ClientError;
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::thread;
use std::time::Duration;

/// What ends a match before its time.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArenaError {
    /// An engine does not start, at all or again.
    #[error("engine {name}: {reason}")]
    Engine {
        /// Which.
        name: String,
        /// Why.
        reason: ClientError,
    },
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The PGN file cannot be written.
    #[error("cannot write {path:?}: {reason}")]
    Pgn {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// The system does not give us a thread.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
}

/// How many games, and where they are written.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Games in all; the second game of a pair has the opening of the first.
    pub games: u64,
    /// Games at the same time.
    pub concurrency: NonZeroUsize,
    /// Ends the match early if it decides.
    pub sprt: Option<Sprt>,
    /// Where finished games are kept, for a match that can be interrupted.
    pub journal: Option<PathBuf>,
    /// Where finished games are added as PGN.
    pub pgn: Option<PathBuf>,
}

/// A match.
pub struct Match<'a> {
    /// A and B.
    pub contestants: [&'a dyn Contestant; 2],
    /// How games are conducted.
    pub conduct: Conduct,
    /// How they begin.
    pub openings: Openings,
    /// How many there are.
    pub plan: Plan,
}

/// What is known of a pair from the journal.
#[derive(Default)]
struct Known {
    opening: String,
    is_played: [bool; 2],
}

impl Match<'_> {
    /// Everything that may not change if a match is to be resumed.
    fn settings(&self) -> Map<String, Value> {
        let Conduct { paces, pondering, margin, patience, longest, resign, draw } = &self.conduct;
        let entries: [(&str, Value); 10] = [
            ("engine_a", self.contestants[0].description().into()),
            ("engine_b", self.contestants[1].description().into()),
            ("pace", paces.map(|pace| pace.to_string()).join(" against ").into()),
            ("openings", self.openings.description().into()),
            ("ponder", (*pondering).into()),
            ("margin_ms", (margin.as_millis() as u64).into()),
            ("patience_ms", (patience.as_millis() as u64).into()),
            ("longest_game", (*longest as u64).into()),
            ("resign", resign.map_or(Value::Null, |rule| format!("{rule:?}").into())),
            ("draw", draw.map_or(Value::Null, |rule| format!("{rule:?}").into())),
        ];
        entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }

    /// Plays until all games are finished or the test has decided. `on_game` is shown how the match
    /// stands, first after the games of the journal, if there are any, then after each game.
    pub fn run(
        &self,
        on_game: &mut dyn FnMut(&Standing, Option<&GameRecord>),
    ) -> Result<Standing, ArenaError> {
        // An engine that cannot play is found out before a journal is begun.
        for entrant in Entrant::ALL {
            self.start(entrant)?;
        }
        let mut standing = Standing::default();
        let mut known: HashMap<u64, Known> = HashMap::new();
        let mut journal = None;
        if let Some(path) = &self.plan.journal {
            let (file, games) = Journal::open(path, &self.settings())?;
            journal = Some(file);
            for game in &games {
                let pair = known.entry(game.pair).or_default();
                if !std::mem::replace(&mut pair.is_played[game.white.index()], true) {
                    pair.opening.clone_from(&game.opening);
                    standing.add(game);
                }
            }
            if !games.is_empty() {
                on_game(&standing, None);
            }
        }
        let mut pgn = self.plan.pgn.as_deref().map(open_pgn).transpose()?;

        let is_over = AtomicBool::new(self.is_decided(&standing));
        let next_pair = AtomicU64::new(0);
        // Workers hand over each game before the next, so that none is played after the decision but
        // those that are on the board.
        let (sender, results) = mpsc::sync_channel(0);
        thread::scope(|scope| {
            // Whatever happens here, the workers are to end.
            let end = End(&is_over);
            for _ in 0..self.plan.concurrency.get() {
                let sender = sender.clone();
                let (known, next_pair, is_over) = (&known, &next_pair, &is_over);
                let work = move || {
                    if let Err(error) = self.work(known, next_pair, is_over, &sender) {
                        let _ = sender.send(Err(error));
                    }
                };
                let started = thread::Builder::new().spawn_scoped(scope, work);
                started.map_err(ArenaError::Thread)?;
            }
            drop(sender);
            for result in results {
                let game = result?;
                if let Some(journal) = &mut journal {
                    journal.add(&game)?;
                }
                if let Some((file, path)) = &mut pgn {
                    self.write_pgn(file, path, &game)?;
                }
                standing.add(&game);
                on_game(&standing, Some(&game));
                if self.is_decided(&standing) {
                    is_over.store(true, Ordering::Relaxed);
                }
            }
            drop(end);
            Ok(standing)
        })
    }

    fn is_decided(&self, standing: &Standing) -> bool {
        let verdict = self.plan.sprt.map(|sprt| sprt.verdict(&standing.pairs));
        verdict.is_some_and(|verdict| verdict != Verdict::Open)
    }

    fn start(&self, entrant: Entrant) -> Result<Box<dyn Player>, ArenaError> {
        let contestant = self.contestants[entrant.index()];
        contestant
            .start(self.conduct.pondering)
            .map_err(|reason| ArenaError::Engine { name: contestant.name().to_owned(), reason })
    }

    /// Plays pairs of games until there are no more.
    fn work(
        &self,
        known: &HashMap<u64, Known>,
        next_pair: &AtomicU64,
        is_over: &AtomicBool,
        results: &SyncSender<Result<GameRecord, ArenaError>>,
    ) -> Result<(), ArenaError> {
        // Started late: a resumed match may have nothing left to play.
        let mut players: Option<[Box<dyn Player>; 2]> = None;
        let nothing = Known::default();
        loop {
            let pair = next_pair.fetch_add(1, Ordering::Relaxed);
            let games_of_pair = self.plan.games.saturating_sub(pair.saturating_mul(2)).min(2);
            if games_of_pair == 0 {
                return Ok(());
            }
            let known = known.get(&pair).unwrap_or(&nothing);
            let mut opening = Position::from_fen(&known.opening).ok();
            for white in Entrant::ALL.into_iter().take(games_of_pair as usize) {
                if known.is_played[white.index()] {
                    continue;
                }
                if is_over.load(Ordering::Relaxed) {
                    return Ok(());
                }
                let players = match &mut players {
                    Some(players) => players,
                    none => none.insert([self.start(Entrant::A)?, self.start(Entrant::B)?]),
                };
                let opening = match &opening {
                    Some(opening) => opening,
                    None => opening.insert(self.opening(pair, players)?),
                };
                let game = self.game(pair, white, opening, players)?;
                if results.send(Ok(game)).is_err() {
                    return Ok(());
                }
            }
        }
    }

    /// Chooses an opening with the help of engine A.
    fn opening(
        &self,
        pair: u64,
        players: &mut [Box<dyn Player>; 2],
    ) -> Result<Position, ArenaError> {
        let mut is_broken = false;
        let opening = self.openings.choose(pair, |position| {
            let score = openings::judge(players[0].as_mut(), position);
            is_broken |= score.is_err();
            score.unwrap_or(None)
        });
        if is_broken {
            players[0] = self.start(Entrant::A)?;
        }
        Ok(opening)
    }

    fn game(
        &self,
        pair: u64,
        white: Entrant,
        opening: &Position,
        players: &mut [Box<dyn Player>; 2],
    ) -> Result<GameRecord, ArenaError> {
        for entrant in Entrant::ALL {
            let player = &mut players[entrant.index()];
            // One that is not even ready gets a second chance as a new process; if that is no better,
            // it loses the game by its first move.
            if player.new_game().is_err() {
                *player = self.start(entrant)?;
                let _ = player.new_game();
            }
        }
        let [a, b] = players;
        let played = referee::play([a.as_mut(), b.as_mut()], &self.conduct, opening, white);
        for entrant in Entrant::ALL {
            if played.is_broken[entrant.index()] {
                players[entrant.index()] = self.start(entrant)?;
            }
        }
        Ok(record(pair, white, opening, played))
    }

    fn write_pgn(&self, file: &mut File, path: &Path, game: &GameRecord) -> Result<(), ArenaError> {
        let [a, b] = self.conduct.paces.map(|pace| pace.to_string());
        let control = if a == b { a } else { format!("{a} against {b}") };
        let names = self.contestants.map(Contestant::name);
        let text = pgn::write(game, names, &control).map_err(io::Error::other);
        let written = text.and_then(|text| file.write_all(text.as_bytes()));
        written.map_err(|reason| ArenaError::Pgn { path: path.to_owned(), reason })
    }
}

/// Ends the match when it goes out of scope.
struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn open_pgn(path: &Path) -> Result<(File, PathBuf), ArenaError> {
    let file = OpenOptions::new().append(true).create(true).open(path);
    let file = file.map_err(|reason| ArenaError::Pgn { path: path.to_owned(), reason })?;
    Ok((file, path.to_owned()))
}

fn record(pair: u64, white: Entrant, opening: &Position, played: Played) -> GameRecord {
    let Played { game, outcome, cause, detail, clocks, efforts, late_faults, .. } = played;
    let style =
        if opening.is_chess960() { CastlingStyle::Chess960 } else { CastlingStyle::Standard };
    let moves = game.past_positions().zip(game.moves());
    let moves: Vec<String> = moves.map(|(position, mv)| position.write_uci(mv, style)).collect();
    GameRecord {
        pair,
        white,
        opening: opening.to_fen(),
        moves: moves.join(" "),
        result: outcome.into(),
        cause,
        detail,
        clocks: clocks.map(|clock| clock.map(|time: Duration| time.as_millis() as u64)),
        efforts,
        late_faults,
    }
}

#[cfg(test)]
mod tests;
