//! `damier learn` as a person or a script uses it.

use crate::common::{Folder, answer, complaint, damier, json, program};
use std::collections::HashSet;
use std::time::Duration;

fn generate<'a>(game: &'a str, seed: &'a str, games: &'a str, out: &'a str) -> Vec<&'a str> {
    let recipe = ["--game", game, "--seed", seed, "--nodes", "40", "--quiet"];
    [&["learn", "generate", "--games", games, "--out", out], &recipe[..]].concat()
}

#[test]
fn games_are_played_described_joined_and_learnt_from() {
    let folder = Folder::new("learn");
    for game in ["chess", "draughts"] {
        let [one, other, all, mixed] =
            ["one", "other", "all", "mixed"].map(|name| folder.file(&format!("{game}-{name}")));
        let text = answer(&generate(game, "1", "50", &one));
        assert!(text.contains("50 of them new"), "{text}");
        let text = answer(&generate(game, "1", "50", &one));
        assert!(text.contains("Games      50 in") && text.contains(" 0 of them new"), "{text}");
        answer(&generate(game, "2", "40", &other));

        let info = json(&["learn", "info", "--json", &one, &other]);
        assert_eq!((&info[0]["games"], &info[1]["games"]), (&50.into(), &40.into()));
        assert!(info[0]["bytes_per_position"].as_f64().unwrap() < 4.0, "{info}");
        assert!(answer(&["learn", "info", &one]).contains("Games      50, "));
        let text = answer(&["learn", "merge", &one, &other, &one, "--out", &all]);
        assert!(text.contains("90 games, 50 repeated games left out"), "{text}");
        answer(&["learn", "shuffle", &all, "--out", &mixed]);
        let text = answer(&["learn", "verify", &all, &mixed]);
        assert_eq!(text.matches("90 games sound").count(), 2, "{text}");
        assert_ne!(std::fs::read(&all).unwrap(), std::fs::read(&mixed).unwrap());

        let (network, picture) = (folder.file("net.nnue"), folder.file("loss.svg"));
        let train = ["learn", "train", "--game", game, &all, "--out", &network, "--batch", "256"];
        let text = answer(&[&train[..], &["--epochs", "2", "--picture", &picture]].concat());
        assert!(text.contains("lap 2/2: loss 0."), "{text}");
        assert!(folder.text("loss.svg").contains("<polyline"));
        // The same command again has nothing left to do; more epochs go on.
        let again = damier(&[&train[..], &["--epochs", "2"]].concat());
        assert!(again.status.success() && !String::from_utf8_lossy(&again.stdout).contains("lap "));
        assert!(String::from_utf8_lossy(&again.stderr).contains("has all 2 laps"));
        let text = answer(&[&train[..], &["--epochs", "3"]].concat());
        assert!(text.contains("lap 3/3") && !text.contains("lap 2/3"), "{text}");
        // And it plays.
        let engine = format!("builtin,name=learner,EvalFile={network}");
        let arena = ["arena", "--game", game, "--engine", &engine, "--engine", "builtin"];
        let text = answer(&[&arena[..], &["--games", "2", "--nodes", "50", "--quiet"]].concat());
        assert!(text.contains("learner"), "{text}");
        let text = answer(&["learn", "fit", "--game", game, &all]);
        assert!(text.contains("One game of two is won with a score of "), "{text}");
        for leftover in [network.replace(".nnue", ".checkpoint"), network] {
            std::fs::remove_file(leftover).unwrap();
        }
    }
    let (chess, draughts) = (folder.file("chess-one"), folder.file("draughts-one"));
    let text = complaint(&["learn", "merge", &chess, &draughts, "--out", &folder.file("both")]);
    assert!(text.contains("games of draughts, not of chess"), "{text}");
    let text = complaint(&["learn", "train", &draughts, "--out", &folder.file("net")]);
    assert!(text.contains("games of draughts, not of chess"), "{text}");
}

