//! What the results of a match prove: Elo difference, likelihood of superiority, SPRT.
//!
//! Games come in pairs with one opening and colours swapped; the pair is the unit, because its two
//! games depend on each other. A pair has five results, from two losses to two wins, hence
//! "pentanomial". Pure mathematics: nothing here knows what was played.

use serde::Serialize;

/// How many pairs ended with 0, ½, 1, 1½ and 2 points.
pub type PairCounts = [u64; 5];

/// Half the width of a 95 % interval, in standard errors.
const NINETY_FIVE_PERCENT: f64 = 1.959_963_984_540_054;

/// What stands for an empty count, so that logarithms stay finite.
const NEXT_TO_NOTHING: f64 = 1e-3;

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
    Some(Estimate {
        score,
        error,
        elo: elo_from_score(score),
        elo_low: elo_from_score(score - margin),
        elo_high: elo_from_score(score + margin),
        superiority,
    })
}

/// The score of a pair's result, on the scale of one game.
fn value(index: usize) -> f64 {
    index as f64 / 4.0
}

fn mean(shares: &[f64; 5]) -> f64 {
    shares.iter().enumerate().map(|(index, share)| share * value(index)).sum()
}

fn variance(shares: &[f64; 5], mean: f64) -> f64 {
    shares.iter().enumerate().map(|(index, share)| share * (value(index) - mean).powi(2)).sum()
}

/// The probability that a normal variable is below `x`. The error function is approximated by
/// formula 7.1.26 of Abramowitz and Stegun, right to six digits.
fn normal_distribution(x: f64) -> f64 {
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let coefficients =
        [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    let polynomial = coefficients.iter().fold(0.0, |sum, coefficient| (sum + coefficient) * t);
    let tail = 0.5 * polynomial * (-z * z).exp();
    if x > 0.0 { 1.0 - tail } else { tail }
}

/// A sequential test: is the difference `elo1` rather than `elo0`? It may look after every game and
/// stops as soon as the answer is sure enough.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    /// The difference that is assumed.
    pub elo0: f64,
    /// The difference that is hoped for.
    pub elo1: f64,
    /// The probability of accepting `elo1` wrongly.
    pub alpha: f64,
    /// The probability of accepting `elo0` wrongly.
    pub beta: f64,
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// More games are needed.
    Open,
    /// The difference is nearer to `elo0`.
    Rejected,
    /// The difference is nearer to `elo1`.
    Accepted,
}

impl Sprt {
    /// A test with 5 % of either error.
    pub fn new(elo0: f64, elo1: f64) -> Self {
        Self { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// The likelihood ratio below which the test rejects, and above which it accepts.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the likelihood ratio: the generalised test, in which everything about the
    /// five results but their mean is estimated from the results themselves.
    pub fn log_likelihood_ratio(&self, pairs: &PairCounts) -> f64 {
        if pairs.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let counts = pairs.map(|count| if count == 0 { NEXT_TO_NOTHING } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / total);
        let weights0 = weights(&shares, score_from_elo(self.elo0));
        let weights1 = weights(&shares, score_from_elo(self.elo1));
        let terms = (0..5).map(|index| counts[index] * (weights0[index] / weights1[index]).ln());
        terms.sum()
    }

    /// What the test says about the pairs so far.
    pub fn verdict(&self, pairs: &PairCounts) -> Verdict {
        let ratio = self.log_likelihood_ratio(pairs);
        let (lower, upper) = self.bounds();
        if ratio >= upper {
            Verdict::Accepted
        } else if ratio <= lower {
            Verdict::Rejected
        } else {
            Verdict::Open
        }
    }
}

/// The likeliest distribution with the given mean is the observed one, each share divided by
/// `1 + θ(value - mean)`; these are the divisors. θ is found by halving, since the mean's surplus
/// falls steadily with it between the two poles.
fn weights(shares: &[f64; 5], mean: f64) -> [f64; 5] {
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let theta = (low + high) / 2.0;
        let surplus: f64 = (0..5)
            .map(|index| {
                let distance = value(index) - mean;
                shares[index] * distance / (1.0 + theta * distance)
            })
            .sum();
        if surplus > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
    }
    let theta = (low + high) / 2.0;
    std::array::from_fn(|index| 1.0 + theta * (value(index) - mean))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
    }

    #[test]
    fn elo_and_score_are_each_other_s_inverse() {
        near(elo_from_score(0.75), 190.848_501_887_865, 1e-9);
        near(score_from_elo(400.0), 10.0 / 11.0, 1e-12);
        near(elo_from_score(score_from_elo(-37.5)), -37.5, 1e-9);
        assert_eq!(elo_from_score(1.0), f64::INFINITY);
        assert_eq!(elo_from_score(0.0), f64::NEG_INFINITY);
    }

