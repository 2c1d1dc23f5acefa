//! Hands out the moves of a node, best first, and generates them only when they are needed.
//!
//! Order: the hash move; captures and promotions that do not lose material, by what they take and
//! by experience; the killers; quiet moves by histories; captures that lose material.

use crate::histories::{ChessHistories, Trail};
use crate::tunables as tune;
use arrayvec::ArrayVec;
use damier_chess::{Kind, Move, MoveList, Position, Role};
use damier_search::Killers;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Hash,
    GenerateNoisy,
    GoodNoisy,
    Killers,
    GenerateQuiet,
    Quiet,
    GenerateChecks,
    BadNoisy,
    Done,
}

/// As many moves as a list holds.
const MAX_RANKED: usize = 415;
/// Losing captures that are kept for last; positions of games have fewer.
const MAX_LOSING: usize = 64;

/// Moves with their scores, taken out best first.
struct Ranked {
    moves: MoveList,
    scores: ArrayVec<i32, MAX_RANKED>,
    next: usize,
}

impl Ranked {
    #[inline(always)]
    fn new() -> Self {
        Self { moves: MoveList::new(), scores: ArrayVec::new(), next: 0 }
    }

    fn rank(&mut self, score: impl Fn(Move) -> i32) {
        self.scores.extend(self.moves.iter().map(|&mv| score(mv)));
    }

    /// The best move left, with its score. Most nodes end after a few, so nothing is sorted.
    fn take(&mut self) -> Option<(Move, i32)> {
        let rest = &self.scores[self.next..];
        let mut best = 0;
        for (index, score) in rest.iter().enumerate() {
            if *score > rest[best] {
                best = index;
            }
        }
        let found = (*self.moves.get(self.next + best)?, rest[best]);
        self.moves.swap(self.next, self.next + best);
        self.scores.swap(self.next, self.next + best);
        self.next += 1;
        Some(found)
    }
}

/// The moves of one node. See the module's description.
pub(crate) struct ChessPicker {
    stage: Stage,
    hash: Option<Move>,
    killers: Killers<Move>,
    trail: Trail,
    /// Captures must win at least so much to count as good.
    threshold: i32,
    noisy: Ranked,
    quiet: Ranked,
    bad: ArrayVec<Move, MAX_LOSING>,
    next_bad: usize,
    skips_quiets: bool,
    /// Hands out only what cannot wait.
    pending_only: bool,
    has_checks: bool,
}

impl ChessPicker {
    /// All moves. The hash move must be legal; killers are checked here.
    #[inline]
    pub(crate) fn new(hash: Option<Move>, killers: Killers<Move>, trail: Trail) -> Self {
        let killers = if tune::use_killers() != 0 { killers } else { Killers::NONE };
        Self::build(hash, killers, trail, 0, false, false)
    }

    /// Captures and promotions only, and of those only what wins at least `threshold`; then, if
    /// wanted, quiet moves that check and lose nothing.
    #[inline]
    pub(crate) fn pending(
        hash: Option<Move>,
        threshold: i32,
        has_checks: bool,
        trail: Trail,
    ) -> Self {
        Self::build(hash, Killers::NONE, trail, threshold, true, has_checks)
    }

    // In one piece and always inlined: the lists are large, and moving them costs more than they
    // do.
    #[inline(always)]
    fn build(
        hash: Option<Move>,
        killers: Killers<Move>,
        trail: Trail,
        threshold: i32,
        pending_only: bool,
        has_checks: bool,
    ) -> Self {
        Self {
            stage: Stage::Hash,
            hash,
            killers,
            trail,
            threshold,
            noisy: Ranked::new(),
            quiet: Ranked::new(),
            bad: ArrayVec::new(),
            next_bad: 0,
            skips_quiets: false,
            pending_only,
            has_checks,
        }
    }

    /// Hands out no more quiet moves.
    pub(crate) fn skip_quiets(&mut self) {
        self.skips_quiets = true;
    }

    /// Whether the move handed out last was a capture that loses material.
    pub(crate) fn is_among_losing_captures(&self) -> bool {
        self.stage == Stage::BadNoisy
    }

