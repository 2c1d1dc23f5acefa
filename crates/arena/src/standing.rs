//! How a match stands: sums over its games.

use crate::record::{Cause, Effort, Entrant, GameRecord};
use crate::statistics::PairCounts;
use serde::Serialize;
use std::collections::HashMap;

/// What an engine did wrong, in numbers of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Faults {
    /// Games lost on time.
    pub time_losses: u64,
    /// Games lost by an illegal move.
    pub illegal_moves: u64,
    /// Crashes, also those after a game was over.
    pub crashes: u64,
    /// Games lost by not answering at all.
    pub stalls: u64,
}

/// Sums over the games of a match. Arrays have the entry of engine A first.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// Games that A won.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that B won.
    pub losses: u64,
    /// Finished pairs by their points for A.
    pub pairs: PairCounts,
    /// Misdeeds of each engine.
    pub faults: [Faults; 2],
    /// What each engine spent.
    pub efforts: [Effort; 2],
    /// Games that A won with White, that were drawn with A having White, that A lost so.
    pub with_white: [u64; 3],
    /// Half points of A in pairs with one game.
    open_pairs: HashMap<u64, usize>,
}

impl Standing {
    /// Counts a game.
    pub fn add(&mut self, game: &GameRecord) {
        let half_points = game.half_points();
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
        if game.white == Entrant::A {
            self.with_white[2 - half_points.min(2)] += 1;
        }
        match self.open_pairs.remove(&game.pair) {
            Some(other) => self.pairs[(half_points + other).min(4)] += 1,
            None => drop(self.open_pairs.insert(game.pair, half_points)),
        }
        for (sum, effort) in self.efforts.iter_mut().zip(&game.efforts) {
            sum.add(effort);
        }
        // Whoever misbehaves loses.
        let culprit = if half_points == 0 { Entrant::A } else { Entrant::B };
        let faults = &mut self.faults[culprit.index()];
        match game.cause {
            Cause::TimeLoss => faults.time_losses += 1,
            Cause::IllegalMove => faults.illegal_moves += 1,
            Cause::Crash => faults.crashes += 1,
            Cause::Stall => faults.stalls += 1,
            Cause::Rules | Cause::TooLong | Cause::Resignation | Cause::DrawAgreed => {}
        }
        for (entrant, _) in &game.late_faults {
            self.faults[entrant.index()].crashes += 1;
        }
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points that A has, from 0 to 1; one half before the first game.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + self.draws as f64 / 2.0) / games as f64,
        }
    }
}
