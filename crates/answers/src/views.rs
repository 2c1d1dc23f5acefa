//! What the page is sent. Squares are written as people write them (`e4`, `32`), boards as one
//! letter a square: 64 from a8 to h1 in chess, 50 from 1 to 50 in draughts, `.` for an empty one.

use damier_core::{Outcome, Side};
use damier_games::GameKind;
use serde::{Deserialize, Serialize};

/// One of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SideName {
    White,
    Black,
}

impl From<Side> for SideName {
    fn from(side: Side) -> Self {
        match side {
            Side::White => Self::White,
            Side::Black => Self::Black,
        }
    }
}

impl From<SideName> for Side {
    fn from(side: SideName) -> Self {
        match side {
            SideName::White => Self::White,
            SideName::Black => Self::Black,
        }
    }
}

/// A move, with all that is needed to show it and to find out which one is meant.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct MoveView {
    /// As records write it.
    pub(crate) text: String,
    /// What to send back to play it.
    pub(crate) code: String,
    /// Where the piece stands during the move, from its origin to its target.
    pub(crate) path: Vec<String>,
    /// What is taken.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) captured: Vec<String>,
    /// Squares that mean this move when the piece is dropped there, besides the end of its
    /// path.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) targets: Vec<String>,
    /// Other ways to the same end that take the same pieces.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) other_paths: Vec<Vec<String>>,
    /// The letter of what a pawn becomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) promotion: Option<char>,
}

/// Why a game is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Verdict {
    /// A word for the reason, which the page puts into its language.
    pub(crate) reason: String,
    /// Who won; `None` for a draw.
    pub(crate) winner: Option<SideName>,
}

impl Verdict {
    pub(crate) fn new(reason: &str, outcome: Outcome) -> Self {
        let winner = match outcome {
            Outcome::Win(side) => Some(side.into()),
            Outcome::Draw => None,
        };
        Self { reason: reason.to_owned(), winner }
    }

    pub(crate) fn outcome(&self) -> Outcome {
        self.winner.map_or(Outcome::Draw, |side| Outcome::Win(side.into()))
    }
}

/// A position and what the rules say about it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PositionView {
    pub(crate) game: GameKind,
    pub(crate) fen: String,
    pub(crate) board: String,
    pub(crate) turn: SideName,
    pub(crate) number: u32,
    pub(crate) legal: Vec<MoveView>,
    /// Where a king is in check.
    pub(crate) check: Option<String>,
    /// Why the game is over here by itself.
    pub(crate) ending: Option<Verdict>,
    /// A draw that the side to move may claim.
    pub(crate) claim: Option<String>,
}

/// A move that was played, and the board after it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct NodeView {
    /// Place of the node before it in the list; `None` after the start.
    pub(crate) parent: Option<usize>,
    /// Its number, as `12.` or `12...`.
    pub(crate) number: String,
    #[serde(rename = "move")]
    pub(crate) mv: MoveView,
    pub(crate) board: String,
    pub(crate) check: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) before: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) comments: Vec<String>,
    /// What comments say to programs: clocks, evaluations, arrows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) commands: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) nags: Vec<u8>,
}
