//! What the two lines of a blunder do to the material.

use super::subject::{Subject, Witness};

/// Material lost and material not won, by comparison of the quiet ends of two lines.
///
/// An exchange may be half done when the move is made, and a piece may be beyond rescue. So the
/// measure is what the mover had before the opponent's last move, or what the best line keeps of it
/// if that is less: below that lies what the move played has lost, above it what it has not won.
pub(super) struct Balance {
    /// What the move played has lost, by kind of piece; negative for what it has won in return.
    pub(super) lost: Vec<i32>,
    /// The same in all.
    pub(super) lost_worth: i32,
    /// What the best line wins and the move played does not.
    pub(super) missed_worth: i32,
}

impl Balance {
    pub(super) fn of<S: Subject>(witness: &Witness<S>) -> Self {
        let mover = witness.position.side_to_move();
        let at_end = |line: &[S::Move]| witness.end_of(line).settled().surplus(mover);
        let worth = |surplus: &[i32]| -> i32 {
            surplus.iter().zip(S::WORTH).map(|(count, worth)| count * worth).sum()
        };
        let before = witness.earlier.unwrap_or(witness.position).surplus(mover);
        let (best, played) = (at_end(&witness.best.line), at_end(&witness.played.line));
        let best_worth = worth(&best);
        let measure = if best_worth < worth(&before) { best } else { before };
        let lost: Vec<i32> = measure.iter().zip(&played).map(|(had, has)| had - has).collect();
        let lost_worth = worth(&lost);
        Self { lost, lost_worth, missed_worth: best_worth - worth(&measure) }
    }

    /// Whether the loss is at least so much and explains more of the blunder than what was missed.
    pub(super) fn is_loss_of(&self, worth: i32) -> bool {
        self.lost_worth >= worth && self.lost_worth >= self.missed_worth
    }
}
