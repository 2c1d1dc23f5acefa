//! No room to write: a limit on the size of files, which needs no rights, and a small disk where
//! one can be mounted.

use crate::harness::{Folder, damier, is_long, report, run};
use crate::kills::{JOBS, Job};
use crate::server::{Client, Server, against, friends, legal, moves};
use rustix::process::{Pid, Resource, Rlimit, prlimit};
use serde_json::{Value, json};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A disk in memory, of some kilobytes.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// `None` where that is not allowed.
    fn new(folder: &Path, kilobytes: usize) -> Option<Self> {
        let size = format!("size={kilobytes}k");
        let mut command = Command::new("mount");
        command.args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(folder);
        let is_mounted = command.output().is_ok_and(|output| output.status.success());
        is_mounted.then(|| Self(folder.to_owned()))
    }

    fn resize(&self, kilobytes: usize) {
        let size = format!("remount,size={kilobytes}k");
        let status = Command::new("mount").args(["-o", &size]).arg(&self.0).status();
        assert!(status.is_ok_and(|status| status.success()), "a disk can be made larger");
    }

    /// Leaves no room on it.
    fn fill(&self) {
        let mut file = File::create(self.0.join("filler")).expect("a file");
        for size in [4_096, 1] {
            while file.write_all(&vec![0; size]).is_ok() {}
        }
    }

    fn empty(&self) {
        std::fs::remove_file(self.0.join("filler")).expect("the disk was filled");
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(&self.0).output();
    }
}

/// The same command, whose files cannot grow beyond so many blocks of 512 bytes. The signal that
/// would end it then is ignored.
fn limited(command: &Command, blocks: &str) -> Command {
    let script = "trap '' XFSZ; ulimit -S -f \"$1\"; shift; exec \"$@\"";
    let mut shell = Command::new("sh");
    shell.args(["-c", script, "sh", blocks]).arg(command.get_program()).args(command.get_args());
    shell.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    shell
}

/// No file can grow beyond so many bytes any more.
fn limit(child: &Child, bytes: Option<u64>) {
    let limit = Rlimit { current: bytes, maximum: None };
    prlimit(Some(Pid::from_child(child)), Resource::Fsize, limit).expect("limits can be set");
}

/// The game as it is now, which has to agree with what the list and a new look at it say.
fn look(client: &Client, game: &str) -> Vec<String> {
    let played = moves(&client.get(game));
    let list = client.get("/api/games");
    let id = game.rsplit('/').next().expect("a name");
    let mut rows = list["games"].as_array().expect("a list").iter();
    let row = rows.find(|row| row["id"] == id).expect("the game is in the list");
    assert_eq!(row["plies"], played.len(), "the list and the game agree");
    played
}

/// Plays as long as there is room, then as long as there is none, then again.
fn serve_without_room(server: &Server, fill: &dyn Fn(), empty: &dyn Fn()) {
    let client = server.client();
    let game = client.begin(&friends("chess"));
    let engine = client.begin(&against("draughts", 1));
    let play = |game: &str| {
        let view = client.our_turn(game);
        let (mv, ply) = (legal(&view, 3).expect("a move"), moves(&view).len());
        client.post(&format!("{game}/move"), &json!({ "move": mv, "ply": ply }))
    };
    assert_eq!(play(&game).status, 200);
    assert_eq!(play(&engine).status, 200);
    let before = (look(&client, &game), moves(&client.our_turn(&engine)));
    fill();
    for path in [&game, &engine] {
        let refused = play(path);
        assert_eq!((refused.status, &refused.body["error"]), (500, &json!("store")), "{refused:?}");
    }
    let refused = client.post("/api/games", &friends("chess"));
    assert_eq!(refused.status, 500, "{refused:?}");
    let refused = client.post(&format!("{game}/draw"), &json!({}));
    assert_eq!(refused.status, 500, "{refused:?}");
    // What was refused has not happened.
    assert_eq!((look(&client, &game), look(&client, &engine)), before);
    assert_eq!(client.get(&game)["verdict"], Value::Null);
    empty();
    assert_eq!(play(&game).status, 200);
    assert_eq!(play(&engine).status, 200);
    assert_eq!(look(&client, &game).len(), before.0.len() + 1);
    // And the engine has been woken.
    let view = client.our_turn(&engine);
    assert_eq!(moves(&view).len(), before.1.len() + 2);
}

