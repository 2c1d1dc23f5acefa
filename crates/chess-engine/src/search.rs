//! The search of one worker: principal variation search in numbered steps.
//!
//! One numbering serves both games; a game that lacks a step has a gap there.
//!
//! | step | here | why |
//! |------|------|-----|
//! | 1 | quiescence below depth zero | a score is only meaningful when no capture is pending |
//! | 2 | count the node, obey the clock | |
//! | 3 | draws | repetition, fifty moves, dead positions |
//! | 4 | mate distance | a shorter mate is known already |
//! | 5 | none | in draughts: a single reply is free |
//! | 6 | transposition table | the position may have been searched before |
//! | 7 | endgame tables | the position may be known for good |
//! | 8 | static evaluation | what the pruning below relies on |
//! | 9 | none | razoring measured +4 ± 27 Elo (400 games of 8,000 nodes) and hid sacrifices |
//! | 10–11 | reverse futility, null move | the whole node is won |
//! | 12 | none | ProbCut measured +4 ± 27 Elo (400 games of 8,000 nodes) and hid sacrifices |
//! | 13 | internal iterative reduction | without a hash move the order is bad |
//! | 14–17 | moves: pruning, extensions, reductions | where the nodes are saved |
//! | 18–20 | scores, histories, table | what is learnt |
//!
//! What a step was worth when it was last measured stands beside it: Elo of having it, a binary
//! against itself without it, with the signature of that time (`Bench`), or a question mark.
//!
//! A search that is broken off returns `None` all the way up, and nothing of it is stored.

use crate::histories::ChessPlacement;
use crate::picker::ChessPicker;
use crate::tablebase::TablebaseVerdict;
use crate::tunables as tune;
use crate::worker::ChessWorker;
use arrayvec::ArrayVec;
use damier_chess::{Move, Position, Role};
use damier_core::{Depth, Evaluate, Ply, Rules, Score, Window};
use damier_search::{
    Bound, Killers, Node, NullNode, PvNode, SearchMode, TableEntry, may_extend, refine,
};

/// On one path: without a limit a search of forced lines would explode.
const MAX_DOUBLE_EXTENSIONS: u8 = 8;
/// Moves beyond these failed so late in the order that the histories need not hear of them.
const MAX_REMEMBERED_MOVES: usize = 32;
/// The unit of `singular_margin`: parts of a point.
const SINGULAR_GRAIN: i32 = 16;

impl<E: Evaluate<Position>, M: SearchMode> ChessWorker<E, M> {
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

        // Step 3. Draws. (Not at the root: even in a drawn position a move must be found.)
        // (worth ?)
        if self.is_draw(position, ply) {
            return Some(Score::DRAW);
        }
        if ply >= Ply::MAX {
            return Some(self.evaluator.evaluate(position));
        }

        // Step 4. Mate distance. The best we can do here is mate with our next move, the worst to
        // be mated now; if a shorter mate is known elsewhere, nothing here matters.   (worth ?)
        let mut window = match window.within_mates(ply) {
            Ok(window) => window,
            Err(score) => return Some(score),
        };

        let excluded = self.frame(ply).excluded;
        let in_check = position.is_check();

        // Step 6. Transposition table. A result that is deep enough answers a null-window question.
        // On the principal variation it is not used, so that lines are complete; nor close to the
        // fifty-move limit, of which the key knows nothing.   (worth ?)
        let entry = if excluded.is_none() {
            self.core.control().probe::<M>(position.key(), ply)
        } else {
            None
        };
        let hash = entry.and_then(|entry| position.find_move(entry.hint?));
        if let Some(entry) = entry
            && !N::IS_PV
            && i32::from(position.halfmove_clock()) < tune::table_halfmoves()
            && (M::IS_SELECTIVE || entry.depth == depth)
            && entry.decides(window.beta(), depth)
        {
            return Some(entry.score);
        }
        let was_pv = N::IS_PV || entry.is_some_and(|entry| entry.was_pv);

