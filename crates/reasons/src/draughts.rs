//! The reasons of draughts.

mod shots;

use crate::game::ReasonGame;
use crate::kind::BlunderKind;
use crate::material::Balance;
use crate::reason::{Piece, Reason};
use crate::witness::Witness;
use damier_core::{Score, Side};
use damier_draughts::{Move, Position, Role};
use damier_draughts_engine::DraughtsEngine;
use damier_draughts_engine::evaluation::{Judgement, JudgementBasis, Weights};
use damier_search::{Noise, OptionError};

/// How many points it takes to change the odds of a point by a factor of e, when +100 wins one game
/// of two: 178 where 203 win, in 2,574 games of a network against itself (`damier learn train`,
/// `damier learn fit`).
pub const SPREAD: f64 = 88.0;

/// A man.
const MAN: i32 = 100;
/// A king counts as much as the men that are usually given for one.
const KING: i32 = 3 * MAN;

/// Of the heuristics, the one that counts men and kings.
const COUNTING: Weights = Weights([1, 0, 0, 0, 0, 0, 0, 0, 0]);

impl ReasonGame for Position {
    const KINDS: &'static [BlunderKind] = &[
        BlunderKind::AllowedLoss,
        BlunderKind::MissedWin,
        BlunderKind::AllowedShot,
        BlunderKind::LostMan,
        BlunderKind::MissedShot,
        BlunderKind::Other,
    ];

    const WORTH: &'static [i32] = &[MAN, KING];

    fn count_pieces(engine: &mut DraughtsEngine) -> Result<(), OptionError> {
        let basis = JudgementBasis::Heuristics(COUNTING);
        engine.set_judgement(Judgement { basis, noise: Noise::default() })
    }

    fn expected_points(&self, score: Score) -> f64 {
        if score.is_decisive() {
            return f64::from(u8::from(score.is_win()));
        }
        1.0 / (1.0 + (-f64::from(score.value()) / SPREAD).exp())
    }

    fn surplus(&self, side: Side) -> Vec<i32> {
        let count = |side, role| self.pieces(side, role).count() as i32;
        Role::ALL.iter().map(|&role| count(side, role) - count(!side, role)).collect()
    }

    const PIECES: &'static [Piece] = &[Piece::Man, Piece::Crowned];

    const LEAST_MATERIAL: i32 = MAN;

    /// Captures are compulsory, so the search follows them to the end: its lines end where there
    /// are none.
    fn due_captures(&self) -> Vec<Move> {
        Vec::new()
    }

    fn has_promotion(&self, line: &[Move]) -> bool {
        let mut position = self.clone();
        line.iter().any(|&mv| {
            let promotes = position.promotes(mv);
            position.play_unchecked(mv);
            promotes
        })
    }

    fn allows_loss(moves: u32) -> Reason {
        Reason::AllowsLoss { moves }
    }

    fn misses_win(moves: u32) -> Reason {
        Reason::MissesWin { moves }
    }

    fn ways(witness: &Witness<Self>) -> Vec<Reason> {
        shots::ways(witness)
    }

    fn kind(witness: &Witness<Self>) -> BlunderKind {
        if witness.allows_forced_loss() {
            return BlunderKind::AllowedLoss;
        }
        if witness.misses_forced_win() {
            return BlunderKind::MissedWin;
        }
        let balance = Balance::of(witness);
        if balance.is_loss_of(2 * MAN) {
            BlunderKind::AllowedShot
        } else if balance.is_loss_of(MAN) {
            BlunderKind::LostMan
        } else if balance.missed_worth >= MAN {
            BlunderKind::MissedShot
        } else {
            BlunderKind::Other
        }
    }
}
