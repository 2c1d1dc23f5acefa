//! The mathematics: what is tried in an iteration, and how the numbers move after it.
//!
//! The gains are the usual ones of J. C. Spall: in iteration *k*, counted from 0, a number is moved
//! by `c / (k + 1)^0.101` to either side, and follows the result with `a / (A + k + 1)^0.602`. The
//! constants follow from the end: there a number is moved by its step, and one game more won than
//! lost draws it along by the rate, in steps.

use crate::parameter::{NumberKind, Parameter};
use damier_core::random::{Random, nth_bits};

/// How fast what is learnt from an iteration fades.
const ALPHA: f64 = 0.602;
/// How fast the distance of the two sides fades.
const GAMMA: f64 = 0.101;
/// Spall's `A`, which holds the first iterations back, as a share of all iterations.
const STABILITY: f64 = 0.1;

/// The rate of a tuning of a single pair of games; that of a longer one falls with the root of its
/// length, as does what chance alone adds up to.
const RATE_OF_ONE_PAIR: f64 = 0.5;

/// A tuning: what is tuned, for how long, how boldly, and by which chance.
#[derive(Clone, Debug, PartialEq)]
pub struct Spsa {
    /// The numbers.
    pub parameters: Vec<Parameter>,
    /// How often all numbers are moved.
    pub iterations: u64,
    /// Pairs of games in each iteration.
    pub pairs: u64,
    /// How far a number goes in the last iteration for each game more won than lost, in steps.
    pub rate: f64,
    /// Decides what is tried.
    pub seed: u64,
}

/// What is tried in an iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// For each number 1 if the first side has it larger, -1 if smaller.
    pub signs: Vec<f64>,
    /// The values of the first side, `plus`.
    pub plus: Vec<f64>,
    /// The values of the other side, `minus`.
    pub minus: Vec<f64>,
}

impl Spsa {
    /// A rate that suits a tuning of so many pairs of games in all: chance alone then moves a
    /// number by about a step from the first game to the last.
    pub fn usual_rate(pairs: u64) -> f64 {
        RATE_OF_ONE_PAIR / (pairs.max(1) as f64).sqrt()
    }

    /// The values to begin with.
    pub fn start(&self) -> Vec<f64> {
        self.parameters.iter().map(|parameter| parameter.start).collect()
    }

    /// How far a number is moved to either side in an iteration.
    fn reach(&self, parameter: &Parameter, iteration: u64) -> f64 {
        let share = self.iterations as f64 / (iteration + 1) as f64;
        parameter.step * share.powf(GAMMA)
    }

    /// How far a number goes after an iteration for each game more won than lost.
    fn pull(&self, parameter: &Parameter, iteration: u64) -> f64 {
        let all = self.iterations as f64;
        let share = (STABILITY * all + all) / (STABILITY * all + (iteration + 1) as f64);
        let gain = self.rate * parameter.step * parameter.step * share.powf(ALPHA);
        gain / self.reach(parameter, iteration)
    }

    /// What an iteration tries around these values: a function of them, the seed and the number of
    /// the iteration. Whole numbers are rounded up or down by chance, so that on average both sides
    /// stand where they should.
    pub fn trial(&self, iteration: u64, values: &[f64]) -> Trial {
        let mut random = Random::new(nth_bits(self.seed ^ nth_bits(iteration)));
        let mut trial = Trial { signs: Vec::new(), plus: Vec::new(), minus: Vec::new() };
        for (parameter, value) in self.parameters.iter().zip(values) {
            let sign = if random.next_bits() >> 63 == 0 { 1.0 } else { -1.0 };
            let reach = sign * self.reach(parameter, iteration);
            let [plus, minus] = [value + reach, value - reach].map(|value| {
                let chance = (random.next_bits() >> 11) as f64 / (1u64 << 53) as f64;
                let value = value.clamp(parameter.min, parameter.max);
                match parameter.kind {
                    NumberKind::Whole => (value + chance).floor(),
                    NumberKind::Real => value,
                }
            });
            trial.signs.push(sign);
            trial.plus.push(plus);
            trial.minus.push(minus);
        }
        trial
    }

