//! What a worker asks while it searches: may I go on?

use crate::clock::{Clock, TimeBudget};
use crate::event::{RootTurn, SearchProgress};
use crate::{SearchMode, Signals, Statistics, Table, TableEntry};
use damier_core::Ply;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Nodes between two looks at the clock and at the signals: well below a millisecond.
const CHECK_INTERVAL: u64 = 1024;

/// The first iteration has so many nodes at least. It mostly takes a few dozen.
const FIRST_ITERATION_NODES: u64 = 8 * CHECK_INTERVAL;

/// What one thread has told of its counts, in a cache line that it shares with no other thread.
#[derive(Default)]
#[repr(align(64))]
struct Counts {
    nodes: AtomicU64,
    leaves: AtomicU64,
    leaf_plies: AtomicU64,
}

/// What the threads of one search share. Made anew for every search.
pub struct Shared {
    table: Arc<Table>,
    signals: Arc<Signals>,
    clock: Arc<dyn Clock>,
    started: Duration,
    pub(crate) budget: TimeBudget,
    /// Set while pondering: as soon as the expected move comes, there is nothing more to find out.
    has_enough: AtomicBool,
    node_limit: Option<u64>,
    /// Set once, by the first thread that finds a reason to stop; helpers look at nothing else.
    stop: AtomicBool,
    counts: Box<[Counts]>,
    endgame_hits: AtomicU64,
}

impl Shared {
    /// The state of a search by so many threads that began when the clock showed `started`.
    pub fn new(
        table: Arc<Table>,
        signals: Arc<Signals>,
        clock: Arc<dyn Clock>,
        started: Duration,
        budget: TimeBudget,
        node_limit: Option<u64>,
        threads: usize,
    ) -> Self {
        let counts = (0..threads).map(|_| Counts::default()).collect();
        let (stop, has_enough) = (AtomicBool::new(false), AtomicBool::new(false));
        let endgame_hits = AtomicU64::new(0);
        Self {
            table,
            signals,
            clock,
            started,
            budget,
            has_enough,
            node_limit,
            stop,
            counts,
            endgame_hits,
        }
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.started)
    }

    /// Nodes of all threads, as far as they have told.
    pub fn nodes(&self) -> u64 {
        self.sum(|counts| &counts.nodes)
    }

    /// What was spent so far, when this turn comes.
    pub(crate) fn progress<M>(&self, turn: Option<RootTurn<M>>) -> SearchProgress<M> {
        SearchProgress {
            turn,
            nodes: self.nodes(),
            time: self.elapsed(),
            table_fill: self.table.fill(),
        }
    }

    /// How far the leaves are from the root on average, in tenths of a ply; `None` before the first
    /// threads have told.
    pub fn mean_depth(&self) -> Option<u32> {
        let plies = self.sum(|counts| &counts.leaf_plies);
        let tenths = (10 * plies).checked_div(self.sum(|counts| &counts.leaves))?;
        Some(u32::try_from(tenths).unwrap_or(u32::MAX))
    }

    fn sum(&self, count: impl Fn(&Counts) -> &AtomicU64) -> u64 {
        self.counts.iter().map(|counts| count(counts).load(Ordering::Relaxed)).sum()
    }

    /// Positions found in endgame tables, of all threads.
    pub fn endgame_hits(&self) -> u64 {
        self.endgame_hits.load(Ordering::Relaxed)
    }

    /// The signals from outside.
    pub fn signals(&self) -> &Signals {
        &self.signals
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Notes whether the search, which ponders, would be over in our own time.
    pub(crate) fn note_enough(&self, is_enough: bool) {
        self.has_enough.store(is_enough, Ordering::Relaxed);
    }

    /// Ends the search for all threads.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether the hard limit has passed, or the answer is wanted from outside.
    fn must_stop(&self) -> bool {
        let is_late = || self.budget.hard.is_some_and(|hard| self.elapsed() >= hard);
        let has_enough = || self.has_enough.load(Ordering::Relaxed);
        self.signals.is_stopped() || !self.signals.is_pondering() && (has_enough() || is_late())
    }
}

/// One thread's view of the search it takes part in.
pub struct Control {
    shared: Arc<Shared>,
    thread: usize,
    /// What this thread has counted.
    pub statistics: Statistics,
    next_check: u64,
    /// Whether an iteration is finished. The first one is, within [`FIRST_ITERATION_NODES`],
    /// whatever the node limit: without it the move would be as good as any.
    has_iteration: bool,
}

impl Control {
    /// The view of one thread; thread 0 leads and is the only one that reads the clock.
    pub fn new(shared: Arc<Shared>, thread: usize) -> Self {
        let statistics = Statistics::default();
        let mut control =
            Self { shared, thread, statistics, next_check: 0, has_iteration: thread != 0 };
        control.plan_next_check();
        control
    }

    /// What all threads share.
    pub fn shared(&self) -> &Shared {
        &self.shared
    }

    /// The table.
    #[inline]
    pub fn table(&self) -> &Table {
        &self.shared.table
    }

    /// Whether this is the thread whose lines are shown.
    pub fn is_lead(&self) -> bool {
        self.thread == 0
    }

    /// Counts a node; `None` once the search has to end.
    #[inline]
    pub fn enter_node(&mut self) -> Option<()> {
        self.statistics.nodes += 1;
        if self.statistics.nodes < self.next_check { Some(()) } else { self.check() }
    }

