//! Endgame tables, asked and played out. Needs the folder `syzygy` with all tables of three and
//! four men in the folder that the variable `DAMIER_TEST_DATA` names:
//!
//! ```text
//! DAMIER_TEST_DATA=… cargo test -p damier-chess-engine --test tablebase -- --ignored
//! ```

use damier_chess::{Ending, Move, Position};
use damier_chess_engine::tablebase::{ProbeError, RootRank, Tablebase, TablebaseVerdict};
use damier_core::Game;
use damier_testkit::Random;
use std::path::PathBuf;
use std::sync::LazyLock;

fn folder() -> PathBuf {
    let data = std::env::var_os("DAMIER_TEST_DATA").expect("DAMIER_TEST_DATA names a folder");
    PathBuf::from(data).join("syzygy")
}

static TABLES: LazyLock<Tablebase> =
    LazyLock::new(|| Tablebase::open(folder().to_str().unwrap()).expect("the tables are there"));

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Pieces on random squares, either side to move, the clock at zero.
fn random_position(pieces: &str, random: &mut Random) -> Position {
    loop {
        let mut board = [[' '; 8]; 8];
        for piece in pieces.chars() {
            board[random.below(8)][random.below(8)] = piece;
        }
        let ranks = board.map(|rank| rank.iter().collect::<String>().replace(' ', "1"));
        let turn = ["w", "b"][random.below(2)];
        // Pieces that fell on one square, pawns on last ranks, kings in check: try again.
        match Position::from_fen(&format!("{} {turn} - - 0 1", ranks.join("/"))) {
            Ok(position) if position.occupied().count() == pieces.len() => return position,
            _ => {}
        }
    }
}

fn ranked(game: &Game<Position>, fifty_moves_count: bool) -> Vec<(Move, RootRank)> {
    let moves = game.position().legal_moves();
    TABLES.rank_root_moves(game, &moves, fifty_moves_count).expect("the position is in the tables")
}

/// Any of the moves that the tables like best.
fn best(game: &Game<Position>, random: &mut Random) -> (Move, RootRank) {
    let ranked = ranked(game, true);
    let equals = ranked.iter().take_while(|(_, rank)| *rank == ranked[0].1).count();
    ranked[random.below(equals)]
}

/// Plays best moves for both sides and checks every step of the winner. Answers the plies played.
fn play_to_mate(start: Position, random: &mut Random) -> usize {
    let fen = start.to_fen();
    let winner = start.side_to_move();
    let mut game = Game::new(start);
    let mut last_distance = None;
    loop {
        let here = game.position();
        if let Some(ending) = game.ending() {
            assert_eq!(ending, Ending::Checkmate { winner }, "{fen}: {}", here.to_fen());
            return game.moves().len();
        }
        let (mv, rank) = best(&game, random);
        if here.side_to_move() == winner {
            let probe = TABLES.probe(here).unwrap();
            let distance = probe.dtz.unwrap();
            assert_eq!(rank.verdict(), TablebaseVerdict::Win, "{fen}: {}", here.to_fen());
            assert!(distance + i32::from(here.halfmove_clock()) <= 100, "{fen}: {}", here.to_fen());
            let is_first = here.halfmove_clock() < 2;
            if let Some(last) = last_distance.filter(|_| !is_first) {
                assert!(
                    distance < last,
                    "{fen}: {} has {distance}, not below {last}",
                    here.to_fen()
                );
            }
            last_distance = Some(distance);
        }
        game.try_play(mv).unwrap();
    }
}

#[test]
#[ignore = "needs DAMIER_TEST_DATA with Syzygy tables"]
fn tables_are_found_and_counted() {
    let tables = &*TABLES;
    assert_eq!((tables.verdict_tables(), tables.distance_tables()), (35, 35));
    assert_eq!(tables.max_pieces(), 4);
    let missing =
        format!("{}{}/no/such/folder", folder().display(), if cfg!(windows) { ';' } else { ':' });
    let error = Tablebase::open(&missing).unwrap_err().to_string();
    assert!(error.contains("the folder /no/such/folder"), "{error}");
}

