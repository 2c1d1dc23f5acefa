//! Facts about the whole evaluation.

use super::tally::Sum;
use super::*;
use damier_chess::{Move, Square};
use damier_testkit::{Random, chess::PERFT, walk as random_walk};

/// Positions from random games that start at the testkit's positions.
fn positions() -> Vec<Position> {
    let mut random = Random::new(20_26);
    let mut positions = Vec::new();
    for case in PERFT.iter() {
        let start = Position::from_fen(case.fen).unwrap();
        for _ in 0..2 {
            random_walk(start.clone(), 120, &mut random, |game| {
                positions.push(game.position().clone());
            });
        }
    }
    assert!(positions.len() > 2000, "only {} positions", positions.len());
    positions
}

/// The same position with colours exchanged.
fn mirrored(position: &Position) -> Position {
    let fen = position.to_shredder_fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap = |text: &str| -> String {
        let swapped = |letter: char| {
            if letter.is_ascii_uppercase() {
                letter.to_ascii_lowercase()
            } else {
                letter.to_ascii_uppercase()
            }
        };
        text.chars().map(swapped).collect()
    };
    let board: Vec<&str> = fields[0].split('/').rev().collect();
    let turn = if fields[1] == "w" { "b" } else { "w" };
    let passant: String = fields[3]
        .chars()
        .map(|c| {
            if c == '3' {
                '6'
            } else if c == '6' {
                '3'
            } else {
                c
            }
        })
        .collect();
    let text = format!(
        "{} {turn} {} {passant} {} {}",
        swap(&board.join("/")),
        swap(fields[2]),
        fields[4],
        fields[5]
    );
    Position::from_fen(&text).unwrap_or_else(|error| panic!("{fen} became {text}: {error}"))
}

/// Parameters in which every feature weighs something odd, to show what the tuned ones might hide.
fn odd_parameters() -> Parameters {
    let mut random = Random::new(7);
    let mut parameters = Parameters::zero();
    for pair in &mut parameters.pairs {
        *pair = Pair::new(random.below(401) as i32 - 200, random.below(401) as i32 - 200);
    }
    parameters
}

#[test]
fn counting_pieces_alone_is_a_short_cut_of_the_walk() {
    let mut parameters = Parameters::zero();
    for (place, pair) in parameters.pairs[features::PIECES].iter_mut().enumerate() {
        *pair = Pair::new(90 + 101 * place as i32, 110 + 97 * place as i32);
    }
    let mut counting = HandEvaluator::new(parameters.clone());
    assert!(counting.counts_pieces && !HandEvaluator::default().counts_pieces);
    let mut walking = HandEvaluator { counts_pieces: false, ..HandEvaluator::new(parameters) };
    for position in positions() {
        let fen = position.to_fen();
        assert_eq!(counting.white_value(&position), walking.white_value(&position), "{fen}");
    }
}

fn value(fen: &str) -> i32 {
    HandEvaluator::default().white_value(&Position::from_fen(fen).unwrap())
}

/// How often a feature occurs in a position, White's less Black's.
fn times(fen: &str, name: &str) -> i32 {
    let mut coefficients = Coefficients::default();
    let position = Position::from_fen(fen).unwrap();
    walk(&position, Context::at_root(&position), &mut coefficients);
    coefficients.counts[feature_number(name).unwrap()]
}

#[test]
fn colours_exchanged_give_the_exact_opposite() {
    for parameters in [Parameters::default(), odd_parameters()] {
        let mut evaluator = HandEvaluator::new(parameters);
        evaluator.set_context(Context { root_move_number: 12 });
        for position in positions() {
            let mirror = mirrored(&position);
            let (value, opposite) =
                (evaluator.white_value(&position), evaluator.white_value(&mirror));
            assert_eq!(value, -opposite, "{position}");
            assert_eq!(evaluator.evaluate(&position), evaluator.evaluate(&mirror), "{position}");
        }
    }
}

#[test]
fn terms_add_up_exactly_to_the_value_with_any_weights() {
    let weighted = Parameters::weighted(&[(Term::KingSafety, 37), (Term::Material, 333)]);
    for parameters in [Parameters::default(), odd_parameters(), weighted] {
        let mut evaluator = HandEvaluator::new(parameters);
        for position in positions() {
            let breakdown = evaluator.explain(&position);
            assert_eq!(breakdown.total(), evaluator.white_value(&position), "{position}");
            for term in Term::ALL {
                let sides =
                    breakdown.of_side(term, Side::White) - breakdown.of_side(term, Side::Black);
                assert_eq!(sides, breakdown.of(term));
            }
        }
    }
}

