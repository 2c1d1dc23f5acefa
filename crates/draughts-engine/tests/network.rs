//! The network's evaluation, kept up to date move by move, against one made anew.

use damier_draughts::Position;
use damier_draughts_engine::DraughtsEngine;
use damier_draughts_engine::evaluation::network::{Features, Network, NetworkEvaluator, built_in};
use damier_nnue::{Origin, Shape, Units};
use damier_testkit::engines::EvaluationTrial;
use damier_testkit::evaluation::{compare_both_sides, compare_kept_with_fresh, random_weights};
use std::sync::Arc;

/// What the engine takes for the hand-written evaluation.
const HAND_HALF: i32 = 226;

fn random_network() -> Arc<Network> {
    let shape = Shape::new(Features, 96).unwrap();
    let weights = random_weights(shape.parameters());
    Arc::new(Network::from_floats(
        shape,
        &weights,
        Units { scale: 400, half: 100 },
        Origin::default(),
    ))
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
    compare_both_sides(&Position::start(), make, Position::rotated);
}

const TRIAL: EvaluationTrial<DraughtsEngine> =
    EvaluationTrial { make: DraughtsEngine::new, fen: "W:W25,27,36,38,39,49,50:B8,12,14,15,16,17" };

#[test]
fn one_hundred_is_what_wins_one_game_of_two() {
    TRIAL.check_unit([built_in().units().half, HAND_HALF]);
}

#[test]
fn a_new_judge_does_not_believe_the_one_before() {
    TRIAL.check_change_of_evaluation();
}

#[test]
fn a_soft_limit_of_nodes_ends_with_a_whole_iteration() {
    TRIAL.check_soft_limit();
}
