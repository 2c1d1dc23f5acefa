//! Windows around the score of the iteration before.

use super::*;

/// Move `a` leads until depth 5; there `b` beats the window, and the script goes on from there.
fn beaten_at_depth_five(then: fn(i32) -> Option<Score>) -> Roots<char> {
    let calls = AtomicI32::new(0);
    let script = move |iteration: &mut Iteration| {
        let call = if iteration.depth == 5 { calls.fetch_add(1, Ordering::Relaxed) } else { -1 };
        match call {
            -1 => iteration.find(|mv| points(if mv == 'a' { 10 } else { 0 })),
            0 => iteration.find(|mv| points(if mv == 'a' { 10 } else { 60 })),
            call => {
                let score = then(call)?;
                iteration.find(|_| score)
            }
        }
    };
    Stage::new().lead("ab", script).0
}

#[test]
fn a_move_that_beat_the_window_is_played_even_if_its_score_is_never_found_out() {
    assert_eq!(settled(&beaten_at_depth_five(|_| None)), ('b', points(60), 5));
}

#[test]
fn a_move_that_beat_the_window_and_then_disappoints_is_not_played() {
    let roots = beaten_at_depth_five(|call| (call == 1).then(|| points(-200)));
    assert_eq!(settled(&roots), ('a', points(10), 4));
}

#[test]
fn the_best_move_before_keeps_its_score_if_it_beats_the_window_itself() {
    let calls = AtomicI32::new(0);
    let (roots, _) = Stage::new().lead("ab", move |iteration| {
        if iteration.depth < 5 {
            return iteration.find(|mv| points(if mv == 'a' { 10 } else { 0 }));
        }
        let is_first = calls.fetch_add(1, Ordering::Relaxed) == 0;
        is_first.then(|| iteration.find(|_| points(60)))?
    });
    assert_eq!(settled(&roots), ('a', points(10), 4), "a bound of its score is no score");
}

/// The windows asked for in an iteration whose scores are these, after one with the score 10.
fn windows(found: &'static [i32]) -> Vec<(i32, i32)> {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&asked);
    let mut stage = Stage::new();
    stage.goal.depth = Depth::new(tune::aspiration_depth());
    stage.lead("ab", move |iteration| {
        if iteration.depth < tune::aspiration_depth() {
            assert_eq!(iteration.window, Window::FULL);
            return iteration.find(|_| points(10));
        }
        let mut asked = kept.lock().unwrap();
        let score = points(found[asked.len()]);
        asked.push((iteration.window.alpha().value(), iteration.window.beta().value()));
        iteration.find(|_| score)
    });
    Arc::into_inner(asked).unwrap().into_inner().unwrap()
}

#[test]
fn windows_are_narrow_and_grow_on_the_side_where_they_fail() {
    let first = tune::aspiration_margin();
    let (second, third) = (grown(first), grown(grown(first)));
    assert!(first < second && second < third, "margins grow");
    let around = (10 - first, 10 + first);
    assert_eq!(windows(&[12]), [around]);
    assert_eq!(windows(&[100, 101]), [around, (10 - first, 100 + second)]);
    assert_eq!(windows(&[-100, -101]), [around, (-100 - second, 10)]);
    assert_eq!(windows(&[100, 200, 201])[2], (10 - first, 200 + third));
}

#[test]
fn a_window_of_a_decisive_score_is_open_on_its_side() {
    let mate = Score::mate_in(Ply::new(3));
    assert_eq!(around(mate, 10), Window::FULL);
    assert_eq!(around(points(10), 5_000), Window::FULL, "so far off nothing is expected");
}