    /// What the table knows about a position, if this mode uses it.
    #[inline]
    pub fn probe<M: SearchMode>(&mut self, key: u64, ply: Ply) -> Option<TableEntry> {
        if !M::USES_TABLE {
            return None;
        }
        self.statistics.table_probes += 1;
        let entry = self.table().probe(key, ply);
        self.statistics.table_hits += u64::from(entry.is_some());
        entry
    }

    /// Remembers what was found out about a position, if this mode uses the table.
    #[inline]
    pub fn store<M: SearchMode>(&self, key: u64, ply: Ply, entry: &TableEntry) {
        if M::USES_TABLE {
            self.table().store(key, ply, entry);
        }
    }

    /// Counts a position that was found in an endgame table.
    pub fn count_endgame_hit(&mut self) {
        self.statistics.endgame_hits += 1;
        self.shared.endgame_hits.fetch_add(1, Ordering::Relaxed);
    }

    /// An iteration is finished: from now on the node limit is met exactly.
    pub(crate) fn note_iteration(&mut self) {
        // Later ones may be short: they must not put off the next look at the clock.
        if !self.has_iteration {
            self.has_iteration = true;
            self.plan_next_check();
        }
    }

    /// Tells the others what was counted.
    pub(crate) fn publish(&self) {
        let counts = &self.shared.counts[self.thread];
        counts.nodes.store(self.statistics.nodes, Ordering::Relaxed);
        counts.leaves.store(self.statistics.leaves, Ordering::Relaxed);
        counts.leaf_plies.store(self.statistics.leaf_plies, Ordering::Relaxed);
    }

    #[cold]
    fn check(&mut self) -> Option<()> {
        self.publish();
        if self.is_lead() && (self.has_spent_nodes() || self.shared.must_stop()) {
            self.shared.stop();
        }
        if self.shared.is_stopped() {
            // Every later node must end at once too, so the next check is not moved.
            return None;
        }
        self.plan_next_check();
        Some(())
    }

    fn has_spent_nodes(&self) -> bool {
        let least = if self.has_iteration { 0 } else { FIRST_ITERATION_NODES };
        self.shared.node_limit.is_some_and(|limit| self.shared.nodes() >= limit.max(least))
    }

    fn plan_next_check(&mut self) {
        self.next_check = self.statistics.nodes + CHECK_INTERVAL;
        // Alone, a thread meets the node limit exactly; with others, within an interval each.
        if let Some(limit) = self.shared.node_limit
            && self.shared.counts.len() == 1
            && self.has_iteration
        {
            self.next_check = self.next_check.min(limit).max(self.statistics.nodes + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;

    /// A clock that shows zero at first and advances by a millisecond each time it is read.
    #[derive(Default)]
    struct Ticking(AtomicU32);

    impl Clock for Ticking {
        fn now(&self) -> Duration {
            Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed).into())
        }
    }

    fn control(signals: Signals, hard: Option<u64>, nodes: Option<u64>) -> Control {
        let budget = TimeBudget { hard: hard.map(Duration::from_millis), ..TimeBudget::default() };
        let table = Arc::new(Table::new(1).unwrap());
        let clock = Arc::new(Ticking::default());
        let shared = Shared::new(table, Arc::new(signals), clock, Duration::ZERO, budget, nodes, 1);
        Control::new(Arc::new(shared), 0)
    }

    fn nodes_until_stop(control: &mut Control) -> u64 {
        control.note_iteration();
        (0..1_000_000)
            .find(|_| control.enter_node().is_none())
            .map_or(u64::MAX, |_| control.statistics.nodes)
    }

    #[test]
    fn a_node_limit_is_met_exactly_by_one_thread() {
        for limit in [1, 2, 1023, 1024, 1025, 5000] {
            assert_eq!(nodes_until_stop(&mut control(Signals::new(), None, Some(limit))), limit);
        }
    }

    #[test]
    fn the_hard_limit_stops_the_search_but_not_while_pondering() {
        assert_eq!(nodes_until_stop(&mut control(Signals::new(), Some(5), None)), 6 * 1024);
        let mut pondering = control(Signals::pondering(), Some(5), None);
        assert_eq!(nodes_until_stop(&mut pondering), u64::MAX);
        pondering.shared().signals().ponder_hit();
        assert!(nodes_until_stop(&mut pondering) < u64::MAX);
    }

    #[test]
    fn a_stop_is_obeyed_in_the_first_iteration() {
        let signals = Signals::new();
        signals.stop();
        let mut control = control(signals, None, None);
        assert!((0..=CHECK_INTERVAL).any(|_| control.enter_node().is_none()));
        assert!(control.enter_node().is_none(), "once stopped, always stopped");
    }

    #[test]
    fn short_iterations_do_not_put_off_a_stop() {
        let signals = Signals::new();
        signals.stop();
        let mut control = control(signals, None, None);
        let is_stopped = (0..100).any(|_| {
            control.note_iteration();
            (0..100).any(|_| control.enter_node().is_none())
        });
        assert!(is_stopped);
    }

    #[test]
    fn the_smallest_node_limit_leaves_room_for_a_first_iteration_and_no_more() {
        let mut endless = control(Signals::new(), None, Some(1));
        let nodes = (1..).find(|_| endless.enter_node().is_none());
        assert_eq!(nodes, Some(FIRST_ITERATION_NODES));
        let mut finished = control(Signals::new(), None, Some(1));
        assert!((0..100).all(|_| finished.enter_node().is_some()));
        finished.note_iteration();
        assert!(finished.enter_node().is_none());
    }
}
