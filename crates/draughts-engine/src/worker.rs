//! A worker: what one search thread owns, and the plumbing that every node needs.
//!
//! How it thinks is in `root`, `search` and `quiescence`.

use crate::endgame::Probing;
use crate::histories::{DraughtsHistories, DraughtsPlacement, Trail};
use crate::tunables as tune;
use damier_core::{Depth, Evaluate, Game, Ply, Rules, Score, Window};
use damier_draughts::{Move, Position};
use damier_search::{
    Control, Full, Killers, NodeSearch, Reductions, Roots, SearchMode, WorkerCore, search_root,
};
use std::marker::PhantomData;

/// What is remembered about each ply of the current path.
#[derive(Clone, Copy)]
pub(crate) struct DraughtsFrame {
    pub(crate) placement: DraughtsPlacement,
    pub(crate) killers: Killers<Move>,
}

const BLANK: DraughtsFrame =
    DraughtsFrame { placement: DraughtsPlacement::NONE, killers: Killers::NONE };

/// The trail reaches two plies back from the root.
const FRAMES_BEFORE_ROOT: usize = 2;
const FRAMES: usize = FRAMES_BEFORE_ROOT + Ply::MAX.index() + 3;

/// One thread's searcher: position history, stack, histories, evaluator.
pub struct DraughtsWorker<E, M = Full> {
    pub(crate) core: WorkerCore<Position>,
    pub(crate) evaluator: E,
    pub(crate) histories: Box<DraughtsHistories>,
    pub(crate) probing: Probing,
    frames: Box<[DraughtsFrame; FRAMES]>,
    mode: PhantomData<M>,
}

impl<E: Evaluate<Position>, M: SearchMode> DraughtsWorker<E, M> {
    /// A worker that has learnt nothing yet.
    pub fn new(evaluator: E) -> Self {
        let reductions = Reductions::new(tune::reduction_base(), tune::reduction_divisor());
        Self {
            core: WorkerCore::new(reductions),
            evaluator,
            histories: Box::new(DraughtsHistories::new()),
            probing: Probing::default(),
            frames: Box::new([BLANK; FRAMES]),
            mode: PhantomData,
        }
    }

    /// Changes how endgame tables are used.
    pub(crate) fn set_probing(&mut self, probing: Probing) {
        self.probing = probing;
    }

    #[inline]
    pub(crate) fn frame(&mut self, ply: Ply) -> &mut DraughtsFrame {
        &mut self.frames[FRAMES_BEFORE_ROOT + ply.index()]
    }

    /// What was placed one and two plies ago.
    #[inline]
    pub(crate) fn trail(&self, ply: Ply) -> Trail {
        let before = |plies: usize| self.frames[FRAMES_BEFORE_ROOT + ply.index() - plies].placement;
        [before(1), before(2)]
    }

    /// Plays a move on a copy of the position and enters it in the path.
    #[inline]
    pub(crate) fn play(&mut self, position: &Position, mv: Move, ply: Ply) -> Position {
        self.core.control().table().prefetch(position.key_after(mv));
        let mut next = position.clone();
        self.evaluator.enter();
        next.play_observed(mv, &mut self.evaluator);
        self.frame(ply).placement = DraughtsPlacement::of(position, mv);
        self.core.path.push(next.key());
        next
    }

    /// [`DraughtsWorker::play`] below the horizon, where neither table nor histories are asked.
    #[inline]
    pub(crate) fn play_unseen(&mut self, position: &Position, mv: Move) -> Position {
        let mut next = position.clone();
        self.evaluator.enter();
        next.play_observed(mv, &mut self.evaluator);
        self.core.path.push(next.key());
        next
    }

    #[inline]
    pub(crate) fn take_back(&mut self) {
        self.core.path.pop();
        self.evaluator.leave();
    }

    /// Whether the game would be drawn here, if the side to move can move at all.
    #[inline]
    pub(crate) fn is_draw(&self, position: &Position, ply: Ply) -> bool {
        // Without kings on the board nothing repeats and nothing is counted.
        let reach = position.reversible_plies();
        reach > 0 && self.core.path.is_repetition(reach, ply) || position.clocks().have_run_out()
    }
}

impl<E: Evaluate<Position> + Send + 'static, M: SearchMode> NodeSearch for DraughtsWorker<E, M> {
    type Rules = Position;

    fn forget(&mut self) {
        *self.histories = DraughtsHistories::new();
    }

    fn begin(&mut self, game: &Game<Position>, control: Control) {
        self.core.begin(game, control);
        self.evaluator.prepare(game.position());
        self.frames.fill(BLANK);
    }

    fn control(&mut self) -> &mut Control {
        self.core.control()
    }

    fn standing_score(&mut self) -> Score {
        // A search that was broken off leaves the evaluator somewhere below the root.
        self.evaluator.prepare(&self.core.root);
        self.evaluator.evaluate(&self.core.root)
    }

    fn iterate(
        &mut self,
        roots: &mut Roots<Move>,
        window: Window,
        depth: Depth,
        on_move: &mut dyn FnMut(Move, usize),
    ) -> Option<Score> {
        search_root(self, roots, window, depth, on_move)
    }
}

#[cfg(test)]
mod tests;