    fn rank_quiets(&mut self, position: &Position, histories: &ChessHistories) {
        let trail = self.trail;
        self.quiet.rank(|mv| histories.quiet(position, mv, trail));
    }

    /// The quiet moves that were not handed out already.
    #[inline]
    fn generate_quiets(&mut self, position: &Position, histories: &ChessHistories) {
        // The killers handed out are in front of the list: drop them again.
        let done: ArrayVec<Move, 2> = self.quiet.moves.drain(..).collect();
        position.legal_moves_of(Kind::Quiet, &mut self.quiet.moves);
        self.quiet.moves.retain(|mv| !done.contains(mv) && Some(*mv) != self.hash);
        self.rank_quiets(position, histories);
    }

    /// The quiet moves that check and lose nothing.
    #[inline]
    fn generate_checks(&mut self, position: &Position, histories: &ChessHistories) {
        position.legal_moves_of(Kind::Quiet, &mut self.quiet.moves);
        let checks = position.checks();
        let is_wanted =
            |mv: Move| checks.are_given_by(position, mv) && position.see_at_least(mv, 0);
        self.quiet.moves.retain(|mv| is_wanted(*mv));
        self.rank_quiets(position, histories);
    }

    /// The next move.
    pub(crate) fn next(&mut self, position: &Position, histories: &ChessHistories) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Hash => {
                    self.stage = Stage::GenerateNoisy;
                    if self.hash.is_some() {
                        return self.hash;
                    }
                }
                Stage::GenerateNoisy => {
                    position.legal_moves_of(Kind::Noisy, &mut self.noisy.moves);
                    self.noisy.rank(|mv| noisy_score(position, histories, mv));
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.noisy.take() {
                    Some((mv, _)) if Some(mv) == self.hash => (),
                    Some((mv, score)) => {
                        // A capture that experience likes may lose a little and still come early.
                        let liked =
                            if self.pending_only { 0 } else { score / tune::capture_liked() };
                        if position.see_at_least(mv, self.threshold - liked) {
                            return Some(mv);
                        }
                        if !self.pending_only && self.bad.try_push(mv).is_err() {
                            // More losing captures than the list holds: their order hardly matters.
                            return Some(mv);
                        }
                    }
                    None if self.has_checks => self.stage = Stage::GenerateChecks,
                    None if self.pending_only => self.stage = Stage::Done,
                    None => self.stage = Stage::Killers,
                },
                Stage::Killers => match self.killers.0.iter_mut().find_map(Option::take) {
                    Some(mv) if !self.skips_quiets => {
                        let is_usable =
                            Some(mv) != self.hash && mv.is_quiet() && position.is_legal(mv);
                        if is_usable {
                            self.quiet.moves.push(mv);
                            return Some(mv);
                        }
                    }
                    _ => self.stage = Stage::GenerateQuiet,
                },
                Stage::GenerateQuiet => {
                    if !self.skips_quiets {
                        self.generate_quiets(position, histories);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::GenerateChecks => {
                    self.generate_checks(position, histories);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if !self.skips_quiets
                        && let Some((mv, _)) = self.quiet.take()
                    {
                        return Some(mv);
                    }
                    self.stage = Stage::BadNoisy;
                }
                Stage::BadNoisy => {
                    let mv = self.bad.get(self.next_bad).copied();
                    self.next_bad += 1;
                    if mv.is_some() {
                        return mv;
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }
}

/// Victim first, then experience; a queen promotion counts as taking a queen, any other promotion
/// comes last.
fn noisy_score(position: &Position, histories: &ChessHistories, mv: Move) -> i32 {
    let victim = position.captured(mv).map_or(0, |(_, role)| role.exchange_value());
    let promotion = match mv.promotion() {
        Some(Role::Queen) => Role::Queen.exchange_value(),
        // Below every capture.
        Some(_) => -2 * Role::Queen.exchange_value(),
        None => 0,
    };
    tune::capture_victim_weight() * (victim + promotion)
        + histories.capture(position, mv) / tune::capture_history_divisor()
}

#[cfg(test)]
mod tests;
