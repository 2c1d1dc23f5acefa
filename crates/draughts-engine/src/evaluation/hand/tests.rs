use super::*;
use damier_testkit::{Random, walk};

fn evaluate(fen: &str) -> i32 {
    HandEvaluator.evaluate(&Position::from_fen(fen).unwrap()).value()
}

#[test]
fn terms_add_up_and_a_turned_board_is_worth_the_same() {
    let mut random = Random::new(7);
    let mut seen = 0;
    for _ in 0..60 {
        walk(Position::start(), 120, &mut random, |game| {
            let position = game.position();
            let value = HandEvaluator.evaluate(position);
            assert_eq!(value, HandEvaluator.evaluate(&position.rotated()), "{position:?}");
            let breakdown = HandEvaluator.explain(position);
            let total: i32 = Term::ALL.into_iter().map(|term| breakdown.of(term)).sum();
            let sign = if position.side_to_move() == Side::White { 1 } else { -1 };
            assert_eq!(sign * total, value.value());
            seen += 1;
        });
    }
    assert!(seen > 1000);
}

#[test]
fn the_start_is_worth_the_move() {
    assert_eq!(HandEvaluator.evaluate(&Position::start()).value(), TURN);
}

#[test]
fn a_man_more_is_better_and_a_king_is_worth_more_than_two() {
    assert!(evaluate("W:W32,33,38:B18,19") > 50);
    assert!(evaluate("W:WK48,33:B18,19,13") > 50);
}

#[test]
fn a_man_that_cannot_be_stopped_is_seen() {
    let free = HandEvaluator.explain(&Position::from_fen("W:W16,50:B25,35").unwrap());
    assert!(free.of_side(Term::Breakthrough, Side::White) > 0);
    let stopped = HandEvaluator.explain(&Position::from_fen("W:W16,50:B7,35").unwrap());
    assert_eq!(stopped.of_side(Term::Breakthrough, Side::White), 0);
}

#[test]
fn two_against_a_king_is_nearly_even() {
    assert!(evaluate("W:WK48,K47:BK5") < evaluate("W:W48,47:B5"));
}