#[test]
fn a_term_is_off_by_less_than_a_centipawn() {
    let parameters = odd_parameters();
    for position in positions().into_iter().step_by(7) {
        let breakdown = ChessBreakdown::new(&position, Context::default(), &parameters);
        let mut terms = tally::TermSums::new(&parameters);
        walk(&position, Context::default(), &mut terms);
        for term in Term::ALL.into_iter().take(Term::COUNT - 2) {
            let [white, black] = terms.pairs[term.index()];
            for (side, pair) in [(Side::White, white), (Side::Black, black)] {
                let exact = blend(pair, phase(&position), FULL_SCALE);
                let shown = breakdown.of_side(term, side) * DENOMINATOR;
                assert!((exact - shown).abs() < DENOMINATOR, "{} in {position}", term.name());
            }
        }
    }
}

#[test]
fn remembered_pawns_change_nothing() {
    let mut evaluator = HandEvaluator::default();
    for position in positions().iter().chain(&positions()) {
        let (remembered, facts) = evaluator.pawn_table.look_up(position, &evaluator.parameters);
        let mut sum = Sum::new(&evaluator.parameters);
        assert_eq!(pawns::survey(position, &mut sum), facts, "{position}");
        assert_eq!(sum.total, remembered, "{position}");
    }
}

#[test]
fn the_tuner_sees_what_the_search_sees() {
    let mut evaluator = HandEvaluator::default();
    for position in positions() {
        let Some(trace) = evaluator.trace(&position) else { continue };
        let (middlegame, endgame) = trace.factors();
        let sum: f32 = trace
            .coefficients
            .counts
            .iter()
            .zip(evaluator.parameters().pairs)
            .map(|(&count, pair)| {
                let worth = middlegame * pair.middlegame() as f32 + endgame * pair.endgame() as f32;
                count as f32 * worth
            })
            .sum();
        let value = evaluator.white_value(&position) as f32;
        assert!((sum - value).abs() < 1.1, "{sum} against {value} in {position}");
    }
}

#[test]
fn opening_moves_have_the_usual_order_of_worth() {
    let mut evaluator = HandEvaluator::default();
    let mut worth = |name: &str| {
        let mut position = Position::start();
        let mv: Move = position.read_san(name).unwrap();
        position.play(mv);
        evaluator.white_value(&position)
    };
    assert!(worth("e4") > worth("e3"));
    assert!(worth("d4") > worth("d3"));
    for good in ["e4", "d4", "Nf3", "Nc3"] {
        for wing in ["a3", "a4", "h3", "h4", "g4", "Na3", "Nh3", "f3"] {
            assert!(worth(good) > worth(wing), "{good} and {wing}");
        }
    }
}

#[test]
fn the_shield_of_a_king_on_the_rim_counts_each_pawn_once() {
    assert_eq!(times("4k3/8/8/8/8/8/6PP/7K w - - 0 1", "shield_pawns"), 2);
    assert_eq!(times("4k3/8/8/8/8/8/5PPP/6K1 w - - 0 1", "shield_pawns"), 3);
    assert_eq!(times("6k1/5ppp/8/8/8/8/8/4K3 w - - 0 1", "shield_pawns"), -3);
    assert_eq!(times("4k3/8/8/8/8/7P/6P1/7K w - - 0 1", "shield_pawns"), 1);
}

#[test]
fn late_development_counts_from_move_eleven_of_the_root() {
    let fen = |number| format!("4k3/8/8/8/8/8/8/RNB1K1NR w - - 0 {number}");
    assert_eq!(times(&fen(10), "late_undeveloped"), 0);
    assert_eq!(times(&fen(11), "late_undeveloped"), 3);
    assert_eq!(times(&fen(10), "undeveloped"), 3);
    // The number is that of the root, not that of the position.
    let mut parameters = Parameters::zero();
    assert!(parameters.set("late_undeveloped", -10, -10));
    let mut evaluator = HandEvaluator::new(parameters);
    let position = Position::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 40");
    let position = position.unwrap();
    evaluator.set_context(Context { root_move_number: 10 });
    assert_eq!(evaluator.white_value(&position), 0);
    evaluator.set_context(Context { root_move_number: 11 });
    assert_eq!(evaluator.white_value(&position), 10);
}

#[test]
fn centre_squares_are_counted_once_each() {
    // The knight sees d5 and e4 of the core and none twice; the king is far away.
    assert_eq!(times("7k/8/8/8/8/2N5/8/K7 w - - 0 1", "centre_core"), 2);
    assert_eq!(times("7k/8/8/8/8/2N5/2N5/K7 w - - 0 1", "centre_core"), 3);
    // d5 and e3 … the ring: from d4 a knight sees c6, e6, f5, f3 and others outside.
    assert_eq!(times("7k/8/8/8/3N4/8/8/K7 w - - 0 1", "centre_ring"), 4);
}

#[test]
fn a_hanging_piece_weighs_more_when_the_enemy_is_to_move() {
    let fen = |turn| format!("4k3/pppp4/8/3n4/8/8/3R1PPP/3RK3 {turn} - - 0 1");
    assert_eq!(times(&fen('w'), "hanging.1"), -1);
    assert_eq!(times(&fen('w'), "hanging_to_move.1"), 0);
    assert_eq!(times(&fen('b'), "hanging_to_move.1"), -1);
    assert!(value(&fen('w')) > value(&fen('b')));
}

