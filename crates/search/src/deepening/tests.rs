mod lines;
mod windows;

use super::*;
use crate::clock::TimeBudget;
use crate::fake::{FakeLetters, FakeSearch, Iteration, ManualClock, points};
use crate::{Signals, Table};
use damier_core::Ply;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, Mutex};

/// One search by the lead, and everything that it is told and asked.
struct Stage {
    clock: Arc<ManualClock>,
    signals: Arc<Signals>,
    budget: TimeBudget,
    goal: Goal,
}

/// As deep as the searches of these tests go if nothing ends them earlier.
const LAST: i32 = 40;

impl Stage {
    fn new() -> Self {
        let goal = Goal {
            depth: Depth::new(LAST),
            lines: 1,
            mate: None,
            soft_nodes: None,
            reaching: None,
            is_forced: false,
        };
        let (clock, signals) = (Arc::default(), Arc::default());
        Self { clock, signals, budget: TimeBudget::default(), goal }
    }

    /// With a second planned for the move, whatever the search finds.
    fn on_a_clock() -> Self {
        let soft = Some(Duration::from_secs(1));
        Self { budget: TimeBudget { soft, hard: None, is_flexible: false }, ..Self::new() }
    }

    fn pondering(self) -> Self {
        Self { signals: Arc::new(Signals::pondering()), ..self }
    }

    fn shared(&self) -> Arc<Shared> {
        Arc::new(Shared::new(
            Arc::new(Table::new(1).unwrap()),
            Arc::clone(&self.signals),
            Arc::clone(&self.clock) as _,
            Duration::ZERO,
            self.budget,
            None,
            1,
        ))
    }

    /// Searches the moves; the roots as they are left, and what was told.
    fn lead(
        &self,
        moves: &str,
        script: impl Fn(&mut Iteration) -> Option<Score> + Send + Sync + 'static,
    ) -> (Roots<char>, Vec<Report<char>>) {
        let shared = self.shared();
        let mut worker = FakeSearch::maker(script)();
        worker.begin(&Game::new(FakeLetters::start()), Control::new(Arc::clone(&shared), 0));
        let mut roots = Roots::new(moves.chars());
        let mut reports = Vec::new();
        lead(&mut worker, &mut roots, self.goal, &shared, &mut |event| {
            if let Event::Report(report) = event {
                reports.push(report);
            }
        });
        (roots, reports)
    }

    /// The moves whose turns were told, each with its iteration and number.
    fn progress(
        &self,
        moves: &str,
        script: impl Fn(&mut Iteration) -> Option<Score> + Send + Sync + 'static,
    ) -> Vec<(i32, char, usize)> {
        let shared = self.shared();
        let mut worker = FakeSearch::maker(script)();
        worker.begin(&Game::new(FakeLetters::start()), Control::new(Arc::clone(&shared), 0));
        let mut told = Vec::new();
        lead(&mut worker, &mut Roots::new(moves.chars()), self.goal, &shared, &mut |event| {
            if let Event::Progress(progress) = event {
                let RootTurn { depth, mv, number } = progress.turn.unwrap();
                told.push((depth.plies(), mv, number));
            }
        });
        told
    }

    /// The last iteration that was finished.
    fn last_depth(
        &self,
        moves: &str,
        script: impl Fn(&mut Iteration) -> Option<Score> + Send + Sync + 'static,
    ) -> i32 {
        self.lead(moves, script).1.last().expect("every search reports").depth.plies()
    }
}

/// The best move with its settled score and depth.
fn settled(roots: &Roots<char>) -> (char, Score, i32) {
    let best = roots.best().unwrap();
    let settled = best.settled.as_ref().unwrap();
    (best.mv, settled.score, settled.depth.plies())
}

#[test]
fn a_forced_move_takes_a_few_iterations_of_a_clock() {
    let is_forced = |iteration: &mut Iteration| iteration.find(|_| points(10));
    assert_eq!(Stage::on_a_clock().last_depth("a", is_forced), tune::forced_move_depth());
    assert_eq!(Stage::on_a_clock().last_depth("ab", is_forced), LAST, "two moves are a choice");
    assert_eq!(Stage::new().last_depth("a", is_forced), LAST, "there is no clock");
    let mut known = Stage::new();
    known.goal.is_forced = true;
    assert_eq!(known.last_depth("a", is_forced), tune::forced_move_depth());
}

