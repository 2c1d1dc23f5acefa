//! The program as other programs talk to it.

use crate::common::{Folder, answer, complaint, json};
use damier_core::Game;
use damier_draughts::Position;
use damier_protocol::client::{EngineCommand, HubClient};
use damier_search::{Engine, Limits, NamedOptions, Query};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

/// What the program answers to lines on standard input.
fn conversation(arguments: &[&str], input: &str) -> String {
    let mut process = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    process.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = process.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("output is text")
}

#[test]
fn uci_is_spoken_with_and_without_its_name() {
    for arguments in [&[][..], &["uci"]] {
        let text = conversation(arguments, "uci\nisready\ngo depth 1\n");
        assert!(text.starts_with("id name Damier "), "{text}");
        assert!(text.contains("\nuciok\nreadyok\n"), "{text}");
        assert!(text.lines().last().unwrap().starts_with("bestmove "), "{text}");
    }
}

#[test]
fn arguments_can_be_lines_of_uci() {
    let order = ["genfens 3 seed 42 book None", "quit"];
    let text = answer(&order);
    let fens: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("info string genfens ")).collect();
    assert_eq!(fens.len(), 3, "{text}");
    assert_eq!(text.lines().count(), 3, "{text}");
    for fen in fens {
        assert_eq!(json(&["show", "--json", fen])["fen"], fen);
    }
    assert_eq!(answer(&order), text);
    assert_eq!(answer(&["uci", "isready"]).lines().last(), Some("readyok"));
    assert!(
        answer(&["position startpos moves e2e4", "go perft 1"]).ends_with("\nNodes searched: 20\n")
    );
}

#[test]
fn what_is_said_can_be_kept_in_a_file() {
    let folder = Folder::new("log");
    let log = folder.file("damier.log");
    let open = format!("setoption name Debug Log File value {log}\n");
    let close = "setoption name Debug Log File value";
    conversation(&["uci"], &format!("{open}isready\n"));
    conversation(&["uci"], &format!("{open}{close}\nisready\n"));
    conversation(&["hub"], &format!("set-param name=debug-log-file value={log}\nping\n"));
    let kept = folder.text("damier.log");
    let said: Vec<&str> = kept.lines().map(|line| line[10..].trim_start()).collect();
    let closed = format!(">> {close}");
    assert_eq!(said, [">> isready", "<< readyok", &closed, ">> ping", "<< pong"], "{kept}");
    // What is no file is refused, and the game goes on.
    let text = conversation(&["uci"], "setoption name Debug Log File value /\nisready\n");
    assert!(text.starts_with("info string Debug Log File: /: "), "{text}");
    assert!(text.ends_with("readyok\n"), "{text}");
}

#[test]
fn hub_is_spoken_on_standard_streams() {
    let mut process = Command::new(env!("CARGO_BIN_EXE_damier"))
        .arg("hub")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("damier runs");
    let script = b"hub\ninit\npos start moves=\"32-28\"\nlevel depth=3\ngo think\ndance\n";
    process.stdin.take().unwrap().write_all(script).unwrap();
    let output = process.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
    assert!(text.contains("id name=Damier version="), "{text}");
    // What is wrong is said at once, even while there is a search.
    for line in ["\nwait\n", "\nready\n", "\ndone move=", "error message=\"there is no command"] {
        assert!(text.contains(line), "{line}: {text}");
    }
}

#[test]
fn our_own_client_can_drive_it_over_hub() {
    let command = EngineCommand {
        program: env!("CARGO_BIN_EXE_damier").to_owned(),
        arguments: vec!["hub".to_owned()],
        folder: None,
    };
    let mut engine = HubClient::start(&command).unwrap();
    assert!(engine.name().starts_with("Damier "), "{}", engine.name());
    engine.set_option("tt-size", "16").unwrap();
    engine.new_game().unwrap();
    let mut game = Game::new(Position::start());
    while game.ending().is_none() && game.moves().len() < 30 {
        let query = Query::new(game.clone(), Limits::to_nodes(500));
        let mut reports = 0;
        let answer = engine.search(&query, &mut |_| reports += 1).unwrap();
        assert!(reports > 0);
        game.try_play(answer.best.unwrap()).unwrap();
    }
}

#[test]
fn two_programs_play_over_dxp() {
    let mut listener = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(["dxp", "listen", "--port", "0", "--games", "1", "--movetime", "1", "--level", "3"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("damier runs");
    let mut lines = BufReader::new(listener.stdout.take().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    let address = first.strip_prefix("Listening on ").expect("it says where");
    let text = answer(&[
        "dxp",
        "connect",
        address,
        "--games",
        "1",
        "--moves",
        "3",
        "--movetime",
        "1",
        "--side",
        "black",
        "--fen",
        "W:W31-50:B1-20",
    ]);
    assert!(text.contains("we play Black\n"), "{text}");
    assert!(text.contains("Game over after 6 plies"), "{text}");
    let last = lines.last().unwrap().unwrap();
    assert!(last.starts_with("Won ") && text.lines().last().unwrap().starts_with("Won "), "{last}");
    assert!(listener.wait().unwrap().success());
}

#[test]
fn what_is_wrong_with_a_match_over_dxp_is_said() {
    let text = complaint(&["dxp", "connect", "127.0.0.1:1"]);
    assert!(text.starts_with("damier: cannot connect to 127.0.0.1:1: "), "{text}");
    let text = complaint(&["dxp", "connect", "localhost", "--fen", "W:W:B1-20"]);
    assert!(text.contains("cannot move"), "{text}");
    for (option, words) in [("--network", "EvalFile"), ("--tables", "/no/such")] {
        let text = complaint(&["dxp", "connect", "localhost", option, "/no/such"]);
        assert!(text.contains(words) && text.contains("/no/such"), "{text}");
    }
    let text = complaint(&["dxp", "connect", "localhost", "--option", "Seed"]);
    assert!(text.ends_with("an option is given as NAME=VALUE\n"), "{text}");
    let text = complaint(&["dxp", "listen", "--address", "256.0.0.1"]);
    assert!(text.starts_with("damier: cannot listen on 256.0.0.1, port 27531: "), "{text}");
}
