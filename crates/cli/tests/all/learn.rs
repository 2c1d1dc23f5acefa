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
