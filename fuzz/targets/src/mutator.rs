//! Input that is nearly right: files that can be read, with some of them changed.

use damier_core::random::Random;

/// Numbers at which readers go wrong.
const NUMBERS: [&str; 10] = [
    "0",
    "-1",
    "255",
    "256",
    "65536",
    "2147483648",
    "-9223372036854775808",
    "18446744073709551616",
    "1e400",
    "0.5",
];

/// The longest input that is made.
const LONGEST: usize = 4096;

/// Makes inputs of seeds, the same ones for the same number.
#[derive(Debug)]
pub struct Mutator {
    seeds: Vec<Vec<u8>>,
    random: Random,
}

impl Mutator {
    /// One for these seeds.
    ///
    /// # Panics
    /// If there is no seed.
    pub fn new(seeds: Vec<Vec<u8>>, number: u64) -> Self {
        assert!(!seeds.is_empty(), "nothing comes of nothing");
        Self { seeds, random: Random::new(number) }
    }

    /// The next input: a seed with one to eight changes.
    pub fn next_input(&mut self) -> Vec<u8> {
        let mut bytes = self.random.pick(&self.seeds).clone();
        for _ in 0..=self.random.below(8) {
            self.change(&mut bytes);
        }
        bytes.truncate(LONGEST);
        bytes
    }

    fn change(&mut self, bytes: &mut Vec<u8>) {
        let place = self.random.below(bytes.len() + 1);
        let length = self.random.below(16).min(bytes.len() - place);
        match self.random.below(9) {
            0 if place < bytes.len() => bytes[place] ^= 1 << self.random.below(8),
            1 if place < bytes.len() => bytes[place] = self.random.below(256) as u8,
            2 => bytes.insert(place, self.random.below(256) as u8),
            3 => drop(bytes.drain(place..place + length)),
            4 => {
                let part = bytes[place..place + length].to_vec();
                let times = 1 + self.random.below(3);
                bytes.splice(place..place, part.repeat(times));
            }
            5 => {
                // Text is made of words, so another word is often understood.
                let seed = self.random.pick(&self.seeds).clone();
                let words: Vec<&[u8]> = seed.split(|byte| b" \n,:;\"".contains(byte)).collect();
                let word = self.random.pick(&words).to_vec();
                bytes.splice(place..place + length.min(word.len()), word);
            }
            6 => {
                let other = self.random.pick(&self.seeds);
                let from = self.random.below(other.len() + 1);
                bytes.truncate(place);
                bytes.extend_from_slice(&other[from..]);
            }
            7 => {
                let number = self.random.pick(&NUMBERS).bytes();
                let digits = bytes[place..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                bytes.splice(place..place + digits, number);
            }
            _ => bytes.truncate(place),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn inputs_differ_and_come_again() {
        let seeds = vec![b"a seed of words 12".to_vec(), Vec::new()];
        let inputs = |number| {
            let mut mutator = Mutator::new(seeds.clone(), number);
            (0..1000).map(|_| mutator.next_input()).collect::<Vec<_>>()
        };
        assert_eq!(inputs(1), inputs(1));
        assert_ne!(inputs(1), inputs(2));
        assert!(inputs(1).into_iter().collect::<HashSet<_>>().len() > 300);
    }
}
