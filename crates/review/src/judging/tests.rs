//! The mathematics against numbers that were worked out apart.

use super::*;
use damier_core::Ply;

/// The curve of chess, as the specification fixes it.
const CHESS: Curve = Curve { scale: 1.0, slope: 0.003_682_08, thresholds: [5.0, 10.0, 15.0] };

fn assert_near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found}, not {expected}");
}

#[test]
fn chances_are_those_of_the_specification() {
    for (points, expected) in [(0.0, 50.0), (100.0, 59.10), (300.0, 75.11), (1000.0, 97.54)] {
        assert_near(CHESS.win_percent(points), expected, 0.005);
        assert_near(CHESS.win_percent(-points), 100.0 - expected, 0.005);
    }
    assert_near(CHESS.win_percent(5000.0), 97.54, 0.005);
    assert_near(CHESS.chances(Score::mate_in(Ply::new(3))), 97.54, 0.005);
    assert_near(CHESS.chances(-Score::TABLE_WIN), 2.46, 0.005);
}

#[test]
fn accuracies_are_those_of_the_specification() {
    for (drop, expected) in [(-3.0, 100.0), (0.0, 100.0), (5.0, 80.8), (10.0, 64.6), (20.0, 41.0)] {
        assert_near(move_accuracy(drop), expected, 0.05);
    }
    assert_near(move_accuracy(100.0), 0.0, 1e-9);
    // A tiny drop would come to more than a hundred by the formula alone.
    assert!(move_accuracy(0.001) <= 100.0);
}

#[test]
fn a_drop_of_chances_makes_an_error() {
    let judge =
        |best, played| CHESS.judge(Score::from_evaluation(best), Score::from_evaluation(played));
    // 50.00 down to 46.32, 44.96, 39.57 and 34.84.
    assert_eq!(judge(0, -40), None);
    assert_eq!(judge(0, -55), Some(Judgement::Inaccuracy));
    assert_eq!(judge(0, -115), Some(Judgement::Mistake));
    assert_eq!(judge(0, -170), Some(Judgement::Blunder));
    assert_eq!(judge(-170, 0), None, "a better move than expected");
    // Beyond the limit nothing falls any more.
    assert_eq!(judge(3000, 1000), None);
}

/// What is shown as +50 counts as +100 here: for the chances and for the rules of mates.
#[test]
fn shown_scores_are_put_on_the_scale_of_the_curve() {
    let doubled = Curve { scale: 2.0, ..CHESS };
    let score = Score::from_evaluation;
    assert_near(doubled.chances(score(50)), 59.10, 0.005);
    assert_near(doubled.chances(score(900)), 97.54, 0.005);
    assert_eq!(doubled.judge(score(0), score(-60)), Some(Judgement::Mistake));
    let mated = Score::mated_in(Ply::new(6));
    assert_eq!(doubled.judge(score(-350), mated), Some(Judgement::Blunder));
    assert_eq!(doubled.judge(score(-351), mated), Some(Judgement::Mistake));
    assert_eq!(doubled.judge(score(-500), mated), Some(Judgement::Inaccuracy));
}

#[test]
fn mates_that_are_let_in_or_let_go_are_errors_of_their_own() {
    let points = Score::from_evaluation;
    let (win, loss) = (Score::mate_in(Ply::new(5)), Score::mated_in(Ply::new(6)));
    for (before, expected) in [
        (0, Judgement::Blunder),
        (-700, Judgement::Blunder),
        (-701, Judgement::Mistake),
        (-999, Judgement::Mistake),
        (-1000, Judgement::Inaccuracy),
    ] {
        assert_eq!(CHESS.judge(points(before), loss), Some(expected), "allowed at {before}");
        assert_eq!(CHESS.judge(win, points(-before)), Some(expected), "missed at {}", -before);
    }
    assert_eq!(CHESS.judge(win, loss), Some(Judgement::Blunder));
    assert_eq!(CHESS.judge(win, Score::mate_in(Ply::new(11))), None, "a longer mate");
    assert_eq!(CHESS.judge(loss, Score::mated_in(Ply::new(2))), None, "a shorter end");
}

/// The accuracy of both sides, if every move does to the chances what it seems to do.
fn game_accuracy(chances: &[f64], white_began: bool) -> [Option<f64>; 2] {
    let mut sides: [Vec<(f64, f64)>; 2] = Default::default();
    for (index, (pair, weight)) in chances.windows(2).zip(weights(chances)).enumerate() {
        let is_white = (index % 2 == 0) == white_began;
        let drop = if is_white { pair[0] - pair[1] } else { pair[1] - pair[0] };
        sides[usize::from(!is_white)].push((move_accuracy(drop), weight));
    }
    sides.map(|moves| accuracy_of(&moves))
}

/// By hand: windows of two (four moves make a tenth of less than two), weights at the floor of a
/// half or at the deviation of their two chances; both means; their middle.
#[test]
fn the_accuracy_of_a_game_is_the_middle_of_two_means() {
    // Neither side errs.
    assert_eq!(game_accuracy(&[50.0; 5], true), [Some(100.0), Some(100.0)]);
    // White drops 10 with the first move and nothing with the second; Black is perfect.
    let [white, black] = game_accuracy(&[50.0, 40.0, 40.0, 40.0, 40.0], true);
    let first = move_accuracy(10.0);
    // Deviations: 5 for the first window, then 0, held up at 0.5.
    let weighted = (first * 5.0 + 100.0 * 0.5) / 5.5;
    let harmonic = 2.0 / (1.0 / first + 1.0 / 100.0);
    assert_near(white.unwrap(), (weighted + harmonic) / 2.0, 1e-9);
    assert_near(white.unwrap(), 73.18, 0.05);
    assert_eq!(black, Some(100.0));
    // The same game with Black to begin is the other side's, and White has lost
    // nothing.
    let [white, black] = game_accuracy(&[50.0, 60.0, 60.0, 60.0, 60.0], false);
    assert_near(black.unwrap(), 73.18, 0.05);
    assert_eq!(white, Some(100.0));
}

#[test]
fn sides_without_moves_have_no_accuracy() {
    assert_eq!(game_accuracy(&[50.0], true), [None, None]);
    assert_eq!(game_accuracy(&[], true), [None, None]);
    assert_eq!(game_accuracy(&[50.0, 50.0], true), [Some(100.0), None]);
}

#[test]
fn long_games_repeat_their_first_window() {
    // Thirty moves: windows of three, the first one twice. Everything happens at the end.
    let mut chances = vec![50.0; 31];
    chances[30] = 80.0;
    let [white, black] = game_accuracy(&chances, true);
    assert_eq!(white, Some(100.0));
    // Black's fifteenth and last move lost thirty points; its window holds 50, 50, 80: deviation
    // 14.1, cut to 12.
    let last = move_accuracy(30.0);
    let weighted = (last * 12.0 + 14.0 * 100.0 * 0.5) / (12.0 + 14.0 * 0.5);
    let harmonic = 15.0 / (1.0 / last + 14.0 / 100.0);
    assert_near(black.unwrap(), (weighted + harmonic) / 2.0, 1e-9);
}

#[test]
fn the_window_of_a_very_long_game_has_eight_chances() {
    let mut chances = vec![50.0; 101];
    chances[100] = 80.0;
    // One of eight lies thirty above the others.
    assert_near(weights(&chances)[99], 30.0 * 7.0f64.sqrt() / 8.0, 1e-9);
}
