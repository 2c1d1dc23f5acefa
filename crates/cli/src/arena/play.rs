//! A match or tournament: options in, games out.

use super::course::Course;
use super::outputs::Outputs;
use super::summary::{Summary, elo_text};
use crate::games::game_parser;
use crate::interrupt::{INTERRUPTED, interruption};
use crate::numbers::{advantage, milliseconds, seconds};
use crate::output::complain;
use anyhow::{Context, Result, bail};
use damier_arena::openings::OpeningRecipe;
use damier_arena::record::GameResult;
use damier_arena::referee::{Adjudication, KnownEndings};
use damier_arena::standing::Tally;
use damier_arena::statistics::{Sprt, estimate};
use damier_arena::{
    ArenaGame, Conduct, Contestant, EngineSpec, Format, GameRecord, Match, Openings, Origin, Pace,
    Plan, Schedule, Standing,
};
use damier_games::openings::RandomOpenings;
use damier_games::{GameKind, with_game};
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

// A name of its own, since another `MatchArgs` takes it in.
#[derive(clap::Args)]
#[group(id = "match")]
pub(crate) struct MatchArgs {
    /// An engine, at least twice: the one to measure, then its opponents
    #[arg(long, required = true, value_name = "KEY=VALUE,...")]
    engine: Vec<String>,
    /// The game to play
    #[arg(long, value_parser = game_parser(), default_value_t = GameKind::Chess)]
    game: GameKind,
    /// Let only the first engine meet the others, instead of everybody everybody
    #[arg(long)]
    gauntlet: bool,
    /// Let each engine meet only the next one, as for a ladder of levels
    #[arg(long, conflicts_with = "gauntlet")]
    neighbours: bool,
    /// Clock for the game in seconds, with an increment for each move; 40/60 for the next 40 moves
    /// [default: 4+0.04]
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
    /// Games between any two engines that meet, those in the journal included; an even number
    #[arg(long, default_value_t = 100, value_parser = read_games)]
    games: u64,
    /// Games at the same time; each has engines of its own [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    concurrency: Option<u16>,
    /// Let engines think in the opponent's time
    #[arg(long)]
    ponder: bool,
    /// Decides the openings and their order
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Openings to play: a file of FEN or EPD lines, PGN or PDN games, a Polyglot book (.bin), or
    /// the word random [default: a list that is built in]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// How many moves of a game or a book are played, or of random ones [default: all of a game, 8
    /// otherwise]
    #[arg(long, value_name = "N", requires = "openings")]
    plies: Option<usize>,
    /// The largest advantage in a random opening, in hundredths of a pawn or a man, as a search of
    /// 2000 nodes sees it
    #[arg(long, value_name = "HUNDREDTHS", default_value_t = 100, value_parser = advantage())]
    balance: i32,
    /// Keep finished games in this file, and go on with those that are in it
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Write finished games to this file, as PGN or PDN
    #[arg(long, visible_alias = "pdn", value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Forgive answers that come so much too late
    #[arg(long, value_name = "MS", default_value_t = 0, value_parser = milliseconds())]
    margin: u64,
    /// An engine without a clock that thinks so long has stalled
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = seconds())]
    patience: u64,
    /// Longer games are drawn
    #[arg(
        long, value_name = "PLIES", default_value_t = 600,
        value_parser = clap::value_parser!(u32).range(1..=4000)
    )]
    longest: u32,
    /// Let an engine resign that reports this disadvantage for so many moves, as 600x4
    #[arg(long, value_name = "HUNDREDTHSxMOVES", value_parser = read_adjudication)]
    resign: Option<Adjudication>,
    /// Agree on a draw, after 30 moves, if both report at most this advantage for so many moves, as
    /// 10x8
    #[arg(long, value_name = "HUNDREDTHSxMOVES", value_parser = read_adjudication)]
    draw: Option<Adjudication>,
    /// End games where endgame tables in this folder know the result: Syzygy, in draughts those of
    /// damier egdb
    #[arg(long, value_name = "FOLDER")]
    tables: Option<String>,
    /// Do not show finished games
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    outputs: Outputs,
}

