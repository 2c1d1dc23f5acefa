use super::*;
use crate::evaluation::HandEvaluator;
use damier_search::clock::{SystemClock, TimeBudget};
use damier_search::{Shared, Signals, Table};
use std::sync::Arc;
use std::time::Duration;

/// Plays king moves below the root and says of each position whether it is taken for a draw.
fn draws_on(path: &[&str], game: &Game<Position>) -> Vec<bool> {
    let table = Arc::new(Table::new(1).unwrap());
    let clock = Arc::new(SystemClock::start());
    let signals = Arc::new(Signals::new());
    let shared = Shared::new(table, signals, clock, Duration::ZERO, TimeBudget::default(), None, 1);
    let mut worker = DraughtsWorker::<_, Full>::new(HandEvaluator);
    worker.begin(game, Control::new(Arc::new(shared), 0));
    let (mut position, mut ply) = (game.position().clone(), Ply::ROOT);
    let mut draws = Vec::new();
    for text in path {
        let mv = position.read_move(text).unwrap();
        position = worker.play(&position, mv, ply);
        ply = ply.next();
        draws.push(worker.is_draw(&position, ply));
    }
    draws
}

fn start() -> Game<Position> {
    Game::new(Position::from_fen("W:W31,K50:B20,K1").unwrap())
}

const ROUND: [&str; 4] = ["50-45", "1-6", "45-50", "6-1"];

#[test]
fn to_come_back_to_the_root_is_no_draw_but_to_repeat_what_came_after_it_is() {
    let path = [&ROUND[..], &ROUND[..2]].concat();
    assert_eq!(draws_on(&path, &start()), [false, false, false, false, true, true]);
}

#[test]
fn a_position_that_stood_twice_in_the_game_is_a_draw_at_once() {
    let mut game = start();
    for text in ROUND {
        let mv = game.position().read_move(text).unwrap();
        game.try_play(mv).unwrap();
    }
    // After one round the root stands for the second time; a second round makes it the third.
    assert_eq!(draws_on(&ROUND, &game), [false, false, false, true]);
}
