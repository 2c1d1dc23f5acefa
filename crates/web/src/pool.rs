//! Engines that are kept between searches, and the memory that their tables take.
//!
//! All tables together take no more than was allowed: a search waits until there is enough for its
//! engine, and engines that are not in use make room first, the one that has been idle for longest
//! before the others. An engine that is not used for a while is given up, so that a server on which
//! nothing happens is small.

use damier_answers::{Problem, Shelf};
use std::any::Any;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

/// How long an engine is kept for its next search.
const KEPT: Duration = Duration::from_secs(60);

/// The engines that are not in use, and the memory of all.
pub(crate) struct EnginePool {
    /// Megabytes for all tables together.
    most: usize,
    /// A permit for each megabyte that no engine in use has.
    free: Arc<Semaphore>,
    state: Mutex<IdleEngines>,
}

#[derive(Default)]
struct IdleEngines {
    /// The one that was used last stands last.
    idle: Vec<Idle>,
    is_swept: bool,
}

struct Idle {
    engine: Box<dyn Any + Send>,
    megabytes: usize,
    since: Instant,
}

/// Memory for the table of one engine, until it is dropped.
pub(crate) struct Share {
    pool: Arc<EnginePool>,
    megabytes: usize,
    permit: OwnedSemaphorePermit,
}

impl EnginePool {
    pub(crate) fn new(most: usize) -> Arc<Self> {
        let most = most.clamp(1, Semaphore::MAX_PERMITS.min(u32::MAX as usize));
        let free = Arc::new(Semaphore::new(most));
        Arc::new(Self { most, free, state: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, IdleEngines> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for memory: so many megabytes, or all if that is less.
    pub(crate) async fn share(self: &Arc<Self>, megabytes: usize) -> Result<Share, Problem> {
        let megabytes = megabytes.clamp(1, self.most);
        let permits = Arc::clone(&self.free).acquire_many_owned(megabytes as u32).await;
        let permit = permits.map_err(|_| Problem::Busy)?;
        Ok(Share { pool: Arc::clone(self), megabytes, permit })
    }

    /// For the end of the server.
    pub(crate) fn close(&self) {
        self.free.close();
    }

    /// Gives up idle engines until the others fit into what those in use leave.
    fn make_room(&self, state: &mut IdleEngines) {
        let mut sum: usize = state.idle.iter().map(|idle| idle.megabytes).sum();
        while sum > self.free.available_permits() && !state.idle.is_empty() {
            sum -= state.idle.remove(0).megabytes;
        }
    }
}

impl Share {
    /// An engine with a table of this size: one that is idle, or a new one.
    pub(crate) fn take<E: Any + Send>(&self, make: impl FnOnce(usize) -> E) -> E {
        let mut state = self.pool.lock();
        let fits = |idle: &Idle| idle.megabytes == self.megabytes && idle.engine.is::<E>();
        let found = state.idle.iter().rposition(fits).map(|place| state.idle.remove(place));
        self.pool.make_room(&mut state);
        drop(state);
        let engine = found.and_then(|idle| idle.engine.downcast().ok());
        engine.map_or_else(|| make(self.megabytes), |engine| *engine)
    }

    /// Keeps an engine for the next search.
    pub(crate) fn put_back<E: Any + Send>(self, engine: E) {
        let Self { pool, megabytes, permit } = self;
        let mut state = pool.lock();
        let engine = Box::new(engine);
        state.idle.push(Idle { engine, megabytes, since: Instant::now() });
        drop(permit);
        pool.make_room(&mut state);
        if !std::mem::replace(&mut state.is_swept, true) {
            tokio::spawn(sweep(Arc::downgrade(&pool)));
        }
    }
}

impl Shelf for Share {
    fn lend<E: Any + Send, T>(
        self,
        make: impl FnOnce(usize) -> E,
        work: impl FnOnce(&mut E) -> T,
    ) -> T {
        let mut engine = self.take(make);
        let found = work(&mut engine);
        self.put_back(engine);
        found
    }
}

/// Gives up engines that are not used, until there are none.
async fn sweep(pool: Weak<EnginePool>) {
    loop {
        tokio::time::sleep(KEPT / 4).await;
        let Some(pool) = pool.upgrade() else { return };
        let mut state = pool.lock();
        state.idle.retain(|idle| idle.since.elapsed() < KEPT);
        if state.idle.is_empty() {
            state.is_swept = false;
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn idle(pool: &EnginePool) -> Vec<usize> {
        pool.lock().idle.iter().map(|idle| idle.megabytes).collect()
    }

    /// The engine is a counter of itself.
    async fn use_once(pool: &Arc<EnginePool>, megabytes: usize, counter: &Arc<()>) {
        let share = pool.share(megabytes).await.unwrap();
        let engine = share.take(|_| Arc::clone(counter));
        share.put_back(engine);
    }

    #[tokio::test]
    async fn all_tables_together_stay_within_the_limit() {
        let (pool, counter) = (EnginePool::new(100), Arc::new(()));
        for megabytes in [60, 30, 60, 10] {
            use_once(&pool, megabytes, &counter).await;
        }
        assert_eq!(idle(&pool), [30, 60, 10], "an engine of the right size is used again");
        use_once(&pool, 50, &counter).await;
        assert_eq!(idle(&pool), [10, 50], "the others were idle for longer");
        assert_eq!(Arc::strong_count(&counter) - 1, 2, "what is given up is dropped");
        let share = pool.share(1_000).await.unwrap();
        assert_eq!(share.megabytes, 100, "there is no more");
        share.take(|megabytes| assert_eq!(megabytes, 100));
        assert!(idle(&pool).is_empty());
        let mut waiting = poll_again(pool.share(1));
        assert!(waiting().is_none(), "all is in use");
        drop(share);
        assert!(waiting().is_some());
    }

    /// Something that polls a future once.
    fn poll_again<F: Future>(future: F) -> impl FnMut() -> Option<F::Output> {
        use futures_util::FutureExt;
        let mut future = Box::pin(future);
        move || future.as_mut().now_or_never()
    }

    #[tokio::test(start_paused = true)]
    async fn an_engine_that_is_not_used_gives_its_table_back() {
        let (pool, counter) = (EnginePool::new(100), Arc::new(()));
        for _ in 0..2 {
            use_once(&pool, 60, &counter).await;
            assert_eq!(idle(&pool), [60]);
            tokio::time::sleep(2 * KEPT).await;
            assert_eq!((idle(&pool).len(), Arc::strong_count(&counter)), (0, 1));
        }
    }
}
