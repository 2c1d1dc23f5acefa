//! `damier profiles calibrate`: the Elo of every level, measured.

use super::scale::{Meeting, places};
use crate::arena::elo_text;
use crate::games::game_parser;
use crate::interrupt::{INTERRUPTED, interruption};
use crate::numbers::positive;
use crate::output::{aligned, complain, print};
use anyhow::{Context, Result, bail};
use damier_arena::ratings::{Encounter, ratings};
use damier_arena::standing::Tally;
use damier_arena::statistics::estimate;
use damier_arena::{
    ArenaGame, Conduct, Contestant, EngineSpec, GameOrigin, GamePace, Match, MatchPlan, Openings,
    Schedule, Standing,
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
/// With anchors, engines whose Elo is known, a level lies where it would score half against one:
/// every anchor first looks for the levels that it really matches, by short matches, and plays the
/// two nearest ones; one slope is fitted for all, and no level lies below the one before it.
/// Without any, only differences are measured, and level 2 has the Elo that the file gives it now.
/// No clock is used, so a busy machine changes nothing: the levels look at so many positions, and
/// level 12 at as many as --top-nodes says. Give the anchors nodes too.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier profiles calibrate --journal chess.jsonl \\
    --anchor \"1400@cmd=stockfish,UCI_LimitStrength=true,UCI_Elo=1400,nodes=20000\" \\
    --anchor \"1700@cmd=stockfish,UCI_LimitStrength=true,UCI_Elo=1700,nodes=20000\" \\
    --anchor \"2000@cmd=stockfish,UCI_LimitStrength=true,UCI_Elo=2000,nodes=20000\"
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
    /// two levels that it matches best
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
    /// Keep finished games in this file, and go on with those that are in it; those of each
    /// anchor with a level go to one of the same name with both numbers at its end
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
}

pub(super) fn run(args: &CalibrateArgs) -> Result<ExitCode> {
    with_game!(args.game, G => calibrate::<G>(args))
}

/// Games of an anchor with a level, to see whether they match.
const PROBE_GAMES: u64 = 10;

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
    let end = interruption();
    let standing = args.play::<G>(&engines, neighbours, args.games, args.journal.clone(), &end)?;
    engines.extend(anchors.iter().map(|anchor| anchor.engine.clone()));
    let mut meetings = Vec::new();
    for (place, anchor) in anchors.iter().enumerate() {
        args.meet::<G>(&engines, LEVELS + place, anchor, &end, &mut meetings)?;
    }
    print(&report::<G>(&engines[..LEVELS], &meetings, &standing))?;
    if end.load(Ordering::Relaxed) {
        complain("damier: interrupted; with a --journal the same command goes on from here");
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

impl CalibrateArgs {
    /// Finds the levels that an anchor matches, and lets it play them.
    fn meet<G: ArenaGame + OpponentGame>(
        &self,
        engines: &[EngineSpec],
        place: usize,
        anchor: &Anchor,
        end: &AtomicBool,
        meetings: &mut Vec<Meeting>,
    ) -> Result<()> {
        let levels = &G::ladder().levels;
        let distance = |level: &usize| levels[*level].elo.map(|elo| (elo - anchor.elo).abs());
        // Level 12 has no strength of its own to be measured.
        let all = 1..LEVELS - 1;
        let Some(mut level) = all.clone().min_by_key(distance) else { return Ok(()) };
        let mut asked: Vec<(usize, f64)> = Vec::new();
        while !end.load(Ordering::Relaxed) && !asked.iter().any(|&(known, _)| known == level) {
            let share = self.score::<G>(engines, level, place, PROBE_GAMES, end)?.score();
            asked.push((level, share));
            // A level that wins is too strong: the one below is asked, and the other way round.
            let next = if share > 0.5 { level.checked_sub(1) } else { Some(level + 1) };
            match next.filter(|next| all.contains(next)) {
                Some(next) => level = next,
                None => break,
            }
        }
        asked.sort_by(|a, b| (a.1 - 0.5).abs().total_cmp(&(b.1 - 0.5).abs()));
        for &(level, _) in asked.iter().take(2) {
            let tally = self.score::<G>(engines, level, place, self.anchor_games, end)?;
            let games = tally.games() as f64;
            meetings.push(Meeting {
                level: level + 1,
                anchor: f64::from(anchor.elo),
                points: tally.score() * games,
                games,
            });
        }
        Ok(())
    }

    /// What a level scores against an anchor.
    fn score<G: ArenaGame>(
        &self,
        engines: &[EngineSpec],
        level: usize,
        place: usize,
        games: u64,
        end: &AtomicBool,
    ) -> Result<Tally> {
        let journal = self.journal.clone().map(|path| {
            let mut name = path.into_os_string();
            name.push(format!(".{}-{}", engines[place].name.replace([' ', '/'], "-"), level + 1));
            if games == PROBE_GAMES {
                name.push(".probe");
            }
            PathBuf::from(name)
        });
        let standing = self.play::<G>(engines, vec![(level, place)], games, journal, end)?;
        let sums = standing.encounters.get(&(level, place));
        Ok(sums.map(|sums| sums.tally).unwrap_or_default())
    }

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
            pace: GamePace::clock("36000+60")?,
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
            plan: MatchPlan {
                schedule,
                concurrency: self.concurrency.unwrap_or(cores),
                sprt: None,
                journal,
                games: None,
            },
        };
        let standing = arena.run(end, &mut |standing, _, origin| {
            if origin == GameOrigin::Board && standing.games() % 20 == 0 {
                complain(&format!("{}/{games} games", standing.games()));
            }
        })?;
        Ok(standing)
    }
}

