//! Against published formulas, calculations by hand, and simulated matches.

use super::*;
use damier_core::random::Random;

/// How pairs end between engines of equal strength, about: often even, seldom two wins.
const USUAL: [f64; 5] = [0.04, 0.22, 0.48, 0.22, 0.04];

pub(crate) fn near(found: f64, expected: f64, tolerance: f64) {
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
    near(found.elo_high, elo_from_score(0.55 + 1.959_964 * 0.098_742_1), 1e-3);
    // 0.05 / √0.0975 = 0.160128 deviations of a pair, 0.113228 of a game; times 347.4356.
    near(found.normalised_elo, 39.339, 1e-3);
    // Twenty games: 1.959964 · 347.4356 / √20 = 152.267 to either side.
    near(found.normalised_elo_low, 39.339 - 152.267, 1e-2);
    near(found.normalised_elo_high, 39.339 + 152.267, 1e-2);
    assert!(estimate(&[0; 5]).is_none());
}

#[test]
fn the_pair_is_the_unit_of_the_error_bar() {
    // A hundred wins and a hundred losses, but for two games. If both sides win every opening with
    // the same colour, that proves them equal; if one opening goes to one and the next to the
    // other, it proves little. Counting games would make no difference between the two.
    let within = estimate(&[0, 1, 98, 1, 0]).unwrap();
    let between = estimate(&[50, 0, 0, 0, 50]).unwrap();
    // The squares: (2 · 1/16 / 100) / 100, and (1/4) / 100.
    near(within.error, 0.003_535_534, 1e-9);
    near(between.error, 0.05, 1e-12);
    near(between.elo_high, 68.99, 0.01);
}

#[test]
fn likelihood_of_superiority_follows_the_published_formula() {
    // For independent games it is Φ((wins - losses) / √(wins + losses)), draws not counted.
    // 5000 games, 26 % won, 24 % lost: Φ(100 / √2500) = Φ(2).
    let drawish = estimate(&[144, 600, 937, 650, 169]).unwrap();
    near(drawish.superiority, 0.977_25, 1e-4);
    // 20,000 games, 50.5 % won, 49.5 % lost: Φ(200 / √20,000) = Φ(√2).
    let decisive = estimate(&[2450, 0, 5000, 0, 2550]).unwrap();
    near(decisive.superiority, 0.921_35, 1e-4);
    let mirrored = estimate(&[2550, 0, 5000, 0, 2450]).unwrap();
    near(decisive.superiority + mirrored.superiority, 1.0, 1e-6);
}

#[test]
fn normalised_elo_is_elo_where_games_are_independent_and_never_drawn() {
    // 50.5 % wins; far from an even score the two part.
    let found = estimate(&[245_025, 0, 499_950, 0, 255_025]).unwrap();
    near(found.normalised_elo, found.elo, 0.01);
    near(found.elo, 3.474, 1e-3);
    // Half the distance with half the spread is as easy to see, though it is half the Elo.
    let drawish = estimate(&[0, 245_025, 499_950, 255_025, 0]).unwrap();
    near(drawish.normalised_elo, found.normalised_elo, 1e-9);
    near(drawish.elo, found.elo / 2.0, 1e-3);
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
    assert!(swept.normalised_elo.is_finite() && swept.normalised_elo > 100.0, "{swept:?}");
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
    assert_eq!(sprt.decide(&[0; 5]), SprtDecision::Open);
    assert_eq!(sprt.decide(&[0, 0, 1, 0, 0]), SprtDecision::Open);
    assert_eq!(sprt.decide(&[100, 200, 500, 400, 200]), SprtDecision::Accepted);
    assert_eq!(sprt.decide(&[200, 400, 500, 200, 100]), SprtDecision::Rejected);
    assert!(sprt.log_likelihood_ratio(&[0, 0, 0, 0, 50]).is_finite());
}

/// A test of normalised Elo.
fn normalised(elo0: f64, elo1: f64) -> Sprt {
    Sprt { scale: EloScale::Normalised, ..Sprt::new(elo0, elo1) }
}

/// How many of its standard deviations the score of a pair exceeds one half by.
fn surplus(shares: &[f64; 5]) -> f64 {
    let mean = mean(shares);
    (mean - 0.5) / variance(shares, mean).sqrt()
}

/// The shares, shifted smoothly towards better results until `measure` finds `goal` in them.
pub(crate) fn tilted(shares: &[f64; 5], measure: fn(&[f64; 5]) -> f64, goal: f64) -> [f64; 5] {
    let at = |tilt: f64| {
        let raw: [f64; 5] = array::from_fn(|index| shares[index] * (tilt * value(index)).exp());
        let sum: f64 = raw.iter().sum();
        raw.map(|share| share / sum)
    };
    let (mut low, mut high) = (-30.0, 30.0);
    for _ in 0..80 {
        let tilt = (low + high) / 2.0;
        if measure(&at(tilt)) < goal { low = tilt } else { high = tilt }
    }
    at(low)
}

