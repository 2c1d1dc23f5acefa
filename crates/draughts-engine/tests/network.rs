//! The network's evaluation, kept up to date move by move, against one made anew.

use damier_core::random::Random;
use damier_core::{Depth, Game};
use damier_draughts::Position;
use damier_draughts_engine::DraughtsEngine;
use damier_draughts_engine::evaluation::network::{Network, NetworkEvaluator, built_in};
use damier_nnue::{Origin, Units};
use damier_search::{Engine, Event, Limits, NamedOptions, Query};
use damier_testkit::evaluation::{compare_kept_with_fresh, fresh_value};
use std::sync::Arc;

/// What the engine takes for the hand-written evaluation.
const HAND_HALF: i32 = 226;

fn random_network() -> Arc<Network> {
    let mut random = Random::new(1);
    let mut uniform = || (random.next_bits() >> 40) as f32 / (1 << 23) as f32 - 1.0;
    let weights: Vec<f32> = (0..Network::parameters()).map(|_| uniform() / 4.0).collect();
    Arc::new(Network::from_floats(&weights, Units { scale: 400, half: 100 }, Origin::default()))
}

#[test]
fn layers_kept_over_random_walks_equal_layers_made_anew() {
    const STARTS: [&str; 3] = [
        "W:W31-50:B1-20",
        "W:WK5,K46,31-35:BK6,K45,16-20",
        "B:WK3,27,28,32,33,38:B8,9,13,18,19,K48",
    ];
    let network = random_network();
    let make = || NetworkEvaluator::new(Arc::clone(&network));
    let asked = compare_kept_with_fresh(&STARTS, make, |position: &mut Position| {
        position.pass();
        true
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

fn turned(position: &Position) -> Position {
    position.rotated()
}

/// Score and depth of the last report on a position.
fn search(engine: &mut DraughtsEngine, limits: Limits) -> (i32, i32) {
    let position = Position::from_fen("W:W25,27,36,38,39,49,50:B8,12,14,15,16,17").unwrap();
    let mut last = (0, 0);
    let Ok(_) = engine.search(&Query::new(Game::new(position), limits), &mut |event| {
        if let Event::Report(report) = event {
            last = (report.score.value(), report.depth.plies());
        }
    });
    last
}

fn engine(options: &[(&str, &str)]) -> DraughtsEngine {
    let mut engine = DraughtsEngine::new();
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
