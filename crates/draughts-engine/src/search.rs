//! The search of one worker: principal variation search in numbered steps.
//!
//! One numbering serves both games; a game that lacks a step has a gap there.
//!
//! | step | here | why |
//! |------|------|-----|
//! | 1 | quiescence below depth zero | a score is only meaningful when no capture is pending |
//! | 2 | count the node, obey the clock | |
//! | 3 | the moves, and draws | no move loses; repetition and the counting rules draw |
//! | 4 | win distance | a shorter win is known already |
//! | 5 | single reply | it costs nothing, so it costs no depth |
//! | 6 | transposition table | the position may have been searched before |
//! | 7 | endgame tables | the position may be known for good |
//! | 8 | static evaluation | what the pruning below relies on |
//! | 9 | none | razoring: not tried here, measured and left out in chess |
//! | 10 | reverse futility | the whole node is won |
//! | 11 | none | null move: to have to move is what loses here, so a skipped turn proves nothing |
//! | 12 | none | ProbCut measured -15 ± 11 Elo (1,558 games of 5,000 nodes) |
//! | 13 | internal iterative reduction | without a hash move the order is bad |
//! | 14, 17 | moves: reductions | where the nodes are saved |
//! | 15 | none | pruning of moves: not tried |
//! | 16 | none | a singular extension measured -11 ± 11 Elo (2,000 games of 5,000 nodes) |
//! | 18–20 | scores, histories, table | what is learnt |
//!
//! What a step was worth when it was last measured stands beside it: Elo of having it, with the
//! signature of that time (`Bench`), or a question mark.
//!
//! A search that is broken off returns `None` all the way up, and nothing of it is stored.

use crate::endgame;
use crate::picker::DraughtsPicker;
use crate::tunables as tune;
use crate::worker::DraughtsWorker;
use arrayvec::ArrayVec;
use damier_core::{Depth, Evaluate, Ply, Rules, Score, Window};
use damier_draughts::{Move, MoveList, Position};
use damier_egdb::Wdl;
use damier_search::{
    Bound, Killers, Node, NullNode, PvNode, SearchMode, TableEntry, may_extend, refine,
};

/// Moves beyond these failed so late in the order that the histories need not hear of them.
const MAX_REMEMBERED_MOVES: usize = 32;

