//! Everything that thinks, within bounds: how many searches run at once, how many may wait, and for
//! how long each may go on.
//!
//! Opponents and advice share one lane, analyses and reviews have another, judgements of single
//! moves a third, long texts a fourth, so that none waits for the others. Engines are kept in a
//! pool between searches, which bounds their memory: an opponent below full strength depends on
//! nothing that it remembers, so any of them can play any game.

use crate::errors::Problem;
use crate::game::PageGame;
use crate::pool::EnginePool;
use crate::seats::Opponent;
use damier_chess::Position as Chess;
use damier_core::Game;
use damier_profiles::{FULL_STRENGTH, Player};
use damier_records::Record;
use damier_review::review::MoveReview;
use damier_review::{Analyst, Budget, Review, Settings};
use damier_search::{
    Engine, Event, Limits, LocalEngine, PlayerClock, Query, Report, ScoreUnit, Signals,
};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// What the server may spend.
#[derive(Clone, Debug)]
pub struct Effort {
    /// Moves of opponents that are searched at once.
    pub moves_at_once: usize,
    /// Analyses that run at once.
    pub analyses_at_once: usize,
    /// Threads of one analysis.
    pub threads: usize,
    /// Megabytes for the table of one analysis.
    pub hash: usize,
    /// Megabytes for the tables of all engines together; without it what all searches need that may
    /// run at once.
    pub memory: Option<usize>,
    /// How long an analysis goes on by itself.
    pub patience: Duration,
    /// Searches that may wait in each lane.
    pub waiting: usize,
    /// Positions that are looked at to judge a move as soon as it is played.
    pub judgement: u64,
    /// Positions that are looked at for a hint, or for the answer to an offer of a draw.
    pub advice: u64,
}

impl Default for Effort {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            moves_at_once: cores.clamp(1, 4),
            analyses_at_once: 2,
            threads: (cores / 2).clamp(1, 4),
            hash: 64,
            memory: None,
            patience: Duration::from_secs(60),
            waiting: 64,
            judgement: 100_000,
            advice: 300_000,
        }
    }
}

/// Megabytes for the table of an opponent, or of an engine that is asked for advice.
const MOVE_MEMORY: usize = 16;
/// Those of a reviewer.
const REVIEW_MEMORY: usize = Analyst::<Chess>::MEGABYTES;

impl Effort {
    /// Megabytes that the tables of all engines take at most.
    pub fn most_memory(&self) -> usize {
        let moves = self.moves_at_once.max(1) * (MOVE_MEMORY + REVIEW_MEMORY);
        let analyses = self.analyses_at_once.max(1) * self.hash.max(REVIEW_MEMORY);
        self.memory.unwrap_or(moves + analyses)
    }
}

/// Searches of one kind, of which only some may run at once.
struct Lane {
    permits: Arc<Semaphore>,
    waiting: AtomicUsize,
    most_waiting: usize,
}

impl Lane {
    fn new(at_once: usize, most_waiting: usize) -> Self {
        let permits = Arc::new(Semaphore::new(at_once.max(1)));
        Self { permits, waiting: AtomicUsize::new(0), most_waiting }
    }

    /// Waits for its turn, unless too many do.
    async fn enter(&self) -> Result<OwnedSemaphorePermit, Problem> {
        struct Waiting<'a>(&'a AtomicUsize);
        impl Drop for Waiting<'_> {
            fn drop(&mut self) {
                self.0.fetch_sub(1, Ordering::Relaxed);
            }
        }
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        let _waiting = Waiting(&self.waiting);
        if before >= self.most_waiting + self.permits.available_permits() {
            return Err(Problem::Busy);
        }
        // Closed when the server ends.
        Arc::clone(&self.permits).acquire_owned().await.map_err(|_| Problem::Busy)
    }
}

/// All engines of the server.
pub(crate) struct Engines {
    pool: Arc<EnginePool>,
    pub(crate) effort: Effort,
    moves: Lane,
    analyses: Lane,
    /// Single moves are judged while a player waits for it: they do not queue behind whole games.
    judgements: Lane,
    /// Texts are read and written without any engine, but may be long.
    texts: Lane,
    running: Mutex<Vec<Weak<Signals>>>,
    is_closed: AtomicBool,
}

/// The time for a move that nothing else limits.
const PATIENCE: Duration = Duration::from_secs(1);
/// A level may look at very many positions on a slow machine.
const LONGEST_MOVE: Duration = Duration::from_secs(20);