        // Step 7. Endgame tables, right after the move that led into them: between such moves the
        // verdict does not change, and the search itself has to make progress.   (worth ?)
        let mut floor = Score::LOWEST;
        let mut ceiling = Score::INFINITE;
        if excluded.is_none()
            && let Some(score) = self.probe_endgame(position, depth, ply)
        {
            let bound = match score {
                score if score.is_win() => Bound::Lower,
                score if score.is_loss() => Bound::Upper,
                _ => Bound::Exact,
            };
            let depth_of_verdict = depth + tune::endgame_depth();
            let found = TableEntry {
                score,
                bound: Some(bound),
                depth: depth_of_verdict,
                was_pv,
                ..TableEntry::EMPTY
            };
            // On the principal variation the search goes on inside the window, to find the way,
            // within what is known.
            match bound {
                Bound::Lower if !window.fails_high(score) => {
                    floor = score;
                    window = window.raised_to(score.max(window.alpha()));
                }
                Bound::Upper if !window.fails_low(score) => ceiling = score,
                _ => {
                    self.core.control().store::<M>(position.key(), ply, &found);
                    return Some(score);
                }
            }
        }

        // Step 8. Static evaluation, corrected by experience. A table score that bounds it on the
        // right side is a better guess still.
        // (corrections: worth +37 ± 28 Elo, 400 games of 8,000 nodes, Bench 4317714)
        let trail = self.trail(ply);
        let raw = match entry.and_then(|entry| entry.evaluation) {
            // A singular search repeats the node it serves: its evaluation is known.
            _ if in_check || excluded.is_some() => None,
            Some(stored) => Some(stored),
            None => Some(self.evaluator.evaluate(position)),
        };
        let corrected = match excluded {
            Some(_) => self.frame(ply).evaluation,
            None => raw.map(|raw| self.corrected(position, trail, raw)),
        };
        self.frame(ply).evaluation = corrected;
        if entry.is_none() && excluded.is_none() && raw.is_some() {
            // Kept now: most nodes below are left without a result of their own.
            let bare = TableEntry { evaluation: raw, was_pv, ..TableEntry::EMPTY };
            self.core.control().store::<M>(position.key(), ply, &bare);
        }
        let guess = corrected.map(|evaluation| refine(evaluation, entry));
        // Whether we stand better than at our last turn: then a cut is likelier and pruning safer.
        let is_improving = corrected.is_some_and(|now| {
            let earlier = |plies| self.frame_before(ply, plies).evaluation;
            earlier(2).or(earlier(4)).is_none_or(|then| now > then)
        });
        self.frame(ply.next()).excluded = None;
        self.frame(ply.next()).double_extensions = self.frame(ply).double_extensions;
        self.frame(ply.next().next()).killers = Killers::NONE;

        if M::IS_SELECTIVE
            && !N::IS_PV
            && excluded.is_none()
            && let Some(guess) = guess
        {
            let beta = window.beta();

            // Step 10. Reverse futility. So far above beta that a shallow search will not lose it
            // all. Not with mates at stake: they do not announce themselves in the evaluation.
            // (with step 11 worth +76 ± 40 Elo, 200 games of 8,000 nodes, Bench 4317714)
            let margin = tune::reverse_futility_margin() * depth.plies()
                - if is_improving { tune::reverse_futility_improving() } else { 0 };
            if tune::use_reverse_futility() != 0
                && depth <= tune::reverse_futility_depth()
                && guess - margin >= beta
                && !beta.is_loss()
                && !guess.is_decisive()
                && hash.is_none_or(|mv| !mv.is_quiet() || !was_pv)
            {
                return Some(beta + (guess - beta) / tune::reverse_futility_share());
            }

            // Step 11. Null move. Skip our turn and search shallower: if even that ends at beta or
            // better, having the move should only help. Untrue in zugzwang, hence the piece test
            // and, at high depth, a verification without skipping. A mate against a skipped turn
            // proves nothing, hence `unproven`.
            // (worth +42 ± 28 Elo, 400 games of 8,000 nodes, Bench 4317714)
            if tune::use_null_move() != 0
                && depth >= tune::null_move_depth()
                && guess >= beta
                && corrected.is_some_and(|evaluation| evaluation >= beta + null_margin(depth))
                && ply.index() >= self.no_null_before
                && self.frame(ply).plies_since_null > 0
                && !beta.is_loss()
                && has_pieces(position)
            {
                let reduced = depth - null_reduction(depth, guess - beta);
                let score = self.skip_turn(position, window, reduced, ply, !is_cut)?;
                if window.fails_high(score) {
                    let score = score.unproven();
                    if depth < tune::null_move_verification() || self.no_null_before > 0 {
                        return Some(score);
                    }
                    let share = tune::null_move_verified_share();
                    let plies_without = reduced.plies().max(0) * share / 100;
                    self.no_null_before = ply.index() + plies_without as usize;
                    let verified = self.search::<NullNode>(position, window, reduced, ply, false);
                    self.no_null_before = 0;
                    if window.fails_high(verified?) {
                        return Some(score);
                    }
                }
            }
        }

