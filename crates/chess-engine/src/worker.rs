//! A worker: what one search thread owns, and the plumbing that every node needs.
//!
//! How it thinks is in `root`, `search` and `quiescence`.

use crate::histories::{Histories, Placement, Trail};
use crate::tablebase::Tablebase;
use crate::tunables as tune;
use damier_chess::{Move, Position};
use damier_core::{Depth, Evaluate, Game, Ply, Rules, Score, Window};
use damier_search::{Control, Entry, Lines, NodeSearch, Roots};
use std::marker::PhantomData;
use std::sync::Arc;

/// What a worker leaves out. A type, so that nothing of it is asked at run time.
pub trait Mode: Send + 'static {
    /// Whether moves may be pruned, reduced and extended.
    const IS_SELECTIVE: bool;
    /// Whether the table is used.
    const USES_TABLE: bool;
}

/// The search that plays.
pub struct Full;

impl Mode for Full {
    const IS_SELECTIVE: bool = true;
    const USES_TABLE: bool = true;
}

/// Every move to the full depth: what a textbook would do, to be compared with one.
pub struct Plain<const TABLE: bool>;

impl<const TABLE: bool> Mode for Plain<TABLE> {
    const IS_SELECTIVE: bool = false;
    const USES_TABLE: bool = TABLE;
}

/// What is remembered about each ply of the current path.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    pub(crate) placement: Placement,
    /// `None` in check, where an evaluation means nothing.
    pub(crate) evaluation: Option<Score>,
    /// The move that a singular search leaves out.
    pub(crate) excluded: Option<Move>,
    pub(crate) killers: [Option<Move>; 2],
    /// Extensions by two plies on the way here: without a limit a search could explode.
    pub(crate) double_extensions: u8,
    /// Plies since the last skipped turn: repetitions across it do not count.
    pub(crate) plies_since_null: u16,
}

const BLANK: Frame = Frame {
    placement: Placement::NONE,
    evaluation: None,
    excluded: None,
    killers: [None; 2],
    double_extensions: 0,
    plies_since_null: 0,
};

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
pub struct Worker<E, M = Full> {
    pub(crate) evaluator: E,
    pub(crate) control: Option<Control>,
    pub(crate) histories: Box<Histories>,
    pub(crate) lines: Lines<Move>,
    pub(crate) selective_depth: usize,
    pub(crate) probing: TableProbing,
    pub(crate) root: Position,
    frames: Box<[Frame; FRAMES]>,
    /// Keys of the game and of the path, oldest first, the current position last.
    pub(crate) keys: Vec<u64>,
    /// The depth of the iteration.
    pub(crate) iteration_depth: usize,
    reductions: Box<[[u8; 64]; 64]>,
    /// Until this ply no turn is skipped: a skipped turn is being verified.
    pub(crate) no_null_before: usize,
    mode: PhantomData<M>,
}

impl<E: Evaluate<Position>, M: Mode> Worker<E, M> {
    /// A worker that has learnt nothing yet.
    pub fn new(evaluator: E) -> Self {
        Self {
            evaluator,
            control: None,
            histories: Box::new(Histories::new()),
            lines: Lines::new(),
            selective_depth: 0,
            probing: TableProbing::default(),
            root: Position::start(),
            frames: Box::new([BLANK; FRAMES]),
            keys: Vec::new(),
            iteration_depth: 0,
            reductions: reduction_table(),
            no_null_before: 0,
            mode: PhantomData,
        }
    }

    /// Changes how endgame tables are used.
    pub fn set_probing(&mut self, probing: TableProbing) {
        self.probing = probing;
    }

    #[inline]
    pub(crate) fn control(&mut self) -> &mut Control {
        self.control.as_mut().expect("a search has begun")
    }

    #[inline]
    pub(crate) fn frame(&mut self, ply: Ply) -> &mut Frame {
        &mut self.frames[FRAMES_BEFORE_ROOT + ply.index()]
    }

    /// The frame so many plies, at most four, before a ply.
    #[inline]
    pub(crate) fn frame_before(&self, ply: Ply, plies: usize) -> &Frame {
        &self.frames[FRAMES_BEFORE_ROOT + ply.index() - plies]
    }

    /// What was placed one, two and four plies ago.
    #[inline]
    pub(crate) fn trail(&self, ply: Ply) -> Trail {
        [1, 2, 4].map(|plies| self.frame_before(ply, plies).placement)
    }