#[test]
fn after_some_seconds_every_move_is_told_when_its_turn_comes() {
    let find = |iteration: &mut Iteration| iteration.find(|_| points(10));
    let in_turn = |seconds: u64, lines| {
        let mut stage = Stage::new();
        stage.goal.lines = lines;
        stage.goal.depth = Depth::new(2);
        let clock = Arc::clone(&stage.clock);
        stage.progress("ab", move |iteration| {
            if iteration.depth == 1 {
                clock.advance(1000 * seconds);
            }
            find(iteration)
        })
    };
    assert_eq!(in_turn(2, 1), [], "a short search is not watched");
    assert_eq!(in_turn(3, 1), [(2, 'a', 1), (2, 'b', 2)]);
    let second_line = (2, 'b', 2);
    assert_eq!(in_turn(3, 2).last(), Some(&second_line), "the first move is searched already");
}

#[test]
fn a_mate_that_a_deeper_iteration_did_not_shorten_ends_a_search_on_a_clock() {
    for (score, depth) in [(Score::mate_in(Ply::new(3)), 5), (Score::mated_in(Ply::new(4)), 6)] {
        let mates = move |iteration: &mut Iteration| iteration.find(|_| score);
        assert_eq!(Stage::on_a_clock().last_depth("ab", mates), depth);
        assert_eq!(Stage::new().last_depth("ab", mates), LAST, "without a clock there is time");
    }
}

#[test]
fn the_planned_time_ends_a_search_between_iterations() {
    let stage = Stage::on_a_clock();
    let clock = Arc::clone(&stage.clock);
    let last = stage.last_depth("ab", move |iteration| {
        clock.advance(300);
        iteration.find(|_| points(10))
    });
    assert_eq!(last, 4, "300, 600 and 900 milliseconds are less than a second");
}

#[test]
fn a_search_that_hesitates_gets_more_of_its_clock() {
    let iterations = |best: fn(i32) -> char| {
        let mut stage = Stage::on_a_clock();
        stage.budget.is_flexible = true;
        let clock = Arc::clone(&stage.clock);
        stage.last_depth("ab", move |iteration| {
            clock.advance(100);
            let best = best(iteration.depth);
            iteration.find(|mv| points(if mv == best { 10 } else { 0 }))
        })
    };
    let (calm, hesitant) =
        (iterations(|_| 'a'), iterations(|depth| if depth % 2 == 0 { 'a' } else { 'b' }));
    assert!(calm < 10 && hesitant > 12, "{calm} and {hesitant} iterations of 100 ms");
}

#[test]
fn a_ponder_search_that_has_seen_enough_ends_at_the_ponder_hit() {
    let stage = Stage::on_a_clock().pondering();
    let (signals, was_broken_off) = (Arc::clone(&stage.signals), Arc::new(AtomicBool::new(false)));
    let flag = Arc::clone(&was_broken_off);
    let last = stage.last_depth("a", move |iteration| {
        if iteration.depth == tune::forced_move_depth() + 2 {
            signals.ponder_hit();
            flag.store(iteration.is_broken_off_within(5_000), Ordering::Relaxed);
            return None;
        }
        iteration.find(|_| points(10))
    });
    assert_eq!(last, tune::forced_move_depth() + 1, "while it ponders it goes on");
    assert!(was_broken_off.load(Ordering::Relaxed), "at the ponder hit it ends at once");
}

#[test]
fn a_ponder_search_that_has_not_seen_enough_goes_on_after_the_ponder_hit() {
    // A mate that later iterations do not confirm was enough for a while.
    for was_enough_once in [false, true] {
        let stage = Stage::on_a_clock().pondering();
        let signals = Arc::clone(&stage.signals);
        let last = stage.last_depth("ab", move |iteration| {
            if iteration.depth == 10 {
                signals.ponder_hit();
                assert!(!iteration.is_broken_off_within(5_000));
            }
            let is_mate = was_enough_once && iteration.depth < 8;
            let score = if is_mate { Score::mate_in(Ply::new(3)) } else { points(10) };
            iteration.find(|_| score)
        });
        assert_eq!(last, LAST);
    }
}

#[test]
fn bounds_are_told_only_to_those_who_have_waited() {
    for (waited, bounds) in [(2_999, vec![]), (3_000, vec![Bound::Upper, Bound::Lower])] {
        let mut stage = Stage::new();
        stage.goal.depth = Depth::new(tune::aspiration_depth());
        stage.clock.advance(waited);
        let calls = AtomicI32::new(0);
        let (_, reports) = stage.lead("ab", move |iteration| {
            let is_last = iteration.depth == tune::aspiration_depth();
            let call = if is_last { calls.fetch_add(1, Ordering::Relaxed) } else { -1 };
            iteration.find(|_| points([10, -100, 50, 20][(call + 1) as usize]))
        });
        let told: Vec<Bound> =
            reports.iter().map(|report| report.bound).filter(|&it| it != Bound::Exact).collect();
        assert_eq!(told, bounds);
        assert_eq!(reports.last().unwrap().bound, Bound::Exact);
    }
}

