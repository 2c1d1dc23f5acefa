use super::*;
use crate::evaluation::HandEvaluator;
use damier_search::clock::{SystemClock, TimeBudget};
use damier_search::{Shared, Signals, Table};
use std::time::Duration;

/// Plays knight moves below the root and says of each position whether it is taken for a draw.
fn draws_on(path: &[&str], game: &Game<Position>) -> Vec<bool> {
    let table = Arc::new(Table::new(1).unwrap());
    let clock = Arc::new(SystemClock::start());
    let signals = Arc::new(Signals::new());
    let shared = Shared::new(table, signals, clock, Duration::ZERO, TimeBudget::default(), None, 1);
    let mut worker = ChessWorker::<_, Full>::new(HandEvaluator::default());
    worker.begin(game, Control::new(Arc::new(shared), 0));
    let (mut position, mut ply) = (game.position().clone(), Ply::ROOT);
    let mut draws = Vec::new();
    for text in path {
        let mv = position.read_uci(text).unwrap();
        position = worker.play(&position, mv, ply);
        ply = ply.next();
        draws.push(worker.is_draw(&position, ply));
    }
    draws
}

const ROUND: [&str; 4] = ["g1f3", "g8f6", "f3g1", "f6g8"];

#[test]
fn to_come_back_to_the_root_is_no_draw_but_to_repeat_what_came_after_it_is() {
    let game = Game::new(Position::start());
    let path = [&ROUND[..], &ROUND[..2]].concat();
    assert_eq!(draws_on(&path, &game), [false, false, false, false, true, true]);
}

#[test]
fn a_position_that_stood_twice_in_the_game_is_a_draw_at_once() {
    let mut game = Game::new(Position::start());
    for text in ROUND {
        let mv = game.position().read_uci(text).unwrap();
        game.try_play(mv).unwrap();
    }
    // After one round the root stands for the second time; a second round makes it the third.
    assert_eq!(draws_on(&ROUND, &game), [false, false, false, true]);
}
