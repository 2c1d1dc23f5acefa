use super::*;

const TRAIL: Trail = [DraughtsPlacement::NONE; 2];

#[test]
fn a_move_that_refutes_rises_and_those_tried_before_it_fall() {
    let position = Position::start();
    let [best, tried, other] =
        ["32-28", "33-29", "31-26"].map(|text| position.read_move(text).unwrap());
    let mut histories = DraughtsHistories::new();
    histories.learn(&position, best, &[tried], TRAIL, Depth::new(5));
    assert!(histories.quiet(&position, best, TRAIL) > 0);
    assert!(histories.quiet(&position, tried, TRAIL) < 0);
    assert_eq!(histories.quiet(&position, other, TRAIL), 0);
}

#[test]
fn what_follows_a_move_is_remembered_with_it() {
    let (start, mut position) = (Position::start(), Position::start());
    let first = start.read_move("32-28").unwrap();
    let earlier = DraughtsPlacement::of(&start, first);
    position.play_unchecked(first);
    let best = position.read_move("17-22").unwrap();
    let mut histories = DraughtsHistories::new();
    histories.learn(&position, best, &[], [earlier, DraughtsPlacement::NONE], Depth::new(5));
    let elsewhere = DraughtsPlacement::of(&start, start.read_move("31-26").unwrap());
    let after = |last| histories.quiet(&position, best, [last, elsewhere]);
    assert!(after(earlier) > after(elsewhere), "the same reply to the same move");
}
