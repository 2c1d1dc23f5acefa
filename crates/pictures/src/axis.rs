//! Scales with round numbers.

/// About the least distance between two numbers on a scale.
const LEAST_TICK_DISTANCE: f64 = 50.0;

/// A scale with round numbers, and where it lies in the picture.
pub(crate) struct Axis {
    pub(crate) from: f64,
    to: f64,
    step: f64,
    pub(crate) start: f64,
    pub(crate) end: f64,
}

impl Axis {
    /// An axis on which zero and the values lie, as far as they are within the limit. Infinite ones
    /// do not count: they lie at the end of any axis.
    pub(crate) fn covering(values: impl Iterator<Item = f64>, limit: f64, at: [f64; 2]) -> Self {
        let values = values.filter(|value| value.is_finite());
        let (low, high) = values.fold((0.0f64, 0.0f64), |(low, high), value| {
            let value = value.clamp(-limit, limit);
            (low.min(value), high.max(value))
        });
        let parts = (at[1] - at[0]).abs() / LEAST_TICK_DISTANCE;
        let step = round_step((high - low) / parts);
        let (from, to) = ((low / step).floor() * step, (high / step).ceil() * step);
        Self { from, to, step, start: at[0], end: at[1] }
    }

    /// An axis that ends with the last game.
    pub(crate) fn of_games(games: u64, at: [f64; 2]) -> Self {
        let to = games.max(1) as f64;
        Self { from: 0.0, to, step: round_step(to / 8.0).max(1.0), start: at[0], end: at[1] }
    }

    /// Where a value lies. What is too large or too small lies at the end, what is no number at the
    /// start: a picture has no place for it.
    pub(crate) fn place(&self, value: f64) -> f64 {
        let share = ((value - self.from) / (self.to - self.from)).clamp(0.0, 1.0);
        let share = if share.is_nan() { 0.0 } else { share };
        self.start + share * (self.end - self.start)
    }

    pub(crate) fn ticks(&self) -> impl Iterator<Item = f64> + use<> {
        let step = self.step;
        let first = (self.from / step).round() as i64;
        // A little more, lest rounding hide the last one.
        let last = (self.to / step + 1e-6).floor() as i64;
        (first..=last).map(move |tick| tick as f64 * step)
    }

    /// The digits that the ticks need after the point.
    pub(crate) fn decimals(&self) -> usize {
        if self.step < 1.0 { (-self.step.log10()).ceil() as usize } else { 0 }
    }
}

/// The smallest of 1, 2, 5, 10, 20, 50 … that is not below `least`, or a decimal fraction of that.
fn round_step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    let digit = [1.0, 2.0, 5.0].into_iter().find(|digit| digit * power >= least);
    digit.unwrap_or(10.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_on_a_scale_are_round() {
        for (least, step) in [(0.9, 1.0), (1.1, 2.0), (3.0, 5.0), (51.0, 100.0), (0.012, 0.02)] {
            assert!((round_step(least) - step).abs() < 1e-9, "{least} {}", round_step(least));
        }
    }

    #[test]
    fn steps_below_one_are_written_with_a_digit_behind_the_point() {
        let decimals = |value: f64| {
            let axis = Axis::covering([value].into_iter(), 100.0, [0.0, 5.0 * LEAST_TICK_DISTANCE]);
            axis.decimals()
        };
        // Steps of 5, 0.5 and 0.05.
        assert_eq!([20.0, 2.0, 0.2].map(decimals), [0, 1, 2]);
    }

    #[test]
    fn a_scale_ends_with_its_limit_on_both_sides() {
        let axis = Axis::covering([-5_000.0, 5_000.0].into_iter(), 100.0, [0.0, 400.0]);
        assert_eq!((axis.from, axis.to), (-100.0, 100.0));
    }
}
