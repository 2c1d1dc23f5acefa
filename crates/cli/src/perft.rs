//! `damier perft`: counts move paths, for one position or a whole suite.

use crate::games::CliGame;
use crate::games::game_parser;
use crate::input;
use crate::numbers;
use crate::output::{complain, counted, grouped, print, print_json};
use crate::progress::progress_bar;
use anyhow::{Context, Result, bail};
use damier_core::perft::{Division, Perft, PerftTable};
use damier_games::{GameKind, with_game};
use serde::Serialize;
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// Count the move paths of a position, the proof of a move generator
///
/// The last ply is counted in bulk. With --hash the counts of positions met before are looked up,
/// so the speed shown is then no longer that of the generator.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier perft --depth 6
  damier perft --fen \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\" --depth 5 --divide
  damier perft --depth 7 --hash 1024 --json
  damier perft --suite my-suite.epd --depth 5
  damier perft --game draughts --fen W:W31-50:B1-20 --depth 9

A suite has a position on each line, followed by its counts:
  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902
  W:W31-50:B1-20 ;D1 9 ;D2 81 ;D3 658")]
pub(crate) struct PerftArgs {
    /// The game
    #[arg(long, value_parser = game_parser(), default_value_t = GameKind::Chess)]
    game: GameKind,
    /// Position to start from, as FEN, X-FEN or Shredder-FEN; quotes are not needed
    #[arg(long, num_args = 1..=6, value_name = "FEN", conflicts_with = "suite")]
    fen: Vec<String>,
    /// Moves to play first, in SAN or UCI notation; in draughts like 32-28 and 28x19
    #[arg(long, num_args = 1.., value_name = "MOVE", conflicts_with = "suite")]
    moves: Vec<String>,
    /// Length of the paths in plies, 0 to 30; for a suite, the greatest depth to check
    #[arg(
        long, short, default_value_t = 5, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(0..=30)
    )]
    depth: u32,
    /// Show the count of each first move
    #[arg(long, conflicts_with = "suite")]
    divide: bool,
    /// Threads to use, 1 to 1024 [default: one for each core]
    #[arg(long, short, allow_negative_numbers = true, value_parser = numbers::threads())]
    threads: Option<u16>,
    /// Megabytes (of 1024 x 1024 bytes) for a table of known counts; 0 for none
    #[arg(
        long, default_value_t = 0, value_name = "MB", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(0..=1_048_576)
    )]
    hash: u32,
    /// Check every position of a file that has entries like ";D4 197281"
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct PerftReport {
    fen: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
    threads: usize,
    hash_mebibytes: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<MoveCount>>,
}

#[derive(Serialize)]
struct MoveCount {
    #[serde(rename = "move")]
    text: String,
    nodes: u64,
}

#[derive(Serialize)]
struct SuiteReport {
    positions: usize,
    positions_without_counts: usize,
    counts_checked: usize,
    counts_too_deep: usize,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
    mismatches: Vec<Mismatch>,
}

#[derive(Serialize)]
struct Mismatch {
    line: usize,
    fen: String,
    depth: u32,
    expected: u64,
    found: u64,
}

pub(crate) fn run(args: &PerftArgs) -> Result<ExitCode> {
    with_game!(args.game, G => run_game::<G>(args))
}

fn run_game<R: CliGame>(args: &PerftArgs) -> Result<ExitCode> {
    match &args.suite {
        Some(path) => run_suite::<R>(args, path),
        None => run_position::<R>(args),
    }
}

impl PerftArgs {
    fn threads(&self) -> NonZeroUsize {
        match self.threads {
            Some(threads) => NonZeroUsize::new(threads.into()).unwrap_or(NonZeroUsize::MIN),
            None => std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
        }
    }

    fn job(&self) -> Result<Perft> {
        let table = match NonZeroUsize::new(self.hash as usize) {
            Some(size) => {
                let table = PerftTable::new(size);
                Some(table.with_context(|| {
                    format!("there is no memory for a table of {size} MB; ask for a smaller --hash")
                })?)
            }
            None => None,
        };
        Ok(Perft { depth: self.depth, threads: self.threads(), table })
    }
}

fn run_position<R: CliGame>(args: &PerftArgs) -> Result<ExitCode> {
    let game = input::game::<R>(&args.fen, &args.moves)?;
    let position = game.position();
    let job = args.job()?;

    let bar = progress_bar("subtrees");
    let begin = Instant::now();
    let division = job.divide(position, &|progress| {
        if bar.is_hidden() {
            return;
        }
        bar.set_length(progress.total as u64);
        bar.set_position(progress.done as u64);
        bar.set_message(format!("{} nodes", grouped(progress.nodes)));
    });
    let seconds = begin.elapsed().as_secs_f64();
    bar.finish_and_clear();

    let Division { moves, total: nodes } = division?;
    let mut counts: Vec<MoveCount> = moves
        .into_iter()
        .map(|(mv, nodes)| MoveCount { text: position.write_for_programs(mv), nodes })
        .collect();
    counts.sort_by(|a, b| a.text.cmp(&b.text));
    let report = PerftReport {
        fen: position.to_fen(),
        depth: args.depth,
        nodes,
        seconds,
        nodes_per_second: nodes as f64 / seconds,
        threads: args.threads().get(),
        hash_mebibytes: args.hash,
        divide: args.divide.then_some(counts),
    };
    if args.json {
        print_json(&report)?;
    } else {
        print(&report.to_text())?;
    }
    Ok(ExitCode::SUCCESS)
}

