//! Games against oneself: repeatable, resumable, never lost.

mod common;

use common::Folder;
use damier_chess::Position as Chess;
use damier_core::random::Random;
use damier_draughts::Position as Draughts;
use damier_files::Shard;
use damier_learn::file::{GameReader, GameWriter, GamesFileError};
use damier_learn::generate::{GenerateError, Recipe, generate, play_numbers};
use damier_learn::{LearnGame, PackedGame};
use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::AtomicBool;

fn play<G: LearnGame>(recipe: &Recipe, path: &Path, games: u64, threads: usize) {
    let stop = AtomicBool::new(false);
    generate::<G>(recipe, Shard::WHOLE, path, games, threads, &stop, &mut |_| ()).unwrap();
}

fn read<G: LearnGame>(path: &Path) -> Vec<PackedGame<G>> {
    let mut reader = GameReader::open(path).unwrap();
    std::iter::from_fn(|| reader.next_game().unwrap()).collect()
}

fn games_are_repeatable<G: LearnGame>(name: &str) {
    let folder = Folder::new(name);
    let recipe = Recipe { unusual: 50, verdicts: None, ..Recipe::new::<G>(7, 40) };
    let [one, again, two] = ["one", "again", "two"].map(|name| folder.file(name));
    play::<G>(&recipe, &one, 4, 1);
    play::<G>(&recipe, &again, 4, 1);
    assert_eq!(std::fs::read(&one).unwrap(), std::fs::read(&again).unwrap());
    // Two threads play the same games, perhaps in another order.
    play::<G>(&recipe, &two, 4, 2);
    let sorted = |path: &Path| {
        let mut games = read::<G>(path);
        games.sort_by_key(|game| game.id);
        games
    };
    assert_eq!(sorted(&one), sorted(&two));
    assert_eq!(sorted(&one).len(), 4);
    let other = folder.file("other");
    play::<G>(&Recipe::new::<G>(8, 40), &other, 4, 1);
    assert!(sorted(&one).iter().zip(sorted(&other)).all(|(one, other)| *one != other));
    // The openings are random and the games are played to their end.
    for game in read::<G>(&one) {
        assert!((8..=9).contains(&game.opening.len()) && !game.moves.is_empty());
        let last = game.moves[game.moves.len() - 1].1;
        let mut position = game.start.clone();
        for mv in game.opening.iter().copied().chain(game.moves.iter().map(|&(mv, _)| mv)) {
            position.play_unchecked(mv);
        }
        let is_proved = i32::from(last).abs() > 30_000;
        assert!(is_proved || position.ending(3).is_some(), "{}", position.to_fen());
    }
}

#[test]
fn the_same_seed_plays_the_same_games_on_any_number_of_threads() {
    games_are_repeatable::<Chess>("repeatable-chess");
    games_are_repeatable::<Draughts>("repeatable-draughts");
}

#[test]
fn games_played_by_their_numbers_are_those_of_the_file() {
    let folder = Folder::new("numbers");
    let recipe = Recipe::new::<Draughts>(7, 40);
    let file = folder.file("file");
    play::<Draughts>(&recipe, &file, 5, 1);
    let stop = AtomicBool::new(false);
    let numbered = |numbers| play_numbers::<Draughts>(&recipe, numbers, &stop).unwrap().unwrap();
    let [first, rest] = [0..2, 2..5].map(numbered);
    let games: Vec<PackedGame<Draughts>> =
        first.iter().chain(&rest).map(|bytes| PackedGame::from_bytes(bytes).unwrap()).collect();
    assert_eq!(games, read::<Draughts>(&file));
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert!(play_numbers::<Draughts>(&recipe, 0..2, &stop).unwrap().is_none());
}

/// Games with and without verdicts are the same until the verdict.
fn decided_games_end<G: LearnGame>(name: &str) {
    let folder = Folder::new(name);
    let short = Recipe { unusual: 0, ..Recipe::new::<G>(5, 60) };
    let whole = Recipe { verdicts: None, ..short.clone() };
    let [one, other] = ["short", "whole"].map(|name| folder.file(name));
    play::<G>(&short, &one, 12, 1);
    play::<G>(&whole, &other, 12, 1);
    let (short, whole) = (read::<G>(&one), read::<G>(&other));
    let pairs = || short.iter().zip(&whole);
    assert!(pairs().all(|(short, whole)| whole.moves.starts_with(&short.moves)));
    let ended = pairs().filter(|(short, whole)| short.moves.len() < whole.moves.len());
    assert!(ended.count() >= 3, "a quarter of the games is decided early");
    let agree = pairs().filter(|(short, whole)| short.outcome == whole.outcome);
    assert!(agree.count() >= 11, "verdicts foresee the end");
}

