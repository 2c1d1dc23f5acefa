//! From scores to verdicts: chances, accuracy, and what counts as an error. The one place where
//! moves are judged; lists, graphs, files and pages all show what is decided here.

use damier_core::Score;
use serde::{Deserialize, Serialize};

/// What a score means for the result of the game: expected points from 0 to 100, a draw counting
/// half.
///
/// Scores are those that are shown everywhere: hundredths, as the engine tells them. The curves and
/// thresholds were fitted to other scores, so these are made of them first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// How many points of the curve a hundredth of a shown score is. It belongs to the network and
    /// is to be fitted anew with it.
    pub scale: f64,
    /// By how much the logarithm of the odds grows with a point.
    pub slope: f64,
    /// Drops from which on a move is an inaccuracy, a mistake, a blunder.
    pub thresholds: [f64; 3],
}

impl Curve {
    /// More points mean no more than this.
    pub const LIMIT: f64 = 1000.0;

    /// The chances at a number of points of the curve.
    pub fn win_percent(self, points: f64) -> f64 {
        let points = points.clamp(-Self::LIMIT, Self::LIMIT);
        50.0 + 50.0 * (2.0 / (1.0 + (-self.slope * points).exp()) - 1.0)
    }

    /// The chances of the side that a score is for. What is proved counts as the largest score.
    pub fn chances(self, score: Score) -> f64 {
        self.win_percent(match score.is_decisive() {
            true if score.is_win() => Self::LIMIT,
            true => -Self::LIMIT,
            false => self.points(score.value()),
        })
    }

    /// The points of the curve that a score comes to.
    pub fn points(self, score: i32) -> f64 {
        f64::from(score) * self.scale
    }

    /// What sort of error a move is, given what the mover could have had and what he has now.
    ///
    /// A forced mate is an affair of its own: to let one in, or to let one go, is a blunder,
    /// unless the game was lost before or is won still. A longer mate than the shortest is no
    /// error.
    pub fn judge(self, best: Score, played: Score) -> Option<Judgement> {
        let hopeless = |score: i32| match self.points(score).round() as i32 {
            ..=-1000 => Judgement::Inaccuracy,
            -999..=-701 => Judgement::Mistake,
            _ => Judgement::Blunder,
        };
        if played.is_loss() && !best.is_loss() {
            // A win that was thrown away for a loss is worse than anything.
            return Some(if best.is_win() { Judgement::Blunder } else { hopeless(best.value()) });
        }
        if best.is_win() && !played.is_win() {
            return Some(hopeless(-played.value()));
        }
        if best.is_decisive() {
            return None;
        }
        let drop = self.chances(best) - self.chances(played);
        let [inaccuracy, mistake, blunder] = self.thresholds;
        match drop {
            drop if drop >= blunder => Some(Judgement::Blunder),
            drop if drop >= mistake => Some(Judgement::Mistake),
            drop if drop >= inaccuracy => Some(Judgement::Inaccuracy),
            _ => None,
        }
    }
}

/// Errors, from small to large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judgement {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

/// How exact a move was, from 0 to 100, if the chances fell by so much.
pub fn move_accuracy(drop: f64) -> f64 {
    if drop <= 0.0 {
        return 100.0;
    }
    (103.1668 * (-0.04354 * drop).exp() - 3.1669 + 1.0).clamp(0.0, 100.0)
}

/// How much each move of a game counts for the accuracy: more where much was at stake.
///
/// `chances` are White's before the first move and after every move.
pub fn weights(chances: &[f64]) -> Vec<f64> {
    let moves = chances.len().saturating_sub(1);
    let size = (moves / 10).clamp(2, 8);
    // The first moves have no full window of their own and share the first one.
    let first = std::iter::repeat_n(&chances[..size.min(chances.len())], size - 2);
    let windows = first.chain(chances.windows(size)).take(moves);
    windows.map(|window| deviation(window).clamp(0.5, 12.0)).collect()
}

/// How exact some moves were, given the accuracy and the weight of each: half of it the weighted
/// mean, half the harmonic mean, in which single bad moves weigh heavily. `None` without moves.
pub fn accuracy_of(moves: &[(f64, f64)]) -> Option<f64> {
    if moves.is_empty() {
        return None;
    }
    let weights: f64 = moves.iter().map(|(_, weight)| weight).sum();
    let weighted = moves.iter().map(|(accuracy, weight)| accuracy * weight).sum::<f64>() / weights;
    // Each move counts with 1 at least: one that has no accuracy at all would decide everything.
    let inverses: f64 = moves.iter().map(|(accuracy, _)| 1.0 / accuracy.max(1.0)).sum();
    let harmonic = moves.len() as f64 / inverses;
    Some((weighted + harmonic) / 2.0)
}

/// The standard deviation of all there is.
fn deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests;
