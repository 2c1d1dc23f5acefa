//! `damier tune` as a person or a script uses it.

use crate::common;
use crate::common::{Folder, program};
use serde_json::Value;
use std::fs;
use std::process::Output;

fn tune<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    [&["tune"], arguments].concat()
}

fn answer(arguments: &[&str]) -> String {
    common::answer(&tune(arguments))
}

fn json(arguments: &[&str]) -> Value {
    common::json(&tune(arguments))
}

fn complaint(arguments: &[&str]) -> String {
    common::complaint(&tune(arguments))
}

/// Damier as a program next door that always plays the same. Its level is a number that matters
/// in every build.
fn engine(protocol: &str) -> String {
    let hash = if protocol == "hub" { "tt-size=16,seed=1" } else { "Hash=1,Seed=1" };
    format!("cmd='{}' {protocol},{hash}", env!("CARGO_BIN_EXE_damier"))
}

/// A short tuning of the level, from far too low.
fn level<'a>(engine: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let usual = ["--engine", engine, "--parameter", "level = 3, 1..=11, step 2"];
    let games = ["--nodes", "300", "--iterations", "6", "--pairs", "2", "--rate", "0.2"];
    [&usual[..], &games, more].concat()
}

#[test]
fn a_level_that_is_too_low_is_raised_and_the_result_told_in_every_form() {
    let folder = Folder::new("tune-level");
    let engine = engine("hub");
    let (journal, svg) = (folder.file("j.jsonl"), folder.file("course.svg"));
    let outputs = ["--game", "draughts", "--journal", &journal, "--svg", &svg];
    let arguments = level(&engine, &outputs);
    let text = answer(&arguments);
    let number = |text: &str| text.trim().parse::<i32>().expect("a number");
    let options = text.lines().last().unwrap();
    let found = number(options.strip_prefix("level=").unwrap());
    assert!(found > 4, "{text}");
    let line = format!("level: i32 = {found}, 1..=11, step 2;");
    assert!(
        text.contains(&line) && text.contains("Iterations  6 of 6\nGames       24, "),
        "{text}"
    );
    let picture = folder.text("course.svg");
    assert!(picture.contains(&format!("After 6 iterations: level 3 → {found}.")), "{picture}");

    // The journal says the same, to the letter, and nothing is played again.
    let before = folder.text("j.jsonl");
    assert_eq!(answer(&["report", &journal]), text);
    assert_eq!(answer(&arguments), text);
    assert_eq!(folder.text("j.jsonl"), before);
    let report = json(&["report", &journal, "--json"]);
    assert_eq!((&report["game"], &report["games"]), (&"draughts".into(), &24.into()));
    assert_eq!(report["parameters"][0]["line"], line);
    assert_eq!(number(report["parameters"][0]["found"].as_str().unwrap()), found);
}

#[cfg(unix)]
#[test]
fn a_tuning_that_is_killed_or_interrupted_ends_as_one_that_was_not() {
    use std::process::{Command, Stdio};
    use std::time::Duration;
    let folder = Folder::new("tune-kill");
    let engine = engine("uci");
    let (whole, cut) = (folder.file("whole.jsonl"), folder.file("cut.jsonl"));
    let json_of = |journal: &str| json(&level(&engine, &["--journal", journal, "--json"]));
    let expected = json_of(&whole);

    let begin = |lines: usize, signal: &str| -> Output {
        // One game at a time, so that some are certainly missing.
        let arguments = level(&engine, &["--journal", &cut, "--concurrency", "1"]);
        let mut command = program(&tune(&arguments));
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let child = child.expect("damier runs");
        while !fs::read_to_string(&cut).is_ok_and(|text| text.lines().count() >= lines) {
            std::thread::sleep(Duration::from_millis(2));
        }
        let number = child.id().to_string();
        assert!(Command::new("kill").args([signal, &number]).status().unwrap().success());
        child.wait_with_output().unwrap()
    };
    begin(3, "-KILL");
    let output = begin(8, "-INT");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{errors}");
    assert!(errors.contains("interrupted; the same command goes on from here"), "{errors}");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains(" of 6\n") && text.contains("Lines for tunables.rs:"), "{text}");
    assert_eq!(json_of(&cut), expected);
    let sorted = |name: &str| {
        let text = folder.text(name);
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted("cut.jsonl"), sorted("whole.jsonl"));
}

#[cfg(unix)]
#[test]
fn an_engine_that_dies_is_told_and_its_games_are_kept() {
    let folder = Folder::new("tune-dies");
    let (script, journal) = (folder.file("engine.sh"), folder.file("j.jsonl"));
    let text = "while read line; do case $line in uci) \
        echo option name X type spin default 3 min 0 max 9; echo uciok;; \
        isready) echo readyok;; quit) exit;; go*) echo no more >&2; exit 1;; esac; done";
    fs::write(&script, text).unwrap();
    let engine = format!("cmd=sh '{script}'");
    let arguments = ["--engine", &engine, "-p", "X", "--nodes", "1", "--journal", &journal];
    let output = common::damier(&tune(&[&arguments[..], &["--pairs", "1"]].concat()));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && output.stdout.is_empty(), "{errors}");
    for words in [
        "pair 0: plus: the engine ended by itself; its last words: no more",
        "in iteration 1 every game was lost by an engine that misbehaved",
        "j.jsonl, and the same command goes on from there",
    ] {
        assert!(errors.contains(words), "{errors}");
    }
    assert_eq!(json(&["report", &journal, "--json"])["faults"], 2);
}

