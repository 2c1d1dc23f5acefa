//! Every target on its seeds and on some thousand mutations of them, the same ones each time.
//!
//! `DAMIER_FUZZ_CASES` sets another number of mutations, `DAMIER_FUZZ_SEED` other ones.

use damier_fuzz_targets::{Mutator, TARGETS, clean_up, run};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join(name)
}

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().expect("a number"))
}

fn check(name: &str) {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder("seeds").join(name))
        .unwrap_or_else(|error| panic!("seeds of {name}: {error}"))
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let seeds: Vec<Vec<u8>> = files.iter().map(|file| std::fs::read(file).unwrap()).collect();
    for seed in &seeds {
        assert!(seed.len() <= 2000, "seeds are small");
        attempt(name, seed);
    }
    let usual = if cfg!(debug_assertions) { 500 } else { 3000 };
    let cases = variable("DAMIER_FUZZ_CASES").unwrap_or(usual);
    let mut mutator = Mutator::new(seeds, variable("DAMIER_FUZZ_SEED").unwrap_or(1));
    for _ in 0..cases {
        attempt(name, &mutator.next_input());
    }
    clean_up(name);
}

/// Shows the input that a panic came from.
fn attempt(name: &str, bytes: &[u8]) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| run(name, bytes))) {
        eprintln!("{name} fails with this input: {:?}", String::from_utf8_lossy(bytes));
        eprintln!("as bytes: {bytes:?}");
        resume_unwind(panic);
    }
}

/// A test for each target, and one that there is one for each.
macro_rules! smoke {
    ($($name:ident),* $(,)?) => {
        $(#[test]
        fn $name() {
            check(stringify!($name));
        })*

        const TESTED: &[&str] = &[$(stringify!($name)),*];
    };
}

smoke! {
    book_files,
    chess_text,
    draughts_text,
    dxp_messages,
    endgame_tables,
    engine_lines,
    hub_lines,
    imports,
    journals,
    learner_files,
    network_files,
    page_bodies,
    pdn,
    pgn,
    profiles,
    uci_lines,
}

#[test]
fn every_target_is_tested_here_and_has_a_program() {
    let names: BTreeSet<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, TESTED.iter().copied().collect());
    let programs: BTreeSet<String> = std::fs::read_dir(folder("fuzz_targets"))
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    assert!(programs.iter().map(String::as_str).eq(names), "{programs:?}");
    let manifest = std::fs::read_to_string(folder("Cargo.toml")).unwrap();
    for program in programs {
        assert!(manifest.contains(&format!("path = \"fuzz_targets/{program}.rs\"")), "{program}");
    }
}
