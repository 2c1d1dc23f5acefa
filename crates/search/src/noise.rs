//! Errors of judgement that can be repeated: how weak levels misjudge positions.
//!
//! Levels live in `profiles`, which only says how large the errors are. They are made here because
//! both engines put them around what judges positions, inside the search, and this is the lowest
//! room that both stand on.

use damier_core::random::nth_bits;
use damier_core::{Evaluate, Listener, Rules, Score};

/// How wrong an evaluation is. The error depends on the position and on a seed alone, so the same
/// seed plays the same game, and a position that is met twice in a search is misjudged in the same
/// way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Noise {
    /// The largest error; 0 for none.
    pub amplitude: u16,
    /// Another seed, other errors.
    pub seed: u64,
}

impl Noise {
    /// From this score on a win is plain at every level.
    const PLAIN: i32 = 2_000;
    /// Errors begin to fade so far below a plain win.
    const FADING: i32 = 1_000;

    /// A line that tells people of the errors; no text if there are none.
    pub fn description(self) -> String {
        match self.amplitude {
            0 => String::new(),
            amplitude => {
                format!("It errs by up to {amplitude} hundredths at this strength.\n")
            }
        }
    }

    /// The error in the position with this key: small ones are more frequent than large ones.
    #[inline]
    fn error(self, key: u64) -> i32 {
        let bits = nth_bits(key ^ self.seed.rotate_left(32));
        let amplitude = i64::from(self.amplitude);
        // Two dice: their sum less what is usual.
        let die = |bits: u64| (bits & 0xFFFF) as i64 - 0x8000;
        ((die(bits) + die(bits >> 16)) * amplitude / 0x10000) as i32
    }

    /// The score as it is seen.
    #[inline]
    fn disturb(self, score: Score, key: u64) -> Score {
        if self.amplitude == 0 {
            return score;
        }
        let clear = (Self::PLAIN - score.value().abs()).clamp(0, Self::FADING);
        Score::from_evaluation(score.value() + self.error(key) * clear / Self::FADING)
    }
}

/// An evaluation that errs. Known endings and plain wins are left alone: a player who is weak at
/// judging positions can still mate with a queen.
pub struct Noisy<E> {
    evaluator: E,
    noise: Noise,
}

impl<E> Noisy<E> {
    /// This evaluation with these errors.
    pub const fn new(evaluator: E, noise: Noise) -> Self {
        Self { evaluator, noise }
    }
}

impl<R: Rules, E: Listener<R>> Listener<R> for Noisy<E> {
    #[inline]
    fn vanished(&mut self, piece: R::Piece, square: R::Square) {
        self.evaluator.vanished(piece, square);
    }

    #[inline]
    fn appeared(&mut self, piece: R::Piece, square: R::Square) {
        self.evaluator.appeared(piece, square);
    }
}

impl<R: Rules, E: Evaluate<R>> Evaluate<R> for Noisy<E> {
    fn prepare(&mut self, root: &R) {
        self.evaluator.prepare(root);
    }

    #[inline]
    fn enter(&mut self) {
        self.evaluator.enter();
    }

    #[inline]
    fn leave(&mut self) {
        self.evaluator.leave();
    }

    #[inline]
    fn evaluate(&mut self, position: &R) -> Score {
        self.noise.disturb(self.evaluator.evaluate(position), position.key())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_bounded_fair_and_repeatable() {
        let noise = Noise { amplitude: 100, seed: 7 };
        let errors: Vec<i32> = (0..20_000).map(|key| noise.error(key)).collect();
        assert!(errors.iter().all(|error| error.abs() <= 100));
        let mean = f64::from(errors.iter().sum::<i32>()) / errors.len() as f64;
        // The standard deviation of one is 41.
        assert!(mean.abs() < 1.5, "{mean}");
        let small = errors.iter().filter(|error| error.abs() < 50).count();
        assert!((14_500..15_500).contains(&small), "three quarters are small: {small}");
        assert_eq!(errors[5], noise.error(5));
        let other = Noise { seed: 8, ..noise };
        let same = (0..1000).filter(|&key| noise.error(key) == other.error(key)).count();
        assert!(same < 30, "another seed, other errors: {same}");
    }

    #[test]
    fn plain_wins_and_silence_change_nothing() {
        let score = Score::from_evaluation;
        let noise = Noise { amplitude: 300, seed: 1 };
        for value in [2_000, -2_000, 10_500, -30_000] {
            assert_eq!(noise.disturb(score(value), 3), score(value));
        }
        let changed = (0..100).filter(|&key| noise.disturb(score(50), key) != score(50));
        assert!(changed.count() > 90);
        assert_eq!(Noise::default().disturb(score(50), 3), score(50));
    }
}