#[test]
fn wrong_words_are_told_with_the_remedy() {
    let folder = Folder::new("tune-words");
    let engine = engine("uci");
    let [file, foreign] = ["numbers.txt", "foreign.jsonl"].map(|name| folder.file(name));
    fs::write(&file, "Level = 3\n\nLevel = x\n").unwrap();
    fs::write(&foreign, "{\"damier_arena\":2}\n").unwrap();
    let cases: [(&[&str], &str); 11] = [
        (&[], "there is nothing to tune: name options with --parameter"),
        (&["-p", "Levle"], "no numeric option \"Levle\""),
        (&["-p", "Leve"], "did you mean Level or Skill Level?"),
        (&["-p", "Level = 99"], "cannot begin at 99"),
        (&["-p", "Level, 0..=99"], "the engine takes"),
        (&["-p", "OwnBook"], "OwnBook is no number"),
        (&["-p", "Seed"], "Seed is tuned and cannot be set"),
        (&["--parameters", &file], "numbers.txt: line 3: \"Level = x\" is no parameter"),
        (&["--parameters", "/no/file"], "/no/file"),
        (&["-p", "Level", "--journal", &foreign], "does not begin with the settings"),
        (&["-p", "Level", "--journal", &foreign, "--svg", &foreign], "named for two things"),
    ];
    for (more, words) in cases {
        let text = complaint(&[&["--engine", &engine, "--nodes", "50"], more].concat());
        assert!(text.contains(words), "{more:?}: {text}");
    }
    assert_eq!(folder.text("foreign.jsonl"), "{\"damier_arena\":2}\n");
    for (engine, words) in [
        ("builtin", "only a program that is started with cmd="),
        ("cmd=/no/such/engine", "cannot start"),
        ("Hash=1", "who is to play is missing"),
    ] {
        let text = complaint(&["--engine", engine, "-p", "Level"]);
        assert!(text.contains(words), "{engine}: {text}");
    }
    assert!(complaint(&["report", "/no/journal"]).contains("/no/journal"));
}

#[test]
fn what_an_engine_declares_is_listed_and_can_be_read_back() {
    let folder = Folder::new("tune-list");
    let engine = engine("uci");
    let list = answer(&["--engine", &engine, "--list"]);
    assert!(list.contains("MultiPV: i32 = 1, 1..="), "{list}");
    assert!(!list.contains("OwnBook"), "{list}");
    let file = folder.file("numbers.txt");
    let some = list.lines().filter(|line| line.starts_with("M")).collect::<Vec<_>>().join("\n");
    fs::write(&file, some).unwrap();
    let usual = ["--engine", &engine, "--parameters", &file, "-p", "multipv = 2, 1..=4"];
    let games = ["--nodes", "20", "--iterations", "1", "--pairs", "1", "--json"];
    let report = json(&[&usual[..], &games].concat());
    let numbers = report["parameters"].as_array().unwrap();
    // The command line has the last word, and everything else comes from the file.
    assert_eq!((&numbers[0]["name"], &numbers[0]["start"]), (&"MultiPV".into(), &2.0.into()));
    assert!(numbers.len() >= 2 && numbers[1..].iter().all(|one| one["name"] != "MultiPV"));
}

#[cfg(not(feature = "tuning"))]
#[test]
fn a_program_that_was_not_built_for_it_says_so() {
    for game in ["chess", "draughts"] {
        let text = complaint(&["--game", game, "-p", "reduction_base"]);
        assert!(text.contains("build it with --features tuning, or name another engine"), "{text}");
    }
}

/// `cargo test --release -p damier --features tuning -- --ignored --nocapture the_number`
#[cfg(feature = "tuning")]
#[test]
#[ignore = "plays for some minutes"]
fn the_number_that_was_put_wrong_is_moved_back() {
    // No late move is left out, and eight lines are looked at for one: both cost much strength.
    let cases = [
        ["chess", "late_move_depth = 0, 0..=14, step 2", "3000"],
        ["draughts", "multi-pv = 8, 1..=16, step 2", "500"],
    ];
    for [game, parameter, nodes] in cases {
        let usual = ["--game", game, "--parameter", parameter, "--nodes", nodes];
        let report = json(&[&usual[..], &["--iterations", "30", "--json"]].concat());
        let [start, found] = ["start", "exact"].map(|key| report["parameters"][0][key].as_f64());
        let (start, found) = (start.unwrap(), found.unwrap());
        println!("{parameter}: then {found:.1}");
        let is_back = if start == 0.0 { found > 3.0 } else { found < 4.0 };
        assert!(is_back, "{report}");
    }
}
