//! The root node: no pruning, no cut-offs from tables, a move for every position.

use crate::{Bound, Node, NullNode, PvNode, Roots, SearchMode, TableEntry, WorkerCore};
use damier_core::{Depth, Ply, Rules, Score, Window};

/// What the loop over the root moves asks of a worker.
pub trait RootSearch {
    /// The game.
    type Rules: Rules;
    /// What the worker leaves out.
    type Mode: SearchMode;

    /// What all workers have.
    fn core(&mut self) -> &mut WorkerCore<Self::Rules>;

    /// Prepares the plies below; the evaluation of the root, if it is worth remembering.
    fn enter_root(&mut self, position: &Self::Rules) -> Option<Score>;

    /// Plays a root move on a copy of the position.
    fn play_root_move(
        &mut self,
        position: &Self::Rules,
        mv: <Self::Rules as Rules>::Move,
    ) -> Self::Rules;

    /// Takes it back.
    fn take_back(&mut self);

    /// By how many plies less the move with this index is searched at first; `None` if it is to be
    /// searched to the full depth at once.
    fn root_reduction(
        &self,
        position: &Self::Rules,
        mv: <Self::Rules as Rules>::Move,
        index: usize,
        depth: Depth,
    ) -> Option<i32>;

    /// Searches the position after a root move. `is_cut` is the expectation that some reply will
    /// reach beta.
    fn search_reply<N: Node>(
        &mut self,
        position: &Self::Rules,
        window: Window,
        depth: Depth,
        is_cut: bool,
    ) -> Option<Score>;
}

/// Searches the open root moves in their order and tells `on_move` whose turn it is; steps are
/// numbered as in the searches of the games.
pub fn search_root<W: RootSearch>(
    worker: &mut W,
    roots: &mut Roots<<W::Rules as Rules>::Move>,
    window: Window,
    depth: Depth,
    on_move: &mut dyn FnMut(<W::Rules as Rules>::Move, usize),
) -> Option<Score> {
    debug_assert!(window.alpha() < window.beta(), "an empty window");
    debug_assert!(depth > 0 && depth <= Depth::MAX, "an iteration has a depth");
    let ply = Ply::ROOT;
    worker.core().iteration_depth = depth.plies() as usize;
    let position = worker.core().root.clone();

    // Step 2. Count the node.
    worker.core().enter::<PvNode>(ply)?;

    // Step 8. Static evaluation.
    let evaluation = worker.enter_root(&position);

    // Step 14. The moves, in the order that the last iteration left.
    let is_first_line = roots.open().len() == roots.len();
    let mut best: Option<(Score, <W::Rules as Rules>::Move)> = None;
    let mut open = window;
    for (index, root) in roots.open().iter_mut().enumerate() {
        let mv = root.mv;
        on_move(mv, index + 1);
        let before = worker.core().control().statistics.nodes;
        worker.core().selective_depth = 0;
        let score = search_root_move(worker, &position, mv, index, open, depth)?;

        // Step 18. What was found. A move that is only known to be no better keeps no score.
        let core = worker.core();
        root.nodes += core.control().statistics.nodes - before;
        if index == 0 || score > open.alpha() {
            core.lines.set(ply, mv);
            root.score = score;
            root.selective_depth = core.selective_depth.max(1);
            root.line.clear();
            root.line.extend_from_slice(core.lines.get(ply));
        }
        if best.is_none_or(|(best, _)| score > best) {
            best = Some((score, mv));
            if open.fails_high(score) {
                break;
            }
            if score > open.alpha() {
                open = open.raised_to(score);
            }
        }
    }

    // Step 20. Remember; later lines of the same position would overwrite the best one.
    let (score, mv) = best?;
    if is_first_line {
        let bound = Bound::of(score, window);
        let hint = (bound != Bound::Upper).then(|| W::Rules::hint(mv));
        let bound = Some(bound);
        let entry = TableEntry { hint, score, bound, evaluation, depth, was_pv: true };
        worker.core().control().store::<W::Mode>(position.key(), ply, &entry);
    }
    Some(score)
}

/// Step 17. Plays a root move: the first with the whole window, the others only to show that they
/// are no better; late quiet ones at reduced depth at first.
fn search_root_move<W: RootSearch>(
    worker: &mut W,
    position: &W::Rules,
    mv: <W::Rules as Rules>::Move,
    index: usize,
    open: Window,
    depth: Depth,
) -> Option<Score> {
    let next = worker.play_root_move(position, mv);
    let new_depth = depth - 1;
    let narrow = -Window::above(open.alpha());
    let mut score = Score::LOWEST;
    let mut needs_full_depth = index > 0;
    if let Some(reduction) = worker.root_reduction(position, mv, index, depth) {
        let reduced = (new_depth - reduction.max(0)).max(Depth::new(1));
        score = -worker.search_reply::<NullNode>(&next, narrow, reduced, true)?;
        needs_full_depth = score > open.alpha() && reduced < new_depth;
    }
    if needs_full_depth {
        score = -worker.search_reply::<NullNode>(&next, narrow, new_depth, true)?;
    }
    if index == 0 || score > open.alpha() {
        score = -worker.search_reply::<PvNode>(&next, -open, new_depth, false)?;
    }
    worker.take_back();
    Some(score)
}
