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
}

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
}
