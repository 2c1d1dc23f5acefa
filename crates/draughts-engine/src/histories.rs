//! What earlier nodes have taught about moves.
//!
//! Each worker has its own; nothing is shared between threads. Captures have no history: they are
//! compulsory, few, and mostly the only moves there are.

use crate::tunables as tune;
use damier_core::{Depth, Side};
use damier_draughts::{Move, Position};
use damier_search::history::{History, empty_table};

/// The largest judgement: a power of two inside 16 bits, so that a learning step divides fast.
const LIMIT: i32 = 16_384;
type Judgement = History<LIMIT>;

/// Places of a bitboard: cheaper to count with than the fifty squares.
const PLACES: usize = 64;

/// Men and kings of both sides.
const PIECES: usize = 4;

/// A piece with the square it went to, numbered from 0; what continuation histories are indexed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DraughtsPlacement(u16);

impl DraughtsPlacement {
    const COUNT: usize = PIECES * PLACES;
    /// No move: before the root.
    pub(crate) const NONE: Self = Self(Self::COUNT as u16);

    /// What a legal move of the position places where.
    #[inline]
    pub(crate) fn of(position: &Position, mv: Move) -> Self {
        let side = position.side_to_move();
        let is_king = position.kings(side).contains(mv.from());
        let piece = 2 * side.index() + usize::from(is_king);
        Self((piece * PLACES + mv.to().place()) as u16)
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The placements one and two plies ago.
pub(crate) type Trail = [DraughtsPlacement; 2];

/// All histories of one worker.
pub(crate) struct DraughtsHistories {
    /// By side, origin and target.
    quiet: Box<[Judgement]>,
    /// By earlier placement and placement.
    continuation: Box<[Judgement]>,
}

impl DraughtsHistories {
    pub(crate) fn new() -> Self {
        Self {
            quiet: empty_table(2 * PLACES * PLACES),
            continuation: empty_table((DraughtsPlacement::COUNT + 1) * DraughtsPlacement::COUNT),
        }
    }

    /// The judgement of a quiet move after the moves of the trail.
    #[inline]
    pub(crate) fn quiet(&self, position: &Position, mv: Move, trail: Trail) -> i32 {
        let mut value = self.quiet[quiet_index(position.side_to_move(), mv)].value();
        if tune::use_continuation() != 0 {
            let placement = DraughtsPlacement::of(position, mv);
            let after = |earlier| self.continuation[pair_index(earlier, placement)].value();
            value += after(trail[0]) + after(trail[1]);
        }
        value
    }

    /// Learns that the quiet move `best` refuted the position and that those tried before it did
    /// not.
    pub(crate) fn learn(
        &mut self,
        position: &Position,
        best: Move,
        tried: &[Move],
        trail: Trail,
        depth: Depth,
    ) {
        let bonus = (tune::history_bonus() * depth.plies()).min(tune::history_bonus_cap());
        self.learn_one(position, best, trail, bonus);
        for &mv in tried {
            self.learn_one(position, mv, trail, -bonus);
        }
    }

    fn learn_one(&mut self, position: &Position, mv: Move, trail: Trail, bonus: i32) {
        self.quiet[quiet_index(position.side_to_move(), mv)].learn(bonus);
        let placement = DraughtsPlacement::of(position, mv);
        for earlier in trail {
            self.continuation[pair_index(earlier, placement)].learn(bonus);
        }
    }
}

#[inline]
fn quiet_index(side: Side, mv: Move) -> usize {
    (side.index() * PLACES + mv.from().place()) * PLACES + mv.to().place()
}

#[inline]
fn pair_index(earlier: DraughtsPlacement, now: DraughtsPlacement) -> usize {
    earlier.index() * DraughtsPlacement::COUNT + now.index()
}

#[cfg(test)]
mod tests;
