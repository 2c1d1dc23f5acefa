//! `damier review` and `damier explain` as a person or a script uses them.

use crate::common::{Folder, answer, complaint, damier, json, program};
use std::thread;
use std::time::Duration;

const NODES: [&str; 2] = ["--nodes", "2000"];

/// Four short games with errors, an unreadable one among them.
const GAMES: &str = "[White \"Ada\"]\n[Black \"Ben\"]\n
1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1\n
[White \"Cyd\"]\n[Black \"Ada\"]\n\n1. e4 e5 2. Ke3 1-0\n
[White \"Ben\"]\n[Black \"<script>\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n
[White \"Cyd\"]\n[Black \"Ben\"]\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Qh5 Nxh5 \
    0-1\n
[White \"Ben\"]\n[Black \"Cyd\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

fn folder(name: &str) -> (Folder, String) {
    let folder = Folder::new(&format!("review-{name}"));
    let games = folder.file("games.pgn");
    std::fs::write(&games, GAMES).expect("a file of games");
    (folder, games)
}

#[test]
fn a_summary_tells_accuracy_and_errors() {
    let (_folder, games) = folder("summary");
    let text = answer(&["review", &games, "--games", "1", NODES[0], NODES[1]]);
    assert!(text.contains("Ada – Ben") && text.contains("Accuracy"), "{text}");
    assert!(text.contains("This allows mate in one move."), "{text}");
    let text = answer(&["review", &games, "--games", "1", "--language", "fr", NODES[0], NODES[1]]);
    assert!(text.contains("Précision"), "{text}");
}

#[test]
fn faults_are_told_and_the_good_part_is_kept() {
    let (_folder, games) = folder("faults");
    let output = damier(&["review", &games, "--quiet", "--json", "-", NODES[0], NODES[1]]);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("game 2, line 9, column 13, move 2. Ke3"), "{errors}");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let moves = |game: usize| report["games"][game]["moves"].as_array().unwrap().len();
    assert_eq!((moves(0), moves(1), moves(2)), (14, 2, 7));
}

/// The games and the reviews that a run writes.
fn outputs(folder: &Folder, arguments: &[&str]) -> (String, String) {
    let games = folder.file("games.pgn");
    let (pgn, reviews) = (folder.file("out.pgn"), folder.file("out.json"));
    let fixed = ["review", &games, "--quiet", "--annotate", &pgn, "--json", &reviews];
    answer(&[&fixed, &NODES[..], arguments].concat());
    (folder.text("out.pgn"), folder.text("out.json"))
}

#[test]
fn jobs_parts_and_interruptions_change_nothing() {
    let (folder, games) = folder("parts");
    let whole = outputs(&folder, &["--jobs", "1"]);
    // Two long texts would make a long message.
    assert!(outputs(&folder, &["--jobs", "2"]) == whole, "two jobs");
    let parts: Vec<String> = (1..=4).map(|part| folder.file(&format!("{part}.jsonl"))).collect();
    for (number, part) in (1..).zip(&parts) {
        let shard = format!("{number}/4");
        answer(&["review", &games, "-q", "--shard", &shard, "--journal", part, NODES[0], NODES[1]]);
    }
    // Nothing is left to do, so not even the smallest budget would change it.
    let also: Vec<&str> = parts.iter().flat_map(|part| ["--also", part]).collect();
    assert!(outputs(&folder, &also) == whole, "four parts");
    // Killed in the middle, with half a line at the end.
    let journal = folder.file("killed.jsonl");
    let mut run =
        program(&["review", &games, "-q", "-j", "1", "--journal", &journal, NODES[0], NODES[1]]);
    let mut run = run.spawn().expect("damier runs");
    let lines = || std::fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    while lines() < 3 && run.try_wait().expect("a process").is_none() {
        thread::sleep(Duration::from_millis(5));
    }
    let _ = run.kill();
    let _ = run.wait();
    let mut text = folder.text("killed.jsonl");
    text.push_str("{\"game\":4,\"finger");
    std::fs::write(&journal, text).expect("a journal");
    assert!(outputs(&folder, &["--journal", &journal]) == whole, "killed");
}

#[test]
fn a_journal_of_other_settings_is_refused() {
    let (folder, games) = folder("settings");
    let journal = folder.file("journal.jsonl");
    answer(&["review", &games, "-q", "--games", "1", "--journal", &journal, "--nodes", "500"]);
    for option in ["--journal", "--also"] {
        let output = damier(&["review", &games, "-q", option, &journal, "--nodes", "501"]);
        assert!(!output.status.success());
        let errors = String::from_utf8(output.stderr).unwrap();
        let last = errors.lines().last().unwrap();
        assert!(last.contains("nodes") && last.contains("501"), "{last}");
    }
}

#[test]
fn lines_are_the_games_of_the_whole() {
    let (folder, games) = folder("lines");
    let (_, whole) = outputs(&folder, &[]);
    let whole: serde_json::Value = serde_json::from_str(&whole).unwrap();
    let lines = folder.file("lines.jsonl");
    answer(&["review", &games, "-q", "--json-lines", &lines, NODES[0], NODES[1]]);
    let text = folder.text("lines.jsonl");
    let found: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(Some(&found), whole["games"].as_array());
}

#[test]
fn a_journal_of_another_engine_is_refused_with_what_to_do() {
    let (folder, games) = folder("engine");
    let journal = folder.file("journal.jsonl");
    answer(&["review", &games, "-q", "--games", "1", "--journal", &journal, "--nodes", "500"]);
    let text = folder.text("journal.jsonl");
    let foreign = text.replacen("\"network\":\"", "\"network\":\"0", 1);
    assert_ne!(foreign, text);
    std::fs::write(&journal, &foreign).unwrap();
    let output = damier(&["review", &games, "-q", "--journal", &journal, "--nodes", "500"]);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    assert!(errors.contains("written by another engine: its network is"), "{errors}");
    assert!(errors.contains("begin another journal"), "{errors}");
    assert_eq!(folder.text("journal.jsonl"), foreign, "it is left as it was");
}

#[test]
fn null_moves_in_variations_survive() {
    let (folder, _) = folder("null");
    let games = folder.file("null.pgn");
    std::fs::write(&games, "1. e4 e5 (1... c5 2. -- d5 {a threat}) 2. Nf3 *\n").unwrap();
    let annotated = folder.file("annotated.pgn");
    answer(&["review", &games, "-q", "--annotate", &annotated, NODES[0], NODES[1]]);
    let text = folder.text("annotated.pgn").replace('\n', " ");
    assert!(text.contains("(1... c5 2. -- d5 {a threat})"), "{text}");
}

#[test]
fn a_report_stands_alone_and_lets_nobody_in() {
    let (folder, games) = folder("report");
    let page = folder.file("report.html");
    answer(&["review", &games, "-q", "--html", &page, NODES[0], NODES[1]]);
    let text = folder.text("report.html");
    assert!(text.starts_with("<!") && text.contains("<svg"), "a page");
    assert!(text.contains("&lt;script&gt;"), "names are escaped");
    assert_eq!(text.matches("<script").count(), 1, "the report's own");
    for outside in ["http://", "https://", "src=\"//"] {
        let rest = text.replace("http://www.w3.org/", "");
        assert!(!rest.contains(outside), "{outside}");
    }
}

#[test]
fn what_cannot_be_reviewed_is_told_in_a_line() {
    let folder = Folder::new("wrong");
    let games = folder.file("games.pgn");
    std::fs::write(&games, "[White \"Ada\"]\n\n1. e4 e5 1-0\n").unwrap();
    assert!(complaint(&["review", "nobody.pgn"]).contains("nobody.pgn"));
    assert!(complaint(&["review", &games, "--player", "Dan"]).contains("no game of Dan"));
    let empty = folder.file("empty.pgn");
    std::fs::write(&empty, "").unwrap();
    assert!(complaint(&["review", &empty]).contains("no game of chess"));
    for (option, value, words) in [
        ("--language", "de", "de"),
        ("--shard", "5/4", "names no part"),
        ("--nodes", "0", "--nodes"),
    ] {
        let output = damier(&["review", &games, option, value]);
        assert!(!output.status.success());
        assert!(String::from_utf8_lossy(&output.stderr).contains(words), "{option}");
    }
    assert!(complaint(&["review", &games, "--tables", "/no/folder"]).contains("/no/folder"));
}

#[test]
fn a_position_is_explained_in_terms_that_add_up() {
    let view = json(&["explain", "--json", "--nodes", "500", "--moves", "1. e4 e5 2. Nf3"]);
    let terms = view["terms"].as_array().unwrap();
    let of = |term: &serde_json::Value, side: &str| term[side].as_i64().unwrap();
    let sum: i64 = terms.iter().map(|term| of(term, "white") - of(term, "black")).sum();
    assert_eq!(Some(sum), view["total"].as_i64());
    assert_eq!(view["lines"].as_array().unwrap().len(), 1);
    let text = answer(&["explain", "--nodes", "500", "--language", "it"]);
    assert!(text.contains("Materiale"), "{text}");
}

#[test]
fn a_move_is_explained_with_its_refutation() {
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+";
    let text = answer(&["explain", "--nodes", "4000", "--moves", moves, "Be2"]);
    // The game was lost before: no blunder any more.
    assert!(text.contains("7. Be2?  Mistake"), "{text}");
    assert!(text.contains("allows mate in one move") && text.contains("Nf3#"), "{text}");
    let fen = "W:W26,31,32,33,37,38,39,42,43,48:B8,9,12,13,16,18,19,23,24";
    let text = answer(&["explain", "--game", "draughts", "--nodes", "4000", fen, "26-21"]);
    assert!(text.contains("16x36"), "{text}");
    let words = complaint(&["explain", "--moves", "e4", "e5", "e4"]);
    assert!(words.contains("cannot read the position"), "{words}");
}

#[test]
fn broken_files_are_read_as_far_as_they_go() {
    let folder = Folder::new("broken");
    let nested = format!("1. e4 {}{} e5 *", "(1. d4 ".repeat(1_000), ")".repeat(1_000));
    let huge = format!("1. e4 {{{}}} e5 2. Nf3 *", "word ".repeat(400_000));
    let latin = b"[White \"Andr\xe9\"]\n\n1. e4 e5 2. Nf3 {caf\xe9} Nc6 *\n".to_vec();
    let utf16: Vec<u8> = "1. e4 e5 *".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let files: [(&str, Vec<u8>, usize); 6] = [
        ("truncated.pgn", GAMES.as_bytes()[..120].to_vec(), 1),
        ("latin.pgn", latin, 4),
        ("nested.pgn", nested.into_bytes(), 2),
        ("huge.pgn", huge.into_bytes(), 1),
        ("unclosed.pgn", b"1. e4 {never closed e5 2. Nf3 *".to_vec(), 1),
        ("utf16.pgn", utf16, 0),
    ];
    for (name, bytes, least) in files {
        let path = folder.file(name);
        std::fs::write(&path, bytes).unwrap();
        let output = damier(&["review", &path, "-q", "--nodes", "100", "--json", "-"]);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!errors.contains("panicked"), "{name}: {errors}");
        if least == 0 {
            assert!(!output.status.success() && errors.contains("damier: "), "{name}: {errors}");
            continue;
        }
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect(name);
        let moves = report["games"][0]["moves"].as_array().unwrap().len();
        assert!(moves >= least, "{name}: {moves} moves\n{errors}");
    }
}
