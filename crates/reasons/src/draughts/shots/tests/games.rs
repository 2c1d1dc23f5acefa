//! Whole games: whatever is said of a move must be true on the board.

use super::*;
use crate::game::ReasonGame;
use damier_core::random::Random;
use damier_core::{Rules, Side};
use damier_draughts::Move;
use damier_records::Reader;
use std::collections::BTreeMap;
use std::path::PathBuf;

const NODES: u64 = 30_000;

/// What counts as an error here, in expected points.
const DROP: f64 = 0.05;

fn real_games() -> Vec<Game<Position>> {
    let folder = std::env::var_os("DAMIER_TEST_DATA").expect("the folder DAMIER_TEST_DATA");
    let bytes = std::fs::read(PathBuf::from(folder).join("wiersma.pdn")).expect("a file of games");
    let records = Reader::<Position, _>::new(&bytes[..]);
    records.map(|record| record.expect("games that can be read").record.to_game()).collect()
}

/// A game of a player who makes one move in three without a thought.
fn weak_game(examiner: &mut Examiner<Position>, random: &mut Random) -> Game<Position> {
    const LONGEST: usize = 160;
    const SHORT_THOUGHT: u64 = 300;
    let mut game = Game::new(Position::start());
    examiner.forget();
    while game.ending().is_none() && game.moves().len() < LONGEST {
        let moves = game.position().legal_moves();
        let mv = if random.below(3) == 0 {
            *random.pick(&moves)
        } else {
            let limits = Limits::to_nodes(SHORT_THOUGHT);
            examiner.search(&game, Vec::new(), 1, &limits).0.best.expect("a legal move")
        };
        game.play_unchecked(mv);
    }
    game
}

/// The position after each move of a line, with the position before the first.
fn positions(start: &Position, line: &[Move]) -> Vec<Position> {
    let mut positions = vec![start.clone()];
    for &mv in line {
        let mut next = positions[positions.len() - 1].clone();
        next.play(mv);
        positions.push(next);
    }
    positions
}

/// Men and kings, a king for three.
fn worth(position: &Position, side: Side) -> i32 {
    let of = |side| (position.men(side).count() + 3 * position.kings(side).count()) as i32;
    of(side) - of(!side)
}

/// Whether a man of a side becomes a king on this square.
fn crowns(start: &Position, line: &[Move], side: Side, square: Option<&str>) -> bool {
    let positions = positions(start, line);
    line.iter().zip(&positions).any(|(&mv, position)| {
        position.side_to_move() == side
            && position.promotes(mv)
            && square.is_none_or(|square| mv.to().to_string() == square)
    })
}

/// Whether the pieces that a side gives and takes between two quiet positions of a line are so
/// many.
fn has_balance(start: &Position, line: &[Move], striker: Side, [given, taken]: [u32; 2]) -> bool {
    let positions = positions(start, line);
    let lost = |side: Side, first: usize, last: usize| {
        positions[first].side(side).count() - positions[last].side(side).count()
    };
    (0..line.len()).any(|first| {
        let is_gift = !line[first].is_capture()
            && positions[first].side_to_move() == striker
            && line.get(first + 1).is_some_and(|reply| reply.is_capture());
        is_gift
            && (first + 1..=line.len()).any(|last| {
                lost(striker, first, last) == given as usize
                    && lost(!striker, first, last) == taken as usize
                    && !positions[last].can_capture(positions[last].side_to_move())
            })
    })
}

fn is_true(witness: &Witness<Position>, reason: &Reason) -> bool {
    let start = witness.position;
    let (best, played) = (&witness.best.line[..], &witness.played.line[..]);
    let us = start.side_to_move();
    let [best_end, played_end] = [best, played].map(|line| witness.end_of(line));
    let cost = worth(&best_end, us) - worth(&played_end, us);
    match reason {
        &Reason::AllowsShot { given, taken, .. } => {
            given >= 1
                && taken > given
                && cost >= 1
                && worth(&played_end, us) < worth(start, us)
                && has_balance(start, played, !us, [given, taken])
        }
        &Reason::MissesShot { given, taken, .. } => {
            given >= 1
                && taken > given
                && cost >= 1
                && worth(&best_end, us) > worth(start, us)
                && has_balance(start, best, us, [given, taken])
        }
        Reason::AllowsBreakthrough { square } => {
            crowns(start, played, !us, Some(square))
                && !crowns(start, best, !us, None)
                && !played_end.kings(!us).is_empty()
        }
        Reason::MissesBreakthrough { square } => {
            crowns(start, best, us, Some(square))
                && !crowns(start, played, us, None)
                && !best_end.kings(us).is_empty()
        }
        Reason::LosesKing { square } => {
            let after = &positions(start, played)[1];
            let stands = after.kings(us).into_iter().any(|king| king.to_string() == *square);
            stands && cost >= 1 && played_end.kings(us).count() < best_end.kings(us).count()
        }
        Reason::RunsOutOfMoves => {
            played_end.side_to_move() == us
                && !played_end.side(us).is_empty()
                && played_end.legal_moves().is_empty()
        }
        _ => false,
    }
}

/// What was said of every error of a game.
fn explain(
    examiner: &mut Examiner<Position>,
    game: &Game<Position>,
    counts: &mut BTreeMap<String, usize>,
) {
    let limits = Limits::to_nodes(NODES);
    let mut replayed = Game::new(game.start().clone());
    for mv in game.moves() {
        let position = replayed.position().clone();
        examiner.forget();
        let (answer, _) = examiner.search(&replayed, Vec::new(), 1, &limits);
        let best = answer.best.expect("a legal move");
        if best != mv
            && let Some([best, played]) = examiner.compare(&replayed, best, mv, &limits)
            && position.expected_points(best.score) - position.expected_points(played.score) >= DROP
        {
            let witness =
                Witness { earlier: None, position: &position, best, played, counted: None };
            let ways = ways(&witness);
            *counts.entry("errors".to_owned()).or_default() += 1;
            *counts.entry(format!("{} reasons", ways.len())).or_default() += 1;
            assert!(ways.len() <= MOST_REASONS);
            for reason in &ways {
                assert!(
                    is_true(&witness, reason),
                    "{reason:?} in {}\nbest {}\nplayed {}",
                    position.to_fen(),
                    position.write_line(&witness.best.line),
                    position.write_line(&witness.played.line),
                );
                let name = format!("{reason:?}");
                let name = name.split_whitespace().next().unwrap_or_default();
                *counts.entry(name.to_owned()).or_default() += 1;
            }
        }
        replayed.play_unchecked(mv);
    }
}

#[test]
#[ignore = "needs DAMIER_TEST_DATA and some minutes"]
fn everything_that_is_said_of_real_and_weak_games_is_true() {
    let mut examiner = Examiner::new(4);
    let mut random = Random::new(11);
    let mut games = real_games();
    assert!(games.len() >= 20, "{} games", games.len());
    games.extend((0..60).map(|_| weak_game(&mut examiner, &mut random)));
    let mut counts = BTreeMap::new();
    for game in &games {
        explain(&mut examiner, game, &mut counts);
    }
    println!("{counts:#?}");
    // Hardly any game ends with a side blocked.
    for kind in
        ["AllowsShot", "MissesShot", "AllowsBreakthrough", "MissesBreakthrough", "LosesKing"]
    {
        assert!(counts.contains_key(kind), "no {kind}");
    }
}
