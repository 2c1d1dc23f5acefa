//! Numbers that remember how often a move was good.

/// A running judgement of a move, between `-LIMIT` and `LIMIT`.
///
/// Each update pulls it towards the bonus and lets what was learnt before fade in proportion to its
/// size, so that it never overflows and never stops learning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct History<const LIMIT: i32>(i16);

impl<const LIMIT: i32> History<LIMIT> {
    /// The judgement now.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0 as i32
    }

    /// Learns from one search: a positive bonus if the move was good, a negative one if not.
    #[inline]
    pub fn learn(&mut self, bonus: i32) {
        const { assert!(LIMIT <= i16::MAX as i32) };
        let bonus = bonus.clamp(-LIMIT, LIMIT);
        let value = self.value();
        self.0 = (value + bonus - value * bonus.abs() / LIMIT) as i16;
    }
}

/// A heap table of histories that starts empty.
pub fn empty_table<T: Copy + Default>(length: usize) -> Box<[T]> {
    vec![T::default(); length].into_boxed_slice()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_history_stays_within_its_limit_and_can_turn() {
        let mut history = History::<1000>::default();
        for _ in 0..1000 {
            history.learn(300);
            assert!(history.value() <= 1000);
        }
        assert!(history.value() > 900);
        for _ in 0..10 {
            history.learn(-300);
        }
        assert!(history.value() < 0, "it forgets fast enough to turn");
        history.learn(i32::MIN / 2);
        assert!(history.value() >= -1000);
    }
}
