//! `damier arena` as a person or a script uses it.

use crate::common;
use crate::common::{Folder, program};
use serde_json::Value;
use std::fs;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn arena<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    [&["arena"], arguments].concat()
}

fn run(arguments: &[&str]) -> Output {
    common::damier(&arena(arguments))
}

fn answer(arguments: &[&str]) -> String {
    common::answer(&arena(arguments))
}

fn json(arguments: &[&str]) -> Value {
    common::json(&arena(arguments))
}

fn complaint(arguments: &[&str]) -> String {
    common::complaint(&arena(arguments))
}

/// Two of Damier's own engines that play fast.
const FAST: [&str; 6] = [
    "--engine",
    "builtin,name=left,Hash=1",
    "--engine",
    "builtin,name=right,Hash=1",
    "--nodes",
    "50",
];

fn fast<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&FAST[..], more].concat()
}

#[cfg(unix)]
#[test]
fn a_match_is_played_recorded_and_resumed() {
    let folder = Folder::new("match");
    let engine = folder.file("engine.sh");
    // Fool's mate: White plays badly and Black mates, with either engine.
    let script = "while read line; do case $line in uci) echo id name Fool; echo uciok;; \
        isready) echo readyok;; quit) exit;; position*) position=$line;; \
        go*) case $position in *g2g4*) echo bestmove d8h4;; *e7e5*) echo bestmove g2g4;; \
        *f2f3*) echo bestmove e7e5;; *) echo bestmove f2f3;; esac;; esac; done";
    fs::write(&engine, script).expect("the engine is written");
    let openings = folder.file("openings.epd");
    fs::write(&openings, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n")
        .expect("the openings are written");
    let spec = |name: &str| format!("cmd=sh '{engine}',name={name}");
    let (first, second, journal) = (spec("left"), spec("right"), folder.file("journal.jsonl"));
    let mut usual = vec!["--engine", &first, "--engine", &second, "--nodes", "1", "--json"];
    usual.extend(["--openings", &openings, "--journal", &journal]);
    let summary = |more: &[&str]| json(&[&usual[..], more].concat());
    let report = summary(&["--games", "2"]);
    assert_eq!(report["encounters"][0]["wins"], 1);
    assert_eq!(report["encounters"][0]["losses"], 1);
    let report = summary(&["--games", "6", "--quiet", "--concurrency", "2"]);
    assert_eq!(report["encounters"][0]["pentanomial"], serde_json::json!([0, 0, 3, 0, 0]));
    assert_eq!(report["players"][1]["crashes"], 0);
    let text = complaint(&[&usual[..], &["--games", "2", "--ponder"]].concat());
    assert!(text.contains("ponder was false, now it is true"), "{text}");
}

#[test]
fn wrong_words_are_told_with_the_remedy() {
    let cases: [(&[&str], &str); 9] = [
        (&["--engine", "cmd=/no/such/engine", "--engine", "builtin"], "cannot start"),
        (&["--engine", "builtin"], "give --engine twice"),
        (&["--engine", "Hash=1", "--engine", "builtin"], "who is to play is missing"),
        (&["--engine", "builtin,Hsh=1", "--engine", "builtin"], "there is no option \"Hsh\""),
        (&["--engine", "builtin", "--engine", "dxp=localhost:1"], "cannot connect"),
        (&["--engine", "builtin", "--engine", "builtin", "--openings", "/no/file"], "/no/file"),
        (&["--engine", "builtin", "--engine", "builtin", "--tables", "/no/folder"], "--tables"),
        (
            &["--engine", "builtin", "--engine", "builtin", "--engine", "builtin", "--sprt", "0,5"],
            "--sprt is for a match of two",
        ),
        (&["report", "/no/journal"], "/no/journal"),
    ];
    for (arguments, words) in cases {
        let text = complaint(arguments);
        assert!(text.contains(words), "{arguments:?}: {text}");
    }
    for (arguments, words) in [
        (fast(&["--games", "3"]), "games come in pairs"),
        (fast(&["--sprt", "5,0"]), "the smaller one first"),
        (fast(&["--points", "0,1,3"]), "the most first"),
    ] {
        let output = run(&arguments);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && text.contains(words), "{arguments:?}: {text}");
    }
}

