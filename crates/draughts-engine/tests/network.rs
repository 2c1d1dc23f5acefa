//! The network's evaluation, kept up to date move by move, against one made anew.

use damier_core::random::Random;
use damier_draughts::Position;
use damier_draughts_engine::evaluation::Evaluate;
use damier_draughts_engine::evaluation::network::{Network, NetworkEvaluator};
use damier_nnue::{Origin, Units};
use std::sync::Arc;

fn random_network() -> Arc<Network> {
    let mut random = Random::new(1);
    let mut uniform = || (random.next_bits() >> 40) as f32 / (1 << 23) as f32 - 1.0;
    let weights: Vec<f32> = (0..Network::parameters()).map(|_| uniform() / 4.0).collect();
    Arc::new(Network::from_floats(&weights, Units { scale: 400, half: 100 }, Origin::default()))
}

/// The evaluation of somebody who has just come in.
fn fresh(network: &Arc<Network>, position: &Position) -> i32 {
    let mut evaluator = NetworkEvaluator::new(Arc::clone(network));
    evaluator.prepare(position);
    evaluator.evaluate(position).value()
}

#[test]
fn layers_kept_over_random_walks_equal_layers_made_anew() {
    const STARTS: [&str; 3] = [
        "W:W31-50:B1-20",
        "W:WK5,K46,31-35:BK6,K45,16-20",
        "B:WK3,27,28,32,33,38:B8,9,13,18,19,K48",
    ];
    let network = random_network();
    let mut random = Random::new(2);
    let mut asked = 0;
    for walk in 0..60 {
        let start = Position::from_fen(STARTS[walk % STARTS.len()]).unwrap();
        let mut evaluator = NetworkEvaluator::new(Arc::clone(&network));
        evaluator.prepare(&start);
        let mut path = vec![start];
        for _ in 0..300 {
            let position = path[path.len() - 1].clone();
            let moves = position.legal_moves();
            let goes_back = moves.is_empty() || path.len() == 120 || random.below(3) == 0;
            if goes_back && path.len() > 1 {
                path.pop();
                evaluator.leave();
            } else if !moves.is_empty() {
                let mut next = position.clone();
                evaluator.enter();
                // Now and then a turn is skipped, as a search does.
                if random.below(8) == 0 {
                    next.pass();
                } else {
                    next.play_observed(*random.pick(&moves), &mut evaluator);
                }
                path.push(next);
            }
            if random.below(2) == 0 {
                let position = &path[path.len() - 1];
                let kept = evaluator.evaluate(position).value();
                assert_eq!(kept, fresh(&network, position), "{}", position.to_fen());
                asked += 1;
            }
        }
    }
    assert!(asked > 5000, "{asked}");
}

#[test]
fn both_players_see_the_same_board_from_their_own_side() {
    let network = random_network();
    let mut random = Random::new(3);
    let mut values = Vec::new();
    for _ in 0..200 {
        let plies = random.below(60);
        let Some(position) = random.walk(Position::start(), plies) else { continue };
        let turned = turned(&position);
        let value = fresh(&network, &position);
        assert_eq!(value, fresh(&network, &turned), "{}", position.to_fen());
        values.push(value);
    }
    values.sort_unstable();
    values.dedup();
    assert!(values.len() > 100, "positions differ");
}

fn turned(position: &Position) -> Position {
    position.rotated()
}
