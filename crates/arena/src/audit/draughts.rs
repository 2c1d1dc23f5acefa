//! The blunders of draughts.

use super::kind::Kind;
use super::material::Balance;
use super::subject::{Subject, Witness};
use damier_core::{Score, Side};
use damier_draughts::{Position, Role};

/// How many points it takes to change the odds of a point by a factor of e, when +100 wins one game of two:
/// 178 where 203 win, in 2,574 games of a network against itself (`damier learn train`, `damier learn fit`).
const SPREAD: f64 = 88.0;

/// A man.
const MAN: i32 = 100;
/// A king counts as much as the men that are usually given for one.
const KING: i32 = 3 * MAN;

impl Subject for Position {
    const KINDS: &'static [Kind] = &[
        Kind::AllowedLoss,
        Kind::MissedWin,
        Kind::AllowedShot,
        Kind::LostMan,
        Kind::MissedShot,
        Kind::Other,
    ];

    const WORTH: &'static [i32] = &[MAN, KING];

    /// A man, in an even position.
    const THRESHOLD: f64 = 0.15;

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

    /// Captures are compulsory, so the search follows them to the end: its lines end where there are
    /// none.
    fn settled(self) -> Self {
        self
    }

    fn kind(witness: &Witness<Self>) -> Kind {
        if witness.allows_forced_loss() {
            return Kind::AllowedLoss;
        }
        if witness.misses_forced_win() {
            return Kind::MissedWin;
        }
        let balance = Balance::of(witness);
        if balance.is_loss_of(2 * MAN) {
            Kind::AllowedShot
        } else if balance.is_loss_of(MAN) {
            Kind::LostMan
        } else if balance.missed_worth >= MAN {
            Kind::MissedShot
        } else {
            Kind::Other
        }
    }
}