impl PerftReport {
    fn to_text(&self) -> String {
        let mut text = String::new();
        if let Some(division) = self.divide.as_ref().filter(|division| !division.is_empty()) {
            for MoveCount { text: mv, nodes } in division {
                let _ = writeln!(text, "{mv}: {nodes}");
            }
            text.push('\n');
        }
        let _ = writeln!(text, "Position {}", self.fen);
        let _ = writeln!(text, "Depth    {}", self.depth);
        let _ = writeln!(text, "Nodes    {}", grouped(self.nodes));
        let _ = writeln!(text, "Time     {:.3} s", self.seconds);
        let _ = writeln!(text, "Speed    {}", speed(self.nodes, self.seconds));
        text
    }
}

fn run_suite<R: CliGame>(args: &PerftArgs, path: &Path) -> Result<ExitCode> {
    let text = input::read_suite(path).with_context(|| path.display().to_string())?;
    let suite = read_suite::<R>(&text, args.depth).with_context(|| path.display().to_string())?;
    let counts_checked = suite.iter().map(|case| case.counts.len()).sum();
    if counts_checked == 0 {
        bail!("{} has no entries like \";D1 20\" up to depth {}", path.display(), args.depth);
    }

    let bar = progress_bar("counts");
    bar.set_length(counts_checked as u64);
    let begin = Instant::now();
    let mut nodes = 0;
    let mut mismatches = Vec::new();
    let mut job = args.job()?;
    for SuiteCase { line, position, counts, .. } in &suite {
        for &(depth, expected) in counts {
            job.depth = depth;
            let found = job.divide(position, &|_| {})?.total;
            if found != expected {
                let fen = position.to_fen();
                let message = format!("expected {expected}, found {found}: {fen}");
                bar.suspend(|| complain(&format!("line {line}, depth {depth}: {message}")));
                mismatches.push(Mismatch { line: *line, fen, depth, expected, found });
            }
            nodes += found;
            bar.inc(1);
            bar.set_message(format!("{} nodes", grouped(nodes)));
        }
    }
    let seconds = begin.elapsed().as_secs_f64();
    bar.finish_and_clear();

    let code = if mismatches.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    let report = SuiteReport {
        positions: suite.len(),
        positions_without_counts: suite
            .iter()
            .filter(|case| case.counts.is_empty() && case.too_deep == 0)
            .count(),
        counts_checked,
        counts_too_deep: suite.iter().map(|case| case.too_deep).sum(),
        nodes,
        seconds,
        nodes_per_second: nodes as f64 / seconds,
        mismatches,
    };
    if args.json {
        print_json(&report)?;
    } else {
        print(&report.to_text())?;
    }
    Ok(code)
}

impl SuiteReport {
    fn to_text(&self) -> String {
        let wrong = self.mismatches.len();
        let mut text = format!(
            "{} in {}: {} right, {wrong} wrong\n{} nodes in {:.1} s, {}\n",
            counted(self.counts_checked, "count"),
            counted(self.positions, "position"),
            self.counts_checked - wrong,
            grouped(self.nodes),
            self.seconds,
            speed(self.nodes, self.seconds),
        );
        if self.counts_too_deep > 0 {
            let left = counted(self.counts_too_deep, "deeper count");
            let _ = writeln!(text, "{left} not checked; raise --depth to check them");
        }
        if self.positions_without_counts > 0 {
            let left = counted(self.positions_without_counts, "position");
            let _ = writeln!(text, "{left} without any count");
        }
        text
    }
}

/// A line of a suite: the depths to check with their counts.
struct SuiteCase<R> {
    line: usize,
    position: R,
    counts: Vec<(u32, u64)>,
    /// Entries that are deeper than asked for.
    too_deep: usize,
}

fn read_suite<R: CliGame>(text: &str, depth: u32) -> Result<Vec<SuiteCase<R>>> {
    let mut suite = Vec::new();
    // Some editors begin a file with an invisible mark.
    let text = text.trim_start_matches('\u{feff}');
    for (line, text) in (1..).zip(text.lines()) {
        if text.trim().is_empty() || text.starts_with('#') {
            continue;
        }
        let (position, entries) =
            R::read_suite_line(text).with_context(|| format!("line {line}"))?;
        let (mut counts, mut too_deep) = (Vec::new(), 0);
        for (code, operands) in &entries {
            let digits = code.strip_prefix(['D', 'd']);
            let Some(entry) = digits.and_then(|digits| digits.parse().ok()) else {
                continue;
            };
            let count = match operands.as_slice() {
                [count] => count.parse().ok(),
                _ => None,
            };
            let count = count.with_context(|| format!("line {line}: {code} needs one count"))?;
            match entry {
                0 => {}
                _ if entry <= depth => counts.push((entry, count)),
                _ => too_deep += 1,
            }
        }
        suite.push(SuiteCase { line, position, counts, too_deep });
    }
    Ok(suite)
}

fn speed(nodes: u64, seconds: f64) -> String {
    format!("{:.1} million nodes per second", nodes as f64 / seconds / 1e6)
}
