//! Plays short games of the engine against itself and prints a position of each, for the bench.
//!
//!     cargo run --release -p damier-draughts-engine --example draughts_positions -- 23

use damier_core::Game;
use damier_core::random::Random;
use damier_draughts::Position;
use damier_draughts_engine::DraughtsEngine;
use damier_search::{Engine, Limits, Query};

fn main() {
    let wanted = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(23);
    let mut random = Random::new(1);
    let mut engine = DraughtsEngine::new();
    let mut printed = 0;
    while printed < wanted {
        let Some(start) = random.walk(Position::start(), 6) else { continue };
        let mut game = Game::new(start);
        // Later and later positions, so that all phases are there.
        let length = 4 + 4 * printed + printed % 2;
        while game.ending().is_none() && game.past_positions().count() < length {
            let limits = Limits { nodes: Some(20_000), ..Limits::default() };
            let Ok(answer) = engine.search(&Query::new(game.clone(), limits), &mut |_| ());
            let Some(best) = answer.best else { break };
            game.try_play(best).expect("the engine plays legal moves");
        }
        if game.ending().is_none() && game.position().count_legal_moves() > 1 {
            println!("{}", game.position().to_fen());
            printed += 1;
        } else if game.past_positions().count() + 12 < length {
            println!("# over after {} plies", game.past_positions().count());
        }
    }
}
