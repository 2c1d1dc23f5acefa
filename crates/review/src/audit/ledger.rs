//! What is counted, for a side in a game and for a player in all.

use super::Findings;
use super::transcript::Transcript;
use damier_core::{Rules, Side};
use damier_reasons::BlunderKind;
use std::collections::BTreeMap;

/// What the moves of one player did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Account {
    /// Games that this player took part in; a side in a game has none to count.
    pub games: u64,
    /// Moves that were judged: those that were not forced.
    pub moves: u64,
    /// Expected points that they lost, all together.
    pub points_lost: f64,
    /// Blunders of each kind.
    blunders: [u64; BlunderKind::COUNT],
}

impl Account {
    /// A move that was judged, what it lost, and its kind if it was a blunder.
    pub(super) fn add_move(&mut self, points_lost: f64, kind: Option<BlunderKind>) {
        self.moves += 1;
        self.points_lost += points_lost;
        if let Some(kind) = kind {
            self.blunders[kind as usize] += 1;
        }
    }

    fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.points_lost += other.points_lost;
        for (sum, blunders) in self.blunders.iter_mut().zip(other.blunders) {
            *sum += blunders;
        }
    }

    /// Blunders of one kind.
    pub fn blunders_of(&self, kind: BlunderKind) -> u64 {
        self.blunders[kind as usize]
    }

    /// All blunders.
    pub fn blunders(&self) -> u64 {
        self.blunders.iter().sum()
    }

    /// Expected points that a move loses on average; 0 without moves.
    pub fn mean_loss(&self) -> f64 {
        self.per_move(self.points_lost)
    }

    /// So many things in a hundred of the moves that were judged; 0 without moves.
    pub fn per_hundred(&self, number: u64) -> f64 {
        self.per_move(number as f64 * 100.0)
    }

    fn per_move(&self, sum: f64) -> f64 {
        if self.moves == 0 { 0.0 } else { sum / self.moves as f64 }
    }
}

/// The accounts of all players, by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ledger(BTreeMap<String, Account>);

impl Ledger {
    /// Adds games up, in their order: sums of fractions depend on it.
    pub fn of<G: Rules>(games: &[Transcript<G>], findings: &[Findings]) -> Self {
        let mut ledger = Self::default();
        for (game, findings) in games.iter().zip(findings) {
            let sides = Side::ALL.map(Side::index).into_iter().filter(|&side| game.is_judged[side]);
            let mut names = Vec::new();
            for side in sides {
                let name = &game.players[side];
                let account = ledger.0.entry(name.clone()).or_default();
                account.add(&findings.accounts[side]);
                // Two players of one name, as in files without names, have played one game.
                account.games += u64::from(!names.contains(&name));
                names.push(name);
            }
        }
        ledger
    }

    /// Players and their accounts, in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Account)> {
        self.0.iter().map(|(name, account)| (name.as_str(), account))
    }
}
