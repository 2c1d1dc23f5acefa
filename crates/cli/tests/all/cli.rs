//! The program as a person or a script uses it.

use crate::common::{Folder, answer, complaint, damier, json};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

#[test]
fn perft_counts_and_divides() {
    let text = answer(&["perft", "--depth", "3", "--divide"]);
    assert!(text.starts_with("a2a3: 380\na2a4: 420\nb1a3: 400\n"), "{text}");
    assert!(text.contains("Nodes    8,902\n"), "{text}");
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let report = json(&["perft", "--fen", kiwipete, "--depth", "3", "--json", "--threads", "2"]);
    assert_eq!(report["nodes"], 97_862);
    assert_eq!(report["fen"], kiwipete);
    assert_eq!(report["threads"], 2);
    assert_eq!(report.get("divide"), None);
    let report = json(&["perft", "--moves", "e4 e5", "--depth", "2", "--json", "--hash", "1"]);
    assert_eq!(report["nodes"], 835);
    assert_eq!(json(&["perft", "--depth", "0", "--json"])["nodes"], 1);
}

#[test]
fn a_count_beyond_sixty_four_bits_is_refused() {
    let kings = "8/8/4k3/8/8/3K4/8/8 w - - 0 1";
    let text = complaint(&["perft", "--fen", kings, "--depth", "30", "--hash", "16"]);
    assert!(text.contains("more than 18446744073709551615 paths"), "{text}");
}

#[test]
fn a_division_names_castling_as_the_position_needs_it() {
    let text =
        answer(&["perft", "--fen", "4k3/8/8/8/8/8/8/4K2R w K -", "--depth", "1", "--divide"]);
    assert!(text.contains("e1g1: 1\n") && !text.contains("e1h1"), "{text}");
    let text =
        answer(&["perft", "--fen", "1k6/8/8/8/8/8/8/5RK1 w F -", "--depth", "1", "--divide"]);
    assert!(text.contains("g1f1: 1\n"), "{text}");
}

/// A file that is removed when the test ends.
struct TemporaryFile(std::path::PathBuf);

impl TemporaryFile {
    fn new(name: &str, text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("damier-{}-{name}", std::process::id()));
        std::fs::write(&path, text).expect("the temporary folder can be written");
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("the temporary folder has a plain name")
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

const SUITE: &str = "# two positions
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902
nrbbqnkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQNKR w HBhb - 0 1 ;D1 19 ;D2 361
";

#[test]
fn a_suite_is_checked_and_a_wrong_count_is_reported() {
    let suite = TemporaryFile::new("suite.epd", SUITE);
    let text = answer(&["perft", "--suite", suite.path(), "--depth", "2"]);
    assert!(text.starts_with("4 counts in 2 positions: 4 right, 0 wrong\n"), "{text}");

    assert!(text.contains("1 deeper count not checked; raise --depth"), "{text}");

    let wrong = TemporaryFile::new("wrong.epd", &SUITE.replace("D2 361", "D2 362"));
    let output = damier(&["perft", "--suite", wrong.path(), "--json"]);
    assert!(!output.status.success());
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["counts_checked"], 5);
    assert_eq!(report["mismatches"][0]["line"], 3);
    assert_eq!(report["mismatches"][0]["expected"], 362);
    assert_eq!(report["mismatches"][0]["found"], 361);
}

#[test]
fn a_suite_that_cannot_be_used_says_why() {
    assert!(complaint(&["perft", "--suite", "missing.epd"]).contains("missing.epd"));
    let broken = TemporaryFile::new("broken.epd", &SUITE.replace("nrbbqnkr/pp", "nrbbqnkr/xp"));
    let text = complaint(&["perft", "--suite", broken.path()]);
    assert!(text.contains("line 3: column 10: 'x' is neither a piece"), "{text}");
    let binary = TemporaryFile::new("binary.epd", "");
    std::fs::write(binary.path(), [0xFF, 0xFE, 0x00]).unwrap();
    assert!(complaint(&["perft", "--suite", binary.path()]).contains("is not a text file"));
    let empty = TemporaryFile::new("empty.epd", "");
    assert!(complaint(&["perft", "--suite", empty.path()]).contains("has no entries"));
    // A check must not get lost: the letter O is no zero.
    let typo = TemporaryFile::new("typo.epd", &SUITE.replace("D2 400", "D2 4OO"));
    let text = complaint(&["perft", "--suite", typo.path()]);
    assert!(text.contains("line 2: D2 needs one count"), "{text}");
}

