//! Won endings are won, in the time that the draw rules leave.

use damier_core::random::Random;
use damier_core::{Ending as _, Game, Outcome};
use damier_draughts::Position;
use damier_draughts_engine::DraughtsEngine;
use damier_egdb::{Class, Distances, DrawRules, Outlook, Tables, Wdl, verify};
use damier_search::{Engine, Limits, LocalEngine, Query};
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::time::Duration;

/// Positions to play, and milliseconds a move.
const SAMPLE: usize = 1000;
const MOVE_TIME: u64 = 100;
const THREADS: NonZeroUsize = NonZeroUsize::new(2).unwrap();

/// Random won positions of 2 to 4 pieces, material after material in turn, nothing to capture.
fn won_positions(tables: &Tables, count: usize) -> Vec<Position> {
    let classes: Vec<Class> = (2..=4).flat_map(Class::all).collect();
    let mut random = Random::new(2026);
    let mut found = Vec::new();
    for class in classes.into_iter().cycle() {
        if found.len() == count {
            break;
        }
        // Some materials have hardly a won position.
        let tries = (0..100).map(|_| verify::random_position(class, &mut random));
        found.extend(tries.into_iter().find(|position| {
            !position.can_capture(position.side_to_move())
                && tables.probe(position) == Some(Wdl::Win)
        }));
    }
    found
}

/// Plays on with one engine for both sides.
fn play_out(engine: &mut DraughtsEngine, start: &Position) -> Outcome {
    engine.new_game().expect("our engine cannot fail");
    let mut game = Game::new(start.clone());
    loop {
        if let Some(ending) = game.ending() {
            return ending.outcome();
        }
        let limits = Limits::to_time(Duration::from_millis(MOVE_TIME));
        let Ok(answer) = engine.search(&Query::new(game.clone(), limits), &mut |_| ());
        game.try_play(answer.best.expect("the game goes on")).expect("a legal move");
    }
}

#[test]
#[ignore = "plays a thousand endings on real clocks, for half an hour; needs DAMIER_EGDB, a folder \
            that `damier egdb build --path` filled"]
fn won_endings_are_won_within_the_draw_rules() {
    let folder = std::env::var("DAMIER_EGDB").expect("DAMIER_EGDB names the folder of the tables");
    let sample = std::env::var("DAMIER_SAMPLE").map_or(SAMPLE, |text| text.parse().unwrap());
    let tables = Tables::open(folder.as_ref()).unwrap();
    let classes: Vec<Class> = (2..=4).flat_map(Class::all).collect();
    let distances = Distances::of_classes(&classes, DrawRules::LoneKing, THREADS, &|_, _| ());
    let open = Mutex::new(won_positions(&tables, sample));
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..THREADS.get() {
            scope.spawn(|| {
                let mut engine = DraughtsEngine::new();
                engine.set_tables(&folder).unwrap();
                loop {
                    let Some(start) = open.lock().unwrap().pop() else { return };
                    let outcome = play_out(&mut engine, &start);
                    results.lock().unwrap().push((start, outcome));
                }
            });
        }
    });
    let results = results.into_inner().unwrap();
    let can_be_won =
        |position: &Position| matches!(distances.probe(position), Some(Outlook::Win(_)));
    let winnable = results.iter().filter(|(start, _)| can_be_won(start)).count();
    let won =
        results.iter().filter(|(start, outcome)| *outcome == Outcome::Win(start.side_to_move()));
    let won = won.count();
    println!(
        "{} won positions: {winnable} can be won within the draw rules, {won} were",
        results.len()
    );
    for (start, outcome) in &results {
        if *outcome != Outcome::Win(start.side_to_move()) {
            println!("{outcome:?} {} {:?}", start.to_fen(), distances.probe(start));
        }
        assert_ne!(*outcome, Outcome::Win(!start.side_to_move()), "lost: {}", start.to_fen());
    }
    assert!(won * 100 >= winnable * 95, "{won} of {winnable}");
}
