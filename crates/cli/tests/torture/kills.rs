//! Signals at any moment and closed pipes, for every command that works for long: the same command
//! goes on, nothing that was kept is lost, and the result is that of a run without interruption.

use crate::harness::{Folder, Run, damier, random, report, run, run_until, scale, signal};
use crate::server::{Server, friends, legal, moves};
use damier_core::random::Random;
use rustix::process::Signal;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// A command that works for long and can be interrupted.
pub(crate) struct Job {
    pub(crate) name: &'static str,
    /// Its arguments; outputs are in the folder.
    pub(crate) arguments: fn(&Folder) -> Vec<String>,
    /// Makes what it reads.
    pub(crate) prepare: fn(&Folder),
    /// What it has made, in a form that is the same after the same work.
    pub(crate) result: fn(&Folder) -> Vec<Vec<u8>>,
    /// The file to which it adds what is finished, if it only ever adds.
    grows: Option<&'static str>,
}

fn words(text: &str, folder: &Folder) -> Vec<String> {
    text.split(' ').map(|word| word.replace("FOLDER", &folder.0.to_string_lossy())).collect()
}

/// All files of a folder with their contents.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let files = entries.filter(|entry| entry.path().is_file());
    files
        .map(|entry| {
            let bytes = std::fs::read(entry.path()).unwrap_or_default();
            (entry.file_name().to_string_lossy().into_owned(), bytes)
        })
        .collect()
}

/// The games of a file, in order of their bytes: threads finish them in any order.
fn games(file: &str) -> Vec<Vec<u8>> {
    let mut reader = damier_learn::file::GameReader::open(file.as_ref()).expect("a file of games");
    let all = std::iter::from_fn(|| reader.next_bytes().expect("the file is sound"));
    let mut all: Vec<Vec<u8>> = all.collect();
    all.sort();
    all
}