#[test]
fn show_draws_the_board_and_says_what_is_what() {
    let text = answer(&["show", "4k3/8/8/8/8/8/8/q3K2R", "w", "K", "-", "3", "17"]);
    for part in [
        "8  . . . . k . . .\n",
        "1  q . . . K . . R\n",
        "To move     White, move 17\n",
        "Castling    White O-O, Black none\n",
        "Clock       3 plies without",
        "Checkers    black queen on a1\n",
        "Outcome     the game goes on\n",
        "Moves       3: Kd2 Ke2 Kf2\n",
    ] {
        assert!(text.contains(part), "{part:?} is missing in\n{text}");
    }
}

#[test]
fn show_speaks_to_programs_too() {
    let view = json(&["show", "--json", "--moves", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"]);
    assert_eq!(view["outcome"]["result"], "1/2-1/2");
    assert_eq!(view["outcome"]["needs_claim"], true);
    assert_eq!(view["moves"].as_array().unwrap().len(), 20);
    let view = json(&["show", "--json", "--moves", "1. f3 e5 2. g4 Qh4"]);
    assert_eq!(view["outcome"]["result"], "0-1");
    assert_eq!(view["outcome"]["reason"], "Black wins by checkmate");
    assert_eq!(view["checkers"][0], "black queen on h4");
    let fen = "rnbqk2r/2pp4/2p5/8/3Q4/8/8/RNB1K2R w - - 0 1";
    let view = json(&["show", "--json", "--captures", fen]);
    let captures = view["captures"].as_array().unwrap();
    let queen_takes = captures.iter().find(|capture| capture["san"] == "Qxd7+").unwrap();
    assert_eq!(queen_takes["see"], -800);
    assert_eq!(queen_takes["classic"]["total"], -650);
    let parts = ["base", "victim", "attacker", "defended", "check"];
    let sum: i64 = parts.iter().map(|part| queen_takes["classic"][part].as_i64().unwrap()).sum();
    assert_eq!(sum, -650);
}

#[test]
fn wrong_input_gets_one_line_that_says_what_and_where() {
    let cases: &[(&[&str], &str)] = &[
        (&["show", "8/8/8/8/8/8/8/8 w - - 0 1"], "White has no king"),
        (&["show", "not a fen"], "ranks separated by '/'"),
        (&["show", ""], "ends before the board"),
        (&["perft", "--fen", ""], "ends before the board"),
        (&["show", "--moves", "e4", "8/8/8/8/8/8/1k6/2R4K", "b"], "write the position before"),
        (&["show", "--moves", "f3 e5 g4 Qh4 a3"], "the game is over before a3: Black wins"),
        (&["show", "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1"], "column 25"),
        (&["show", "--moves", "e4 e5 Ke3"], "White's move 2: Ke3 is not legal"),
        (&["show", "--moves", "e4 banana"], "\"banana\" does not read as a move"),
        (&["perft", "--fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w"], "but has 7"),
    ];
    for (arguments, words) in cases {
        let text = complaint(arguments);
        assert!(text.starts_with("damier: ") && text.contains(words), "{text}");
    }
}

#[test]
fn wrong_options_are_explained() {
    for arguments in [
        &["perft", "--depth", "-1"][..],
        &["perft", "--depth", "x"],
        &["perft", "--threads", "0"],
        &["perft", "--colour"],
        &["perft", "--suite", "a.epd", "--divide"],
        &["dance"],
    ] {
        let output = damier(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty());
    }
}

#[test]
fn help_has_examples_everywhere() {
    for arguments in [
        &["--help"][..],
        &["perft", "--help"],
        &["show", "--help"],
        &["completions", "--help"],
        &["uci", "--help"],
        &["bench", "--help"],
    ] {
        let text = answer(arguments);
        assert!(text.contains("Examples:\n  damier "), "{text}");
    }
    assert!(answer(&["completions", "bash"]).contains("_damier"));
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let mut process = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(["completions", "zsh"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Read one line and close the pipe, as `head -1` does.
    let mut line = String::new();
    BufReader::with_capacity(16, process.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let output = process.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn there_is_a_manual_page_for_every_command() {
    let folder = Folder::new("manual");
    let text = answer(&["manual", &folder.file("man")]);
    assert!(text.contains(" pages in "), "{text}");
    for (page, words) in [
        ("damier.1", "One engine for two boards"),
        ("damier-serve.1", "Play and analyse in the browser"),
        ("damier-learn-train.1", "Train a network on games"),
    ] {
        let page = folder.text(&format!("man/{page}"));
        assert!(page.starts_with(".ie") && page.contains(words), "{page}");
    }
}

#[test]
fn words_of_other_programs_get_a_hint() {
    for (word, hint) in [("levels", "damier profiles list"), ("checkers", "--game draughts")] {
        let text = complaint(&[word]);
        assert!(text.contains(hint), "{text}");
    }
    for word in ["info", "-v", "version"] {
        assert!(complaint(&[word]).contains("damier --version"), "{word}");
    }
    assert!(answer(&["go", "depth", "1"]).lines().last().unwrap().starts_with("bestmove "));
    let count = |game: &str| answer(&["perft", "--game", game, "--depth", "2"]);
    assert!(count("checkers").contains("Nodes    81\n"), "another name of draughts");
}

#[cfg(unix)]
#[test]
fn files_that_are_missing_are_told_in_the_same_words() {
    let commands: [&[&str]; 13] = [
        &["review", "none"],
        &["epd", "none"],
        &["perft", "--suite", "none", "--depth", "1"],
        &["play", "--load", "none"],
        &["play", "--profile", "./none.toml"],
        &["arena", "report", "none"],
        &["arena", "audit", "none"],
        &["arena", "--openings", "none", "--engine", "builtin", "--engine", "builtin"],
        &["learn", "info", "none"],
        &["learn", "import", "none", "--out", "new", "--format", "pgn"],
        &["people", "measure", "none"],
        &["tune", "report", "none"],
        &["site", "folder", "--wasm", "none"],
    ];
    for command in commands {
        let words = complaint(command);
        let name = command.iter().find(|word| word.contains("none")).expect("a file is named");
        assert!(words.starts_with(&format!("damier: {name}: No such file")), "{words}");
    }
}

#[test]
fn the_bench_ends_with_its_signature() {
    let text = answer(&["bench", "1"]);
    let words: Vec<&str> = text.lines().last().unwrap().split(' ').collect();
    assert!(
        matches!(words[..], [nodes, "nodes", speed, "nps"]
        if nodes.parse::<u64>().is_ok() && speed.parse::<u64>().is_ok()),
        "{text}"
    );
}

#[test]
fn draughts_is_counted_and_shown_too() {
    let game = ["--game", "draughts"];
    let with = |arguments: &[&'static str]| [arguments, &game].concat();
    let text = answer(&with(&["perft", "--depth", "4", "--divide"]));
    assert!(text.starts_with("31-26: 590\n"), "{text}");
    assert!(text.contains("Nodes    4,265\n"), "{text}");
    let roads =
        json(&with(&["perft", "--fen", "W:WK4:B13,20,32,37", "-d", "1", "--divide", "--json"]));
    assert_eq!(roads["divide"][0]["move"], "4x15x13x20x32");
    assert_eq!(roads["divide"][1]["move"], "4x15x13x20x37");

    let text = answer(&with(&["show", "--moves", "1. 32-28 17-22"]));
    assert!(text.contains("Moves       1: 28x17\n"), "{text}");
    assert!(text.contains("To move     White, move 2\n"), "{text}");
    let view = json(&with(&["show", "--json", "W:WK6:BK45", "--moves", "6-1 45-50"]));
    assert_eq!(view["clocks"]["two_pieces"], 2);
    assert_eq!(view["outcome"], Value::Null);
    let view = json(&with(&["show", "--json", "W:W:B28"]));
    assert_eq!(view["outcome"]["reason"], "Black wins: White cannot move");

    for (arguments, words) in [
        (&["show", "W:W51:B1"][..], "there is no square 51"),
        (&["show", "--moves", "32-23"], "White's move 1: 32-23 is not legal"),
        (&["show", "--captures"], "about exchanges in chess"),
    ] {
        let text = complaint(&with(arguments));
        assert!(text.contains(words), "{text}");
    }

    let suite = TemporaryFile::new("draughts.txt", "W:W31-50:B1-20 ; D1 9 ; D2 81 ; D3 658\n");
    let text = answer(&["perft", "--game", "draughts", "--suite", suite.path()]);
    assert!(text.starts_with("3 counts in 1 position: 3 right, 0 wrong\n"), "{text}");
}
