//! What no level above the first may do wrong.

mod common;
#[path = "common/real.rs"]
mod real;

use common::{ask, game_from, of_level};
use damier_chess::{Position as Chess, Role};
use damier_core::random::Random;
use damier_core::{Ending, Game, Outcome, Rules};
use damier_draughts::Position as Draughts;
use damier_profiles::{FULL_STRENGTH, Guard, OpponentGame, Player};
use damier_search::{Engine, Event, Limits, Query};
use real::{leaves_something_large, random_positions, real_positions};

/// The moves that win on the spot.
fn winning_moves<R: Rules>(position: &R) -> Vec<R::Move> {
    let us = position.side_to_move();
    let wins = |mv: &R::Move| {
        let mut next = position.clone();
        next.play_unchecked(*mv);
        next.ending(1).map(Ending::outcome) == Some(Outcome::Win(us))
    };
    position.legal_moves().iter().copied().filter(wins).collect()
}

/// Positions in which a move wins on the spot and another does not.
fn keep_won<R: Rules>(count: usize, make: impl FnMut() -> Option<R>) -> Vec<R> {
    let positions = std::iter::repeat_with(make).flatten();
    let is_won = |position: &R| {
        let wins = winning_moves(position).len();
        wins > 0 && wins < position.count_legal_moves()
    };
    positions.filter(is_won).take(count).collect()
}

/// Such positions out of random games of chess,
fn won_chess(count: usize) -> Vec<Chess> {
    let mut random = Random::new(3);
    keep_won(count, || {
        let plies = 10 + random.below(80);
        random.walk(Chess::start(), plies)
    })
}

/// and of draughts, where random games hardly end so: kings against a man or a king.
fn won_draughts(count: usize) -> Vec<Draughts> {
    let mut random = Random::new(3);
    keep_won(count, || {
        let mut squares: Vec<usize> = (6..=45).collect();
        random.shuffle(&mut squares);
        let [a, b, c, d, e, ..] = squares[..] else { return None };
        let prey = random.pick(&["", "K"]);
        Draughts::from_fen(&format!("W:WK{a},K{b},{c}:B{prey}{d},{e}")).ok()
    })
}

fn wins_at_once<G: OpponentGame>(levels: impl IntoIterator<Item = u8>, positions: &[G]) {
    for level in levels {
        let mut player = of_level::<G>(level);
        for position in positions {
            let best =
                ask(&mut player, &Game::new(position.clone()), Limits::to_nodes(20_000)).best;
            let wins = winning_moves(position);
            assert!(wins.contains(&best), "level {level} misses a win: {}", position.to_fen());
        }
    }
}

#[test]
fn no_player_from_level_2_on_misses_a_mate_in_one() {
    wins_at_once([2, 3, 7], &won_chess(25));
    wins_at_once([2, 3, 7], &won_draughts(25));
}

#[test]
#[ignore = "every level, many positions"]
fn no_player_from_level_2_on_misses_any_of_many_mates_in_one() {
    wins_at_once(2..=FULL_STRENGTH, &won_chess(300));
    wins_at_once(2..=FULL_STRENGTH, &won_draughts(300));
}

/// Plays a won ending against a defender; moves until it is won.
fn moves_to_win<G: OpponentGame>(
    player: &mut Player<G>,
    defender: &mut Player<G>,
    fen: &str,
) -> usize {
    let mut game = game_from::<G>(fen);
    let winner = game.position().side_to_move();
    loop {
        let mover =
            if game.position().side_to_move() == winner { &mut *player } else { &mut *defender };
        let best = ask(mover, &game, Limits { nodes: Some(100_000), ..Limits::default() }).best;
        game.try_play(best).unwrap();
        if let Some(ending) = game.ending() {
            assert_eq!(ending.outcome(), Outcome::Win(winner), "{fen} ends as {ending}");
            return game.moves().len().div_ceil(2);
        }
    }
}

/// A defender that looks far enough to be stubborn and not far enough to take long.
fn defender<G: OpponentGame>() -> Player<G> {
    of_level::<G>(8)
}

const WON_CHESS: [&str; 8] = [
    "8/8/8/3k4/8/8/8/K5Q1 w - - 0 1",
    "8/8/8/3k4/8/8/8/K6R w - - 0 1",
    "8/8/4k3/8/8/8/8/KR6 w - - 0 1",
    "7k/8/8/8/3K4/8/8/Q7 w - - 0 1",
    "8/8/2k5/8/8/8/6R1/7K w - - 0 1",
    "3k4/8/8/8/8/8/q7/3K4 b - - 0 1",
    "r7/8/8/4k3/8/8/5K2/8 b - - 0 1",
    "6k1/8/8/8/8/8/8/QQQQQQK1 w - - 0 1",
];

const WON_DRAUGHTS: [&str; 4] = [
    "W:WK46,K47,K48,K49,K50:BK7",
    "W:WK1,K2,K6,K10,K50:BK24",
    "W:WK28,K32,K33,K38:B13,14",
    "B:WK29:BK1,K2,K3,K4,K11",
];

fn converts<G: OpponentGame>(levels: impl IntoIterator<Item = u8>, endings: &[&str]) {
    for level in levels {
        for fen in endings {
            let moves = moves_to_win(&mut of_level::<G>(level), &mut defender(), fen);
            assert!(moves <= 50, "level {level}: {moves} moves in {fen}");
        }
    }
}

#[test]
fn elementary_endings_are_won() {
    converts::<Chess>([2], &WON_CHESS[..2]);
    converts::<Draughts>([3], &WON_DRAUGHTS[..1]);
}

