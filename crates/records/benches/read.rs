//! How fast games are read, in one interleaved run.
//!
//! `DAMIER_TEST_DATA=… cargo bench -p damier-records --bench read [-- ROUNDS]`
//!
//! Speeds on a shared machine drift, so each round times everything in turn, and what counts are
//! the medians and their ratios: all of a game against its moves alone, which are what the rules
//! cost, and against the same file with its moves hidden in a comment, which is what the text
//! costs.

use damier_core::Rules;
use damier_records::{Reader, RecordGame};
use std::fs;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::Instant;

const DEFAULT_ROUNDS: usize = 15;
/// The file is read so many times in a row, or the clock would see little else.
const COPIES: usize = 20;

fn main() {
    let rounds = std::env::args().skip(1).find_map(|word| word.parse().ok());
    let Some(data) = std::env::var_os("DAMIER_TEST_DATA").map(PathBuf::from) else {
        println!("Set DAMIER_TEST_DATA to a folder with games.");
        return;
    };
    let rounds = rounds.unwrap_or(DEFAULT_ROUNDS).max(1);
    compare::<damier_chess::Position>(&data.join("lichess-100k.pgn"), rounds);
    compare::<damier_draughts::Position>(&data.join("wiersma.pdn"), rounds);
}

/// Something to be timed; what it returns only keeps it from being left out.
type Work<'a> = Box<dyn FnMut() -> usize + 'a>;

fn compare<F: RecordGame>(path: &PathBuf, rounds: usize) {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes.repeat(COPIES),
        Err(error) => return println!("{}: {error}", path.display()),
    };
    let records: Vec<_> = Reader::<F, _>::new(&bytes[..])
        .map(|game| game.expect("memory does not fail").record)
        .collect();
    let lines: Vec<(F, Vec<String>)> = records
        .iter()
        .map(|record| {
            let mut position = record.start().clone();
            let mut words = Vec::new();
            for mv in record.tree().main_line().filter_map(|id| record.tree().node(id).mv()) {
                words.push(position.write_move(mv));
                position.play_unchecked(mv);
            }
            (record.start().clone(), words)
        })
        .collect();
    let hidden = hide_moves(&bytes);

    let mut players: [(&str, Work); 4] = [
        ("reading", Box::new(|| read::<F>(&bytes))),
        ("its moves alone", Box::new(|| lines.iter().map(replay).sum())),
        ("its text alone", Box::new(|| read::<F>(&hidden))),
        ("writing", Box::new(|| records.iter().map(|record| record.to_string().len()).sum())),
    ];
    let mut seconds = vec![Vec::new(); players.len()];
    for _ in 0..rounds {
        for (player, seconds) in players.iter_mut().zip(&mut seconds) {
            let start = Instant::now();
            black_box(player.1());
            seconds.push(start.elapsed().as_secs_f64());
        }
    }
    let mebibytes = bytes.len() as f64 / f64::from(1 << 20);
    let games = records.len();
    println!("{}: {games} games, {mebibytes:.1} MiB, {rounds} rounds", path.display());
    let median = |times: &mut Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    let whole = median(&mut seconds[0]);
    for ((name, _), seconds) in players.iter().zip(&mut seconds) {
        let time = median(seconds);
        println!(
            "  {name:<16} {:7.1} MiB/s  {:8.0} games/s  {:5.2} of reading",
            mebibytes / time,
            games as f64 / time,
            time / whole
        );
    }
}

fn read<F: RecordGame>(bytes: &[u8]) -> usize {
    Reader::<F, _>::new(bytes)
        .map(|game| game.expect("memory does not fail").record.tree().move_count())
        .sum()
}

fn replay<R: Rules>((start, words): &(R, Vec<String>)) -> usize {
    let mut position = start.clone();
    for word in words {
        let mv = position.read_move(word).expect("it was written by the same rules");
        position.play_unchecked(mv);
    }
    words.len()
}

/// The same bytes with each line that begins with a move number made a comment.
fn hide_moves(bytes: &[u8]) -> Vec<u8> {
    let mut hidden = Vec::new();
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        if line.trim_ascii_start().first().is_some_and(u8::is_ascii_digit) {
            let inner =
                line.iter().map(|&byte| if byte == b'{' || byte == b'}' { b'|' } else { byte });
            let trimmed: Vec<u8> = inner.filter(|&byte| byte != b'\n').collect();
            hidden.push(b'{');
            hidden.extend(trimmed);
            hidden.extend_from_slice(b"}\n");
        } else {
            hidden.extend_from_slice(line);
        }
    }
    hidden
}
