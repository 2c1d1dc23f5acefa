//! Any number of games: several at a time, in parts, and again where it was after an interruption.
//!
//! A review depends on its game, the settings and the engine alone, so it does not matter which
//! thread, which part or which run made it. Which part a game belongs to is a matter of its number.
//! Games come from an iterator and go, in their order, to a receiver: only those that are under way
//! are in memory. Start at [`review_stream`].

mod known;

use crate::analysis::{Analyst, Budget, Settings};
use crate::game::ReviewGame;
use crate::review::Review;
use damier_files::{Journal, JournalEntry, JournalError, JournalSettings, checksum};
pub use damier_files::{Shard, ShardError};
use damier_games::FileError;
use damier_records::Record;
use damier_search::Signals;
use known::KnownReviews;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

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
    const VERSION: u64 = 2;
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
    let settings = batch.settings.journal_settings::<G>();
    let open = |path: &PathBuf| KnownReviews::read(path, &settings);
    let mut known = batch.also.iter().map(open).collect::<Result<Vec<_>, _>>()?;
    let mut journal = None;
    if let Some(path) = &batch.journal {
        let (own, reviews) = KnownReviews::open(path, &settings)?;
        journal = Some(own);
        known.push(reviews);
    }
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
            let mut line = Line { batch, jobs, done, journal, known, waiting: VecDeque::new() };
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

/// A game that a worker is to review.
struct Job<G: ReviewGame> {
    index: usize,
    record: Arc<Record<G>>,
}

/// What a worker has to say.
enum Answer {
    Review(usize, Box<Review>),
    Failed(FileError),
    /// It ends in a way in which it should not.
    Lost,
}

/// Says that a worker is lost, if it ends without saying anything.
struct Farewell<'a>(&'a Sender<Answer>);

impl Drop for Farewell<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            let _ = self.0.send(Answer::Lost);
        }
    }
}

/// Reviews games until there are no more or a signal ends it.
fn work<G: ReviewGame>(
    settings: Settings,
    signals: &Arc<Signals>,
    todo: &Mutex<Receiver<Job<G>>>,
    finished: &Sender<Answer>,
    on_move: &(dyn Fn() + Sync),
) {
    let _farewell = Farewell(finished);
    let next = || todo.lock().unwrap_or_else(PoisonError::into_inner).recv();
    // Tables take room and time: a worker without work has none.
    let Ok(mut job) = next() else { return };
    let mut analyst = match Analyst::<G>::new(settings) {
        Ok(analyst) => analyst,
        Err(error) => {
            let _ = finished.send(Answer::Failed(error));
            return;
        }
    };
    analyst.obey(signals);
    while let Some(review) = analyst.review(&job.record, &mut |_| on_move()) {
        let Job { index, record } = job;
        // Whoever gets the answer may then have the record for himself.
        drop(record);
        if finished.send(Answer::Review(index, Box::new(review))).is_err() {
            return;
        }
        let Ok(another) = next() else { return };
        job = another;
    }
}

/// A game that has not been handed out.
struct Waiting<G: ReviewGame, T> {
    index: usize,
    record: Arc<Record<G>>,
    more: T,
    state: State,
}

enum State {
    UnderWay,
    Reviewed(Box<Review>),
    /// It belongs to another part.
    LeftOut,
}

/// The games on their way from the reader to the receiver.
struct Line<'a, G: ReviewGame, T> {
    batch: &'a Batch,
    jobs: Sender<Job<G>>,
    done: Receiver<Answer>,
    journal: Option<Journal<Reviewed>>,
    known: Vec<KnownReviews>,
    waiting: VecDeque<Waiting<G, T>>,
}

impl<G: ReviewGame, T> Line<'_, G, T> {
    fn run(
        &mut self,
        games: &mut dyn Iterator<Item = Result<BatchGame<G, T>, FileError>>,
        signals: &Signals,
        on_progress: &(dyn Fn(Progress) + Sync),
        on_review: OnReview<'_, G, T>,
    ) -> Result<(), BatchError> {
        let mut has_more = true;
        loop {
            while has_more && self.waiting.len() < self.batch.window() && !signals.is_stopped() {
                match games.next().transpose().map_err(BatchError::Review)? {
                    Some(game) => self.take(game, on_progress)?,
                    None => has_more = false,
                }
                // What is known already need not wait for the window to be full.
                self.hand_out(on_review)?;
            }
            if self.waiting.is_empty() || signals.is_stopped() {
                return Ok(());
            }
            self.receive(signals)?;
            self.hand_out(on_review)?;
        }
    }

    /// Takes a game in: looks for its review in the journals, or has it made.
    fn take(
        &mut self,
        game: BatchGame<G, T>,
        on_progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<(), BatchError> {
        let BatchGame { index, record, more } = game;
        let mut found = None;
        for known in &mut self.known {
            let review = known.find(index + 1, || fingerprint(&record))?;
            found = found.or(review);
        }
        let record = Arc::new(record);
        let state = match found {
            Some(review) => State::Reviewed(Box::new(review)),
            None if self.batch.shard.contains(index) => {
                on_progress(Progress::Game { moves: record.tree().main_line().count() });
                // Without workers there is nobody to send it to; one of them has said why.
                let _ = self.jobs.send(Job { index, record: Arc::clone(&record) });
                State::UnderWay
            }
            None => State::LeftOut,
        };
        self.waiting.push_back(Waiting { index, record, more, state });
        Ok(())
    }

    /// Waits for a review and keeps it.
    fn receive(&mut self, signals: &Signals) -> Result<(), BatchError> {
        // A signal ends a worker without a word.
        match self.done.recv_timeout(Duration::from_millis(50)) {
            Ok(Answer::Review(index, review)) => {
                let place = self.waiting.binary_search_by_key(&index, |game| game.index);
                let game = &mut self.waiting[place.expect("only games that wait are reviewed")];
                if let Some(journal) = &mut self.journal {
                    let fingerprint = fingerprint(&game.record);
                    let entry = Reviewed { game: index + 1, fingerprint, review: *review };
                    journal.add(&entry)?;
                    game.state = State::Reviewed(Box::new(entry.review));
                } else {
                    game.state = State::Reviewed(review);
                }
                Ok(())
            }
            Ok(Answer::Failed(error)) => Err(BatchError::Review(error)),
            Err(RecvTimeoutError::Timeout) => Ok(()),
            Err(RecvTimeoutError::Disconnected) if signals.is_stopped() => Ok(()),
            Ok(Answer::Lost) | Err(RecvTimeoutError::Disconnected) => {
                panic!("a review does not panic")
            }
        }
    }

    /// Hands out the games whose turn it is.
    fn hand_out(&mut self, on_review: OnReview<'_, G, T>) -> Result<(), BatchError> {
        let is_ready = |game: &mut Waiting<G, T>| !matches!(game.state, State::UnderWay);
        while let Some(game) = self.waiting.pop_front_if(is_ready) {
            let Waiting { index, record, more, state } = game;
            let record = Arc::unwrap_or_clone(record);
            let review = match state {
                State::Reviewed(review) => Some(*review),
                State::UnderWay | State::LeftOut => None,
            };
            on_review(BatchGame { index, record, more }, review).map_err(BatchError::Review)?;
        }
        Ok(())
    }
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
