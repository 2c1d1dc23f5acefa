//! The server as a host of answers: how many searches run at once, how many may wait, and on which
//! threads all of it is done.
//!
//! Opponents and advice share one lane, analyses and reviews have another, judgements of single
//! moves a third, collections a fourth, long texts a fifth, so that none waits for the others.
//! Engines are kept in a pool between searches, which bounds their memory.

use crate::pool::EnginePool;
use damier_answers::{Effort, Host, Lane, Later, Performed, Problem, Task, Tell};
use damier_files::seconds_since_1970;
use damier_search::Signals;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tracing::{debug, error};

/// Searches of one kind, of which only some may run at once.
struct Queue {
    permits: Arc<Semaphore>,
    waiting: AtomicUsize,
    most_waiting: usize,
}

impl Queue {
    fn new(at_once: usize, most_waiting: usize) -> Arc<Self> {
        let permits = Arc::new(Semaphore::new(at_once.max(1)));
        Arc::new(Self { permits, waiting: AtomicUsize::new(0), most_waiting })
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
    began: Instant,
    pool: Arc<EnginePool>,
    effort: Arc<Effort>,
    moves: Arc<Queue>,
    analyses: Arc<Queue>,
    /// Single moves are judged while a player waits for it: they do not queue behind whole games.
    judgements: Arc<Queue>,
    /// Collections are reviewed one game after the other, behind everybody's back.
    background: Arc<Queue>,
    /// Texts are read and written without any engine, but may be long.
    texts: Arc<Queue>,
    running: Arc<Running>,
}

/// What is to be stopped when the server ends.
#[derive(Default)]
struct Running {
    searches: Mutex<Vec<Weak<Signals>>>,
    is_closed: AtomicBool,
}

impl Running {
    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Weak<Signals>>> {
        self.searches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }

    fn enlist(&self, signals: &Arc<Signals>) {
        let mut searches = self.lock();
        searches.retain(|signals| signals.strong_count() > 0);
        searches.push(Arc::downgrade(signals));
        if self.is_closed() {
            signals.stop();
        }
    }
}

impl Engines {
    pub(crate) fn new(effort: Effort) -> Self {
        Self {
            began: Instant::now(),
            pool: EnginePool::new(effort.most_memory()),
            moves: Queue::new(effort.moves_at_once, effort.waiting),
            analyses: Queue::new(effort.analyses_at_once, effort.waiting),
            judgements: Queue::new(effort.moves_at_once, effort.waiting),
            background: Queue::new(1, 1),
            texts: Queue::new(effort.moves_at_once, effort.waiting),
            effort: Arc::new(effort),
            running: Arc::default(),
        }
    }

    /// Stops everything, now and for good.
    pub(crate) fn close(&self) {
        self.running.is_closed.store(true, Ordering::Relaxed);
        self.moves.permits.close();
        self.analyses.permits.close();
        self.judgements.permits.close();
        self.background.permits.close();
        self.texts.permits.close();
        self.pool.close();
        let searches = std::mem::take(&mut *self.running.lock());
        searches.iter().filter_map(Weak::upgrade).for_each(|signals| signals.stop());
    }
}

impl Host for Engines {
    fn now(&self) -> Duration {
        self.began.elapsed()
    }

    fn seconds(&self) -> u64 {
        seconds_since_1970()
    }

    fn is_closed(&self) -> bool {
        self.running.is_closed()
    }

    fn spawn(&self, task: Later<()>) {
        tokio::spawn(task);
    }

    fn sleep(&self, time: Duration) -> Later<()> {
        Box::pin(async move { tokio::time::sleep(time).await })
    }

    fn apart(&self, work: Box<dyn FnOnce() + Send>) -> Later<bool> {
        Box::pin(async move { tokio::task::spawn_blocking(work).await.is_ok() })
    }

    fn read(&self, work: Box<dyn FnOnce() + Send>) -> Later<Result<bool, Problem>> {
        let texts = Arc::clone(&self.texts);
        Box::pin(async move {
            let permit = texts.enter().await?;
            let task = tokio::task::spawn_blocking(move || {
                work();
                drop(permit);
            });
            Ok(task.await.is_ok())
        })
    }

    fn search(&self, task: Task, signals: Arc<Signals>, mut tell: Tell) -> Performed {
        let lane = task.lane();
        let queue = Arc::clone(match lane {
            Lane::Moves => &self.moves,
            Lane::Analyses => &self.analyses,
            Lane::Judgements => &self.judgements,
            Lane::Background => &self.background,
        });
        let (pool, effort) = (Arc::clone(&self.pool), Arc::clone(&self.effort));
        let running = Arc::clone(&self.running);
        Box::pin(async move {
            let permit = queue.enter().await?;
            let share = pool.share(task.megabytes(&effort)).await?;
            running.enlist(&signals);
            let begun = Instant::now();
            let search = tokio::task::spawn_blocking(move || {
                let found = task.perform(&effort, share, &signals, &mut tell);
                drop(permit);
                found
            });
            let found = search.await.unwrap_or_else(|error| {
                // A search that panics has lost its engine, and nothing else.
                error!(?lane, %error, "a search broke off");
                Err(Problem::Busy)
            });
            debug!(?lane, ms = begun.elapsed().as_millis(), is_well = found.is_ok(), "search");
            found
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn texts_are_read_in_a_lane_of_their_own() {
        let engines = Engines::new(Effort { moves_at_once: 1, waiting: 0, ..Effort::default() });
        let reading = engines.texts.enter().await.unwrap();
        let refused = engines.read(Box::new(|| ())).await;
        assert!(matches!(refused, Err(Problem::Busy)), "{refused:?}");
        assert!(engines.moves.enter().await.is_ok());
        drop(reading);
        assert!(engines.read(Box::new(|| ())).await.unwrap());
    }
}
