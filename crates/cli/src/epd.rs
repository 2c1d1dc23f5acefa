//! `damier epd`: lets the engine solve a test suite and shows what it missed.

use crate::input;
use crate::numbers::{self, positive};
use crate::output::{aligned, complain, counted, print, print_json};
use crate::progress::progress_bar;
use anyhow::{Context, Result, bail};
use damier_chess::{Epd, Move, Position};
use damier_chess_engine::ChessEngine;
use damier_core::{Depth, Game, Score};
use damier_search::{Engine, Event, Limits, LocalEngine, Query, Report};
use serde::Serialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Time for a position if nothing else is said.
const DEFAULT_TIME: Duration = Duration::from_millis(1000);

/// Let the engine solve a test suite: positions with best moves (bm) or moves to avoid (am)
///
/// Every position is searched as if a new game began, so that none helps the next. Lines that
/// cannot be read are told and left out.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier epd wac.epd
  damier epd wac.epd --nodes 100000 --json
  damier epd wac.epd --depth 10 --limit 50 --require 45

A suite has a position on each line, followed by its operations:
  2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id \"WAC.001\";")]
pub(crate) struct EpdArgs {
    /// The suite, an EPD file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Milliseconds for each position [default: 1000, if no other limit is given]
    #[arg(
        long, value_name = "MS", conflicts_with_all = ["nodes", "depth"],
        value_parser = positive()
    )]
    movetime: Option<u64>,
    /// Nodes for each position
    #[arg(long, value_name = "N", conflicts_with = "depth", value_parser = positive())]
    nodes: Option<u64>,
    /// Iterations for each position
    #[arg(
        long, short, value_name = "D",
        value_parser = clap::value_parser!(i32).range(1..=i64::from(Depth::MAX.plies()))
    )]
    depth: Option<i32>,
    /// Threads to use
    #[arg(long, short, default_value_t = 1, value_name = "T", value_parser = numbers::threads())]
    threads: u16,
    /// Megabytes for the table of positions [default: the engine's own]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..))]
    hash: Option<u32>,
    /// Try only the first N positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    limit: Option<u32>,
    /// Fail if fewer than N positions are solved
    #[arg(long, value_name = "N")]
    require: Option<usize>,
    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

/// A position with what a good player finds there.
struct EpdCase {
    id: String,
    position: Position,
    best: Vec<Move>,
    avoid: Vec<Move>,
}

#[derive(Serialize)]
struct Summary {
    engine: String,
    solved: usize,
    positions: usize,
    /// Lines that could not be read.
    left_out: usize,
    seconds: f64,
    results: Vec<EpdOutcome>,
}

#[derive(Serialize)]
struct EpdOutcome {
    id: String,
    fen: String,
    is_solved: bool,
    expected: String,
    played: Option<String>,
    /// For the side to move, as in `+1.25` or `mate -3`.
    score: Option<String>,
    depth: Option<i32>,
    nodes: Option<u64>,
    seconds: f64,
}

