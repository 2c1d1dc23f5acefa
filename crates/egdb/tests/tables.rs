//! Tables of few pieces, built in a folder of their own and asked as a search asks them.

use damier_core::random::Random;
use damier_draughts::{Position, Side};
use damier_egdb::verify::{self, ComparisonEffort, compare, random_position};
use damier_egdb::{Build, Class, Distances, DrawRules, Error, Outlook, Tables, Wdl, WdlCounts};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

const THREADS: NonZeroUsize = NonZeroUsize::new(2).unwrap();

/// A folder that goes away with its test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("damier-egdb-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Self(path)
    }

    fn build(&self, pieces: usize) -> Tables {
        Build { pieces, threads: THREADS }.run(&self.0, &|_| {}).expect("tables")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn class(text: &str) -> Class {
    text.parse().expect("a class")
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect("a position")
}

fn tally(tables: &Tables, name: &str) -> WdlCounts {
    tables.tallies().find(|&(found, _)| found == class(name)).expect("a class").1
}

/// Shares of wins, draws and losses, in percent.
fn shares(tally: WdlCounts) -> [f64; 3] {
    [tally.wins, tally.draws, tally.losses].map(|count| 100.0 * count as f64 / tally.total() as f64)
}

fn check_samples(tables: &Tables, pieces: usize, effort: ComparisonEffort) {
    for class in Class::all(pieces) {
        let report = compare(tables, class, effort);
        assert_eq!(report.positions, effort.samples, "{class}");
        assert!(report.is_clean(), "{class}: {report:?}");
        // A comparison that decides nothing proves nothing.
        assert!(report.wins + report.losses > 0, "{class}: {report:?}");
    }
}

fn check_rotation(tables: &Tables, pieces: usize) {
    let mut random = Random::new(3);
    for class in Class::all(pieces) {
        for _ in 0..200 {
            let position = random_position(class, &mut random);
            assert_eq!(tables.probe(&position), tables.probe(&position.rotated()), "{position}");
        }
    }
}

#[test]
fn tables_of_three_pieces_agree_with_everything_else_we_know() {
    let folder = Folder::new("three");
    let tables = folder.build(3);
    assert_eq!(tables.max_pieces(), 3);
    let total = |pieces| -> u64 {
        let of_pieces = tables.tallies().filter(|(class, _)| class.pieces() == pieces);
        of_pieces.map(|(_, tally)| tally.total()).sum()
    };
    assert_eq!([total(2), total(3), total(4)], [8_845, 806_300, 0]);

    // With a king each, only what hangs falls; two kings catch one that is not careless very
    // seldom.
    assert!(shares(tally(&tables, "KvK"))[1] > 80.0, "{:?}", tally(&tables, "KvK"));
    assert!(shares(tally(&tables, "KvKK"))[1] > 60.0, "{:?}", tally(&tables, "KvKK"));
    for (fen, verdict) in [
        // Both on the long diagonal, with room behind: the side to move takes.
        ("W:WK46:BK28", Wdl::Win),
        ("B:WK46:BK28", Wdl::Win),
        ("W:WK46:BK5", Wdl::Loss),
        ("W:WK46:BK4", Wdl::Draw),
        // A man in the corner that is stopped for good, with the move.
        ("W:W6:BK1", Wdl::Loss),
        // Two steps from the last row, no other piece near.
        ("W:W11:BK50", Wdl::Draw),
        ("W:W6:B45", Wdl::Draw),
        // One against nothing.
        ("W:W32:B", Wdl::Win),
        ("B:W32:B", Wdl::Loss),
        // Two captures at once: the quiet table cannot know, playing them out does.
        ("W:W32:B28,18", Wdl::Win),
    ] {
        let position = position(fen);
        assert_eq!(tables.probe(&position), Some(verdict), "{fen}");
        assert_eq!(tables.probe(&position.rotated()), Some(verdict), "{fen} rotated");
    }
    assert_eq!(tables.probe(&position("W:WK46,K1:BK4,K5")), None, "more pieces than tables");
    assert_eq!(tables.probe(&Position::start()), None);
    check_rotation(&tables, 3);
    check_samples(&tables, 2, ComparisonEffort { samples: 150, depth: 8, nodes: 500, seed: 1 });
    check_samples(&tables, 3, ComparisonEffort { samples: 150, depth: 8, nodes: 500, seed: 2 });

    // Reading gives what building gave.
    let again = Tables::open(&folder.0).expect("tables");
    assert_eq!(again.max_pieces(), 3);
    assert!(again.tallies().eq(tables.tallies()));
    let mut random = Random::new(4);
    for class in (2..=3).flat_map(Class::all) {
        for _ in 0..500 {
            let position = random_position(class, &mut random);
            assert_eq!(again.probe(&position), tables.probe(&position), "{position}");
        }
    }
    let smaller = Tables::open_up_to(&folder.0, 2).expect("tables");
    assert_eq!(smaller.max_pieces(), 2);
    // All of them, unless the compiler was asked for checks instead of speed.
    check_distances(&tables, 3, if cfg!(debug_assertions) { 97 } else { 1 });
}

/// Every so-many-th position of all classes up to some number of pieces satisfies the definition of
/// its distance. Over all of them that is a proof: plies cannot descend for ever, so wins and
/// losses are real, and from a draw there is always a move to another draw and never one that wins.
fn check_distances(tables: &Tables, pieces: usize, step: usize) {
    let classes: Vec<Class> = (2..=pieces).flat_map(Class::all).collect();
    let distances = Distances::of_classes(&classes, DrawRules::None, THREADS, &|_, _| {});
    let limited = Distances::of_classes(&classes, DrawRules::LoneKing, THREADS, &|_, _| {});
    let check = |class: Class| {
        for position in verify::positions(class).step_by(step) {
            let outlook = distances.probe(&position).expect("a class that was asked for");
            assert_eq!(Some(outlook.verdict()), tables.probe(&position), "{position}");
            assert_eq!(outlook, best_of_moves(&distances, &position), "{position}");
            let within_rules = limited.probe(&position).expect("a class that was asked for");
            match (class.lone_king_limit(), outlook.plies(), within_rules.plies()) {
                // With three pieces, a way through material of two that takes too long is no way.
                (Some(32), plies, rule_plies) => assert!(rule_plies.is_none_or(|rule_plies| {
                    rule_plies <= 32 && plies.is_some_and(|plies| plies <= rule_plies)
                })),
                (Some(limit), plies, rule_plies) => {
                    assert_eq!(rule_plies, plies.filter(|&plies| plies <= limit), "{position}");
                }
                (None, ..) => {
                    assert_eq!(within_rules, best_of_moves(&limited, &position), "{position}");
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for part in classes.chunks(classes.len().div_ceil(THREADS.get())) {
            scope.spawn(|| part.iter().copied().for_each(check));
        }
    });
}

/// A position's outlook as those of its moves define it.
fn best_of_moves(distances: &Distances, position: &Position) -> Outlook {
    let (mut quickest, mut slowest, mut has_draw) = (None, None, false);
    for &mv in &position.legal_moves() {
        let mut after = position.clone();
        after.play_unchecked(mv);
        match distances.probe(&after).expect("moves lead to counted classes") {
            Outlook::Loss(plies) => {
                quickest = Some(quickest.map_or(plies, |best: u16| best.min(plies)));
            }
            Outlook::Draw => has_draw = true,
            Outlook::Win(plies) => slowest = slowest.max(Some(plies)),
        }
    }
    match (quickest, has_draw, slowest) {
        (Some(plies), ..) => Outlook::Win(plies + 1),
        (None, true, _) => Outlook::Draw,
        (None, false, Some(plies)) => Outlook::Loss(plies + 1),
        (None, false, None) => Outlook::Loss(0),
    }
}

#[test]
fn a_build_goes_on_where_it_was_interrupted() {
    let folder = Folder::new("resume");
    let whole = folder.build(2);
    let file = folder.0.join("KvM.egdb");
    let bytes = std::fs::read(&file).expect("a table");
    // As after a crash: one file missing, one half written under its other name.
    std::fs::remove_file(&file).expect("removable");
    let draft = folder.0.join("KvM.egdb.1.part");
    std::fs::write(&draft, &bytes[..10]).expect("writable");
    assert!(matches!(Tables::open(&folder.0), Err(Error::Missing { .. })));

    let found = Mutex::new(Vec::new());
    let build = Build { pieces: 2, threads: THREADS };
    let progress = |progress: damier_egdb::BuildProgress| {
        found.lock().expect("unbroken").push((progress.class.to_string(), progress.is_found));
        assert_eq!(progress.total, 8_845);
    };
    let again = build.run(&folder.0, &progress).expect("tables");
    assert!(again.tallies().eq(whole.tallies()));
    assert_eq!(std::fs::read(&file).expect("a table"), bytes);
    assert!(!draft.exists());
    let mut found = found.into_inner().expect("unbroken");
    found.dedup();
    let expected = [("KvK", true), ("KvM", false), ("MvM", true)];
    assert_eq!(found, expected.map(|(name, is_found)| (name.to_owned(), is_found)));
}

fn damage(path: &Path, change: impl Fn(&mut Vec<u8>)) {
    let mut bytes = std::fs::read(path).expect("a table");
    change(&mut bytes);
    std::fs::write(path, bytes).expect("writable");
}

#[test]
fn damaged_files_are_refused_by_name() {
    let folder = Folder::new("damage");
    folder.build(2);
    let file = folder.0.join("MvK.egdb");
    let whole = std::fs::read(&file).expect("a table");
    let complaint = |change: &dyn Fn(&mut Vec<u8>)| {
        std::fs::write(&file, &whole).expect("writable");
        damage(&file, change);
        let error = Tables::open(&folder.0).expect_err("damaged");
        let build = Build { pieces: 2, threads: THREADS };
        let again = build.run(&folder.0, &|_| {}).expect_err("damaged");
        assert_eq!(error.to_string(), again.to_string());
        assert!(error.to_string().contains("MvK.egdb"), "{error}");
        error
    };
    let middle = whole.len() / 2;
    assert!(matches!(complaint(&|bytes| bytes[middle] ^= 1), Error::Damaged { .. }));
    assert!(matches!(complaint(&|bytes| bytes.truncate(middle)), Error::Length { .. }));
    assert!(matches!(complaint(&|bytes| bytes.truncate(20)), Error::Length { .. }));
    assert!(matches!(complaint(&|bytes| bytes[8] = 9), Error::Version { found: 9, .. }));
    assert!(matches!(complaint(&|bytes| bytes[0] = b'X'), Error::Foreign { .. }));
    let other = std::fs::read(folder.0.join("KvM.egdb")).expect("a table");
    let renamed = complaint(&|bytes| bytes.clone_from(&other));
    assert!(matches!(renamed, Error::Renamed { found, .. } if found == class("KvM")));
}

#[test]
fn a_folder_without_tables_says_how_to_make_them() {
    let folder = Folder::new("empty");
    let error = Tables::open(&folder.0).expect_err("nothing there");
    assert!(error.to_string().contains("damier egdb build"), "{error}");
    let error = Tables::open(Path::new("/no/such/folder")).expect_err("no folder");
    assert!(matches!(error, Error::Missing { .. }));
}

#[test]
fn the_search_decides_what_its_depth_allows_and_no_more() {
    let search = |fen: &str, depth| verify::search(&position(fen), depth, &mut 100_000);
    assert_eq!(search("B:W32:B", 0), Some(Wdl::Loss));
    assert_eq!(search("W:WK46:BK28", 0), None);
    assert_eq!(search("W:WK46:BK28", 1), Some(Wdl::Win));
    assert_eq!(search("W:WK46:BK4", 6), None);
    assert_eq!(verify::search(&position("W:WK46:BK4"), 60, &mut 1_000), None, "nodes run out");
}

#[test]
#[ignore = "builds 42 million positions: a minute with optimisation, far longer without"]
fn tables_of_four_pieces_agree_with_everything_else_we_know() {
    let folder = Folder::new("four");
    let tables = folder.build(4);
    let of_four = tables.tallies().filter(|(class, _)| class.pieces() == 4);
    assert_eq!(of_four.map(|(_, tally)| tally.total()).sum::<u64>(), 41_971_200);
    check_rotation(&tables, 4);
    check_samples(&tables, 4, ComparisonEffort { samples: 500, depth: 8, nodes: 2_000, seed: 3 });
    check_distances(&tables, 4, 1);

    // Three kings catch one now and then, but hardly one that has the long diagonal to itself.
    let mut random = Random::new(6);
    let mut seen = [WdlCounts::default(); 2];
    let long_diagonal = [5, 10, 14, 19, 23, 28, 32, 37, 41, 46];
    while seen[1].total() < 1000 {
        // White has the move and the three kings, and nothing can be taken.
        let position = random_position(class("KKKvK"), &mut random);
        if Side::ALL.into_iter().any(|side| position.can_capture(side)) {
            continue;
        }
        let holds = |side| {
            let mut squares = position.side(side).into_iter();
            squares.any(|square| long_diagonal.contains(&square.number()))
        };
        let is_safe = holds(Side::Black) && !holds(Side::White);
        seen[usize::from(is_safe)].add(tables.probe(&position).expect("four pieces"));
    }
    assert!((10.0..25.0).contains(&shares(seen[0])[0]), "off the diagonal: {seen:?}");
    assert!(shares(seen[1])[1] > 95.0, "on the diagonal: {seen:?}");
}

#[test]
#[ignore = "counts 24 million positions: a minute with optimisation, far longer without"]
fn four_kings_catch_one() {
    // What the literature says three cannot do; a king on the long diagonal still holds.
    let four = class("KKKKvK");
    let distances = Distances::of_classes(&[four], DrawRules::None, THREADS, &|_, _| {});
    let mut tally = WdlCounts::default();
    let mut random = Random::new(7);
    for _ in 0..10_000 {
        let position = random_position(four, &mut random);
        tally.add(distances.probe(&position).expect("a class that was asked for").verdict());
    }
    assert!(shares(tally)[0] > 90.0, "{tally:?}");
}
