//! How fast move paths are counted, beside another library counting those of chess, in one
//! interleaved run.
//!
//! `cargo bench -p damier-draughts --bench perft [-- ROUNDS]`
//!
//! No other library in Rust counts draughts well enough to be a measure, so the measure is chess,
//! as cozy-chess counts it. Speeds on a shared machine drift by tens of percent within seconds, so
//! each round times all programs in turn, and what counts is the median over the rounds of the
//! *ratio* of speeds in leaves per second. One thread, the last ply counted in bulk, no hash.

#[path = "../../chess/benches/cozy/mod.rs"]
mod cozy;

use cozy::{cozy_perft, median};
use damier_core::perft;
use damier_draughts::Position;
use damier_testkit::draughts::{MANY_ROADS, START, WOLDOUBY};
use std::hint::black_box;
use std::time::Instant;

/// The other library, which reads its tables faster where the processor can.
const RIVAL: &str = if cfg!(target_feature = "bmi2") { "cozy-chess (pext)" } else { "cozy-chess" };
const DEFAULT_ROUNDS: usize = 9;

/// Counts the paths of one position to one depth.
type Counter = Box<dyn Fn() -> u64>;

fn main() {
    // Cargo adds options of its own to what the user writes.
    let rounds = std::env::args().skip(1).find_map(|word| word.parse().ok());
    let rounds = rounds.unwrap_or(DEFAULT_ROUNDS).max(1);
    let mut players: Vec<(String, u64, Counter)> = Vec::new();
    let chess = cozy_chess::Board::default();
    let count = Box::new(move || cozy_perft(black_box(&chess), 6));
    players.push((format!("{RIVAL}, chess, depth 6"), 119_060_324, count));
    for (name, fen, depth, nodes) in [
        ("start position", START, 9, 41_022_423),
        ("many capture paths", MANY_ROADS, 7, 9_041_010),
        ("Woldouby", WOLDOUBY, 13, 9_872_645),
        ("kings only", "W:WK48,K49,K50:BK5", 6, 9_663_166),
    ] {
        let position = Position::from_fen(fen).expect("the position is legal");
        let count = Box::new(move || perft::count(black_box(&position), depth));
        players.push((format!("damier, {name}, depth {depth}"), nodes, count));
    }

    let mut speeds = vec![Vec::new(); players.len()];
    for _ in 0..rounds {
        for ((who, nodes, count), speeds) in players.iter().zip(&mut speeds) {
            let begin = Instant::now();
            assert_eq!(count(), *nodes, "{who} counts otherwise");
            speeds.push(*nodes as f64 / begin.elapsed().as_secs_f64() / 1e6);
        }
    }

    println!("{:<40} {:>16} {:>16} {:>12}", "", "median Mnodes/s", "best Mnodes/s", "to chess");
    for ((who, ..), own) in players.iter().zip(&speeds) {
        let best = own.iter().copied().fold(0.0, f64::max);
        let ratio = median(own.iter().zip(&speeds[0]).map(|(ours, chess)| ours / chess));
        println!("{who:<40} {:>16.1} {best:>16.1} {ratio:>12.2}", median(own.iter().copied()));
    }
}
