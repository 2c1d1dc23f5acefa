//! Quiescence: captures are compulsory, so they are followed to the end; neither side stands pat
//! while one is pending, nor, near the horizon, while the other side threatens one.
//!
//! The transposition table is not asked: the evaluation costs less than a look into memory (a third
//! less time to the same depth; worth +20, from -19 to +58 Elo, 160 games of 15 ms a move, before
//! Bench 5676256).

use crate::endgame;
use crate::picker::DraughtsPicker;
use crate::tunables as tune;
use crate::worker::DraughtsWorker;
use damier_core::{Evaluate, Ply, Score, Window};
use damier_draughts::{MoveList, Position};
use damier_search::{Killers, Node, NullNode, SearchMode};

impl<E: Evaluate<Position>, M: SearchMode> DraughtsWorker<E, M> {
    /// Follows captures until the position can be judged as it stands. Steps are numbered as in
    /// `search`.
    pub(crate) fn quiesce<N: Node>(
        &mut self,
        position: &Position,
        window: Window,
        ply: Ply,
    ) -> Option<Score> {
        self.core.begin_settling(ply);
        self.settle::<N>(position, window, ply, tune::threat_plies())
    }

    /// `patience` is how many plies more may be spent on answers to threats: a piece that is
    /// attacked may be lost, or may be bait, and the evaluation knows neither. Without a limit
    /// threats and counter-threats would never end.
    fn settle<N: Node>(
        &mut self,
        position: &Position,
        window: Window,
        ply: Ply,
        patience: i32,
    ) -> Option<Score> {
        debug_assert!(window.alpha() < window.beta(), "an empty window");
        debug_assert!(Ply::ROOT < ply && ply <= Ply::MAX, "below the root");

        // Step 2. Count the node.
        self.core.enter::<N>(ply)?;
        self.core.control().statistics.quiescence_nodes += 1;

        // Step 3. The end of the game, and draws.
        let side = position.side_to_move();
        let must_capture = position.can_capture(side);
        if !must_capture && !position.has_legal_move() {
            return Some(Score::mated_in(ply));
        }
        if self.is_draw(position, ply) {
            return Some(Score::DRAW);
        }
        if self.core.must_judge(ply) {
            return Some(self.evaluator.evaluate(position));
        }

        // Step 7. Endgame tables know better than any evaluation.
        if !must_capture && let Some(verdict) = self.probing.probe_quiet(position) {
            self.core.control().count_endgame_hit();
            return Some(endgame::score(position, verdict, ply));
        }

        // Step 8. Stand pat if nothing is pending on either side.
        // (answers to threats: worth +23, from -14 to +60 Elo, 200 games of 5,000 nodes, before
        // Bench 5676256)
        let is_threatened = M::IS_SELECTIVE
            && tune::use_threats() != 0
            && !must_capture
            && patience > 0
            && position.can_capture(!side);
        if !must_capture {
            let evaluation = self.evaluator.evaluate(position);
            // A side that is bad even before it loses something needs no closer look.
            if !is_threatened || window.fails_low(evaluation + tune::threat_margin()) {
                return Some(evaluation);
            }
            // What if we let it happen? Having the move is hardly worse than not having it, so what
            // stands after the other side's captures stands.
            let score = self.let_it_happen(position, window, ply)?;
            if window.fails_high(score) {
                return Some(score);
            }
        }

        let patience = if must_capture { patience } else { patience - tune::threat_cost() };
        self.settle_moves::<N>(position, window, ply, patience)
    }

    /// Steps 14 to 18: all moves that the rules allow, which are captures if there are any.
    // Always inlined: a function of its own would make every frame of the recursion two.
    #[inline(always)]
    fn settle_moves<N: Node>(
        &mut self,
        position: &Position,
        window: Window,
        ply: Ply,
        patience: i32,
    ) -> Option<Score> {
        // Step 14. The moves.
        let mut moves = MoveList::new();
        position.legal_moves_into(&mut moves);
        let trail = self.trail(ply);
        let mut picker =
            DraughtsPicker::new(position, &mut moves, None, Killers::NONE, trail, &self.histories);
        let mut open = window;
        let mut best_score = Score::LOWEST;
        while let Some(mv) = picker.next() {
            // Step 17. Play it.
            let next = self.play_unseen(position, mv);
            let score = -self.settle::<N>(&next, -open, ply.next(), patience)?;
            self.take_back();

            // Step 18. Is it better?
            if score > best_score {
                best_score = score;
                if score > open.alpha() {
                    if N::IS_PV {
                        self.core.lines.set(ply, mv);
                    }
                    if open.fails_high(score) {
                        break;
                    }
                    open = open.raised_to(score);
                }
            }
        }

        Some(best_score)
    }

    /// The score if the other side carries out its threat while we stand by.
    fn let_it_happen(&mut self, position: &Position, window: Window, ply: Ply) -> Option<Score> {
        let mut next = position.clone();
        next.pass();
        self.evaluator.enter();
        self.core.path.push(next.key());
        let score =
            self.settle::<NullNode>(&next, -Window::reaching(window.beta()), ply.next(), 0)?;
        self.take_back();
        Some(-score)
    }
}
