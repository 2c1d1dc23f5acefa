use super::*;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

/// Black's value in whole numbers and fifths.
fn black(heuristic: Heuristic, fen: &str) -> i32 {
    heuristic.black_value(&position(fen))
}

const PROFILES: [[u16; 9]; 6] = [
    [1, 1, 5, 7, 1, 1, 10, 1, 2],
    [15, 15, 15, 15, 20, 20, 10, 20, 15],
    [60, 25, 30, 20, 45, 45, 10, 40, 35],
    [100, 25, 8, 35, 95, 50, 12, 20, 3],
    [50, 12, 45, 20, 30, 10, 50, 1, 25],
    [10, 10, 10, 10, 10, 10, 10, 10, 10],
];

#[test]
fn what_each_is_worth_adds_up_to_the_evaluation() {
    let fens =
        ["W:W27,28,32,33,38,K46:B12,13,18,19,24,K5", "B:W31-50:B1-20", "B:WK3,44,45:B11,K36"];
    for fen in fens {
        let position = position(fen);
        for weights in PROFILES {
            let mut evaluator = HeuristicEvaluator::new(Weights(weights));
            let sum: i32 =
                evaluator.explain(&position).iter().map(|[white, black]| white - black).sum();
            let value = evaluator.evaluate(&position).value();
            let sign = if position.side_to_move() == Side::White { 1 } else { -1 };
            assert_eq!(sum, sign * value, "{fen} {weights:?}");
        }
    }
}

#[test]
fn all_nine_are_zero_at_the_start() {
    for heuristic in Heuristic::ALL {
        assert_eq!(heuristic.black_value(&Position::start()), 0, "{heuristic:?}");
    }
}

#[test]
fn a_man_is_one_and_a_king_three() {
    assert_eq!(black(Heuristic::Material, "W:W33:B1,2,K3"), 5 * (1 + 1 + 3 - 1));
}

#[test]
fn the_centre_has_two_squares_of_three_and_six_of_one() {
    let of = |number| black(Heuristic::Centre, &format!("W:W50:B{number}"));
    let worth: Vec<i32> = (1..=45).map(of).collect();
    for (number, value) in (1..=45).zip(worth) {
        let expected = match number {
            23 | 28 => 15,
            18 | 19 | 22 | 29 | 32 | 33 => 5,
            _ => 0,
        };
        assert_eq!(value, expected, "square {number}");
    }
    assert_eq!(black(Heuristic::Centre, "W:W28:B1"), -15);
}

#[test]
fn lonely_men_cost_two_and_backed_men_bring_two() {
    assert_eq!(black(Heuristic::Structure, "W:W50:B23"), 0);
    // 18 stands behind Black's 23: one is backed, the other has a neighbour.
    assert_eq!(black(Heuristic::Structure, "W:W:B18,23"), 10);
    // White's 28 is backed by 33.
    assert_eq!(black(Heuristic::Structure, "W:W28,33:B"), -10);
    // A king has no structure but can be a friend.
    assert_eq!(black(Heuristic::Structure, "W:W:BK18,23"), 10);
    assert_eq!(black(Heuristic::Structure, "W:W:BK23"), 0);
}

#[test]
fn mobility_counts_what_the_rules_allow() {
    assert_eq!(black(Heuristic::Mobility, "W:W50:B1"), 0);
    assert_eq!(black(Heuristic::Mobility, "W:W:BK23"), 5 * 17);
    // Black must take: one move; White has two steps.
    assert_eq!(black(Heuristic::Mobility, "W:W28,50:B23,1"), 0);
    let turn = "B:W28,50:B23,1";
    assert_eq!(black(Heuristic::Mobility, turn), black(Heuristic::Mobility, "W:W28,50:B23,1"));
}

#[test]
fn a_king_on_23_of_an_empty_board_has_7_4() {
    assert_eq!(black(Heuristic::KingActivity, "W:W:BK23"), 37);
    assert_eq!(black(Heuristic::KingActivity, "W:WK28:B"), -37);
    assert_eq!(black(Heuristic::KingActivity, "W:W:BK5"), 9);
}

#[test]
fn kings_have_the_full_ten() {
    assert_eq!(black(Heuristic::Promotion, "W:W:B1"), 5);
    assert_eq!(black(Heuristic::Promotion, "W:W:B45"), 5 * 9);
    assert_eq!(black(Heuristic::Promotion, "W:W:BK1"), 50);
    assert_eq!(black(Heuristic::Promotion, "W:W6:B"), -5 * 9);
}

#[test]
fn a_piece_is_in_danger_if_there_is_room_behind_it() {
    assert_eq!(black(Heuristic::Safety, "W:W28:B23"), 0, "both can be taken");
    // 19 behind Black's 23 is taken by a friend, 18 too: nothing can take it.
    assert_eq!(black(Heuristic::Safety, "W:W28:B23,19,18"), 20);
    // A king sees from afar; the man on 28 has 32 free behind it.
    assert_eq!(black(Heuristic::Safety, "W:W28,46:BK10"), 20);
    // On the edge nothing can be taken.
    assert_eq!(black(Heuristic::Safety, "W:W31:B26"), 20);
}

#[test]
fn tempo_counts_rows() {
    assert_eq!(black(Heuristic::Tempo, "W:W:B1,45"), 5 * 8);
    assert_eq!(black(Heuristic::Tempo, "W:W50,6:B"), -5 * 8);
    assert_eq!(black(Heuristic::Tempo, "W:WK50:BK1"), 0);
}

#[test]
fn kings_in_eight_corners_are_locked() {
    let locked: Vec<u8> = (1..=50)
        .filter(|number| black(Heuristic::Locks, &format!("W:W:BK{number}")) == -40)
        .collect();
    assert_eq!(locked, [1, 2, 6, 16, 35, 45, 49, 50]);
    assert_eq!(black(Heuristic::Locks, "W:WK50:B"), 40);
}

#[test]
fn promoting_pays_under_every_profile_where_there_is_no_lock() {
    for weights in PROFILES {
        let evaluator = HeuristicEvaluator::new(Weights(weights));
        for (from, to) in [(41, 46), (41, 47), (42, 47), (42, 48), (43, 48), (6, 1), (8, 3)] {
            let side = if from > 25 { Side::Black } else { Side::White };
            if [1, 49].contains(&to) {
                continue;
            }
            let letter = if side == Side::Black { "B:W:B" } else { "W:B:W" };
            let before = position(&format!("{letter}{from}"));
            let after = position(&format!("{letter}K{to}"));
            let of = |position: &Position| evaluator.weighted_sum(position, side);
            assert!(of(&after) > of(&before), "{weights:?} {from}-{to}");
        }
    }
}

#[test]
fn a_sum_is_brought_to_hundredths_of_a_man_and_kept_in_the_band() {
    for weights in PROFILES.into_iter().chain([[0; 9], [u16::MAX; 9]]) {
        let mut evaluator = HeuristicEvaluator::new(Weights(weights));
        let crowd = position("B:W:BK1-50");
        assert!(!evaluator.evaluate(&crowd).is_decisive());
        assert_eq!(evaluator.evaluate(&Position::start()), Score::DRAW);
        let turned = crowd.rotated();
        assert_eq!(evaluator.evaluate(&crowd), evaluator.evaluate(&turned));
    }
    // A man halfway up the board is about a hundred under any weights that count men.
    let mut even = HeuristicEvaluator::new(Weights([10; 9]));
    let value = even.evaluate(&position("B:W:B23")).value();
    assert!((60..200).contains(&value), "{value}");
}
