//! A fixed piece of work whose node count is the signature of a search.

use crate::clock::{Clock as _, SystemClock};
use crate::{Limits, LocalEngine, Query, Statistics};
use damier_core::{Depth, Game, Rules};

/// Searches every position to a depth and tells a line for each, then the sum of the nodes.
///
/// One engine for all: what it learns from one position is in the signature of the next.
///
/// # Panics
/// If one of the positions cannot be read.
pub fn run<E: LocalEngine>(
    engine: &mut E,
    positions: &[&str],
    depth: u32,
    on_line: &mut dyn FnMut(String),
) -> Statistics {
    let plies = depth.clamp(1, Depth::MAX.plies() as u32) as i32;
    let begin = SystemClock::start();
    let mut total = Statistics::default();
    for fen in positions {
        let position = E::Rules::from_fen(fen).expect("the positions of the bench are well formed");
        let query = Query::new(Game::new(position), Limits::to_depth(Depth::new(plies)));
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
    let speed = total.nodes as f64 / begin.now().as_secs_f64().max(0.001);
    on_line(format!("{} nodes {speed:.0} nps", total.nodes));
    total
}
