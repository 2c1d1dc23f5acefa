//! What is asked of the player.

use damier_core::{Depth, Ending as _, Evaluate, Game, Outcome, Score};
use damier_draughts::{Move, Position};
use damier_draughts_engine::DraughtsEngine;
use damier_draughts_engine::evaluation::HandEvaluator;
use damier_search::{Bound, Engine, Event, Limits, NamedOptions, Query};
use damier_testkit::engines::{
    self, ask, check_answers_at_once, check_answers_of_several_threads, check_answers_on_any_clock,
    check_lines, check_repeated_searches, check_several_lines,
};
use damier_testkit::{Random, hostile, textbook};

fn game_from(fen: &str) -> Game<Position> {
    Game::new(Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}")))
}

fn to_depth(fen: &str, depth: i32) -> (String, Score) {
    let game = game_from(fen);
    let limits = Limits::to_depth(Depth::new(depth));
    let (answer, report) = ask(&mut DraughtsEngine::new(), &game, limits);
    (game.position().write_move(answer.best.expect("there is a legal move")), report.score)
}

#[test]
fn a_side_without_a_move_has_lost_at_the_horizon_too() {
    // The man on 41 stops the last black one, which has no other way; the evaluation would count
    // them as nearly equal.
    let game = game_from("W:W46,47:B36");
    let stopping = game.position().read_move("46-41").unwrap();
    for depth in 1..=3 {
        let limits = Limits::to_depth(Depth::new(depth));
        let query = Query { among: vec![stopping], ..Query::new(game.clone(), limits) };
        let mut score = None;
        let Ok(_) = DraughtsEngine::new().search(&query, &mut |event| {
            if let Event::Report(report) = event {
                score = report.score.plies_to_mate();
            }
        });
        assert_eq!(score, Some(1), "depth {depth}");
    }
}

#[test]
fn the_mean_depth_is_that_of_the_leaves() {
    let mean = |depth| {
        let limits = Limits::to_depth(Depth::new(depth));
        let game = game_from("W:W31-50:B1-20");
        ask(&mut DraughtsEngine::new(), &game, limits).1.mean_depth.expect("leaves were counted")
    };
    assert_eq!(mean(1), 10, "all leaves are one ply away");
    // Most are reached by reduced searches, and earlier iterations count too.
    assert!((30..100).contains(&mean(10)), "{}", mean(10));
}

#[test]
fn wins_are_found_with_their_distance() {
    for (fen, plies) in [
        // Takes the last piece.
        ("W:W32:B28", 1),
        // Black's only man runs into it.
        ("W:W17,22:B6", 3),
        // Two kings catch a third in its corner.
        ("W:WK28,K33:BK5", 3),
    ] {
        for depth in [4, 6, 9] {
            let (_, score) = to_depth(fen, depth);
            assert_eq!(score.plies_to_mate(), Some(plies), "{fen}");
        }
    }
}

struct Plain;

impl textbook::TextbookGame for Plain {
    type Rules = Position;

    fn evaluate(&mut self, position: &Position) -> Score {
        HandEvaluator.evaluate(position)
    }

    fn pending(&self, position: &Position) -> (Vec<Move>, bool) {
        let must_capture = position.can_capture(position.side_to_move());
        (if must_capture { position.legal_moves().to_vec() } else { Vec::new() }, !must_capture)
    }
}

/// Combinations that a textbook proves within five plies are seen by the selective search a little
/// deeper.
#[test]
fn shots_are_seen() {
    let mut shots = 0;
    let wanted = if cfg!(debug_assertions) { 1 } else { 12 };
    for position in varied_positions(4000) {
        if shots == wanted {
            break;
        }
        let quiet = !position.can_capture(position.side_to_move());
        let stands = HandEvaluator.evaluate(&position).value();
        let is_even = quiet && stands.abs() < 60 && position.occupied().count() > 12;
        if !is_even {
            continue;
        }
        let proved = textbook::negamax(&mut Plain, &position, 5);
        if proved.value() < stands + 180 || proved.is_decisive() {
            continue;
        }
        shots += 1;
        let limits = Limits::to_depth(Depth::new(8));
        let (_, report) = ask(&mut DraughtsEngine::new(), &Game::new(position.clone()), limits);
        let fen = position.to_fen();
        assert!(report.score.value() > stands + 90, "{} of {proved} in {fen}", report.score);
    }
    assert_eq!(shots, wanted, "too few shots were found");
}

#[test]
fn a_drawn_root_still_has_a_move_and_a_finished_game_has_none() {
    let lone_kings = to_depth("W:WK46:BK5", 5);
    assert!(!lone_kings.0.is_empty());
    let limits = Limits::to_depth(Depth::new(3));
    let (answer, report) = ask(&mut DraughtsEngine::new(), &game_from("W:W:B28"), limits);
    assert_eq!((answer.best, report.score), (None, -Score::MATE));
}

