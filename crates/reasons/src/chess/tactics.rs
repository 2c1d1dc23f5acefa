//! How what a move of chess loses comes about.
//!
//! Everything is read from the two lines of the witness as they stand on the board, from exchanges
//! on one square, and from the rules; nothing is searched but mates in two. A tactic is named only
//! if the piece that it wins is taken in the line, the loss at the end of the line is about as
//! large, and neither the better line nor a plain capture loses the same. So most errors get no
//! name, and that is as it should be. Start at [`ways`].

mod board;
mod castling;
mod draws;
mod endings;
mod exchanges;
mod fork;
mod lines;
mod lures;
mod mates;
mod pawns;
mod replay;
mod timing;
mod trapped;

#[cfg(test)]
mod tests;

use crate::chess::LEAST_MATERIAL;
use crate::reason::{Piece, Reason};
use crate::witness::Witness;
use board::{balance, best_exchange};
use damier_chess::{Ending, Position, Side, Square};
use damier_core::Score;
use replay::Replay;

/// How many moves of the winning side are looked at: what begins later is hardly the point.
const BEGINNINGS: usize = 4;

/// A piece that the better line loses so many plies later than the other one is kept by it.
const NEAR: usize = 4;

/// No more kinds than this are named for an error.
const MOST_KINDS: usize = 2;

/// How what the move played loses, or lets go, comes about: the most telling first, and no more
/// than two.
pub(super) fn ways(witness: &Witness<Position>) -> Vec<Reason> {
    let case = Case::of(witness);
    if let Some(stalemate) = mates::stalemate(&case) {
        return vec![stalemate];
    }
    if let Some(draw) = draws::allowed(&case) {
        return vec![draw];
    }
    let mut ways: Vec<Reason> = endings::find(&case).into_iter().collect();
    let is_told = matches!(ways[..], [Reason::LeavesSquare { .. }]);
    ways.extend(if case.is_mated() { mated(&case) } else { robbed(&case) });
    // That the pawn runs has been said with it.
    ways.retain(|way| !is_told || !matches!(way, Reason::PassedPawnRuns { .. }));
    if let Some(draw) = draws::missed(&case) {
        ways.truncate(MOST_KINDS - 1);
        ways.push(draw);
    }
    if ways.is_empty() {
        ways = missed(&case);
    }
    ways.truncate(MOST_KINDS);
    ways
}

/// How the mate comes about: the pattern or the tactic, what is taken with the first move of it, and
/// a pawn that becomes a piece on the way.
fn mated(case: &Case) -> Vec<Reason> {
    let mut ways: Vec<Reason> = mates::pattern(case).into_iter().collect();
    ways.extend(exchanges::taken_on_the_way(case));
    ways.truncate(MOST_KINDS - 1 + usize::from(pawns::allowed(case).is_none()));
    let promotion = pawns::allowed(case);
    let rest = (MOST_KINDS - ways.len())
        .saturating_sub(usize::from(promotion.is_some() && ways.is_empty()));
    ways.extend(case.tactics(BEGINNINGS).into_iter().take(rest));
    ways.extend(promotion);
    ways.extend(mates::ignored(case));
    if ways.is_empty() {
        ways.extend(mates::mating_piece(case));
    }
    ways.truncate(MOST_KINDS);
    ways
}

/// How material is lost: what can simply be taken needs no tactic.
fn robbed(case: &Case) -> Vec<Reason> {
    let at_once = exchanges::lost(case);
    let mut ways = Vec::new();
    if at_once.is_some() && exchanges::is_all(case) {
        ways.extend(at_once);
        ways.extend(timing::ignored_threat(case));
        ways.extend(case.tactics(2).into_iter().take(1));
    } else {
        let promotion = pawns::allowed(case);
        ways.extend(match promotion {
            Some(_) => case.main_tactic(BEGINNINGS).into_iter().collect(),
            None => case.tactics(BEGINNINGS),
        });
        ways.extend(promotion);
        ways.extend(at_once);
    }
    ways.extend(timing::desperado(case));
    ways.extend(exchanges::untaken(case));
    ways.extend(timing::zugzwang(case));
    if ways.is_empty() && pawns::missed(case).is_none() {
        ways.extend(exchanges::falls(case));
    }
    ways.truncate(MOST_KINDS);
    ways
}

