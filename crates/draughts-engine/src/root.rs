//! The root node: no pruning, no cut-offs from tables, a move for every position.

use crate::tunables as tune;
use crate::worker::DraughtsWorker;
use damier_core::{Depth, Evaluate, Ply, Score, Window};
use damier_draughts::{Move, Position};
use damier_search::{Bound, Killers, NullNode, PvNode, Roots, SearchMode, TableEntry};

impl<E: Evaluate<Position>, M: SearchMode> DraughtsWorker<E, M> {
    /// Searches the open root moves in their order; steps are numbered as in `search`.
    pub(crate) fn search_root(
        &mut self,
        roots: &mut Roots<Move>,
        window: Window,
        depth: Depth,
    ) -> Option<Score> {
        debug_assert!(window.alpha() < window.beta(), "an empty window");
        debug_assert!(depth > 0 && depth <= Depth::MAX, "an iteration has a depth");
        let ply = Ply::ROOT;
        let position = self.root.clone();

        // Step 2. Count the node.
        self.control().enter_node()?;
        self.lines.clear(ply);
        self.frame(ply.next().next()).killers = Killers::NONE;

        // Step 14. The moves, in the order that the last iteration left.
        let is_first_line = roots.open().len() == roots.len();
        let mut best: Option<(Score, Move)> = None;
        let mut open = window;
        for (index, root) in roots.open().iter_mut().enumerate() {
            let mv = root.mv;
            let before = self.control().statistics.nodes;
            self.selective_depth = 0;
            let score = self.search_root_move(&position, mv, index, open, depth)?;

            // Step 18. What was found. A move that is only known to be no better keeps no score.
            root.nodes += self.control().statistics.nodes - before;
            if index == 0 || score > open.alpha() {
                self.lines.set(ply, mv);
                root.score = score;
                root.selective_depth = self.selective_depth.max(1);
                root.line.clear();
                root.line.extend_from_slice(self.lines.get(ply));
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
            let hint = (bound != Bound::Upper).then(|| mv.into());
            let entry = TableEntry {
                hint,
                score,
                bound: Some(bound),
                evaluation: None,
                depth,
                was_pv: true,
            };
            self.control().store::<M>(position.key(), ply, &entry);
        }
        Some(score)
    }

    /// Step 17. Plays a root move: the first with the whole window, the others only to show that
    /// they are no better; late quiet ones at reduced depth at first.
    fn search_root_move(
        &mut self,
        position: &Position,
        mv: Move,
        index: usize,
        open: Window,
        depth: Depth,
    ) -> Option<Score> {
        let ply = Ply::ROOT;
        let next = self.play(position, mv, ply);
        let new_depth = depth - 1;
        let narrow = -Window::above(open.alpha());
        let mut score = Score::LOWEST;
        let mut needs_full_depth = index > 0;
        if M::IS_SELECTIVE
            && tune::use_reductions() != 0
            && depth > tune::reduction_depth()
            && index >= tune::root_full_moves() as usize
            && !mv.is_capture()
            && !position.promotes(mv)
        {
            let usual = self.reductions.plies(depth, index as i32 + 1);
            let reduction = (usual - tune::root_reduction_less()).max(0);
            let reduced = (new_depth - reduction).max(Depth::new(1));
            score = -self.search::<NullNode>(&next, narrow, reduced, ply.next(), true)?;
            needs_full_depth = score > open.alpha() && reduced < new_depth;
        }
        if needs_full_depth {
            score = -self.search::<NullNode>(&next, narrow, new_depth, ply.next(), true)?;
        }
        if index == 0 || score > open.alpha() {
            score = -self.search::<PvNode>(&next, -open, new_depth, ply.next(), false)?;
        }
        self.take_back();
        Some(score)
    }
}
