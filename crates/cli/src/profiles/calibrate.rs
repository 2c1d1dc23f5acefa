//! `damier profiles calibrate`: the Elo of every level, measured.

use crate::arena::elo_text;
use crate::games::game_parser;
use crate::interrupt::{INTERRUPTED, interruption};
use crate::numbers::positive;
use crate::output::{aligned, complain, print};
use anyhow::{Context, Result, bail};
use damier_arena::ratings::{Encounter, ratings};
use damier_arena::statistics::estimate;
use damier_arena::{
    ArenaGame, Conduct, Contestant, EngineSpec, Match, Openings, Origin, Pace, Plan, Schedule,
    Standing,
};
use damier_games::{GameKind, with_game};
use damier_profiles::{LEVELS, OpponentGame};
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Measure the Elo of all levels: each plays against the next one, and some against known engines
///
/// Prints the table that belongs into the documentation and the figures for the file of levels.
/// Only differences are measured; anchors, engines whose Elo is known, say where the scale lies.
/// Without any, level 2 has the Elo that the file gives it now. No clock is used, so a busy machine
/// changes nothing: the levels look at so many positions, and level 12 at as many as --top-nodes
/// says.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier profiles calibrate --journal chess.jsonl \\
    --anchor \"1500@cmd=stockfish,UCI_LimitStrength=true,UCI_Elo=1500,movetime=50\" \\
    --anchor \"2000@cmd=stockfish,UCI_LimitStrength=true,UCI_Elo=2000,movetime=50\"
  damier profiles calibrate --game draughts --games 200 --journal draughts.jsonl

Ctrl-C ends it; started again with the same --journal it goes on where it was.")]
pub(super) struct CalibrateArgs {
    /// The game
    #[arg(long, value_parser = game_parser(), default_value_t = GameKind::Chess)]
    game: GameKind,
    /// Games between two neighbours; an even number
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(2..=100_000))]
    games: u64,
    /// Positions that level 12, which has no limit of its own, looks at for a move
    #[arg(long, default_value_t = 100_000, value_name = "N", value_parser = positive())]
    top_nodes: u64,
    /// An engine with a known Elo: ELO@ and its description, as damier arena takes it; it plays the
    /// three levels that are nearest to it now
    #[arg(long, value_name = "ELO@KEY=VALUE,...")]
    anchor: Vec<String>,
    /// Games of an anchor against each of these levels; an even number
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u64).range(2..=100_000))]
    anchor_games: u64,
    /// Decides the openings and the seeds of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at the same time [default: one for each core]
    #[arg(long, value_name = "N")]
    concurrency: Option<NonZeroUsize>,
    /// Keep finished games in this file, and go on with those that are in it; those of anchors go
    /// to one of the same name with .anchors at its end
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
}

pub(super) fn run(args: &CalibrateArgs) -> Result<ExitCode> {
    with_game!(args.game, G => calibrate::<G>(args))
}

/// A player whose Elo is known.
struct Anchor {
    elo: i32,
    engine: EngineSpec,
}

fn read_anchor(text: &str) -> Result<Anchor> {
    let parts = text.split_once('@').and_then(|(elo, rest)| Some((elo.parse().ok()?, rest)));
    let (elo, rest) = parts.with_context(|| {
        format!(
            "--anchor {text:?}: write its Elo, @ and the engine, as 1500@cmd=stockfish,movetime=50"
        )
    })?;
    let mut engine =
        EngineSpec::from_text(rest).with_context(|| format!("cannot read --anchor {text:?}"))?;
    engine.name = format!("{} {elo}", engine.name);
    Ok(Anchor { elo, engine })
}