    /// Plays a move on a copy of the position and enters it in the path.
    #[inline]
    pub(crate) fn play(&mut self, position: &Position, mv: Move, ply: Ply) -> Position {
        let mut next = position.clone();
        self.evaluator.enter();
        next.play_observed(mv, &mut self.evaluator);
        self.control().table().prefetch(next.key());
        let plies_since_null = self.frame(ply).plies_since_null + 1;
        self.frame(ply).placement = Placement::of(position, mv);
        self.frame(ply.next()).plies_since_null = plies_since_null;
        self.keys.push(next.key());
        next
    }

    #[inline]
    pub(crate) fn take_back(&mut self) {
        self.keys.pop();
        self.evaluator.leave();
    }

    /// Whether the position is drawn by repetition: if it stood before in the path since the root,
    /// or twice before in the game. Once is enough inside the search, because what can be repeated
    /// once can be repeated again.
    fn is_repetition(&self, position: &Position, ply: Ply) -> bool {
        let since_null =
            usize::from(self.frames[FRAMES_BEFORE_ROOT + ply.index()].plies_since_null);
        let reach = position.reversible_plies().min(since_null);
        let now = self.keys.len() - 1;
        let mut before = 0;
        for back in (4..=reach.min(now)).step_by(2) {
            if self.keys[now - back] == position.key() {
                before += 1;
                // Strictly after the root: the root itself may have to be left again.
                if back < ply.index() || before == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the game would be drawn here. Mate on the hundredth ply wins (004-41).
    pub(crate) fn is_draw(&self, position: &Position, ply: Ply) -> bool {
        (position.halfmove_clock() >= 100 && (!position.is_check() || position.has_legal_move()))
            || position.has_insufficient_material()
            || self.is_repetition(position, ply)
    }

    /// Extensions together at most double the depth of an iteration.
    pub(crate) fn may_extend(&self, ply: Ply) -> bool {
        ply.index() < 2 * self.iteration_depth && ply.index() + 2 < Ply::MAX.index()
    }

    pub(crate) fn reduction(&self, depth: Depth, count: i32) -> i32 {
        self.reductions[depth.plies().clamp(0, 63) as usize][count.clamp(0, 63) as usize].into()
    }

    /// The evaluation as experience corrects it.
    #[inline]
    pub(crate) fn corrected(&self, position: &Position, trail: Trail, raw: Score) -> Score {
        if M::IS_SELECTIVE { self.histories.corrected(position, trail, raw) } else { raw }
    }

    #[inline]
    pub(crate) fn probe(&mut self, key: u64, ply: Ply) -> Option<Entry> {
        if !M::USES_TABLE {
            return None;
        }
        let control = self.control();
        control.statistics.table_probes += 1;
        let entry = control.table().probe(key, ply);
        control.statistics.table_hits += u64::from(entry.is_some());
        entry
    }

    #[inline]
    pub(crate) fn store(&mut self, key: u64, ply: Ply, entry: &Entry) {
        if M::USES_TABLE {
            self.control().table().store(key, ply, entry);
        }
    }
}

impl<E: Evaluate<Position> + Send + 'static, M: Mode> NodeSearch for Worker<E, M> {
    type Rules = Position;

    fn forget(&mut self) {
        *self.histories = Histories::new();
    }

    fn begin(&mut self, game: &Game<Position>, control: Control) {
        self.control = Some(control);
        self.root = game.position().clone();
        self.evaluator.prepare(&self.root);
        self.keys.clear();
        self.keys.extend(game.past_positions().map(Position::key));
        self.keys.push(self.root.key());
        self.frames.fill(BLANK);
        // Nobody skipped a turn in the game itself.
        self.frame(Ply::ROOT).plies_since_null = u16::MAX / 2;
        self.no_null_before = 0;
    }

    fn control(&mut self) -> &mut Control {
        Worker::control(self)
    }

    fn iterate(&mut self, roots: &mut Roots<Move>, window: Window, depth: Depth) -> Option<Score> {
        self.iteration_depth = depth.plies() as usize;
        self.search_root(roots, window, depth)
    }
}

/// Plies by which a late move is searched shallower, by depth and number of the move: the
/// logarithms say that neither the tenth ply nor the tenth move matters as much as the second.
fn reduction_table() -> Box<[[u8; 64]; 64]> {
    let mut table = Box::new([[0; 64]; 64]);
    for depth in 1..64 {
        for count in 1..64 {
            let product = f64::from(depth as u32).ln() * f64::from(count as u32).ln();
            let base = f64::from(tune::reduction_base()) / 100.0;
            let plies = base + product / (f64::from(tune::reduction_divisor()) / 100.0);
            table[depth][count] = plies as u8;
        }
    }
    table
}

#[cfg(test)]
mod tests;
