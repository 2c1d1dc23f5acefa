//! What the workers of all games have in common.

use crate::{Control, Node, Path, PrincipalLines, Reductions};
use damier_core::{Game, Ply, Rules};

/// The part of a worker that is the same in every game: where it is in the tree, and the control
/// that lets it go on. A worker adds what judges positions and what it learns from them.
pub struct WorkerCore<R: Rules> {
    control: Option<Control>,
    /// The best lines below each ply.
    pub lines: PrincipalLines<R::Move>,
    /// The longest line looked at.
    pub selective_depth: usize,
    /// The position that is searched.
    pub root: R,
    /// The positions that led to the current one.
    pub path: Path,
    /// The depth of the iteration.
    pub iteration_depth: usize,
    /// How much less deep late moves are searched.
    pub reductions: Reductions,
    /// The count of nodes at which the captures of a leaf have been followed long enough.
    settled_at: u64,
}

/// Nodes that the captures of one leaf may take. In 2,500 tactical positions from games of people
/// the largest leaf took about a thousand; with many queens or kings on the board it would take
/// hours.
const MAX_LEAF_NODES: u64 = 10_000;

impl<R: Rules> WorkerCore<R> {
    /// Before the first search.
    pub fn new(reductions: Reductions) -> Self {
        Self {
            control: None,
            lines: PrincipalLines::new(),
            selective_depth: 0,
            root: R::start(),
            path: Path::default(),
            iteration_depth: 0,
            reductions,
            settled_at: 0,
        }
    }

    /// A search of this game's current position begins.
    pub fn begin(&mut self, game: &Game<R>, control: Control) {
        self.control = Some(control);
        self.root = game.position().clone();
        self.path.begin(game);
    }

    /// The control that the search was given.
    #[inline]
    pub fn control(&mut self) -> &mut Control {
        self.control.as_mut().expect("a search has begun")
    }

    /// Step 2 of every node: counts it and asks at times whether to go on. `None` once the search
    /// has to end.
    #[inline]
    pub fn enter<N: Node>(&mut self, ply: Ply) -> Option<()> {
        debug_assert!(ply <= Ply::MAX, "there is no room for deeper lines");
        self.control().enter_node()?;
        self.selective_depth = self.selective_depth.max(ply.index());
        if N::IS_PV {
            self.lines.clear(ply);
        }
        Some(())
    }

    /// A leaf of the tree: its captures are followed from here on.
    #[inline]
    pub fn begin_settling(&mut self, ply: Ply) {
        let statistics = &mut self.control().statistics;
        statistics.leaves += 1;
        statistics.leaf_plies += ply.index() as u64;
        self.settled_at = statistics.nodes + MAX_LEAF_NODES;
    }

    /// Whether a position has to be judged as it stands: there is no room for a deeper line, or the
    /// captures of this leaf have been followed long enough.
    #[inline]
    pub fn must_judge(&mut self, ply: Ply) -> bool {
        ply >= Ply::MAX || self.control().statistics.nodes >= self.settled_at
    }
}
