//! Quiescence: only what cannot wait is searched, until the position can be judged as it stands.

use crate::histories::Trail;
use crate::picker::ChessPicker;
use crate::tunables as tune;
use crate::worker::ChessWorker;
use damier_chess::Position;
use damier_core::{Depth, Evaluate, Ply, Rules, Score, Window};
use damier_search::{Bound, Killers, Node, SearchMode, TableEntry, refine};

/// What is known of a position once it has been judged as it stands.
struct StandingScore {
    /// What standing pat is worth; the lowest score in check, where that is no choice.
    score: Score,
    /// The evaluation before corrections, if there is one.
    raw: Option<Score>,
    entry: Option<TableEntry>,
    trail: Trail,
    is_at_horizon: bool,
}

/// What no capture loses: with it as the threshold none is left out.
const ANY_LOSS: i32 = -100_000;

impl<E: Evaluate<Position>, M: SearchMode> ChessWorker<E, M> {
    /// Settles captures and promotions; in check every answer is looked at. Steps are numbered
    /// as in `search`.
    pub(crate) fn quiesce<N: Node>(
        &mut self,
        position: &Position,
        window: Window,
        ply: Ply,
    ) -> Option<Score> {
        self.core.begin_settling(ply);
        self.settle::<N>(position, window, ply, true)
    }

    /// Right below the horizon quiet checks count as pending too: a mate or a double attack that
    /// begins with one would be missed by its one ply. Deeper down they would never end.
    fn settle<N: Node>(
        &mut self,
        position: &Position,
        window: Window,
        ply: Ply,
        is_at_horizon: bool,
    ) -> Option<Score> {
        debug_assert!(window.alpha() < window.beta(), "an empty window");
        debug_assert!(Ply::ROOT < ply && ply <= Ply::MAX, "below the root");

        // Step 2. Count the node.
        self.core.enter::<N>(ply)?;
        self.core.control().statistics.quiescence_nodes += 1;

        // Step 3. Draws; and stalemate, which standing pat below would not notice.
        let in_check = position.is_check();
        if self.is_draw(position, ply) || !in_check && !position.has_legal_move() {
            return Some(Score::DRAW);
        }
        if self.core.must_judge(ply) {
            return Some(self.evaluator.evaluate(position));
        }

        // Step 6. Transposition table.   (worth ?)
        let entry = self.core.control().probe::<M>(position.key(), ply);
        if let Some(entry) = entry
            && !N::IS_PV
            && (M::IS_SELECTIVE || entry.depth == Depth::ZERO)
            && entry.decides(window.beta(), Depth::ZERO)
        {
            return Some(entry.score);
        }

        // Step 8. Stand pat: captures are no duty, so the position is worth at least its
        // evaluation. In check there is no such choice.
        let trail = self.trail(ply);
        let mut standing =
            StandingScore { score: Score::LOWEST, raw: None, entry, trail, is_at_horizon };
        let mut open = window;
        if !in_check {
            let evaluation = entry.and_then(|entry| entry.evaluation);
            let evaluation = evaluation.unwrap_or_else(|| self.evaluator.evaluate(position));
            standing.raw = Some(evaluation);
            standing.score = self.corrected(position, trail, evaluation);
            if M::IS_SELECTIVE {
                standing.score = refine(standing.score, entry);
            }
            if open.fails_high(standing.score) {
                return Some(standing.score);
            }
            if standing.score > open.alpha() {
                open = open.raised_to(standing.score);
            }
        }
        self.settle_moves::<N>(position, open, ply, &standing)
    }

    /// Steps 14 to 20: the moves that cannot wait, after standing pat did not settle it. The window
    /// is what standing pat has left of it.
    // Always inlined: a function of its own would make every frame of the recursion two.
    #[inline(always)]
    fn settle_moves<N: Node>(
        &mut self,
        position: &Position,
        window: Window,
        ply: Ply,
        standing: &StandingScore,
    ) -> Option<Score> {
        let StandingScore { score: mut best_score, raw, entry, trail, is_at_horizon } = *standing;
        let in_check = position.is_check();
        let hope = best_score + tune::quiescence_margin();
        let mut open = window;

        // Step 14. The moves.   (quiet checks: worth +3 ± 14 Elo, 1,400 games of 8,000 nodes, Bench
        // 4317714; kept for tactics)
        let hash = entry.and_then(|entry| position.find_move(entry.hint?));
        let mut picker = if in_check {
            ChessPicker::new(hash, Killers::NONE, trail)
        } else {
            // Captures that lose material are left out by the picker already.
            let threshold = if M::IS_SELECTIVE { 0 } else { ANY_LOSS };
            let has_checks = M::IS_SELECTIVE && tune::use_quiet_checks() != 0 && is_at_horizon;
            ChessPicker::pending(hash.filter(|mv| !mv.is_quiet()), threshold, has_checks, trail)
        };
        let mut best_move = None;
        let mut count = 0;
        while let Some(mv) = picker.next(position, &self.histories) {
            count += 1;
            // Step 15. Leave out what cannot matter, unless we may be getting mated.   (worth ?)
            if M::IS_SELECTIVE
                && !in_check
                && !best_score.is_loss()
                && mv.promotion().is_none()
                && let Some((_, role)) = position.captured(mv)
                && open.fails_low(hope + role.exchange_value())
                && !position.gives_check(mv)
            {
                // Even winning this piece for nothing would not be enough.
                best_score = best_score.max(hope + role.exchange_value());
                continue;
            }

            // Step 17. Play it.
            let next = self.play(position, mv, ply);
            let score = -self.settle::<N>(&next, -open, ply.next(), false)?;
            self.take_back();

            // Step 18. Is it better?
            if score > best_score {
                best_score = score;
                if score > open.alpha() {
                    best_move = Some(mv);
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

        // Step 19. In check without an answer.
        if in_check && count == 0 {
            return Some(Score::mated_in(ply));
        }

        // Step 20. Remember.
        let bound = Bound::of(best_score, window);
        let found = TableEntry {
            hint: best_move.map(Into::into),
            score: best_score,
            bound: Some(bound),
            evaluation: raw,
            depth: Depth::ZERO,
            was_pv: N::IS_PV || entry.is_some_and(|entry| entry.was_pv),
        };
        self.core.control().store::<M>(position.key(), ply, &found);
        Some(best_score)
    }
}
