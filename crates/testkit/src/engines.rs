//! What is asked of an engine, whatever its game.

use crate::{Random, walk};
use damier_core::{Depth, Game, Rules, Score};
use damier_search::clock::{Clock, SystemClock, TimeBudget};
use damier_search::{
    Answer, Bound, Engine, Event, Limits, LocalEngine, NamedOptions, NodeSearch, PlayerClock,
    PoolFindings, Query, Report, Roots, SearchMode, SearchSetting, Table, ThreadPool,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

type MoveOf<E> = <<E as Engine>::Rules as Rules>::Move;

/// The answer, and the last thing the search reported.
///
/// # Panics
/// If it reported nothing.
pub fn ask<E: LocalEngine>(
    engine: &mut E,
    game: &Game<E::Rules>,
    limits: Limits,
) -> (Answer<MoveOf<E>>, Report<MoveOf<E>>) {
    let mut last = None;
    let Ok(answer) = engine.search(&Query::new(game.clone(), limits), &mut |event| {
        if let Event::Report(report) = event {
            last = Some(report);
        }
    });
    (answer, last.expect("every search reports"))
}

/// Positions of random games of fewer than `plies` plies in which there is a move to play.
pub fn varied_positions<R: Rules>(start: &R, plies: usize, count: usize) -> Vec<R> {
    let mut random = Random::new(14);
    let mut positions = Vec::new();
    while positions.len() < count {
        let plies = random.below(plies);
        let mut last = None;
        walk(start.clone(), plies, &mut random, |game| last = Some(game.position().clone()));
        positions.extend(last.filter(|position| position.count_legal_moves() > 0));
    }
    positions
}

/// A clock that advances by a fixed time whenever it is read.
struct Ticking {
    now: AtomicU64,
    step: u64,
}

impl Clock for Ticking {
    fn now(&self) -> Duration {
        Duration::from_micros(self.now.fetch_add(self.step, Ordering::Relaxed))
    }
}

/// A player has so long for the rest of the game.
pub fn sudden_death(remaining: Duration) -> Limits {
    let player = PlayerClock { remaining, increment: Duration::ZERO, moves_to_go: None };
    Limits { clocks: [Some(player); 2], ..Limits::default() }
}

/// Whenever the clock ends a search, what is played is what was last shown.
///
/// # Panics
/// If it is not, or if the engine takes more time than it has.
pub fn check_answers_on_any_clock<E: LocalEngine>(
    positions: Vec<E::Rules>,
    with_clock: impl Fn(Arc<dyn Clock>) -> E,
) {
    for (index, position) in positions.into_iter().enumerate() {
        let step = [200, 700, 3_000, 20_000][index % 4];
        let clock = Arc::new(Ticking { now: AtomicU64::new(0), step });
        let mut engine = with_clock(Arc::clone(&clock) as Arc<dyn Clock>);
        let remaining = Duration::from_millis([50, 100, 500][index % 3]);
        let game = Game::new(position.clone());
        let (answer, report) = ask(&mut engine, &game, sudden_death(remaining));
        let place = position.to_fen();
        assert_eq!(report.bound, Bound::Exact, "{place}");
        assert_eq!((report.rank, answer.best), (1, report.line.first().copied()), "{place}");
        assert!(position.is_legal(answer.best.unwrap()), "{place}");
        // Reading the clock advances it; a few readings may follow the last check.
        let spent = Duration::from_micros(clock.now.load(Ordering::Relaxed));
        let margin = Duration::from_micros(40 * step);
        assert!(spent <= remaining + margin, "{spent:?} of {remaining:?} in {place}");
    }
}

/// On several threads every answer is legal, and the head of the line that was shown.
///
/// # Panics
/// If one is not.
pub fn check_answers_of_several_threads<E: LocalEngine>(engine: &mut E, positions: Vec<E::Rules>) {
    engine.set_threads(3).unwrap();
    engine.set_memory(1).unwrap();
    for position in positions {
        let game = Game::new(position);
        let (answer, report) = ask(engine, &game, Limits::to_nodes(20_000));
        assert!(game.position().is_legal(answer.best.unwrap()));
        assert_eq!(answer.best, report.line.first().copied());
    }
}

/// Every line that a search shows can be played, and the answer is the head of the last one.
/// `on_line` sees each position with a report of its search and the end of the line.
///
/// # Panics
/// If a line cannot be played, or if the answer is something else.
pub fn check_lines<E: LocalEngine>(
    make: impl Fn() -> E,
    positions: Vec<E::Rules>,
    mut on_line: impl FnMut(&E::Rules, &Report<MoveOf<E>>, &E::Rules),
) {
    for position in positions {
        let query = Query::new(Game::new(position.clone()), Limits::to_nodes(12_000));
        let mut last = None;
        let Ok(answer) = make().search(&query, &mut |event| {
            let Event::Report(report) = event else { return };
            last = report.line.first().copied();
            let mut end = position.clone();
            for &mv in &report.line {
                assert!(end.is_legal(mv), "{mv:?} in {}", end.to_fen());
                end.play_unchecked(mv);
            }
            on_line(&position, &report, &end);
        });
        assert_eq!(answer.best, last);
    }
}

/// Of several lines, those that stand on a screen at the end begin with different moves, the best
/// first, wherever a limit of nodes ends the search.
///
/// # Panics
/// If a move stands in two of them, or if a line is better than the one above it.
pub fn check_several_lines<E: LocalEngine>(engine: &mut E, positions: Vec<E::Rules>) {
    let limits = [50, 400, 3_000, 12_000].into_iter().cycle();
    for (position, nodes) in positions.into_iter().zip(limits) {
        let fen = position.to_fen();
        let query =
            Query { lines: Some(3), ..Query::new(Game::new(position), Limits::to_nodes(nodes)) };
        let mut screen: Vec<Option<(MoveOf<E>, Score)>> = vec![None; 3];
        let Ok(answer) = engine.search(&query, &mut |event| {
            if let Event::Report(report) = event {
                screen[report.rank - 1] = Some((report.line[0], report.score));
            }
        });
        let lines: Vec<_> = screen.into_iter().flatten().collect();
        assert_eq!(lines.first().map(|line| line.0), answer.best, "{fen}");
        for (index, (mv, score)) in lines.iter().enumerate() {
            let above = &lines[..index];
            assert!(above.iter().all(|line| line.0 != *mv), "{mv:?} twice in {fen}: {lines:?}");
            assert!(above.iter().all(|line| line.1 >= *score), "{fen}: {lines:?}");
        }
    }
}

/// On one thread and with a limit of nodes a new engine and one that has been used before find the
/// same. Returns the score and the number of nodes for each position.
///
/// # Panics
/// If they do not.
pub fn check_repeated_searches<E: LocalEngine>(
    make: impl Fn() -> E,
    positions: Vec<E::Rules>,
    nodes: u64,
) -> Vec<(Score, u64)> {
    let mut used = make();
    let mut found = Vec::new();
    for position in positions {
        let game = Game::new(position);
        let Ok(()) = used.new_game();
        let [again, fresh] = [&mut used, &mut make()].map(|engine| {
            let (answer, report) = ask(engine, &game, Limits::to_nodes(nodes));
            (answer, report.score, report.line, engine.statistics())
        });
        assert_eq!(again, fresh);
        found.push((fresh.1, fresh.3.nodes));
    }
    found
}

/// How an engine's options for its evaluation are tried: on one position.
pub struct EvaluationTrial<E> {
    /// A new engine.
    pub make: fn() -> E,
    /// The position, not a balanced one.
    pub fen: &'static str,
}

impl<E: LocalEngine + NamedOptions> EvaluationTrial<E> {
    fn engine(&self, options: &[(&str, &str)]) -> E {
        let mut engine = (self.make)();
        for (name, value) in options {
            engine.set_option(name, value).unwrap();
        }
        engine
    }

    /// Score and depth of the last report.
    fn search(&self, engine: &mut E, limits: Limits) -> (i32, i32) {
        let Ok(position) = E::Rules::from_fen(self.fen) else { panic!("{}", self.fen) };
        let (_, report) = ask(engine, &Game::new(position), limits);
        (report.score.value(), report.depth.plies())
    }

    /// A score of one hundred is what wins one game of two. `halves` says what that is in the raw
    /// scores of the network and of the hand-written evaluation.
    ///
    /// # Panics
    /// If it is not.
    pub fn check_unit(&self, halves: [i32; 2]) {
        let depth = || Limits::to_depth(Depth::new(6));
        for (file, half) in ["<built-in>", "<hand-written>"].into_iter().zip(halves) {
            let mut speaks_raw = self.engine(&[("EvalFile", file), ("RawScores", "true")]);
            let (raw, _) = self.search(&mut speaks_raw, depth());
            let (shown, _) = self.search(&mut self.engine(&[("EvalFile", file)]), depth());
            assert!(raw != 0 && half != 100, "{raw} {half}");
            assert_eq!(shown, raw * 100 / half, "{file}");
        }
    }

    /// An evaluation that comes in during a game does not believe the scores of the one before.
    ///
    /// # Panics
    /// If it does.
    pub fn check_change_of_evaluation(&self) {
        let depth = || Limits::to_depth(Depth::new(8));
        let mut changed = self.engine(&[]);
        let by_network = self.search(&mut changed, depth());
        changed.set_option("EvalFile", "<hand-written>").unwrap();
        let by_hand = self.search(&mut changed, depth());
        let mut fresh = self.engine(&[("EvalFile", "<hand-written>")]);
        assert_eq!(by_hand, self.search(&mut fresh, depth()));
        assert_ne!(by_hand, by_network);
        // What cannot be read changes nothing.
        changed.set_option("EvalFile", "no such file").unwrap_err();
        changed.new_game().unwrap();
        assert_eq!(self.search(&mut changed, depth()), by_hand);
    }

    /// A soft limit of nodes ends with a whole iteration.
    ///
    /// # Panics
    /// If it does not.
    pub fn check_soft_limit(&self) {
        for nodes in [1, 500, 5_000] {
            let soft = Limits { soft_nodes: Some(nodes), ..Limits::default() };
            let (score, depth) = self.search(&mut self.engine(&[]), soft);
            let same_depth = Limits::to_depth(Depth::new(depth));
            let to_depth = self.search(&mut self.engine(&[]), same_depth);
            assert_eq!((score, depth), to_depth, "{nodes} nodes");
            assert!(depth < 30 && (nodes == 1) == (depth == 1), "{nodes} nodes: depth {depth}");
        }
    }
}

/// The search that plays, but without its table.
pub struct Tableless;

impl SearchMode for Tableless {
    const IS_SELECTIVE: bool = true;
    const USES_TABLE: bool = false;
}

/// What a single worker finds that has learnt nothing yet.
///
/// # Panics
/// If the system refuses a thread or a megabyte of memory.
pub fn found_by<W: NodeSearch>(
    make: impl Fn() -> W + Clone + Send + 'static,
    position: &W::Rules,
    limits: Limits,
) -> PoolFindings<<W::Rules as Rules>::Move> {
    let mut pool = ThreadPool::new(1, make).unwrap();
    let query = Query::new(Game::new(position.clone()), limits);
    let setting = SearchSetting {
        table: Arc::new(Table::new(1).unwrap()),
        clock: Arc::new(SystemClock::start()),
        started: Duration::ZERO,
        budget: TimeBudget::default(),
        lines: 1,
    };
    pool.search(&query, Roots::new(position.legal_moves().iter().copied()), setting, &mut |_| ())
}

/// A search whose worker is [`Tableless`] finds and counts the same every time.
///
/// # Panics
/// If it does not, or if it asks a table.
pub fn check_tableless_search<W: NodeSearch>(
    make: impl Fn() -> W + Clone + Send + 'static,
    position: &W::Rules,
    depth: i32,
) {
    let [first, second] = [(); 2].map(|()| {
        let found = found_by(make.clone(), position, Limits::to_depth(Depth::new(depth)));
        (found.statistics, found.roots.best().cloned())
    });
    assert_eq!(first, second);
    assert_eq!(first.0.table_probes, 0);
}

/// A search that has to end before it has begun ends after a few nodes, whatever stands on the
/// board, and its answer is a legal move.
///
/// # Panics
/// If it goes on, or if the answer is none.
pub fn check_answers_at_once<E: LocalEngine>(engine: &mut E, positions: &[E::Rules]) {
    // What the first iteration may take, whatever the limit.
    const FEW: u64 = 10_000;
    for position in positions {
        let fen = position.to_fen();
        let stopped = Query::new(Game::new(position.clone()), Limits::default());
        stopped.signals.stop();
        let limited = Query::new(Game::new(position.clone()), Limits::to_nodes(1));
        for query in [stopped, limited] {
            let Ok(answer) = engine.search(&query, &mut |_| ());
            let best = answer.best.unwrap_or_else(|| panic!("no move in {fen}"));
            assert!(position.is_legal(best), "{fen}");
            let nodes = engine.statistics().nodes;
            assert!(nodes <= FEW, "{nodes} nodes in {fen}");
        }
    }
}