impl Engines {
    pub(crate) fn new(effort: Effort) -> Self {
        Self {
            pool: EnginePool::new(effort.most_memory()),
            moves: Lane::new(effort.moves_at_once, effort.waiting),
            analyses: Lane::new(effort.analyses_at_once, effort.waiting),
            judgements: Lane::new(effort.moves_at_once, effort.waiting),
            texts: Lane::new(effort.moves_at_once, effort.waiting),
            effort,
            running: Mutex::default(),
            is_closed: AtomicBool::new(false),
        }
    }

    /// Stops everything, now and for good.
    pub(crate) fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
        self.moves.permits.close();
        self.analyses.permits.close();
        self.judgements.permits.close();
        self.texts.permits.close();
        self.pool.close();
        let running = std::mem::take(&mut *self.lock_running());
        running.iter().filter_map(Weak::upgrade).for_each(|signals| signals.stop());
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }

    fn lock_running(&self) -> std::sync::MutexGuard<'_, Vec<Weak<Signals>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn enlist(&self, signals: &Arc<Signals>) {
        let mut running = self.lock_running();
        running.retain(|signals| signals.strong_count() > 0);
        running.push(Arc::downgrade(signals));
        if self.is_closed() {
            signals.stop();
        }
    }

    /// Runs a search when its turn comes and there is memory for its engine. Whatever is asked,
    /// `signals` can end it.
    async fn run<E: Send + 'static, T: Send + 'static>(
        self: &Arc<Self>,
        lane: &Lane,
        signals: &Arc<Signals>,
        megabytes: usize,
        make: impl FnOnce(usize) -> E + Send + 'static,
        search: impl FnOnce(&Self, &mut E) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let permit = lane.enter().await?;
        let share = self.pool.share(megabytes).await?;
        self.enlist(signals);
        let engines = Arc::clone(self);
        let task = tokio::task::spawn_blocking(move || {
            let mut engine = share.take(make);
            let found = search(&engines, &mut engine);
            share.put_back(engine);
            drop(permit);
            found
        });
        // A search that panics has lost its engine, and nothing else.
        task.await.map_err(|_| Problem::Busy)
    }

    /// Reads or writes something when its turn comes, away from the threads that answer requests.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let permit = self.texts.enter().await?;
        let task = tokio::task::spawn_blocking(move || {
            let found = work();
            drop(permit);
            found
        });
        task.await.map_err(|_| Problem::Refused("that cannot be read".to_owned()))?
    }

    /// The move of an opponent; `None` if there is none.
    pub(crate) async fn play<G: PageGame>(
        self: &Arc<Self>,
        game: Game<G>,
        opponent: Opponent,
        clocks: [Option<PlayerClock>; 2],
        signals: Arc<Signals>,
    ) -> Result<Option<G::Move>, Problem> {
        let handle = Arc::clone(&signals);
        let make = with_memory::<Player<G>>(Player::new);
        self.run(&self.moves, &handle, MOVE_MEMORY, make, move |_, player| {
            let mut limits = Limits { clocks, ..Limits::default() };
            if clocks.iter().all(Option::is_none) {
                let has_own_limits = opponent.prepare(player);
                limits.move_time = Some(if has_own_limits { LONGEST_MOVE } else { PATIENCE });
            } else {
                opponent.prepare(player);
            }
            let Ok(answer) =
                player.search(&Query { signals, ..Query::new(game, limits) }, &mut |_| {});
            answer.best
        })
        .await
    }

    /// What full strength finds in a short time.
    pub(crate) async fn advise<G: PageGame>(
        self: &Arc<Self>,
        game: Game<G>,
    ) -> Result<Option<Report<G::Move>>, Problem> {
        let signals = Arc::new(Signals::new());
        let handle = Arc::clone(&signals);
        let make = with_memory(G::engine);
        self.run(&self.moves, &handle, MOVE_MEMORY, make, move |engines, engine| {
            let mut found = None;
            let limits =
                Limits { move_time: Some(LONGEST_MOVE), ..Limits::to_nodes(engines.effort.advice) };
            let query = question(game, limits, 1, signals);
            let Ok(_) = engine.search(&query, &mut |event| {
                if let Event::Report(report) = event.in_hundredths_of(G::EVEN_CHANCE) {
                    found = Some(report);
                }
            });
            found
        })
        .await
    }

    /// Analyses until the time is up or a signal stops it, and tells what it finds.
    pub(crate) async fn analyse<G: PageGame>(
        self: &Arc<Self>,
        game: Game<G>,
        lines: usize,
        signals: Arc<Signals>,
        mut tell: impl FnMut(Report<G::Move>) + Send + 'static,
    ) -> Result<(), Problem> {
        let handle = Arc::clone(&signals);
        let make = with_memory(G::engine);
        self.run(&self.analyses, &handle, self.effort.hash, make, move |engines, engine| {
            let effort = &engines.effort;
            // Threads that cannot be had are done without.
            let _ = engine.set_threads(effort.threads.max(1));
            let query = question(game, Limits::to_time(effort.patience), lines, signals);
            let Ok(_) = engine.search(&query, &mut |event| {
                if let Event::Report(report) = event.in_hundredths_of(G::EVEN_CHANCE) {
                    tell(report);
                }
            });
        })
        .await
    }

    /// Judges a legal move; `None` if a signal ended it.
    pub(crate) async fn judge<G: PageGame>(
        self: &Arc<Self>,
        game: Game<G>,
        mv: G::Move,
        signals: Arc<Signals>,
    ) -> Result<Option<MoveReview>, Problem> {
        let budget = Budget::Nodes(self.effort.judgement);
        self.with_reviewer(&self.judgements, budget, signals, move |reviewer| {
            reviewer.forget();
            reviewer.judge(&game, mv)
        })
        .await
    }

    /// Reviews a game with so many positions a move, and tells after each how many are done; `None`
    /// if a signal ended it.
    pub(crate) async fn review<G: PageGame>(
        self: &Arc<Self>,
        record: Record<G>,
        nodes: u64,
        signals: Arc<Signals>,
        mut tell: impl FnMut(usize) + Send + 'static,
    ) -> Result<Option<Review>, Problem> {
        self.with_reviewer(&self.analyses, Budget::Nodes(nodes), signals, move |reviewer| {
            reviewer.review(&record, &mut tell)
        })
        .await
    }

    async fn with_reviewer<G: PageGame, T: Send + 'static>(
        self: &Arc<Self>,
        lane: &Lane,
        budget: Budget,
        signals: Arc<Signals>,
        work: impl FnOnce(&mut Analyst<G>) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let handle = Arc::clone(&signals);
        let make = move |_| {
            let settings = Settings { budget, lines: 1, tables: None };
            Analyst::new(settings).expect("without tables there is nothing to open")
        };
        self.run(lane, &handle, REVIEW_MEMORY, make, move |_, reviewer: &mut Analyst<G>| {
            reviewer.spend(budget);
            reviewer.obey(&signals);
            work(reviewer)
        })
        .await
    }
}