#[test]
fn sure_draws_are_worth_nothing() {
    for fen in [
        "8/8/4k3/8/8/3NN3/8/4K3 w - - 0 1",
        "8/8/4k3/8/8/3B4/8/4K3 w - - 0 1",
        "7k/8/8/8/8/3B4/7P/4K3 w - - 0 1",
        "8/7k/8/7P/8/3B4/7P/4K3 b - - 0 1",
        "4k3/8/8/8/6b1/p7/8/1K6 b - - 0 1",
        "k7/8/1K6/P7/8/8/8/8 w - - 0 1",
        "8/8/8/4k3/8/8/8/4K3 w - - 0 1",
    ] {
        assert_eq!(value(fen), 0, "{fen}");
    }
    // Hard to win although a piece ahead.
    assert!(value("8/8/4k1n1/8/8/3R4/8/4K3 w - - 0 1").abs() < 100);
    // The right bishop, or a king too far away, wins.
    assert!(value("7k/8/8/8/8/4B3/7P/4K3 w - - 0 1") > 300);
    assert!(value("k7/8/8/8/8/3B4/7P/4K3 w - - 0 1") > 300);
}

#[test]
fn won_endings_stand_between_evaluations_and_tables_and_grow_towards_mate() {
    let in_band = |fen: &str| {
        let value = value(fen);
        assert!(value > 10_000 && value < Score::EVALUATION_LIMIT.value(), "{value}: {fen}");
        value
    };
    let middle = in_band("8/8/8/4k3/8/8/8/R3K3 w - - 0 1");
    let edge = in_band("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    let close = in_band("4k3/8/4K3/8/8/8/8/R7 w - - 0 1");
    assert!(middle < edge && edge < close);
    in_band("8/8/8/4k3/8/8/8/1Q2K3 w - - 0 1");
    in_band("8/8/8/4k3/8/8/8/2B1KB2 w - - 0 1");
    in_band("8/8/8/4k3/8/8/PPPP4/R3K3 w - - 0 1");
    // A pawn that wins is worth less than what it becomes, and more than usual.
    let pawn = value("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1");
    assert!(pawn > 1000 && pawn < middle);
    assert!(value("8/k3P3/4K3/8/8/8/8/8 w - - 0 1") > pawn);
    // A second pawn is worth keeping.
    assert!(value("4k3/8/4K3/4P3/8/7P/8/8 w - - 0 1") > pawn);
}

#[test]
fn bishop_and_knight_drive_the_king_to_the_corner_of_the_bishop() {
    let with_king_on = |square: &str| {
        let square = Square::from_name(square).unwrap();
        let (file, rank) = (square.file().index(), square.rank().index());
        let row = |number: usize| match number {
            3 => "3K4".to_owned(),
            _ if number == rank => {
                let left = if file > 0 { file.to_string() } else { String::new() };
                let right = if file < 7 { (7 - file).to_string() } else { String::new() };
                format!("{left}k{right}")
            }
            0 => "2B3N1".to_owned(),
            _ => "8".to_owned(),
        };
        let rows: Vec<String> = (0..8).rev().map(row).collect();
        value(&format!("{} w - - 0 1", rows.join("/")))
    };
    // The bishop on c1 is dark: h8 is the place, h1 and a8 are not.
    assert!(with_king_on("h8") > with_king_on("f8"));
    assert!(with_king_on("f8") > with_king_on("d8"));
    assert!(with_king_on("d8") > with_king_on("a8"));
    assert!(with_king_on("a8") > 10_000);
}

#[test]
fn the_largest_armies_stay_inside_the_band() {
    let fens = [
        "QQQQ2bk/QQQQ2pp/Q7/8/8/8/8/K5R1 w - - 0 1",
        "QQQ3bk/QQQ3pp/QQQ5/RRBBNN2/8/8/8/K7 w - - 0 1",
        "k5r1/8/8/8/8/q7/qqqq2PP/qqqq2BK b - - 0 1",
    ];
    for parameters in [Parameters::default(), Parameters::weighted(&[(Term::Material, 400)])] {
        let mut evaluator = HandEvaluator::new(parameters);
        for fen in fens {
            let Ok(position) = Position::from_fen(fen) else { panic!("{fen}") };
            let value = evaluator.white_value(&position);
            assert!(value.abs() <= Score::EVALUATION_LIMIT.value() && value.abs() > 5000);
            assert_eq!(value > 0, position.side_to_move() == Side::White, "{fen}");
            assert_eq!(evaluator.explain(&position).total(), value);
            assert_eq!(evaluator.white_value(&mirrored(&position)), -value);
        }
    }
}