/// The table, and the lines of the file.
fn report<G: ArenaGame + OpponentGame>(
    engines: &[EngineSpec],
    meetings: &[Meeting],
    standing: &Standing,
) -> String {
    let encounters: Vec<Encounter> = standing
        .encounters
        .iter()
        .map(|(&(first, second), sums)| Encounter { first, second, pairs: sums.pairs })
        .collect();
    let rated = ratings(engines.len(), &encounters);
    let (placed, slope) = places(LEVELS, meetings);
    let own = |place: usize| rated.get(place).and_then(|rating| rating.elo);
    // A level that met no anchor lies as far from the nearest one that did as their own games say;
    // without anchors level 2 stays where it is.
    let known: Vec<(usize, f64)> = if meetings.is_empty() {
        vec![(1, f64::from(G::ladder().levels[1].elo.unwrap_or_default()))]
    } else {
        (0..LEVELS).filter_map(|place| Some((place, placed[place]?.elo))).collect()
    };
    let elo_of = |place: usize| -> Option<f64> {
        let &(nearest, elo) = known.iter().min_by_key(|(known, _)| known.abs_diff(place))?;
        if nearest == place {
            return Some(elo);
        }
        let slope = if meetings.is_empty() { 1.0 } else { slope };
        Some(elo + (own(place)? - own(nearest)?) / slope)
    };
    let error_of = |place: usize| placed[place].map_or(rated[place].margin, |place| place.error);
    let mut rows = vec![["Player", "Elo", "95 %", "against the one below", ""].map(str::to_owned)];
    let mut lines = String::new();
    for (place, engine) in engines.iter().enumerate() {
        // The random mover has no number.
        let shown = match place {
            0 => "random".to_owned(),
            _ => elo_of(place).map_or("?".to_owned(), |elo| format!("{elo:.0}")),
        };
        let below = place.checked_sub(1);
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
            format!("±{:.0}", error_of(place)),
            result,
            gain,
        ]);
        if place > 0 {
            let _ = writeln!(
                lines,
                "# level {}\nelo = {shown}\nerror = {:.0}",
                place + 1,
                error_of(place)
            );
        }
    }
    let mut text = aligned(&rows);
    for met in meetings {
        let _ = writeln!(
            text,
            "level {} against the anchor of {}: {:.1} of {}",
            met.level, met.anchor, met.points, met.games
        );
    }
    if !meetings.is_empty() {
        let _ = writeln!(text, "one Elo of the anchors is {slope:.2} Elo in games");
    }
    format!("{text}\nFor the file of levels:\n{lines}")
}
