//! Many games: several at a time, in parts, and again where it was after an interruption.
//!
//! A review depends on its game and the settings alone, so it does not matter which thread, which
//! part or which run made it. Which part a game belongs to is a matter of its number.
//! [`review_batch`] does all of it.

use crate::analysis::{Analyst, Budget, Settings};
use crate::game::ReviewGame;
use crate::review::Review;
use damier_files::{Journal, JournalEntry, JournalError, JournalSettings, checksum};
use damier_games::FileError;
use damier_records::Record;
use damier_search::Signals;
use serde::{Deserialize, Serialize};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// One of several parts of the work, as `2/4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 1 on.
    number: usize,
    count: usize,
}

impl Shard {
    /// All of it.
    pub const WHOLE: Self = Self { number: 1, count: 1 };

    /// Whether the game with this index, counted from 0, belongs to the part.
    pub fn contains(self, index: usize) -> bool {
        index % self.count == self.number - 1
    }
}

/// A text that names no part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} names no part; 2/4 is the second of four")]
pub struct ShardError(String);

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let numbers = text
            .split_once('/')
            .and_then(|(number, count)| Some((number.parse().ok()?, count.parse().ok()?)));
        match numbers {
            Some((number, count)) if 0 < number && number <= count => Ok(Self { number, count }),
            _ => Err(ShardError(text.to_owned())),
        }
    }
}

/// A line of a journal: the review of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reviewed {
    /// Which game of all, counted from 1.
    pub game: usize,
    /// What tells its moves from others.
    pub fingerprint: String,
    /// What was found.
    pub review: Review,
}

impl JournalEntry for Reviewed {
    const MARK: &'static str = "damier_review";
    const VERSION: u64 = 1;
    type Id = usize;

    fn fault(&self, _settings: &JournalSettings) -> Option<String> {
        (self.game == 0).then(|| "games are counted from 1".to_owned())
    }

    fn id(&self) -> usize {
        self.game
    }

    fn name(&self) -> String {
        format!("game {}", self.game)
    }
}

/// What tells the moves of a game from those of another: a journal may be used with a file that has
/// changed.
fn fingerprint<G: ReviewGame>(record: &Record<G>) -> String {
    let game = record.to_game();
    let moves: Vec<G::Move> = game.moves().collect();
    let text = format!("{} {}", game.start().to_fen(), game.start().write_line(&moves));
    format!("{:016x}", checksum(text.bytes()))
}

/// How to review many games.
#[derive(Clone, Debug)]
pub struct Batch {
    /// What a review depends on besides its game.
    pub settings: Settings,
    /// The part of the games to review.
    pub shard: Shard,
    /// How many games to review at the same time.
    pub jobs: NonZeroUsize,
    /// Keeps finished reviews; those that are in it already are not made again.
    pub journal: Option<PathBuf>,
    /// Journals of other parts or other runs, whose reviews are used too.
    pub also: Vec<PathBuf>,
}

/// How far a batch is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The journals are read, and so much is left to review.
    Begin {
        /// How many games.
        games: usize,
        /// How many moves they have.
        moves: usize,
    },
    /// One more move has been reviewed.
    Move,
}

/// Why games cannot be reviewed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BatchError {
    /// A journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The journal of another run was made in another way.
    #[error("{} was made with another {key} than {value}", path.display())]
    OtherSettings {
        /// Which journal.
        path: PathBuf,
        /// The first setting that differs.
        key: String,
        /// What it is now, as JSON.
        value: String,
    },
    /// Something that reviews need is missing, or the journal cannot be written.
    #[error("{0}")]
    Review(FileError),
}

/// Reviews these games, and returns a review for each that the shard contains or that a journal
/// has. When `stop` is set it ends early: games that are not finished then have no review, and the
/// same call with the same journal goes on from there.
pub fn review_batch<G: ReviewGame>(
    games: &[&Record<G>],
    batch: &Batch,
    stop: &AtomicBool,
    on_progress: &(dyn Fn(Progress) + Sync),
) -> Result<Vec<Option<Review>>, BatchError> {
    let mut reviews = vec![None; games.len()];
    let journal_settings = batch.settings.journal_settings::<G>();
    for path in &batch.also {
        take_all(path, &journal_settings, games, &mut reviews)?;
    }
    let mut take_entry = |entry| {
        take(games, &mut reviews, entry);
        Ok(())
    };
    let open = |path| Journal::open(path, &journal_settings, &mut take_entry);
    let mut journal = batch.journal.as_deref().map(open).transpose()?;
    let wanted: Vec<usize> = (0..games.len())
        .filter(|&index| reviews[index].is_none() && batch.shard.contains(index))
        .collect();
    let moves = wanted.iter().map(|&index| games[index].tree().main_line().count()).sum();
    on_progress(Progress::Begin { games: wanted.len(), moves });
    let mut keep = |index: usize, review: Review| {
        let Some(journal) = &mut journal else {
            reviews[index] = Some(review);
            return Ok(());
        };
        let entry = Reviewed { game: index + 1, fingerprint: fingerprint(games[index]), review };
        journal.add(&entry)?;
        reviews[index] = Some(entry.review);
        Ok(())
    };
    let on_move = || on_progress(Progress::Move);
    until_stopped(stop, |signals| {
        review_wanted(games, &wanted, batch, signals, &on_move, &mut keep)
    })
    .map_err(BatchError::Review)?;
    Ok(reviews)
}

