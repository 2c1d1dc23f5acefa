//! Searches for several lines.

use super::*;

#[test]
fn several_lines_are_told_best_first_with_different_moves() {
    let mut stage = Stage::new();
    stage.goal = Goal { lines: 3, depth: Depth::new(5), ..stage.goal };
    let value = |mv| {
        points(match mv {
            'a' => 5,
            'b' => 40,
            'c' => -30,
            _ => 20,
        })
    };
    let (_, reports) = stage.lead("abcd", move |iteration| iteration.find(value));
    let told: Vec<(usize, char, i32)> =
        reports.iter().map(|report| (report.rank, report.line[0], report.score.value())).collect();
    // The last word is the line that is played.
    assert!(told.ends_with(&[(1, 'b', 40), (2, 'd', 20), (3, 'a', 5), (1, 'b', 40)]), "{told:?}");
}

/// What is shown on a screen that keeps the last line of each rank: move, score and bound.
fn screen(reports: &[Report<char>]) -> Vec<(char, i32, Bound)> {
    let ranks = reports.iter().map(|report| report.rank).max().unwrap_or_default();
    let last = |rank| reports.iter().rfind(|report| report.rank == rank).unwrap();
    (1..=ranks).map(last).map(|it| (it.line[0], it.score.value(), it.bound)).collect()
}

#[test]
fn lines_of_an_iteration_that_is_broken_off_have_different_moves_in_order() {
    // At first a, b, c are the best, in this order; in the last iteration b leads, and the search
    // ends in one of the lines.
    let shown = |lines: usize, broken_off_in: i32| {
        let mut stage = Stage::new();
        stage.goal.lines = lines;
        let calls = AtomicI32::new(0);
        let (_, reports) = stage.lead("abcd", move |iteration| {
            let early = |mv| points(40 - 10 * (mv as i32 - 'a' as i32));
            let late = |mv| points(if mv == 'b' { 25 } else { 5 });
            if iteration.depth < 3 {
                return iteration.find(early);
            }
            let call = calls.fetch_add(1, Ordering::Relaxed);
            if call == broken_off_in { None } else { iteration.find(late) }
        });
        screen(&reports)
    };
    let (exact, upper) = (Bound::Exact, Bound::Upper);
    assert_eq!(shown(3, 0), [('a', 40, exact), ('b', 30, exact), ('c', 20, exact)]);
    // What used to score more than the new best line is no better than that.
    assert_eq!(shown(3, 1), [('b', 25, exact), ('a', 25, upper), ('c', 20, exact)]);
    assert_eq!(shown(3, 2), [('b', 25, exact), ('a', 5, exact), ('c', 5, upper)]);
    assert_eq!(shown(2, 1), [('b', 25, exact), ('a', 25, upper)]);
}