/// What the better line would have done, where nothing is lost.
fn missed(case: &Case) -> Vec<Reason> {
    if let Some(promotion) = pawns::missed(case) {
        return vec![promotion];
    }
    let tactic = case.mirrored().tactics(BEGINNINGS).into_iter().next();
    let tactic = tactic.map(|motif| Reason::Misses { motif: Box::new(motif) });
    let castling = || castling::lost(case).or_else(|| castling::left_to_opponent(case));
    tactic.or_else(castling).into_iter().collect()
}

/// Both lines on the board, and what they do to the material.
struct Case<'a> {
    witness: &'a Witness<'a, Position>,
    position: &'a Position,
    /// The side that loses something in the line.
    us: Side,
    /// The line in which something is lost: that of the move played, or seen from the other side
    /// the better one.
    played: Replay,
    best: Replay,
    /// That line, up to the first promotion.
    plain: Replay,
    /// What the other line has more at its end: by the lines themselves, and by counting pieces.
    gaps: Vec<i32>,
    /// What is lost of what was there: what the other line wins besides is left out, and pieces
    /// that come of pawns.
    losses: Vec<i32>,
    /// Whether the line ends with us mated, and the other one does not.
    is_mated: bool,
    /// The first step of the side that wins something.
    first: usize,
}

impl<'a> Case<'a> {
    fn of(witness: &'a Witness<Position>) -> Self {
        let us = witness.position.side_to_move();
        let lines = [&witness.best.line, &witness.played.line];
        let [best, played] = lines.map(|line| Replay::of(witness.position, line));
        let is_mated = is_mated(&played, us) && !witness.best.score.is_loss();
        Self::new(witness, us, played, best, is_mated, 1)
    }

    /// What the better line wins, as the other side would see it.
    fn mirrored(&self) -> Self {
        let us = !self.us;
        let is_mated = is_mated(&self.best, us) && !self.witness.played.score.is_win();
        Self::new(self.witness, us, self.best.clone(), self.played.clone(), is_mated, 0)
    }

    fn new(
        witness: &'a Witness<Position>,
        us: Side,
        played: Replay,
        best: Replay,
        is_mated: bool,
        first: usize,
    ) -> Self {
        let position = witness.position;
        let plain = played.before_promotions();
        let is_counted = !is_mate(best.end()) && !is_mate(played.end());
        let by_lines = is_counted.then(|| balance(best.end(), us) - balance(played.end(), us));
        let by_pieces = witness.counted.as_ref().and_then(|counted| {
            let is_plain = !counted.best.score.is_decisive() && !counted.played.score.is_decisive();
            let gap = counted.best.score.value() - counted.played.score.value();
            is_plain.then_some(gap)
        });
        let gaps: Vec<i32> = by_lines.into_iter().chain(by_pieces).collect();
        let kept = balance(position, us).min(balance(best.end(), us));
        // Where the other line wins much more than that, it is the point.
        let is_most =
            |&loss: &i32| gaps.iter().any(|&gap| (LEAST_MATERIAL..=3 * loss).contains(&gap));
        let lost = [&played, &plain].map(|line| kept - balance(line.end(), us));
        let losses = lost.into_iter().filter(is_most).collect();
        Self { witness, position, us, played, best, plain, gaps, losses, is_mated, first }
    }

    /// The line of the move played really ends with us mated, and the better one was not lost.
    fn is_mated(&self) -> bool {
        self.is_mated
    }

    /// What the better line has more at its end than the one played; `None` if that is not counted
    /// in material.
    fn gap(&self) -> Option<i32> {
        let [best, played] = [&self.best, &self.played].map(Replay::end);
        let is_counted = !is_mate(best) && !is_mate(played);
        is_counted.then(|| balance(best, self.us) - balance(played, self.us))
    }

    /// Whether the better line is a draw that was seen, and does not only break off.
    fn is_better_drawn(&self) -> bool {
        self.witness.counted.is_some() && self.witness.best.score == Score::DRAW
    }

    /// Whether the line costs something at all: the game, or material.
    fn matters(&self) -> bool {
        self.is_mated || self.gaps.iter().any(|&gap| gap >= LEAST_MATERIAL)
    }

    /// Whether what is lost in all bears out that so much is lost: something, though some of it may
    /// be had in return, and not much more, for the point would be another one then.
    fn bears_out(&self, worth: i32) -> bool {
        let is_about = |gap: i32| gap >= LEAST_MATERIAL && 3 * worth >= gap;
        let mut sizes = self.gaps.iter().chain(&self.losses);
        worth >= LEAST_MATERIAL && (self.is_mated || sizes.any(|&gap| is_about(gap)))
    }

