//! Players, and what they answer.

#![allow(dead_code, unreachable_pub, reason = "every test program uses some of it")]

use damier_core::{Game, Rules};
use damier_profiles::{OpponentGame, Player};
use damier_search::{Engine, Event, Limits, NamedOptions, Query, Report};

/// A player with these options.
pub fn player<G: OpponentGame>(options: &[(&str, &str)]) -> Player<G> {
    let mut player = Player::new();
    for (name, value) in options {
        player.set_option(name, value).unwrap_or_else(|error| panic!("{error}"));
    }
    player
}

/// A player of a level, whose seed is 1.
pub fn of_level<G: OpponentGame>(level: u8) -> Player<G> {
    player(&[("Level", &level.to_string()), ("Seed", "1"), ("Hash", "1")])
}

/// What a player said.
pub struct Said<M> {
    pub best: M,
    pub report: Report<M>,
    pub remarks: Vec<String>,
}

/// Asks for a move.
pub fn ask<G: OpponentGame>(
    player: &mut Player<G>,
    game: &Game<G>,
    limits: Limits,
) -> Said<G::Move> {
    let (mut report, mut remarks) = (None, Vec::new());
    let query = Query::new(game.clone(), limits);
    let Ok(answer) = player.search(&query, &mut |event| match event {
        Event::Report(told) => report = Some(told),
        Event::Progress(_) => {}
        Event::Remark(words) => remarks.push(words),
    });
    let best = answer.best.expect("there is a legal move");
    let report = report.expect("a move comes with a report");
    assert_eq!(report.line.first(), Some(&best), "the last report is about the answer");
    Said { best, report, remarks }
}

pub fn game_from<R: Rules>(fen: &str) -> Game<R> {
    Game::new(R::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}")))
}

/// The moves of a game that a player plays against itself.
pub fn moves_of<G: OpponentGame>(player: &mut Player<G>, start: &str, plies: usize) -> Vec<String> {
    let mut game = game_from::<G>(start);
    let mut moves = Vec::new();
    while moves.len() < plies && game.ending().is_none() {
        let best = ask(player, &game, Limits::to_nodes(3_000)).best;
        moves.push(game.position().write_move(best));
        game.try_play(best).unwrap();
    }
    moves
}
