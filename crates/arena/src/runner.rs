//! A whole match or tournament: workers that play, one thread that writes down what they played.

use crate::contestant::{Contestant, StartError};
use crate::game::ArenaGame;
use crate::game_file::{self, GameFile, GameFileError};
use crate::openings::Openings;
use crate::pace::Pace;
use crate::player::Player;
use crate::record::{GameRecord, PLAYER_NAMES};
use crate::referee::{self, Conduct, Played};
use crate::schedule::{Pairing, Schedule};
use crate::standing::Standing;
use crate::statistics::Sprt;
use damier_core::Game;
use damier_core::random::nth_bits;
use damier_files::{Journal, JournalError, JournalSettings, today};
use damier_games::openings::OpeningJudge;
use serde_json::Value;
use std::collections::HashMap;
use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::thread;
use std::time::Duration;

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
        /// Which.
        name: String,
        /// Why.
        reason: StartError,
    },
    /// An engine that is at one address only cannot play several games at a time.
    #[error("engine {0} can play only one game at a time: use a concurrency of 1")]
    Single(String),
    /// An engine cannot be held to its pace.
    #[error("engine {name} cannot be held to {pace}: its protocol knows clocks and times only")]
    Pace {
        /// Which.
        name: String,
        /// The pace.
        pace: Pace,
    },
    /// An engine cannot play an opening.
    #[error("engine {name} lacks {lacking} for the opening {fen}")]
    Opening {
        /// Which.
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
pub struct Plan {
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
    pub pace: Pace,
    /// How games are conducted.
    pub conduct: Conduct<G>,
    /// How they begin.
    pub openings: Openings<G>,
    /// How many there are.
    pub plan: Plan,
}

/// Where a game comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It was played before.
    Journal,
    /// It was played just now.
    Board,
}

/// What is known of a pair from the journal.
#[derive(Default)]
struct Known {
    /// How it began; not needed once both games are played.
    opening: String,
    /// Whether the first and the second game are played.
    is_played: [bool; 2],
}

/// The players that a worker has at hand: those of its last pair of games.
type Seated<G> = Vec<(usize, Box<dyn Player<G>>)>;