fn calibrate<G: ArenaGame + OpponentGame>(args: &CalibrateArgs) -> Result<ExitCode> {
    if args.games % 2 == 1 || args.anchor_games % 2 == 1 {
        bail!("games come in pairs: give an even number");
    }
    let anchors = args.anchor.iter().map(|text| read_anchor(text)).collect::<Result<Vec<_>>>()?;
    let level = |number: usize| {
        let limit = match number {
            LEVELS => format!(",nodes={}", args.top_nodes),
            _ => String::new(),
        };
        let text = format!("builtin,name=level {number},Level={number}{limit}");
        EngineSpec::from_text(&text).context("the description of a level")
    };
    let mut engines = (1..=LEVELS).map(level).collect::<Result<Vec<_>>>()?;
    let neighbours: Vec<(usize, usize)> = (1..LEVELS).map(|upper| (upper - 1, upper)).collect();
    let mut anchored = Vec::new();
    for anchor in &anchors {
        let place = engines.len();
        engines.push(anchor.engine.clone());
        let mut levels: Vec<usize> = (1..LEVELS).collect();
        levels.sort_by_key(|&place| (G::ladder().levels[place].elo - anchor.elo).abs());
        anchored.extend(levels.into_iter().take(3).map(|level| (level, place)));
    }
    let anchor_journal = args.journal.clone().map(|path| {
        let mut name = path.into_os_string();
        name.push(".anchors");
        PathBuf::from(name)
    });
    let end = interruption();
    let mut standing =
        args.play::<G>(&engines, neighbours, args.games, args.journal.clone(), &end)?;
    if !anchored.is_empty() {
        let anchors =
            args.play::<G>(&engines, anchored, args.anchor_games, anchor_journal, &end)?;
        standing.encounters.extend(anchors.encounters);
    }
    print(&report::<G>(&engines, &anchors, &standing))?;
    if end.load(Ordering::Relaxed) {
        complain("damier: interrupted; with a --journal the same command goes on from here");
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

impl CalibrateArgs {
    /// Lets these meet, so many games each.
    fn play<G: ArenaGame>(
        &self,
        engines: &[EngineSpec],
        encounters: Vec<(usize, usize)>,
        games: u64,
        journal: Option<PathBuf>,
        end: &AtomicBool,
    ) -> Result<Standing> {
        let schedule = Schedule::of(encounters, games / 2);
        let games = schedule.games();
        let cores = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let arena = Match {
            contestants: engines.iter().map(|engine| engine as &dyn Contestant<G>).collect(),
            // So long that no game is decided by it.
            pace: Pace::clock("36000+60")?,
            conduct: Conduct {
                pondering: false,
                margin: Duration::ZERO,
                patience: Duration::from_secs(600),
                longest: 600,
                resign: None,
                draw: None,
                tables: None,
            },
            openings: Openings::bundled(self.seed),
            plan: Plan {
                schedule,
                concurrency: self.concurrency.unwrap_or(cores),
                sprt: None,
                journal,
                games: None,
            },
        };
        let standing = arena.run(end, &mut |standing, _, origin| {
            if origin == Origin::Board && standing.games() % 20 == 0 {
                complain(&format!("{}/{games} games", standing.games()));
            }
        })?;
        Ok(standing)
    }
}

/// The table, and the lines of the file.
fn report<G: ArenaGame + OpponentGame>(
    engines: &[EngineSpec],
    anchors: &[Anchor],
    standing: &Standing,
) -> String {
    let encounters: Vec<Encounter> = standing
        .encounters
        .iter()
        .map(|(&(first, second), sums)| Encounter { first, second, pairs: sums.pairs })
        .collect();
    let rated = ratings(engines.len(), &encounters);
    let elo = |place: usize| rated.get(place).and_then(|rating| rating.elo);
    // Where the scale lies: as the anchors say on average, or level 2 stays where it is.
    let offsets: Vec<f64> = anchors
        .iter()
        .enumerate()
        .filter_map(|(place, anchor)| Some(f64::from(anchor.elo) - elo(LEVELS + place)?))
        .collect();
    let shift = match offsets.len() {
        0 => f64::from(G::ladder().levels[1].elo) - elo(1).unwrap_or_default(),
        count => offsets.iter().sum::<f64>() / count as f64,
    };
    let mut rows = vec![["Player", "Elo", "95 %", "against the one below", ""].map(str::to_owned)];
    let mut lines = String::new();
    for (place, engine) in engines.iter().enumerate() {
        let rating = &rated[place];
        let shown = rating.elo.map_or("?".to_owned(), |elo| format!("{:.0}", elo + shift));
        let below = place.checked_sub(1).filter(|_| place < LEVELS);
        let sums = below.and_then(|below| standing.encounters.get(&(below, place)));
        let result = sums.map_or(String::new(), |sums| {
            let tally = sums.tally;
            let percent = 100.0 * (1.0 - tally.score());
            format!("+{} ={} -{}  {percent:.1} %", tally.losses, tally.draws, tally.wins)
        });
        // Counted for the one below, who stands first.
        let upper = sums.map(|sums| {
            let mut pairs = sums.pairs;
            pairs.reverse();
            pairs
        });
        let gain = upper.and_then(|pairs| estimate(&pairs));
        let gain = gain.map_or(String::new(), |estimate| elo_text(&estimate));
        rows.push([
            engine.name.clone(),
            shown.clone(),
            format!("±{:.0}", rating.margin),
            result,
            gain,
        ]);
        if place < LEVELS {
            let _ = writeln!(
                lines,
                "# level {}\nelo = {shown}\nerror = {:.0}",
                place + 1,
                rating.margin
            );
        }
    }
    format!("{}\nFor the file of levels:\n{lines}", aligned(&rows))
}
