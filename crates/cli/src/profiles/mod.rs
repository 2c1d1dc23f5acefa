//! `damier profiles`: levels and personalities, as tables and files.

mod calibrate;
mod scale;
mod styles;

use crate::games::game_parser;
use crate::output::{aligned, capital, complain, counted, print, write_file};
use anyhow::{Context, Result, bail};
use damier_chess::Position as Chess;
use damier_draughts::Position as Draughts;
use damier_games::{GameKind, with_game};
use damier_profiles::library::{self, LibraryError};
use damier_profiles::{Character, OpponentGame, Profile, Strength, game_of, is_name};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Levels and personalities of opponents: list, show, check and write them
///
/// A level says how strong a player is, a profile in what style it plays; each is chosen without
/// the other. They are options of the engine (Level, Profile, ProfileFile, UCI_LimitStrength,
/// UCI_Elo) in every protocol and in the arena.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier profiles list
  damier profiles show --game draughts expert
  damier profiles new mine --like aggressive
  damier profiles check mine
  damier play --profile mine --level 5
  damier arena --engine builtin,Profile=gambler,Level=5 --engine builtin,Level=5 --points 3,1,0
  damier profiles calibrate --game draughts --journal ladder.jsonl
  damier profiles styles --games 100")]
pub(crate) struct ProfilesArgs {
    #[command(subcommand)]
    command: ProfilesCommand,
}

#[derive(clap::Subcommand)]
enum ProfilesCommand {
    /// Show all levels with their Elo, and all profiles
    List {
        /// Only those of this game
        #[arg(long, value_parser = game_parser())]
        game: Option<GameKind>,
    },
    /// Print a profile as a file
    Show {
        /// The game
        #[arg(long, value_parser = game_parser(), default_value_t = GameKind::Chess)]
        game: GameKind,
        /// Its name, or a file that ends in .toml
        #[arg(value_name = "PROFILE")]
        name: String,
    },
    /// Say what is wrong with files of profiles, line by line
    Check {
        /// Files, or names of profiles in your folder [default: all of your folder]
        #[arg(value_name = "FILE|NAME")]
        files: Vec<PathBuf>,
    },
    /// Write a profile to begin with
    New {
        /// Where: a file that ends in .toml, or a name for your folder of profiles
        #[arg(value_name = "FILE|NAME")]
        target: String,
        /// The game
        #[arg(long, value_parser = game_parser(), default_value_t = GameKind::Chess)]
        game: GameKind,
        /// The profile to begin with [default: balanced, in draughts equilibre]
        #[arg(long, value_name = "PROFILE")]
        like: Option<String>,
        /// Write over a file that is there
        #[arg(long)]
        force: bool,
    },
    Calibrate(calibrate::CalibrateArgs),
    Styles(styles::StylesArgs),
}

pub(crate) fn run(args: &ProfilesArgs) -> Result<ExitCode> {
    match &args.command {
        ProfilesCommand::List { game } => list(*game),
        ProfilesCommand::Show { game, name } => {
            let text = with_game!(game, G => file_text::<G>(&library::find::<G>(name)?.profile));
            print(&text)?;
            Ok(ExitCode::SUCCESS)
        }
        ProfilesCommand::Check { files } => check(files),
        ProfilesCommand::New { target, game, like, force } => {
            let path = with_game!(game, G => {
                new::<G>(target, like.as_deref().unwrap_or(G::USUAL_PROFILE), *force)
            })?;
            print(&format!(
                "{} is there to be edited; damier profiles check tells what is wrong\n",
                path.display()
            ))?;
            Ok(ExitCode::SUCCESS)
        }
        ProfilesCommand::Calibrate(args) => calibrate::run(args),
        ProfilesCommand::Styles(args) => styles::run(args),
    }
}

