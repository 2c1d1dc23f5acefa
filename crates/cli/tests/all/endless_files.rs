//! Names of files behind which there is no end, or far too much: each is refused in a sentence, and
//! nothing waits for it.

use crate::common::{Folder, complaint, program};
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Far longer than any of these runs takes; only a run that hangs gets there.
const PATIENCE: Duration = Duration::from_secs(60);

const NO_REGULAR_FILE: &str = "this is no regular file but a device, a pipe or the like";

/// Every kind of name, with a part of what is said about it.
fn names(folder: &Folder) -> [(String, &'static str); 4] {
    let pipe = folder.file("pipe.toml");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let huge = folder.file("huge.toml");
    std::fs::File::create(&huge).unwrap().set_len(5_000_000_000).unwrap();
    [
        ("/dev/zero".to_owned(), NO_REGULAR_FILE),
        (pipe, NO_REGULAR_FILE),
        (folder.file(""), "this is a folder, not a file"),
        (huge, "and this has 5000000000 bytes"),
    ]
}

/// What a run prints that is told these lines and then to quit. Its input stays open, so only the
/// word ends it.
fn told(arguments: &[&str], lines: &[String]) -> String {
    let mut command = program(arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all((lines.join("\n") + "\nquit\n").as_bytes()).unwrap();
    let deadline = Instant::now() + PATIENCE;
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > deadline {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("{arguments:?} does not quit after {lines:?}");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    text
}

#[test]
fn options_of_uci_refuse_them_and_quit_is_obeyed() {
    let folder = Folder::new("endless-uci");
    for (name, words) in names(&folder) {
        for option in ["EvalFile", "BookFile", "ProfileFile"] {
            let line = format!("setoption name {option} value {name}");
            let text = told(&["uci"], &[line, "isready".to_owned()]);
            let said = format!("option {option}: ");
            assert!(text.contains(&said) && text.contains(words), "{option} {name}: {text}");
            assert!(text.ends_with("readyok\n"), "{text}");
        }
    }
}

#[test]
fn parameters_of_hub_refuse_them_and_quit_is_obeyed() {
    let folder = Folder::new("endless-hub");
    for (name, words) in names(&folder) {
        for parameter in ["eval-file", "profile-file"] {
            let line = format!("set-param name={parameter} value=\"{name}\"");
            let text = told(&["hub"], &[line, "ping".to_owned()]);
            assert!(text.contains(words), "{parameter} {name}: {text}");
            assert!(text.ends_with("pong\n"), "{text}");
        }
    }
}

#[test]
fn books_of_genfens_and_endgame_tables_are_bounded_too() {
    let folder = Folder::new("endless-rest");
    for (name, words) in names(&folder) {
        let text = told(&["uci"], &[format!("genfens 1 seed 1 book {name}")]);
        assert!(text.contains(words), "{name}: {text}");
    }
    let tables = Folder::new("endless-tables");
    for class in ["MvM", "MvK", "KvM", "KvK"] {
        let huge = std::fs::File::create(tables.file(&format!("{class}.egdb"))).unwrap();
        huge.set_len(5_000_000_000).unwrap();
    }
    let line = format!("set-param name=endgame-path value=\"{}\"", tables.file(""));
    let text = told(&["hub"], &[line, "ping".to_owned()]);
    assert!(text.contains("and this has 5000000000 bytes"), "{text}");
}

#[test]
fn commands_refuse_them() {
    let folder = Folder::new("endless-commands");
    let pipe = names(&folder)[1].0.clone();
    for arguments in [
        &["learn", "info", &pipe][..],
        &["arena", "report", &pipe],
        &["arena", "--engine", "builtin", "--engine", "builtin", "--openings", &pipe],
    ] {
        let text = complaint(arguments);
        assert!(text.contains(NO_REGULAR_FILE), "{arguments:?}: {text}");
    }
}