#[test]
fn a_tournament_has_a_table_with_points_and_pictures() {
    let folder = Folder::new("tournament");
    let [csv, svg, journal] = ["table.csv", "ratings.svg", "j.jsonl"].map(|name| folder.file(name));
    let more = ["--engine", "builtin,name=strong,nodes=2000", "--games", "4", "--points", "3,1,0"];
    let mut arguments = fast(&more);
    arguments.extend(["--csv", &csv, "--svg", &svg, "--journal", &journal, "--quiet"]);
    let text = answer(&arguments);
    assert!(text.contains("  1. strong"), "{text}");
    let table = folder.text("table.csv");
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines.len() == 4 && lines[1].starts_with("1,strong,2000 nodes a move,8,"), "{table}");
    assert!(folder.text("ratings.svg").starts_with("<svg"));
    // The journal says the same.
    arguments.push("--json");
    let from_match = json(&arguments);
    let from_journal = json(&["report", &journal, "--points", "3,1,0", "--json"]);
    assert_eq!(from_match, from_journal);
    let points =
        |player: &Value| 3.0 * player["wins"].as_f64().unwrap() + player["draws"].as_f64().unwrap();
    for player in from_match["players"].as_array().unwrap() {
        assert_eq!(player["points"].as_f64().unwrap(), points(player), "{player}");
    }
}

#[test]
fn a_test_is_drawn_as_it_goes() {
    let folder = Folder::new("course");
    let (course, journal) = (folder.file("course.svg"), folder.file("j.jsonl"));
    let strong = ["--engine", "builtin,name=strong,nodes=3000", "--engine", "builtin,nodes=1"];
    let more =
        ["--games", "200", "--sprt", "0,200", "--course", &course, "--journal", &journal, "-q"];
    let report = json(&[&strong[..], &more, &["--json"]].concat());
    assert_eq!(report["sprt"]["verdict"], "accepted");
    assert!(report["games"].as_u64().unwrap() < 200, "{report}");
    assert!(folder.text("course.svg").contains("Log-likelihood ratio"));
    let text = answer(&["report", &journal, "--sprt", "0,100", "--normalised"]);
    assert!(text.contains("[0, 100] normalised: LLR"), "{text}");
}

