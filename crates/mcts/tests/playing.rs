//! Both games, played with nothing but their rules.

use damier_chess::Position as Chess;
use damier_core::random::Random;
use damier_core::{Ending, Game, Outcome, Rules, Side};
use damier_draughts::Position as Draughts;
use damier_mcts::{DEFAULT_SIMULATIONS, Findings, MonteCarlo};

fn search<R: Rules>(player: &mut MonteCarlo<R>, game: &Game<R>, games: u32) -> Findings<R::Move> {
    player.search(game, games, &mut |_| true).expect("there are moves")
}

fn game_from<R: Rules>(fen: &str) -> Game<R> {
    Game::new(R::from_fen(fen).unwrap())
}

#[test]
fn a_mate_in_one_is_proved_and_played() {
    for (fen, mate) in [
        ("6k1/5ppp/8/8/8/8/5PPP/4Q1K1 w - - 0 1", "Qe8#"),
        ("6k1/5ppp/8/8/3q4/8/1N3PPP/4Q1K1 w - - 0 1", "Qe8#"),
        ("4q1k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", "Qe1#"),
    ] {
        let game = game_from::<Chess>(fen);
        let findings = search(&mut MonteCarlo::new(1), &game, DEFAULT_SIMULATIONS);
        let best = findings.moves[0];
        assert_eq!(game.position().write_move(best.mv), mate);
        assert!(best.is_proved && best.mean == 1.0);
        assert!(findings.simulations < DEFAULT_SIMULATIONS, "nothing is left to find out");
    }
}

#[test]
fn a_move_that_is_proved_to_lose_is_not_played() {
    // White has two moves: one gives the last man away.
    let game = game_from::<Draughts>("W:W38:B27");
    let findings = search(&mut MonteCarlo::new(1), &game, DEFAULT_SIMULATIONS);
    let names: Vec<String> =
        findings.moves.iter().map(|found| game.position().write_move(found.mv)).collect();
    assert_eq!(names, ["38-33", "38-32"]);
    assert!(findings.moves[1].is_proved && findings.moves[1].mean == 0.0);
}

#[test]
fn no_move_no_answer() {
    let mated = game_from::<Chess>("R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1");
    assert_eq!(MonteCarlo::new(1).search(&mated, 100, &mut |_| true), None);
}

fn counts_fit<R: Rules>() {
    let mut random = Random::new(5);
    for seed in 0..10 {
        let Some(position) = random.walk(R::start(), 4 * seed as usize) else { continue };
        if position.ending(1).is_some() {
            continue;
        }
        let game = Game::new(position);
        let findings = search(&mut MonteCarlo::new(seed), &game, 200);
        let visits: u32 = findings.moves.iter().map(|found| found.visits).sum();
        assert_eq!(visits, findings.simulations);
        assert_eq!(findings.moves.len(), game.position().count_legal_moves());
        assert!(findings.moves.iter().all(|found| (0.0..=1.0).contains(&found.mean)));
        assert!(findings.nodes > findings.moves.len());
        assert!(findings.deepest >= 2 || findings.moves[0].is_proved);
        // The line can be played.
        let mut along = game.clone();
        assert!(findings.line.iter().all(|&mv| along.try_play(mv).is_ok()));
        assert_eq!(findings.line[0], findings.moves[0].mv);
    }
}

#[test]
fn every_game_is_counted_once() {
    counts_fit::<Chess>();
    counts_fit::<Draughts>();
}

/// The moves of a game between two players.
fn play<R: Rules>(players: &mut [MonteCarlo<R>; 2], games: u32, plies: usize) -> Vec<String> {
    let mut game = Game::new(R::start());
    let mut moves = Vec::new();
    while game.ending().is_none() && moves.len() < plies {
        let player = &mut players[game.position().side_to_move().index()];
        let best = search(player, &game, games).moves[0].mv;
        moves.push(game.position().write_move(best));
        game.play_unchecked(best);
    }
    moves
}

fn seeds_decide<R: Rules>() {
    let players = |seed| [MonteCarlo::<R>::new(seed), MonteCarlo::new(seed + 1)];
    let mut first = players(1);
    let moves = play(&mut first, 60, 30);
    assert_eq!(moves, play(&mut players(1), 60, 30));
    assert_ne!(moves, play(&mut players(2), 60, 30));
    // The same players again.
    first.iter_mut().for_each(MonteCarlo::new_game);
    assert_eq!(moves, play(&mut first, 60, 30));
}

#[test]
fn the_seed_decides_the_game() {
    seeds_decide::<Chess>();
    seeds_decide::<Draughts>();
}

fn what_was_seen_is_kept<R: Rules>() {
    let mut player = MonteCarlo::new(3);
    let mut game = Game::new(R::start());
    let first = search(&mut player, &game, 400);
    assert_eq!(first.kept, 0);
    for &mv in &first.line[..2] {
        game.try_play(mv).unwrap();
    }
    let second = search(&mut player, &game, 50);
    assert!(second.kept > 0, "{second:?}");
    let visits: u32 = second.moves.iter().map(|found| found.visits).sum();
    // The visit that added the position to the tree went on to none of its moves.
    assert_eq!(visits, second.kept + second.simulations - 1);
    // Another game is another game.
    let elsewhere = Game::new(Random::new(8).walk(R::start(), 6).unwrap());
    assert_eq!(search(&mut player, &elsewhere, 50).kept, 0);
}

#[test]
fn what_was_seen_is_kept_from_move_to_move() {
    what_was_seen_is_kept::<Chess>();
    what_was_seen_is_kept::<Draughts>();
}

#[test]
fn it_stops_when_told() {
    let mut told = Vec::new();
    let findings = MonteCarlo::new(1)
        .search(&Game::new(Chess::start()), 2000, &mut |progress| {
            told.push(progress.simulations);
            progress.simulations < 70
        })
        .unwrap();
    assert_eq!(findings.simulations, 70);
    assert_eq!(told, (1..=70).collect::<Vec<_>>());
}

#[test]
fn a_draw_that_is_not_claimed_does_not_end_the_search() {
    let mut game = Game::new(Chess::start());
    let mut player = MonteCarlo::new(1);
    for text in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"] {
        search(&mut player, &game, 50);
        let mv = game.position().read_move(text).unwrap();
        game.try_play(mv).unwrap();
    }
    assert!(game.ending().is_some(), "three times the same");
    assert_eq!(search(&mut player, &game, 100).simulations, 100);
}

#[test]
fn it_beats_random_moves() {
    let mut points = 0;
    for seed in 0..10 {
        let mut random = Random::new(seed);
        let mut player = MonteCarlo::new(seed);
        let mut game = Game::new(Draughts::start());
        let side = if seed % 2 == 0 { Side::White } else { Side::Black };
        while game.ending().is_none() {
            let mv = if game.position().side_to_move() == side {
                search(&mut player, &game, 50).moves[0].mv
            } else {
                *random.pick(&game.position().legal_moves())
            };
            game.play_unchecked(mv);
        }
        points += match game.ending().map(Ending::outcome) {
            Some(Outcome::Win(winner)) if winner == side => 2,
            Some(Outcome::Draw) => 1,
            _ => 0,
        };
    }
    assert!(points >= 18, "{points} of 20 half points");
}
