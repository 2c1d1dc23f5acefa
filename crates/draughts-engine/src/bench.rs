//! A fixed piece of work whose node count is the signature of the search.

use crate::DraughtsEngine;
use damier_core::{Depth, Game};
use damier_draughts::Position;
use damier_search::{Engine, Limits, Query, Statistics};
use std::time::Instant;

/// The depth of the signature.
const USUAL_DEPTH: u32 = 11;

/// The start, and positions of games that the engine played against itself, from full boards to
/// endings.
const POSITIONS: [&str; 24] = [
    damier_draughts::START_FEN,
    "W:W31,34,35,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,12,13,14,15,17,18,20,26,33",
    "B:W26,27,28,29,32,34,35,36,39,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,10,11,12,13,14,16,17,18,20",
    "W:W27,30,32,33,34,38,39,40,41,42,44,45,46,47,48,49,50:B1,2,3,4,5,6,8,10,11,13,14,15,16,18,19,21,25",
    "B:W27,28,30,32,33,34,35,36,37,42,44,45,46,47,48,49,50:B1,2,3,4,5,6,8,9,10,11,14,16,17,18,19,23,24",
    "W:W29,32,33,36,40,41,42,43,44,46,47,48,49,50:B1,2,3,4,5,6,7,9,13,15,17,19,21,22",
    "B:W26,32,33,34,35,38,39,41,42,44,45,46,48,49,50:B1,3,4,5,6,7,9,10,17,19,20,22,24",
    "W:W27,30,32,33,34,37,40,41,43,46,47,48,49,50:B1,3,4,5,7,10,11,13,15,16,19,21,23,24",
    "B:W16,27,30,32,35,36,41,42,44,46,47,48,50:B1,2,3,4,5,6,7,11,14,17,19,23",
    "W:W27,28,32,33,34,36,38,40,41,43,46,48,50:B1,2,3,4,6,8,10,11,17,18,19,23,24,26",
    "B:W27,28,31,32,34,37,41,43,44,46,49,50:B1,3,4,7,8,10,11,17,18,19,23,35",
    "W:W26,27,29,32,33,34,35,36,37,39,40,44,47,48,50:B1,4,7,10,11,12,14,16,17,18,20,23,24",
    "B:W27,28,30,31,32,34,35,38,40,41,44,46,48:B1,3,8,10,11,13,14,16,18,19,21,23,24",
    "W:W27,28,32,34,37,40,41,42,44,48,50:B1,3,7,9,16,18,19,20,21,23,24",
    "B:W23,24,29,34,36,37,38,39,40,45,48:B1,3,5,9,11,12,13,14,15,20,27",
    "W:W24,25,27,29,31,32,33,34,37,41,46,49:B1,2,8,10,11,13,16,18,21,22,23,26",
    "B:W24,29,38,41,44,46,48:B1,9,11,13,18,22",
    "W:W22,27,28,29,33,37,38,39,42,48:B1,4,11,12,13,16,18,19,30,35",
    "B:W27,28,32,34,35,37,40,44,46:B1,3,6,17,18,19,23,24,29",
    "W:W26,30,32,33,36,38,46,50:B5,10,15,17,18,21,22,23,27",
    "B:W12,26,37,41,49:B6,11,13,33,K45",
    "W:W25,27,32,33,34,35,37,47:B6,10,13,14,19,20,24,26",
    "B:W26,34,35,37,44:B1,4,10,17,18,23,24",
    "W:W23,31,36,44:B7,13,20,35",
];

/// Searches every position to a depth and tells a line for each, then the sum of the nodes.
///
/// One engine for all: what it learns from one position is in the signature of the next.
pub fn run(depth: Option<u32>, on_line: &mut dyn FnMut(String)) -> Statistics {
    let plies = depth.unwrap_or(USUAL_DEPTH).clamp(1, Depth::MAX.plies() as u32);
    let begin = Instant::now();
    let mut total = Statistics::default();
    let mut engine = DraughtsEngine::new();
    for fen in POSITIONS {
        let position = Position::from_fen(fen).expect("the positions of the bench are well formed");
        let query = Query::new(Game::new(position), Limits::to_depth(Depth::new(plies as i32)));
        let Ok(_) = engine.search(&query, &mut |_| ());
        let counts = engine.statistics();
        on_line(format!("{:>12} nodes  {fen}", counts.nodes));
        total += counts;
    }
    let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
    on_line(format!(
        "{:.1} % in quiescence, {:.1} % of table probes hit, {:.1} % of cut-offs by the first move",
        share(total.quiescence_nodes, total.nodes),
        share(total.table_hits, total.table_probes),
        share(total.first_move_cutoffs, total.beta_cutoffs),
    ));
    let speed = total.nodes as f64 / begin.elapsed().as_secs_f64().max(0.001);
    on_line(format!("{} nodes {speed:.0} nps", total.nodes));
    total
}
