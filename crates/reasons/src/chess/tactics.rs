//! How what a move of chess loses comes about.
//!
//! Everything is read from the two lines of the witness as they stand on the board, from exchanges
//! on one square, and from the rules; nothing is searched but mates in two. A tactic is named only
//! if the piece that it wins is taken in the line, the loss at the end of the line is about as
//! large, and neither the better line nor a plain capture loses the same. So most errors get no
//! name, and that is as it should be. Start at [`ways`].

mod board;
mod castling;
mod exchanges;
mod fork;
mod lines;
mod mates;
mod pawns;
mod replay;
mod trapped;

#[cfg(test)]
mod tests;

use crate::chess::LEAST_MATERIAL;
use crate::reason::Reason;
use crate::witness::Witness;
use board::{balance, best_exchange};
use damier_chess::{Ending, Position, Side, Square};
use replay::Replay;

/// The steps of a line in which the opponent may begin what is named: his first two moves. What
/// comes later is hardly the fault of the move played.
const BEGINNINGS: [usize; 2] = [1, 3];

/// How what the move played loses, or lets go, comes about: the most telling first, and no more
/// than two.
pub(super) fn ways(witness: &Witness<Position>) -> Vec<Reason> {
    let case = Case::of(witness);
    if case.is_mated() {
        let mut ways = mates::ways(&case);
        if ways.is_empty() {
            ways.extend(pawns::allowed(&case));
        }
        return ways;
    }
    let loss = exchanges::lost(&case).or_else(|| case.tactic()).or_else(|| pawns::allowed(&case));
    let missed = exchanges::untaken(&case).or_else(|| pawns::missed(&case));
    let ways: Vec<Reason> = loss.into_iter().chain(missed).collect();
    if ways.is_empty() { castling::lost(&case).into_iter().collect() } else { ways }
}

/// Both lines on the board, and what they do to the material.
struct Case<'a> {
    witness: &'a Witness<'a, Position>,
    position: &'a Position,
    us: Side,
    played: Replay,
    best: Replay,
    /// The line of the move played, up to the first promotion.
    plain: Replay,
    /// What the line loses against what we have now, or what the best line keeps of it: with
    /// promotions and without, whichever is less.
    loss: i32,
    /// What the best line wins.
    missed: i32,
}

impl<'a> Case<'a> {
    fn of(witness: &'a Witness<Position>) -> Self {
        let position = witness.position;
        let us = position.side_to_move();
        let best = Replay::of(position, &witness.best.line);
        let played = Replay::of(position, &witness.played.line);
        let plain = played.before_promotions();
        let now = balance(position, us);
        // Who mates need not count what it costs.
        let at_best = if is_mate(best.end()) { now } else { balance(best.end(), us) };
        let (kept, missed) = (now.min(at_best), (at_best - now).max(0));
        let left = balance(played.end(), us).max(plain.settled_balance(us));
        Self { witness, position, us, played, best, plain, loss: kept - left, missed }
    }

    /// The line of the move played really ends with us mated, and the better one was not lost.
    fn is_mated(&self) -> bool {
        is_mate(self.played.end())
            && self.played.end().side_to_move() == self.us
            && !self.witness.best.score.is_loss()
    }

    /// What the better line has more at its end than the one played; `None` if that is not counted
    /// in material.
    fn gap(&self) -> Option<i32> {
        let [best, played] = [&self.best, &self.played].map(Replay::end);
        let is_counted = !is_mate(best) && !is_mate(played);
        is_counted.then(|| balance(best, self.us) - balance(played, self.us))
    }

    /// Whether the end of the line bears out that so much is lost: about that, not much less
    /// because something was had in return, nor much more because the point is another one, such as
    /// what could have been won.
    fn bears_out(&self, worth: i32) -> bool {
        worth >= LEAST_MATERIAL
            && self.loss >= LEAST_MATERIAL
            && self.loss >= self.missed
            && 2 * worth >= self.loss
            && 5 * self.loss >= 2 * worth
    }

    /// Whether the better line keeps the piece that stands on a square of the plain line after a
    /// step: it is not taken there, or exchanged, or given away for as much.
    fn could_be_kept(&self, after: usize, square: Square) -> bool {
        let origin = self.plain.origin(after, square);
        let Some(taking) = self.best.end_of_piece(origin) else { return true };
        let stays = taking.captured().is_some_and(|(square, _)| square == origin);
        let is_exchanged = taking.before.see(taking.mv) < LEAST_MATERIAL;
        let keeps =
            balance(self.best.end(), self.us) + LEAST_MATERIAL > balance(self.position, self.us);
        keeps && (is_exchanged || !stays)
    }

    /// Whether a tactic that begins with a step of the opponent and wins the piece on a square is
    /// the reason for its loss: it could not simply be taken before.
    fn is_decided_by(&self, step: usize, prey: Square) -> bool {
        let before = self.plain.steps.get(step).map(|step| &step.before);
        before.is_some_and(|before| best_exchange(before, prey) < LEAST_MATERIAL)
            && self.could_be_kept(step, prey)
    }

    /// The tactic that the opponent begins first.
    fn tactic(&self) -> Option<Reason> {
        let kinds =
            [fork::find, lines::skewer, lines::discovered_attack, lines::pin, trapped::find];
        let mut beginnings = BEGINNINGS.iter().filter(|&&step| step < self.plain.steps.len());
        beginnings.find_map(|&step| kinds.iter().find_map(|find| find(self, step)))
    }
}

fn is_mate(position: &Position) -> bool {
    matches!(position.ending(1), Some(Ending::Checkmate { .. }))
}
