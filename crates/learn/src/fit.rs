//! What scores mean: how often games are won from positions with a given score.

use crate::file::{GameReader, GamesFileError};
use crate::record::PackedGame;
use crate::trainer::chance;
use damier_core::{Outcome, Rules};
use std::path::Path;

/// How games ended from positions whose scores are about the same, all seen from the side that is
/// ahead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bin {
    /// Won, drawn and lost.
    pub results: [u64; 3],
}

impl Bin {
    /// How many positions there are.
    pub fn total(self) -> u64 {
        self.results.iter().sum()
    }
}

/// Scores from 0 up in steps, and what became of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    bins: Vec<Bin>,
}

/// Width of a bin, in hundredths.
pub const STEP: usize = 10;
/// Scores beyond this say nothing about the rest.
const LARGEST: usize = 1000;

/// The chance to win with a score: one half at `half`, and steeper the smaller `spread` is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinRate {
    /// The score with which one game of two is won.
    pub half: f32,
    /// How many points more make the odds e times as good.
    pub spread: f32,
}

impl WinRate {
    /// The chance to win with this score.
    pub fn win(self, score: f32) -> f32 {
        chance((score - self.half) / self.spread)
    }

    /// The score with which the chance to win is this.
    pub fn score_of(self, chance: f32) -> f32 {
        self.half + self.spread * (chance / (1.0 - chance)).ln()
    }

    /// The chance to lose with this score: that of the other side to win with the opposite one.
    pub fn loss(self, score: f32) -> f32 {
        self.win(-score)
    }
}

impl Default for Outcomes {
    fn default() -> Self {
        Self { bins: vec![Bin::default(); LARGEST / STEP] }
    }
}

impl Outcomes {
    /// Counts the positions of files of games.
    pub fn read<R: Rules>(files: &[impl AsRef<Path>]) -> Result<Self, GamesFileError> {
        let mut outcomes = Self::default();
        for file in files {
            let mut reader = GameReader::open(file.as_ref())?;
            reader.expect_game::<R>()?;
            while let Some(record) = reader.next_game::<R>()? {
                outcomes.add_game(&record);
            }
        }
        Ok(outcomes)
    }

    /// Counts the positions of a game.
    pub(crate) fn add_game<R: Rules>(&mut self, record: &PackedGame<R>) {
        let mut side = record.start.side_to_move();
        if record.opening.len() % 2 == 1 {
            side = !side;
        }
        for &(_, score) in &record.moves {
            let points = match record.outcome {
                Outcome::Draw => 1,
                Outcome::Win(winner) if winner == side => 2,
                Outcome::Win(_) => 0,
            };
            self.add(score, points);
            side = !side;
        }
    }

    /// Counts a position with this score, from which the side to move made so many half points.
    pub fn add(&mut self, score: i16, points: u8) {
        let of_leader = if score >= 0 { points } else { 2 - points };
        let size = usize::from(score.unsigned_abs());
        if let Some(bin) = self.bins.get_mut(size / STEP) {
            bin.results[usize::from(2 - of_leader)] += 1;
        }
    }

    /// The scale with which scores predict results best: the chance to win is then
    /// `chance(score / scale)`.
    pub fn fit_scale(&self) -> f32 {
        let loss = |scale: f32| {
            let bins = self.bins().map(|(score, bin)| {
                let seen = f64::from(chance(score / scale)).clamp(1e-6, 1.0 - 1e-6);
                let [won, drawn, lost] = bin.results.map(|count| count as f64);
                let (points, others) = (won + drawn / 2.0, lost + drawn / 2.0);
                -(points * seen.ln() + others * (1.0 - seen).ln())
            });
            bins.sum::<f64>()
        };
        // One valley: walk down by thirds.
        let (mut low, mut high) = (20.0f32, 2000.0f32);
        while high - low > 1.0 {
            let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if loss(left) < loss(right) {
                high = right;
            } else {
                low = left;
            }
        }
        ((low + high) / 2.0).round()
    }

    /// Every bin with the score in its middle.
    pub fn bins(&self) -> impl Iterator<Item = (f32, Bin)> {
        let middle = |index: usize| (index * STEP) as f32 + STEP as f32 / 2.0;
        self.bins.iter().enumerate().map(move |(index, &bin)| (middle(index), bin))
    }

    /// The win rate that makes what happened most likely.
    pub fn fit(&self) -> WinRate {
        let loss = |rate: WinRate| -> f64 {
            let bins = self.bins().map(|(score, bin)| {
                let [won, drawn, lost] = bin.results.map(|count| count as f64);
                let (win, loss) = (f64::from(rate.win(score)), f64::from(rate.loss(score)));
                let draw = (1.0 - win - loss).max(1e-6);
                -(won * win.max(1e-6).ln() + drawn * draw.ln() + lost * loss.max(1e-6).ln())
            });
            bins.sum()
        };
        // Two numbers and one valley: look around, in ever smaller steps.
        let mut best = WinRate { half: 100.0, spread: 100.0 };
        let mut step = 64.0;
        while step > 0.1 {
            let near = [(step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)];
            let near = near.map(|(half, spread)| WinRate {
                half: (best.half + half).max(1.0),
                spread: (best.spread + spread).max(1.0),
            });
            let better = near.into_iter().find(|&rate| loss(rate) < loss(best));
            match better {
                Some(rate) => best = rate,
                None => step /= 2.0,
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fit_finds_what_made_the_games() {
        for (half, spread) in [(80.0, 60.0), (150.0, 40.0), (30.0, 120.0)] {
            let truth = WinRate { half, spread };
            let mut outcomes = Outcomes::default();
            for (index, bin) in outcomes.bins.iter_mut().enumerate() {
                let score = (index * STEP) as f32 + STEP as f32 / 2.0;
                let (win, loss) = (truth.win(score), truth.loss(score));
                bin.results = [win, 1.0 - win - loss, loss].map(|part| (1e6 * part) as u64);
            }
            let found = outcomes.fit();
            assert!(
                (found.half - half).abs() < 1.0 && (found.spread - spread).abs() < 1.0,
                "{found:?}"
            );
            assert!((found.win(found.score_of(0.97)) - 0.97).abs() < 0.001);
        }
    }

    #[test]
    fn a_score_that_no_search_finds_counts_nowhere() {
        let mut outcomes = Outcomes::default();
        for score in [i16::MIN, i16::MAX] {
            outcomes.add(score, 0);
        }
        assert!(outcomes.bins().all(|(_, bin)| bin.total() == 0));
    }
}
