//! Errors of real games: whatever is said of them stands on the board.

use crate::chess::tactics::board::{attacks_from, balance, placed_at};
use crate::chess::tactics::replay::Replay;
use crate::chess::tactics::{Case, ways};
use crate::examiner::Examiner;
use crate::game::ReasonGame;
use crate::material::completed;
use crate::reason::{Piece, Placed, Reason};
use crate::witness::{ScoredLine, Witness};
use damier_chess::{Move, Position, Square};
use damier_core::{Game, Rules};
use damier_records::Reader;
use damier_search::Limits;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Nodes for a position, and as many again to compare two moves.
const NODES: u64 = 15_000;

/// Expected points that an error loses.
const LEAST_ERROR: f64 = 0.07;

fn games() -> Vec<Game<Position>> {
    let folder = std::env::var_os("DAMIER_TEST_DATA").expect("the folder DAMIER_TEST_DATA");
    let path = PathBuf::from(folder).join("lichess-100k.pgn");
    let bytes = std::fs::read(path).expect("a file of games");
    let records = Reader::<Position, _>::new(&bytes[..]);
    records.map(|record| record.expect("games that can be read").record.to_game()).collect()
}

/// Both moves with complete lines, if the one played is an error.
fn error(
    examiner: &mut Examiner<Position>,
    game: &Game<Position>,
    mv: Move,
) -> Option<[ScoredLine<Move>; 2]> {
    examiner.forget();
    let limits = Limits::to_nodes(NODES);
    let best = examiner.search(game, Vec::new(), 1, &limits).0.best.filter(|&best| best != mv)?;
    let verdicts = examiner.compare(game, best, mv, &limits)?;
    let position = game.position();
    let [before, after] = [0, 1].map(|index| position.expected_points(verdicts[index].score));
    (before - after >= LEAST_ERROR).then(|| {
        verdicts.map(|verdict| ScoredLine { line: completed(position, &verdict.line), ..verdict })
    })
}

/// Whether a piece stands where it is said to stand.
fn stands(position: &Position, placed: &Placed) -> bool {
    let square = Square::from_name(&placed.square);
    square.and_then(|square| placed_at(position, square)).as_ref() == Some(placed)
}

fn attacks(position: &Position, by: &Placed, target: &Placed) -> bool {
    let [by, target] = [by, target].map(|placed| Square::from_name(&placed.square).unwrap());
    attacks_from(position, by).contains(target)
}

