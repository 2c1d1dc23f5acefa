//! `damier arena`: a match between two engines, and what it proves.

use crate::output::{complain, grouped, print, print_json};
use anyhow::{Context, Result, bail};
use damier_arena::record::{Effort, GameResult};
use damier_arena::referee::Adjudication;
use damier_arena::standing::Faults;
use damier_arena::statistics::{Estimate, PairCounts, Sprt, Verdict, estimate};
use damier_arena::{
    Conduct, Contestant, EngineSpec, GameRecord, Match, Openings, Pace, Plan, Standing,
};
use serde::Serialize;
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Play a match between two UCI engines, with statistics
///
/// Games come in pairs that share an opening, with colours swapped. Whoever plays an illegal move,
/// oversteps the time, crashes or stalls loses the game and is restarted. Elo, likelihood of
/// superiority and SPRT are those of the engine named first.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier arena --engine \"cmd=target/release/damier uci,name=new,Hash=16\" \\
               --engine \"cmd=/usr/games/toga2,OwnBook=false\" \\
               --clock 4+0.04 --games 100 --concurrency 2 --journal out.jsonl
  damier arena --engine \"cmd=new uci\" --engine \"cmd=old uci\" --clock 8+0.08 --games 20000 --sprt 0,5
  damier arena --engine \"cmd=stockfish,nodes=2000\" --engine \"cmd=toga2,depth=4\" --games 20
  damier arena --engine \"cmd=a\" --engine \"cmd=b\" --movetime 100 --ponder --pgn games.pgn

An engine is described by key=value with commas between:
  cmd       the program with its arguments; quotation marks keep words together
  name      the name to show [default: the file name of the program]
  dir       the folder to start it in
  clock, nodes, depth, movetime
            a pace of its own, for games at odds
  Hash, Threads, ...
            any other key is an option of the engine; one that it does not declare is an error

Interrupted with Ctrl-C, a match goes on where it was when started with the same --journal. Engines
with a book of their own should have it switched off (OwnBook=false).")]
pub(crate) struct Args {
    /// An engine, twice: the one to measure, then its opponent
    #[arg(long, required = true, value_name = "KEY=VALUE,...")]
    engine: Vec<String>,
    /// Clock for the game in seconds, with an increment for each move [default: 4+0.04]
    #[arg(long, value_name = "SECONDS+SECONDS", group = "pace", value_parser = Pace::clock)]
    clock: Option<Pace>,
    /// Nodes for each move
    #[arg(long, value_name = "N", group = "pace", value_parser = Pace::nodes)]
    nodes: Option<Pace>,
    /// Plies for each move
    #[arg(long, value_name = "N", group = "pace", value_parser = Pace::depth)]
    depth: Option<Pace>,
    /// Milliseconds for each move; half a second more is forgiven
    #[arg(long, value_name = "MS", group = "pace", value_parser = Pace::move_time)]
    movetime: Option<Pace>,
    /// Games to play, those in the journal included
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// Games at the same time; each has two engines of its own
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    concurrency: u16,
    /// Let both engines think in the opponent's time
    #[arg(long)]
    ponder: bool,
    /// Decides the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Openings to play, as FEN or EPD lines [default: 8 random plies]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// The largest advantage in a random opening, in hundredths of a pawn, as the first engine sees it
    /// with 2000 nodes; 0 to take every opening
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 100, conflicts_with = "openings", value_parser = clap::value_parser!(i32).range(0..=10_000))]
    balance: i32,
    /// Stop as soon as it is sure whether the difference is the first or the second Elo, with 5 % of
    /// either error
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = read_sprt)]
    sprt: Option<Sprt>,
    /// Keep finished games in this file, and go on with those that are in it
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Add finished games to this file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Forgive answers that come so much too late
    #[arg(long, value_name = "MS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=60_000))]
    margin: u64,
    /// An engine without a clock that thinks so long has stalled
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    patience: u64,
    /// Longer games are drawn
    #[arg(long, value_name = "PLIES", default_value_t = 600, value_parser = clap::value_parser!(u32).range(1..=4000))]
    longest: u32,
    /// Let an engine resign that reports this disadvantage for so many moves, as 600x4
    #[arg(long, value_name = "CENTIPAWNSxMOVES", value_parser = read_adjudication)]
    resign: Option<Adjudication>,
    /// Agree on a draw, after 30 moves, if both report at most this advantage for so many moves, as 10x8
    #[arg(long, value_name = "CENTIPAWNSxMOVES", value_parser = read_adjudication)]
    draw: Option<Adjudication>,
    /// Do not show finished games
    #[arg(long, short)]
    quiet: bool,
    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Summary {
    engines: [EngineSummary; 2],
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    score: f64,
    draw_ratio: f64,
    /// Pairs with 0, ½, 1, 1½ and 2 points.
    pentanomial: PairCounts,
    /// From finished pairs.
    estimate: Option<Estimate>,
    sprt: Option<SprtSummary>,
}

