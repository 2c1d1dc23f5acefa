//! Opponents that play like people of some rating.

mod common;
#[path = "common/real.rs"]
mod real;

use common::{ask, game_from, moves_of, player};
use damier_chess::Position as Chess;
use damier_core::random::Random;
use damier_core::{Ending, Game, Outcome, Rules};
use damier_draughts::Position as Draughts;
use damier_profiles::{Guard, Player};
use damier_search::{Limits, NamedOptions, OptionKind};
use real::{leaves_something_large, random_positions};

fn like(rating: i32, seed: u64) -> Player<Chess> {
    let (rating, seed) = (rating.to_string(), seed.to_string());
    player(&[("Like", &rating), ("Seed", &seed), ("Hash", "1")])
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn the_same_seed_gives_the_same_game_and_another_one_another() {
    let game = |rating, seed| moves_of(&mut like(rating, seed), START, 30);
    assert_eq!(game(1100, 7), game(1100, 7));
    assert_ne!(game(1100, 7), game(1100, 8));
    assert_ne!(game(1100, 7), game(2000, 7));
}

#[test]
fn only_chess_has_people_and_a_level_ends_it() {
    let options = Player::<Chess>::new().options();
    let (_, kind) = options.iter().find(|(name, _)| name == "Like").unwrap();
    assert_eq!(*kind, OptionKind::Spin { default: 0, min: 0, max: 2_200 });
    assert!(!Player::<Draughts>::new().options().iter().any(|(name, _)| name == "Like"));
    let mut player = like(900, 3);
    player.set_level(2);
    let by_level = moves_of(&mut player, START, 8);
    let mut plain = common::player::<Chess>(&[("Level", "2"), ("Seed", "3")]);
    assert_eq!(by_level, moves_of(&mut plain, START, 8));
}

/// The moves that mate.
fn mates(position: &Chess) -> Vec<damier_chess::Move> {
    let us = position.side_to_move();
    let wins = |mv: &damier_chess::Move| {
        let mut next = position.clone();
        next.play_unchecked(*mv);
        next.ending(1).map(Ending::outcome) == Some(Outcome::Win(us))
    };
    position.legal_moves().iter().copied().filter(wins).collect()
}

#[test]
fn from_1200_on_no_mate_in_one_is_missed_and_below_some_are() {
    let mut random = Random::new(3);
    let walks = std::iter::repeat_with(|| {
        let plies = 10 + random.below(80);
        random.walk(Chess::start(), plies)
    });
    let positions: Vec<Chess> =
        walks.flatten().filter(|position| !mates(position).is_empty()).take(40).collect();
    let missed = |rating| {
        let mut player = like(rating, 1);
        let misses = |position: &&Chess| {
            let best = ask(&mut player, &Game::new((*position).clone()), Limits::default()).best;
            !mates(position).contains(&best)
        };
        positions.iter().filter(misses).count()
    };
    assert_eq!((missed(1200), missed(1800)), (0, 0));
    assert!(missed(600) > 0, "beginners overlook mates");
}

#[test]
fn elementary_endings_are_won_at_every_rating() {
    for (rating, fen) in
        [(600, "8/8/8/3k4/8/8/8/K5Q1 w - - 0 1"), (1400, "r7/8/8/4k3/8/8/5K2/8 b - - 0 1")]
    {
        let mut game = game_from::<Chess>(fen);
        let winner = game.position().side_to_move();
        let (mut player, mut defender) = (like(rating, 2), common::of_level::<Chess>(6));
        while game.ending().is_none() {
            let is_winner = game.position().side_to_move() == winner;
            let mover = if is_winner { &mut player } else { &mut defender };
            let best = ask(mover, &game, Limits::to_nodes(100_000)).best;
            game.try_play(best).unwrap();
        }
        let outcome = game.ending().map(Ending::outcome);
        assert_eq!(outcome, Some(Outcome::Win(winner)), "{rating}: {fen}");
        assert!(game.moves().len() <= 100);
    }
}

#[test]
fn a_piece_that_was_taken_is_taken_back() {
    // 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6
    let mut game = game_from::<Chess>(START);
    for san in ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6"] {
        let mv = game.position().read_san(san).unwrap();
        game.try_play(mv).unwrap();
    }
    let target = game.moves().last().unwrap().to();
    for seed in 1..=20 {
        for rating in [600, 1000, 1500] {
            let best = ask(&mut like(rating, seed), &game, Limits::default()).best;
            assert_eq!(best.to(), target, "{rating}, seed {seed}");
        }
    }
}

#[test]
fn a_firewall_guards_at_any_rating() {
    // Beginners like to chase the queen with the pawn, which loses the rook in the corner.
    let game = game_from::<Chess>("rnbqkbnr/pppp1ppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2");
    let mut guard = Guard::<Chess>::thorough().unwrap();
    let mut losses = |firewall: &str| {
        let loses = |seed: &u64| {
            let mut player = like(600, *seed);
            player.set_option("Firewall", firewall).unwrap();
            let best = ask(&mut player, &game, Limits::default()).best;
            guard.examine(&game, best).loss >= 300
        };
        (1..=60).filter(loses).count()
    };
    assert_eq!(losses("on"), 0);
    assert!(losses("off") > 0, "a beginner falls into it now and then");
}

#[test]
fn a_profile_changes_what_is_played() {
    let games = |profile: &str| -> Vec<Vec<String>> {
        (1..=3)
            .map(|seed| {
                let mut player = like(1500, seed);
                player.set_option("Profile", profile).unwrap();
                moves_of(&mut player, START, 20)
            })
            .collect()
    };
    assert_ne!(games("aggressive"), games("none"));
}

#[test]
#[ignore = "needs DAMIER_TEST_DATA"]
fn from_1200_on_no_seed_leaves_a_queen_or_a_rook_or_misses_a_mate() {
    let positions = random_positions::<Chess>("people.pgn", 2_000);
    assert_eq!(positions.len(), 2_000);
    let mut guard = Guard::<Chess>::thorough().unwrap();
    for rating in [1200, 1500, 2000] {
        let mut wrong = Vec::new();
        for seed in 1..=10 {
            let mut player = like(rating, seed);
            for game in &positions {
                let position = game.position();
                let best = ask(&mut player, game, Limits::default()).best;
                let mates = mates(position);
                if !mates.is_empty() {
                    if !mates.contains(&best) {
                        wrong.push(format!("{}: a mate is missed", position.to_fen()));
                    }
                    continue;
                }
                if leaves_something_large(position, best) && guard.examine(game, best).loss >= 300 {
                    wrong.push(format!("{}: {}", position.to_fen(), position.write_move(best)));
                }
            }
        }
        assert!(wrong.is_empty(), "{rating}: {} of 20,000\n{}", wrong.len(), wrong.join("\n"));
    }
}