pub(crate) fn run(args: &EpdArgs) -> Result<ExitCode> {
    let (mut suite, left_out) =
        read_suite(&args.file).with_context(|| args.file.display().to_string())?;
    suite.truncate(args.limit.map_or(usize::MAX, |limit| limit as usize));
    let mut engine = ChessEngine::new();
    engine.set_threads(args.threads.into())?;
    if let Some(megabytes) = args.hash {
        engine.set_memory(megabytes as usize)?;
    }
    let summary = Summary { left_out, ..solve(&mut engine, &suite, &args.limits())? };
    if args.json {
        print_json(&summary)?;
    } else {
        print(&summary.to_text())?;
    }
    let is_enough = args.require.is_none_or(|required| summary.solved >= required);
    Ok(if is_enough { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl EpdArgs {
    fn limits(&self) -> Limits {
        match (self.movetime, self.nodes, self.depth) {
            (Some(milliseconds), ..) => Limits::to_time(Duration::from_millis(milliseconds)),
            (_, Some(nodes), _) => Limits::to_nodes(nodes),
            (.., Some(depth)) => Limits::to_depth(Depth::new(depth)),
            _ => Limits::to_time(DEFAULT_TIME),
        }
    }
}

/// Reads the suite, complains of lines that cannot be read, and counts them.
fn read_suite(path: &Path) -> Result<(Vec<EpdCase>, usize)> {
    let text = input::read_suite(path)?;
    let (mut suite, mut left_out) = (Vec::new(), 0);
    // Some editors begin a file with an invisible mark.
    for (line, text) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        if text.trim().is_empty() || text.starts_with('#') {
            continue;
        }
        match EpdCase::from_line(text, line) {
            Ok(case) => suite.push(case),
            Err(error) => {
                complain(&format!("{}: line {line}: {error:#}; left out", path.display()));
                left_out += 1;
            }
        }
    }
    if suite.is_empty() {
        bail!("there is no position in it that can be read");
    }
    Ok((suite, left_out))
}

impl EpdCase {
    fn from_line(text: &str, line: usize) -> Result<Self> {
        let epd = Epd::from_line(text)?;
        let moves = |code: &str| -> Result<Vec<Move>> {
            let operands = epd.operands(code).unwrap_or_default();
            let read =
                |text: &String| epd.position.read_move(text).with_context(|| code.to_owned());
            operands.iter().map(read).collect()
        };
        let (best, avoid) = (moves("bm")?, moves("am")?);
        if best.is_empty() && avoid.is_empty() {
            bail!("there is neither a best move (bm) nor one to avoid (am)");
        }
        let id = epd.operands("id").and_then(<[String]>::first).cloned();
        let id = id.unwrap_or_else(|| format!("line {line}"));
        Ok(Self { id, position: epd.position, best, avoid })
    }

    fn is_solved_by(&self, mv: Move) -> bool {
        (self.best.is_empty() || self.best.contains(&mv)) && !self.avoid.contains(&mv)
    }

    /// The moves in words: `Qg6 or Qh7`, `not Kd2`.
    fn expected(&self) -> String {
        let words = |moves: &[Move], link: &str| {
            let moves: Vec<String> = moves.iter().map(|&mv| self.position.write_san(mv)).collect();
            moves.join(link)
        };
        match (self.best.as_slice(), self.avoid.as_slice()) {
            (best, []) => words(best, " or "),
            ([], avoid) => format!("not {}", words(avoid, " or ")),
            (best, avoid) => format!("{}, not {}", words(best, " or "), words(avoid, " or ")),
        }
    }
}

fn solve<E>(engine: &mut E, suite: &[EpdCase], limits: &Limits) -> Result<Summary>
where
    E: Engine<Rules = Position>,
{
    let bar = progress_bar("positions");
    bar.set_length(suite.len() as u64);
    let begin = Instant::now();
    let mut results = Vec::new();
    let mut solved = 0;
    for case in suite {
        let outcome = try_case(engine, case, limits)?;
        solved += usize::from(outcome.is_solved);
        results.push(outcome);
        bar.inc(1);
        bar.set_message(format!("{solved} solved"));
    }
    bar.finish_and_clear();
    let seconds = begin.elapsed().as_secs_f64();
    Ok(Summary {
        engine: engine.name(),
        solved,
        positions: suite.len(),
        left_out: 0,
        seconds,
        results,
    })
}

fn try_case<E>(engine: &mut E, case: &EpdCase, limits: &Limits) -> Result<EpdOutcome>
where
    E: Engine<Rules = Position>,
{
    engine.new_game()?;
    let query = Query::new(Game::new(case.position.clone()), limits.clone());
    let mut last: Option<Report<Move>> = None;
    let begin = Instant::now();
    let answer = engine.search(&query, &mut |event| match event {
        Event::Report(report) if report.rank == 1 => last = Some(report),
        _ => {}
    })?;
    let seconds = begin.elapsed().as_secs_f64();
    Ok(EpdOutcome {
        id: case.id.clone(),
        fen: case.position.to_fen(),
        is_solved: answer.best.is_some_and(|mv| case.is_solved_by(mv)),
        expected: case.expected(),
        played: answer.best.map(|mv| case.position.write_san(mv)),
        score: last.as_ref().map(|report| score_text(report.score)),
        depth: last.as_ref().map(|report| report.depth.plies()),
        nodes: last.as_ref().map(|report| report.nodes),
        seconds,
    })
}

/// Pawns with two decimals, or the moves to mate.
fn score_text(score: Score) -> String {
    match score.plies_to_mate() {
        Some(plies) if plies > 0 => format!("mate {}", (plies + 1) / 2),
        Some(plies) => format!("mate -{}", -plies / 2),
        None => format!("{:+.2}", f64::from(score.value()) / 100.0),
    }
}

impl Summary {
    fn to_text(&self) -> String {
        let header = ["id", "expected", "played", "score", "depth", "seconds"].map(str::to_owned);
        let mut rows = vec![header];
        let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        for outcome in self.results.iter().filter(|outcome| !outcome.is_solved) {
            rows.push([
                outcome.id.clone(),
                outcome.expected.clone(),
                or_dash(outcome.played.clone()),
                or_dash(outcome.score.clone()),
                or_dash(outcome.depth.map(|depth| depth.to_string())),
                format!("{:.2}", outcome.seconds),
            ]);
        }
        let mut text = String::new();
        if rows.len() > 1 {
            text.push_str(&aligned(&rows));
            text.push('\n');
        }
        let total = counted(self.positions, "position");
        let _ = writeln!(text, "{} of {total} solved in {:.1} s", self.solved, self.seconds);
        if self.left_out > 0 {
            let _ = writeln!(text, "{} left out", counted(self.left_out, "unreadable line"));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_core::Ply;

    #[test]
    fn scores_are_written_for_people() {
        assert_eq!(score_text(Score::from_evaluation(125)), "+1.25");
        assert_eq!(score_text(Score::mate_in(Ply::new(5))), "mate 3");
        assert_eq!(score_text(Score::mated_in(Ply::new(4))), "mate -2");
    }

    #[test]
    fn a_move_solves_if_it_is_best_and_not_to_be_avoided() {
        let case = |operations: &str| {
            let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
            EpdCase::from_line(&format!("{start} {operations}"), 1).unwrap()
        };
        let solves =
            |case: &EpdCase, san: &str| case.is_solved_by(case.position.read_san(san).unwrap());
        let best = case("bm e4 d4; id \"two\";");
        assert_eq!((best.id.as_str(), best.expected().as_str()), ("two", "e4 or d4"));
        assert!(solves(&best, "d4") && !solves(&best, "a3"));
        let avoid = case("am f3;");
        assert_eq!((avoid.id.as_str(), avoid.expected().as_str()), ("line 1", "not f3"));
        assert!(solves(&avoid, "d4") && !solves(&avoid, "f3"));
    }
}
