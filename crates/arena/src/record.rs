//! What is kept of a finished game.

use damier_core::{Outcome, Ply, Score, Side};
use damier_files::{JournalEntry, JournalSettings};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The rules of the game.
    Rules,
    /// More plies than a game may have: a draw.
    TooLong,
    /// An engine was losing for long enough by its own account.
    Resignation,
    /// Both engines saw no advantage for long enough.
    DrawAgreed,
    /// Endgame tables know the result.
    Tables,
    /// A move that is not legal, or no move.
    IllegalMove,
    /// More time than there was.
    TimeLoss,
    /// The process ended, or the connection.
    Crash,
    /// No answer came, not even to `stop`.
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
pub struct SideEffort {
    /// Moves that it played and reported a depth for.
    pub moves: u64,
    /// The sum of those depths.
    pub depth: u64,
    /// The sum of nodes.
    pub nodes: u64,
    /// The time for these nodes in microseconds.
    pub micros: u64,
}

impl SideEffort {
    /// Adds what a move cost.
    pub fn add_move(&mut self, depth: i32, nodes: u64, time: Duration) {
        self.moves += 1;
        self.depth += u64::try_from(depth).unwrap_or(0);
        self.nodes = self.nodes.saturating_add(nodes);
        self.micros = self.micros.saturating_add(time.as_micros() as u64);
    }

    /// Adds another sum.
    pub fn add(&mut self, other: &Self) {
        self.moves = self.moves.saturating_add(other.moves);
        self.depth = self.depth.saturating_add(other.depth);
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

/// What an engine said of a move that it played, and how long it took. In a journal three numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(Option<i16>, i32, u64)", into = "(Option<i16>, i32, u64)")]
pub struct Note {
    /// Its score, for the side that moved, if it told one.
    pub score: Option<Score>,
    /// The depth behind the score.
    pub depth: i32,
    /// By the referee's clock.
    pub time: Duration,
}

impl Note {
    /// A note as a journal keeps it: a time is whole microseconds.
    pub fn new(score: Option<Score>, depth: i32, time: Duration) -> Self {
        Self { score, depth, time: Duration::from_micros(time.as_micros() as u64) }
    }
}

impl From<(Option<i16>, i32, u64)> for Note {
    fn from((score, depth, micros): (Option<i16>, i32, u64)) -> Self {
        let score = score.map(|score| Score::from_table(score, Ply::ROOT));
        Self::new(score, depth, Duration::from_micros(micros))
    }
}

impl From<Note> for (Option<i16>, i32, u64) {
    fn from(note: Note) -> Self {
        let score = note.score.map(|score| score.to_table(Ply::ROOT));
        (score, note.depth, note.time.as_micros() as u64)
    }
}

/// The result in the words of game records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlayedResult {
    /// White won.
    #[serde(rename = "1-0")]
    White,
    /// Black won.
    #[serde(rename = "0-1")]
    Black,
    /// The game is drawn.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl From<Outcome> for PlayedResult {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(Side::White) => Self::White,
            Outcome::Win(Side::Black) => Self::Black,
            Outcome::Draw => Self::Draw,
        }
    }
}

impl From<PlayedResult> for Outcome {
    fn from(result: PlayedResult) -> Self {
        match result {
            PlayedResult::White => Self::Win(Side::White),
            PlayedResult::Black => Self::Win(Side::Black),
            PlayedResult::Draw => Self::Draw,
        }
    }
}

/// A finished game, as a line of the journal. Arrays have White's entry first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The pair of games that it belongs to, counted from 0; both have the same opening.
    pub pair: u64,
    /// Who had White and who Black, as places in the list of players.
    pub players: [usize; 2],
    /// The day on which it ended, as game records write it.
    pub date: String,
    /// The position in which it began.
    pub opening: String,
    /// The moves as game records write them, with spaces between.
    pub moves: String,
    /// What was said of each move.
    pub notes: Vec<Note>,
    /// Who won.
    pub result: PlayedResult,
    /// Why it ended.
    pub cause: Cause,
    /// Why it ended, in words.
    pub detail: String,
    /// Milliseconds left on each clock, if there were clocks.
    pub clocks: [Option<u64>; 2],
    /// What each engine spent.
    pub efforts: [SideEffort; 2],
    /// Engines that had to be restarted after the game was over, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub late_faults: Vec<(usize, String)>,
}

impl GameRecord {
    /// Half points of a player of the game: 0, 1 or 2.
    pub fn half_points(&self, player: usize) -> usize {
        let has_white = self.players[0] == player;
        match (self.result, has_white) {
            (PlayedResult::Draw, _) => 1,
            (PlayedResult::White, true) | (PlayedResult::Black, false) => 2,
            (PlayedResult::White, false) | (PlayedResult::Black, true) => 0,
        }
    }

    /// What cannot be true of a game among so many players, if anything: journals can be edited.
    pub fn fault(&self, players: usize) -> Option<String> {
        let [white, black] = self.players;
        let late = self.late_faults.iter().map(|(player, _)| *player);
        if let Some(player) = [white, black].into_iter().chain(late).find(|&one| one >= players) {
            return Some(format!("there is no player {player} among {players}"));
        }
        (white == black).then(|| format!("player {white} meets itself"))
    }

    /// Who lost, if anybody.
    pub fn loser(&self) -> Option<usize> {
        match self.result {
            PlayedResult::White => Some(self.players[1]),
            PlayedResult::Black => Some(self.players[0]),
            PlayedResult::Draw => None,
        }
    }

    /// Whether it is the first of its pair: there the player who is first in the list has White.
    pub fn is_first_of_pair(&self) -> bool {
        self.players[0] < self.players[1]
    }
}

/// The setting of a journal that names the players.
pub(crate) const PLAYER_NAMES: &str = "names";

impl JournalEntry for GameRecord {
    const MARK: &'static str = "damier_arena";
    const VERSION: u64 = 2;
    type Id = (u64, bool);

    fn fault(&self, settings: &JournalSettings) -> Option<String> {
        let players = settings.get(PLAYER_NAMES).and_then(Value::as_array).map_or(0, Vec::len);
        self.fault(players)
    }

    fn id(&self) -> (u64, bool) {
        (self.pair, self.is_first_of_pair())
    }

    fn name(&self) -> String {
        format!("a game of pair {}", self.pair)
    }
}
