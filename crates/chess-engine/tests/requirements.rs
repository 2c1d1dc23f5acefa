//! What is asked of the player.

use damier_chess::{Move, Position};
use damier_chess_engine::ChessEngine;
use damier_core::{Depth, Ending as _, Game, Outcome, Score};
use damier_search::{Bound, Engine, Event, Limits, Query, Report, ScoreUnit};
use damier_testkit::engines::{
    self, ask, check_answers_at_once, check_answers_of_several_threads, check_answers_on_any_clock,
    check_lines, check_repeated_searches, check_several_lines, sudden_death,
};
use damier_testkit::hostile;
use std::time::Duration;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn game_from(fen: &str) -> Game<Position> {
    Game::new(position(fen))
}

fn to_depth(fen: &str, depth: i32) -> (String, Score) {
    let game = game_from(fen);
    let limits = Limits::to_depth(Depth::new(depth));
    let (answer, report) = ask(&mut ChessEngine::new(), &game, limits);
    let mv = answer.best.expect("there is a legal move");
    (game.position().write_uci(mv, game.position().castling_style()), report.score)
}

const START: &str = damier_chess::START_FEN;

#[test]
fn the_first_moves_are_sound() {
    let first = to_depth(START, 10).0;
    assert!(["g1f3", "d2d4", "e2e4", "b1c3"].contains(&first.as_str()), "{first}");
    let reply = to_depth("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", 10).0;
    let main_defences = ["e7e5", "c7c5", "g8f6", "e7e6", "c7c6", "d7d5", "b8c6"];
    assert!(main_defences.contains(&reply.as_str()), "{reply}");
}

#[test]
fn mates_are_found_with_their_distance() {
    let mates = [
        ("6k1/5ppp/8/8/8/8/5PPP/4Q1K1 w - - 0 1", "e1e8", 1),
        ("6k1/5ppp/8/8/8/8/3K4/Q7 w - - 0 1", "a1a8", 1),
        ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "h5f7", 1),
        ("6k1/5ppp/8/8/3q4/8/1N3PPP/4Q1K1 w - - 0 1", "e1e8", 1),
        // Mate on the hundredth ply wins.
        ("7k/5K2/8/8/8/8/8/6R1 w - - 99 80", "g1h1", 1),
    ];
    for (fen, mv, plies) in mates {
        for depth in [1, 2, 5, 8] {
            let (found, score) = to_depth(fen, depth);
            assert_eq!((found.as_str(), score.plies_to_mate()), (mv, Some(plies)), "{fen}");
        }
    }
    let mated = to_depth("k7/8/1K6/8/8/8/8/7R b - - 0 1", 6).1;
    assert_eq!(mated.plies_to_mate(), Some(-2));
}

#[test]
fn pieces_are_recaptured_and_pawns_promoted() {
    let only = [
        ("rnbqkb1r/pppppppp/8/8/4n3/2N2N2/PPPPPPPP/R1BQKB1R w KQkq - 4 3", "c3e4"),
        ("rnbqkb1r/pppppppp/8/6N1/8/1Pn5/P1PPPPPP/1RBQKB1R w Kkq - 0 6", "d2c3"),
        ("6k1/P4ppp/8/3p4/4P3/8/5PPP/6K1 w - - 0 1", "a7a8q"),
    ];
    for (fen, mv) in only {
        for depth in 2..=9 {
            assert_eq!(to_depth(fen, depth).0, mv, "{fen} at depth {depth}");
        }
    }
    let either = [
        ("rn1qkb1r/ppp1pppp/3p4/8/4P3/1b3P2/P1PP1KPP/1RBQ1BR1 w kq - 0 11", "b3"),
        ("1n2kb1r/4pppp/1Ppp4/8/4P1P1/5P2/1B1P1K1P/2rQ2R1 w k - 3 20", "c1"),
    ];
    for (fen, target) in either {
        for depth in 2..=9 {
            let mv = to_depth(fen, depth).0;
            assert!(mv.ends_with(target), "{mv} at depth {depth}");
        }
    }
    let fen = "1Q3b1r/3npkp1/2pp1p1p/8/4P1P1/5P2/1B1P1K1P/3Q2R1 w - - 1 24";
    for depth in 2..=9 {
        assert_ne!(to_depth(fen, depth).0, "b8e8", "depth {depth}");
    }
}

#[test]
fn a_drawn_root_still_has_a_move_and_a_finished_game_has_none() {
    let dead = to_depth("8/8/4k3/8/8/4K3/8/8 w - - 0 1", 5);
    assert_eq!(dead.1, Score::DRAW);
    let spent = to_depth("8/8/4k3/8/8/4K3/4P3/8 w - - 100 90", 5);
    assert!(!spent.0.is_empty());
    for (fen, score) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Score::DRAW),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", -Score::MATE),
    ] {
        let limits = Limits::to_depth(Depth::new(3));
        let (answer, report) = ask(&mut ChessEngine::new(), &game_from(fen), limits);
        assert_eq!((answer.best, report.score), (None, score), "{fen}");
    }
}