/// The disk is full when the engine wants to move: its move comes when there is room.
fn engine_without_room(server: &Server, fill: &dyn Fn(), empty: &dyn Fn()) {
    let client = server.client();
    let engine = json!({ "kind": "engine", "level": 12 });
    let terms = json!({ "game": "chess", "white": { "kind": "human" }, "black": engine });
    let game = client.begin(&terms);
    let answer = client.post(&format!("{game}/move"), &json!({ "move": "e4", "ply": 0 }));
    assert_eq!(answer.status, 200, "{answer:?}");
    fill();
    std::thread::sleep(Duration::from_secs(2));
    let view = client.get(&game);
    assert_eq!((moves(&view).len(), &view["thinking"]), (1, &json!(true)), "{view}");
    empty();
    let start = Instant::now();
    let view = client.our_turn(&game);
    assert_eq!(moves(&view).len(), 2, "{view}");
    report(&format!("disks: the engine's move came {:.1?} after there was room", start.elapsed()));
}

#[test]
fn the_server_goes_on_when_files_can_grow_again() {
    let folder = Folder::new("limit");
    let arguments = Server::arguments(&folder.0);
    let server = Server::from_command(&mut limited(&damier(&arguments), "unlimited"));
    let fill = || limit(&server.child, Some(0));
    let empty = || limit(&server.child, None);
    serve_without_room(&server, &fill, &empty);
    engine_without_room(&server, &fill, &empty);
}

#[test]
fn the_server_goes_on_when_its_disk_has_room_again() {
    let folder = Folder::new("disk");
    let Some(disk) = SmallDisk::new(&folder.0, 2_000) else {
        println!("skipped: no disk can be mounted here");
        return;
    };
    let server = Server::new(&folder.0);
    let (fill, empty) = (|| disk.fill(), || disk.empty());
    serve_without_room(&server, &fill, &empty);
    engine_without_room(&server, &fill, &empty);
    drop(server);
}

/// A run that has no room says so, and the next one goes on as if nothing had been.
fn finish_after_failure(
    job: &Job,
    folder: &Folder,
    mut starved: Command,
    make_room: impl FnOnce(),
) {
    let expected = job.finish(&job.folder("roomy"));
    let failed = run(&mut starved);
    assert!(!failed.status.success(), "{}: it did not notice", job.name);
    assert_eq!(
        failed.status.code(),
        Some(1),
        "{}: {:?} {}",
        job.name,
        failed.status,
        failed.errors
    );
    let last = failed.errors.lines().last().unwrap_or_default();
    // It names the file, and what the system says.
    let is_clear =
        last.starts_with("damier: ") && (last.contains('/') && last.contains("os error"));
    assert!(is_clear, "{}: {:?}", job.name, failed.errors);
    make_room();
    assert!(job.finish(folder) == expected, "{}: another result", job.name);
}

#[test]
fn long_commands_say_that_files_cannot_grow_and_go_on_later() {
    for job in &JOBS {
        let folder = job.folder("starved");
        // Half a kilobyte each: whatever it writes is larger.
        let starved = limited(&job.command(&folder), "1");
        finish_after_failure(job, &folder, starved, || {});
    }
}

#[test]
fn long_commands_say_that_the_disk_is_full_and_go_on_later() {
    // The test above has every command meet much the same.
    let most = if is_long() { JOBS.len() } else { 1 };
    for job in &JOBS[..most] {
        let folder = Folder::new(&format!("full-{}", job.name.replace(' ', "-")));
        let Some(disk) = SmallDisk::new(&folder.0, 4_000) else {
            println!("skipped: no disk can be mounted here");
            return;
        };
        (job.prepare)(&folder);
        disk.fill();
        let starved = job.command(&folder);
        finish_after_failure(job, &folder, starved, || {
            disk.empty();
            disk.resize(100_000);
        });
    }
}