    #[test]
    fn an_estimate_agrees_with_a_calculation_by_hand() {
        // Ten pairs: 1, 2, 3, 2, 2. Sum of quarters: 0 + 2 + 6 + 6 + 8 = 22 of 40, so 0.55.
        // Squares about it: 1·0.3025 + 2·0.09 + 3·0.0025 + 2·0.04 + 2·0.2025 = 0.975; /10 = 0.0975.
        let found = estimate(&[1, 2, 3, 2, 2]).unwrap();
        near(found.score, 0.55, 1e-12);
        near(found.error, (0.0975f64 / 10.0).sqrt(), 1e-12);
        near(found.elo, 34.860_06, 1e-4);
        // z = 0.05 / 0.0987421 = 0.506370; the normal distribution there is 0.69370.
        near(found.superiority, 0.693_70, 1e-5);
        near(found.elo_low, elo_from_score(0.55 - 1.959_964 * 0.098_742_1), 1e-3);
        assert!(estimate(&[0; 5]).is_none());
    }

    #[test]
    fn results_without_spread_are_no_trouble() {
        // Seven pairs alike and an imagined one at distance ½: 7/8 · 1/8 · 1/4 / 8 is the square.
        let even = estimate(&[0, 0, 7, 0, 0]).unwrap();
        assert_eq!((even.elo, even.elo.is_sign_positive()), (0.0, true));
        near(even.error, (7.0f64 / 2048.0).sqrt(), 1e-12);
        near(even.superiority, 0.5, 1e-6);
        near(even.elo_low, -even.elo_high, 1e-9);
        let swept = estimate(&[0, 0, 0, 0, 3]).unwrap();
        assert_eq!((swept.elo, swept.elo_high), (f64::INFINITY, f64::INFINITY));
        assert!(swept.elo_low.is_finite() && swept.superiority < 0.999, "{swept:?}");
    }

    #[test]
    fn the_normal_distribution_has_its_known_values() {
        near(normal_distribution(0.0), 0.5, 1e-6);
        near(normal_distribution(NINETY_FIVE_PERCENT), 0.975, 1e-6);
        near(normal_distribution(-1.0), 0.158_655, 1e-6);
        near(normal_distribution(40.0), 1.0, 1e-12);
    }

    #[test]
    fn with_two_results_the_ratio_is_that_of_tossing_a_coin() {
        // Nothing but the mean is free then: k·ln(s1/s0) + (n-k)·ln((1-s1)/(1-s0)).
        let sprt = Sprt::new(0.0, 100.0);
        let (s0, s1) = (0.5f64, score_from_elo(100.0));
        let expected = 620.0 * (s1 / s0).ln() + 380.0 * ((1.0 - s1) / (1.0 - s0)).ln();
        near(sprt.log_likelihood_ratio(&[380, 0, 0, 0, 620]), expected, 0.05);
    }

    #[test]
    fn for_many_pairs_the_ratio_is_that_of_normal_variables() {
        let (sprt, pairs) = (Sprt::new(0.0, 5.0), [500, 2400, 4000, 2500, 600]);
        let Estimate { score, error, .. } = estimate(&pairs).unwrap();
        let (s0, s1) = (0.5, score_from_elo(5.0));
        let expected = (s1 - s0) * (2.0 * score - s0 - s1) / (2.0 * error * error);
        near(sprt.log_likelihood_ratio(&pairs), expected, 0.02 * expected.abs());
    }

    #[test]
    fn the_test_is_fair_to_both_engines() {
        let pairs = [30, 80, 200, 120, 40];
        let mirrored = [40, 120, 200, 80, 30];
        let ratio = Sprt::new(0.0, 10.0).log_likelihood_ratio(&pairs);
        let opposite = Sprt::new(-10.0, 0.0).log_likelihood_ratio(&mirrored);
        near(ratio, -opposite, 1e-9);
        near(Sprt::new(-5.0, 5.0).log_likelihood_ratio(&[9, 20, 50, 20, 9]), 0.0, 1e-9);
    }

    #[test]
    fn the_test_decides_when_it_is_sure() {
        let sprt = Sprt::new(0.0, 10.0);
        let (lower, upper) = sprt.bounds();
        near(lower, -2.944_439, 1e-6);
        near(upper, 2.944_439, 1e-6);
        assert_eq!(sprt.verdict(&[0; 5]), Verdict::Open);
        assert_eq!(sprt.verdict(&[0, 0, 1, 0, 0]), Verdict::Open);
        assert_eq!(sprt.verdict(&[100, 200, 500, 400, 200]), Verdict::Accepted);
        assert_eq!(sprt.verdict(&[200, 400, 500, 200, 100]), Verdict::Rejected);
        assert!(sprt.log_likelihood_ratio(&[0, 0, 0, 0, 50]).is_finite());
    }
}