#[test]
fn mistakes_are_told_in_one_line() {
    let folder = Folder::new("learn-mistakes");
    let (games, none) = (folder.file("games"), folder.file("none"));
    answer(&generate("draughts", "1", "3", &games));
    let text = complaint(&generate("draughts", "9", "3", &games));
    assert!(text.contains("seed 1") && text.contains("seed 9"), "{text}");
    assert!(complaint(&["learn", "info", &none]).contains("none"));
    std::fs::write(&none, "not games").unwrap();
    assert!(complaint(&["learn", "info", &none]).contains("this is no file of games"));
    let text = complaint(&["learn", "train", "--game", "draughts", &games, "--out", &none]);
    assert!(text.contains("too few games"), "{text}");
    let blind = ["learn", "train", "--game", "draughts", &games, "--out", &none, "--foresight=0.5"];
    assert!(complaint(&blind).contains("it needs --scale or --from"));
    for wrong in ["--rate=nan", "--score-share=1.5", "--foresight=2", "--scale=0", "--epochs=0"] {
        let output =
            damier(&["learn", "train", "--game", "draughts", &games, "--out", &none, wrong]);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && text.contains(&wrong[2..6]), "{wrong}: {text}");
    }
    let with_option = [&generate("chess", "1", "3", &none)[..], &["--option", "Hash"]].concat();
    assert!(complaint(&with_option).contains("NAME=VALUE"));

    // A network for the other game, or no network at all.
    let option = format!("EvalFile={games}");
    let text = complaint(
        &[&generate("chess", "1", "3", &folder.file("x"))[..], &["--option", &option]].concat(),
    );
    assert!(text.contains("EvalFile") && text.contains("this is no network of Damier"), "{text}");

    // Damage is found and says where.
    let mut bytes = std::fs::read(&games).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&games, bytes).unwrap();
    let output = damier(&["learn", "verify", &games]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("is damaged"));
}

/// 4 of the issue on the learner: nothing finished is lost.
#[test]
fn twenty_kills_lose_no_finished_game() {
    let folder = Folder::new("learn-kills");
    let file = folder.file("games");
    let arguments = generate("draughts", "5", "1000000", &file);
    let finished = || -> HashSet<Vec<u8>> {
        let Ok(mut reader) = damier_learn::file::GameReader::open(file.as_ref()) else {
            return HashSet::new();
        };
        std::iter::from_fn(|| reader.next_bytes().expect("the file is sound")).collect()
    };
    let mut before = HashSet::new();
    let mut kills = 0;
    while kills < 20 {
        let mut run = program(&arguments).spawn().expect("damier runs");
        // Killed at any moment, but not before it has added something.
        let seen = before.len();
        while finished().len() <= seen {
            std::thread::sleep(Duration::from_millis(7));
            assert!(run.try_wait().expect("it can be asked").is_none(), "it ended by itself");
        }
        let in_sight = finished();
        run.kill().expect("it can be killed");
        run.wait().expect("it can be waited for");
        let after = finished();
        assert!(after.is_superset(&before) && after.is_superset(&in_sight), "a game was lost");
        before = after;
        kills += 1;
    }
    assert!(answer(&["learn", "verify", &file]).contains("games sound"));
}

/// Runs of both commands that must succeed.
fn transferred(command: &str, files: &[&str], out: &str, more: &[&str]) -> String {
    answer(&[&["learn", command, "--quiet", "--out", out], files, more].concat())
}

