//! `damier doctor`: what is in order, and what is not.

use crate::common::{Folder, damier};
use serde_json::Value;
use std::path::Path;

/// What a run finds, and whether it ends well.
fn findings(arguments: &[&str]) -> (Vec<Value>, bool) {
    let output = damier(&[&["doctor", "--json"], arguments].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    let view: Value = serde_json::from_str(&text).expect("output is JSON");
    let findings = view["findings"].as_array().unwrap().clone();
    let count = |health| findings.iter().filter(|finding| finding["health"] == health).count();
    assert_eq!(view["problems"], count("problem"));
    assert_eq!(view["warnings"], count("warning"));
    assert_eq!(output.status.success(), count("problem") == 0, "{text}");
    // Whatever is not in order comes with what to do.
    for finding in &findings {
        assert_eq!(finding["health"] == "ok", finding.get("advice").is_none(), "{finding}");
    }
    (findings, output.status.success())
}

/// How good the last finding about something is, and what it says.
fn about<'a>(findings: &'a [Value], thing: &str) -> (&'a str, &'a str) {
    let finding = findings.iter().rfind(|finding| finding["about"] == thing).expect(thing);
    (finding["health"].as_str().unwrap(), finding["found"].as_str().unwrap())
}

/// A database with games in it: one that can be opened, and one that cannot.
fn fill(folder: &Folder) {
    drop(damier_web::Store::open(&folder.0).unwrap());
}

#[test]
fn a_healthy_machine_is_told_so() {
    let folder = Folder::new("doctor-healthy");
    let data = folder.file("data");
    let (found, is_well) = findings(&["--data", &data]);
    assert!(is_well);
    assert_eq!(about(&found, "games"), ("ok", "No game has been kept yet."));
    let (health, words) = about(&found, "data folder");
    assert!(health == "ok" && words.ends_with("is not there yet; damier serve makes it."));
    let networks = found.iter().filter(|finding| finding["about"] == "network");
    assert_eq!(networks.filter(|finding| finding["health"] == "ok").count(), 2);
    // Looking changes nothing.
    assert!(!Path::new(&data).exists());

    fill(&folder);
    let (found, is_well) = findings(&["--data", &folder.file("")]);
    assert!(is_well);
    let (health, words) = about(&found, "games");
    assert!(health == "ok" && words.ends_with("is whole, with 0 games."), "{words}");
    let output = damier(&["doctor", "--data", &folder.file("")]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("\nok       data folder: "), "{text}");
}

#[test]
fn a_damaged_database_is_a_problem() {
    let folder = Folder::new("doctor-damaged");
    fill(&folder);
    let path = folder.file("games.sqlite");
    let mut bytes = std::fs::read(&path).unwrap();
    let length = bytes.len();
    bytes[length - 4096..].fill(0xee);
    std::fs::write(&path, bytes).unwrap();
    let (found, is_well) = findings(&["--data", &folder.file("")]);
    let (health, words) = about(&found, "games");
    assert!(!is_well && health == "problem" && words.contains("is damaged ("), "{words}");

    std::fs::write(&path, "no database at all").unwrap();
    let (found, is_well) = findings(&["--data", &folder.file("")]);
    let (health, words) = about(&found, "games");
    assert!(!is_well && health == "problem" && words.contains("cannot be read"), "{words}");
}

#[test]
fn a_folder_in_which_nothing_can_be_written_is_a_problem() {
    let folder = Folder::new("doctor-unwritable");
    std::fs::write(folder.0.join("file"), "").unwrap();
    let mut places = vec![folder.file("file"), folder.file("file/below")];
    if cfg!(target_os = "linux") {
        // Not even the owner of the machine can.
        places.push("/proc".to_owned());
    }
    for place in places {
        let (found, is_well) = findings(&["--data", &place]);
        let (health, words) = about(&found, "data folder");
        assert!(!is_well && health == "problem" && words.starts_with("Nothing can be written in"));
    }
}

#[test]
fn tables_that_are_missing_or_damaged_are_a_problem() {
    let folder = Folder::new("doctor-tables");
    let (empty, data) = (folder.file(""), folder.file("data"));
    for (option, thing) in [("--syzygy", "chess tables"), ("--egdb", "draughts tables")] {
        for place in [&empty, &folder.file("nowhere")] {
            let (found, is_well) = findings(&["--data", &data, option, place]);
            let (health, words) = about(&found, thing);
            assert!(!is_well && health == "problem" && words.starts_with("They cannot be used"));
        }
    }
    assert!(damier(&["egdb", "build", "--pieces", "2", "--path", &empty]).status.success());
    let (found, is_well) = findings(&["--data", &data, "--egdb", &empty]);
    let (health, words) = about(&found, "draughts tables");
    assert!(is_well && health == "ok" && words.contains("4 tables, up to 2 pieces"), "{words}");
    std::fs::write(folder.0.join("KvK.egdb"), "DAMIEGDB").unwrap();
    let (found, is_well) = findings(&["--data", &data, "--egdb", &empty]);
    assert!(!is_well && about(&found, "draughts tables").0 == "problem");
    // Of the right size for a table, and with nothing in it.
    std::fs::write(folder.0.join("KQvK.rtbw"), [0; 80]).unwrap();
    let (found, is_well) = findings(&["--data", &data, "--syzygy", &empty]);
    assert!(!is_well && about(&found, "chess tables").0 == "problem");
}

#[test]
fn files_that_are_named_are_read() {
    let folder = Folder::new("doctor-files");
    let data = folder.file("data");
    let networks = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    for name in ["chess", "draughts"] {
        let file = format!("{networks}/{name}-engine/networks/{name}.nnue");
        let (found, is_well) = findings(&["--data", &data, "--network", &file]);
        let (health, words) = about(&found, "network");
        assert!(is_well && health == "ok", "{words}");
        assert!(words.contains(&format!("a network of {name},")), "{words}");
        let mut bytes = std::fs::read(&file).unwrap();
        bytes[1000] ^= 1;
        let damaged = folder.file("damaged.nnue");
        std::fs::write(&damaged, bytes).unwrap();
        let (found, is_well) = findings(&["--data", &data, "--network", &damaged]);
        let (health, words) = about(&found, "network");
        assert!(!is_well && health == "problem" && words.contains("damaged"), "{words}");
    }
    let [book, profile] = ["some.bin", "some.toml"].map(|name| folder.file(name));
    std::fs::write(&book, [0; 16]).unwrap();
    std::fs::write(&profile, "game = \"chess\"\nabout = \"Some\"\n").unwrap();
    let (found, _) = findings(&["--data", &data, "--book", &book, "--profile", &profile]);
    assert_eq!(about(&found, "book"), ("ok", format!("{book} can be read; entries: 1.").as_str()));
    assert!(about(&found, "profile").0 == "ok", "{found:?}");
    std::fs::write(&book, [0; 15]).unwrap();
    std::fs::write(&profile, "nonsense").unwrap();
    let (found, is_well) = findings(&["--data", &data, "--book", &book, "--profile", &profile]);
    assert!(!is_well && about(&found, "book").0 == "problem");
    assert_eq!(about(&found, "profile").0, "problem");
}