#[test]
#[ignore = "every level, to the end"]
fn elementary_endings_are_won_at_every_level() {
    converts::<Chess>(2..=FULL_STRENGTH, &WON_CHESS);
    converts::<Draughts>(2..=FULL_STRENGTH, &WON_DRAUGHTS);
}

/// Queens and rooks that stand to be taken for less than they are worth after a move, though they
/// need not be.
fn hangs(guard: &mut Guard<Chess>, game: &Game<Chess>, mv: damier_chess::Move) -> Option<String> {
    if !leaves_something_large(game.position(), mv) {
        return None;
    }
    // Judged by a deeper search: it may be no loss at all, or have been lost anyway.
    let report = guard.examine(game, mv);
    (report.loss >= 300 || report.mated_in.is_some()).then(|| {
        format!("{}: {}", game.position().to_fen(), game.position().write_line(&report.line))
    })
}

#[test]
#[ignore = "needs DAMIER_TEST_DATA"]
fn no_player_from_level_3_on_hangs_a_queen_or_a_rook() {
    let positions = real_positions::<Chess>("lichess-100k.pgn");
    assert!(positions.len() >= 2_000, "{} positions", positions.len());
    let mut guard = Guard::<Chess>::thorough().unwrap();
    for level in 3..FULL_STRENGTH {
        let mut player = of_level::<Chess>(level);
        let mut hung = Vec::new();
        for game in &positions {
            let Ok(()) = player.new_game();
            let best = ask(&mut player, game, Limits::default()).best;
            hung.extend(hangs(&mut guard, game, best));
        }
        assert!(
            hung.is_empty(),
            "level {level}: {} of {}\n{}",
            hung.len(),
            positions.len(),
            hung.join("\n")
        );
    }
}

/// Players of a level with so many seeds, one after the other.
fn with_seeds(level: u8, seeds: u64) -> impl Iterator<Item = Player<Chess>> {
    (1..=seeds).map(move |seed| {
        let mut player = of_level::<Chess>(level);
        player.set_seed(seed);
        player
    })
}

#[test]
fn a_queen_is_not_left_behind_whatever_the_seed() {
    // Black threatens mate; moving the bishop away loses the queen besides.
    let game = game_from::<Chess>("3r4/1kp4q/p7/1p4K1/2n1p3/2P3P1/PP1B3P/R2Q1R2 w - - 3 27");
    let mut guard = Guard::<Chess>::thorough().unwrap();
    for level in [3, 4] {
        for mut player in with_seeds(level, 5) {
            let best = ask(&mut player, &game, Limits::default()).best;
            assert_eq!(hangs(&mut guard, &game, best), None, "level {level}");
        }
    }
}

#[test]
#[ignore = "needs DAMIER_TEST_DATA"]
fn no_seed_hangs_a_queen_or_a_rook_from_level_3_on() {
    let positions = random_positions::<Chess>("people.pgn", 400);
    let mut guard = Guard::<Chess>::thorough().unwrap();
    for level in 3..=8 {
        let mut hung = Vec::new();
        for mut player in with_seeds(level, 5) {
            for game in &positions {
                let best = ask(&mut player, game, Limits::default()).best;
                hung.extend(hangs(&mut guard, game, best));
            }
        }
        assert!(hung.is_empty(), "level {level}: {} of 2,000\n{}", hung.len(), hung.join("\n"));
    }
}

/// Whether the last move captured something that can be taken back with profit, and only that keeps
/// the balance.
fn plain_recapture(engine: &mut Player<Chess>, game: &Game<Chess>) -> bool {
    let Some(last) = game.moves().last() else { return false };
    let position = game.position();
    let before = game.past_positions().last().expect("a move was played");
    if before.captured(last).is_none_or(|(_, role)| role == Role::Pawn) {
        return false;
    }
    let takes_back = |mv: &damier_chess::Move| mv.to() == last.to() && position.see(*mv) >= 300;
    let recaptures: Vec<_> = position.legal_moves().iter().copied().filter(takes_back).collect();
    if recaptures.is_empty() {
        return false;
    }
    // Plainly best: everything else is at least two pawns worse.
    let mut score = |among: Vec<damier_chess::Move>| {
        let mut score = None;
        let query = Query { among, ..Query::new(game.clone(), Limits::to_nodes(20_000)) };
        let Ok(_) = engine.search(&query, &mut |event| {
            if let Event::Report(report) = event {
                score = Some(report.score.value());
            }
        });
        score.expect("a report")
    };
    let others: Vec<_> =
        position.legal_moves().iter().copied().filter(|mv| !recaptures.contains(mv)).collect();
    !others.is_empty() && score(recaptures) - score(others) >= 200
}

#[test]
#[ignore = "needs DAMIER_TEST_DATA"]
fn every_player_from_level_2_on_recaptures() {
    let mut engine = of_level::<Chess>(FULL_STRENGTH);
    let mut positions = real_positions::<Chess>("lichess-100k.pgn");
    positions.retain(|game| plain_recapture(&mut engine, game));
    assert!(positions.len() >= 50, "{} positions", positions.len());
    for level in 2..=8 {
        let mut player = of_level::<Chess>(level);
        for game in &positions {
            let target = game.moves().last().unwrap().to();
            let best = ask(&mut player, game, Limits::default()).best;
            assert_eq!(best.to(), target, "level {level}: {}", game.position().to_fen());
        }
    }
}
