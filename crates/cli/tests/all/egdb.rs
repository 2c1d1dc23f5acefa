//! `damier egdb` as a person or a script uses it.

use crate::common;
use crate::common::Folder;
use serde_json::Value;

/// The arguments with the folder of the tables.
fn with<'a>(folder: &'a str, arguments: &[&'a str]) -> Vec<&'a str> {
    [&["egdb"], arguments, &["--path", folder]].concat()
}

#[test]
fn tables_are_made_described_asked_and_checked() {
    let folder = Folder::new("egdb");
    let path = folder.file("tables");
    let answer = |arguments: &[&str]| common::answer(&with(&path, arguments));
    let json = |arguments: &[&str]| -> Value { common::json(&with(&path, arguments)) };
    let complaint = |arguments: &[&str]| common::complaint(&with(&path, arguments));
    let text = complaint(&["probe", "W:WK46:BK28"]);
    assert!(text.contains("damier egdb build"), "{text}");

    let text = answer(&["build", "--pieces", "2", "--threads", "2"]);
    assert!(text.contains("Tables    4, up to 2 pieces\nPositions 8,845\n"), "{text}");
    let info = json(&["info", "--json"]);
    assert_eq!((&info["max_pieces"], &info["positions"]), (&2.into(), &8_845.into()));
    assert_eq!(info["classes"][0]["class"], "KvK");
    assert!(answer(&["info"]).contains("\nMvM             1,985 "));

    let text = answer(&["probe", "--distance", "W:WK46:BK28"]);
    assert!(text.contains("Verdict  win\nPlies    1\n"), "{text}");
    let probe = json(&["probe", "--json", "B:W6:BK45"]);
    assert_eq!(probe["verdict"], "win");
    let moves = probe["moves"].as_array().expect("a list");
    assert_eq!((&moves[0]["verdict"], moves.len()), (&"win".into(), 9));
    let text = complaint(&["probe", "W:WK46:BK28,K5"]);
    assert!(text.contains("3 pieces, but the tables know only up to 2"), "{text}");
    let text = complaint(&["probe", "W:WK46:BK46"]);
    assert!(text.contains("46"), "{text}");

    let report = json(&["verify", "--samples", "50", "--nodes", "500", "--json"]);
    assert_eq!((&report["tables"], &report["positions"]), (&4.into(), &200.into()));
    assert!(report["decided"].as_u64() > Some(50), "{report}");
    assert_eq!(report["contradicted"].as_array().map(Vec::len), Some(0));

    let file = folder.0.join("tables/KvM.egdb");
    let mut bytes = std::fs::read(&file).expect("a table");
    bytes.pop();
    std::fs::write(&file, bytes).expect("writable");
    for command in ["info", "verify", "build"] {
        let text = complaint(&[command]);
        assert!(text.contains("KvM.egdb") && text.contains("build again"), "{text}");
    }
}

#[test]
fn help_has_examples_everywhere() {
    for command in ["build", "info", "probe", "verify"] {
        let text = common::answer(&["egdb", command, "--help"]);
        assert!(text.contains(&format!("Examples:\n  damier egdb {command}")), "{text}");
    }
}
