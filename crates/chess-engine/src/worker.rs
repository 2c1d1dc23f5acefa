//! A worker: what one search thread owns, and the plumbing that every node needs.
//!
//! How it thinks is in `root`, `search` and `quiescence`.

use crate::histories::{ChessHistories, ChessPlacement, Trail};
use crate::tablebase::Tablebase;
use crate::tunables as tune;
use damier_chess::{Move, Position};
use damier_core::{Depth, Evaluate, Game, Ply, Rules, Score, Window};
use damier_search::{
    Control, Full, Killers, NodeSearch, Reductions, Roots, SearchMode, WorkerCore, search_root,
};
use std::marker::PhantomData;
use std::sync::Arc;

/// What is remembered about each ply of the current path.
#[derive(Clone, Copy)]
pub(crate) struct ChessFrame {
    pub(crate) placement: ChessPlacement,
    /// `None` in check, where an evaluation means nothing.
    pub(crate) evaluation: Option<Score>,
    /// The move that a singular search leaves out.
    pub(crate) excluded: Option<Move>,
    pub(crate) killers: Killers<Move>,
    /// Extensions by two plies on the way here: without a limit a search could explode.
    pub(crate) double_extensions: u8,
    /// Plies since the last skipped turn: repetitions across it do not count.
    pub(crate) plies_since_null: u16,
}

const BLANK: ChessFrame = ChessFrame {
    placement: ChessPlacement::NONE,
    evaluation: None,
    excluded: None,
    killers: Killers::NONE,
    double_extensions: 0,
    plies_since_null: 0,
};

/// Plies without capture or pawn move after which the game is drawn.
const FIFTY_MOVES: u16 = 100;

/// The trail reaches four plies back from the root.
const FRAMES_BEFORE_ROOT: usize = 4;
const FRAMES: usize = FRAMES_BEFORE_ROOT + Ply::MAX.index() + 3;

/// How endgame tables are used inside the search.
#[derive(Clone, Default)]
pub struct TableProbing {
    /// The tables, if any.
    pub tables: Option<Arc<Tablebase>>,
    /// Positions with more pieces are not looked up.
    pub max_pieces: usize,
    /// The least depth at which positions with the largest number of pieces are looked up.
    pub min_depth: i32,
    /// Whether wins that the fifty-move rule spoils are draws.
    pub fifty_move_rule: bool,
}

/// One thread's searcher: position history, stack, histories, evaluator.
pub struct ChessWorker<E, M = Full> {
    pub(crate) core: WorkerCore<Position>,
    pub(crate) evaluator: E,
    pub(crate) histories: Box<ChessHistories>,
    pub(crate) probing: TableProbing,
    frames: Box<[ChessFrame; FRAMES]>,
    /// Until this ply no turn is skipped: a skipped turn is being verified.
    pub(crate) no_null_before: usize,
    mode: PhantomData<M>,
}

impl<E: Evaluate<Position>, M: SearchMode> ChessWorker<E, M> {
    /// A worker that has learnt nothing yet.
    pub fn new(evaluator: E) -> Self {
        let reductions = Reductions::new(tune::reduction_base(), tune::reduction_divisor());
        Self {
            core: WorkerCore::new(reductions),
            evaluator,
            histories: Box::new(ChessHistories::new()),
            probing: TableProbing::default(),
            frames: Box::new([BLANK; FRAMES]),
            no_null_before: 0,
            mode: PhantomData,
        }
    }

    /// Changes how endgame tables are used.
    pub fn set_probing(&mut self, probing: TableProbing) {
        self.probing = probing;
    }

    #[inline]
    pub(crate) fn frame(&mut self, ply: Ply) -> &mut ChessFrame {
        &mut self.frames[FRAMES_BEFORE_ROOT + ply.index()]
    }

    /// The frame so many plies, at most four, before a ply.
    #[inline]
    pub(crate) fn frame_before(&self, ply: Ply, plies: usize) -> &ChessFrame {
        &self.frames[FRAMES_BEFORE_ROOT + ply.index() - plies]
    }

    /// What was placed one, two and four plies ago.
    #[inline]
    pub(crate) fn trail(&self, ply: Ply) -> Trail {
        let before = |plies| self.frame_before(ply, plies).placement;
        [before(1), before(2), before(4)]
    }

    /// Plays a move on a copy of the position and enters it in the path.
    #[inline]
    pub(crate) fn play(&mut self, position: &Position, mv: Move, ply: Ply) -> Position {
        self.core.control().table().prefetch(position.likely_key_after(mv));
        let mut next = position.clone();
        self.evaluator.enter();
        next.play_observed(mv, &mut self.evaluator);
        let plies_since_null = self.frame(ply).plies_since_null + 1;
        self.frame(ply).placement = ChessPlacement::of(position, mv);
        self.frame(ply.next()).plies_since_null = plies_since_null;
        self.core.path.push(next.key());
        next
    }

    #[inline]
    pub(crate) fn take_back(&mut self) {
        self.core.path.pop();
        self.evaluator.leave();
    }

    /// Whether the position is drawn by repetition. A skipped turn cannot be taken back either.
    fn is_repetition(&self, position: &Position, ply: Ply) -> bool {
        let since_null = usize::from(self.frame_before(ply, 0).plies_since_null);
        self.core.path.is_repetition(position.reversible_plies().min(since_null), ply)
    }

    /// Whether the game would be drawn here. Mate on the hundredth ply wins.
    pub(crate) fn is_draw(&self, position: &Position, ply: Ply) -> bool {
        (position.halfmove_clock() >= FIFTY_MOVES
            && (!position.is_check() || position.has_legal_move()))
            || position.has_insufficient_material()
            || self.is_repetition(position, ply)
    }

    /// The evaluation as experience corrects it.
    #[inline]
    pub(crate) fn corrected(&self, position: &Position, trail: Trail, raw: Score) -> Score {
        if M::IS_SELECTIVE { self.histories.corrected(position, trail, raw) } else { raw }
    }
}

impl<E: Evaluate<Position> + Send + 'static, M: SearchMode> NodeSearch for ChessWorker<E, M> {
    type Rules = Position;

    fn forget(&mut self) {
        *self.histories = ChessHistories::new();
    }

    fn begin(&mut self, game: &Game<Position>, control: Control) {
        self.core.begin(game, control);
        self.evaluator.prepare(game.position());
        self.frames.fill(BLANK);
        // No turn was skipped in the game itself; half of the type leaves room to count on.
        self.frame(Ply::ROOT).plies_since_null = u16::MAX / 2;
        self.no_null_before = 0;
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