#[test]
#[ignore = "needs DAMIER_TEST_DATA with Syzygy tables"]
fn known_endings_have_their_known_verdicts() {
    let cases = [
        // The rook falls.
        ("8/8/8/8/8/8/1k6/2R4K b - - 0 1", TablebaseVerdict::Draw),
        ("8/8/8/8/8/8/1k6/2R4K w - - 0 1", TablebaseVerdict::Win),
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", TablebaseVerdict::Win),
        ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", TablebaseVerdict::Loss),
        ("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", TablebaseVerdict::Draw),
        ("7k/8/6KP/8/8/8/8/8 w - - 0 1", TablebaseVerdict::Draw),
        ("k7/8/8/8/8/8/8/KNN5 w - - 0 1", TablebaseVerdict::Draw),
        ("k7/8/8/8/8/8/8/KBN5 w - - 0 1", TablebaseVerdict::Win),
        // Stalemate, and mate.
        ("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", TablebaseVerdict::Draw),
        ("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", TablebaseVerdict::Loss),
        // Lost without the capture en passant, won with it; lost without it, drawn with it.
        ("8/8/8/8/Pp6/7k/4K3/8 b - a3 0 1", TablebaseVerdict::Win),
        ("8/8/8/8/Pp6/7k/4K3/8 b - - 0 1", TablebaseVerdict::Loss),
        ("8/8/1k6/8/6pP/8/5K2/8 b - h3 0 1", TablebaseVerdict::Draw),
        ("8/8/1k6/8/6pP/8/5K2/8 b - - 0 1", TablebaseVerdict::Loss),
    ];
    for (fen, verdict) in cases {
        let position = position(fen);
        assert_eq!(TABLES.probe_wdl(&position, true), Some(verdict), "{fen}");
        assert_eq!(TABLES.probe(&position).unwrap().verdict, verdict, "{fen}");
    }
}

#[test]
#[ignore = "needs DAMIER_TEST_DATA with Syzygy tables"]
fn positions_outside_the_tables_are_not_judged() {
    let castling = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let crowded = position("4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1");
    assert_eq!(TABLES.probe(&castling), Err(ProbeError::Castling));
    let too_many = ProbeError::TooManyPieces { pieces: 5, largest: 4 };
    assert_eq!(TABLES.probe(&crowded), Err(too_many));
    for position in [castling, crowded] {
        assert_eq!(TABLES.probe_wdl(&position, false), None);
        let moves = position.legal_moves();
        assert_eq!(TABLES.rank_root_moves(&Game::new(position), &moves, true), None);
    }
    // The tables cannot know what the clock does to a win.
    let clock_runs = position("4k3/8/8/8/8/8/8/4K2R w - - 1 1");
    assert_eq!(TABLES.probe_wdl(&clock_runs, true), None);
    assert_eq!(TABLES.probe_wdl(&clock_runs, false), Some(TablebaseVerdict::Win));
}

#[test]
#[ignore = "needs DAMIER_TEST_DATA with Syzygy tables"]
fn won_endings_are_won_against_the_best_defence() {
    let mut random = Random::new(2026);
    for pieces in ["KQk", "KRk", "KPk", "KBBk", "KBNk", "KQkr", "kpK", "kbnK"] {
        let (mut played, mut longest) = (0, 0);
        while played < 25 {
            let start = random_position(pieces, &mut random);
            if TABLES.probe_wdl(&start, true) == Some(TablebaseVerdict::Win) {
                longest = longest.max(play_to_mate(start, &mut random));
                played += 1;
            }
        }
        assert!(longest > 8, "{pieces}: {longest} plies are no test");
    }
}

#[test]
#[ignore = "needs DAMIER_TEST_DATA with Syzygy tables"]
fn draws_stay_draws_whatever_the_opponent_tries() {
    let mut random = Random::new(50);
    for pieces in ["KPk", "KRkb", "KRkn", "KQkq", "KPkp", "KNkp"] {
        let mut played = 0;
        while played < 15 {
            let start = random_position(pieces, &mut random);
            if TABLES.probe_wdl(&start, true) != Some(TablebaseVerdict::Draw) {
                continue;
            }
            played += 1;
            let (fen, us) = (start.to_fen(), start.side_to_move());
            let mut game = Game::new(start);
            while game.ending().is_none() && game.moves().len() < 60 {
                let mv = if game.position().side_to_move() == us {
                    let (mv, rank) = best(&game, &mut random);
                    assert!(
                        rank.verdict() >= TablebaseVerdict::Draw,
                        "{fen}: {}",
                        game.position().to_fen()
                    );
                    mv
                } else {
                    *random.pick(&game.position().legal_moves())
                };
                game.try_play(mv).unwrap();
            }
            let is_lost = game.ending().is_some_and(
                |ending| matches!(ending, Ending::Checkmate { winner } if winner != us),
            );
            assert!(!is_lost, "{fen}: {}", game.position().to_fen());
        }
    }
}

