//! How a match or tournament stands: sums over its games.

use crate::record::{Cause, GameRecord, SideEffort};
use crate::statistics::{PairCounts, Sprt, SprtDecision};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// What an engine did wrong, in numbers of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Faults {
    /// Games lost on time.
    pub time_losses: u64,
    /// Games lost by an illegal move.
    pub illegal_moves: u64,
    /// Crashes and lost connections, also those after a game was over.
    pub crashes: u64,
    /// Games lost by not answering at all.
    pub stalls: u64,
}

/// Wins, draws and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    fn add(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// All games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points, from 0 to 1; one half before the first game.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + self.draws as f64 / 2.0) / games as f64,
        }
    }

    /// The share of drawn games; 0 before the first game.
    pub fn draw_ratio(&self) -> f64 {
        self.draws as f64 / self.games().max(1) as f64
    }
}

/// Sums over the games of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayerSums {
    /// All its games.
    pub tally: Tally,
    /// Those with White.
    pub with_white: Tally,
    /// Its misdeeds.
    pub faults: Faults,
    /// What it spent.
    pub effort: SideEffort,
}

/// The games of two players, as the one of them sees it who stands first in the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EncounterSums {
    /// All games.
    pub tally: Tally,
    /// Finished pairs by their points.
    pub pairs: PairCounts,
}

/// Sums over the games of a match or tournament.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// By player.
    pub players: Vec<PlayerSums>,
    /// By the two players, the one that stands first in the list first.
    pub encounters: BTreeMap<(usize, usize), EncounterSums>,
    /// The test between the first two players, if there is one.
    pub sprt: Option<Sprt>,
    /// What it said when it first decided; games that were on the board then count, but decide
    /// nothing.
    pub decision: Option<SprtDecision>,
    /// Half points of the player named first in pairs with one game.
    open_pairs: HashMap<u64, usize>,
}

impl Standing {
    /// Nothing played yet by so many players.
    pub fn new(players: usize, sprt: Option<Sprt>) -> Self {
        Self { players: vec![PlayerSums::default(); players], sprt, ..Self::default() }
    }

    /// Counts a game.
    pub fn add(&mut self, game: &GameRecord) {
        let [white, black] = game.players;
        for (player, effort) in game.players.into_iter().zip(&game.efforts) {
            let half_points = game.half_points(player);
            let sums = &mut self.players[player];
            sums.tally.add(half_points);
            if player == white {
                sums.with_white.add(half_points);
            }
            sums.effort.add(effort);
        }
        let (first, second) = (white.min(black), white.max(black));
        let half_points = game.half_points(first);
        let encounter = self.encounters.entry((first, second)).or_default();
        encounter.tally.add(half_points);
        match self.open_pairs.remove(&game.pair) {
            Some(other) => encounter.pairs[(half_points + other).min(4)] += 1,
            None => drop(self.open_pairs.insert(game.pair, half_points)),
        }
        if let (Some(sprt), None, (0, 1)) = (self.sprt, self.decision, (first, second)) {
            let decision = sprt.decide(&encounter.pairs);
            self.decision = (decision != SprtDecision::Open).then_some(decision);
        }
        // A player that misbehaves loses.
        if let Some(loser) = game.loser() {
            let faults = &mut self.players[loser].faults;
            match game.cause {
                Cause::TimeLoss => faults.time_losses += 1,
                Cause::IllegalMove => faults.illegal_moves += 1,
                Cause::Crash => faults.crashes += 1,
                Cause::Stall => faults.stalls += 1,
                Cause::Rules
                | Cause::TooLong
                | Cause::Resignation
                | Cause::DrawAgreed
                | Cause::Tables => {}
            }
        }
        for (player, _) in &game.late_faults {
            self.players[*player].faults.crashes += 1;
        }
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.encounters.values().map(|encounter| encounter.tally.games()).sum()
    }

    /// The games between two players, the one that stands first in the list first.
    pub fn encounter(&self, first: usize, second: usize) -> EncounterSums {
        self.encounters.get(&(first, second)).copied().unwrap_or_default()
    }
}