        // Step 13. Internal iterative reduction. Without a hash move this depth was not prepared;
        // a shallower search finds one cheaply, and the next iteration will be back.
        // (with step 17 worth +45 ± 26 Elo, 400 games of 8,000 nodes, Bench 4317714)
        if M::IS_SELECTIVE
            && tune::use_iterative_reduction() != 0
            && depth >= tune::iterative_reduction_depth()
            && (N::IS_PV || is_cut)
            && hash.is_none()
            && excluded.is_none()
        {
            depth -= 1;
        }

        // Step 14. The moves, best first.   (killers, continuation and capture histories: worth ?)
        let original = window;
        let mut best_move = None;
        let mut best_score = floor;
        let mut count = 0;
        let mut tried_quiets = ArrayVec::<Move, MAX_REMEMBERED_MOVES>::new();
        let mut tried_noisy = ArrayVec::<Move, MAX_REMEMBERED_MOVES>::new();
        let mut picker = ChessPicker::new(hash, self.frame(ply).killers, trail);
        let checks = position.checks();
        while let Some(mv) = picker.next(position, &self.histories) {
            if Some(mv) == excluded {
                continue;
            }
            count += 1;
            let is_quiet = mv.is_quiet();
            let history = if is_quiet { self.histories.quiet(position, mv, trail) } else { 0 };
            let gives_check = checks.are_given_by(position, mv);

            // Step 15. Leave out moves that will not matter, once one move has shown that we are
            // not being mated.
            // (worth +255 ± 54 Elo, 200 games of 8,000 nodes, Bench 4317714)
            if M::IS_SELECTIVE && !N::IS_PV && !best_score.is_loss() && has_pieces(position) {
                let lmr_depth = depth.plies() - self.core.reductions.plies(depth, count);
                if is_quiet {
                    // Late moves of a well ordered list are hardly ever best.
                    let most = tune::late_move_base() + depth.plies() * depth.plies();
                    let most = if is_improving { most } else { most / tune::late_move_divisor() };
                    if tune::use_late_move_pruning() != 0
                        && depth <= tune::late_move_depth()
                        && count > most
                    {
                        picker.skip_quiets();
                    }
                    // A quiet move cannot make up for an evaluation far below alpha.
                    if tune::use_futility() != 0
                        && lmr_depth <= tune::futility_depth()
                        && !in_check
                        && !gives_check
                        && let Some(guess) = guess
                    {
                        let margin = tune::futility_base()
                            + tune::futility_slope() * lmr_depth.max(0)
                            + history / tune::futility_history();
                        if window.fails_low(guess + margin) {
                            best_score = best_score.max(guess + margin);
                            continue;
                        }
                    }
                    // Moves that failed nearly everywhere else.
                    if tune::use_history_pruning() != 0
                        && lmr_depth <= tune::history_depth()
                        && !gives_check
                        && history < -tune::history_slope() * depth.plies()
                    {
                        continue;
                    }
                }
                // Moves that give material away for nothing in sight.
                if tune::use_exchange_pruning() != 0 && depth <= tune::exchange_depth() {
                    let allowed = if is_quiet {
                        -tune::exchange_quiet() * lmr_depth.max(0) * lmr_depth.max(0)
                    } else {
                        -tune::exchange_noisy() * depth.plies()
                    };
                    if (!is_quiet || !gives_check) && !position.see_at_least(mv, allowed) {
                        continue;
                    }
                }
            }

            // Step 16. Extensions.
            // (worth +12 ± 30 Elo in 400 games and +39 ± 25 in 467 of 8,000 nodes, Bench 4317714)
            let mut extension = 0;
            if M::IS_SELECTIVE && may_extend(ply, self.core.iteration_depth) {
                if Some(mv) == hash
                    && tune::use_singular() != 0
                    && depth >= tune::singular_depth()
                    && excluded.is_none()
                    && let Some(entry) = entry
                    && entry.bound.is_some_and(|bound| bound != Bound::Upper)
                    && entry.depth >= depth - tune::singular_entry_depth()
                    && !entry.score.is_decisive()
                {
                    match self.ask_if_singular::<N>(
                        position,
                        entry.score,
                        window,
                        depth,
                        ply,
                        is_cut,
                        mv,
                    )? {
                        Singular::Extend(plies) => extension = plies,
                        Singular::Cut(score) => return Some(score),
                    }
                } else if tune::use_check_extension() != 0
                    && gives_check
                    && N::IS_PV
                    && depth <= tune::check_extension_depth()
                    && position.see_at_least(mv, 0)
                {
                    // A check that costs nothing narrows the answers: look one ply further.
                    extension = 1;
                }
            }
            if extension > 1 {
                self.frame(ply.next()).double_extensions = self.frame(ply).double_extensions + 1;
            }

            // Step 17. Play it. The first move gets the whole window. The others only have to show
            // that they are no better, late ones at reduced depth; if that fails, they are searched
            // again properly.
            // (with step 13 worth +45 ± 26 Elo, 400 games of 8,000 nodes, Bench 4317714)
            let next = self.play(position, mv, ply);
            let new_depth = depth - 1 + extension;
            let mut score = Score::LOWEST;
            let mut needs_full_depth = !N::IS_PV || count > 1;
            if M::IS_SELECTIVE
                && tune::use_reductions() != 0
                && depth >= tune::reduction_depth()
                && count > 1 + i32::from(N::IS_PV)
                && (is_quiet || picker.is_among_losing_captures() || is_cut)
            {
                let mut reduction = self.core.reductions.plies(depth, count);
                reduction -= i32::from(was_pv) + i32::from(N::IS_PV);
                reduction += if is_cut { tune::reduction_cut() } else { 0 };
                reduction += i32::from(!is_improving);
                reduction -= i32::from(gives_check);
                reduction -= history / tune::reduction_history();
                reduction += i32::from(is_quiet && hash.is_some_and(|hash| !hash.is_quiet()));
                let reduced =
                    (new_depth - reduction).clamp(Depth::new(1), (new_depth).max(Depth::new(1)));
                score = -self.search::<NullNode>(
                    &next,
                    -Window::above(window.alpha()),
                    reduced,
                    ply.next(),
                    true,
                )?;
                needs_full_depth = score > window.alpha() && reduced < new_depth;
            }
            if needs_full_depth {
                score = -self.search::<NullNode>(
                    &next,
                    -Window::above(window.alpha()),
                    new_depth,
                    ply.next(),
                    !is_cut,
                )?;
            }
            if N::IS_PV && (count == 1 || score > window.alpha()) {
                score = -self.search::<PvNode>(&next, -window, new_depth, ply.next(), false)?;
            }
            self.take_back();
            self.frame(ply.next()).double_extensions = self.frame(ply).double_extensions;

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
            let tried = if is_quiet { &mut tried_quiets } else { &mut tried_noisy };
            let _ = tried.try_push(mv);
        }