#[test]
#[ignore = "needs DAMIER_TEST_DATA with Syzygy tables"]
fn a_win_needs_the_clock_to_last() {
    let mut random = Random::new(100);
    let mut played = 0;
    while played < 10 {
        let start = random_position("KRk", &mut random);
        let probe = TABLES.probe(&start).unwrap();
        let distance = probe.dtz.unwrap();
        if distance < 9 {
            continue;
        }
        let with_clock = |clock: i32| {
            let fen = start.to_fen();
            position(&fen.replace(" - - 0 1", &format!(" - - {clock} 90")))
        };
        // Distances in this table are rounded, so one ply in reserve makes it certain.
        let in_time = with_clock(99 - distance);
        let too_late = Game::new(with_clock(101 - distance));
        assert_eq!(ranked(&Game::new(in_time.clone()), true)[0].1.verdict(), TablebaseVerdict::Win);
        assert_eq!(ranked(&too_late, true)[0].1.verdict(), TablebaseVerdict::CursedWin);
        assert_eq!(ranked(&too_late, false)[0].1.verdict(), TablebaseVerdict::Win);
        play_to_mate(in_time, &mut random);
        played += 1;
    }
}

#[test]
#[ignore = "needs DAMIER_TEST_DATA with Syzygy tables"]
fn mate_comes_first_and_a_capture_that_wins_next() {
    let game = Game::new(position("7k/8/6K1/8/8/8/6Q1/8 w - - 0 1"));
    let san = |game: &Game<Position>, place: usize| {
        game.position().write_san(ranked(game, true)[place].0)
    };
    assert!(san(&game, 0).ends_with('#'), "{}", san(&game, 0));
    let game = Game::new(position("8/8/8/8/r3Q3/7k/8/2K5 w - - 0 1"));
    assert_eq!(san(&game, 0), "Qxa4");
    assert_eq!(ranked(&game, true)[0].1.distance(), Some(1));
}

#[test]
#[ignore = "needs DAMIER_TEST_DATA with Syzygy tables"]
fn a_winner_does_not_let_the_position_repeat_a_third_time() {
    let start = position("8/8/8/4k3/8/8/8/2Q4K w - - 0 1");
    let rank_of = |game: &Game<Position>, text: &str| {
        let mv = game.position().read_san(text).unwrap();
        ranked(game, true).into_iter().find(|&(other, _)| other == mv).unwrap().1
    };
    assert_eq!(rank_of(&Game::new(start.clone()), "Qb1").verdict(), TablebaseVerdict::Win);
    let play = |moves: &str| {
        let mut game = Game::new(start.clone());
        for text in moves.split(' ') {
            game.try_play(game.position().read_san(text).unwrap()).unwrap();
        }
        game
    };
    // With the queen on b1 the king has come to e6 twice, by different ways: after another Qb1,
    // which itself would be only the second, it can claim by coming again.
    let game = play("Qb1 Ke6 Qc1 Kd6 Qb1 Ke6 Qc1 Ke5");
    assert_eq!(rank_of(&game, "Qb1").verdict(), TablebaseVerdict::CursedWin);
    assert_eq!(ranked(&game, true)[0].1.verdict(), TablebaseVerdict::Win);
    // Here Qb1 is itself the third time.
    let game = play("Qb1 Ke6 Qc1 Ke5 Qb1 Kd6 Qc1 Ke5");
    assert_eq!(rank_of(&game, "Qb1").verdict(), TablebaseVerdict::Draw);
    assert_eq!(ranked(&game, true)[0].1.verdict(), TablebaseVerdict::Win);
}

#[test]
#[ignore = "needs DAMIER_TEST_DATA with Syzygy tables"]
fn without_distances_the_outcome_is_ranked() {
    let place = std::env::temp_dir().join(format!("damier-verdicts-{}", std::process::id()));
    std::fs::create_dir_all(&place).unwrap();
    for pieces in ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"] {
        let file = format!("{pieces}.rtbw");
        std::fs::copy(folder().join(&file), place.join(&file)).unwrap();
    }
    let tables = Tablebase::open(place.to_str().unwrap()).unwrap();
    assert_eq!((tables.verdict_tables(), tables.distance_tables()), (5, 0));
    let game = Game::new(position("8/3k4/8/4K3/4P3/8/8/8 w - - 0 1"));
    let moves = game.position().legal_moves();
    let ranks = tables.rank_root_moves(&game, &moves, true).unwrap();
    let wins = ranks.iter().take_while(|(_, rank)| *rank == ranks[0].1);
    let mut wins: Vec<String> = wins.map(|&(mv, _)| game.position().write_san(mv)).collect();
    wins.sort();
    assert_eq!(wins, ["Kd5", "Kf5", "Kf6"]);
    assert_eq!(ranks[0].1.verdict(), TablebaseVerdict::Win);
    assert_eq!(ranks[3].1.verdict(), TablebaseVerdict::Draw);
    assert!(ranks.iter().all(|(_, rank)| rank.distance().is_none()));
    // A table for the material at hand is missing: no ranks rather than half of them.
    let game = Game::new(position("8/3k4/8/4K3/4PP2/8/8/8 w - - 0 1"));
    let moves = game.position().legal_moves();
    assert_eq!(tables.rank_root_moves(&game, &moves, true), None);
    std::fs::remove_dir_all(&place).unwrap();
}