/// Does some work with signals that are given when `stop` is set.
fn until_stopped<T>(stop: &AtomicBool, work: impl FnOnce(&Arc<Signals>) -> T) -> T {
    let signals = Arc::new(Signals::new());
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        // It ends the searches that are under way; without it their budget does.
        scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                if stop.load(Ordering::Relaxed) {
                    signals.stop();
                }
                thread::sleep(Duration::from_millis(50));
            }
        });
        let result = work(&signals);
        is_done.store(true, Ordering::Relaxed);
        result
    })
}

/// Keeps a review of a journal if it is one of these games.
fn take<G: ReviewGame>(games: &[&Record<G>], reviews: &mut [Option<Review>], entry: Reviewed) {
    let index = entry.game - 1;
    if games.get(index).is_some_and(|game| fingerprint(game) == entry.fingerprint) {
        reviews[index] = Some(entry.review);
    }
}

/// Takes what another journal has, if its reviews were made in the same way.
fn take_all<G: ReviewGame>(
    path: &Path,
    settings: &JournalSettings,
    games: &[&Record<G>],
    reviews: &mut [Option<Review>],
) -> Result<(), BatchError> {
    let mut other = None;
    let mut compare = |found: &JournalSettings| {
        other = settings.iter().find(|(key, value)| found.get(*key) != Some(*value));
        Ok(())
    };
    let mut found = Vec::new();
    Journal::<Reviewed>::read(path, &mut compare, &mut |entry| {
        found.push(entry);
        Ok(())
    })?;
    if let Some((key, value)) = other {
        let (key, value) = (key.clone(), value.to_string());
        return Err(BatchError::OtherSettings { path: path.to_owned(), key, value });
    }
    found.into_iter().for_each(|entry| take(games, reviews, entry));
    Ok(())
}

impl Settings {
    /// What reviews in a journal depend on.
    fn journal_settings<G: ReviewGame>(&self) -> JournalSettings {
        let budget = match self.budget {
            Budget::Time(time) => ("movetime", (time.as_millis() as u64).into()),
            Budget::Nodes(nodes) => ("nodes", nodes.into()),
        };
        let tables = self.tables.clone().map_or(serde_json::Value::Null, Into::into);
        let entries = [
            ("version", env!("CARGO_PKG_VERSION").into()),
            ("game", G::NAME.into()),
            budget,
            ("lines", self.lines.into()),
            ("tables", tables),
        ];
        entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }
}

/// Reviews some of these games, several at the same time. `on_move` is told of each move that is
/// finished and `on_game` of each game, in the order in which they are finished. A signal ends it
/// early; `on_game` hears nothing of a game that is not finished then.
fn review_wanted<G: ReviewGame>(
    games: &[&Record<G>],
    wanted: &[usize],
    batch: &Batch,
    signals: &Arc<Signals>,
    on_move: &(dyn Fn() + Sync),
    on_game: &mut (dyn FnMut(usize, Review) -> Result<(), FileError> + Send),
) -> Result<(), FileError> {
    let next = AtomicUsize::new(0);
    let on_game = Mutex::new(on_game);
    let work = || -> Result<(), FileError> {
        let mut analyst = Analyst::<G>::new(batch.settings.clone())?;
        analyst.obey(signals);
        while let Some(&index) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
            let Some(review) = analyst.review(games[index], &mut |_| on_move()) else { break };
            let mut on_game = on_game.lock().unwrap_or_else(PoisonError::into_inner);
            // A review that cannot be kept is of no use: all workers stop.
            on_game(index, review).inspect_err(|_| signals.stop())?;
        }
        Ok(())
    };
    thread::scope(|scope| {
        let workers = (0..batch.jobs.get().min(wanted.len())).map(|number| {
            let worker = thread::Builder::new().name(format!("review {number}"));
            worker.spawn_scoped(scope, work)
        });
        let workers = workers.collect::<Result<Vec<_>, _>>()?;
        workers.into_iter().try_for_each(|worker| worker.join().expect("a review does not panic"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_and_share_the_games() {
        let parts: Vec<Shard> = ["1/3", "2/3", "3/3"].map(|text| text.parse().unwrap()).to_vec();
        for index in 0..10 {
            let owners = parts.iter().filter(|part| part.contains(index)).count();
            assert_eq!(owners, 1, "game {index}");
        }
        assert!((0..10).all(|index| Shard::WHOLE.contains(index)));
        for text in ["", "1", "0/3", "4/3", "1/0", "a/b", "1/2/3"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