#[test]
fn games_go_to_other_formats_and_come_back() {
    let folder = Folder::new("learn-transfer");
    for game in ["chess", "draughts"] {
        let file = |name: &str| folder.file(&format!("{game}-{name}"));
        let (games, text, back) = (file("games"), file("all.txt"), file("back"));
        answer(&generate(game, "1", "20", &games));
        let info = json(&["learn", "info", "--json", &games]);
        let positions = info[0]["positions"].as_u64().unwrap();
        transferred("export", &[&games], &text, &["--moves"]);
        let lines = std::fs::read_to_string(&text).unwrap();
        assert_eq!(lines.lines().count() as u64, positions);
        assert!(lines.lines().all(|line| line.split(" | ").count() == 4), "{lines}");
        let told = transferred("import", &[&text], &back, &["--game", game]);
        assert!(told.ends_with(" positions\n"), "{told}");
        let found = json(&["learn", "info", "--json", &back]);
        for name in ["positions", "quiet", "scores", "pieces"] {
            assert_eq!(found[0][name], info[0][name], "{name}");
        }
        let recipe = found[0]["recipe"].as_str().unwrap();
        assert_eq!(recipe, format!("{game} imported as text from {game}-all.txt"));

        // What training looks at, without moves.
        let (text, back) = (file("quiet.txt"), file("quiet"));
        transferred("export", &[&games], &text, &["--positions", "quiet"]);
        transferred("import", &[&text], &back, &["--game", game, "--factor", "2"]);
        let found = json(&["learn", "info", "--json", &back]);
        assert_eq!(found[0]["positions"], info[0]["quiet"]);
        assert!(answer(&["learn", "verify", &back]).contains("games sound"));

        // Other programs' names for formats.
        let (other, back) = (file("other"), file("other-back"));
        let viriformat = ["--format", "viriformat"];
        if game == "chess" {
            transferred("export", &[&games], &other, &viriformat);
            transferred("import", &[&other], &back, &viriformat);
            let found = json(&["learn", "info", "--json", &back]);
            for name in ["games", "positions", "quiet", "white_wins", "openings", "longest"] {
                assert_eq!(found[0][name], info[0][name], "{name}");
            }
        } else {
            let wrong = ["learn", "export", &games, "--out", &other, viriformat[0], viriformat[1]];
            assert!(complaint(&wrong).contains("viriformat is for chess"));
        }

        // Games of the arena have scores in their comments.
        let record = file(if game == "chess" { "match.pgn" } else { "match.pdn" });
        let arena = ["arena", "--game", game, "--engine", "builtin", "--engine", "builtin"];
        let more = ["--games", "2", "--nodes", "50", "--quiet", "--pgn", &record];
        answer(&[&arena[..], &more].concat());
        let back = file("match");
        let told = transferred("import", &[&record], &back, &[]);
        assert!(told.contains(": 2 games, "), "{told}");
        assert!(answer(&["learn", "info", &back]).contains("Openings   "), "it can be read");
    }
}

#[test]
fn foreign_and_broken_files_are_told_in_one_line_and_cost_nothing() {
    let folder = Folder::new("learn-foreign");
    let [games, out, text, pgn, odd] =
        ["games", "out", "some.txt", "some.pgn", "some"].map(|name| folder.file(name));
    answer(&generate("chess", "1", "3", &games));
    let export = |more: &[&str]| complaint(&[&["learn", "export", &games], more].concat());
    assert!(export(&["--out", &out]).contains("out: what format is this? Say it with --format"));
    assert!(export(&["--out", &pgn]).contains("games are exported as viriformat or text"));
    let quiet = ["--out", &out, "--format", "viriformat", "--positions", "quiet"];
    assert!(export(&quiet).contains("viriformat holds whole games"));
    let before = std::fs::read(&games).unwrap();
    let text_format = ["--format", "text"];
    let over = ["--out", &games, text_format[0], text_format[1]];
    assert!(export(&over).contains("games: there is such a file already"));
    assert!(std::fs::read(&games).unwrap() == before);

    let import = |files: &[&str], more: &[&str]| {
        complaint(&[&["learn", "import", "--out", &out], files, more].concat())
    };
    std::fs::write(&text, "\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 | 3 | 0.5\nnonsense\n").unwrap();
    let words = import(&[&text], &[]);
    assert!(words.contains("nothing was written") && words.contains("txt: line 3: "), "{words}");
    let words = import(&[&text], &["--game", "draughts"]);
    assert!(words.contains("line 2: "), "{words}");
    std::fs::write(&pgn, "1. e4 e5 1-0\n").unwrap();
    assert!(import(&[&pgn], &[]).contains("nothing to keep (1 without scores)"));
    assert!(import(&[&pgn], &["--game", "draughts"]).contains("pgn has games of chess"));
    assert!(import(&[&pgn, &text], &[]).contains("two formats at a time"));
    assert!(import(&[&folder.file("none.pgn")], &[]).contains("none.pgn: No such file"));
    assert!(import(&[&games], &["--format", "viriformat"]).contains("the game at byte 0: "));
    assert!(import(&["/dev/zero"], &text_format).contains("this is no regular file"));
    std::fs::write(&odd, vec![b'x'; 3_000_000]).unwrap();
    for format in ["text", "pgn", "pdn", "viriformat"] {
        assert!(import(&[&odd], &["--format", format]).contains("some: "), "{format}");
    }
    let output = damier(&["learn", "import", &text, "--skip-faults", "--out", &out]);
    assert!(output.status.success());
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("left out: ") && output.stderr.len() < 300
    );
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(told.contains("1 game, 1 position; left out: 1 unreadable"), "{told}");
    assert!(import(&[&text], &["--skip-faults"]).contains("there is such a file already"));
    let names = std::fs::read_dir(&folder.0).unwrap().count();
    assert_eq!(names, 5, "no half of a file is left behind");
}

