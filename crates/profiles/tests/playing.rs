//! Players at work: the same seed gives the same game.

mod common;

use common::{ask, game_from, moves_of, of_level, player};
use damier_chess::Position as Chess;
use damier_core::{Game, Rules};
use damier_draughts::Position as Draughts;
use damier_profiles::{FULL_STRENGTH, Guard, OpponentGame, Player, built_in};
use damier_search::{Engine, Limits, NamedOptions, OptionKind, Query};
use std::collections::HashMap;
use std::time::Duration;

/// Games with these options and a seed, after another game.
fn game_with<G: OpponentGame>(options: &[(&str, &str)], seed: &str, plies: usize) -> Vec<String> {
    let mut player = player::<G>(options);
    player.set_seed(99);
    moves_of(&mut player, &G::start().to_fen(), 2);
    player.set_option("Seed", seed).unwrap();
    let Ok(()) = player.new_game();
    moves_of(&mut player, &G::start().to_fen(), plies)
}

fn repeats<G: OpponentGame>(options: &[(&str, &str)]) {
    let first = game_with::<G>(options, "5", 10);
    assert_eq!(first, game_with::<G>(options, "5", 10), "{options:?}");
}

fn every_level_and_profile_repeats<G: OpponentGame>() {
    for level in 1..=FULL_STRENGTH {
        repeats::<G>(&[("Level", &level.to_string()), ("Hash", "1")]);
    }
    for profile in built_in::<G>() {
        let name = profile.name.as_str();
        repeats::<G>(&[("Profile", name), ("Level", "4"), ("Simulations", "50"), ("Hash", "1")]);
    }
}

#[test]
fn the_same_seed_gives_the_same_game_at_every_level_and_with_every_profile() {
    every_level_and_profile_repeats::<Chess>();
    every_level_and_profile_repeats::<Draughts>();
}

/// What programs set that know only Stockfish.
#[test]
fn a_skill_level_is_a_level_and_its_default_value_is_none() {
    let game = |options: &[(&str, &str)]| game_with::<Chess>(options, "5", 6);
    let level = |level| game(&[("Hash", "1"), ("Level", level)]);
    for (skill, same) in [("0", "1"), ("5", "3"), ("19", "11")] {
        assert_eq!(game(&[("Hash", "1"), ("Skill Level", skill)]), level(same), "{skill}");
    }
    let by_default = game(&[("Hash", "1"), ("Level", "3"), ("Skill Level", "20")]);
    assert_eq!(by_default, level("3"), "a program that sets everything undoes nothing");
    assert_ne!(level("3"), level("1"));
}

#[test]
fn a_move_that_was_taken_back_is_found_again() {
    let mut player = of_level::<Chess>(6);
    let mut game = Game::new(Chess::start());
    let mut moves = Vec::new();
    for _ in 0..6 {
        moves.push(ask(&mut player, &game, Limits::default()).best);
        game.try_play(moves[moves.len() - 1]).unwrap();
    }
    // Backwards, whatever was learnt on the way there.
    while let Some(mv) = game.undo() {
        assert_eq!(ask(&mut player, &game, Limits::default()).best, mv);
    }
}

/// How many different games ten seeds give.
fn different_games<G: OpponentGame>(options: &[(&str, &str)]) -> usize {
    let games = (1..=10).map(|seed| game_with::<G>(options, &seed.to_string(), 8).join(" "));
    let mut games: Vec<String> = games.collect();
    games.sort();
    games.dedup();
    games.len()
}

#[test]
fn other_seeds_give_other_games() {
    assert!(different_games::<Chess>(&[("Level", "2")]) >= 8);
    assert!(different_games::<Chess>(&[("Level", "4")]) >= 8);
    assert!(different_games::<Draughts>(&[("Level", "3")]) >= 8);
    assert!(different_games::<Chess>(&[("Profile", "random-weights"), ("Level", "5")]) >= 8);
    assert_eq!(different_games::<Chess>(&[("Level", "12")]), 1, "full strength knows no chance");
}

