use super::*;

const TRAIL: Trail = [ChessPlacement::NONE; 3];

fn kiwipete() -> Position {
    Position::from_fen(damier_testkit::chess::KIWIPETE).unwrap()
}

#[test]
fn a_quiet_move_that_refutes_rises_and_those_tried_before_it_fall() {
    let position = kiwipete();
    let [best, tried, noisy, other] =
        ["a2a3", "b2b3", "e5d7", "g2g3"].map(|text| position.read_uci(text).unwrap());
    let mut histories = ChessHistories::new();
    histories.learn(&position, best, &[tried], &[noisy], TRAIL, Depth::new(5));
    assert!(histories.quiet(&position, best, TRAIL) > 0);
    assert!(histories.quiet(&position, tried, TRAIL) < 0);
    assert!(histories.capture(&position, noisy) < 0);
    assert_eq!(histories.quiet(&position, other, TRAIL), 0);
}

#[test]
fn a_capture_that_refutes_says_nothing_against_quiet_moves() {
    let position = kiwipete();
    let [best, tried, noisy] =
        ["e5d7", "a2a3", "e5f7"].map(|text| position.read_uci(text).unwrap());
    let mut histories = ChessHistories::new();
    histories.learn(&position, best, &[tried], &[noisy], TRAIL, Depth::new(5));
    assert!(histories.capture(&position, best) > 0 && histories.capture(&position, noisy) < 0);
    assert_eq!(histories.quiet(&position, tried, TRAIL), 0);
}

#[test]
fn what_follows_a_move_is_remembered_with_it() {
    let position = kiwipete();
    let [best, one, other] = ["a2a3", "b2b3", "g2g3"].map(|text| position.read_uci(text).unwrap());
    let (earlier, elsewhere) =
        (ChessPlacement::of(&position, one), ChessPlacement::of(&position, other));
    let trail = [earlier, ChessPlacement::NONE, ChessPlacement::NONE];
    let mut histories = ChessHistories::new();
    histories.learn(&position, best, &[], &[], trail, Depth::new(5));
    let after = |last| histories.quiet(&position, best, [last, elsewhere, elsewhere]);
    assert!(after(earlier) > after(elsewhere), "the same reply to the same move");
}

#[test]
fn the_evaluation_is_corrected_towards_what_searches_found() {
    let position = kiwipete();
    let raw = Score::from_evaluation(10);
    for error in [60, -60] {
        let mut histories = ChessHistories::new();
        assert_eq!(histories.corrected(&position, TRAIL, raw), raw);
        for _ in 0..200 {
            histories.learn_error(&position, TRAIL, error, Depth::new(10));
        }
        let corrected = histories.corrected(&position, TRAIL, raw) - raw;
        assert!(corrected * error.signum() > 10, "{corrected} points after errors of {error}");
    }
}