        // Step 19. No move at all: mate or stalemate. (With the only move left out, no such thing.)
        if count == 0 {
            return Some(match excluded {
                Some(_) => window.alpha(),
                None if in_check => Score::mated_in(ply),
                None => Score::DRAW,
            });
        }
        let best_score = best_score.min(ceiling);

        // Step 20. Learn, and remember.
        if let Some(best) = best_move
            && original.fails_high(best_score)
        {
            self.core.control().statistics.count_beta_cutoff(count == 1);
            if best.is_quiet() {
                self.frame(ply).killers.remember(best);
            }
            self.histories.learn(position, best, &tried_quiets, &tried_noisy, trail, depth);
        } else if best_move.is_none() {
            self.core.control().statistics.alpha_cutoffs += 1;
        }
        if excluded.is_none() {
            let bound = match Bound::of(best_score, original) {
                // Nothing was better than what the endgame tables promise.
                Bound::Upper if best_score == floor => Bound::Lower,
                bound => bound,
            };
            // The evaluation was wrong in a quiet way: let similar positions know.
            if let Some(corrected) = corrected
                && best_move.is_none_or(Move::is_quiet)
                && !(bound == Bound::Lower && best_score <= corrected)
                && !(bound == Bound::Upper && best_score >= corrected)
                && !best_score.is_decisive()
            {
                self.histories.learn_error(position, trail, best_score - corrected, depth);
            }
            let (hint, bound) = (best_move.map(Into::into), Some(bound));
            let found =
                TableEntry { hint, score: best_score, bound, evaluation: raw, depth, was_pv };
            self.core.control().store::<M>(position.key(), ply, &found);
        }
        Some(best_score)
    }

    /// The search of a position in which the other side moves twice in a row.
    fn skip_turn(
        &mut self,
        position: &Position,
        window: Window,
        depth: Depth,
        ply: Ply,
        is_cut: bool,
    ) -> Option<Score> {
        let mut next = position.clone();
        next.pass();
        self.evaluator.enter();
        self.frame(ply).placement = ChessPlacement::NONE;
        self.frame(ply.next()).plies_since_null = 0;
        self.core.path.push(next.key());
        self.core.control().table().prefetch(next.key());
        let score = self.search::<NullNode>(&next, -window, depth, ply.next(), is_cut)?;
        self.take_back();
        Some(-score)
    }

    /// Step 16: is the hash move the only good one? Searches all others, shallower, against a bound
    /// a little below its score.
    #[allow(clippy::too_many_arguments, reason = "the state of a node, passed to a part of it")]
    fn ask_if_singular<N: Node>(
        &mut self,
        position: &Position,
        hash_score: Score,
        window: Window,
        depth: Depth,
        ply: Ply,
        is_cut: bool,
        mv: Move,
    ) -> Option<Singular> {
        let bound = hash_score - tune::singular_margin() * depth.plies() / SINGULAR_GRAIN;
        let shallow = Depth::new((depth.plies() - 1) / tune::singular_divisor());
        self.frame(ply).excluded = Some(mv);
        let score =
            self.search::<NullNode>(position, Window::reaching(bound), shallow, ply, is_cut);
        self.frame(ply).excluded = None;
        let score = score?;
        Some(if score < bound {
            // Alone by far: two plies, but not forever on one path.
            let is_far = !N::IS_PV
                && score < bound - tune::double_margin()
                && self.frame(ply).double_extensions < MAX_DOUBLE_EXTENSIONS;
            Singular::Extend(1 + i32::from(is_far))
        } else if window.fails_high(bound) && !N::IS_PV {
            // Several moves beat beta: one of them will do.
            Singular::Cut(bound)
        } else if window.fails_high(hash_score) || is_cut {
            // Not alone, and likely to be cut anyway: look at it less closely.
            Singular::Extend(-1)
        } else {
            Singular::Extend(0)
        })
    }

    /// Step 7: the score that the endgame tables give, if they know the position.
    fn probe_endgame(&mut self, position: &Position, depth: Depth, ply: Ply) -> Option<Score> {
        let tables = self.probing.tables.as_ref()?;
        let pieces = position.occupied().count();
        let limit = self.probing.max_pieces.min(tables.max_pieces());
        if pieces > limit
            || position.halfmove_clock() != 0
            || (pieces == limit && depth < self.probing.min_depth)
        {
            return None;
        }
        let verdict = tables.probe_wdl(position, self.probing.fifty_move_rule)?;
        self.core.control().count_endgame_hit();
        Some(match verdict {
            TablebaseVerdict::Win => Score::table_win_in(ply),
            TablebaseVerdict::Loss => -Score::table_win_in(ply),
            TablebaseVerdict::CursedWin
            | TablebaseVerdict::BlessedLoss
            | TablebaseVerdict::Draw => Score::DRAW,
        })
    }
}

/// Answer of the singular search: a longer or shorter look, or the whole node is done.
enum Singular {
    Extend(i32),
    Cut(Score),
}

/// How far above beta the evaluation must be for a skipped turn: less at greater depth, where the
/// search itself will see.
fn null_margin(depth: Depth) -> i32 {
    tune::null_move_margin() - tune::null_move_slope() * depth.plies()
}

/// Plies by which a skipped turn is searched shallower.
fn null_reduction(depth: Depth, surplus: i32) -> i32 {
    tune::null_move_base()
        + depth.plies() / tune::null_move_divisor()
        + (surplus / tune::null_move_evaluation()).clamp(0, tune::null_move_evaluation_most())
}

/// Whether the side to move has more than king and pawns: with those alone zugzwang is common.
fn has_pieces(position: &Position) -> bool {
    let pawns_and_kings = position.role(Role::Pawn) | position.role(Role::King);
    !(position.side(position.side_to_move()) - pawns_and_kings).is_empty()
}