/// A number from 0 to 1.
fn uniform(random: &mut Random) -> f64 {
    (random.next_bits() >> 11) as f64 / (1u64 << 53) as f64
}

/// The index of a result that comes up as often as its share says.
pub(crate) fn random_result(random: &mut Random, shares: &[f64; 5]) -> usize {
    let mut rest = uniform(random);
    let is_it = |share: &f64| {
        rest -= share;
        rest < 0.0
    };
    shares.iter().position(is_it).unwrap_or(4)
}

#[test]
fn with_two_results_the_normalised_ratio_is_that_of_tossing_a_coin() {
    // A coin that shows heads with probability p = ½ + t / 2√(1 + t²) has p - ½ = t·√(p(1 - p)).
    let probability = |elo| {
        let t = surplus_from_normalised_elo(elo);
        0.5 + t / (2.0 * (1.0 + t * t).sqrt())
    };
    let (p0, p1): (f64, f64) = (probability(-20.0), probability(100.0));
    let expected = 620.0 * (p1 / p0).ln() + 380.0 * ((1.0 - p1) / (1.0 - p0)).ln();
    near(normalised(-20.0, 100.0).log_likelihood_ratio(&[380, 0, 0, 0, 620]), expected, 0.05);
}

#[test]
fn for_many_pairs_the_normalised_ratio_is_that_of_normal_variables() {
    let pairs = [500, 2400, 4000, 2500, 600];
    let found = surplus(&pairs.map(|count| count as f64 / 10_000.0));
    for (elo0, elo1) in [(0.0, 5.0), (-3.0, 1.0), (2.0, 12.0)] {
        let [t0, t1] = [elo0, elo1].map(surplus_from_normalised_elo);
        let expected = 10_000.0 * (t1 - t0) * (found - (t0 + t1) / 2.0);
        let ratio = normalised(elo0, elo1).log_likelihood_ratio(&pairs);
        near(ratio, expected, 0.02 * expected.abs());
    }
}

#[test]
fn the_normalised_test_is_fair_to_both_engines() {
    let ratio = normalised(0.0, 10.0).log_likelihood_ratio(&[30, 80, 200, 120, 40]);
    let opposite = normalised(-10.0, 0.0).log_likelihood_ratio(&[40, 120, 200, 80, 30]);
    near(ratio, -opposite, 1e-9);
    near(normalised(-5.0, 5.0).log_likelihood_ratio(&[9, 20, 50, 20, 9]), 0.0, 1e-9);
}

#[test]
fn the_normalised_ratio_does_not_mind_how_much_a_pair_is_decided_by() {
    let (wide, narrow) = ([4000, 0, 0, 0, 6000], [0, 4000, 0, 6000, 0]);
    let ratio = normalised(0.0, 5.0).log_likelihood_ratio(&wide);
    near(normalised(0.0, 5.0).log_likelihood_ratio(&narrow), ratio, 0.01);
    let logistic = Sprt::new(0.0, 5.0);
    assert!(logistic.log_likelihood_ratio(&narrow) > 1.5 * logistic.log_likelihood_ratio(&wide));
}

#[test]
fn the_two_scales_agree_where_elo_is_normalised_elo() {
    // What independent games without draws give.
    let pairs = [2400, 0, 5000, 0, 2600];
    let ratio = Sprt::new(0.0, 3.0).log_likelihood_ratio(&pairs);
    near(normalised(0.0, 3.0).log_likelihood_ratio(&pairs), ratio, 0.02 * ratio.abs());
}

#[test]
fn no_distribution_with_the_wanted_surplus_is_likelier_than_the_one_found() {
    let mut random = Random::new(5);
    let likelihood = |observed: &[f64; 5], assumed: &[f64; 5]| -> f64 {
        observed.iter().zip(assumed).map(|(share, assumed)| share * assumed.ln()).sum()
    };
    for round in 0..200 {
        let raw: [f64; 5] = array::from_fn(|_| uniform(&mut random).powi(3) + 1e-4);
        let sum: f64 = raw.iter().sum();
        let observed = raw.map(|share| share / sum);
        let goal = uniform(&mut random) - 0.5;
        let divisors = divisors_at_surplus(&observed, goal);
        let found: [f64; 5] = array::from_fn(|index| observed[index] / divisors[index]);
        near(found.iter().sum(), 1.0, 1e-9);
        near(surplus(&found), goal, 1e-9);
        let best = likelihood(&observed, &found);
        for _ in 0..20 {
            let nudged = found.map(|share| share * (1.0 + 0.2 * (uniform(&mut random) - 0.5)));
            let other = tilted(&nudged, surplus, goal);
            near(surplus(&other), goal, 1e-9);
            assert!(likelihood(&observed, &other) < best + 1e-9, "round {round}: {observed:?}");
        }
    }
}

