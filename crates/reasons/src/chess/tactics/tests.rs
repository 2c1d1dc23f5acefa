//! Every reason where it must be given, and where it must not.
//!
//! Most lines are searched here, so that they are what the reviewer would see; those that are told
//! instead are there to put a rule to the test that no sound line would.

mod census;
mod endings;
mod exchanges;
mod lures;
mod mates;
mod others;
mod pieces;

use super::ways;
use crate::examiner::Examiner;
use crate::material::completed;
use crate::reason::{Piece, Placed, Reason};
use crate::samples::verdict;
use crate::witness::{ScoredLine, Witness};
use damier_chess::{Move, Position};
use damier_core::{Game, Score};
use damier_search::Limits;

/// Enough for tactics of a few moves, and quick without optimisation.
const NODES: u64 = 10_000;

/// What is said of a move, after a search that compares it with a better one.
fn found(fen: &str, best: &str, played: &str) -> Vec<Reason> {
    let position = Position::from_fen(fen).expect("a position");
    let [best, played] = [best, played].map(|text| position.read_move(text).expect("a legal move"));
    let game = Game::new(position.clone());
    let mut examiner = Examiner::new(1);
    let limits = Limits::to_nodes(NODES);
    let verdicts = examiner.compare(&game, best, played, &limits).expect("both moves are scored");
    said(&position, verdicts)
}

/// What is said of a move if these are the lines.
fn told(fen: &str, best: &str, played: &str) -> Vec<Reason> {
    let position = Position::from_fen(fen).expect("a position");
    said(&position, [best, played].map(|line| verdict(&position, line)))
}

/// The same with a score of the better move that is so much higher.
fn told_with(fen: &str, best: &str, played: &str, score: i32) -> Vec<Reason> {
    let position = Position::from_fen(fen).expect("a position");
    let [mut best, played] = [best, played].map(|line| verdict(&position, line));
    best.score = Score::from_evaluation(score);
    said(&position, [best, played])
}

/// The same with what is said where nothing has a name.
fn told_in_full(fen: &str, best: &str, played: &str) -> Vec<Reason> {
    let position = Position::from_fen(fen).expect("a position");
    said_in_full(&position, [best, played].map(|line| verdict(&position, line)))
}

/// Only what has a name.
fn said(position: &Position, verdicts: [ScoredLine<Move>; 2]) -> Vec<Reason> {
    let mut reasons = said_in_full(position, verdicts);
    reasons.retain(|reason| !matches!(reason, Reason::Falls { .. } | Reason::Mates { .. }));
    reasons
}

fn said_in_full(position: &Position, verdicts: [ScoredLine<Move>; 2]) -> Vec<Reason> {
    let [best, played] =
        verdicts.map(|verdict| ScoredLine { line: completed(position, &verdict.line), ..verdict });
    // Shown where a test fails.
    for verdict in [&best, &played] {
        use damier_core::Rules;
        println!("{} {}", verdict.score, position.write_line(&verdict.line));
    }
    let reasons = ways(&Witness { earlier: None, position, best, played, counted: None });
    println!("{reasons:?}");
    reasons
}

fn placed(piece: Piece, square: &str) -> Placed {
    Placed { piece, square: square.to_owned() }
}
