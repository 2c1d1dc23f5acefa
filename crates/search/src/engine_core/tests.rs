use super::*;
use crate::fake::{FakeLetters, FakeSearch, Iteration, ManualClock, points};
use crate::table::TableEntry;
use damier_core::{Game, MoveHint};
use std::sync::atomic::{AtomicU64, Ordering};

fn core_with(
    script: impl Fn(&mut Iteration) -> Option<Score> + Send + Sync + 'static,
) -> EngineCore<FakeSearch> {
    EngineCore::new(Arc::new(ManualClock::default()), FakeSearch::maker(script))
}

fn query(depth: i32) -> Query<FakeLetters> {
    Query::new(Game::new(FakeLetters::start()), Limits::to_depth(Depth::new(depth)))
}

/// The answer, and the last report.
fn ask(
    core: &mut EngineCore<FakeSearch>,
    query: &Query<FakeLetters>,
) -> (Answer<char>, Report<char>) {
    let mut last = None;
    let moves = moves_asked(query);
    let answer = core.search(query, core.now(), moves, 100, &mut |event| {
        if let Event::Report(report) = event {
            last = Some(report);
        }
    });
    (answer, last.expect("every search reports"))
}

fn remember_reply(iteration: &Iteration, hint: char) {
    let after = FakeLetters("b".to_owned());
    let entry = TableEntry { hint: Some(MoveHint(hint as u16)), ..TableEntry::EMPTY };
    iteration.control.table().store(after.key(), Ply::ROOT, &entry);
}

#[test]
fn a_line_of_one_move_gets_its_reply_from_the_table() {
    for (hint, ponder) in [('c', Some('c')), ('x', None)] {
        let mut core = core_with(move |iteration| {
            remember_reply(iteration, hint);
            iteration.find(|mv| points(if mv == 'b' { 30 } else { 10 }))
        });
        let answer = ask(&mut core, &query(3)).0;
        assert_eq!(answer, Answer { best: Some('b'), ponder }, "{hint} is remembered");
    }
}

#[test]
fn the_reply_of_the_line_comes_before_that_of_the_table() {
    let mut core = core_with(|iteration| {
        remember_reply(iteration, 'c');
        for root in iteration.roots.open() {
            root.line = vec![root.mv, 'd', 'a'];
        }
        iteration.find(|mv| points(if mv == 'b' { 30 } else { 10 }))
    });
    let answer = ask(&mut core, &query(3)).0;
    assert_eq!(answer, Answer { best: Some('b'), ponder: Some('d') });
}

#[test]
fn lots_are_drawn_among_equal_moves_only_and_all_of_them_are_drawn() {
    let mut core =
        core_with(|iteration| iteration.find(|mv| points(if mv == 'c' { 29 } else { 30 })));
    let mut drawn = Vec::new();
    for lot in 0..60 {
        let (answer, last) = ask(&mut core, &Query { lot: Some(lot), ..query(3) });
        let best = answer.best.unwrap();
        assert_eq!((last.line[0], last.score), (best, points(30)), "the last word is about it");
        assert_eq!(last.nodes, core.statistics().nodes, "and about all that was searched");
        drawn.push(best);
    }
    drawn.sort_unstable();
    drawn.dedup();
    assert_eq!(drawn, ['a', 'b', 'd']);
    assert_eq!(ask(&mut core, &query(3)).0.best, Some('a'), "without a lot the order decides");
}

#[test]
fn lots_are_not_drawn_if_the_moves_cannot_be_compared() {
    // Alone, no move is searched to the depth of the first search.
    let mut core = core_with(|iteration| {
        let is_alone = iteration.roots.len() == 1;
        if is_alone && iteration.depth == 3 {
            return None;
        }
        iteration.find(|_| points(30))
    });
    for lot in 0..20 {
        let (answer, last) = ask(&mut core, &Query { lot: Some(lot), ..query(3) });
        assert_eq!((answer.best, last.line[0]), (Some('a'), 'a'));
    }
}

#[test]
fn only_what_was_learnt_is_forgotten() {
    let times_forgotten = Arc::new(AtomicU64::new(0));
    let script = |iteration: &mut Iteration| {
        remember_reply(iteration, 'c');
        iteration.find(|mv| points(if mv == 'b' { 30 } else { 10 }))
    };
    let make = FakeSearch::forgetful_maker(Arc::clone(&times_forgotten), script);
    let mut core = EngineCore::new(Arc::new(ManualClock::default()), make);
    let count = || times_forgotten.load(Ordering::Relaxed);
    core.new_game();
    assert_eq!(count(), 0);
    ask(&mut core, &query(1));
    let key = FakeLetters("b".to_owned()).key();
    assert!(core.table.probe(key, Ply::ROOT).is_some());
    core.new_game();
    core.new_game();
    assert_eq!(count(), 1);
    assert!(core.table.probe(key, Ply::ROOT).is_none());
}

#[test]
fn what_earlier_searches_stored_is_old() {
    let searches = AtomicU64::new(0);
    let mut core = core_with(move |iteration| {
        let table = iteration.control.table();
        let buckets = (table.megabytes() << 20) as u64 / 64;
        // One entry in each of the buckets that are looked at to see how full the table is.
        if searches.fetch_add(1, Ordering::Relaxed) == 0 {
            for bucket in 0..250 {
                let key = (((bucket << 32) / buckets) << 32) | (1 << 20);
                table.store(key, Ply::ROOT, &TableEntry { was_pv: true, ..TableEntry::EMPTY });
            }
        }
        iteration.find(|_| points(1))
    });
    assert!(ask(&mut core, &query(1)).1.table_fill > 0);
    assert_eq!(ask(&mut core, &query(1)).1.table_fill, 0);
}

#[test]
fn scores_are_told_in_hundredths_of_what_wins_one_game_of_two() {
    let mut core = core_with(|iteration| iteration.find(|_| points(50)));
    let query = query(1);
    let mut told = Vec::new();
    core.search(&query, Duration::ZERO, vec!['a'], 200, &mut |event| {
        if let Event::Report(report) = event {
            told.push(report.score);
        }
    });
    assert_eq!(told, [points(25)]);
}

#[test]
fn time_counts_from_the_moment_the_question_was_asked() {
    let clock = Arc::new(ManualClock::default());
    clock.advance(1_000);
    let make = FakeSearch::maker(|iteration: &mut Iteration| iteration.find(|_| points(50)));
    let mut core = EngineCore::new(Arc::clone(&clock) as _, make);
    let started = core.now();
    clock.advance(70);
    let mut time = Duration::ZERO;
    core.search(&query(1), started, vec!['a'], 100, &mut |event| {
        if let Event::Report(report) = event {
            time = report.time;
        }
    });
    assert_eq!(time, Duration::from_millis(70));
}

#[test]
fn moves_that_are_not_legal_are_not_searched() {
    let among = vec!['c', 'x', 'b'];
    assert_eq!(moves_asked(&Query { among, ..query(1) }), ['b', 'c']);
    let none = vec!['x'];
    assert_eq!(moves_asked(&Query { among: none, ..query(1) }), ['a', 'b', 'c', 'd']);
}
