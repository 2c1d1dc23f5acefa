//! What the results of a match prove: Elo difference, likelihood of superiority, SPRT.
//!
//! Games come in pairs with one opening and colours swapped; the pair is the unit, because its two
//! games depend on each other. A pair has five results, from two losses to two wins, hence
//! "pentanomial". Pure mathematics: nothing here knows what was played.

use serde::Serialize;
use std::array;
use std::f64::consts::{LN_10, SQRT_2};

/// How many pairs ended with 0, ½, 1, 1½ and 2 points.
pub type PairCounts = [u64; 5];

/// Half the width of a 95 % interval, in standard errors.
pub(crate) const NINETY_FIVE_PERCENT: f64 = 1.959_963_984_540_054;

/// What stands for an empty count, so that logarithms stay finite.
const NEXT_TO_NOTHING: f64 = 1e-3;

/// Normalised Elo for one standard deviation of a single game. Near an even score of games without
/// draws it makes normalised Elo the same as Elo.
const NORMALISED_ELO_PER_DEVIATION: f64 = 800.0 / LN_10;

/// The expected score at an Elo difference.
pub fn score_from_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo difference at which a score is expected; infinite for 0 and 1.
pub fn elo_from_score(score: f64) -> f64 {
    // Adding zero makes the zero of an even score positive.
    -400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10() + 0.0
}

/// An estimate from pairs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The mean score of a game, from 0 to 1.
    pub score: f64,
    /// The standard error of that mean.
    pub error: f64,
    /// The Elo difference.
    pub elo: f64,
    /// The lower end of its 95 % interval.
    pub elo_low: f64,
    /// The upper end.
    pub elo_high: f64,
    /// The difference in normalised Elo, see [`EloScale::Normalised`].
    pub normalised_elo: f64,
    /// The lower end of its 95 % interval.
    pub normalised_elo_low: f64,
    /// The upper end.
    pub normalised_elo_high: f64,
    /// The probability that the first engine is the stronger one.
    pub superiority: f64,
}

/// The estimate from pairs; `None` if there are none.
pub fn estimate(pairs: &PairCounts) -> Option<Estimate> {
    let count = pairs.iter().sum::<u64>() as f64;
    if count == 0.0 {
        return None;
    }
    let shares = pairs.map(|pairs| pairs as f64 / count);
    let score = mean(&shares);
    let mut variance = variance(&shares, score);
    let mut counted = count;
    // Pairs that all ended alike show no spread, which does not mean that there is none: then one
    // more pair is imagined, as far off as can be.
    if variance == 0.0 {
        counted += 1.0;
        let distance = score.max(1.0 - score);
        variance = count / counted * distance * distance / counted;
    }
    let error = (variance / counted).sqrt();
    let superiority = normal_distribution((score - 0.5) / error);
    let margin = NINETY_FIVE_PERCENT * error;
    let normalised_elo = normalised_elo_from_surplus((score - 0.5) / variance.sqrt());
    // Counted in deviations, the mean of n pairs is off by 1/√n. How well the deviation itself is
    // known hardly adds to that.
    let normalised_margin = NINETY_FIVE_PERCENT * normalised_elo_from_surplus(1.0 / count.sqrt());
    Some(Estimate {
        score,
        error,
        elo: elo_from_score(score),
        elo_low: elo_from_score(score - margin),
        elo_high: elo_from_score(score + margin),
        normalised_elo,
        normalised_elo_low: normalised_elo - normalised_margin,
        normalised_elo_high: normalised_elo + normalised_margin,
        superiority,
    })
}

/// The normalised Elo at which the score of a pair exceeds one half by so many of its standard
/// deviations. A pair, being two games, shows a difference √2 times as clearly as one game.
fn normalised_elo_from_surplus(surplus: f64) -> f64 {
    surplus / SQRT_2 * NORMALISED_ELO_PER_DEVIATION
}

/// The inverse of [`normalised_elo_from_surplus`].
fn surplus_from_normalised_elo(elo: f64) -> f64 {
    elo / NORMALISED_ELO_PER_DEVIATION * SQRT_2
}

/// The score of a pair's result, on the scale of one game.
fn value(index: usize) -> f64 {
    index as f64 / 4.0
}

/// The mean score of a game.
pub(crate) fn mean(shares: &[f64; 5]) -> f64 {
    shares.iter().enumerate().map(|(index, share)| share * value(index)).sum()
}

/// The variance of a pair's score about `mean`, on the scale of one game.
pub(crate) fn variance(shares: &[f64; 5], mean: f64) -> f64 {
    shares.iter().enumerate().map(|(index, share)| share * (value(index) - mean).powi(2)).sum()
}

/// The probability that a normal variable is below `x`. The error function is approximated by
/// formula 7.1.26 of Abramowitz and Stegun, right to six digits.
fn normal_distribution(x: f64) -> f64 {
    let z = x.abs() / SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let coefficients =
        [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    let polynomial = coefficients.iter().fold(0.0, |sum, coefficient| (sum + coefficient) * t);
    let tail = 0.5 * polynomial * (-z * z).exp();
    if x > 0.0 { 1.0 - tail } else { tail }
}

/// What the bounds of a test are counted in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EloScale {
    /// Elo as in rating lists: it tells the expected score.
    #[default]
    Logistic,
    /// The surplus over an even score in standard deviations of a game, times 800 / ln 10, as
    /// proposed by Michel Van den Bergh. It tells how many games it takes to see the difference, so
    /// a test takes about as long with drawish openings as with sharp ones.
    Normalised,
}

