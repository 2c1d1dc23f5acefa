//! Parts of work that several machines share.

use std::fmt;
use std::str::FromStr;

/// One of several parts of the work, as `2/4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 1 on.
    number: usize,
    count: usize,
}

impl Shard {
    /// All of it.
    pub const WHOLE: Self = Self { number: 1, count: 1 };

    /// Which part it is, counted from 1.
    pub fn number(self) -> usize {
        self.number
    }

    /// How many parts there are.
    pub fn count(self) -> usize {
        self.count
    }

    /// How many of so many pieces of work belong to the part.
    pub fn count_of(self, all: u64) -> u64 {
        let (number, count) = (self.number as u64, self.count as u64);
        all / count + u64::from(number <= all % count)
    }

    /// Whether the piece of work with this index, counted from 0, belongs to the part.
    pub fn contains(self, index: usize) -> bool {
        index % self.count == self.number - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

/// A text that names no part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} names no part; 2/4 is the second of four")]
pub struct ShardError(String);

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let numbers = text
            .split_once('/')
            .and_then(|(number, count)| Some((number.parse().ok()?, count.parse().ok()?)));
        match numbers {
            Some((number, count)) if 0 < number && number <= count => Ok(Self { number, count }),
            _ => Err(ShardError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_and_share_the_work() {
        let parts: Vec<Shard> = ["1/3", "2/3", "3/3"].map(|text| text.parse().unwrap()).to_vec();
        for index in 0..10 {
            let owners = parts.iter().filter(|part| part.contains(index)).count();
            assert_eq!(owners, 1, "piece {index}");
        }
        for (part, size) in parts.iter().zip([4, 3, 3]) {
            assert_eq!(part.count_of(10), size);
            assert_eq!((0..10).filter(|&index| part.contains(index)).count() as u64, size);
        }
        assert_eq!(parts[1].to_string(), "2/3");
        assert!((0..10).all(|index| Shard::WHOLE.contains(index)));
        for text in ["", "1", "0/3", "4/3", "1/0", "a/b", "1/2/3"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
