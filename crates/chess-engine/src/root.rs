//! What the root node needs of this game; its loop is shared.

use crate::tunables as tune;
use crate::worker::ChessWorker;
use damier_chess::{Move, Position};
use damier_core::{Depth, Evaluate, Ply, Score, Window};
use damier_search::{Killers, Node, RootSearch, SearchMode, WorkerCore};

impl<E: Evaluate<Position>, M: SearchMode> RootSearch for ChessWorker<E, M> {
    type Rules = Position;
    type Mode = M;

    fn core(&mut self) -> &mut WorkerCore<Position> {
        &mut self.core
    }

    fn enter_root(&mut self, position: &Position) -> Option<Score> {
        let ply = Ply::ROOT;
        self.frame(ply.next().next()).killers = Killers::NONE;
        // The plies below compare theirs with it.
        let raw = (!position.is_check()).then(|| self.evaluator.evaluate(position));
        let trail = self.trail(ply);
        self.frame(ply).evaluation = raw.map(|raw| self.corrected(position, trail, raw));
        raw
    }

    fn play_root_move(&mut self, position: &Position, mv: Move) -> Position {
        let below = self.frame(Ply::ROOT.next());
        below.excluded = None;
        below.double_extensions = 0;
        self.play(position, mv, Ply::ROOT)
    }

    fn take_back(&mut self) {
        ChessWorker::take_back(self);
    }

    fn root_reduction(
        &self,
        position: &Position,
        mv: Move,
        index: usize,
        depth: Depth,
    ) -> Option<i32> {
        let is_late = M::IS_SELECTIVE
            && tune::use_reductions() != 0
            && depth > tune::reduction_depth()
            && index >= tune::root_full_moves() as usize
            && mv.is_quiet()
            && !position.gives_check(mv);
        let usual = || self.core.reductions.plies(depth, index as i32 + 1);
        is_late.then(|| usual() - tune::root_reduction_less())
    }

    fn search_reply<N: Node>(
        &mut self,
        position: &Position,
        window: Window,
        depth: Depth,
        is_cut: bool,
    ) -> Option<Score> {
        self.search::<N>(position, window, depth, Ply::ROOT.next(), is_cut)
    }
}