/// A sequential test: is the difference `elo1` rather than `elo0`? It may look after every game and
/// stops as soon as the answer is sure enough.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    /// The difference that is assumed.
    pub elo0: f64,
    /// The difference that is hoped for.
    pub elo1: f64,
    /// What the two are counted in.
    pub scale: EloScale,
    /// The probability of accepting `elo1` wrongly.
    pub alpha: f64,
    /// The probability of accepting `elo0` wrongly.
    pub beta: f64,
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SprtDecision {
    /// More games are needed.
    Open,
    /// The difference is nearer to `elo0`.
    Rejected,
    /// The difference is nearer to `elo1`.
    Accepted,
}

impl Sprt {
    /// A test of logistic Elo with 5 % of either error.
    pub fn new(elo0: f64, elo1: f64) -> Self {
        Self { elo0, elo1, scale: EloScale::Logistic, alpha: 0.05, beta: 0.05 }
    }

    /// The likelihood ratio below which the test rejects, and above which it accepts.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the likelihood ratio: the generalised test, in which everything about the
    /// five results but the difference is estimated from the results themselves.
    pub fn log_likelihood_ratio(&self, pairs: &PairCounts) -> f64 {
        if pairs.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let counts = pairs.map(|count| if count == 0 { NEXT_TO_NOTHING } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / total);
        let divisors = |elo| match self.scale {
            EloScale::Logistic => divisors_at_score(&shares, score_from_elo(elo)),
            EloScale::Normalised => divisors_at_surplus(&shares, surplus_from_normalised_elo(elo)),
        };
        let (divisors0, divisors1) = (divisors(self.elo0), divisors(self.elo1));
        let terms = (0..5).map(|index| counts[index] * (divisors0[index] / divisors1[index]).ln());
        terms.sum()
    }

    /// What the test says about the pairs so far.
    pub fn decide(&self, pairs: &PairCounts) -> SprtDecision {
        let ratio = self.log_likelihood_ratio(pairs);
        let (lower, upper) = self.bounds();
        if ratio >= upper {
            SprtDecision::Accepted
        } else if ratio <= lower {
            SprtDecision::Rejected
        } else {
            SprtDecision::Open
        }
    }
}

/// The [`divisors`] that make the mean `score`.
fn divisors_at_score(shares: &[f64; 5], score: f64) -> [f64; 5] {
    divisors(shares, &array::from_fn(|index| value(index) - score))
}

/// The [`divisors`] that put the mean `surplus` standard deviations above one half.
///
/// The standard deviation is no sum over the results, but for any centre `m` and any `d` it is at
/// most `(d + E(x - m)² / d) / 2`, and equal to that if they are the mean and the deviation. With
/// that bound in its place the condition is a sum; each solution gives the next `m` and `d`. As the
/// bound is never too small, a solution of one round keeps the next one solvable, and the first one
/// is so because its centre is the best or the worst result, where the surplus is wanted.
fn divisors_at_surplus(shares: &[f64; 5], surplus: f64) -> [f64; 5] {
    let mut centre = if surplus > 0.0 { 1.0 } else { 0.0 };
    let mut deviation = 1.0 / (1.0 + surplus.abs());
    let mut found = [1.0; 5];
    // Six rounds are usual.
    for _ in 0..50 {
        let excess = array::from_fn(|index| {
            let bound = (deviation + (value(index) - centre).powi(2) / deviation) / 2.0;
            value(index) - 0.5 - surplus * bound
        });
        found = divisors(shares, &excess);
        let likeliest = array::from_fn(|index| shares[index] / found[index]);
        let (last_centre, last_deviation) = (centre, deviation);
        centre = mean(&likeliest);
        deviation = variance(&likeliest, centre).sqrt();
        if (centre - last_centre).abs() + (deviation - last_deviation).abs() < 1e-12 {
            break;
        }
    }
    found
}

/// The likeliest distribution for which the mean of `excess` is zero is the observed one, each
/// share divided by `1 + θ·excess`; these are the divisors. The mean falls steadily with θ between
/// the two poles, where Newton's method finds it, or halving where that would leave the known
/// range.
fn divisors(shares: &[f64; 5], excess: &[f64; 5]) -> [f64; 5] {
    let mut low = -1.0 / excess.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let mut high = -1.0 / excess.iter().copied().fold(-f64::MIN_POSITIVE, f64::min);
    let mut theta = 0.0;
    for _ in 0..100 {
        let (mut mean, mut steepness) = (0.0, 0.0);
        for (share, excess) in shares.iter().zip(excess) {
            let quotient = excess / (1.0 + theta * excess);
            mean += share * quotient;
            steepness += share * quotient * quotient;
        }
        if mean > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
        let last = theta;
        theta += mean / steepness;
        if !(low < theta && theta < high) {
            theta = (low + high) / 2.0;
        }
        if (theta - last).abs() <= 1e-14 * last.abs() {
            break;
        }
    }
    excess.map(|excess| 1.0 + theta * excess)
}

#[cfg(test)]
pub(crate) mod tests;
