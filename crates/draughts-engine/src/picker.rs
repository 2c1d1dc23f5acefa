//! Hands out the moves of a node, best first.
//!
//! Unlike in chess they are all generated at once: whether there is a capture decides what the node
//! is, lists are short, and a single reply must be known to be single. Order: the hash move;
//! captures by what they take, and promotions; killers; quiet moves by histories.

use crate::histories::{DraughtsHistories, Trail};
use crate::tunables as tune;
use arrayvec::ArrayVec;
use damier_draughts::{Move, MoveList, Position};
use damier_search::Killers;

/// As many moves are ordered. Composed positions may have more; those come last as they are.
const MAX_RANKED: usize = 160;

/// The ranks of moves that come before all that histories can say of others.
const HASH: i32 = 1 << 30;
const PROMOTION: i32 = 1 << 28;
const KILLER: i32 = 1 << 26;
/// Per king taken, and per man: all captures of a list take equally many pieces.
const KING_TAKEN: i32 = 1 << 20;

/// The moves of one node. See the module's description.
pub(crate) struct DraughtsPicker<'a> {
    moves: &'a mut MoveList,
    scores: ArrayVec<i32, MAX_RANKED>,
    next: usize,
}

impl<'a> DraughtsPicker<'a> {
    /// Orders the legal moves of a position. The hash move must be one of them.
    // Always inlined: the scores are many, and moving them costs more than they do.
    #[inline(always)]
    pub(crate) fn new(
        position: &Position,
        moves: &'a mut MoveList,
        hash: Option<Move>,
        killers: Killers<Move>,
        trail: Trail,
        histories: &DraughtsHistories,
    ) -> Self {
        let mut picker = Self { moves, scores: ArrayVec::new(), next: 0 };
        if picker.moves.len() > 1 {
            let kings = position.kings(!position.side_to_move());
            for &mv in picker.moves.iter().take(MAX_RANKED) {
                let score = if Some(mv) == hash {
                    HASH
                } else if mv.is_capture() {
                    let taken = (mv.captured() & kings).count() as i32 * KING_TAKEN;
                    taken + i32::from(position.promotes(mv)) * KING_TAKEN / 2
                } else if position.promotes(mv) {
                    PROMOTION
                } else if tune::use_killers() != 0 && killers.0.contains(&Some(mv)) {
                    KILLER + i32::from(killers.0[0] == Some(mv))
                } else {
                    histories.quiet(position, mv, trail)
                };
                picker.scores.push(score);
            }
        }
        picker
    }

    /// The next move. Most nodes end after a few, so nothing is sorted.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<Move> {
        let first = self.next;
        self.next += 1;
        let open = self.scores.get_mut(first..).unwrap_or_default();
        let mut best = 0;
        for index in 1..open.len() {
            if open[index] > open[best] {
                best = index;
            }
        }
        if best > 0 {
            open.swap(0, best);
            self.moves.swap(first, first + best);
        }
        self.moves.get(first).copied()
    }
}

#[cfg(test)]
mod tests;
