//! Levels, profiles, the firewall and games in the terminal, as a person uses them.

use crate::common::{Folder, answer, complaint, damier, json, program};
use damier_core::random::Random;
use damier_reasons::{Reason, ReasonGame, makes_unsafe};
use std::io::Write;
use std::process::Stdio;

/// What a run prints that is told these lines.
fn told(arguments: &[&str], lines: &[&str]) -> String {
    let mut command = program(arguments);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all((lines.join("\n") + "\n").as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap() + &errors
}

#[test]
fn a_move_is_checked_in_one_line() {
    let fen = "1Q3b1r/3npkp1/2pp1p1p/8/4P1P1/5P2/1B1P1K1P/3Q2R1 w - - 1 24";
    let text = answer(&["check", fen, "b8e8"]);
    assert!(text.starts_with("Qe8+ is not safe. This loses the queen"), "{text}");
    assert!(text.contains(" (Qe8+ Kxe8"), "{text}");
    assert_eq!(text.lines().count(), 1);
    // Without quotes, and in the notation of records.
    let words: Vec<&str> = ["check"].into_iter().chain(fen.split(' ')).chain(["Qbb3"]).collect();
    assert_eq!(answer(&words), "Qbb3+ is safe\n");
    let mate = "6k1/5ppp/8/8/3q4/8/1N3PPP/4Q1K1 w - - 0 1";
    assert_eq!(answer(&["check", mate, "Qe8"]), "Qe8# is safe: it wins by force\n");
    assert_eq!(answer(&["check", "--moves", "1. e4 e5", "Nf3"]), "Nf3 is safe\n");
    let all = json(&["check", "--json", "--nodes", "2000"]);
    assert_eq!(all.as_array().unwrap().len(), 20);
    assert_eq!(all[0]["safe"], true);
    let fen = "W:W26,31,32,33,37,38,39,42,43,48:B8,9,12,13,16,18,19,23,24";
    let text = answer(&["check", "--game", "draughts", fen, "26-21"]);
    assert!(text.starts_with("26-21 is not safe. This loses two men. "), "{text}");
    assert!(text.contains(" (26-21 16x36"), "{text}");
    let text = complaint(&["check", "startpos", "Nf9"]);
    assert!(text.contains("cannot read the move \"Nf9\""), "{text}");
    let text = complaint(&["check", "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1"]);
    assert_eq!(text, "damier: the game is over: White wins by checkmate\n");
}

/// Says of a move in a position that was reached at random what both commands say.
fn commands_agree<G: ReasonGame>(seed: u64) {
    let mut random = Random::new(seed);
    let plies = 6 + random.below(40);
    let Some(position) = random.walk(G::start(), plies) else { return };
    let moves = position.legal_moves();
    if position.ending(1).is_some() || moves.len() < 2 {
        return;
    }
    let (fen, mv) = (position.to_fen(), position.write_move(*random.pick(&moves)));
    let ask = |command| json(&[command, "--game", G::NAME, "--json", "--nodes", "2000", &fen, &mv]);
    let (checked, explained) = (ask("check"), ask("explain"));
    // Without any reason there is no list of them.
    let reasons: Option<Vec<Reason>> =
        serde_json::from_value(explained["reasons"].clone()).unwrap();
    let reasons = reasons.unwrap_or_default();
    let is_safe = !makes_unsafe(&reasons) && explained["judgement"] != "blunder";
    assert_eq!(checked["safe"], is_safe, "{fen} {mv}: {checked} {explained}");
    let words: Vec<&str> =
        checked["reasons"].as_array().unwrap().iter().filter_map(|word| word.as_str()).collect();
    if !words.is_empty() {
        // `explain` adds which move is better.
        let explanation = explained["explanation"].as_str().unwrap();
        assert!(explanation.starts_with(&words.join(" ")), "{fen} {mv}: {explanation}");
    }
}

#[test]
fn check_and_explain_say_the_same_of_a_move() {
    let positions = if cfg!(debug_assertions) { 6 } else { 75 };
    for seed in 0..positions {
        commands_agree::<damier_chess::Position>(seed);
        commands_agree::<damier_draughts::Position>(seed);
    }
}

#[test]
fn profiles_are_listed_shown_made_and_checked() {
    let folder = Folder::new("profiles");
    let text = answer(&["profiles", "list"]);
    for word in ["Chess levels", "Draughts levels", "gambler", "defensif", "\n12 "] {
        assert!(text.contains(word), "{word} in {text}");
    }
    let text = answer(&["profiles", "list", "--game", "draughts"]);
    assert!(!text.contains("gambler"), "{text}");
    let text = answer(&["profiles", "show", "--game", "draughts", "expert"]);
    assert!(text.contains("material = 60 "), "{text}");

    let file = folder.file("mine.toml");
    answer(&["profiles", "new", &file, "--like", "aggressive"]);
    assert!(folder.text("mine.toml").contains("bishop-pair = 100 "));
    assert!(complaint(&["profiles", "new", &file]).contains("is there already; --force"));
    answer(&["profiles", "new", &file, "--game", "draughts", "--force"]);
    assert!(answer(&["profiles", "check", &file]).ends_with("mine is well formed\n"));
    let broken = folder.text("mine.toml").replace("material = 10 ", "material = -10 ");
    std::fs::write(&file, broken.replace("tempo =", "tempi =")).unwrap();
    let output = damier(&["profiles", "check", &file]);
    assert!(!output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let words = ["material takes a whole number from 0 to 1000, not -10", "perhaps tempo is meant"];
    assert!(words.iter().all(|words| text.contains(words)), "{text}");
    assert!(text.lines().all(|line| line.starts_with(&format!("{file}, line "))), "{text}");

    // In the folder of the user they are found by name, by every command.
    let home = folder.0.join("damier").join("profiles");
    std::fs::create_dir_all(&home).unwrap();
    std::fs::write(home.join("wild.toml"), "game = \"chess\"\n[weights]\nthreats = 400\n").unwrap();
    std::fs::write(home.join("bad.toml"), "game = \"chess\"\nwieghts = 1\n").unwrap();
    let run = |arguments: &[&str]| {
        let output = program(arguments).env("XDG_CONFIG_HOME", &folder.0).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        text + &String::from_utf8(output.stderr).unwrap()
    };
    if cfg!(target_os = "linux") {
        let text = run(&["profiles", "list", "--game", "chess"]);
        assert!(text.contains("wild "), "{text}");
        assert!(text.contains("left out: ") && text.contains("bad.toml, line 2: "), "{text}");
        let text = run(&["uci", "uci", "setoption name Profile value wild", "go depth 1"]);
        assert!(text.contains(" var wild\n") && text.contains("bestmove"), "{text}");
        let text = run(&["profiles", "show", "bad"]);
        assert!(text.contains("bad.toml, line 2: there is no key \"wieghts\""), "{text}");
        run(&["profiles", "new", "tame"]);
        assert!(home.join("tame.toml").exists());
        let text = run(&["profiles", "check", "tame"]);
        assert!(text.ends_with("tame is well formed\n"), "{text}");
        let text = run(&["profiles", "check"]);
        assert!(
            text.contains("bad.toml, line 2") && text.contains("1 file with mistakes"),
            "{text}"
        );
        assert!(run(&["profiles", "new", "none"]).contains("cannot be called"));
        assert!(run(&["profiles", "new", "classic"]).contains("part of the program"));
    }
}

#[test]
fn a_game_in_the_terminal_is_played_taken_back_saved_and_loaded() {
    let folder = Folder::new("play");
    let file = folder.file("game.pgn");
    let save = format!("save {file}");
    let lines =
        ["e4", "xx", "undo", "undo", "d4", "moves", "stats", "fen", "flip", "level 3", "level 99"];
    let text = told(
        &["play", "--level", "2", "--seed", "3"],
        &lines
            .iter()
            .copied()
            .chain([save.as_str(), "profile nobody", "c4", "quit"])
            .collect::<Vec<_>>(),
    );
    for words in [
        "White: Human\nBlack: Damier, level 2 (seed 3)\n",
        " 4  .  .  .  .  P",
        "\"xx\" does not read as a move",
        "there is nothing to take back",
        "Black: Damier, level 3",
        "option Level takes a number from 1 to 12, not \"99\"",
        "there is no chess profile \"nobody\"",
        " alpha cut-offs, ",
        " 1  R  N  B  Q",
    ] {
        assert!(text.contains(words), "{words:?} in {text}");
    }
    let saved = folder.text("game.pgn");
    assert!(saved.contains("[Black \"Damier, level 3\"]") && saved.contains("1. d4 "), "{saved}");
    let text = told(&["play", "--side", "both", "--load", &file], &["draw", "undo", "fen", "quit"]);
    assert!(text.contains("1/2-1/2: agreed") && text.contains("PP1PPPP"), "{text}");
    let text =
        told(&["play", "--side", "both"], &["f3", "e5", "g4", "Qh4", "a3", "undo", "resign"]);
    assert!(
        text.contains("0-1: Black wins by checkmate") && text.contains("the game is over; undo"),
        "{text}"
    );
    assert!(text.contains("1-0: Black resigns"), "{text}");
    // Whatever ends a game is kept, and so is one that is left for another.
    let kept = folder.file("kept.pgn");
    told(&["play", "--side", "both", "--save", &kept], &["1. e4", "resign", "new", "d4", "undo"]);
    let text = folder.text("kept.pgn");
    assert!(text.contains("1. e4 1-0") && !text.contains("d4"), "{text}");
    let text = complaint(&["play", "--game", "draughts", "--load", &file]);
    assert!(text.contains("game.pgn: "), "{text}");
    let text = complaint(&["play", "--load", &folder.file("nothing.pgn")]);
    assert!(text.contains("nothing.pgn: No such file"), "{text}");
}

#[test]
fn hints_and_explanations_are_given() {
    let fen = "6k1/5ppp/8/8/3q4/8/1N3PPP/4Q1K1 w - - 0 1";
    let text = told(&["play", "--side", "both", "--fen", fen], &["hint", "Qe5", "explain", "quit"]);
    assert!(text.contains("Qe8#, which wins by force: Qe8#\n"), "{text}");
    assert!(text.contains("White: Qe5 is not safe. "), "{text}");
    assert!(text.contains("All terms, for White"), "{text}");
}

#[test]
fn two_engines_play_while_one_looks_on() {
    let folder = Folder::new("watch");
    let file = folder.file("game.pdn");
    let arguments = [
        "play",
        "--game",
        "draughts",
        "--white",
        "profile=expert,level=3,seed=2",
        "--black",
        "profile=joue-random,seed=5",
        "--save",
        &file,
        "--statistics",
    ];
    let text = told(&arguments, &[]);
    assert!(
        text.contains(
            "White: Damier, level 3, expert (seed 2)\nBlack: Damier, joue-random (seed 5)\n"
        ),
        "{text}"
    );
    assert!(text.contains("1-0: "), "expert wins: {text}");
    assert!(folder.text("game.pdn").contains("[Result \"2-0\"]"));
    assert!(complaint(&arguments).contains("is there already; --save wants a new file"));
    std::fs::remove_file(&file).unwrap();
    let again = told(&arguments, &[]);
    assert_eq!(text, again, "the same seeds, the same game");
    for (who, words) in [
        ("level=x", "level=x: a whole number belongs there"),
        ("strength=3", "there is no strength=; there are level,"),
        ("robot", "\"robot\" is not of the form key=value"),
    ] {
        assert!(complaint(&["play", "--white", who]).contains(words), "{who}");
    }
}

#[test]
fn styles_and_the_ladder_are_measured() {
    let folder = Folder::new("measure");
    let table = folder.file("styles.csv");
    let text = answer(&[
        "profiles",
        "styles",
        "--game",
        "draughts",
        "--level",
        "2",
        "--games",
        "2",
        "--profile",
        "expert",
        "--profile",
        "equilibre",
        "--csv",
        &table,
    ]);
    assert!(text.starts_with("profile    own moves %  points %  "), "{text}");
    // A profile that plays against itself would have played all its moves.
    let rows = folder.text("styles.csv");
    let rows: Vec<&str> = rows.lines().collect();
    assert!(rows.len() == 3 && rows[2].starts_with("equilibre,0.0 ±0.0,"), "{rows:?}");
    assert!(!rows[1].starts_with("expert,0.0 "), "{rows:?}");
    let text = complaint(&["profiles", "calibrate", "--anchor", "strong"]);
    assert!(text.contains("write its Elo, @ and the engine"), "{text}");
    assert!(complaint(&["profiles", "styles", "--games", "3"]).contains("games come in pairs"));
}
