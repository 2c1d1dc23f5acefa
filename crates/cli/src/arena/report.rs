//! `damier arena report`: what a journal says, without playing.

use super::course::Course;
use super::outputs::Outputs;
use super::summary::Summary;
use anyhow::{Context, Result, bail};
use damier_arena::game_file::{self, GameFile};
use damier_arena::{ArenaGame, GameRecord, Standing};
use damier_files::{Journal, JournalSettings};
use serde_json::Value;
use std::path::PathBuf;
use std::process::ExitCode;

/// Tell what a journal says, finished or not: tables, pictures, game records
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier arena report out.jsonl
  damier arena report out.jsonl --sprt 0,5 --course course.svg --svg ratings.svg
  damier arena report out.jsonl --pgn games.pgn --csv table.csv --points 3,1,0 --json")]
pub(crate) struct ReportArgs {
    /// The journal of a match or tournament
    #[arg(value_name = "JOURNAL")]
    journal: PathBuf,
    /// Write its games to this file, as PGN or PDN
    #[arg(long, visible_alias = "pdn", value_name = "FILE")]
    pgn: Option<PathBuf>,
    #[command(flatten)]
    outputs: Outputs,
}

pub(crate) fn run(args: &ReportArgs) -> Result<ExitCode> {
    let mut settings = JournalSettings::new();
    let keep = &mut |first: &JournalSettings| {
        settings = first.clone();
        Ok(())
    };
    Journal::<GameRecord>::read(&args.journal, keep, &mut |_| Ok(()))?;
    match settings.get("game").and_then(Value::as_str) {
        Some("chess") => tell::<damier_chess::Position>(args, &settings),
        Some("draughts") => tell::<damier_draughts::Position>(args, &settings),
        _ => bail!("{} does not say which game was played", args.journal.display()),
    }
}

fn tell<G: ArenaGame>(args: &ReportArgs, settings: &JournalSettings) -> Result<ExitCode> {
    let players = players(settings)
        .with_context(|| format!("{} does not say who played", args.journal.display()))?;
    args.outputs.check(players.len(), [&Some(args.journal.clone()), &args.pgn])?;
    let mut standing = Standing::new(players.len(), args.outputs.sprt());
    let mut course = Course::default();
    let mut file = args.pgn.as_deref().map(GameFile::complete).transpose()?;
    Journal::read(&args.journal, &mut |_| Ok(()), &mut |game: GameRecord| {
        if let Some(file) = &mut file {
            file.game(&game_file::write::<G>(&game, &players))?;
        }
        standing.add(&game);
        course.add(&standing);
        Ok(())
    })?;
    if let Some(file) = file {
        file.finish()?;
    }
    args.outputs.write(&Summary::of(G::NAME, &players, &standing, &args.outputs), &course)?;
    Ok(ExitCode::SUCCESS)
}

/// Names and paces from the settings of a journal.
fn players(settings: &JournalSettings) -> Option<Vec<(String, String)>> {
    let list = |key: &str| {
        let texts = settings.get(key)?.as_array()?.iter();
        texts.map(|text| text.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>()
    };
    Some(list("names")?.into_iter().zip(list("paces")?).collect())
}
