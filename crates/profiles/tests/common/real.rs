//! Positions of real games, from the folder `DAMIER_TEST_DATA`.

#![allow(dead_code, unreachable_pub, reason = "every test program uses some of it")]

use damier_chess::{Move, Position as Chess, Role};
use damier_core::Game;
use damier_core::random::Random;
use damier_records::{Reader, RecordGame};
use std::path::PathBuf;

/// Real games.
fn real_games<F: RecordGame>(file: &str) -> Vec<Game<F>> {
    let folder = std::env::var_os("DAMIER_TEST_DATA").expect("the folder DAMIER_TEST_DATA");
    let bytes = std::fs::read(PathBuf::from(folder).join(file)).expect("a file of games");
    let records = Reader::<F, _>::new(&bytes[..]);
    records.map(|record| record.expect("games that can be read").record.to_game()).collect()
}

/// Their positions, in which there is something to decide.
pub fn real_positions<F: RecordGame>(file: &str) -> Vec<Game<F>> {
    let mut positions = Vec::new();
    for mut game in real_games(file) {
        while game.undo().is_some() {
            positions.push(game.clone());
        }
    }
    positions
}

/// So many of them, each from another game.
pub fn random_positions<F: RecordGame>(file: &str, count: usize) -> Vec<Game<F>> {
    let mut random = Random::new(11);
    let mut games = real_games::<F>(file);
    games.retain(|game| game.moves().len() > 0);
    random.shuffle(&mut games);
    games.truncate(count);
    for game in &mut games {
        let taken_back = 1 + random.below(game.moves().len());
        for _ in 0..taken_back {
            game.undo();
        }
    }
    games
}

/// Whether a reply to a move takes a queen or a rook, and exchanges on its square do not pay for
/// it.
pub fn leaves_something_large(position: &Chess, mv: Move) -> bool {
    let mut after = position.clone();
    after.play(mv);
    after.legal_moves().iter().any(|&reply| {
        after.captured(reply).is_some_and(|(_, role)| matches!(role, Role::Queen | Role::Rook))
            && after.see(reply) >= 350
    })
}
