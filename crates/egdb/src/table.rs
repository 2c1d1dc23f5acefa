//! The verdicts on one class, two bits each.

use crate::class::Class;
use crate::index::PositionIndex;
use crate::solver::{BoardValue, Solution};
use crate::wdl::Wdl;

/// How many positions of a class are won, drawn and lost for the side to move, those with a capture
/// included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WdlCounts {
    /// Won.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
}

impl WdlCounts {
    /// All positions.
    pub const fn total(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Counts one more.
    pub fn add(&mut self, verdict: Wdl) {
        match verdict {
            Wdl::Win => self.wins += 1,
            Wdl::Draw => self.draws += 1,
            Wdl::Loss => self.losses += 1,
        }
    }

    /// Adds the positions of another class.
    pub fn add_all(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// The verdicts on one class.
///
/// Those on positions in which a capture is compulsory mean nothing: they are chosen so that the
/// file is small. The caller plays the captures and asks again.
#[derive(Clone, Debug)]
pub(crate) struct ClassTable {
    pub(crate) index: PositionIndex,
    pub(crate) tally: WdlCounts,
    pairs: Vec<u8>,
}

impl ClassTable {
    /// A table with room for the verdicts, all of them losses.
    pub(crate) fn new(class: Class, tally: WdlCounts) -> Self {
        let index = PositionIndex::new(class);
        let pairs = vec![0; index.len().div_ceil(4)];
        Self { index, tally, pairs }
    }

    pub(crate) fn from_solution(solution: &Solution) -> Self {
        let mut table = Self::new(solution.index.class(), WdlCounts::default());
        let mut tally = WdlCounts::default();
        // What stands before a position with a capture is what stands there: runs grow longer.
        let is_quiet = |state: &&BoardValue| !state.must_capture();
        let first = solution.states.iter().find(is_quiet).copied();
        let mut last = first.map_or(Wdl::Draw, |state| state.outlook().verdict());
        for (number, state) in solution.states.iter().enumerate() {
            let verdict = state.outlook().verdict();
            tally.add(verdict);
            if !state.must_capture() {
                last = verdict;
            }
            table.fill(number, 1, last);
        }
        table.tally = tally;
        table
    }

    /// Gives `count` positions from `start` on the same verdict; they must still be losses.
    pub(crate) fn fill(&mut self, start: usize, count: usize, verdict: Wdl) {
        let bits = verdict as u8;
        let (mut number, end) = (start, start + count);
        while number < end {
            if number.is_multiple_of(4) && end - number >= 4 {
                let last = end / 4;
                self.pairs[number / 4..last].fill(bits * 0b0101_0101);
                number = last * 4;
            } else {
                self.pairs[number / 4] |= bits << (2 * (number % 4));
                number += 1;
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.index.len()
    }

    /// The verdict on the position with a number; a draw beyond the last.
    #[inline]
    pub(crate) fn verdict(&self, number: usize) -> Wdl {
        let byte = self.pairs.get(number / 4).copied().unwrap_or(Wdl::Draw as u8);
        match byte >> (2 * (number % 4)) & 3 {
            0 => Wdl::Loss,
            2 => Wdl::Win,
            _ => Wdl::Draw,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filling_touches_what_is_asked_and_nothing_else() {
        let class = "KvK".parse().expect("a class");
        for (start, count) in [(0, 0), (0, 1), (3, 1), (2, 7), (4, 8), (5, 19), (0, 2450)] {
            let mut table = ClassTable::new(class, WdlCounts::default());
            table.fill(start, count, Wdl::Win);
            for number in 0..table.len() {
                let inside = (start..start + count).contains(&number);
                assert_eq!(table.verdict(number) == Wdl::Win, inside, "{start} {count} {number}");
            }
        }
    }
}
