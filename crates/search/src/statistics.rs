//! What a search counted while it ran: the numbers that tell whether pruning and ordering work.

use std::ops::AddAssign;

/// Counts of one search, of one thread or of all together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Positions visited.
    pub nodes: u64,
    /// Those of them in quiescence.
    pub quiescence_nodes: u64,
    /// Leaves of the tree, where quiescence takes over.
    pub leaves: u64,
    /// How far from the root they are, all plies added up.
    pub leaf_plies: u64,
    /// Questions to the transposition table.
    pub table_probes: u64,
    /// Questions that it could answer.
    pub table_hits: u64,
    /// Nodes where a move was too good for the other side to allow.
    pub beta_cutoffs: u64,
    /// Those of them where it was the first move: what good ordering looks like.
    pub first_move_cutoffs: u64,
    /// Nodes where no move was better than what we had already.
    pub alpha_cutoffs: u64,
    /// Positions found in endgame tables.
    pub endgame_hits: u64,
}

impl Statistics {
    /// Counts a node that a move cut off.
    #[inline]
    pub fn count_beta_cutoff(&mut self, by_first_move: bool) {
        self.beta_cutoffs += 1;
        self.first_move_cutoffs += u64::from(by_first_move);
    }
}

impl AddAssign for Statistics {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.quiescence_nodes += other.quiescence_nodes;
        self.leaves += other.leaves;
        self.leaf_plies += other.leaf_plies;
        self.table_probes += other.table_probes;
        self.table_hits += other.table_hits;
        self.beta_cutoffs += other.beta_cutoffs;
        self.first_move_cutoffs += other.first_move_cutoffs;
        self.alpha_cutoffs += other.alpha_cutoffs;
        self.endgame_hits += other.endgame_hits;
    }
}
