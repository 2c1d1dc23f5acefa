//! `damier egdb` as a person or a script uses it.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// A folder that goes away with its test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("damier-cli-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Self(path)
    }

    fn damier(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
        command.arg("egdb").args(arguments).arg("--path").arg(&self.0);
        command.stdin(Stdio::null()).output().expect("damier runs")
    }

    fn answer(&self, arguments: &[&str]) -> String {
        let output = self.damier(arguments);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{arguments:?}: {errors}");
        String::from_utf8(output.stdout).expect("output is text")
    }

    fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.answer(arguments)).expect("output is JSON")
    }

    /// The one line that a run must fail with.
    fn complaint(&self, arguments: &[&str]) -> String {
        let output = self.damier(arguments);
        assert!(!output.status.success(), "{arguments:?} should fail");
        let text = String::from_utf8(output.stderr).expect("errors are text");
        assert_eq!(text.lines().count(), 1, "one line of plain words: {text}");
        text
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn tables_are_made_described_asked_and_checked() {
    let folder = Folder::new("all");
    let text = folder.complaint(&["probe", "W:WK46:BK28"]);
    assert!(text.contains("damier egdb build"), "{text}");

    let text = folder.answer(&["build", "--pieces", "2", "--threads", "2"]);
    assert!(text.contains("Tables    4, up to 2 pieces\nPositions 8,845\n"), "{text}");
    let info = folder.json(&["info", "--json"]);
    assert_eq!((&info["max_pieces"], &info["positions"]), (&2.into(), &8_845.into()));
    assert_eq!(info["classes"][0]["class"], "KvK");
    assert!(folder.answer(&["info"]).contains("\nMvM             1,985 "));

    let text = folder.answer(&["probe", "--distance", "W:WK46:BK28"]);
    assert!(text.contains("Verdict  win\nPlies    1\n"), "{text}");
    let probe = folder.json(&["probe", "--json", "B:W6:BK45"]);
    assert_eq!(probe["verdict"], "win");
    let moves = probe["moves"].as_array().expect("a list");
    assert_eq!((&moves[0]["verdict"], moves.len()), (&"win".into(), 9));
    let text = folder.complaint(&["probe", "W:WK46:BK28,K5"]);
    assert!(text.contains("3 pieces, but the tables know only up to 2"), "{text}");
    let text = folder.complaint(&["probe", "W:WK46:BK46"]);
    assert!(text.contains("46"), "{text}");

    let report = folder.json(&["verify", "--samples", "50", "--nodes", "500", "--json"]);
    assert_eq!((&report["tables"], &report["positions"]), (&4.into(), &200.into()));
    assert!(report["decided"].as_u64() > Some(50), "{report}");
    assert_eq!(report["contradicted"].as_array().map(Vec::len), Some(0));

    let file = folder.0.join("KvM.egdb");
    let mut bytes = std::fs::read(&file).expect("a table");
    bytes.pop();
    std::fs::write(&file, bytes).expect("writable");
    for command in ["info", "verify", "build"] {
        let text = folder.complaint(&[command]);
        assert!(text.contains("KvM.egdb") && text.contains("build again"), "{text}");
    }
}

#[test]
fn help_has_examples_everywhere() {
    for command in ["build", "info", "probe", "verify"] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_damier"));
        let output = program.args(["egdb", command, "--help"]).output().expect("damier runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains(&format!("Examples:\n  damier egdb {command}")), "{text}");
    }
}