#[test]
fn the_last_word_is_the_line_that_is_played_even_after_a_bound_was_told() {
    let stage = Stage::new();
    stage.clock.advance(10_000);
    let calls = AtomicI32::new(0);
    let (roots, reports) = stage.lead("ab", move |iteration| {
        if iteration.depth < 5 {
            return iteration.find(|mv| points(if mv == 'a' { 10 } else { 0 }));
        }
        let is_first = calls.fetch_add(1, Ordering::Relaxed) == 0;
        is_first.then(|| iteration.find(|_| points(-300)))?
    });
    let last = reports.last().unwrap();
    assert_eq!(reports[reports.len() - 2].bound, Bound::Upper);
    assert_eq!((last.bound, last.line[0], last.depth.plies()), (Bound::Exact, 'a', 4));
    assert_eq!(settled(&roots).0, 'a');
}

#[test]
fn a_mate_search_ends_with_a_mate_that_is_short_enough() {
    for (moves, last) in [(2, 1), (1, LAST)] {
        let mut stage = Stage::new();
        stage.goal.mate = Some(moves);
        let mates = |iteration: &mut Iteration| iteration.find(|_| Score::mate_in(Ply::new(3)));
        assert_eq!(stage.last_depth("ab", mates), last, "mate in two, {moves} wanted");
    }
    let mut stage = Stage::new();
    stage.goal.mate = Some(5);
    let is_mated = |iteration: &mut Iteration| iteration.find(|_| Score::mated_in(Ply::new(2)));
    assert_eq!(stage.last_depth("ab", is_mated), LAST, "to be mated is not what is looked for");
}

#[test]
fn no_iteration_begins_after_the_soft_node_limit() {
    let mut stage = Stage::new();
    stage.goal.soft_nodes = Some(2_000);
    let last = stage.last_depth("ab", |iteration| {
        assert!(!iteration.is_broken_off_within(498), "a soft limit breaks nothing off");
        iteration.find(|_| points(10))
    });
    assert_eq!(last, 4, "500 nodes an iteration");
}

#[test]
fn a_question_with_two_answers_is_asked_with_one_window() {
    let mut stage = Stage::new();
    stage.goal = Goal { depth: Depth::new(6), reaching: Some(points(50)), ..stage.goal };
    let (roots, _) = stage.lead("ab", |iteration| {
        assert_eq!(iteration.window, Window::reaching(points(50)));
        iteration.find(|mv| points(if mv == 'b' { 70 } else { 20 }))
    });
    assert_eq!(settled(&roots), ('b', points(70), 6));
}

#[test]
fn every_other_helper_is_a_ply_ahead() {
    for (index, expected) in [(1, 2..=6), (2, 1..=5), (3, 2..=6)] {
        let asked = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&asked);
        let mut worker = FakeSearch::maker(move |iteration: &mut Iteration| {
            kept.lock().unwrap().push(iteration.depth);
            iteration.find(|_| points(10))
        })();
        let mut stage = Stage::new();
        stage.goal.depth = Depth::new(5);
        worker.begin(&Game::new(FakeLetters::start()), Control::new(stage.shared(), 0));
        help(&mut worker, &mut Roots::new(['a', 'b']), stage.goal, index);
        let mut depths = asked.lock().unwrap().clone();
        depths.dedup();
        assert_eq!(depths, expected.collect::<Vec<_>>(), "helper {index}");
    }
}

#[test]
fn a_search_that_is_stopped_before_any_move_has_a_value_answers_with_the_first_one() {
    let stage = Stage::new();
    stage.signals.stop();
    let (roots, reports) = stage.lead("ab", |iteration| {
        assert!(iteration.is_broken_off_within(5_000), "a stop is obeyed in the first iteration");
        None
    });
    assert_eq!(settled(&roots), ('a', points(0), 0));
    assert_eq!(reports.len(), 1);
    assert_eq!(reports[0].line, ['a']);
}

#[test]
fn a_search_that_is_stopped_in_its_first_iteration_answers_with_the_best_move_so_far() {
    let (roots, _) = Stage::new().lead("abc", |iteration| {
        iteration.find_until('c', |mv| points(if mv == 'b' { 30 } else { 10 }))
    });
    assert_eq!(settled(&roots), ('b', points(30), 1));
}