#[test]
fn draughts_is_played_in_process_over_hub_and_over_dxp() {
    let folder = Folder::new("draughts");
    let pdn = folder.file("games.pdn");
    let program = env!("CARGO_BIN_EXE_damier");
    let (hub, dxp) = (
        format!("cmd='{program}' hub,name=hub,threads=1"),
        format!("cmd='{program}' dxp listen --port {{port}} --movetime 5,name=dxp,dxp"),
    );
    let engines = ["--engine", "builtin,name=own", "--engine", &hub, "--engine", &dxp];
    // A busy machine is no reason to lose on time here.
    let more = ["--movetime", "5", "--margin", "60000", "--games", "2", "--pdn", &pdn, "--json"];
    let arguments = [&["--game", "draughts"], &engines[..], &more].concat();
    let report = json(&arguments);
    assert_eq!((&report["game"], &report["games"]), (&"draughts".into(), &6.into()));
    for player in report["players"].as_array().unwrap() {
        for fault in ["time_losses", "illegal_moves", "crashes", "stalls"] {
            assert_eq!(player[fault], 0, "{player}");
        }
    }
    assert_eq!(folder.text("games.pdn").matches("[GameType \"20\"]").count(), 6);
    let text =
        complaint(&["--game", "draughts", "--engine", "builtin", "--engine", &dxp, "--nodes", "9"]);
    assert!(text.contains("cannot be held to 9 nodes a move"), "{text}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_match_with_its_summary_and_nothing_is_lost() {
    let folder = Folder::new("interrupt");
    let (journal, pgn) = (folder.file("j.jsonl"), folder.file("games.pgn"));
    let more = ["--games", "100000", "--journal", &journal, "--pgn", &pgn, "--concurrency", "2"];
    let arguments = fast(&more);
    let mut command = program(&arena(&arguments));
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let match_under_way = command.spawn().expect("damier runs");
    let has_games = || fs::read_to_string(&journal).is_ok_and(|text| text.lines().count() > 3);
    while !has_games() {
        std::thread::sleep(Duration::from_millis(20));
    }
    let number = match_under_way.id().to_string();
    assert!(Command::new("kill").args(["-INT", &number]).status().unwrap().success());
    let output = match_under_way.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let (text, errors) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(text.starts_with("Match        left"), "{text}");
    assert!(errors.contains("interrupted; the same command goes on from here"), "{errors}");
    let games = folder.text("j.jsonl").lines().count() - 1;
    assert_eq!(folder.text("games.pgn").matches("[Event ").count(), games);
    assert!(text.contains(&format!("Games        {games}: ")), "{text}");
}

#[test]
fn openings_are_made_from_a_seed_and_played() {
    let folder = Folder::new("openings");
    for game in ["chess", "draughts"] {
        let arguments = ["openings", "--game", game, "--count", "5", "--nodes", "500"];
        let list = answer(&arguments);
        assert_eq!(list.lines().count(), 6, "{list}");
        assert_eq!(list, answer(&arguments), "the same seed, the same list");
        let other = answer(&[&arguments[..], &["--seed", "2"]].concat());
        assert_ne!(list.lines().nth(1), other.lines().nth(1));
        let path = folder.file("list.fen");
        fs::write(&path, &list).unwrap();
        let more = ["--game", game, "--openings", &path, "--games", "10", "--json"];
        assert_eq!(json(&fast(&more))["games"], 10);
        let more = ["--game", game, "--openings", "random", "--games", "2", "--json"];
        assert_eq!(json(&fast(&more))["games"], 2);
    }
}

#[test]
fn no_output_takes_the_place_of_something_else() {
    let folder = Folder::new("outputs");
    let journal = folder.file("j.jsonl");
    answer(&fast(&["--games", "2", "--journal", &journal]));
    let before = folder.text("j.jsonl");
    for arguments in
        [["report", &journal, "--csv", &journal], ["report", &journal, "--svg", &journal]]
    {
        assert!(complaint(&arguments).contains("is named for two things"));
    }
    assert_eq!(folder.text("j.jsonl"), before);
    #[cfg(unix)]
    {
        let (link, target) = (folder.0.join("link.csv"), folder.0.join("target.csv"));
        fs::write(&target, "old").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        answer(&["report", &journal, "--csv", &folder.file("link.csv")]);
        assert!(link.is_symlink() && folder.text("target.csv").starts_with("rank,"));
        // A device is written to, not replaced.
        let text = answer(&["report", &journal, "--csv", "/dev/stdout"]);
        assert!(text.contains("rank,name,pace"), "{text}");
        // And not read from: games are compared only with those in a file.
        let text = answer(&["report", &journal, "--pgn", "/dev/stdout"]);
        assert_eq!(text.matches("[Event ").count(), 2, "{text}");
    }
}

#[test]
fn journals_of_parts_and_of_other_seeds_are_one_match() {
    let folder = Folder::new("arena-merge");
    let play = |journal: &str, more: &[&str]| {
        let fixed = fast(&["--games", "12", "--quiet", "--journal", journal]);
        answer(&[&fixed[..], more].concat());
    };
    let report = |journals: &[&str]| {
        let mut value = json(&[&["report", "--json"], journals].concat());
        // No two runs are equally fast.
        for player in value["players"].as_array_mut().expect("players") {
            player.as_object_mut().expect("a player").remove("nodes_per_second");
        }
        value
    };
    let [whole, first, second, other] =
        ["whole", "first", "second", "other"].map(|name| folder.file(&format!("{name}.jsonl")));
    play(&whole, &[]);
    play(&first, &["--shard", "1/2"]);
    play(&second, &["--shard", "2/2"]);
    let expected = report(&[&whole]);
    assert_eq!(expected["games"], 12);
    assert_eq!(report(&[&first])["games"], 6);
    assert_eq!(report(&[&first, &second]), expected);
    assert_eq!(report(&[&second, &first]), expected);
    play(&other, &["--seed", "7"]);
    assert_eq!(report(&[&whole, &other])["games"], 24);

    let refusal = |journals: &[&str]| complaint(&[&["report"], journals].concat());
    assert!(refusal(&[&whole, &first]).contains("is in another journal too"));
    let longer = folder.file("longer.jsonl");
    play(&longer, &["--longest", "300"]);
    assert!(refusal(&[&whole, &longer]).contains("not of the same match: longest_game"));
}