/// The search sees what the game's history makes of a move.
#[test]
fn repetition_saves_a_lost_game_and_is_avoided_in_a_won_one() {
    // Black mates next move, but the queen can check for ever: e8, h5, e8.
    let perpetual = to_depth("6k1/6p1/8/8/8/8/qr6/4Q2K w - - 0 1", 12);
    assert_eq!((perpetual.0.as_str(), perpetual.1), ("e1e8", Score::DRAW));
    // White is winning; going back a third time would throw that away.
    let mut game = game_from("k7/8/8/8/8/8/1R6/K7 w - - 0 1");
    for text in ["b2c2", "a8b8", "c2b2", "b8a8", "b2c2", "a8b8", "c2b2", "b8a8"] {
        let mv = game.position().read_uci(text).unwrap();
        game.try_play(mv).unwrap();
    }
    let (answer, report) = ask(&mut ChessEngine::new(), &game, Limits::to_depth(Depth::new(8)));
    let mv = answer.best.unwrap();
    assert_ne!(game.position().write_san(mv), "Rc2");
    assert!(report.score > Score::from_evaluation(300), "{}", report.score);
}

/// Both sides played by the engine, the defender from the same search.
#[test]
fn elementary_endings_are_won_within_fifty_moves() {
    let endings = [
        "8/8/8/8/3k4/8/8/KQ6 w - - 0 1",
        "8/8/8/8/3k4/8/8/KR6 w - - 0 1",
        "8/8/8/8/3k4/8/8/KBB5 w - - 0 1",
        "8/8/8/8/3k4/8/8/KBN5 w - - 0 1",
        "kbn5/8/8/8/3K4/8/8/8 b - - 0 1",
        "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1",
    ];
    for fen in endings {
        let mut game = game_from(fen);
        let strong = game.position().side_to_move();
        let mut engine = ChessEngine::new();
        while game.ending().is_none() {
            let nodes = if game.position().side_to_move() == strong { 40_000 } else { 4_000 };
            let (answer, _) = ask(&mut engine, &game, Limits::to_nodes(nodes));
            game.try_play(answer.best.unwrap()).unwrap();
        }
        let ending = game.ending().unwrap();
        assert_eq!(ending.outcome(), Outcome::Win(strong), "{fen}: {ending}");
    }
    // The rook falls.
    assert_eq!(to_depth("8/8/8/8/8/8/1k6/2R4K b - - 0 1", 6).1, Score::DRAW);
}

/// Positions of random games in which there is a move to play.
fn varied_positions(count: usize) -> Vec<Position> {
    engines::varied_positions(&Position::start(), 120, count)
}

/// Whenever the clock ends a search, what is played is what was last shown.
#[test]
fn the_answer_is_the_head_of_the_last_exact_line_on_any_clock() {
    check_answers_on_any_clock(varied_positions(50), ChessEngine::with_clock);
}

/// The same on the computer's own clock.
#[test]
#[ignore = "waits for real clocks, and needs a quiet machine"]
fn the_answer_comes_in_time_on_real_clocks() {
    let mut engine = ChessEngine::new();
    for position in varied_positions(50) {
        for millis in [50, 100, 500] {
            let remaining = Duration::from_millis(millis);
            let limits = sudden_death(remaining);
            let begin = std::time::Instant::now();
            let (answer, report) = ask(&mut engine, &Game::new(position.clone()), limits);
            let spent = begin.elapsed();
            assert_eq!(report.bound, Bound::Exact);
            assert_eq!(answer.best, report.line.first().copied(), "{}", position.to_fen());
            assert!(position.is_legal(answer.best.unwrap()));
            assert!(spent < remaining, "{spent:?} of {remaining:?} in {}", position.to_fen());
        }
    }
}

/// The whole line is legal, and a mate line ends in mate at the right distance.
#[test]
fn lines_are_legal_and_mate_lines_end_in_mate() {
    let mut mates = 0;
    check_lines(ChessEngine::new, varied_positions(150), |position, report, end| {
        if let Some(plies) = report.score.plies_to_mate() {
            mates += 1;
            let fen = position.to_fen();
            assert_eq!(report.line.len() as i32, plies.abs(), "{} {fen}", report.score);
            assert!(end.is_check() && !end.has_legal_move(), "{fen}");
        }
    });
    assert!(mates > 20, "only {mates} mates were seen");
}

