//! What a search tells while it runs. Protocols make text of it; nothing here prints.

use damier_core::{Depth, Score, Window};
use std::time::Duration;

/// Something that a search has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event<M> {
    /// A line and its score.
    Report(Report<M>),
    /// In a search that takes long: how far it is.
    Progress(SearchProgress<M>),
    /// A remark in words, such as a tablebase that cannot be read.
    Remark(String),
}

impl<M> Event<M> {
    /// The event with its score in hundredths of `unit`, as [`Score::in_hundredths_of`] makes it.
    #[must_use]
    pub fn in_hundredths_of(self, unit: i32) -> Self {
        match self {
            Self::Report(report) => {
                Self::Report(Report { score: report.score.in_hundredths_of(unit), ..report })
            }
            Self::Progress(_) | Self::Remark(_) => self,
        }
    }
}

/// A line that the search believes in, and what it cost to find.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// The iteration that found it.
    pub depth: Depth,
    /// The longest line looked at, in plies.
    pub selective_depth: usize,
    /// How far the leaves of the tree are from its root on average, in tenths of a ply, if they
    /// were counted.
    pub mean_depth: Option<u32>,
    /// Its rank among the lines asked for, counted from 1.
    pub rank: usize,
    /// Its score for the side to move.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Nodes so far, of all threads.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub table_fill: u32,
    /// Positions that were looked up in endgame tables.
    pub endgame_hits: u64,
    /// The moves, best first move in front; empty only if there is no legal move.
    pub line: Vec<M>,
}

impl<M> Report<M> {
    /// Nodes each second.
    pub fn nodes_per_second(&self) -> u64 {
        nodes_per_second(self.nodes, self.time)
    }
}

/// Where a search is, between two reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchProgress<M> {
    /// Whose turn has come; `None` if nothing has changed but the counts.
    pub turn: Option<RootTurn<M>>,
    /// Nodes so far, of all threads.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub table_fill: u32,
}

impl<M> SearchProgress<M> {
    /// Nodes each second.
    pub fn nodes_per_second(&self) -> u64 {
        nodes_per_second(self.nodes, self.time)
    }
}

/// The turn of a root move in an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootTurn<M> {
    /// The iteration under way.
    pub depth: Depth,
    /// The move.
    pub mv: M,
    /// Its number in the order of the search, counted from 1.
    pub number: usize,
}

fn nodes_per_second(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(0.001)) as u64
}

/// What a score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Bound {
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower = 2,
    /// This is the true score, as far as the search went.
    Exact = 3,
}

impl Bound {
    /// What the best score of a search with this window says about the true one.
    #[inline]
    pub fn of(score: Score, window: Window) -> Self {
        if window.fails_high(score) {
            Self::Lower
        } else if window.fails_low(score) {
            Self::Upper
        } else {
            Self::Exact
        }
    }
}