#[derive(Serialize)]
struct EngineSummary {
    name: String,
    pace: String,
    #[serde(flatten)]
    faults: Faults,
    average_depth: Option<f64>,
    nodes_per_second: Option<f64>,
}

#[derive(Serialize)]
struct SprtSummary {
    #[serde(flatten)]
    test: Sprt,
    log_likelihood_ratio: f64,
    bounds: (f64, f64),
    verdict: Verdict,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let engines = args.engines()?;
    let pace = args.clock.or(args.nodes).or(args.depth).or(args.movetime);
    let pace = pace.map_or_else(|| Pace::clock("4+0.04"), Ok)?;
    let paces = [0, 1].map(|index: usize| engines[index].pace.unwrap_or(pace));
    let arena = Match {
        contestants: [&engines[0], &engines[1]],
        conduct: Conduct {
            paces,
            pondering: args.ponder,
            margin: Duration::from_millis(args.margin),
            patience: Duration::from_secs(args.patience),
            longest: args.longest as usize,
            resign: args.resign,
            draw: args.draw,
        },
        openings: args.openings()?,
        plan: Plan {
            games: args.games,
            concurrency: NonZeroUsize::new(args.concurrency.into()).unwrap_or(NonZeroUsize::MIN),
            sprt: args.sprt,
            journal: args.journal.clone(),
            pgn: args.pgn.clone(),
        },
    };
    let standing = arena.run(&mut |standing, game| {
        if !args.quiet {
            complain(&progress(standing, game, args.games, args.sprt));
        }
    })?;
    let names = arena.contestants.map(Contestant::name);
    let summary = Summary::of(&standing, names, paces, args.sprt);
    if args.json {
        print_json(&summary)?;
    } else {
        print(&summary.to_text())?;
    }
    Ok(ExitCode::SUCCESS)
}

impl Args {
    fn engines(&self) -> Result<[EngineSpec; 2]> {
        let [first, second] = self.engine.as_slice() else {
            bail!("a match needs --engine twice, not {} times", self.engine.len());
        };
        let read = |text: &String| {
            EngineSpec::from_text(text).with_context(|| format!("cannot read --engine {text:?}"))
        };
        let (first, mut second) = (read(first)?, read(second)?);
        if first.name == second.name {
            second.name.push_str(" (2)");
        }
        Ok([first, second])
    }

    fn openings(&self) -> Result<Openings> {
        let Some(path) = &self.openings else {
            let balance = Some(self.balance).filter(|&balance| balance > 0);
            return Ok(Openings::Random { seed: self.seed, balance });
        };
        let context = || format!("cannot use the openings {}", path.display());
        let text = std::fs::read_to_string(path).with_context(context)?;
        Openings::from_text(&text, self.seed).with_context(context)
    }
}

fn read_sprt(text: &str) -> Result<Sprt> {
    let elos = text.split_once(',').and_then(|(elo0, elo1)| {
        let read = |text: &str| text.trim().parse().ok().filter(|elo: &f64| elo.abs() <= 1000.0);
        read(elo0).zip(read(elo1))
    });
    match elos {
        Some((elo0, elo1)) if elo0 < elo1 => Ok(Sprt::new(elo0, elo1)),
        _ => bail!("write two Elo differences, the smaller one first, as 0,5"),
    }
}

fn read_adjudication(text: &str) -> Result<Adjudication> {
    let numbers = text.split_once('x').and_then(|(score, moves)| {
        let score = score.parse().ok().filter(|&score: &i32| score >= 0);
        let moves = moves.parse().ok().filter(|&moves: &u32| moves > 0);
        score.zip(moves)
    });
    let (score, moves) = numbers.context("write hundredths of a pawn x moves, as 600x4")?;
    Ok(Adjudication { score, moves })
}

/// A line for people who watch.
fn progress(
    standing: &Standing,
    game: Option<&GameRecord>,
    games: u64,
    sprt: Option<Sprt>,
) -> String {
    let Standing { wins, draws, losses, .. } = standing;
    let percent = standing.score() * 100.0;
    let mut text =
        format!("{}/{games}  +{wins} ={draws} -{losses}  {percent:.1} %", standing.games());
    if let Some(estimate) = estimate(&standing.pairs) {
        let _ = write!(text, "  {}", elo_text(&estimate));
    }
    if let Some(sprt) = sprt {
        let _ = write!(text, "  LLR {:.2}", sprt.log_likelihood_ratio(&standing.pairs));
    }
    match game {
        None => text.push_str("  (from the journal)"),
        Some(game) => {
            let result = match game.result {
                GameResult::White => "1-0",
                GameResult::Black => "0-1",
                GameResult::Draw => "1/2",
            };
            let _ = write!(text, "  {result} {}", game.detail);
        }
    }
    text
}

