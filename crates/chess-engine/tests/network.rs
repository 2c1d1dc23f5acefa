//! The network's evaluation, kept up to date move by move, against one made anew.

use damier_chess::Position;
use damier_chess_engine::ChessEngine;
use damier_chess_engine::evaluation::network::{Network, NetworkEvaluator, built_in};
use damier_core::random::Random;
use damier_core::{Depth, Game};
use damier_nnue::{Origin, Units};
use damier_search::{Engine, Event, Limits, NamedOptions, Query};
use damier_testkit::evaluation::{compare_kept_with_fresh, fresh_value};
use std::sync::Arc;

/// What the engine takes for the hand-written evaluation.
const HAND_HALF: i32 = 140;

fn random_network() -> Arc<Network> {
    let mut random = Random::new(1);
    let mut uniform = || (random.next_bits() >> 40) as f32 / (1 << 23) as f32 - 1.0;
    let weights: Vec<f32> = (0..Network::parameters()).map(|_| uniform() / 4.0).collect();
    Arc::new(Network::from_floats(&weights, Units { scale: 400, half: 100 }, Origin::default()))
}

#[test]
fn layers_kept_over_random_walks_equal_layers_made_anew() {
    const STARTS: [&str; 4] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "nrk1brnb/pp1ppppp/8/2p5/3P4/1N2P3/PPP2PPP/1RKQBRNB w FBfb - 0 1",
    ];
    let network = random_network();
    let make = || NetworkEvaluator::new(Arc::clone(&network));
    let asked = compare_kept_with_fresh(&STARTS, make, |position: &mut Position| {
        let may_skip = !position.is_check();
        if may_skip {
            position.pass();
        }
        may_skip
    });
    assert!(asked > 5000, "{asked}");
}

#[test]
fn both_players_see_the_same_board_from_their_own_side() {
    let network = random_network();
    let make = || NetworkEvaluator::new(Arc::clone(&network));
    let mut random = Random::new(3);
    let mut values = Vec::new();
    for _ in 0..200 {
        let plies = random.below(60);
        let Some(position) = random.walk(Position::start(), plies) else { continue };
        let turned = turned(&position);
        let value = fresh_value(make(), &position);
        assert_eq!(value, fresh_value(make(), &turned), "{}", position.to_fen());
        values.push(value);
    }
    values.sort_unstable();
    values.dedup();
    assert!(values.len() > 100, "positions differ");
}

/// Colours exchanged and the board turned upside down, and then mirrored: neither side may care.
fn turned(position: &Position) -> Position {
    let fen = position.to_fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap_case = |letter: char| {
        if letter.is_uppercase() {
            letter.to_ascii_lowercase()
        } else {
            letter.to_ascii_uppercase()
        }
    };
    let ranks: Vec<String> = fields[0]
        .split('/')
        .rev()
        .map(|rank| rank.chars().rev().map(swap_case).collect())
        .collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    // The mirror image has no castling and may have no en passant; the network sees neither.
    Position::from_fen(&format!("{} {side} - - 0 1", ranks.join("/"))).unwrap()
}

/// Score and depth of the last report on a position.
fn search(engine: &mut ChessEngine, limits: Limits) -> (i32, i32) {
    let position =
        Position::from_fen("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
            .unwrap();
    let mut last = (0, 0);
    let Ok(_) = engine.search(&Query::new(Game::new(position), limits), &mut |event| {
        if let Event::Report(report) = event {
            last = (report.score.value(), report.depth.plies());
        }
    });
    last
}

fn engine(options: &[(&str, &str)]) -> ChessEngine {
    let mut engine = ChessEngine::new();
    for (name, value) in options {
        engine.set_option(name, value).unwrap();
    }
    engine
}

#[test]
fn one_hundred_is_what_wins_one_game_of_two() {
    let depth = || Limits::to_depth(Depth::new(6));
    for (file, half) in [("<built-in>", built_in().units().half), ("<hand-written>", HAND_HALF)] {
        let (raw, _) = search(&mut engine(&[("EvalFile", file), ("RawScores", "true")]), depth());
        let (shown, _) = search(&mut engine(&[("EvalFile", file)]), depth());
        assert!(raw != 0 && half != 100, "{raw} {half}");
        assert_eq!(shown, raw * 100 / half, "{file}");
    }
}

#[test]
fn a_new_judge_does_not_believe_the_one_before() {
    let depth = || Limits::to_depth(Depth::new(8));
    let mut changed = engine(&[]);
    let by_network = search(&mut changed, depth());
    changed.set_option("EvalFile", "<hand-written>").unwrap();
    let by_hand = search(&mut changed, depth());
    assert_eq!(by_hand, search(&mut engine(&[("EvalFile", "<hand-written>")]), depth()));
    assert_ne!(by_hand, by_network);
    // What cannot be read changes nothing.
    changed.set_option("EvalFile", "no such file").unwrap_err();
    changed.new_game().unwrap();
    assert_eq!(search(&mut changed, depth()), by_hand);
}

#[test]
fn a_soft_limit_of_nodes_ends_with_a_whole_iteration() {
    for nodes in [1, 500, 5_000] {
        let soft = Limits { soft_nodes: Some(nodes), ..Limits::default() };
        let (score, depth) = search(&mut engine(&[]), soft);
        let to_depth = search(&mut engine(&[]), Limits::to_depth(Depth::new(depth)));
        assert_eq!((score, depth), to_depth, "{nodes} nodes");
        assert!(depth < 30 && (nodes == 1) == (depth == 1), "{nodes} nodes: depth {depth}");
    }
}
