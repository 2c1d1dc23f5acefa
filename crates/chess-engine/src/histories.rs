//! What earlier nodes have taught about moves and about the evaluation.
//!
//! Each worker has its own; nothing is shared between threads.

use crate::tunables as tune;
use damier_chess::{Move, Position, Role, Side, Square};
use damier_core::{Depth, Score};
use damier_search::history::{History, empty_table};

/// The largest judgement: a power of two inside 16 bits, so that a learning step divides fast.
const LIMIT: i32 = 16_384;
type Judgement = History<LIMIT>;

const SQUARES: usize = 64;
const ROLES: usize = 6;
const PIECES: usize = 2 * ROLES;
/// What a move can take; the last of these places is for promotions that take nothing.
const VICTIMS: usize = 8;

/// A piece with the square it went to, numbered from 0; what continuation histories are indexed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ChessPlacement(u16);

impl ChessPlacement {
    const COUNT: usize = PIECES * SQUARES;
    /// No move: before the root, and for a skipped turn.
    pub(crate) const NONE: Self = Self(Self::COUNT as u16);

    /// What a legal move of the position places where.
    #[inline]
    pub(crate) fn of(position: &Position, mv: Move) -> Self {
        let role = position.role_at(mv.from()).unwrap_or(Role::Pawn);
        Self::new(position.side_to_move(), role, mv.to())
    }

    #[inline]
    fn new(side: Side, role: Role, to: Square) -> Self {
        Self(((side.index() * ROLES + role.index()) * SQUARES + to.index()) as u16)
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The placements one, two and four plies ago.
pub(crate) type Trail = [ChessPlacement; 3];

/// How far wrong the evaluation tends to be, in 256ths of a point.
type Correction = History<LIMIT>;
const CORRECTION_GRAIN: i32 = 256;
const CORRECTION_SLOTS: usize = 16_384;

/// All histories of one worker.
pub(crate) struct ChessHistories {
    /// By side, origin and target.
    quiet: Box<[Judgement]>,
    /// By placement and what is taken.
    capture: Box<[Judgement]>,
    /// By earlier placement and placement.
    continuation: Box<[Judgement]>,
    /// By side and pawn structure.
    pawn_correction: Box<[Correction]>,
    /// By side and the last two placements.
    line_correction: Box<[Correction]>,
}

impl ChessHistories {
    pub(crate) fn new() -> Self {
        Self {
            quiet: empty_table(2 * SQUARES * SQUARES),
            capture: empty_table(ChessPlacement::COUNT * VICTIMS),
            continuation: empty_table((ChessPlacement::COUNT + 1) * ChessPlacement::COUNT),
            pawn_correction: empty_table(2 * CORRECTION_SLOTS),
            line_correction: empty_table((ChessPlacement::COUNT + 1) * ChessPlacement::COUNT),
        }
    }

    /// The judgement of a quiet move after the moves of the trail.
    #[inline]
    pub(crate) fn quiet(&self, position: &Position, mv: Move, trail: Trail) -> i32 {
        let placement = ChessPlacement::of(position, mv);
        let mut value = self.quiet[quiet_index(position, mv)].value();
        if tune::use_continuation() != 0 {
            let [last, own, before] = trail;
            let after = |earlier| self.continuation[pair_index(earlier, placement)].value();
            value += after(last) + after(own) + after(before) / tune::continuation_far_divisor();
        }
        value
    }

    /// The judgement of a capture or promotion.
    #[inline]
    pub(crate) fn capture(&self, position: &Position, mv: Move) -> i32 {
        if tune::use_capture_history() == 0 {
            return 0;
        }
        self.capture[capture_index(position, mv)].value()
    }

    /// Learns that `best` refuted the position and that the moves tried before it did not.
    pub(crate) fn learn(
        &mut self,
        position: &Position,
        best: Move,
        tried_quiets: &[Move],
        tried_noisy: &[Move],
        trail: Trail,
        depth: Depth,
    ) {
        let bonus = (tune::history_bonus() * depth.plies()).min(tune::history_bonus_cap());
        if best.is_quiet() {
            self.learn_quiet(position, best, trail, bonus);
            for &mv in tried_quiets {
                self.learn_quiet(position, mv, trail, -bonus);
            }
        } else {
            self.capture[capture_index(position, best)].learn(bonus);
        }
        for &mv in tried_noisy {
            self.capture[capture_index(position, mv)].learn(-bonus);
        }
    }

    fn learn_quiet(&mut self, position: &Position, mv: Move, trail: Trail, bonus: i32) {
        self.quiet[quiet_index(position, mv)].learn(bonus);
        let placement = ChessPlacement::of(position, mv);
        for earlier in trail {
            self.continuation[pair_index(earlier, placement)].learn(bonus);
        }
    }

    /// The evaluation as experience corrects it, still inside the evaluation band.
    #[inline]
    pub(crate) fn corrected(&self, position: &Position, trail: Trail, evaluation: Score) -> Score {
        if tune::use_correction() == 0 {
            return evaluation;
        }
        let pawns = self.pawn_correction[pawn_index(position)].value();
        let line = self.line_correction[line_index(trail)].value();
        let error = (tune::correction_pawns() * pawns + line) / (2 * CORRECTION_GRAIN);
        Score::from_evaluation(evaluation.value() + error)
    }

    /// Learns by how much a search of some depth differed from the evaluation.
    pub(crate) fn learn_error(
        &mut self,
        position: &Position,
        trail: Trail,
        error: i32,
        depth: Depth,
    ) {
        let cap = tune::correction_cap();
        let bonus = (error * depth.plies() * tune::correction_rate()).clamp(-cap, cap);
        self.pawn_correction[pawn_index(position)].learn(bonus);
        self.line_correction[line_index(trail)].learn(bonus);
    }
}

#[inline]
fn quiet_index(position: &Position, mv: Move) -> usize {
    (position.side_to_move().index() * SQUARES + mv.from().index()) * SQUARES + mv.to().index()
}

#[inline]
fn capture_index(position: &Position, mv: Move) -> usize {
    let victim = position.captured(mv).map_or(VICTIMS - 1, |(_, role)| role.index());
    ChessPlacement::of(position, mv).index() * VICTIMS + victim
}

#[inline]
fn pair_index(earlier: ChessPlacement, now: ChessPlacement) -> usize {
    earlier.index() * ChessPlacement::COUNT + now.index()
}

#[inline]
fn pawn_index(position: &Position) -> usize {
    let slot = position.pawn_key() as usize % CORRECTION_SLOTS;
    position.side_to_move().index() * CORRECTION_SLOTS + slot
}

#[inline]
fn line_index([last, own, _]: Trail) -> usize {
    // A skipped turn has no placement of its own; it shares the first.
    pair_index(own, ChessPlacement(last.0 % ChessPlacement::COUNT as u16))
}

#[cfg(test)]
mod tests;