#[test]
fn decided_games_end_where_they_are_decided() {
    decided_games_end::<Chess>("decided-chess");
    decided_games_end::<Draughts>("decided-draughts");
}

#[test]
fn unusual_starts_are_unusual_and_playable() {
    fn check<G: LearnGame>(starts: usize) {
        let mut random = Random::new(1);
        let mut seen = HashSet::new();
        for _ in 0..500 {
            let start = G::unusual_start(&mut random);
            assert_eq!(G::from_fen(&start.to_fen()).ok().as_ref(), Some(&start));
            seen.insert(start.to_fen());
        }
        assert!(seen.len() >= starts, "{} different starts", seen.len());
        let folder = Folder::new("unusual");
        let path = folder.file(G::NAME);
        play::<G>(&Recipe { unusual: 50, ..Recipe::new::<G>(7, 20) }, &path, 20, 1);
        let usual = read::<G>(&path).iter().filter(|game| game.start == G::start()).count();
        assert!((4..=16).contains(&usual), "{usual} of 20 games began as usual");
    }
    // Chess960 has 960 starts and, with another one for each side, nearly a million.
    check::<Chess>(400);
    check::<Draughts>(490);
}

#[test]
fn a_file_cut_off_anywhere_is_completed() {
    let folder = Folder::new("cut");
    let recipe = Recipe::new::<Draughts>(3, 20);
    let (whole, cut) = (folder.file("whole"), folder.file("cut"));
    play::<Draughts>(&recipe, &whole, 5, 1);
    let bytes = std::fs::read(&whole).unwrap();
    for length in (0..bytes.len()).step_by(bytes.len() / 12) {
        std::fs::write(&cut, &bytes[..length]).unwrap();
        play::<Draughts>(&recipe, &cut, 5, 1);
        assert_eq!(std::fs::read(&cut).unwrap(), bytes, "cut at {length}");
    }
}

#[test]
fn what_is_wrong_with_a_file_is_said() {
    let folder = Folder::new("wrong");
    let file = folder.file("games");
    play::<Draughts>(&Recipe::new::<Draughts>(3, 20), &file, 3, 1);
    let bytes = std::fs::read(&file).unwrap();

    // Other games do not mix in by accident.
    let stop = AtomicBool::new(false);
    let other = Recipe::new::<Draughts>(4, 50);
    let error =
        generate::<Draughts>(&other, Shard::WHOLE, &file, 3, 1, &stop, &mut |_| ()).unwrap_err();
    assert!(matches!(error, GenerateError::File(GamesFileError::Recipe { .. })), "{error}");
    assert_eq!(std::fs::read(&file).unwrap(), bytes, "and nothing is lost");

    // A changed bit anywhere is found, and said with its place.
    for place in (0..bytes.len()).step_by(11) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 4;
        std::fs::write(&file, &damaged).unwrap();
        let result = GameReader::open(&file).and_then(|mut reader| {
            while reader.next_game::<Draughts>()?.is_some() {}
            Ok(reader.torn_bytes())
        });
        // A length that is too large looks like a file that was cut off.
        assert!(!matches!(result, Ok(0)), "byte {place}");
    }
    std::fs::write(&file, "something else, but long enough for a header").unwrap();
    let error = GameReader::open(&file).unwrap_err();
    assert!(matches!(error, GamesFileError::Foreign { .. }), "{error}");
    let error =
        generate::<Draughts>(&other, Shard::WHOLE, &file, 3, 1, &stop, &mut |_| ()).unwrap_err();
    assert!(matches!(error, GenerateError::File(GamesFileError::Foreign { .. })), "{error}");
    let mut writer = GameWriter::open(&folder.file("mine"), "draughts mine", &mut |_| ()).unwrap();
    let error = GameWriter::open(&folder.file("mine"), "draughts mine", &mut |_| ()).unwrap_err();
    assert!(matches!(error, GamesFileError::Busy { .. }), "{error}");
    writer.append(b"a game").unwrap();
    drop(writer);
    GameWriter::open(&folder.file("mine"), "draughts mine", &mut |_| ()).unwrap();

    let bad =
        Recipe { options: vec![("Hash".into(), "much".into())], ..Recipe::new::<Draughts>(1, 50) };
    let error =
        generate::<Chess>(&bad, Shard::WHOLE, &folder.file("new"), 3, 1, &stop, &mut |_| ())
            .unwrap_err();
    assert!(error.to_string().contains("Hash"), "{error}");
    assert!(!folder.file("new").exists(), "nothing was written");
}