fn list(game: Option<GameKind>) -> Result<ExitCode> {
    let wanted = GameKind::ALL.into_iter().filter(|kind| game.is_none_or(|game| game == *kind));
    let tables: Vec<String> = wanted.map(|kind| with_game!(kind, G => table_of::<G>())).collect();
    let mut text = tables.join("\n");
    if let Some(folder) = library::user_folder() {
        let _ = writeln!(text, "\nYour own profiles are found in {}", folder.display());
    }
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Levels and profiles of one game.
fn table_of<G: OpponentGame>() -> String {
    let ladder = G::ladder();
    let mut rows = vec![["Level", "Elo", "95 %", "Horizon", "What to expect"].map(str::to_owned)];
    for (number, level) in (1..).zip(&ladder.levels) {
        let horizon = level.strength.as_ref().map_or("none".to_owned(), horizon);
        let error = level.elo.map_or(String::new(), |_| format!("±{}", level.error));
        rows.push([
            format!("{number}"),
            level.elo.map_or("random".to_owned(), |elo| elo.to_string()),
            error,
            horizon,
            level.about.clone(),
        ]);
    }
    let mut text = format!("{} levels\n{}{}\n", capital(G::NAME), aligned(&rows), ladder.measured);
    let (entries, errors) = library::all::<G>();
    let header = ["Profile", "Plays by", "Costs at level 5", "What to expect"];
    let mut rows = vec![header.map(str::to_owned)];
    for entry in entries {
        let known = |(name, _): &&(&str, i32)| entry.file.is_none() && *name == entry.profile.name;
        let cost = G::COSTS.iter().find(known).map(|(_, elo)| format!("{elo} Elo"));
        let about = match entry.file {
            None => entry.profile.about,
            Some(file) => format!("{} ({})", entry.profile.about, file.display()),
        };
        let word = entry.profile.character.word().to_owned();
        rows.push([entry.profile.name, word, cost.unwrap_or_default(), about]);
    }
    let _ = write!(text, "\n{} profiles\n{}", capital(G::NAME), aligned(&rows));
    for error in errors {
        complain(&format!("damier: left out: {error}"));
    }
    text
}

fn horizon(strength: &Strength) -> String {
    let mut words = Vec::new();
    words.extend(strength.depth.map(|plies| format!("{plies} plies")));
    words.extend(strength.nodes.map(|nodes| format!("{nodes} nodes")));
    if strength.noise > 0 {
        words.push(format!("noise {}", strength.noise));
    }
    if strength.firewall {
        words.push("firewall".to_owned());
    }
    if words.is_empty() { "the clock".to_owned() } else { words.join(", ") }
}

/// The file of a profile, with what its names mean.
fn file_text<G: OpponentGame>(profile: &Profile) -> String {
    let mut text = String::new();
    for line in profile.to_toml::<G>().lines() {
        let name = line.split_once(" = ").map_or("", |(name, _)| name);
        match G::weight_meaning(name) {
            "" => text += line,
            meaning => {
                let _ = write!(text, "{line:<24} # {meaning}");
            }
        }
        text.push('\n');
    }
    text
}

fn check(named: &[PathBuf]) -> Result<ExitCode> {
    let folder = library::user_folder();
    let files: Vec<PathBuf> = match (named, &folder) {
        ([], Some(folder)) => library::files_in(folder),
        ([], None) => bail!("there is no folder for settings here; name a file"),
        (named, folder) => named.iter().map(|path| resolved(path, folder.as_deref())).collect(),
    };
    if files.is_empty() {
        print("there are no profiles of your own; damier profiles new NAME makes one\n")?;
    }
    let mut broken = 0;
    for path in &files {
        let lines = match check_file(path) {
            Ok(profile) => vec![format!("{}: {profile} is well formed", path.display())],
            Err(LibraryError::Mistakes { mistakes, .. }) => {
                broken += 1;
                mistakes.iter().map(|mistake| format!("{}, {mistake}", path.display())).collect()
            }
            Err(error) => {
                broken += 1;
                vec![error.to_string()]
            }
        };
        print(&format!("{}\n", lines.join("\n")))?;
    }
    if broken > 0 {
        bail!("{} with mistakes", counted(broken, "file"));
    }
    Ok(ExitCode::SUCCESS)
}

/// The file that is meant: a name without an ending is one of the user's folder.
fn resolved(path: &Path, folder: Option<&Path>) -> PathBuf {
    match folder.filter(|_| !path.exists() && path.components().count() == 1) {
        Some(folder) => folder.join(path).with_extension("toml"),
        None => path.to_owned(),
    }
}

pub(crate) fn check_file(path: &Path) -> Result<Profile, LibraryError> {
    let text = library::read_text(path).unwrap_or_default();
    match game_of(&text).as_deref() {
        Some("draughts") => library::read::<Draughts>(path),
        _ => library::read::<Chess>(path),
    }
}

/// Writes a profile that begins like another.
fn new<G: OpponentGame>(target: &str, like: &str, force: bool) -> Result<PathBuf> {
    let is_file = Path::new(target).extension().is_some_and(|extension| extension == "toml");
    let path = if is_file {
        PathBuf::from(target)
    } else if target.contains(['/', '\\']) {
        bail!("{target:?} is no name; a file ends in .toml");
    } else {
        let folder = library::user_folder()
            .context("there is no folder for settings here; name a file that ends in .toml")?;
        std::fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        folder.join(format!("{target}.toml"))
    };
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    if !is_name(&name) {
        bail!("a profile cannot be called {name:?}; letters, digits and hyphens make a name");
    }
    if G::PROFILES.iter().any(|(known, _)| *known == name) {
        bail!("{name} is there already, as part of the program; choose another name");
    }
    if path.exists() && !force {
        bail!("{} is there already; --force writes over it", path.display());
    }
    let mut profile = library::find::<G>(like)?.profile;
    profile.name = name;
    profile.about = format!("Like {like}");
    // Every weight is named, so that a reader of the file sees what can be changed.
    if let Character::Weights(weights) = &mut profile.character
        && !weights.from_nothing
    {
        for name in G::weight_names() {
            if !weights.weights.iter().any(|(known, _)| *known == name) {
                weights.weights.push((name, G::UNNAMED));
            }
        }
    }
    write_file(&path, &file_text::<G>(&profile))?;
    Ok(path)
}