#[test]
fn every_surplus_can_be_reached_from_every_result() {
    for goal in [-3.0, -1.2, -0.01, 0.0, 0.3, 1.2, 3.0] {
        for position in 0..5 {
            let observed = array::from_fn(|index| if index == position { 0.96 } else { 0.01 });
            let divisors = divisors_at_surplus(&observed, goal);
            let found: [f64; 5] = array::from_fn(|index| observed[index] / divisors[index]);
            near(found.iter().sum(), 1.0, 1e-9);
            near(surplus(&found), goal, 1e-9);
        }
    }
}

#[test]
fn no_result_and_no_bound_gives_a_ratio_that_is_not_a_number() {
    for position in 0..5 {
        for count in [1, 50, 100_000_000] {
            let mut pairs = [0; 5];
            pairs[position] = count;
            for bound in [0.0, 0.5, 30.0, 300.0, 3000.0] {
                for sprt in [normalised(-bound, bound + 1.0), Sprt::new(-bound, bound + 1.0)] {
                    let ratio = sprt.log_likelihood_ratio(&pairs);
                    assert!(ratio.is_finite(), "{sprt:?} {pairs:?} {ratio}");
                }
            }
        }
    }
    assert_eq!(normalised(0.0, 30.0).decide(&[0, 0, 0, 0, 30]), SprtDecision::Accepted);
    assert_eq!(normalised(0.0, 30.0).decide(&[0, 0, 300, 0, 0]), SprtDecision::Rejected);
}

/// How many of a thousand simulated matches, whose pairs end in these shares, the test rejects, and
/// how many it accepts.
fn verdicts(sprt: Sprt, shares: &[f64; 5], seed: u64) -> [u64; 2] {
    let mut random = Random::new(seed);
    let mut counts = [0; 2];
    for _ in 0..1000 {
        let mut pairs = [0; 5];
        loop {
            // Looking at every fourth pair saves time, and lets the ratio overshoot its bounds by
            // little.
            for _ in 0..4 {
                pairs[random_result(&mut random, shares)] += 1;
            }
            match sprt.decide(&pairs) {
                SprtDecision::Open => {}
                SprtDecision::Rejected => break counts[0] += 1,
                SprtDecision::Accepted => break counts[1] += 1,
            }
        }
    }
    counts
}

#[test]
fn simulated_tests_of_logistic_elo_stop_at_the_right_side() {
    let sprt = Sprt::new(0.0, 30.0);
    let [shares0, shares1] = [sprt.elo0, sprt.elo1].map(|elo| {
        let shares = tilted(&USUAL, mean, score_from_elo(elo));
        near(mean(&shares), score_from_elo(elo), 1e-12);
        shares
    });
    let ([right0, wrong0], [wrong1, right1]) =
        (verdicts(sprt, &shares0, 1), verdicts(sprt, &shares1, 2));
    assert!(right0 >= 930 && right1 >= 930, "{right0} and {right1} of 1000");
    // Nor is the test more careful than it was asked to be, which would cost games.
    assert!(wrong0 >= 15 && wrong1 >= 15, "{wrong0} and {wrong1} of 1000");
}

#[test]
fn simulated_tests_of_normalised_elo_stop_at_the_right_side() {
    let sprt = normalised(0.0, 40.0);
    let [shares0, shares1] = [sprt.elo0, sprt.elo1].map(|elo| {
        let shares = tilted(&USUAL, surplus, surplus_from_normalised_elo(elo));
        near(surplus(&shares), surplus_from_normalised_elo(elo), 1e-12);
        shares
    });
    let ([right0, wrong0], [wrong1, right1]) =
        (verdicts(sprt, &shares0, 3), verdicts(sprt, &shares1, 4));
    assert!(right0 >= 930 && right1 >= 930, "{right0} and {right1} of 1000");
    assert!(wrong0 >= 15 && wrong1 >= 15, "{wrong0} and {wrong1} of 1000");
}

#[test]
fn the_scale_is_written_in_lower_case() {
    let written = serde_json::to_value(normalised(0.0, 5.0)).unwrap();
    assert_eq!(written["scale"], "normalised");
}
