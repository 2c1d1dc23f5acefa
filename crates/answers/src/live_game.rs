//! A game that is being played: who sits there, what was played, how it ended.
//!
//! Everything that can be done at a board is a method here, and either happens whole or says why
//! not. Time is given to each of them, so that nothing here depends on when a test runs.

mod board;

#[cfg(test)]
mod tests;

use crate::clocks::Pace;
use crate::errors::Problem;
use crate::manners::Reply;
use crate::seats::Seat;
use crate::store::Row;
use crate::tasks::Task;
use crate::views::{NodeView, PositionView, SideName, Verdict};
use board::LiveBoard;
use damier_games::{GameKind, with_game};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A game as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Saved {
    pub(crate) game: GameKind,
    /// White's seat first.
    pub(crate) seats: [Seat; 2],
    #[serde(default)]
    pub(crate) pace: Option<Pace>,
    /// Where the game began; `None` for the usual position.
    #[serde(default)]
    pub(crate) start: Option<String>,
    #[serde(default)]
    pub(crate) moves: Vec<String>,
    /// What was left on the clocks after each move.
    #[serde(default)]
    pub(crate) times: Vec<[u64; 2]>,
    #[serde(default)]
    pub(crate) verdict: Option<Verdict>,
    #[serde(default)]
    pub(crate) paused: bool,
    /// The engine has offered a draw with the last move.
    #[serde(default)]
    pub(crate) offered: bool,
}

impl Saved {
    /// A game that has not begun, from the usual position and without clocks.
    pub(crate) fn new(game: GameKind, seats: [Seat; 2]) -> Self {
        Self {
            game,
            seats,
            pace: None,
            start: None,
            moves: Vec::new(),
            times: Vec::new(),
            verdict: None,
            paused: false,
            offered: false,
        }
    }
}

/// A game as the page sees it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct GameView {
    pub(crate) id: String,
    /// Counts changes since the server knows the game.
    pub(crate) version: u64,
    pub(crate) created: u64,
    pub(crate) seats: [Seat; 2],
    pub(crate) start: String,
    pub(crate) start_board: String,
    /// Whether the game began elsewhere than usual.
    pub(crate) custom_start: bool,
    pub(crate) position: PositionView,
    pub(crate) moves: Vec<NodeView>,
    pub(crate) verdict: Option<Verdict>,
    /// Whether the engine has offered a draw with its last move.
    pub(crate) offer: bool,
    /// Whether an engine is to move.
    pub(crate) thinking: bool,
    pub(crate) paused: bool,
    /// Whether an engine's move, or the end by the clock, waits to be written down: the disk may
    /// be full.
    pub(crate) unsaved: bool,
    pub(crate) clock: Option<ClockView>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct ClockView {
    pub(crate) left: [u64; 2],
    pub(crate) running: Option<SideName>,
    pub(crate) pace: Pace,
}

/// A game of whatever kind.
pub(crate) trait LiveGame: Send {
    /// The same game, to try something out.
    fn copy(&self) -> Box<dyn LiveGame>;
    fn saved(&self) -> Saved;
    fn view(&self, id: &str, created: u64, now: Duration) -> GameView;
    fn version(&self) -> u64;
    fn verdict(&self) -> Option<Verdict>;
    /// Whether people only look on.
    fn is_show(&self) -> bool;
    /// Plays a move of the side to move. `ply` says after how many moves it was meant.
    fn play(&mut self, text: &str, ply: usize, now: Duration) -> Result<(), Problem>;
    /// Does what an engine has answered in this position: it plays a move, perhaps with the offer
    /// of a draw, or gives up.
    fn take_reply(&mut self, reply: &Reply, now: Duration) -> Result<(), Problem>;
    fn take_back(&mut self, now: Duration) -> Result<(), Problem>;
    fn resign(&mut self, side: Option<SideName>, now: Duration) -> Result<(), Problem>;
    /// Ends the game with a draw: claimed, or agreed on.
    fn agree_draw(&mut self, now: Duration) -> Result<(), Problem>;
    /// Whether a draw can be claimed or was offered, or only people play, who agree by themselves.
    fn can_draw_at_once(&self) -> bool;
    fn set_paused(&mut self, paused: bool, now: Duration) -> Result<(), Problem>;
    /// Lets time pass: a player's may be up, and a clock may begin to run. Says whether the game
    /// ended.
    fn tick(&mut self, now: Duration) -> bool;
    /// Has the clock run that is to run.
    fn resume(&mut self, now: Duration);
    fn until_fall(&self, now: Duration) -> Option<Duration>;
    /// What the engine is asked whose turn it is, if it is one's.
    fn think(&self, now: Duration) -> Option<Task>;
    /// What is asked for a hint.
    fn advise(&self) -> Result<Task, Problem>;
    /// The game as a record, and how the name of its file ends.
    fn record(&self, created: u64) -> (String, &'static str);
    /// Moves played so far.
    fn plies(&self) -> usize;
    fn is_humans_turn(&self) -> bool;
}

/// Reads a game as it was kept, or as it is to begin.
pub(crate) fn open(saved: Saved) -> Result<Box<dyn LiveGame>, Problem> {
    Ok(with_game!(saved.game, G => Box::new(LiveBoard::<G>::open(saved)?)))
}

/// The document in a row of the store.
pub(crate) fn read(row: &Row) -> Result<Saved, Problem> {
    serde_json::from_str(&row.document)
        .map_err(|error| Problem::Refused(format!("the game {} cannot be read: {error}", row.id)))
}