const REVIEWED: &str = "[White \"Ada\"]\n[Black \"Ben\"]\n
1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1\n
[White \"Cyd\"]\n[Black \"Ben\"]\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Qh5 Nxh5 \
    0-1\n
[White \"Ben\"]\n[Black \"Cyd\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n";

pub(crate) const JOBS: [Job; 5] = [
    Job {
        name: "arena",
        arguments: |folder| {
            words(
                "arena --engine builtin,name=left,Hash=1 --engine builtin,name=right,Hash=1 \
                 --nodes 200 --games 12 --concurrency 2 --quiet --journal FOLDER/journal.jsonl",
                folder,
            )
        },
        prepare: |_| {},
        result: |folder| {
            // Games are finished in any order, and each says when it was played.
            let journal = std::fs::read_to_string(folder.file("journal.jsonl")).expect("a journal");
            let games = journal.lines().skip(1).map(|line| {
                let game: Value = serde_json::from_str(line).expect("a line is whole");
                let what = ["pair", "players", "moves", "result"].map(|name| &game[name]);
                json!(what).to_string().into_bytes()
            });
            let mut games: Vec<Vec<u8>> = games.collect();
            games.sort();
            games
        },
        grows: Some("journal.jsonl"),
    },
    Job {
        name: "review",
        arguments: |folder| {
            words(
                "review FOLDER/games.pgn --quiet --nodes 3000 --jobs 2 --journal \
                 FOLDER/journal.jsonl --annotate FOLDER/annotated.pgn --json FOLDER/reviews.json",
                folder,
            )
        },
        prepare: |folder| std::fs::write(folder.file("games.pgn"), REVIEWED.repeat(4)).unwrap(),
        result: |folder| {
            let files = ["annotated.pgn", "reviews.json"].map(|name| folder.file(name));
            let text = files.iter().map(|file| std::fs::read_to_string(file).unwrap_or_default());
            // It tells from which file a game is.
            let place = folder.0.to_string_lossy();
            text.map(|text| text.replace(&*place, "").into_bytes()).collect()
        },
        grows: Some("journal.jsonl"),
    },
    Job {
        name: "learn generate",
        arguments: |folder| {
            words(
                "learn generate --game draughts --games 40 --nodes 150 --seed 5 --threads 2 \
                 --quiet --out FOLDER/draughts.games",
                folder,
            )
        },
        prepare: |_| {},
        result: |folder| games(&folder.file("draughts.games")),
        grows: None,
    },
    Job {
        name: "learn train",
        arguments: |folder| {
            words(
                "learn train --game draughts FOLDER/draughts.games --out FOLDER/draughts.nnue \
                 --epochs 4 --batch 256 --threads 2",
                folder,
            )
        },
        prepare: |folder| {
            let out = folder.file("draughts.games");
            // One thread, so that they are in the same order every time.
            let recipe = ["learn", "generate", "--game", "draughts", "--games", "100"];
            let more = ["--nodes", "40", "--threads", "1", "--quiet", "--out", &out];
            let made = run(&mut damier(&[&recipe[..], &more].concat()));
            assert!(made.status.success(), "{}", made.errors);
        },
        result: |folder| vec![std::fs::read(folder.file("draughts.nnue")).unwrap_or_default()],
        grows: None,
    },
    Job {
        name: "egdb build",
        arguments: |folder| words("egdb build --pieces 3 --threads 2 --path FOLDER/tables", folder),
        prepare: |_| {},
        result: |folder| contents(&folder.0.join("tables")).into_values().collect(),
        grows: None,
    },
];

impl Job {
    pub(crate) fn command(&self, folder: &Folder) -> std::process::Command {
        let arguments = (self.arguments)(folder);
        damier(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// A folder with what it reads.
    pub(crate) fn folder(&self, purpose: &str) -> Folder {
        let folder = Folder::new(&format!("{purpose}-{}", self.name.replace(' ', "-")));
        (self.prepare)(&folder);
        folder
    }

    /// Runs it to its end, which must be a good one.
    pub(crate) fn finish(&self, folder: &Folder) -> Vec<Vec<u8>> {
        let Run { status, errors } = run(&mut self.command(folder));
        assert!(status.success(), "{}: {errors}", self.name);
        (self.result)(folder)
    }

    fn kept(&self, folder: &Folder) -> Vec<u8> {
        let file = self.grows.map(|name| folder.file(name));
        file.and_then(|file| std::fs::read(file).ok()).unwrap_or_default()
    }

    /// Interrupts it `kills` times and lets it finish.
    fn torture(&self, kills: usize) {
        let whole = self.folder("whole");
        let start = Instant::now();
        let expected = self.finish(&whole);
        let time = start.elapsed();
        let mut folder = self.folder("killed");
        let mut last = Vec::new();
        for round in 0..kills {
            let mut random = random(round);
            let mut is_heard = true;
            let stopped = run_until(&mut self.command(&folder), |child| {
                attack(child, time, &mut random);
                is_heard = child.stdout.is_some();
            });
            let now = self.kept(&folder);
            // Half a line may stand at the end, and be cut off by the next run.
            let whole_lines = now.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
            assert!(now.starts_with(&last), "{}: what was kept has changed", self.name);
            last = now[..whole_lines].to_vec();
            // With nothing left to do there is nothing to interrupt. A program that is no longer
            // heard ends with success, as filters do, and may have something left.
            if stopped.status.success() && is_heard {
                assert!((self.result)(&folder) == expected, "{}: another result", self.name);
                drop(folder);
                folder = self.folder("killed");
                last.clear();
            }
        }
        assert!(self.finish(&folder) == expected, "{}: another result", self.name);
        report(&format!("{}: {kills} kills, the same result", self.name));
    }
}

/// One of the things that end a process early, somewhere in the time that it takes.
fn attack(child: &mut std::process::Child, time: Duration, random: &mut Random) {
    let share = random.below(1_000) as u32;
    thread::sleep(time * share / 1_000);
    match random.below(4) {
        0 => signal(child, Signal::INT),
        1 => signal(child, Signal::TERM),
        // What it says is no longer read.
        2 => drop(child.stdout.take()),
        _ => signal(child, Signal::KILL),
    }
}

fn torture(name: &str) {
    let job = JOBS.iter().find(|job| job.name == name).expect("there is such a command");
    job.torture(2 * scale());
}

#[test]
fn a_match_goes_on() {
    torture("arena");
}

#[test]
fn a_review_goes_on() {
    torture("review");
}

#[test]
fn the_generator_goes_on() {
    torture("learn generate");
}

#[test]
fn a_training_goes_on() {
    torture("learn train");
}

#[test]
fn a_build_of_tables_goes_on() {
    torture("egdb build");
}

#[test]
fn a_killed_server_has_every_move_that_it_acknowledged() {
    let folder = Folder::new("server");
    let kills = 2 * scale();
    let mut games: Vec<(String, Vec<String>)> = Vec::new();
    for round in 0..kills {
        let mut random = random(round);
        let mut server = Server::new(&folder.0);
        let client = server.client();
        for (game, played) in &mut games {
            let now = moves(&client.get(game));
            // The last move may be there though its answer did not arrive.
            assert!(now.starts_with(played) && now.len() <= played.len() + 1, "{game}: {now:?}");
            *played = now;
        }
        let kind = *random.pick(&["chess", "draughts"]);
        let path = client.begin(&friends(kind));
        let mut played = Vec::new();
        let delay = Duration::from_millis(random.below(150) as u64);
        let fatal = *random.pick(&[Signal::KILL, Signal::TERM, Signal::INT]);
        thread::scope(|scope| {
            scope.spawn(|| {
                while let Some(view) = client.try_ask("GET", &path, &json!(null))
                    && let Some(mv) = legal(&view.body, played.len())
                {
                    let body = json!({ "move": mv, "ply": played.len() });
                    let answer = client.try_ask("POST", &format!("{path}/move"), &body);
                    let Some(answer) = answer.filter(|answer| answer.status == 200) else { break };
                    played = moves(&answer.body);
                }
            });
            thread::sleep(delay);
            server.end(fatal);
        });
        games.push((path, played));
    }
    report(&format!("serve: {kills} kills in the middle of moves, nothing lost"));
}
