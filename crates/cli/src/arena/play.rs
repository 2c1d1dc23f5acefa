//! A match or tournament: options in, games out.

use super::conditions::Conditions;
use super::course::CourseArguments;
use super::outputs::ArenaOutputs;
use super::summary::{Summary, elo_text};
use crate::games::game_parser;
use crate::interrupt::{INTERRUPTED, interruption};
use crate::output::complain;
use anyhow::{Context, Result, bail};
use damier_arena::record::PlayedResult;
use damier_arena::standing::Tally;
use damier_arena::statistics::{Sprt, estimate};
use damier_arena::{
    ArenaGame, Contestant, EngineSpec, GameOrigin, GameRecord, Match, MatchFormat, MatchPlan,
    Schedule, Standing,
};
use damier_files::Shard;
use damier_games::{GameKind, with_game};
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Instant;

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
    /// Games between any two engines that meet, those in the journal included; an even number
    #[arg(long, default_value_t = 100, value_parser = read_games)]
    games: u64,
    #[command(flatten)]
    conditions: Conditions,
    /// Keep finished games in this file, and go on with those that are in it
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Play only one part of the pairs of games: 2/4 is the second of four. `arena report` takes
    /// the journals of all parts
    #[arg(long, default_value = "1/1", value_name = "I/N")]
    shard: Shard,
    /// Write finished games to this file, as PGN or PDN
    #[arg(long, visible_alias = "pdn", value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Do not show finished games
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    outputs: ArenaOutputs,
}

pub(crate) fn run(args: &MatchArgs) -> Result<ExitCode> {
    with_game!(args.game, G => play::<G>(args))
}

fn play<G: ArenaGame>(args: &MatchArgs) -> Result<ExitCode> {
    let engines = args.engines()?;
    args.outputs.check(engines.len(), args.journal.iter().chain(&args.pgn))?;
    let contestants: Vec<&dyn Contestant<G>> =
        engines.iter().map(|engine| engine as &dyn Contestant<G>).collect();
    let format = match (args.gauntlet, args.neighbours) {
        (true, _) => MatchFormat::Gauntlet,
        (_, true) => MatchFormat::Neighbours,
        _ => MatchFormat::RoundRobin,
    };
    let schedule = Schedule::new(format, engines.len(), args.games / 2).part(args.shard);
    let games = schedule.games();
    let arena = Match {
        contestants,
        pace: args.conditions.pace()?,
        conduct: args.conditions.conduct()?,
        openings: args.conditions.openings()?,
        plan: MatchPlan {
            schedule,
            concurrency: args.conditions.concurrency(&engines),
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
    let mut course = CourseArguments::default();
    let players = arena.players();
    let sprt = args.outputs.sprt();
    let mut teller =
        MatchTeller { players: &players, sprt, games, found: 0, begin: Instant::now() };
    let standing = arena.run(&end, &mut |standing, game, origin| {
        course.add(standing);
        match origin {
            GameOrigin::Journal => teller.found += 1,
            GameOrigin::Board if args.quiet => {}
            GameOrigin::Board => complain(&teller.line(standing, game)),
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
        let read = |text: &String| {
            EngineSpec::from_text(text).with_context(|| format!("cannot read --engine {text:?}"))
        };
        let mut engines = self.engine.iter().map(read).collect::<Result<Vec<_>>>()?;
        EngineSpec::number_names(&mut engines);
        Ok(engines)
    }
}

fn read_games(text: &str) -> Result<u64> {
    match text.parse() {
        Ok(games) if games > 0 && games <= 10_000_000 && games % 2 == 0 => Ok(games),
        _ => bail!("games come in pairs: write an even number from 2 to 10000000"),
    }
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
            PlayedResult::White => "1-0",
            PlayedResult::Black => "0-1",
            PlayedResult::Draw => "1/2",
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
