//! A fixed piece of work whose node count is the signature of the search.

use crate::ChessEngine;
use damier_search::{Statistics, bench};

/// The depth of the signature.
const USUAL_DEPTH: u32 = 13;

/// The start, and positions of games that the engine played against itself, from full boards to
/// endings.
const POSITIONS: [&str; 24] = [
    damier_chess::START_FEN,
    "rnbqkbnr/ppp2pp1/4p2p/3p4/4P1P1/2N5/PPPPBP1P/R1BQK1NR w KQkq - 0 6",
    "r2qkbnr/pbpn2pp/8/1P1ppp2/1P6/2P2P2/3PP1PP/RNBQKBNR w KQkq - 1 7",
    "rnb2b1r/1pq1pkpp/p1p2p2/3P4/3P1Nn1/P1N1P3/1P3P1P/R1BQKB1R b KQ - 2 9",
    "r1b1qrk1/3n1pp1/1p3n2/p1bppNNp/4P3/2PP3P/P3BPP1/R1BQK2R w KQ - 4 14",
    "r1b2rk1/ppp3p1/4pq1p/b2pPp2/P2P4/2N3P1/1PP1P1BP/R2QK2R b KQ - 0 14",
    "rn1q3r/1p2nk1p/4bpp1/pP1p4/Pb6/2NB1Q2/2PB1PPP/R3K1NR w KQ - 4 14",
    "1k1r3r/pppbp2p/2n2np1/4p3/PBB1P3/5P2/1PP3PP/RNK4R w - - 7 16",
    "k2r1b1r/pp3pp1/1np1pq1p/2N1B3/P1PP4/2Q5/1P3PPP/1R2R1K1 b - - 5 22",
    "4rrk1/p6p/1p1n4/n1p1bpPP/P3pN2/1PP1B3/1K3PB1/3R3R b - - 0 26",
    "r3kb1r/pb1np2p/3p4/1P4p1/3P4/1P1BPPP1/1P4P1/R3K1NR b KQkq - 0 16",
    "r1b1k1r1/ppp1nR2/6q1/6Np/3Pp3/2P5/2P3PP/R1B2QK1 b q - 2 18",
    "3r1k2/p2n4/1p1q2p1/2pN1n1p/2P2P2/1PBQrN2/PK5P/6R1 w - - 6 28",
    "5rk1/2p2rp1/3bQBp1/pP1B4/q1N5/3P2P1/5P1P/5RK1 w - - 3 24",
    "3r2k1/pp5r/2q5/3R2p1/2Pp3b/5B2/PP4K1/R1BQ4 b - - 8 29",
    "4r1k1/pb3p2/8/2q5/2PNp3/2P3P1/P4Q1P/4R1K1 w - - 1 46",
    "r6k/7p/3B4/2Pp2P1/1pp5/2b3P1/P7/5R1K w - - 0 42",
    "8/8/p4p2/8/1P1bk1Pp/1P3R1P/1r6/5K2 w - - 12 46",
    "7r/4k3/8/pBp1p3/2Pb4/1K6/4R3/5r2 b - - 9 54",
    "8/7R/5k2/1p2p2p/1r6/1P6/1P4P1/6K1 w - - 0 34",
    "8/P3R3/1k6/3p4/3Pb3/2P5/r7/3K4 w - - 18 47",
    "8/1k6/7R/4P3/2b2PP1/r7/5K2/8 b - - 0 50",
    "8/4R3/P7/8/4p3/4kp2/r7/5K2 w - - 1 47",
    "8/8/8/3q4/P4k2/2P5/2Q5/K7 w - - 1 77",
];

/// Searches every position to a depth and tells a line for each, then the sum of the nodes.
pub fn run(depth: Option<u32>, on_line: &mut dyn FnMut(String)) -> Statistics {
    let depth = depth.unwrap_or(USUAL_DEPTH);
    bench::run(&mut ChessEngine::new(), &POSITIONS, depth, on_line)
}
