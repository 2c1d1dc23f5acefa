//! How long one evaluation takes.
//!
//! `cargo bench -p damier-chess-engine --bench evaluation [-- ROUNDS]`
//!
//! Shows the fastest round, which a busy machine disturbs least, and the median. The positions are
//! all neighbours of a game, so most pawn formations are remembered, as they are in a search.

use damier_chess::{Move, Position};
use damier_chess_engine::evaluation::HandEvaluator;
use damier_core::Evaluate;
use std::hint::black_box;
use std::time::Instant;

const GAME: &str = "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4 cxd4 Bb4 Nc3 Nxe4 O-O Bxc3 d5 Bf6 Re1 \
    Ne7 Rxe4 d6 Bg5 Bxg5 Nxg5 h6 Qe2 hxg5 Re1 Be6 dxe6 f6";
const DEFAULT_ROUNDS: usize = 15;
const REPEATS: usize = 100;

fn main() {
    // Cargo adds options of its own to what the user writes.
    let rounds = std::env::args().skip(1).find_map(|word| word.parse().ok());
    let positions = neighbours();
    let mut evaluator = HandEvaluator::default();
    let mut times: Vec<u128> = (0..rounds.unwrap_or(DEFAULT_ROUNDS).max(1))
        .map(|_| {
            let begin = Instant::now();
            for _ in 0..REPEATS {
                for position in &positions {
                    black_box(evaluator.evaluate(black_box(position)));
                }
            }
            begin.elapsed().as_nanos() / (REPEATS * positions.len()) as u128
        })
        .collect();
    times.sort_unstable();
    let (fastest, median) = (times[0], times[times.len() / 2]);
    println!("{fastest} ns an evaluation, median {median} ns, {} positions", positions.len());
}

/// Every position one move off the game.
fn neighbours() -> Vec<Position> {
    let mut positions = Vec::new();
    let mut position = Position::start();
    for name in GAME.split_whitespace() {
        positions.extend(position.legal_moves().iter().map(|&mv| after(&position, mv)));
        let mv = position.read_san(name).expect("the moves of the game are legal");
        position = after(&position, mv);
    }
    positions
}

fn after(position: &Position, mv: Move) -> Position {
    let mut position = position.clone();
    position.play(mv);
    position
}
