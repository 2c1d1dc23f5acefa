//! `damier epd` and `damier tablebase` as a person or a script uses them.

use crate::common::damier;
use serde_json::Value;
use std::path::PathBuf;
use std::process::Output;

fn errors(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("errors are text")
}

/// A suite in a file that is removed when the test ends.
struct Suite(PathBuf);

impl Suite {
    fn new(name: &str, text: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("damier-suites-{}-{name}", std::process::id()));
        std::fs::write(&path, text).expect("the temporary folder can be written");
        Self(path)
    }

    fn run(&self, options: &[&str]) -> Output {
        let path = self.0.to_str().expect("the temporary folder has a plain name");
        damier(&[&["epd", path, "--depth", "1"], options].concat())
    }
}

impl Drop for Suite {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// One legal move each: any engine finds the first and misses the second.
const FORCED: &str = "# comments and empty lines are passed over

7k/6Q1/8/8/8/8/8/K7 b - - bm Kxg7; id \"free\";
k7/8/1K6/8/8/8/8/1Q6 b - - am Kb8; id \"forced\";
";

#[test]
fn a_suite_is_solved_and_what_failed_is_shown() {
    let suite = Suite::new("forced.epd", FORCED);
    let output = suite.run(&[]);
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert!(output.status.success(), "{}", errors(&output));
    assert!(text.contains("1 of 2 positions solved"), "{text}");
    assert!(text.contains("forced  not Kb8   Kb8"), "{text}");
    assert!(!text.contains("free"), "solved positions are not listed: {text}");

    assert!(suite.run(&["--require", "1"]).status.success());
    assert!(!suite.run(&["--require", "2"]).status.success());
    let report: Value = serde_json::from_slice(&suite.run(&["--json"]).stdout).unwrap();
    assert_eq!((&report["solved"], &report["positions"]), (&1.into(), &2.into()));
    assert_eq!(report["results"][0]["played"], "Kxg7");
    let report: Value =
        serde_json::from_slice(&suite.run(&["--json", "--limit", "1"]).stdout).unwrap();
    assert_eq!(report["positions"], 1);
}

#[test]
fn a_line_that_cannot_be_read_is_told_and_the_rest_is_solved() {
    let suite = Suite::new("partly.epd", &format!("7k/8 b - - bm Kg1;\n{FORCED}"));
    let output = suite.run(&[]);
    assert!(output.status.success());
    assert!(errors(&output).contains("line 1: the board needs 8 ranks"), "{}", errors(&output));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("1 of 2 positions solved"), "{text}");
    assert!(text.ends_with("1 unreadable line left out\n"), "{text}");
}

#[test]
fn a_suite_without_a_position_is_refused_with_what_is_wrong() {
    let cases = [
        ("7k/5Q2/8/8/8/8/8/K7 b - - bm Kg1;\n", "line 1: bm: Kg1 is not legal in this position"),
        ("\n7k/8/8/8/8/8/8/K7 b - - id \"x\";\n", "line 2: there is neither a best move (bm)"),
        ("# nothing\n", "there is no position in it"),
        ("7k/8 b - - bm Kg1;\n", "line 1: the board needs 8 ranks"),
    ];
    for (place, (text, expected)) in cases.into_iter().enumerate() {
        let output = Suite::new(&format!("wrong-{place}.epd"), text).run(&[]);
        assert!(!output.status.success() && output.stdout.is_empty(), "{text}");
        assert!(errors(&output).contains(expected), "{}", errors(&output));
    }
    let output = damier(&["epd", "no-such.epd", "--nodes", "1", "--depth", "1"]);
    assert!(errors(&output).contains("cannot be used with"), "{}", errors(&output));
}

#[test]
fn a_folder_without_tables_is_named() {
    let output =
        damier(&["tablebase", "--path", "/no/such/folder", "8/8/8/8/8/8/1k6/2R4K b - - 0 1"]);
    assert!(!output.status.success());
    assert!(
        errors(&output).contains("cannot read the folder /no/such/folder"),
        "{}",
        errors(&output)
    );
}

#[test]
#[ignore = "needs DAMIER_TEST_DATA with Syzygy tables"]
fn tables_answer_with_a_verdict_and_ranked_moves() {
    let data = std::env::var("DAMIER_TEST_DATA").expect("DAMIER_TEST_DATA names a folder");
    let path = format!("{data}/syzygy");
    let fen = "8/8/8/8/8/8/1k6/2R4K b - - 0 1";
    let output = damier(&["tablebase", "--path", &path, fen]);
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert!(text.contains("Verdict  draw\nDTZ      0\n"), "{text}");
    assert!(text.contains("\nKxc1     draw"), "{text}");
    let report: Value =
        serde_json::from_slice(&damier(&["tablebase", "--path", &path, "--json", fen]).stdout)
            .unwrap();
    assert_eq!(report["wdl"], "draw");
    assert_eq!(report["moves"][0]["uci"], "b2c1");
    let start = damier(&["tablebase", "--path", &path, "startpos"]);
    assert!(errors(&start).contains("may castle"), "{}", errors(&start));
}
