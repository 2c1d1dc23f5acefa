//! Numbers that look random but depend on a seed alone, for openings, levels of play and tests.

use crate::Rules;

/// The distance between two states: odd, so that all 64-bit numbers come up, and far from regular.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// The number that a [`Random`] with seed 0 gives at its `counter`-th turn, counted from 1; for
/// tables of constants.
pub const fn nth_bits(counter: u64) -> u64 {
    scrambled(counter.wrapping_mul(STEP))
}

const fn scrambled(mut bits: u64) -> u64 {
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}

/// SplitMix64: small, seeded, the same on every machine. Not for secrets.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A source of numbers that depend on the seed alone.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn next_bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        scrambled(self.0)
    }

    /// A number below `bound`. The remainder favours small numbers by less than one part in 2^40
    /// for any bound below 2^24, which no use here can notice.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next_bits() % bound as u64) as usize
    }

    /// One of the items.
    ///
    /// # Panics
    /// If there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Puts the items in a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// The position after so many random legal moves; `None` if there are not so many.
    pub fn walk<R: Rules>(&mut self, start: R, plies: usize) -> Option<R> {
        let mut position = start;
        for _ in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                return None;
            }
            position.play_unchecked(*self.pick(&moves));
        }
        Some(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_published_generator() {
        let mut random = Random::new(1_234_567);
        let published = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973];
        assert_eq!([random.next_bits(), random.next_bits()], published);
    }

    #[test]
    fn a_shuffle_keeps_everything_and_puts_it_anywhere() {
        let mut places = [[0; 5]; 5];
        for seed in 0..1000 {
            let mut items = [0, 1, 2, 3, 4];
            Random::new(seed).shuffle(&mut items);
            for (place, &item) in items.iter().enumerate() {
                places[place][item] += 1;
            }
        }
        // Two hundred each, and a standard deviation of 13.
        assert!(places.iter().flatten().all(|count| (140..260).contains(count)), "{places:?}");
    }

    #[test]
    fn any_turn_can_be_asked_for_by_its_number() {
        let mut random = Random::new(0);
        for turn in 1..10 {
            assert_eq!(random.next_bits(), nth_bits(turn));
        }
    }
}