pub(crate) fn run(args: &MatchArgs) -> Result<ExitCode> {
    with_game!(args.game, G => play::<G>(args))
}

fn play<G: ArenaGame>(args: &MatchArgs) -> Result<ExitCode> {
    let engines = args.engines()?;
    args.outputs.check(engines.len(), [&args.journal, &args.pgn])?;
    let contestants: Vec<&dyn Contestant<G>> =
        engines.iter().map(|engine| engine as &dyn Contestant<G>).collect();
    let pace = args.clock.or(args.nodes).or(args.depth).or(args.movetime);
    let format = match (args.gauntlet, args.neighbours) {
        (true, _) => Format::Gauntlet,
        (_, true) => Format::Neighbours,
        _ => Format::RoundRobin,
    };
    let schedule = Schedule::new(format, engines.len(), args.games / 2);
    let games = schedule.games();
    let arena = Match {
        contestants,
        pace: pace.map_or_else(|| Pace::clock("4+0.04"), Ok)?,
        conduct: args.conduct()?,
        openings: args.openings()?,
        plan: Plan {
            schedule,
            concurrency: args.concurrency(&engines),
            sprt: args.outputs.sprt(),
            journal: args.journal.clone(),
            games: args.pgn.clone(),
        },
    };
    let count = arena.openings.list().len();
    if count > 0 && args.games / 2 > count as u64 {
        complain(&format!(
            "damier: {count} openings for {} pairs of games: they will be repeated",
            args.games / 2
        ));
    }

    let end = interruption();
    let mut course = Course::default();
    let players = arena.players();
    let sprt = args.outputs.sprt();
    let mut teller =
        MatchTeller { players: &players, sprt, games, found: 0, begin: Instant::now() };
    let standing = arena.run(&end, &mut |standing, game, origin| {
        course.add(standing);
        match origin {
            Origin::Journal => teller.found += 1,
            Origin::Board if args.quiet => {}
            Origin::Board => complain(&teller.line(standing, game)),
        }
    })?;
    let summary = Summary::of(G::NAME, &players, &standing, &args.outputs);
    args.outputs.write(&summary, &course)?;
    if end.load(Ordering::Relaxed) {
        complain(match args.journal {
            Some(_) => "damier: interrupted; the same command goes on from here",
            None => "damier: interrupted",
        });
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

impl MatchArgs {
    fn engines(&self) -> Result<Vec<EngineSpec>> {
        if self.engine.len() < 2 {
            bail!("a match needs at least two engines: give --engine twice");
        }
        let mut engines: Vec<EngineSpec> = Vec::new();
        for text in &self.engine {
            let mut engine = EngineSpec::from_text(text)
                .with_context(|| format!("cannot read --engine {text:?}"))?;
            let same = |engine: &EngineSpec, name: &str| engine.name == name;
            if engines.iter().any(|other| same(other, &engine.name)) {
                let numbered = (2..).map(|number| format!("{} ({number})", engine.name));
                let free = |name: &String| !engines.iter().any(|other| same(other, name));
                engine.name = numbered.into_iter().find(free).unwrap_or_default();
            }
            engines.push(engine);
        }
        Ok(engines)
    }

    fn conduct<G: ArenaGame>(&self) -> Result<Conduct<G>> {
        let tables = match &self.tables {
            None => None,
            Some(folder) => {
                let tables = G::open_tables(folder).map_err(anyhow::Error::from_boxed);
                let tables = tables.context("cannot use --tables")?;
                Some(KnownEndings { path: folder.clone(), tables })
            }
        };
        Ok(Conduct {
            pondering: self.ponder,
            margin: Duration::from_millis(self.margin),
            patience: Duration::from_secs(self.patience),
            longest: self.longest as usize,
            resign: self.resign,
            draw: self.draw,
            tables,
        })
    }

    fn openings<G: ArenaGame>(&self) -> Result<Openings<G>> {
        match &self.openings {
            None => Ok(Openings::bundled(self.seed)),
            Some(path) if path == Path::new("random") => {
                let usual = OpeningRecipe::new(self.seed);
                let plies = self.plies.unwrap_or(usual.openings.plies);
                if !(2..=60).contains(&plies) {
                    bail!("--plies of random openings must be from 2 to 60");
                }
                Ok(Openings::Random(OpeningRecipe {
                    openings: RandomOpenings { balance: self.balance, plies },
                    ..usual
                }))
            }
            Some(path) => Openings::from_file(path, self.plies, self.seed)
                .with_context(|| format!("cannot use the openings {}", path.display())),
        }
    }

    /// One core for each thread that thinks at the same time.
    fn concurrency(&self, engines: &[EngineSpec]) -> NonZeroUsize {
        let threads = engines.iter().filter_map(|engine| engine.option("Threads")?.parse().ok());
        let threads = threads.max().unwrap_or(1usize) * if self.ponder { 2 } else { 1 };
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let is_single = engines.iter().any(Contestant::<damier_draughts::Position>::is_single);
        let usual = if is_single { 1 } else { cores / threads.max(1) };
        let wanted = self.concurrency.map_or(usual, usize::from);
        NonZeroUsize::new(wanted).unwrap_or(NonZeroUsize::MIN)
    }
}

fn read_games(text: &str) -> Result<u64> {
    match text.parse() {
        Ok(games) if games > 0 && games <= 10_000_000 && games % 2 == 0 => Ok(games),
        _ => bail!("games come in pairs: write an even number from 2 to 10000000"),
    }
}

fn read_adjudication(text: &str) -> Result<Adjudication> {
    let numbers = text.split_once('x').and_then(|(score, moves)| {
        let score = score.parse().ok().filter(|&score: &i32| score >= 0);
        let moves = moves.parse().ok().filter(|&moves: &u32| moves > 0);
        score.zip(moves)
    });
    let (score, moves) = numbers.context("write hundredths x moves, as 600x4")?;
    Ok(Adjudication { score, moves })
}

/// Tells people how a match goes.
struct MatchTeller<'a> {
    players: &'a [(String, String)],
    sprt: Option<Sprt>,
    /// Games in all.
    games: u64,
    /// Games that were in the journal.
    found: u64,
    begin: Instant,
}

impl MatchTeller<'_> {
    fn line(&self, standing: &Standing, game: &GameRecord) -> String {
        let played = standing.games();
        let mut text = format!("{played}/{}", self.games);
        match &standing.players[..] {
            [first, _] => {
                let Tally { wins, draws, losses } = first.tally;
                let percent = first.tally.score() * 100.0;
                let _ = write!(text, "  +{wins} ={draws} -{losses}  {percent:.1} %");
                let pairs = standing.encounter(0, 1).pairs;
                if let Some(estimate) = estimate(&pairs) {
                    let _ = write!(text, "  {}", elo_text(&estimate));
                }
                if let Some(sprt) = self.sprt {
                    let (low, high) = sprt.bounds();
                    let ratio = sprt.log_likelihood_ratio(&pairs);
                    let _ = write!(text, "  LLR {ratio:.2} ({low:.2}, {high:.2})");
                }
            }
            all => {
                let [white, black] = game.players.map(|player| {
                    let percent = all[player].tally.score() * 100.0;
                    format!("{} ({percent:.1} %)", self.players[player].0)
                });
                let _ = write!(text, "  {white} - {black}");
            }
        }
        let result = match game.result {
            GameResult::White => "1-0",
            GameResult::Black => "0-1",
            GameResult::Draw => "1/2",
        };
        let _ = write!(text, "  {result} {}", game.detail);
        let new = played.saturating_sub(self.found);
        if new > 0 && played < self.games {
            let left = self.begin.elapsed().mul_f64((self.games - played) as f64 / new as f64);
            let _ = write!(text, "  ({} left)", indicatif::HumanDuration(left));
        }
        text
    }
}