#[test]
fn among_moves_proved_equal_a_random_one_is_played() {
    // Without noise and with few weights many moves are equal.
    let folder = std::env::temp_dir().join(format!("damier-equal-{}.toml", std::process::id()));
    std::fs::write(&folder, "game = \"draughts\"\n[weights]\nmaterial = 1\n").unwrap();
    let file = folder.to_str().unwrap();
    let mut counts: HashMap<String, usize> = HashMap::new();
    for seed in 1..=40 {
        let seed = seed.to_string();
        // The level of least noise that still draws lots.
        let mut player =
            player::<Draughts>(&[("Level", "10"), ("ProfileFile", file), ("Seed", &seed)]);
        let game = Game::new(Draughts::start());
        let said = ask(&mut player, &game, Limits::to_depth(damier_core::Depth::new(3)));
        *counts.entry(game.position().write_move(said.best)).or_default() += 1;
    }
    std::fs::remove_file(&folder).unwrap();
    assert!(counts.len() >= 5, "nine moves are equal: {counts:?}");

    // A man can be won, and only by one move: nothing else is equal to that.
    for seed in 1..=10 {
        let mut player = player::<Draughts>(&[("Level", "10"), ("Seed", &seed.to_string())]);
        let game = game_from::<Draughts>("W:W37,41,42,46,47:B27,8,9,13,14");
        let said = ask(&mut player, &game, Limits::to_depth(damier_core::Depth::new(5)));
        let first = ask(&mut of_level::<Draughts>(FULL_STRENGTH), &game, Limits::to_nodes(20_000));
        assert_eq!(said.best, first.best);
    }
}

#[test]
fn a_guarded_gambler_finds_the_safe_moves() {
    let fen = "r1b1k1nr/pp1qbppp/2p5/8/P2pP3/2N5/2PPQPPP/1RB1KB1R w Kkq - 2 11";
    let game = game_from::<Chess>(fen);
    let mut guard = Guard::<Chess>::thorough().unwrap();
    for seed in ["5", "11"] {
        let options = [("Profile", "gambler"), ("Level", "3"), ("Firewall", "on"), ("Seed", seed)];
        let best = ask(&mut player::<Chess>(&options), &game, Limits::default()).best;
        let report = guard.examine(&game, best);
        assert!(report.is_safe(), "seed {seed}: {report:?}");
    }
}

#[test]
fn level_1_plays_every_legal_move_alike() {
    let game = Game::new(Chess::start());
    let mut counts: HashMap<String, usize> = HashMap::new();
    let mut player = player::<Chess>(&[("Level", "1")]);
    for seed in 1..=2_000 {
        player.set_seed(seed);
        let best = ask(&mut player, &game, Limits::default()).best;
        *counts.entry(game.position().write_move(best)).or_default() += 1;
    }
    // A hundred each, and a standard deviation of 10.
    assert_eq!(counts.len(), 20);
    assert!(counts.values().all(|count| (60..=140).contains(count)), "{counts:?}");
}

#[test]
fn a_level_looks_only_so_far() {
    for (level, depth) in [(2, 2), (3, 3)] {
        let said =
            ask(&mut of_level::<Chess>(level), &Game::new(Chess::start()), Limits::default());
        assert_eq!(said.report.depth.plies(), depth);
    }
    // What is asked for may be less.
    let limits = Limits::to_depth(damier_core::Depth::new(1));
    let said = ask(&mut of_level::<Chess>(4), &Game::new(Chess::start()), limits);
    assert_eq!(said.report.depth.plies(), 1);
}

#[test]
fn an_elo_stands_for_the_level_that_has_it() {
    let ladder = Chess::ladder();
    for level in [2, 4, 6] {
        let elo = ladder.level(level).elo.unwrap().to_string();
        let by_level = game_with::<Chess>(&[("Level", &level.to_string())], "5", 6);
        let options = [("UCI_LimitStrength", "true"), ("UCI_Elo", &elo), ("Level", "1")];
        assert_eq!(game_with::<Chess>(&options, "5", 6), by_level, "level {level}");
    }
    let options = Player::<Chess>::new().options();
    let (_, kind) = options.iter().find(|(name, _)| name == "UCI_Elo").unwrap();
    let (min, max) = ladder.elo_range().into_inner();
    let (min, max) = (i64::from(min), i64::from(max));
    assert_eq!(*kind, OptionKind::Spin { default: max, min, max });
}