    /// Whether most of so much is lost for good, and not had back somewhere else, by all that was
    /// counted.
    fn is_lost_for_good(&self, worth: i32) -> bool {
        let is_most = |&gap: &i32| 2 * gap >= worth;
        self.bears_out(worth) && (self.is_mated || self.gaps.iter().all(is_most))
    }

    /// Whether the better line keeps the piece that stands on a square of the plain line after a
    /// step: it is not taken there, or exchanged, or given away for as much.
    fn could_be_kept(&self, after: usize, square: Square) -> bool {
        let origin = self.played.origin(after, square);
        // What happens much later in the other line is another matter.
        let Some(taking) = self.best.end_of_piece(origin, after + NEAR) else { return true };
        let stays = taking.captured().is_some_and(|(square, _)| square == origin);
        let is_exchanged = taking.before.see(taking.mv) < LEAST_MATERIAL;
        let keeps =
            balance(self.best.end(), self.us) + LEAST_MATERIAL > balance(self.position, self.us);
        self.is_mated || keeps && (is_exchanged || !stays)
    }

    /// Whether a tactic that begins with a step of the opponent and wins the piece on a square is
    /// the reason for its loss: it could not simply be taken before.
    fn is_decided_by(&self, step: usize, prey: Square) -> bool {
        let before = self.played.steps.get(step).map(|step| &step.before);
        before.is_some_and(|before| best_exchange(before, prey) < LEAST_MATERIAL)
            && self.could_be_kept(step, prey)
    }

    /// The tactics that win something and those that prepare it, in the order of the line.
    fn kinds(&self, beginnings: usize) -> [Vec<(usize, Reason)>; 2] {
        let winning: [Find; 6] = [
            fork::find,
            lines::skewer,
            lines::discovered_attack,
            lures::double_check,
            trapped::find,
            lines::pin,
        ];
        let preparing: [Find; 5] = [
            lures::attraction,
            lures::deflection,
            lures::pinned_defender,
            lures::removed_defender,
            timing::in_between,
        ];
        [&winning[..], &preparing[..]].map(|kinds| self.all(kinds, beginnings))
    }

    /// The one tactic that matters most: one that takes something, or wins otherwise, or prepares
    /// it.
    fn main_tactic(&self, beginnings: usize) -> Option<Reason> {
        let [winning, preparing] = self.kinds(beginnings);
        let takes = |reason: &Reason| {
            !matches!(reason, Reason::DoubleCheck { .. })
                && !matches!(reason, Reason::DiscoveredAttack { prey, .. } if prey.piece == Piece::King)
        };
        let taking = winning.iter().position(|(_, reason)| takes(reason));
        let mut found = winning.into_iter().skip(taking.unwrap_or(0)).chain(preparing);
        found.next().map(|(_, reason)| reason)
    }

    /// The tactics that begin with one of so many moves: no more than two, one that wins something
    /// and one that prepares it if there are both, in the order of the line.
    fn tactics(&self, beginnings: usize) -> Vec<Reason> {
        let [winning, preparing] = self.kinds(beginnings);
        let mut found: Vec<(usize, Reason)> = Vec::new();
        let firsts = winning.first().into_iter().chain(preparing.first());
        let rest = winning.iter().skip(1).chain(preparing.iter().skip(1));
        for (step, reason) in firsts.chain(rest) {
            let is_new = |(_, known): &(usize, Reason)| {
                std::mem::discriminant(known) != std::mem::discriminant(reason)
            };
            if found.len() < MOST_KINDS && found.iter().all(is_new) {
                found.push((*step, reason.clone()));
            }
        }
        found.sort_by_key(|&(step, _)| step);
        found.into_iter().map(|(_, reason)| reason).collect()
    }

    /// Everything of some kinds, in the order of the line.
    fn all(&self, kinds: &[Find], beginnings: usize) -> Vec<(usize, Reason)> {
        let steps = (self.first..self.played.steps.len()).step_by(2).take(beginnings);
        let at = |step| kinds.iter().filter_map(move |find| Some((step, find(self, step)?)));
        steps.flat_map(at).collect()
    }
}

/// Looks for a kind of tactic that begins with a step of the line.
type Find = fn(&Case, usize) -> Option<Reason>;

/// Whether a line ends with a side mated.
fn is_mated(line: &Replay, side: Side) -> bool {
    is_mate(line.end()) && line.end().side_to_move() == side
}

fn is_mate(position: &Position) -> bool {
    matches!(position.ending(1), Some(Ending::Checkmate { .. }))
}
