//! The generator counts what other generators count.

use damier_core::perft::{Perft, PerftTable, count};
use damier_draughts::Position;
use damier_testkit::draughts::{DEEP_PERFT, MANY_ROADS, PERFT};
use std::num::NonZeroUsize;
use std::path::PathBuf;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn every_position_of_the_table_has_its_counts() {
    for case in PERFT.iter() {
        let position = position(case.fen);
        assert!(!case.counts.is_empty(), "{}", case.name);
        for (depth, &expected) in (1..).zip(&case.counts) {
            // Assertions make the last plies slow.
            if cfg!(debug_assertions) && expected > 100_000 {
                continue;
            }
            assert_eq!(count(&position, depth), expected, "{} at depth {depth}", case.name);
        }
    }
}

#[test]
fn a_board_turned_round_has_the_same_counts() {
    for case in PERFT.iter() {
        let rotated = position(case.fen).rotated();
        assert_eq!(position(&rotated.to_fen()), rotated);
        assert_eq!(rotated.rotated(), position(case.fen));
        for (depth, &expected) in (1..).zip(&case.counts) {
            if expected > 20_000 {
                continue;
            }
            assert_eq!(count(&rotated, depth), expected, "{} at depth {depth}", case.name);
        }
    }
}

#[test]
#[ignore = "counts billions of paths: a minute with optimisation"]
fn deep_counts_are_right_too() {
    for &(fen, depth, expected) in DEEP_PERFT {
        assert_eq!(count(&position(fen), depth), expected, "{fen} at depth {depth}");
    }
}

/// One thread or several, with a table or without: the same division.
#[test]
fn threads_and_table_change_nothing() {
    let position = position(MANY_ROADS);
    let divide = |threads: usize, table| {
        let job = Perft { depth: 5, threads: NonZeroUsize::new(threads).unwrap(), table };
        job.divide(&position, &|_| {}).unwrap()
    };
    let plain = divide(1, None);
    assert_eq!((plain.total, plain.moves.len()), (87_195, 14));
    let table = || PerftTable::new(NonZeroUsize::MIN);
    assert_eq!(divide(1, table()), plain);
    assert_eq!(divide(3, None), plain);
    assert_eq!(divide(3, table()), plain);
}

/// The file `draughts-perft.txt` with positions and their counts, in the folder that the variable
/// `DAMIER_TEST_DATA` names or beside the project.
fn perft_file() -> Option<String> {
    let project = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let named = std::env::var_os("DAMIER_TEST_DATA").map(PathBuf::from);
    let folders = named.into_iter().chain([project.join("../shared")]);
    let places = folders.flat_map(|folder| [folder.join("../spec"), folder.join("spec"), folder]);
    places
        .map(|place| place.join("draughts-perft.txt"))
        .find_map(|file| std::fs::read_to_string(file).ok())
}

#[test]
#[ignore = "needs the file draughts-perft.txt, in DAMIER_TEST_DATA or in ../shared/spec"]
fn the_whole_file_of_published_counts_is_right() {
    let text = perft_file().expect("DAMIER_TEST_DATA names a folder with draughts-perft.txt");
    let mut checked = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let mut fields = line.split(';').map(str::trim);
        let position = position(fields.next().unwrap());
        for field in fields {
            let (depth, expected) = field.split_once(' ').unwrap();
            let depth = depth.strip_prefix('D').unwrap().parse().unwrap();
            let expected: u64 = expected.parse().unwrap();
            if expected <= 100_000_000 {
                assert_eq!(count(&position, depth), expected, "{line} at depth {depth}");
                checked += 1;
            }
        }
    }
    assert!(checked >= 100, "{checked} counts in the file");
}