    /// Moves the values after an iteration: `lead` games more were won by `plus` than by `minus`.
    pub fn follow(&self, iteration: u64, values: &mut [f64], signs: &[f64], lead: i64) {
        for ((parameter, value), sign) in self.parameters.iter().zip(values).zip(signs) {
            let moved = *value + self.pull(parameter, iteration) * sign * lead as f64;
            *value = moved.clamp(parameter.min, parameter.max);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(start: f64, min: f64, max: f64, step: f64) -> Parameter {
        Parameter { name: "x".to_owned(), kind: NumberKind::Whole, start, min, max, step }
    }

    /// Ten numbers of very different sizes, all wrong by several steps, and where they belong.
    fn wrong_numbers() -> (Spsa, Vec<f64>) {
        let mut parameters = Vec::new();
        let mut best = Vec::new();
        for (place, scale) in [1.0, 3.0, 12.0, 50.0, 400.0].into_iter().cycle().take(10).enumerate()
        {
            let distance = if place % 2 == 0 { 4.0 } else { -5.0 };
            let middle = 10.0 * scale;
            parameters.push(parameter(middle + distance * scale, 0.0, 20.0 * scale, scale));
            best.push(middle);
        }
        let (iterations, pairs) = (250, 8);
        let rate = Spsa::usual_rate(iterations * pairs);
        (Spsa { parameters, iterations, pairs, rate, seed: 1 }, best)
    }

    /// What the values cost, in Elo: so much for a step, and its square for several.
    fn loss(spsa: &Spsa, best: &[f64], values: &[f64], elo: f64) -> f64 {
        let numbers = spsa.parameters.iter().zip(best).zip(values);
        numbers.map(|((one, best), value)| elo * ((value - best) / one.step).powi(2)).sum()
    }

    /// Plays all iterations by dice: the better side wins as often as the difference in Elo says,
    /// and every other game is drawn.
    fn tune(spsa: &Spsa, best: &[f64], elo: f64) -> Vec<f64> {
        let mut dice = Random::new(77);
        let mut values = spsa.start();
        for iteration in 0..spsa.iterations {
            let trial = spsa.trial(iteration, &values);
            let better = loss(spsa, best, &trial.minus, elo) - loss(spsa, best, &trial.plus, elo);
            let expected = 1.0 / (1.0 + 10f64.powf(-better / 400.0));
            let mut lead = 0;
            for _ in 0..2 * spsa.pairs {
                let throw = (dice.next_bits() >> 11) as f64 / (1u64 << 53) as f64;
                lead += match throw {
                    throw if throw < expected - 0.25 => 1,
                    throw if throw > expected + 0.25 => -1,
                    _ => 0,
                };
            }
            spsa.follow(iteration, &mut values, &trial.signs, lead);
        }
        values
    }

    #[test]
    fn ten_wrong_numbers_are_found_by_games_that_are_half_chance() {
        let (spsa, best) = wrong_numbers();
        let elo = 3.0;
        let before = loss(&spsa, &best, &spsa.start(), elo);
        let after = loss(&spsa, &best, &tune(&spsa, &best, elo), elo);
        assert!(before > 600.0 && after < 60.0, "{before} Elo, then {after}");
    }

    #[test]
    fn where_nothing_matters_numbers_stay_near_their_start() {
        let (spsa, best) = wrong_numbers();
        let values = tune(&spsa, &best, 0.0);
        let moved =
            spsa.parameters.iter().zip(&values).map(|(one, value)| (value - one.start) / one.step);
        let moved: Vec<f64> = moved.collect();
        let spread = (moved.iter().map(|steps| steps * steps).sum::<f64>() / 10.0).sqrt();
        assert!((0.2..2.0).contains(&spread), "{moved:?}");
    }

    #[test]
    fn the_last_iteration_has_the_step_and_the_rate() {
        let spsa = Spsa { iterations: 500, rate: 0.01, ..wrong_numbers().0 };
        let one = &spsa.parameters[2];
        assert!((spsa.reach(one, 499) - one.step).abs() < 1e-9);
        assert!((spsa.pull(one, 499) - 0.01 * one.step).abs() < 1e-9);
        // By hand: 500^0.101 = 1.8732, and the gain at the start is (550 / 51)^0.602 = 4.1841 times
        // that at the end.
        assert!((spsa.reach(one, 0) / one.step - 1.8732).abs() < 1e-3, "{}", spsa.reach(one, 0));
        let first = spsa.pull(one, 0) / (0.01 * one.step);
        assert!((first - 4.1841 / 1.8732).abs() < 2e-3, "{first}");
    }

    #[test]
    fn both_sides_stand_evenly_around_the_values_whatever_is_rounded() {
        let spsa = Spsa {
            parameters: vec![parameter(5.3, 0.0, 100.0, 1.25)],
            iterations: 20_000,
            ..wrong_numbers().0
        };
        let [mut middle, mut ups] = [0.0; 2];
        for iteration in 0..spsa.iterations {
            let Trial { signs, plus, minus } = spsa.trial(iteration, &[50.3]);
            assert!(plus[0].fract() == 0.0 && minus[0].fract() == 0.0);
            assert!((plus[0] - minus[0]) * signs[0] > 0.0);
            middle += (plus[0] + minus[0]) / 2.0;
            ups += signs[0];
        }
        let count = spsa.iterations as f64;
        assert!((middle / count - 50.3).abs() < 0.02, "{}", middle / count);
        assert!((ups / count).abs() < 0.03, "{ups} more up than down");
    }

    #[test]
    fn a_trial_depends_on_seed_and_iteration_alone_and_stays_in_the_range() {
        let spsa = wrong_numbers().0;
        let values = spsa.start();
        assert_eq!(spsa.trial(7, &values), spsa.trial(7, &values));
        assert_ne!(spsa.trial(7, &values).signs, spsa.trial(8, &values).signs);
        let other = Spsa { seed: 2, ..spsa.clone() };
        assert_ne!(spsa.trial(7, &values).signs, other.trial(7, &values).signs);
        let ends: Vec<f64> = spsa.parameters.iter().map(|one| one.max).collect();
        for iteration in 0..50 {
            let mut values = ends.clone();
            let trial = spsa.trial(iteration, &values);
            spsa.follow(iteration, &mut values, &trial.signs, 1_000_000);
            for (place, one) in spsa.parameters.iter().enumerate() {
                for value in [trial.plus[place], trial.minus[place], values[place]] {
                    assert!((one.min..=one.max).contains(&value), "{value}");
                }
            }
        }
    }
}