fn elo_text(estimate: &Estimate) -> String {
    let Estimate { elo, elo_low, elo_high, .. } = *estimate;
    if elo.is_infinite() {
        return format!("Elo {}", signed(elo));
    }
    let half = signed((elo_high - elo_low) / 2.0);
    format!("Elo {} ± {}", signed(elo), &half[1..])
}

fn signed(elo: f64) -> String {
    match elo {
        f64::INFINITY => "+infinite".to_owned(),
        f64::NEG_INFINITY => "-infinite".to_owned(),
        elo => format!("{elo:+.1}"),
    }
}

impl Summary {
    fn of(standing: &Standing, names: [&str; 2], paces: [Pace; 2], sprt: Option<Sprt>) -> Self {
        let engine = |index: usize| {
            let effort: &Effort = &standing.efforts[index];
            EngineSummary {
                name: names[index].to_owned(),
                pace: paces[index].to_string(),
                faults: standing.faults[index],
                average_depth: effort.average_depth(),
                nodes_per_second: effort.nodes_per_second(),
            }
        };
        let Standing { wins, draws, losses, pairs, .. } = *standing;
        Self {
            engines: [engine(0), engine(1)],
            games: standing.games(),
            wins,
            draws,
            losses,
            score: standing.score(),
            draw_ratio: draws as f64 / standing.games().max(1) as f64,
            pentanomial: pairs,
            estimate: estimate(&pairs),
            sprt: sprt.map(|test| SprtSummary {
                test,
                log_likelihood_ratio: test.log_likelihood_ratio(&pairs),
                bounds: test.bounds(),
                verdict: test.verdict(&pairs),
            }),
        }
    }

    fn to_text(&self) -> String {
        let [a, b] = &self.engines;
        let mut rows = vec![
            ("Match", format!("{} ({}) against {} ({})", a.name, a.pace, b.name, b.pace)),
            ("Games", format!("{}: +{} ={} -{}", self.games, self.wins, self.draws, self.losses)),
            ("Score", format!("{:.2} %", self.score * 100.0)),
        ];
        if let Some(estimate) = &self.estimate {
            let Estimate { elo_low, elo_high, superiority, .. } = estimate;
            let interval = format!("{} to {} with 95 %", signed(*elo_low), signed(*elo_high));
            rows.push(("Elo", format!("{}, {interval}", &elo_text(estimate)["Elo ".len()..])));
            rows.push(("Superiority", format!("{:.2} %", superiority * 100.0)));
        }
        rows.push(("Draws", format!("{:.1} %", self.draw_ratio * 100.0)));
        let pairs = self.pentanomial.map(|count| count.to_string()).join(" ");
        rows.push(("Pairs", format!("{pairs}, of 0, 1/2, 1, 1 1/2 and 2 points")));
        if let Some(SprtSummary { test, log_likelihood_ratio, bounds, verdict }) = &self.sprt {
            let verdict = match verdict {
                Verdict::Open => "not decided".to_owned(),
                Verdict::Rejected => format!("rather {} Elo", test.elo0),
                Verdict::Accepted => format!("rather {} Elo", test.elo1),
            };
            let (low, high) = bounds;
            rows.push((
                "SPRT",
                format!(
                    "[{}, {}]: LLR {log_likelihood_ratio:.2} ({low:.2}, {high:.2}), {verdict}",
                    test.elo0, test.elo1
                ),
            ));
        }
        let mut text = String::new();
        for (name, value) in rows {
            let _ = writeln!(text, "{name:<12} {value}");
        }
        let width = self.engines.iter().map(|engine| engine.name.chars().count()).max();
        let width = width.unwrap_or(0).max(6);
        let _ = writeln!(
            text,
            "\n{:<width$}  time losses  illegal moves  crashes  stalls  depth   nodes/s",
            "Engine"
        );
        for engine in &self.engines {
            let Faults { time_losses, illegal_moves, crashes, stalls } = engine.faults;
            let depth = engine.average_depth.map_or("-".to_owned(), |depth| format!("{depth:.1}"));
            let speed =
                engine.nodes_per_second.map_or("-".to_owned(), |speed| grouped(speed as u64));
            let _ = writeln!(
                text,
                "{:<width$}  {time_losses:>11}  {illegal_moves:>13}  {crashes:>7}  {stalls:>6}  {depth:>5}  {speed:>8}",
                engine.name
            );
        }
        text
    }
}
