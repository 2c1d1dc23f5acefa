//! Reads games and writes them again, faults to the error output; or shows the last position and
//! the moves of each. What the tests with other programs (`tests/clients/pgn.py`, `pdn.py`)
//! compare.
//!
//! `cargo run --release -p damier-records --example rewrite -- chess games.pgn > again.pgn`
//! `cargo run --release -p damier-records --example rewrite -- draughts games.pdn --lines`

use damier_records::{Reader, Record, RecordGame};
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::process::ExitCode;

fn each<F: RecordGame>(path: &str, show: fn(&Record<F>) -> String) -> io::Result<()> {
    let mut output = io::stdout().lock();
    for game in Reader::<F, _>::new(BufReader::new(File::open(path)?)) {
        let game = game?;
        for fault in &game.faults {
            eprintln!("{fault}");
        }
        output.write_all(show(&game.record).as_bytes())?;
    }
    Ok(())
}

/// The last position, a tab, the moves.
fn main_line<F: RecordGame>(record: &Record<F>) -> String {
    let mut position = record.start().clone();
    let mut words = Vec::new();
    for mv in record.tree().main_line().filter_map(|id| record.tree().node(id).mv()) {
        words.push(position.write_move(mv));
        position.play_unchecked(mv);
    }
    format!("{}\t{}\n", position.to_fen(), words.join(" "))
}

fn run<F: RecordGame>(path: &str, options: &[&str]) -> io::Result<()> {
    match options {
        [] => each::<F>(path, Record::to_string),
        ["--lines"] => each::<F>(path, main_line),
        _ => Err(io::Error::other("the only option is --lines")),
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["chess", path, ref options @ ..] => run::<damier_chess::Position>(path, options),
        ["draughts", path, ref options @ ..] => run::<damier_draughts::Position>(path, options),
        _ => Err(io::Error::other("say which game and which file: chess games.pgn")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
