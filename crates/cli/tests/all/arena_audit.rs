//! `damier arena audit` as a person or a script uses it.

use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// The words that start the command.
const COMMAND: [&str; 2] = ["arena", "audit"];

/// Two good games with a blunder each, and between them one with an illegal move.
const GAMES: &str = "[White \"Ada\"]\n[Black \"Bob, Jr\"]\n
1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Qh5 Nxh5 0-1\n
[White \"Cyd\"]\n[Black \"Ada\"]\n\n1. e4 e5 2. Ke3 1-0\n
[White \"Bob, Jr\"]\n[Black \"Ada\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n";

fn audit(arguments: &[&str], input: &str) -> Output {
    let mut damier = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(COMMAND)
        .args(["--nodes", "10000"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("damier runs");
    // A run that refuses its arguments does not read what it is given.
    let _ = damier.stdin.take().expect("a pipe").write_all(input.as_bytes());
    damier.wait_with_output().expect("damier ends")
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("output is text")
}

/// Standard output for games of chess that come through a pipe.
fn answer(arguments: &[&str]) -> String {
    let output = audit(&[&["-", "--game", "chess"], arguments].concat(), GAMES);
    assert!(output.status.success(), "{arguments:?}: {}", text(output.stderr));
    text(output.stdout)
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&answer(&[arguments, &["--json"]].concat())).expect("output is JSON")
}

#[test]
fn blunders_are_counted_for_each_player() {
    let report = json(&[]);
    let players = report["players"].as_array().expect("a list");
    let names: Vec<&Value> = players.iter().map(|player| &player["player"]).collect();
    assert_eq!(names, ["Ada", "Bob, Jr", "Cyd"]);
    let games_and_moves = |index: usize| (&players[index]["games"], &players[index]["moves"]);
    assert_eq!(games_and_moves(0), (&3.into(), &10.into()));
    assert_eq!(games_and_moves(1), (&2.into(), &10.into()));
    assert_eq!(players[0]["blunders"], 2);
    assert_eq!(players[0]["kinds"]["hung_queen"], 1);
    assert_eq!(players[0]["kinds"]["allowed_mate"], 1);
    assert_eq!(players[1]["blunders"], 0);
    assert_eq!(report.get("blunders"), None);
}

#[test]
fn the_number_of_jobs_changes_nothing() {
    let alone = answer(&["--list", "--json", "--jobs", "1"]);
    assert!(alone.contains("refutation"), "{alone}");
    assert_eq!(alone, answer(&["--list", "--json", "--jobs", "3"]));
}

#[test]
fn the_numbers_of_all_parts_are_together_those_of_the_whole() {
    let parts = ["1/2", "2/2"].map(|part| json(&["--shard", part]));
    assert!(parts.iter().all(|part| part["games"] != 3), "each has some of the games");
    let whole = json(&[]);
    for player in whole["players"].as_array().expect("a list") {
        for key in ["games", "moves", "blunders"] {
            let all = parts.iter().flat_map(|part| part["players"].as_array().expect("a list"));
            let same = all.filter(|other| other["player"] == player["player"]);
            let sum: u64 = same.map(|other| other[key].as_u64().expect("a number")).sum();
            assert_eq!(player[key], sum, "{key} of {}", player["player"]);
        }
    }
}

#[test]
fn a_fault_is_reported_and_the_rest_is_judged() {
    let output = audit(&["-", "--game", "chess"], GAMES);
    assert!(output.status.success());
    let faults = text(output.stderr);
    assert!(
        faults.starts_with("standard input: game 2, line 9, column 13, move 2. Ke3: "),
        "{faults}"
    );
    assert_eq!(faults.lines().count(), 1, "{faults}");
    assert!(text(output.stdout).contains("3 games of chess"));
}

#[test]
fn every_blunder_is_listed_with_its_refutation() {
    let text = answer(&["--list"]);
    let line = "standard input, game 1, Ada: 6. Qh5 (";
    assert!(text.contains(line) && text.contains("hung queen\n    played  Qh5 Nxh5"), "{text}");
    assert!(text.contains("game 3, Ada: 3... Nf6 (lost in 1) instead of"), "{text}");
    let blunder = &json(&["--list"])["blunders"][1];
    assert_eq!(blunder["kind"], "allowed_mate");
    assert_eq!(blunder["refutation"], "Nf6 Qxf7#");
}

#[test]
fn games_and_players_can_be_chosen() {
    let report = json(&["--games", "1"]);
    assert_eq!(report["games"], 1);
    let report = json(&["--player", "bob, jr"]);
    assert_eq!(
        (&report["games"], report["players"].as_array().map(Vec::len)),
        (&2.into(), Some(1))
    );
    let output = audit(&["-", "--game", "chess", "--player", "Eve"], GAMES);
    assert!(!output.status.success());
    assert!(text(output.stderr).ends_with("damier: there is no move of Eve\n"));
}

#[test]
fn spreadsheets_get_a_line_for_each_player_or_each_blunder() {
    let text = answer(&["--csv"]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("player,games,moves,mean_loss,blunders,"), "{text}");
    assert!(lines[2].starts_with("\"Bob, Jr\",2,"), "{text}");
    assert_eq!(lines.len(), 4);
    assert_eq!(answer(&["--csv", "--list"]).lines().count(), 3);
}

#[test]
fn what_cannot_be_judged_is_refused_with_a_reason() {
    let complaint = |arguments: &[&str], input| {
        let output = audit(arguments, input);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        text(output.stderr)
    };
    assert!(complaint(&["-"], GAMES).contains("is standard input chess or draughts?"));
    assert!(complaint(&["a.pgn", "b.pdn"], "").contains("files of both games"));
    assert!(complaint(&["missing.pgn"], "").contains("missing.pgn"));
    let nothing = complaint(&["-", "--game", "draughts"], GAMES);
    assert!(nothing.contains("there is no game of draughts with a legal move in it"), "{nothing}");
}

#[test]
fn the_name_of_a_file_says_which_game_it_is() {
    let path: PathBuf =
        std::env::temp_dir().join(format!("damier-audit-{}.pdn", std::process::id()));
    std::fs::write(&path, "1. 32-28 17-22 2. 28x17 11x22 *\n").expect("a temporary file");
    let output = audit(&[path.to_str().expect("a plain name")], "");
    let _ = std::fs::remove_file(&path);
    assert!(text(output.stdout).contains("1 game of draughts"));
}
