//! What is kept of a finished game.

use damier_core::{Outcome, Side};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// One of the two engines of a match, whatever its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Entrant {
    /// The engine named first, whose strength is measured.
    A,
    /// The engine that it is measured against.
    B,
}

impl Entrant {
    /// Both, in the order in which they were named.
    pub const ALL: [Self; 2] = [Self::A, Self::B];

    /// Place in a table with one entry an engine.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The rules of chess.
    Rules,
    /// More plies than a game may have: a draw.
    TooLong,
    /// An engine was losing for long enough by its own account.
    Resignation,
    /// Both engines saw no advantage for long enough.
    DrawAgreed,
    /// A move that is not legal, or no move.
    IllegalMove,
    /// More time than there was.
    TimeLoss,
    /// The process ended.
    Crash,
    /// The process did not answer, not even to `stop`.
    Stall,
}

impl Cause {
    /// Whether a program misbehaved.
    pub const fn is_fault(self) -> bool {
        matches!(self, Self::IllegalMove | Self::TimeLoss | Self::Crash | Self::Stall)
    }
}

/// What an engine spent on a game, by its own account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effort {
    /// Moves that it played and reported a depth for.
    pub moves: u64,
    /// The sum of those depths.
    pub depth: u64,
    /// The sum of nodes.
    pub nodes: u64,
    /// The time for these nodes in microseconds.
    pub micros: u64,
}

impl Effort {
    /// Adds what a move cost.
    pub fn add_move(&mut self, depth: i32, nodes: u64, time: Duration) {
        self.moves += 1;
        self.depth += u64::try_from(depth).unwrap_or(0);
        self.nodes = self.nodes.saturating_add(nodes);
        self.micros = self.micros.saturating_add(time.as_micros() as u64);
    }

    /// Adds another sum.
    pub fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.depth += other.depth;
        self.nodes = self.nodes.saturating_add(other.nodes);
        self.micros = self.micros.saturating_add(other.micros);
    }

    /// The average depth, if any was reported.
    pub fn average_depth(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.depth as f64 / self.moves as f64)
    }

    /// Nodes each second, if any were reported.
    pub fn nodes_per_second(&self) -> Option<f64> {
        (self.nodes > 0 && self.micros > 0).then(|| self.nodes as f64 * 1e6 / self.micros as f64)
    }
}

/// The result in the words of game records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GameResult {
    /// White won.
    #[serde(rename = "1-0")]
    White,
    /// Black won.
    #[serde(rename = "0-1")]
    Black,
    /// Nobody won.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(Side::White) => Self::White,
            Outcome::Win(Side::Black) => Self::Black,
            Outcome::Draw => Self::Draw,
        }
    }
}

impl From<GameResult> for Outcome {
    fn from(result: GameResult) -> Self {
        match result {
            GameResult::White => Self::Win(Side::White),
            GameResult::Black => Self::Win(Side::Black),
            GameResult::Draw => Self::Draw,
        }
    }
}

/// A finished game, as a line of the journal. Arrays have the entry of engine A first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The pair of games that it belongs to, counted from 0; both have the same opening.
    pub pair: u64,
    /// Who had White.
    pub white: Entrant,
    /// The position in which it began.
    pub opening: String,
    /// The moves in UCI notation, with spaces between.
    pub moves: String,
    /// Who won.
    pub result: GameResult,
    /// Why it ended.
    pub cause: Cause,
    /// Why it ended, in words.
    pub detail: String,
    /// Milliseconds left on each clock, if there were clocks.
    pub clocks: [Option<u64>; 2],
    /// What each engine spent.
    pub efforts: [Effort; 2],
    /// Engines that had to be restarted after the game was over, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub late_faults: Vec<(Entrant, String)>,
}

impl GameRecord {
    /// Half points of engine A: 0, 1 or 2.
    pub fn half_points(&self) -> usize {
        match (self.result, self.white) {
            (GameResult::Draw, _) => 1,
            (GameResult::White, Entrant::A) | (GameResult::Black, Entrant::B) => 2,
            (GameResult::White, Entrant::B) | (GameResult::Black, Entrant::A) => 0,
        }
    }
}
