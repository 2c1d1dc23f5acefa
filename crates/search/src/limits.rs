//! What a search is allowed to spend, in the words of the person or program that asks.

use damier_core::{Depth, Side};
use std::time::Duration;

/// When a search has to end. Whatever is not given does not limit it; with nothing given, only a
/// stop signal ends it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Whole iterations.
    pub depth: Option<Depth>,
    /// Nodes, of all threads together.
    pub nodes: Option<u64>,
    /// Nodes of everything that is done for the answer, if that takes more than one search.
    pub all_nodes: Option<u64>,
    /// Nodes after which no new iteration begins: the result is always that of a whole one.
    pub soft_nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// A mate in at most so many moves is what is looked for; finding one ends the search.
    pub mate: Option<u32>,
    /// The clocks of both sides, if they are known.
    pub clocks: [Option<PlayerClock>; 2],
    /// The answer is not wanted before a stop signal, even if nothing is left to search.
    pub infinite: bool,
}

impl Limits {
    /// So many iterations and no other limit.
    pub fn to_depth(depth: Depth) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// So many nodes and no other limit.
    pub fn to_nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// So much time for the move and no other limit.
    pub fn to_time(time: Duration) -> Self {
        Self { move_time: Some(time), ..Self::default() }
    }

    /// The clock of one side.
    pub fn clock(&self, side: Side) -> Option<PlayerClock> {
        self.clocks[side.index()]
    }
}

/// The clock of one player, as it stands when it starts to run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayerClock {
    /// Time left for all moves, or for those up to the next time control.
    pub remaining: Duration,
    /// Time given back after each move.
    pub increment: Duration,
    /// Moves until more time is given; `None` if the time has to last for the game.
    pub moves_to_go: Option<u32>,
}
