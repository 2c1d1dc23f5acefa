//! Any number of games: several at a time, in parts, and again where it was after an interruption.
//!
//! A review depends on its game, the settings and the engine alone, so it does not matter which
//! thread, which part or which run made it. Which part a game belongs to is a matter of its number.
//! Games come from an iterator and go, in their order, to a receiver: only those that are under way
//! are in memory. Start at [`review_stream`].

mod journals;
mod known;
mod line;
mod workers;

use crate::analysis::{Budget, Settings};
use crate::game::ReviewGame;
use crate::review::Review;
use damier_files::{JournalEntry, JournalError, JournalSettings, checksum};
pub use damier_files::{Shard, ShardError};
use damier_games::FileError;
use damier_records::Record;
use damier_search::Signals;
pub use journals::Journals;
use line::Line;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use workers::work;

/// A line of a journal: the review of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reviewed {
    /// Which game of all files, counted from 1.
    pub game: usize,
    /// What tells its moves from others.
    pub fingerprint: String,
    /// What was found.
    pub review: Review,
}

impl JournalEntry for Reviewed {
    const MARK: &'static str = "damier_review";
    const VERSION: u64 = 3;
    /// There may be too many to remember; of two reviews of a game one is as good as the other.
    const IS_UNIQUE: bool = false;
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

impl Batch {
    /// Whether the game with this index, counted from 0, can be of any use: it belongs to the part,
    /// or a journal of another part may have it. The others need not even be read.
    pub fn wants(&self, index: usize) -> bool {
        !self.also.is_empty() || self.shard.contains(index)
    }

    /// Games that may be under way at the same time. One that takes long holds up what is told of
    /// the others, not their reviews.
    fn window(&self) -> usize {
        16 + 8 * self.jobs.get()
    }
}

/// A game to be reviewed.
#[derive(Debug)]
pub struct BatchGame<G: ReviewGame, T> {
    /// Which game of all, counted from 0; each is larger than the one before.
    pub index: usize,
    /// Its moves.
    pub record: Record<G>,
    /// What else its owner wants to know when it is reviewed.
    pub more: T,
}

/// How far a batch is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// One more game has been read that is left to review, with so many moves.
    Game {
        /// How many moves it has.
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
    /// A journal was written by another engine.
    #[error(
        "the journal {} was written by another engine: its {key} is {was}, that of this program \
         {now}; begin another journal, or go on with the program that wrote it", path.display()
    )]
    OtherEngine {
        /// Which journal.
        path: PathBuf,
        /// What of the engine differs.
        key: String,
        /// What it was, as JSON.
        was: String,
        /// What it is now, as JSON.
        now: String,
    },
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

/// What of an engine its reviews depend on.
const ENGINE: [&str; 3] = ["network", "signature", "version"];

/// What is done with each game: it comes with its review, or without if it belongs to another part
/// and no journal has it.
pub type OnReview<'a, G, T> =
    &'a mut dyn FnMut(BatchGame<G, T>, Option<Review>) -> Result<(), FileError>;

/// Reviews these games and hands them out, one after the other in their order. When `stop` is set
/// it ends early: games that are not finished then are not handed out, and the same call with the
/// same journal goes on from there.
///
/// An error of the games or of the receiver ends it too.
pub fn review_stream<G: ReviewGame, T>(
    games: &mut dyn Iterator<Item = Result<BatchGame<G, T>, FileError>>,
    batch: &Batch,
    stop: &AtomicBool,
    on_progress: &(dyn Fn(Progress) + Sync),
    on_review: OnReview<'_, G, T>,
) -> Result<(), BatchError> {
    let Batch { settings, journal, also, .. } = batch;
    let journals = Journals::open::<G>(journal.as_deref(), also, settings)?;
    let (jobs, todo) = channel();
    let todo = Mutex::new(todo);
    let on_move = || on_progress(Progress::Move);
    let (todo, on_move) = (&todo, &on_move);
    until_stopped(stop, |signals| {
        thread::scope(|scope| {
            let (finished, done) = channel();
            for number in 0..batch.jobs.get() {
                let (finished, signals) = (finished.clone(), Arc::clone(signals));
                let settings = batch.settings.clone();
                let worker = thread::Builder::new().name(format!("review {number}"));
                let work = move || work::<G>(settings, &signals, todo, &finished, on_move);
                worker
                    .spawn_scoped(scope, work)
                    .map_err(|error| BatchError::Review(error.into()))?;
            }
            drop(finished);
            let mut line = Line { batch, jobs, done, journals, waiting: VecDeque::new() };
            let result = line.run(games, signals, on_progress, on_review);
            // Whatever ended it, the workers are not waited for longer than needed.
            if result.is_err() {
                signals.stop();
            }
            result
        })
    })
}

/// Does some work with signals that are given when `stop` is set.
fn until_stopped<T>(stop: &AtomicBool, work: impl FnOnce(&Arc<Signals>) -> T) -> T {
    let signals = Arc::new(Signals::new());
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        // It ends the searches that are under way; without it their budget does.
        let watch = scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                if stop.load(Ordering::Relaxed) {
                    signals.stop();
                }
                thread::park_timeout(Duration::from_millis(50));
            }
        });
        let result = work(&signals);
        is_done.store(true, Ordering::Relaxed);
        watch.thread().unpark();
        result
    })
}

/// Reviews games that are in memory, and returns a review for each that the shard contains or that
/// a journal has; see [`review_stream`].
pub fn review_batch<G: ReviewGame>(
    games: &[&Record<G>],
    batch: &Batch,
    stop: &AtomicBool,
    on_progress: &(dyn Fn(Progress) + Sync),
) -> Result<Vec<Option<Review>>, BatchError> {
    let mut reviews = vec![None; games.len()];
    let mut stream = games
        .iter()
        .enumerate()
        .map(|(index, &record)| Ok(BatchGame { index, record: record.clone(), more: () }));
    review_stream(&mut stream, batch, stop, on_progress, &mut |game, review| {
        reviews[game.index] = review;
        Ok(())
    })?;
    Ok(reviews)
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
            ("network", format!("{:016x}", G::network_checksum()).into()),
            ("signature", G::signature().into()),
            ("game", G::NAME.into()),
            budget,
            ("lines", self.lines.into()),
            ("tables", tables),
        ];
        entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }
}