impl<E: Evaluate<Position>, M: SearchMode> DraughtsWorker<E, M> {
    /// Searches one position. `is_cut` is the expectation that some move will reach beta.
    pub(crate) fn search<N: Node>(
        &mut self,
        position: &Position,
        window: Window,
        depth: Depth,
        ply: Ply,
        is_cut: bool,
    ) -> Option<Score> {
        debug_assert!(window.alpha() < window.beta(), "an empty window");
        debug_assert!(N::IS_PV || window.is_null(), "only the principal variation is open");
        debug_assert!(Ply::ROOT < ply && ply <= Ply::MAX, "the root has a loop of its own");
        debug_assert!(depth <= Depth::MAX + ply.index() as i32, "extended beyond all limits");

        // Step 1. Nothing left to search: settle the captures.
        if depth <= 0 {
            return self.quiesce::<N>(position, window, ply);
        }
        let mut depth = depth;

        // Step 2. Count the node; ask at times whether to go on.
        self.core.enter::<N>(ply)?;

        // Step 3. Who cannot move has lost, whatever the counting rules say. Then draws. (Not at
        // the root: even in a drawn position a move must be found.)   (worth ?)
        let mut moves = MoveList::new();
        position.legal_moves_into(&mut moves);
        if moves.is_empty() {
            return Some(Score::mated_in(ply));
        }
        if self.is_draw(position, ply) {
            return Some(Score::DRAW);
        }
        if ply >= Ply::MAX {
            return Some(self.evaluator.evaluate(position));
        }

        // Step 4. Win distance. The best we can do here is win with our next move, the worst to
        // have lost now; if a shorter win is known elsewhere, nothing here matters.   (worth ?)
        let mut window = match window.within_mates(ply) {
            Ok(window) => window,
            Err(score) => return Some(score),
        };

        // Step 5. A single reply: there is nothing to choose, so the ply is given back. Long
        // exchanges are made of these.
        // (worth +19, from -18 to +57 Elo, 200 games of 5,000 nodes, before Bench 5676256)
        let must_capture = moves[0].is_capture();
        if M::IS_SELECTIVE
            && tune::use_single_reply() != 0
            && moves.len() == 1
            && may_extend(ply, self.core.iteration_depth)
        {
            depth += 1;
        }

        // Step 6. Transposition table. A result that is deep enough answers a null-window question.
        // On the principal variation it is not used, so that lines are complete.   (worth ?)
        let entry = self.core.control().probe::<M>(position.key(), ply);
        let hash = entry.and_then(|entry| {
            let hint = entry.hint?;
            moves.iter().copied().find(|&mv| Position::hint(mv) == hint)
        });
        if let Some(entry) = entry
            && !N::IS_PV
            && (M::IS_SELECTIVE || entry.depth == depth)
            && entry.decides(window.beta(), depth)
        {
            return Some(entry.score);
        }
        let was_pv = N::IS_PV || entry.is_some_and(|entry| entry.was_pv);

        // Step 7. Endgame tables. A draw is a draw; a win or a loss bounds the score, and only a
        // window inside the wins is searched on, to find the way.   (worth ?)
        let mut floor = Score::LOWEST;
        let mut ceiling = Score::INFINITE;
        if !must_capture && let Some(verdict) = self.probing.probe_quiet(position) {
            self.core.control().count_endgame_hit();
            match verdict {
                Wdl::Draw => return Some(Score::DRAW),
                Wdl::Win => {
                    floor = endgame::least_win(ply);
                    if window.fails_high(floor) {
                        return Some(floor);
                    }
                    window = window.raised_to(floor.max(window.alpha()));
                }
                Wdl::Loss => {
                    ceiling = -endgame::least_win(ply);
                    if window.fails_low(ceiling) {
                        return Some(ceiling);
                    }
                }
            }
        }

        // Step 8. Static evaluation, which means nothing while a capture is pending. A table score
        // that bounds it on the right side is a better guess still.
        let raw = match entry.and_then(|entry| entry.evaluation) {
            _ if must_capture => None,
            Some(stored) => Some(stored),
            None => Some(self.evaluator.evaluate(position)),
        };
        let guess = raw.map(|evaluation| refine(evaluation, entry));
        self.frame(ply.next().next()).killers = Killers::NONE;

        if M::IS_SELECTIVE
            && !N::IS_PV
            && let Some(guess) = guess
        {
            let beta = window.beta();

            // Step 10. Reverse futility. So far above beta that a shallow search will not lose it
            // all; not while the other side has something to take.
            // (worth +38, from +4 to +73 Elo, 200 games of 5,000 nodes, before Bench 5676256)
            if tune::use_reverse_futility() != 0
                && depth <= tune::reverse_futility_depth()
                && guess - tune::reverse_futility_margin() * depth.plies() >= beta
                && !beta.is_decisive()
                && !guess.is_decisive()
                && !position.can_capture(!position.side_to_move())
            {
                return Some(guess);
            }
        }

        // Step 13. Internal iterative reduction. Without a hash move this depth was not prepared;
        // a shallower search finds one cheaply, and the next iteration will be back.   (worth ?)
        if M::IS_SELECTIVE
            && tune::use_iterative_reduction() != 0
            && depth >= tune::iterative_reduction_depth()
            && moves.len() > 1
            && hash.is_none()
        {
            depth -= 1;
        }

        // Step 14. The moves, best first.   (killers and continuation histories: worth ?)
        let original = window;
        let mut best_move = None;
        let mut best_score = floor;
        let mut count = 0;
        let mut tried = ArrayVec::<Move, MAX_REMEMBERED_MOVES>::new();
        let trail = self.trail(ply);
        let killers = self.frame(ply).killers;
        let mut picker =
            DraughtsPicker::new(position, &mut moves, hash, killers, trail, &self.histories);
        while let Some(mv) = picker.next() {
            count += 1;
            let is_quiet = !mv.is_capture();

            // Step 17. Play it. The first move gets the whole window. The others only have to show
            // that they are no better, late quiet ones at reduced depth; if that fails, they are
            // searched again properly.   (worth ?)
            let next = self.play(position, mv, ply);
            let new_depth = depth - 1;
            let mut score = Score::LOWEST;
            let mut needs_full_depth = !N::IS_PV || count > 1;
            if M::IS_SELECTIVE
                && tune::use_reductions() != 0
                && depth >= tune::reduction_depth()
                && count > 1 + i32::from(N::IS_PV)
                && is_quiet
                && !position.promotes(mv)
            {
                let history = self.histories.quiet(position, mv, trail);
                let mut reduction = self.core.reductions.plies(depth, count);
                reduction -= i32::from(was_pv);
                reduction += i32::from(is_cut);
                reduction -= history / tune::reduction_history();
                let reduced =
                    (new_depth - reduction).clamp(Depth::new(1), new_depth.max(Depth::new(1)));
                let narrow = -Window::above(window.alpha());
                score = -self.search::<NullNode>(&next, narrow, reduced, ply.next(), true)?;
                needs_full_depth = score > window.alpha() && reduced < new_depth;
            }
            if needs_full_depth {
                let narrow = -Window::above(window.alpha());
                score = -self.search::<NullNode>(&next, narrow, new_depth, ply.next(), !is_cut)?;
            }
            if N::IS_PV && (count == 1 || score > window.alpha()) {
                score = -self.search::<PvNode>(&next, -window, new_depth, ply.next(), false)?;
            }
            self.take_back();

            // Step 18. Is it better?
            if score > best_score {
                best_score = score;
                if score > window.alpha() {
                    best_move = Some(mv);
                    if N::IS_PV {
                        self.core.lines.set(ply, mv);
                    }
                    if window.fails_high(score) {
                        break;
                    }
                    window = window.raised_to(score);
                }
            }
            if is_quiet {
                let _ = tried.try_push(mv);
            }
        }

        let best_score = best_score.min(ceiling);

        // Step 20. Learn, and remember.
        if let Some(best) = best_move
            && original.fails_high(best_score)
        {
            self.core.control().statistics.count_beta_cutoff(count == 1);
            if !best.is_capture() {
                self.frame(ply).killers.remember(best);
                self.histories.learn(position, best, &tried, trail, depth);
            }
        } else if best_move.is_none() {
            self.core.control().statistics.alpha_cutoffs += 1;
        }
        let bound = match Bound::of(best_score, original) {
            // Nothing was better than what the endgame tables promise.
            Bound::Upper if best_score == floor => Bound::Lower,
            bound => bound,
        };
        let (hint, bound) = (best_move.map(Into::into), Some(bound));
        let found = TableEntry { hint, score: best_score, bound, evaluation: raw, depth, was_pv };
        self.core.control().store::<M>(position.key(), ply, &found);
        Some(best_score)
    }
}