#[test]
fn the_draw_rules_are_seen_in_the_search() {
    // Two kings against one: the five moves are nearly over, so nothing is won any more.
    let mut game = game_from("W:WK48,K49:BK6");
    let mut engine = DraughtsEngine::new();
    while game.ending().is_none() {
        let (answer, _) = ask(&mut engine, &game, Limits::to_nodes(3_000));
        game.try_play(answer.best.unwrap()).unwrap();
        assert!(game.moves().len() <= 10, "five moves of each side");
    }
}

/// Positions of random games in which there is a move to play.
fn varied_positions(count: usize) -> Vec<Position> {
    engines::varied_positions(&Position::start(), 100, count)
}

/// Whenever the clock ends a search, what is played is what was last shown.
#[test]
fn the_answer_is_the_head_of_the_last_exact_line_on_any_clock() {
    check_answers_on_any_clock(varied_positions(50), DraughtsEngine::with_clock);
}

/// The whole line is legal, and a line to a won game ends it at the right distance.
#[test]
fn lines_are_legal_and_winning_lines_end_the_game() {
    let mut wins = 0;
    check_lines(DraughtsEngine::new, varied_positions(150), |position, report, end| {
        if let Some(plies) = report.score.plies_to_mate()
            && report.bound == Bound::Exact
        {
            wins += 1;
            let fen = position.to_fen();
            assert_eq!(report.line.len() as i32, plies.abs(), "{} {fen}", report.score);
            assert!(!end.has_legal_move(), "{fen}");
        }
    });
    assert!(wins > 5, "only {wins} wins were seen");
}

#[test]
fn one_thread_and_a_node_limit_give_the_same_result_every_time() {
    check_repeated_searches(DraughtsEngine::new, varied_positions(8), 30_000);
}

#[test]
fn several_threads_answer_legally_and_several_lines_differ() {
    let mut engine = DraughtsEngine::new();
    check_answers_of_several_threads(&mut engine, varied_positions(25));
    let mut firsts = std::collections::HashSet::new();
    let limits = Limits::to_depth(Depth::new(7));
    let query = Query { lines: Some(4), ..Query::new(Game::new(Position::start()), limits) };
    let Ok(_) = engine.search(&query, &mut |event| {
        if let Event::Report(report) = event
            && report.depth == Depth::new(7)
        {
            firsts.insert((report.rank, report.line[0].to_string()));
        }
    });
    let moves: std::collections::HashSet<_> = firsts.iter().map(|(_, mv)| mv.clone()).collect();
    assert!(moves.len() >= 4, "{firsts:?}");
}

#[test]
fn options_are_declared_and_wrong_ones_refused() {
    let mut engine = DraughtsEngine::new();
    for name in ["Hash", "Threads", "MultiPV", "Ponder", "Move Overhead", "EndgamePath"] {
        assert!(engine.options().iter().any(|(declared, _)| declared == name), "{name}");
    }
    for (name, value) in [("Hash", "0"), ("Threads", "many"), ("Depth", "3")] {
        assert!(engine.set_option(name, value).is_err(), "{name}={value}");
    }
    let error = engine.set_option("EndgamePath", "/there/is/no/such/folder").unwrap_err();
    assert!(error.to_string().contains("/there/is/no/such/folder"), "{error}");
}

/// A random mover has no chance.
#[test]
fn a_random_mover_loses_every_game() {
    let mut random = Random::new(3);
    let games = if cfg!(debug_assertions) { 1 } else { 10 };
    for number in 0..games {
        let mut engine = DraughtsEngine::new();
        let mut game = Game::new(Position::start());
        let ours = damier_draughts::Side::ALL[number % 2];
        let ending = loop {
            if let Some(ending) = game.ending() {
                break ending;
            }
            let mv = if game.position().side_to_move() == ours {
                ask(&mut engine, &game, Limits::to_nodes(2_000)).0.best.unwrap()
            } else {
                *random.pick(&game.position().legal_moves())
            };
            game.try_play(mv).unwrap();
        };
        assert_eq!(ending.outcome(), Outcome::Win(ours), "game {number}: {ending}");
    }
}

#[test]
fn crowded_boards_are_answered_at_once() {
    let mut positions = hostile::positions::<Position>(100, hostile::crowded_draughts);
    let kings = |squares: std::ops::RangeInclusive<i32>| {
        let kings: Vec<String> = squares.map(|square| format!("K{square}")).collect();
        kings.join(",")
    };
    let all_kings = format!("W:W{}:B{}", kings(31..=50), kings(1..=20));
    positions.push(Position::from_fen(&all_kings).unwrap());
    check_answers_at_once(&mut DraughtsEngine::new(), &positions);
}

#[test]
fn several_lines_have_different_moves_in_order_wherever_the_search_ends() {
    check_several_lines(&mut DraughtsEngine::new(), varied_positions(120));
}
