//! A game with what is thought of its moves: plain data that files keep and pages show.

use crate::judging::{Curve, Judgement};
use crate::terms::Comparison;
use damier_core::{Score, Side};
use damier_reasons::reason::Reason;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A game, judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Review {
    /// The moves, in their order.
    pub moves: Vec<MoveReview>,
    /// White and Black.
    pub sides: [SideReview; 2],
    /// The opening, if it has a name.
    pub opening: Option<Opening>,
}

/// What is thought of a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveReview {
    /// Its number, as in `12.` or `12...`.
    pub number: String,
    /// Who moved.
    #[serde(with = "side_as_text")]
    pub side: Side,
    /// The position before it, as FEN.
    pub fen: String,
    /// The move, as game records write it.
    pub played: String,
    /// How the position stands after it, for White.
    pub evaluation: Evaluation,
    /// How it stands before it, if the best move is played, for White.
    pub best_evaluation: Evaluation,
    /// The chances of the mover before the move, from 0 to 100.
    pub win_before: f64,
    /// The chances of the mover after the move.
    pub win_after: f64,
    /// From 0 to 100.
    pub accuracy: f64,
    /// What sort of error it was, if it was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judgement: Option<Judgement>,
    /// What else there is to say of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// In which part of the game.
    pub phase: Phase,
    /// The line after it, as the search sees it, which begins with the move itself. If it is wrong,
    /// this is what proves it.
    pub line: Vec<String>,
    /// The best line; empty if the move was the best one itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub best_line: Vec<String>,
    /// Other lines that were asked for, the best first, each with its evaluation for White.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Variation>,
    /// Why it is wrong, if it is and that can be proved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<Reason>,
    /// The gap to the best move in named terms, for errors that no forced end explains.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comparison: Option<Comparison>,
}

/// A line of a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Variation {
    /// Its evaluation, for White.
    pub evaluation: Evaluation,
    /// Its moves.
    pub line: Vec<String>,
}

/// What can be said of a move besides being an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// The only legal move.
    Forced,
    /// The best move.
    Best,
    /// The best move, and every other one would have been a mistake at least.
    Only,
    /// The game was as good as won, and is not any more.
    MissedWin,
    /// A move of a named opening.
    Opening,
}

/// The parts of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// The first moves.
    Opening,
    /// What lies between.
    Middlegame,
    /// With few pieces left.
    Endgame,
}

impl Phase {
    /// All, in their order.
    pub const ALL: [Self; 3] = [Self::Opening, Self::Middlegame, Self::Endgame];
}

/// What one side did.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SideReview {
    /// From 0 to 100; `None` without moves.
    pub accuracy: Option<f64>,
    /// What a move lost on average, in pawns or men; `None` without moves.
    #[serde(default)]
    pub average_loss: Option<f64>,
    /// The accuracy of each part of the game, `None` where there were no moves.
    pub by_phase: [Option<f64>; 3],
    /// Moves to which there was another one.
    pub moves: u32,
    /// Moves that were the best.
    pub best: u32,
    /// The number of inaccuracies.
    pub inaccuracies: u32,
    /// The number of mistakes.
    pub mistakes: u32,
    /// The number of blunders.
    pub blunders: u32,
    /// How many wins were let go.
    pub missed_wins: u32,
}

/// An opening that has a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// As books of openings number it.
    pub code: String,
    /// What it is called.
    pub name: String,
    /// After how many plies the game left what has a name.
    pub plies: usize,
}

/// How a position stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Evaluation {
    /// In hundredths for White, as the engine tells them everywhere: +100 wins one game of two.
    Points(i32),
    /// The game is won by force.
    Win {
        /// Who wins.
        #[serde(with = "side_as_text")]
        side: Side,
        /// In so many moves of the winner; 0 if the game is over.
        moves: u32,
    },
    /// Endgame tables know it as won.
    Table {
        /// Who wins.
        #[serde(with = "side_as_text")]
        side: Side,
    },
}

impl Evaluation {
    /// From so many hundredths on a side is said to be winning, and no number is shown.
    pub const WINNING: i32 = 1000;

    /// A score of the side to move.
    pub fn of(score: Score, side: Side) -> Self {
        let winner = if score.is_win() { side } else { !side };
        match score.plies_to_mate() {
            Some(plies) => Self::Win { side: winner, moves: plies.unsigned_abs().div_ceil(2) },
            None if score.is_decisive() => Self::Table { side: winner },
            None if side == Side::White => Self::Points(score.value()),
            None => Self::Points(-score.value()),
        }
    }

    /// Whose advantage is so large that no number says more than that he wins.
    pub fn is_winning(self) -> Option<Side> {
        match self {
            Self::Points(Self::WINNING..) => Some(Side::White),
            Self::Points(score) if score <= -Self::WINNING => Some(Side::Black),
            _ => None,
        }
    }

    /// White's chances, from 0 to 100.
    pub fn win_percent(self, curve: Curve) -> f64 {
        curve.win_percent(match self {
            Self::Points(score) => curve.points(score),
            Self::Win { side: Side::White, .. } | Self::Table { side: Side::White } => Curve::LIMIT,
            Self::Win { .. } | Self::Table { .. } => -Curve::LIMIT,
        })
    }
}

/// As White sees it: `+0.25`, `#3`, `#-3`, `1-0` and `0-1` if the game is over, or `+tb` and `-tb`
/// if endgame tables know who wins.
impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match *self {
            Self::Points(points) => {
                let sign = if points < 0 { '-' } else { '+' };
                let size = points.unsigned_abs();
                write!(f, "{sign}{}.{:02}", size / 100, size % 100)
            }
            Self::Win { side: Side::White, moves: 0 } => f.write_str("1-0"),
            Self::Win { moves: 0, .. } => f.write_str("0-1"),
            Self::Win { side: Side::White, moves } => write!(f, "#{moves}"),
            Self::Win { moves, .. } => write!(f, "#-{moves}"),
            Self::Table { side: Side::White } => f.write_str("+tb"),
            Self::Table { .. } => f.write_str("-tb"),
        }
    }
}

mod side_as_text {
    use damier_core::Side;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<G: Serializer>(side: &Side, serializer: G) -> Result<G::Ok, G::Error> {
        serializer.serialize_str(if *side == Side::White { "white" } else { "black" })
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Side, D::Error> {
        match String::deserialize(from)?.as_str() {
            "white" => Ok(Side::White),
            "black" => Ok(Side::Black),
            other => Err(D::Error::custom(format!("{other:?} is neither white nor black"))),
        }
    }
}