/// Makes engines with a table of some size; if there is no memory for it, with that which they have
/// anyway.
fn with_memory<E: LocalEngine>(make: impl FnOnce() -> E) -> impl FnOnce(usize) -> E {
    move |megabytes| {
        let mut engine = make();
        let _ = engine.set_memory(megabytes);
        engine
    }
}

/// A question to the engine at full strength, whose scores are shown on the scale of reviews.
fn question<G: PageGame>(
    game: Game<G>,
    limits: Limits,
    lines: usize,
    signals: Arc<Signals>,
) -> Query<G> {
    let unit = Some(ScoreUnit::Evaluation);
    Query { lines: Some(lines), unit, signals, ..Query::new(game, limits) }
}

impl Opponent {
    /// Makes a player play like this opponent; says whether its searches end by themselves.
    fn prepare<G: PageGame>(&self, player: &mut Player<G>) -> bool {
        let level = self.level.clamp(1, FULL_STRENGTH);
        let profile = self.profile.as_deref();
        let profile = profile.and_then(|name| damier_profiles::library::find::<G>(name).ok());
        let profile = profile.map(|entry| entry.profile);
        let is_complete = profile.as_ref().is_some_and(|profile| profile.character.is_complete());
        player.set_profile(profile);
        player.set_level(level);
        player.set_seed(self.seed);
        is_complete || level < FULL_STRENGTH
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn texts_are_read_in_a_lane_of_their_own() {
        let engines = Engines::new(Effort { moves_at_once: 1, waiting: 0, ..Effort::default() });
        let reading = engines.texts.enter().await.unwrap();
        let refused = engines.read(|| Ok(())).await;
        assert!(matches!(refused, Err(Problem::Busy)), "{refused:?}");
        assert!(engines.moves.enter().await.is_ok());
        drop(reading);
        engines.read(|| Ok(())).await.unwrap();
    }
}
