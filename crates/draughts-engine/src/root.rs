//! What the root node needs of this game; its loop is shared.

use crate::tunables as tune;
use crate::worker::DraughtsWorker;
use damier_core::{Depth, Evaluate, Ply, Score, Window};
use damier_draughts::{Move, Position};
use damier_search::{Killers, Node, RootSearch, SearchMode, WorkerCore};

impl<E: Evaluate<Position>, M: SearchMode> RootSearch for DraughtsWorker<E, M> {
    type Rules = Position;
    type Mode = M;

    fn core(&mut self) -> &mut WorkerCore<Position> {
        &mut self.core
    }

    fn enter_root(&mut self, _position: &Position) -> Option<Score> {
        self.frame(Ply::ROOT.next().next()).killers = Killers::NONE;
        None
    }

    fn play_root_move(&mut self, position: &Position, mv: Move) -> Position {
        self.play(position, mv, Ply::ROOT)
    }

    fn take_back(&mut self) {
        DraughtsWorker::take_back(self);
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
            && !mv.is_capture()
            && !position.promotes(mv);
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