#[test]
fn one_thread_and_a_node_limit_give_the_same_result_every_time() {
    let found = check_repeated_searches(ChessEngine::new, varied_positions(8), 30_000);
    for (score, nodes) in found {
        assert!(nodes == 30_000 || score.is_decisive(), "{nodes}");
    }
}

#[test]
fn several_threads_answer_legally() {
    check_answers_of_several_threads(&mut ChessEngine::new(), varied_positions(25));
}

#[test]
fn only_the_moves_asked_for_are_considered() {
    let mut engine = ChessEngine::new();
    let game = Game::new(Position::start());
    let among = ["a2a3", "h2h4"].map(|text| game.position().read_uci(text).unwrap());
    let limits = Limits::to_depth(Depth::new(6));
    let query = Query { among: among.to_vec(), lines: Some(5), ..Query::new(game, limits) };
    let mut ranks = Vec::new();
    let Ok(answer) = engine.search(&query, &mut |event| {
        if let Event::Report(report) = event {
            assert!(among.contains(&report.line[0]));
            ranks.push(report.rank);
        }
    });
    assert!(among.contains(&answer.best.unwrap()));
    assert!(ranks.contains(&2) && ranks.iter().all(|&rank| rank <= 2), "{ranks:?}");
}

/// A question with the answers yes and no is answered like the whole one, with fewer nodes.
#[test]
fn whether_a_score_is_reached_is_found_out_sooner_than_the_score() {
    let mut engine = ChessEngine::new();
    let (mut asked, mut whole) = (0, 0);
    for position in varied_positions(25) {
        let game = Game::new(position);
        let limits = Limits::to_depth(Depth::new(6));
        let mut look = |reaching| {
            let Ok(()) = engine.new_game();
            let mut last = None;
            let unit = Some(ScoreUnit::Evaluation);
            let query = Query { reaching, unit, ..Query::new(game.clone(), limits.clone()) };
            let Ok(answer) = engine.search(&query, &mut |event| {
                if let Event::Report(report) = event {
                    last = Some(report);
                }
            });
            assert!(game.position().is_legal(answer.best.unwrap()));
            (last.unwrap().score, engine.statistics().nodes)
        };
        let (score, nodes) = look(None);
        if score.value().abs() > 600 {
            // Where much is won or lost, one more ply finds another pawn.
            continue;
        }
        whole += 2 * nodes;
        // Selective searches with other windows see other things, but hardly ever such a
        // difference.
        for (bar, is_reached) in [(score - 150, true), (score + 150, false)] {
            let (bound, nodes) = look(Some(bar));
            assert_eq!(bound >= bar, is_reached, "{}: {score}, {bar}", game.position().to_fen());
            asked += nodes;
        }
    }
    assert!(2 * asked < whole, "{asked} nodes to say yes or no, {whole} for the scores");
}

#[test]
fn several_lines_begin_with_different_moves_in_falling_order() {
    let mut engine = ChessEngine::new();
    let mut lines: Vec<Option<Report<Move>>> = vec![None; 4];
    let fen = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5";
    let limits = Limits::to_depth(Depth::new(9));
    let query = Query { lines: Some(4), ..Query::new(game_from(fen), limits) };
    let Ok(answer) = engine.search(&query, &mut |event| {
        if let Event::Report(report) = event {
            let place = report.rank - 1;
            lines[place] = Some(report);
        }
    });
    let lines: Vec<_> = lines.into_iter().map(Option::unwrap).collect();
    assert_eq!(answer.best, Some(lines[0].line[0]));
    assert!(lines.windows(2).all(|pair| pair[0].score >= pair[1].score));
    let firsts: std::collections::HashSet<_> =
        lines.iter().map(|line| line.line[0].to_bits()).collect();
    assert_eq!(firsts.len(), 4);
}

#[test]
fn a_mate_search_ends_when_the_mate_is_found() {
    let fen = "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1";
    let limits = Limits { mate: Some(2), ..Limits::default() };
    let (answer, report) = ask(&mut ChessEngine::new(), &game_from(fen), limits);
    assert_eq!(report.score.plies_to_mate(), Some(3), "{}", report.score);
    assert_eq!(position(fen).write_san(answer.best.unwrap()), "Qh6+");
}

#[test]
fn crowded_boards_are_answered_at_once() {
    let mut positions = hostile::positions::<Position>(100, hostile::crowded_chess);
    let all_queens = "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1";
    let most_moves = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
    positions.extend([all_queens, most_moves].map(position));
    check_answers_at_once(&mut ChessEngine::new(), &positions);
}

#[test]
fn several_lines_have_different_moves_in_order_wherever_the_search_ends() {
    check_several_lines(&mut ChessEngine::new(), varied_positions(120));
}
