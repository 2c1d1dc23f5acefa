//! `damier arena report`: what a journal says, without playing.

use super::course::CourseArguments;
use super::outputs::ArenaOutputs;
use super::summary::Summary;
use anyhow::{Context, Result, bail};
use damier_arena::game_file::{self, GameFile};
use damier_arena::{ArenaGame, GameRecord, Standing};
use damier_files::{Journal, JournalError, JournalSettings};
use damier_games::{GameKind, with_game};
use serde_json::Value;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Tell what a journal says, finished or not: tables, pictures, game records
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier arena report out.jsonl
  damier arena report out.jsonl --sprt 0,5 --course course.svg --svg ratings.svg
  damier arena report part1.jsonl part2.jsonl part3.jsonl    one match, played in parts or with \
      several seeds
  damier arena report out.jsonl --pgn games.pgn --csv table.csv --points 3,1,0 --json")]
pub(crate) struct ReportArgs {
    /// The journal of a match or tournament; several of the same one if it was played in parts
    /// (--shard), or again with other openings (--seed)
    #[arg(value_name = "JOURNAL", required = true)]
    journals: Vec<PathBuf>,
    /// Write its games to this file, as PGN or PDN
    #[arg(long, visible_alias = "pdn", value_name = "FILE")]
    pgn: Option<PathBuf>,
    #[command(flatten)]
    outputs: ArenaOutputs,
}

pub(crate) fn run(args: &ReportArgs) -> Result<ExitCode> {
    let mut journals = Vec::new();
    for path in &args.journals {
        let mut settings = JournalSettings::new();
        let keep = &mut |first: &JournalSettings| {
            settings = first.clone();
            Ok(())
        };
        Journal::<GameRecord>::read(path, keep, &mut |_| Ok(()))?;
        journals.push((path, settings));
    }
    let (path, settings) = &journals[0];
    let game = settings.get("game").and_then(Value::as_str).and_then(GameKind::from_name);
    let Some(game) = game else { bail!("{} does not say which game was played", path.display()) };
    with_game!(game, G => tell::<G>(args, &merged(&journals)?, settings))
}

/// Journals of one match: which, and by which number its openings go. Journals with the same
/// openings are parts of each other, those with others repeat the match.
type Parts<'a> = Vec<(&'a Path, u64)>;

/// Whether all journals are of one match. Only the openings may differ, as seeds decide them.
fn merged<'a>(journals: &'a [(&PathBuf, JournalSettings)]) -> Result<Parts<'a>> {
    let (first, expected) = &journals[0];
    let mut openings: Vec<&Value> = Vec::new();
    let mut parts = Vec::new();
    for (path, settings) in journals {
        for key in expected.keys().chain(settings.keys()).filter(|&key| key != OPENINGS) {
            let [one, other] = [expected, settings].map(|it| it.get(key).unwrap_or(&Value::Null));
            if one != other {
                let [first, path] = [first, path].map(|path| path.display());
                bail!(
                    "{first} and {path} are not of the same match: {key} is {one} in the one and \
                     {other} in the other"
                );
            }
        }
        let own = settings.get(OPENINGS).unwrap_or(&Value::Null);
        let place = openings.iter().position(|other| *other == own);
        let place = place.unwrap_or_else(|| {
            openings.push(own);
            openings.len() - 1
        });
        parts.push((path.as_path(), place as u64));
    }
    Ok(parts)
}

fn tell<G: ArenaGame>(
    args: &ReportArgs,
    parts: &Parts,
    settings: &JournalSettings,
) -> Result<ExitCode> {
    let name = || format!("{} does not say who played", args.journals[0].display());
    let players = players(settings).with_context(name)?;
    args.outputs.check(players.len(), args.journals.iter().chain(&args.pgn))?;
    let mut standing = Standing::new(players.len(), args.outputs.sprt());
    let mut course = CourseArguments::default();
    let mut file = args.pgn.as_deref().map(GameFile::complete).transpose()?;
    let groups = parts.iter().map(|(_, group)| group + 1).max().unwrap_or(1);
    let mut games = Vec::new();
    let mut known = HashSet::new();
    for &(path, group) in parts {
        Journal::read(path, &mut |_| Ok(()), &mut |mut game: GameRecord| {
            if let Some(file) = &mut file {
                file.game(&game_file::write::<G>(&game, &players))?;
            }
            // Each pair of each group has a number of its own, and they take turns.
            game.pair = game.pair * groups + group;
            if !known.insert((game.pair, game.players)) {
                let words = format!("a game of {} is in another journal too", path.display());
                return Err(JournalError::Receiver(words.into()));
            }
            if parts.len() > 1 {
                // Moves are not needed any more.
                game.moves.clear();
                game.notes = Vec::new();
                games.push(game);
                return Ok(());
            }
            standing.add(&game);
            course.add(&standing);
            Ok(())
        })?;
    }
    // Parts are told in the order of the pairs, so that the order of the files does not matter.
    games.sort_by_key(|game: &GameRecord| (game.pair, !game.is_first_of_pair()));
    for game in &games {
        standing.add(game);
        course.add(&standing);
    }
    if let Some(file) = file {
        file.finish()?;
    }
    args.outputs.write(&Summary::of(G::NAME, &players, &standing, &args.outputs), &course)?;
    Ok(ExitCode::SUCCESS)
}

/// The setting that may differ between journals of one match.
const OPENINGS: &str = "openings";

/// Names and paces from the settings of a journal.
fn players(settings: &JournalSettings) -> Option<Vec<(String, String)>> {
    let list = |key: &str| {
        let texts = settings.get(key)?.as_array()?.iter();
        texts.map(|text| text.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>()
    };
    Some(list("names")?.into_iter().zip(list("paces")?).collect())
}