/// What every reason claims about the board, looked up again.
fn is_true(witness: &Witness<Position>, reason: &Reason) -> bool {
    let us = witness.position.side_to_move();
    let played = Replay::of(witness.position, &witness.played.line);
    let loses = balance(witness.position, us) > balance(played.end(), us)
        || balance(&witness.end_of(&witness.best.line), us) > balance(played.end(), us);
    let is_mate = played.end().is_check() && played.end().count_legal_moves() == 0;
    let boards: Vec<&Position> = played.steps.iter().map(|step| &step.after).collect();
    let taken: Vec<String> = played
        .steps
        .iter()
        .filter(|step| step.side() != us)
        .filter_map(|step| Some(step.captured()?.0.to_string()))
        .collect();
    let is_taken = |prey: &Placed| taken.contains(&prey.square);
    let promotes = |where_to: Option<&String>| {
        played.steps.iter().any(|step| {
            let is_there = where_to.is_none_or(|square| step.mv.to().to_string() == *square);
            step.side() != us && step.mv.promotion().is_some() && is_there
        })
    };
    let somewhere = |claim: &dyn Fn(&Position) -> bool| boards.iter().any(|board| claim(board));
    match reason {
        Reason::Hangs { prey } | Reason::LosingExchange { prey } => {
            let after = &played.steps[0].after;
            let takes = played.steps[1].captured().map(|(square, _)| square.to_string());
            loses && stands(after, prey) && takes.as_ref() == Some(&prey.square)
        }
        Reason::LeavesUntaken { prey } => {
            let best = witness.position.captured(witness.best.line[0]);
            stands(witness.position, prey)
                && best.is_some_and(|(square, _)| square.to_string() == prey.square)
        }
        Reason::Fork { by, targets } => {
            let forks = |board: &Position| {
                stands(board, by)
                    && targets
                        .iter()
                        .all(|target| stands(board, target) && attacks(board, by, target))
            };
            loses && targets.len() >= 2 && somewhere(&forks) && targets.iter().any(is_taken)
        }
        Reason::Pin { by, prey, behind } => {
            let pins = |board: &Position| {
                [by, prey, behind].iter().all(|placed| stands(board, placed))
                    && attacks(board, by, prey)
            };
            loses && somewhere(&pins) && (is_taken(prey) || behind.piece == Piece::King)
        }
        Reason::Skewer { by, front, prey } => {
            let skewers = |board: &Position| {
                [by, front, prey].iter().all(|placed| stands(board, placed))
                    && attacks(board, by, front)
            };
            loses && somewhere(&skewers) && is_taken(prey)
        }
        Reason::DiscoveredAttack { by, mover, target, prey } => {
            let opens = |board: &Position| {
                [by, mover, target, prey].iter().all(|placed| stands(board, placed))
                    && attacks(board, by, target)
            };
            loses && somewhere(&opens) && (is_taken(prey) || target.piece == Piece::King) || is_mate
        }
        Reason::Misses { motif } => {
            // The same on the better line, where the sides have changed roles.
            let line = Replay::of(witness.position, &witness.best.line);
            match &**motif {
                Reason::Fork { by, targets } => line.steps.iter().any(|step| {
                    stands(&step.after, by) && targets.iter().all(|it| stands(&step.after, it))
                }),
                Reason::Skewer { by, front, prey } | Reason::Pin { by, prey, behind: front } => {
                    line.steps
                        .iter()
                        .any(|step| [by, front, prey].iter().all(|it| stands(&step.after, it)))
                }
                _ => line.steps.len() > 1,
            }
        }
        Reason::Attraction { prey } => somewhere(&|board| stands(board, prey)),
        Reason::Deflection { defender, .. } => {
            somewhere(&|board| stands(board, defender))
                && somewhere(&|board| !stands(board, defender))
        }
        Reason::RemovedDefender { defender, .. } => is_taken(defender),
        Reason::Falls { by, prey } => {
            loses
                && is_taken(prey)
                && somewhere(&|board| stands(board, by) && attacks(board, by, prey))
        }
        Reason::DoubleCheck { by } => {
            by.len() == 2 && somewhere(&|board| by.iter().all(|it| stands(board, it)))
        }
        Reason::Smothered | Reason::Mates { .. } => is_mate,
        Reason::Stalemate => boards[0].count_legal_moves() == 0 && !boards[0].is_check(),
        Reason::Trapped { prey } => loses && somewhere(&|board| stands(board, prey)),
        Reason::BackRank | Reason::IgnoresMateThreat { .. } => is_mate,
        Reason::PassedPawnRuns { pawn } => stands(boards[0], pawn) && promotes(None),
        Reason::AllowsPromotion { square } => promotes(Some(square)),
        Reason::MissesPromotion { square } => witness
            .best
            .line
            .iter()
            .any(|mv| mv.promotion().is_some() && mv.to().to_string() == *square),
        Reason::InBetween { prey, .. } | Reason::IgnoresThreat { prey } => loses && is_taken(prey),
        Reason::LeavesSquare { .. } => promotes(None),
        Reason::Zugzwang => loses,
        Reason::Desperado { piece, .. } => stands(witness.position, piece) && is_taken(piece),
        // These are read off the whole line, as their proofs are.
        Reason::LosesOpposition
        | Reason::WrongBishop { .. }
        | Reason::PerpetualCheck
        | Reason::Repetition => true,
        Reason::LosesCastling => {
            !witness.position.castling().rooks_of(us).is_empty()
                && boards[0].castling().rooks_of(us).is_empty()
        }
        _ => false,
    }
}

/// The first word of how a reason is written for programmers.
fn name(reason: &Reason) -> String {
    let text = format!("{reason:?}");
    text.split(' ').next().unwrap_or_default().to_owned()
}

#[test]
#[ignore = "needs DAMIER_TEST_DATA; prints what it finds"]
fn what_is_said_of_real_errors_stands_on_the_board() {
    let mut examiner = Examiner::<Position>::new(4);
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let (mut errors, mut explained) = (0, 0);
    for (number, whole) in games().iter().enumerate() {
        let mut game = whole.clone();
        while let Some(mv) = game.undo() {
            if game.position().count_legal_moves() < 2 {
                continue;
            }
            let Some([best, played]) = error(&mut examiner, &game, mv) else { continue };
            let earlier = game.past_positions().next_back();
            let witness =
                Witness { earlier, position: game.position(), best, played, counted: None };
            let ways = ways(&witness);
            errors += 1;
            explained += usize::from(!ways.is_empty());
            let Case { gaps, .. } = Case::of(&witness);
            println!(
                "{number} gaps {gaps:?} {} | best {} {} | played {} {}",
                witness.position.to_fen(),
                witness.best.score,
                witness.position.write_line(&witness.best.line),
                witness.played.score,
                witness.position.write_line(&witness.played.line),
            );
            assert!(ways.len() <= 2, "{ways:?}");
            for way in &ways {
                *counts.entry(name(way)).or_default() += 1;
                println!("    {way:?}");
                assert!(is_true(&witness, way), "{way:?}");
            }
        }
    }
    println!("{explained} of {errors} errors explained: {counts:?}");
    assert!(explained > 0, "nothing could be said");
}