#[test]
fn the_usual_options_are_full_strength() {
    let game =
        game_from::<Chess>("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 2 8");
    let query = Query::new(game, Limits::to_nodes(20_000));
    let mut plain = damier_chess_engine::ChessEngine::new();
    let mut player = Player::<Chess>::new();
    let (mut one, mut other) = (Vec::new(), Vec::new());
    let strip = |event| match event {
        damier_search::Event::Report(report) => Some((report.score, report.nodes, report.line)),
        damier_search::Event::Progress(_) | damier_search::Event::Remark(_) => None,
    };
    let Ok(first) = plain.search(&query, &mut |event| one.extend(strip(event)));
    let Ok(second) = player.search(&query, &mut |event| other.extend(strip(event)));
    assert_eq!((first, one), (second, other));
}

#[test]
fn monte_carlo_shows_its_statistics_and_obeys_its_limits() {
    let options = [("Profile", "monte-carlo"), ("Seed", "3"), ("Simulations", "200")];
    let mut player = player::<Draughts>(&options);
    let mut game = Game::new(Draughts::start());
    let said = ask(&mut player, &game, Limits::default());
    assert!(
        said.remarks[0].starts_with("200 random games, 0 known before, "),
        "{:?}",
        said.remarks
    );
    game.try_play(said.best).unwrap();
    let reply = game.position().legal_moves()[0];
    game.try_play(reply).unwrap();
    let said = ask(&mut player, &game, Limits::to_nodes(60));
    assert!(said.remarks[0].starts_with("60 random games, "), "{:?}", said.remarks);
    assert!(!said.remarks[0].contains(", 0 known before"), "the tree is kept: {:?}", said.remarks);
    // Time for the move takes the place of a number of games.
    let said = ask(&mut player, &game, Limits::to_time(Duration::ZERO));
    assert!(said.remarks[0].starts_with("1 random games, "), "{:?}", said.remarks);
}

#[test]
fn profiles_judge_differently() {
    fn first_moves<G: OpponentGame>(fen: &str) -> Vec<String> {
        let game = game_from::<G>(fen);
        let moves = built_in::<G>().into_iter().map(|profile| {
            let mut player = player::<G>(&[("Profile", &profile.name), ("Seed", "1")]);
            let limits =
                Limits { depth: Some(damier_core::Depth::new(4)), ..Limits::to_nodes(20_000) };
            let said = ask(&mut player, &game, limits);
            format!("{} {}", game.position().write_move(said.best), said.report.score.value())
        });
        let mut moves: Vec<String> = moves.collect();
        moves.sort();
        moves.dedup();
        moves
    }
    let chess = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 2 8";
    assert!(first_moves::<Chess>(chess).len() >= 8);
    assert!(
        first_moves::<Draughts>("W:W31-34,36-40,42,43,45,47-49:B2-4,6-9,11-14,16,18,19,23").len()
            >= 6
    );
}

#[test]
fn what_cannot_be_set_is_said_and_changes_nothing() {
    let mut player = Player::<Chess>::new();
    for (name, value, words) in [
        ("Level", "13", "option Level takes a number from 1 to 12, not \"13\""),
        ("Firewall", "maybe", "option Firewall takes one of auto, on, off, not \"maybe\""),
        ("Simulations", "3", "option Simulations takes a number from 50 to 2000, not \"3\""),
        ("Seed", "-1", "option Seed takes a number from 0 to 2147483647, not \"-1\""),
    ] {
        assert_eq!(player.set_option(name, value).unwrap_err().to_string(), words);
    }
    let error = player.set_option("ProfileFile", "/nowhere.toml").unwrap_err().to_string();
    assert!(error.starts_with("option ProfileFile: /nowhere.toml: No such file"), "{error}");
    let error = player.set_option("Profile", "expert").unwrap_err().to_string();
    assert!(
        error.starts_with(
            "option Profile: there is no chess profile \"expert\"; there are balanced, "
        ),
        "{error}"
    );
}
