//! The threads of an engine.
//!
//! Lazy SMP: every thread runs the same deepening loop over the same table, and what one finds
//! speeds up the others. The threads and what they have learnt live as long as the pool. All are
//! our own, the leading one too: searches need more stack than a caller may have. A caller that has
//! it may lend its own thread instead, which saves short searches the way from thread to thread.

use crate::clock::{Clock, TimeBudget};
use crate::control::{Control, Shared};
use crate::deepening::{self, Goal, MoveOf, NodeSearch};
use crate::event::Event;
use crate::roots::Roots;
use crate::{Query, Statistics, Table};
use damier_core::Depth;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

type PoolJob<W> = Box<dyn FnOnce(&mut W) + Send>;

/// Tree searches recurse a few hundred calls deep with large frames.
pub const STACK_BYTES: usize = 16 << 20;

/// After so long without news a search that people watch tells what it has spent.
const PULSE: Duration = Duration::from_secs(1);

/// A thread that waits for jobs.
struct Helper<W> {
    /// `None` only while it is being dropped.
    jobs: Option<Sender<PoolJob<W>>>,
    thread: Option<JoinHandle<()>>,
}

impl<W: 'static> Helper<W> {
    fn start(make: impl FnOnce() -> W + Send + 'static) -> std::io::Result<Self> {
        let (jobs, queue) = mpsc::channel::<PoolJob<W>>();
        let thread = std::thread::Builder::new()
            .name("damier helper".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || {
                let mut worker = make();
                for job in queue {
                    job(&mut worker);
                }
            })?;
        Ok(Self { jobs: Some(jobs), thread: Some(thread) })
    }

    /// Hands over a job. A thread that has panicked takes none; the others go on without it.
    fn run(&self, job: PoolJob<W>) {
        if let Some(jobs) = &self.jobs {
            let _ = jobs.send(job);
        }
    }
}

impl<W> Drop for Helper<W> {
    fn drop(&mut self) {
        // Without a sender the thread's loop ends.
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The threads of an engine; the first one leads.
pub struct ThreadPool<W> {
    /// The worker of a pool without threads.
    local: Option<Box<W>>,
    helpers: Vec<Helper<W>>,
}

/// What a pool needs to know about a search beyond the question itself.
#[derive(Clone)]
pub struct SearchSetting {
    /// The table to use.
    pub table: Arc<Table>,
    /// The clock to read.
    pub clock: Arc<dyn Clock>,
    /// What the clock showed when the question was asked.
    pub started: Duration,
    /// The time for the move.
    pub budget: TimeBudget,
    /// How many lines to find.
    pub lines: usize,
}

/// What a search found.
pub struct PoolFindings<M> {
    /// The root moves, best first.
    pub roots: Roots<M>,
    /// What all threads counted.
    pub statistics: Statistics,
}

impl<W: NodeSearch> ThreadPool<W> {
    /// So many threads, each of which makes its own worker. Without any, searches run on the
    /// thread that asks; it must have [`STACK_BYTES`] of stack.
    pub fn new(
        threads: usize,
        make: impl Fn() -> W + Clone + Send + 'static,
    ) -> std::io::Result<Self> {
        let helper = |_| Helper::start(make.clone());
        let helpers = (0..threads).map(helper).collect::<Result<_, _>>()?;
        Ok(Self { local: (threads == 0).then(|| Box::new(make())), helpers })
    }

    /// The number of its own threads.
    pub fn threads(&self) -> usize {
        self.helpers.len()
    }

    /// Lets every worker do something, such as forgetting, and waits until all are done.
    pub fn each(&mut self, job: impl Fn(&mut W) + Clone + Send + 'static) {
        if let Some(local) = &mut self.local {
            job(local);
        }
        let (done, all_done) = mpsc::channel::<()>();
        for helper in &self.helpers {
            let (job, done) = (job.clone(), done.clone());
            helper.run(Box::new(move |worker| {
                job(worker);
                drop(done);
            }));
        }
        drop(done);
        // Nothing is ever sent: the channel closes when the last one is done.
        let _ = all_done.recv();
    }

    /// Searches the root moves until a limit or a signal ends it. Events are delivered on the
    /// thread that asks; if a worker were to panic, the moves come back as they are known.
    pub fn search(
        &mut self,
        query: &Query<W::Rules>,
        roots: Roots<MoveOf<W>>,
        setting: SearchSetting,
        on_event: &mut dyn FnMut(Event<MoveOf<W>>),
    ) -> PoolFindings<MoveOf<W>> {
        let limits = &query.limits;
        let goal = Goal {
            depth: limits.depth.unwrap_or(Depth::MAX).clamp(Depth::new(1), Depth::MAX),
            lines: setting.lines,
            mate: limits.mate,
            soft_nodes: limits.soft_nodes,
            reaching: query.reaching,
            is_forced: query.is_forced(),
        };
        let shared = Arc::new(Shared::new(
            setting.table,
            Arc::clone(&query.signals),
            setting.clock,
            setting.started,
            setting.budget,
            limits.nodes,
            self.threads().max(1),
        ));
        if let Some(local) = &mut self.local {
            let mut roots = roots;
            local.begin(&query.game, Control::new(Arc::clone(&shared), 0));
            deepening::lead(&mut **local, &mut roots, goal, &shared, on_event);
            return PoolFindings { roots, statistics: local.control().statistics };
        }
        let (tell, told) = mpsc::channel();
        for (index, helper) in self.helpers.iter().enumerate() {
            let control = Control::new(Arc::clone(&shared), index);
            let (game, mut roots, tell) = (query.game.clone(), roots.clone(), tell.clone());
            let shared = Arc::clone(&shared);
            helper.run(Box::new(move |worker| {
                worker.begin(&game, control);
                if index > 0 {
                    deepening::help(worker, &mut roots, goal, index);
                } else {
                    // Whatever happens to the lead, its helpers must not search on for ever.
                    let _guard = StopOnDrop(Arc::clone(&shared));
                    let mut on_event = |event| {
                        let _ = tell.send(News::Event(event));
                    };
                    deepening::lead(worker, &mut roots, goal, &shared, &mut on_event);
                    let _ = tell.send(News::Moves(roots));
                }
                let _ = tell.send(News::Counts(worker.control().statistics));
            }));
        }
        drop(tell);

        let mut found = PoolFindings { roots, statistics: Statistics::default() };
        let mut is_over = false;
        loop {
            match told.recv_timeout(PULSE) {
                Ok(News::Event(event)) => on_event(event),
                Ok(News::Moves(roots)) => (found.roots, is_over) = (roots, true),
                Ok(News::Counts(counts)) => found.statistics += counts,
                Err(RecvTimeoutError::Timeout) => {
                    if !is_over && shared.elapsed() >= deepening::SHOW_UNDER_WAY_AFTER {
                        on_event(Event::Progress(shared.progress(None)));
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return found,
            }
        }
    }
}

/// Stops the helpers of a search when its lead ends, even by a panic.
struct StopOnDrop(Arc<Shared>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// What the threads of a search send to the one that asked for it.
enum News<M> {
    Event(Event<M>),
    Moves(Roots<M>),
    Counts(Statistics),
}

#[cfg(test)]
mod tests;
