use super::*;
use crate::Limits;
use crate::fake::{FakeLetters, FakeSearch, ManualClock, points};
use damier_core::{Game, Rules};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// More nodes than a lead leaves its helpers: reached only if nothing stops them.
const FOR_EVER: u64 = 300_000_000;

fn query(limits: Limits) -> Query<FakeLetters> {
    Query::new(Game::new(FakeLetters::start()), limits)
}

fn setting() -> SearchSetting {
    SearchSetting {
        table: Arc::new(Table::new(1).unwrap()),
        clock: Arc::new(ManualClock::default()),
        started: Duration::ZERO,
        budget: TimeBudget::default(),
        lines: 1,
    }
}

fn roots() -> Roots<char> {
    Roots::new(['a', 'b'])
}

#[test]
fn the_helpers_end_with_their_lead_and_their_nodes_count() {
    let were_stopped = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&were_stopped);
    let make = FakeSearch::maker(move |iteration| {
        if iteration.control.is_lead() {
            return iteration.find(|mv| points(if mv == 'b' { 30 } else { 10 }));
        }
        let is_stopped = iteration.is_broken_off_within(FOR_EVER);
        count.fetch_add(usize::from(is_stopped), Ordering::Relaxed);
        None
    });
    let mut pool = ThreadPool::new(3, make).unwrap();
    let query = query(Limits::to_depth(Depth::new(3)));
    let mut told = 0;
    let found = pool.search(&query, roots(), setting(), &mut |_| told += 1);
    assert_eq!(found.roots.best().unwrap().mv, 'b');
    assert_eq!(told, 3, "one report an iteration, from the lead only");
    assert_eq!(were_stopped.load(Ordering::Relaxed), 2);
    // The lead searched two moves in each of three iterations; each helper a node at least.
    assert!(found.statistics.nodes >= 3 * 2 + 2, "{:?}", found.statistics);
}

#[test]
fn a_lead_that_panics_takes_its_helpers_along_and_leaves_the_moves_as_they_were() {
    let make = FakeSearch::maker(|iteration| {
        assert!(!iteration.control.is_lead(), "the lead of this test panics");
        assert!(iteration.is_broken_off_within(FOR_EVER), "the helper must be stopped");
        None
    });
    let mut pool = ThreadPool::new(2, make).unwrap();
    let found = pool.search(&query(Limits::default()), roots(), setting(), &mut |_| ());
    let moves: String = found.roots.all().iter().map(|root| root.mv).collect();
    assert_eq!(moves, "ab");
    assert!(found.statistics.nodes > 0, "the helper told what it counted");
}

#[test]
fn a_long_search_without_news_tells_what_it_has_spent() {
    let clock = Arc::new(ManualClock::default());
    clock.advance(1000 * 60);
    let (tell, told) = mpsc::channel();
    let told = Mutex::new(told);
    let make = FakeSearch::maker(move |iteration| {
        // No news comes of this move before somebody was told so.
        told.lock().unwrap().recv_timeout(Duration::from_secs(600)).ok()?;
        iteration.find(|_| points(1))
    });
    let mut pool = ThreadPool::new(1, make).unwrap();
    let mut spent = Vec::new();
    let setting = SearchSetting { clock, ..setting() };
    let query = query(Limits::to_depth(Depth::new(1)));
    let found = pool.search(&query, roots(), setting, &mut |event| {
        if let Event::Progress(progress) = event
            && progress.turn.is_none()
        {
            spent.push(progress.time);
            let _ = tell.send(());
        }
    });
    assert!(found.roots.best().unwrap().settled.is_some(), "the search went on");
    assert_eq!(spent.first(), Some(&Duration::from_secs(60)));
}

#[test]
fn every_worker_does_what_all_are_told_to_do() {
    let times_forgotten = Arc::default();
    let make = FakeSearch::forgetful_maker(Arc::clone(&times_forgotten), |_| None);
    let mut pool = ThreadPool::new(3, make).unwrap();
    pool.each(NodeSearch::forget);
    assert_eq!(times_forgotten.load(Ordering::Relaxed), 3);
}

#[test]
fn a_pool_without_threads_searches_on_the_thread_that_asks() {
    let times_forgotten = Arc::default();
    let here = std::thread::current().id();
    let make = FakeSearch::forgetful_maker(Arc::clone(&times_forgotten), move |it| {
        assert_eq!(std::thread::current().id(), here);
        it.find(|mv| points(if mv == 'b' { 30 } else { 10 }))
    });
    let mut pool = ThreadPool::new(0, make).unwrap();
    pool.each(NodeSearch::forget);
    assert_eq!(times_forgotten.load(Ordering::Relaxed), 1);
    let mut told = 0;
    let query = query(Limits::to_depth(Depth::new(3)));
    let found = pool.search(&query, roots(), setting(), &mut |_| told += 1);
    assert_eq!((found.roots.best().unwrap().mv, told), ('b', 3));
    assert_eq!(found.statistics.nodes, 3 * 2);
}

#[test]
fn a_search_has_one_iteration_at_least() {
    let mut pool = ThreadPool::new(1, FakeSearch::maker(|it| it.find(|_| points(1)))).unwrap();
    let query = query(Limits::to_depth(Depth::ZERO));
    let mut depths = Vec::new();
    pool.search(&query, roots(), setting(), &mut |event| {
        if let Event::Report(report) = event {
            depths.push(report.depth.plies());
        }
    });
    assert_eq!(depths, [1]);
}