impl<G: ArenaGame> Match<'_, G> {
    /// The pace of a player.
    pub fn pace_of(&self, player: usize) -> Pace {
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
    fn settings(&self) -> JournalSettings {
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

    /// Whether everybody can play as planned, found out before a journal is begun.
    fn check(&self) -> Result<(), ArenaError> {
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
        on_game: &mut dyn FnMut(&Standing, &GameRecord, Origin),
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
                on_game(&standing, &game, Origin::Journal);
                Ok(())
            })?);
            game_file = file.map(game_file::Completion::finish).transpose()?;
        } else if let Some(path) = &self.plan.games {
            game_file = Some(GameFile::open(path)?);
        }

        let is_over = AtomicBool::new(standing.decision.is_some());
        let work = Work { known: &known, next_pair: &AtomicU64::new(0), is_over: &is_over, end };
        // Workers hand over each game before the next, so that none is played after the decision
        // but those that are on the board.
        let (sender, results) = mpsc::sync_channel(0);
        thread::scope(|scope| {
            // Whatever happens here, the workers are to end.
            let over = Over(&is_over);
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
                let game = match result {
                    Ok(game) => game,
                    // What the others have on the board is still to be written down.
                    Err(error) => {
                        is_over.store(true, Ordering::Relaxed);
                        failure.get_or_insert(error);
                        continue;
                    }
                };
                if let Some(journal) = &mut journal {
                    journal.add(&game)?;
                }
                if let Some(file) = &mut game_file {
                    file.add(&game_file::write::<G>(&game, &players))?;
                }
                standing.add(&game);
                on_game(&standing, &game, Origin::Board);
                if standing.decision.is_some() {
                    is_over.store(true, Ordering::Relaxed);
                }
            }
            drop(over);
            failure.map_or(Ok(standing), Err)
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

    /// Plays pairs of games until there are no more.
    fn work(
        &self,
        work: &Work,
        results: &SyncSender<Result<GameRecord, ArenaError>>,
    ) -> Result<(), ArenaError> {
        let mut seated: Seated<G> = Vec::new();
        let mut judge = OpeningJudge::default();
        let nothing = Known::default();
        loop {
            let pair = work.next_pair.fetch_add(1, Ordering::Relaxed);
            let Some(pairing) = self.plan.schedule.pairing(pair) else {
                return Ok(());
            };
            let Pairing { first, second, opening } = pairing;
            let known = work.known.get(&pair).unwrap_or(&nothing);
            let mut position = G::from_fen(&known.opening).ok();
            for (players, is_played) in
                [[first, second], [second, first]].iter().zip(known.is_played)
            {
                if is_played {
                    continue;
                }
                if work.is_ended() {
                    return Ok(());
                }
                self.seat(&mut seated, pairing, work.end)?;
                let position =
                    position.get_or_insert_with(|| self.openings.choose(opening, &mut judge));
                let Some(game) = self.game(pair, *players, position, &mut seated, work.end)? else {
                    return Ok(());
                };
                if results.send(Ok(game)).is_err() {
                    return Ok(());
                }
            }
        }
    }

    /// Has the two players of a pairing at hand, and no others.
    fn seat(
        &self,
        seated: &mut Seated<G>,
        pairing: Pairing,
        end: &AtomicBool,
    ) -> Result<(), ArenaError> {
        let wanted = [pairing.first, pairing.second];
        seated.retain(|(player, _)| wanted.contains(player));
        for player in wanted {
            if !seated.iter().any(|(other, _)| *other == player) {
                seated.push((player, self.restart(player, end)?));
            }
        }
        seated.sort_by_key(|(player, _)| *player);
        Ok(())
    }

    /// Plays a game between the players at hand; `None` if it was broken off.
    fn game(
        &self,
        pair: u64,
        players: [usize; 2],
        opening: &G,
        seated: &mut Seated<G>,
        end: &AtomicBool,
    ) -> Result<Option<GameRecord>, ArenaError> {
        for (player, seat) in seated.iter_mut() {
            // One that is not even ready gets a second chance as a new process; if that is no
            // better, it loses the game by its first move.
            let seed = game_seed(opening, pair, players, *player);
            if seat.new_game(seed).is_err() {
                *seat = self.restart(*player, end)?;
                let _ = seat.new_game(seed);
            }
        }
        let [(first, one), (second, other)] = seated.as_mut_slice() else {
            return Ok(None);
        };
        let mut table: [(&mut dyn Player<G>, Pace); 2] =
            [(&mut **one, self.pace_of(*first)), (&mut **other, self.pace_of(*second))];
        if players[0] != *first {
            table.reverse();
        }
        let Some(played) = referee::play(table, &self.conduct, opening, end) else {
            return Ok(None);
        };
        // Whoever misbehaved is replaced before the next game: this one is to be written down
        // first.
        for (player, is_broken) in players.into_iter().zip(played.is_broken) {
            seated.retain(|(seat, _)| *seat != player || !is_broken);
        }
        Ok(Some(record(pair, players, opening, played)))
    }
}

/// What workers share.
struct Work<'a> {
    known: &'a HashMap<u64, Known>,
    next_pair: &'a AtomicU64,
    /// The match is decided.
    is_over: &'a AtomicBool,
    /// The match is broken off.
    end: &'a AtomicBool,
}

impl Work<'_> {
    fn is_ended(&self) -> bool {
        self.is_over.load(Ordering::Relaxed) || self.end.load(Ordering::Relaxed)
    }
}

/// Ends the match when it goes out of scope.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The seed of a player in a game: another one for each, and the same whenever the match is played.
fn game_seed<G: ArenaGame>(opening: &G, pair: u64, players: [usize; 2], player: usize) -> u64 {
    let [white, _] = players.map(|player| player as u64);
    [pair, white, player as u64].iter().fold(opening.key(), |seed, part| nth_bits(seed ^ part))
}

fn record<G: ArenaGame>(
    pair: u64,
    players: [usize; 2],
    opening: &G,
    played: Played<G>,
) -> GameRecord {
    let Played { game, notes, outcome, cause, detail, clocks, efforts, late_faults, .. } = played;
    let moves = game.past_positions().zip(game.moves());
    let moves: Vec<String> = moves.map(|(position, mv)| position.write_move(mv)).collect();
    let late_faults = late_faults.into_iter().map(|(side, fault)| (players[side.index()], fault));
    GameRecord {
        pair,
        players,
        date: today(),
        opening: opening.to_fen(),
        moves: moves.join(" "),
        notes,
        result: outcome.into(),
        cause,
        detail,
        clocks: clocks.map(|clock| clock.map(|time: Duration| time.as_millis() as u64)),
        efforts,
        late_faults: late_faults.collect(),
    }
}

#[cfg(test)]
mod tests;