/// Training is the work of hours: it goes on when its words are not read to their end.
#[cfg(unix)]
#[test]
fn a_training_whose_output_is_closed_still_makes_a_network() {
    let folder = Folder::new("learn-closed");
    let (games, network) = (folder.file("games"), folder.file("net.nnue"));
    answer(&generate("draughts", "1", "120", &games));
    let arguments = ["learn", "train", "--game", "draughts", &games, "--out", &network];
    let mut command = program(&[&arguments[..], &["--epochs", "2"]].concat());
    let mut run = command.stdout(std::process::Stdio::piped()).spawn().expect("damier runs");
    drop(run.stdout.take());
    assert!(run.wait().expect("it ends").success());
    assert!(std::fs::metadata(&network).is_ok_and(|found| found.len() > 0), "there is a network");
}

#[test]
fn a_run_makes_generations_and_says_what_it_found() {
    let folder = Folder::new("learn-run");
    let place = folder.file("run");
    let settings = format!("{place}/settings.toml");
    std::fs::create_dir_all(&place).unwrap();
    let run = ["learn", "run", "--game", "draughts", "--generations=1", "--folder", &place];
    std::fs::write(&settings, "[games]\nnumbers = 3\n").unwrap();
    let text = complaint(&run);
    assert!(text.contains("settings.toml") && text.contains("numbers"), "{text}");
    let small = "[games]\nnumber = 90\nnodes = 10\n[training]\nsamples = 5000\nbatch = 256\n\
                 [match]\nnodes = 20\ngames = 4\nreference_games = 2\n";
    std::fs::write(&settings, small).unwrap();
    let text = answer(&run);
    assert!(text.contains("Generation 1:") && text.contains("Generations 1, kept"), "{text}");
    let diary = std::fs::read_to_string(format!("{place}/diary.md")).unwrap();
    assert!(diary.contains("| 1 | 90 |"), "{diary}");
    // Nothing is left to do, and the diary is told again.
    let again = answer(&run);
    assert!(again.contains("Generations 1, kept") && !again.contains("Generation 1:"), "{again}");
    // The settings of chess are not those of this folder.
    let other = ["learn", "run", "--generations=2", "--folder", &place];
    let text = complaint(&other);
    assert!(text.contains("this folder has a run of draughts"), "{text}");
    let output = damier(&["learn", "run", "--hours=0", "--folder", &place]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("above 0 and at most"));
}

#[test]
fn parts_of_the_games_are_together_all_of_them() {
    let folder = Folder::new("learn-parts");
    let whole = folder.file("whole");
    answer(&generate("chess", "3", "10", &whole));
    let parts = ["1/3", "2/3", "3/3"].map(|shard| {
        let part = folder.file(&shard.replace('/', "-"));
        let text =
            answer(&[&generate("chess", "3", "10", &part)[..], &["--shard", shard]].concat());
        let games = if shard == "1/3" { "4 of them new" } else { "3 of them new" };
        assert!(text.contains(games), "{text}");
        part
    });
    let all = folder.file("all");
    answer(&["learn", "merge", &parts[0], &parts[1], &parts[2], "--out", &all]);
    let told = |path: &str| answer(&["learn", "info", path]).replace(path, "");
    assert_eq!(told(&all), told(&whole));
}
