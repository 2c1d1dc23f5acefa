//! Whole files: our own annotated games, and real ones from the folder `DAMIER_TEST_DATA`:
//!
//! ```text
//! DAMIER_TEST_DATA=… cargo test -p damier-records --test all corpus -- --ignored
//! ```

use crate::common::{check_round_trip, main_line, read, shared};
use damier_chess::Position as Chess;
use damier_core::Side;
use damier_draughts::Position as Draughts;
use damier_records::{Command, Comment, GameResult, RecordGame, RecordReading};

/// Reads a file without faults, and each game survives being written.
fn whole_file<F: RecordGame>(bytes: &[u8]) -> Vec<RecordReading<F>> {
    let games = read::<F>(bytes);
    for game in &games {
        if let Some(fault) = game.faults.first() {
            panic!("{fault}");
        }
        check_round_trip(&game.record);
    }
    games
}

/// The same file as the writer gives it is read as the same games.
fn rewritten<F: RecordGame>(games: &[RecordReading<F>]) {
    let text: String = games.iter().map(|game| game.record.to_string()).collect();
    let again = whole_file::<F>(text.as_bytes());
    assert_eq!(again.len(), games.len());
    for (again, game) in again.iter().zip(games) {
        assert!(again.record.tree() == game.record.tree(), "game {}", game.number);
    }
}

/// Moves of the main line, and in all.
fn count_moves<F: RecordGame>(game: &RecordReading<F>) -> (usize, usize) {
    (game.record.tree().main_line().count(), game.record.tree().move_count())
}

#[test]
fn our_annotated_chess_is_read_and_written_without_loss() {
    let games = whole_file::<Chess>(include_bytes!("../data/annotated.pgn"));
    let moves: Vec<(usize, usize)> = games.iter().map(count_moves).collect();
    assert_eq!(moves, [(23, 44), (1, 1), (11, 15), (0, 0), (8, 10)]);
    rewritten(&games);
    let first = games[0].record.to_string();
    assert_eq!(first, include_str!("../data/first-game.pgn"));
}

#[test]
fn our_annotated_draughts_is_read_and_written_without_loss() {
    let games = whole_file::<Draughts>(include_bytes!("../data/annotated.pdn"));
    let moves: Vec<(usize, usize)> = games.iter().map(count_moves).collect();
    assert_eq!(moves, [(29, 40), (3, 4), (3, 5), (0, 0)]);
    rewritten(&games);
    assert_eq!(games[0].record.to_string(), include_str!("../data/first-game.pdn"));
}

#[test]
fn odd_layouts_of_old_draughts_files_are_read() {
    let games = whole_file::<Draughts>(include_bytes!("../data/odd.pdn"));
    let lines: Vec<String> = games.iter().map(|game| main_line(&game.record)).collect();
    let expected = [
        "32-28 19-23 28x19 14x23 37-32 10-14 41-37 14-19 46-41 5-10",
        "32-28 17-22 28x17 11x22 37-32 12-17",
    ];
    assert_eq!(lines, expected);
    let results: Vec<GameResult> = games.iter().map(|game| game.record.result).collect();
    assert_eq!(results, [GameResult::Draw, GameResult::Win(Side::White)]);
    rewritten(&games);
}

#[test]
fn comments_may_hold_what_means_something_elsewhere() {
    let games = whole_file::<Draughts>(include_bytes!("../data/comments.pdn"));
    let lines: Vec<String> = games.iter().map(|game| main_line(&game.record)).collect();
    assert_eq!(lines, ["33-28 18-23 39-33"; 2]);
    assert_eq!(games[0].record.result, GameResult::Win(Side::Black));
    rewritten(&games);
}

#[test]
#[ignore = "needs DAMIER_TEST_DATA with games"]
fn real_chess_is_read_to_the_end() {
    let bytes = std::fs::read(shared("lichess-100k.pgn")).expect("the file is there");
    let games = whole_file::<Chess>(&bytes);
    assert_eq!(games.len(), 47);
    let mut clocks = 0;
    for game in &games {
        let tree = game.record.tree();
        assert!(!main_line(&game.record).is_empty());
        assert_ne!(game.record.result, GameResult::Unknown);
        for id in tree.main_line() {
            let commands = tree.node(id).comments().iter().flat_map(Comment::commands);
            clocks += commands.filter(|one| matches!(one, Command::Clock(_))).count();
        }
    }
    let written = String::from_utf8_lossy(&bytes).matches("[%clk ").count();
    assert_eq!(clocks, written, "every clock of the file is read as one");
    rewritten(&games);
}

#[test]
#[ignore = "needs DAMIER_TEST_DATA with games"]
fn real_draughts_is_read_to_the_end() {
    let bytes = std::fs::read(shared("wiersma.pdn")).expect("the file is there");
    let games = whole_file::<Draughts>(&bytes);
    assert_eq!(games.len(), 34);
    let with_moves = games.iter().filter(|game| game.record.tree().move_count() > 0).count();
    assert_eq!(with_moves, 28);
    // Every word with a hyphen or an x outside of tags is a move, and every one is read.
    let text = String::from_utf8_lossy(&bytes);
    let words = text.lines().filter(|line| !line.starts_with('[')).flat_map(str::split_whitespace);
    let written = words.filter(|word| word.contains(['-', 'x'])).count();
    let moves: usize = games.iter().map(|game| game.record.tree().move_count()).sum();
    assert_eq!(moves, written);
    // The moves end with an asterisk; the tags know more.
    assert!(games.iter().all(|game| game.record.result != GameResult::Unknown));
    rewritten(&games);
}

/// What a file of real draughts is like, as a plain look at its text has it: its name, its games,
/// the moves in it, and what is wrong with it: game, line, and moves that are not read because of
/// it.
type RealFile = (&'static str, usize, usize, Option<(usize, usize, usize)>);

const REAL_DRAUGHTS: [RealFile; 4] = [
    // Numbers below ten are filled up with a blank: "1- 6", "47x 9".
    ("pdn/DUTCH96H.pdn", 13, 1381, None),
    // A step that is written as a capture: nothing of the 20 moves before it is lost.
    ("pdn/PROF2.pdn", 16, 1616, Some((14, 290, 81))),
    ("pdn/kurnik.pdn", 4, 535, None),
    // The last game is cut off.
    ("pdn/nk2003-amsterdam.pdn", 33, 3268, Some((33, 819, 0))),
];

#[test]
#[ignore = "needs DAMIER_TEST_DATA with games"]
fn real_draughts_of_four_sources_is_read_and_its_faults_are_named() {
    for (name, count, written, fault) in REAL_DRAUGHTS {
        let games = read::<Draughts>(std::fs::read(shared(name)).expect("the file is there"));
        assert_eq!(games.len(), count, "{name}");
        let faults = games.iter().flat_map(|game| &game.faults);
        let faults: Vec<(usize, usize)> =
            faults.map(|fault| (fault.game, fault.place.line)).collect();
        let (expected, lost) =
            fault.map_or((Vec::new(), 0), |(game, line, lost)| (vec![(game, line)], lost));
        assert_eq!(faults, expected, "{name}");
        let moves: usize = games.iter().map(|game| game.record.tree().move_count()).sum();
        assert_eq!(moves, written - lost, "{name}");
        for game in &games {
            check_round_trip(&game.record);
        }
    }
}
