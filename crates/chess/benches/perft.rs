//! How fast move paths are counted, beside other programs, in one interleaved run.
//!
//! `cargo bench -p damier-chess --bench perft [-- ROUNDS]`
//!
//! Speeds on a shared machine drift by tens of percent within seconds, so each round times
//! all programs on the same position in turn, and what counts is the median over the rounds of the
//! *ratio* to our time. One thread, the last ply counted in bulk, no hash. If there is a
//! `stockfish` on the path (or named by the variable `STOCKFISH`), it takes part, and the gain of a
//! second thread is compared with what its search gains.

mod cozy;

use cozy::{cozy_perft, median};
use damier_chess::{Position, START_FEN};
use damier_core::perft::{self, Perft};
use damier_testkit::chess::KIWIPETE;
use shakmaty::{CastlingMode, Chess, fen::Fen};
use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::num::NonZeroUsize;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

/// The other library, which reads its tables faster where the processor can.
const RIVAL: &str = if cfg!(target_feature = "bmi2") { "cozy-chess (pext)" } else { "cozy-chess" };
const DEFAULT_ROUNDS: usize = 9;

fn main() {
    // Cargo adds options of its own to what the user writes.
    let rounds = std::env::args().skip(1).find_map(|word| word.parse().ok());
    let rounds = rounds.unwrap_or(DEFAULT_ROUNDS).max(1);
    let mut stockfish = Stockfish::start();
    if stockfish.is_none() {
        println!("No stockfish found: set STOCKFISH to its path to compare with it.");
    }
    for (name, fen, depth) in [("start position", START_FEN, 6), ("Kiwipete", KIWIPETE, 5)] {
        compare(name, fen, depth, rounds, stockfish.as_mut());
    }
    second_thread(rounds, stockfish.as_mut());
}

/// Counts the paths of one position to one depth.
type Counter<'a> = Box<dyn FnMut() -> u64 + 'a>;

fn compare(name: &str, fen: &str, depth: u32, rounds: usize, stockfish: Option<&mut Stockfish>) {
    let ours = Position::from_fen(fen).expect("the position is legal");
    let cozy: cozy_chess::Board = fen.parse().expect("the position is legal");
    let shakmaty: Chess = fen
        .parse::<Fen>()
        .expect("the FEN is right")
        .into_position(CastlingMode::Standard)
        .expect("the position is legal");
    let nodes = perft::count(&ours, depth);

    let mut players: Vec<(&str, Counter)> = vec![
        ("damier", Box::new(|| perft::count(black_box(&ours), depth))),
        (RIVAL, Box::new(|| cozy_perft(black_box(&cozy), depth))),
        ("shakmaty", Box::new(|| shakmaty::perft(black_box(&shakmaty), depth))),
    ];
    if let Some(stockfish) = stockfish {
        players.push(("stockfish", Box::new(move || stockfish.perft(fen, depth))));
    }
    let mut seconds = vec![Vec::new(); players.len()];
    for _ in 0..rounds {
        for ((who, count), seconds) in players.iter_mut().zip(&mut seconds) {
            let begin = Instant::now();
            assert_eq!(count(), nodes, "{who} counts otherwise");
            seconds.push(begin.elapsed().as_secs_f64());
        }
    }

    println!("\n{name}, depth {depth}, {nodes} nodes, {rounds} rounds");
    println!(
        "{:<20} {:>16} {:>16} {:>22}",
        "", "median Mnodes/s", "best Mnodes/s", "damier is faster by"
    );
    for ((who, _), times) in players.iter().zip(&seconds) {
        let speed = |seconds: f64| nodes as f64 / seconds / 1e6;
        let best = times.iter().copied().fold(f64::MAX, f64::min);
        let ratio = median(times.iter().zip(&seconds[0]).map(|(theirs, ours)| theirs / ours));
        let middle = speed(median(times.iter().copied()));
        println!("{who:<20} {middle:>16.1} {:>16.1} {ratio:>22.2}", speed(best));
    }
}

/// What a second thread gains: our perft against Stockfish's search, taking turns.
fn second_thread(rounds: usize, mut stockfish: Option<&mut Stockfish>) {
    let position = Position::from_fen(KIWIPETE).expect("the position is legal");
    let seconds = |threads| {
        let threads = NonZeroUsize::new(threads).expect("there is a thread");
        let job = Perft { depth: 5, threads, table: None };
        let begin = Instant::now();
        // About as long as one of Stockfish's searches.
        for _ in 0..4 {
            let division = job.divide(&position, &|_| {});
            assert_eq!(division.map(|division| division.total), Ok(193_690_690));
        }
        begin.elapsed().as_secs_f64()
    };
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        ours.push(seconds(1) / seconds(2));
        if let Some(stockfish) = &mut stockfish {
            theirs.push(stockfish.search_speed(2) / stockfish.search_speed(1));
        }
    }
    println!("\nA second thread multiplies speed by (median of {rounds} rounds)");
    println!("damier perft         {:.2}", median(ours.into_iter()));
    if !theirs.is_empty() {
        println!("stockfish search     {:.2}", median(theirs.into_iter()));
    }
}

/// Stockfish as a process that takes commands.
struct Stockfish {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Stockfish {
    fn start() -> Option<Self> {
        let named = std::env::var("STOCKFISH").ok();
        // Debian keeps games out of the path of some users.
        let places = [named.as_deref(), Some("stockfish"), Some("/usr/games/stockfish")];
        places.into_iter().flatten().find_map(|place| {
            let pipes = Command::new(place).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
            let mut process = pipes.ok()?;
            let input = process.stdin.take()?;
            let output = BufReader::new(process.stdout.take()?);
            Some(Self { process, input, output })
        })
    }

    fn send(&mut self, command: &str) {
        writeln!(self.input, "{command}").expect("stockfish listens");
    }

    /// The line that begins the answer to a command.
    fn line_with(&mut self, words: &str) -> String {
        let line = (&mut self.output).lines().map_while(Result::ok).find(|l| l.contains(words));
        line.expect("stockfish answers")
    }

    fn perft(&mut self, fen: &str, depth: u32) -> u64 {
        self.send(&format!("position fen {fen}\ngo perft {depth}"));
        let line = self.line_with("Nodes searched");
        line.split_whitespace().last().and_then(|n| n.parse().ok()).expect("a number of nodes")
    }

    /// Nodes per second of a search of two seconds.
    fn search_speed(&mut self, threads: usize) -> f64 {
        self.send(&format!("setoption name Threads value {threads}\nucinewgame\nisready"));
        self.line_with("readyok");
        self.send(&format!("position fen {KIWIPETE}\ngo movetime 2000"));
        let mut speed = 0.0;
        loop {
            let line = self.line_with("");
            if line.starts_with("bestmove") {
                return speed;
            }
            let mut words = line.split_whitespace().skip_while(|word| *word != "nps").skip(1);
            speed = words.next().and_then(|word| word.parse().ok()).unwrap_or(speed);
        }
    }
}

impl Drop for Stockfish {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.process.wait();
    }
}
