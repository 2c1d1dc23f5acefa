//! `damier learn export` and `import`: games in the formats of other programs.

use super::files::kind_of;
use crate::games::game_parser;
use crate::interrupt::{INTERRUPTED, interruption};
use crate::output::{complain, counted, grouped, print};
use crate::progress::progress_bar;
use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use damier_games::{GameKind, with_game};
use damier_learn::transfer::{
    ImportSettings, PositionChoice, Step, TextStyle, TransferError, Transferred, Watch,
    export_text, export_viriformat, import_records, import_text, import_viriformat,
};
use indicatif::ProgressBar;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

/// So many faults are told; the others are counted.
const FAULTS_SHOWN: u64 = 10;

/// Write games in the format of other programs
///
/// As viriformat, games of chess with their scores, each from the end of its opening on. As text,
/// positions of either game, one a line: FEN | score | result, where the score is that of the
/// search in its points and the result is 1.0, 0.5 or 0.0, both as White sees them.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier learn export chess.games --out chess.vf
  damier learn export draughts.games --positions quiet --out draughts.txt")]
pub(super) struct ExportArgs {
    /// Files of games, all of one game
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// The file to write; there must be none yet
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// viriformat or text [default: what the name of the file says, .vf or .txt]
    #[arg(long, hide_possible_values = true)]
    format: Option<Format>,
    /// Which positions become lines of text
    #[arg(long, default_value = "all")]
    positions: Choice,
    /// Add the move that was chosen to each line of text
    #[arg(long)]
    moves: bool,
    /// Print no progress
    #[arg(long, short)]
    quiet: bool,
}

/// Make a file of games of the files of other programs
///
/// Reads viriformat and text as `export` writes them, and PGN or PDN with scores in comments:
/// [%eval 0.31] is a judgement of the position after the move, as White sees it; +0.31/12 and the
/// like are what the engine that moved had found before. Games without scores or without a result
/// are left out. Each line of text becomes a game of one move; where it names none, nothing is
/// taken to be under way unless a capture or promotion wins material or there is a check.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier learn import chess.vf --out chess.games
  damier learn import --game draughts positions.txt --out draughts.games
  damier learn import match.pgn --factor 1.3 --skip-faults --out match.games")]
pub(super) struct ImportArgs {
    /// The files to read, all of one format
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The file of games to write; there must be none yet
    #[arg(long, value_name = "GAMES")]
    out: PathBuf,
    /// viriformat, text, pgn or pdn [default: what the names of the files say]
    #[arg(long, hide_possible_values = true)]
    format: Option<Format>,
    /// The game that was played [default: chess, or draughts for PDN]
    #[arg(long, value_parser = game_parser())]
    game: Option<GameKind>,
    /// Multiply scores by this, to bring them to the points of the search
    #[arg(long, default_value_t = 1.0, value_parser = factor)]
    factor: f64,
    /// Leave out what cannot be read; otherwise nothing is written then
    #[arg(long)]
    skip_faults: bool,
    /// Print no progress
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Viriformat,
    Text,
    Pgn,
    Pdn,
}

impl Format {
    /// The format that the name of a file speaks of.
    fn of(path: &Path) -> Result<Self> {
        let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        Ok(match ending.as_str() {
            "vf" | "viri" | "viriformat" => Self::Viriformat,
            "txt" | "text" => Self::Text,
            "pgn" => Self::Pgn,
            "pdn" => Self::Pdn,
            _ => bail!("{}: what format is this? Say it with --format", path.display()),
        })
    }

    /// The format that was asked for, or that of all files.
    fn of_all(wanted: Option<Self>, files: &[PathBuf]) -> Result<Self> {
        if let Some(wanted) = wanted {
            return Ok(wanted);
        }
        let mut formats = files.iter().map(|file| Self::of(file));
        let first = formats.next().context("there is a file")??;
        for (other, file) in formats.zip(&files[1..]) {
            if other? != first {
                bail!("{} and {}: two formats at a time", files[0].display(), file.display());
            }
        }
        Ok(first)
    }

    /// The only game that it knows.
    fn game(self) -> Option<GameKind> {
        match self {
            Self::Viriformat | Self::Pgn => Some(GameKind::Chess),
            Self::Pdn => Some(GameKind::Draughts),
            Self::Text => None,
        }
    }

    fn name(self) -> String {
        self.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Choice {
    /// Every one with a score
    All,
    /// Those that training looks at: nothing is being taken, and the score is no proved win
    Quiet,
}

pub(super) fn export(args: &ExportArgs) -> Result<ExitCode> {
    let game = kind_of(&args.games[0])?;
    let format = args.format.map_or_else(|| Format::of(&args.out), Ok)?;
    let choice = match args.positions {
        Choice::All => PositionChoice::All,
        Choice::Quiet => PositionChoice::Quiet,
    };
    let style = TextStyle { choice, with_moves: args.moves };
    match format {
        Format::Text => (),
        Format::Viriformat if game != GameKind::Chess => {
            bail!("viriformat is for chess; games of {game} can be exported as text");
        }
        Format::Viriformat if choice == PositionChoice::Quiet || args.moves => {
            bail!("viriformat holds whole games: --positions and --moves are for text");
        }
        Format::Viriformat => (),
        Format::Pgn | Format::Pdn => bail!("games are exported as viriformat or text"),
    }
    transfer(&args.out, args.quiet, &mut |watch| match format {
        Format::Viriformat => export_viriformat(&args.games, &args.out, watch),
        _ => with_game!(game, G => export_text::<G>(&args.games, &args.out, style, watch)),
    })
}

pub(super) fn import(args: &ImportArgs) -> Result<ExitCode> {
    let format = Format::of_all(args.format, &args.files)?;
    let game = match (format.game(), args.game) {
        (Some(only), Some(wanted)) if only != wanted => {
            bail!("{} has games of {only}, not of {wanted}", format.name())
        }
        (only, wanted) => only.or(wanted).unwrap_or(GameKind::Chess),
    };
    let settings = ImportSettings { factor: args.factor, skip_faults: args.skip_faults };
    let (files, out) = (&args.files, &args.out);
    transfer(out, args.quiet, &mut |watch| match format {
        Format::Viriformat => import_viriformat(files, out, settings, watch),
        Format::Text => with_game!(game, G => import_text::<G>(files, out, settings, watch)),
        Format::Pgn | Format::Pdn => {
            with_game!(game, G => import_records::<G>(files, out, settings, watch))
        }
    })
}

/// Does the work and tells how it goes.
fn transfer(
    out: &Path,
    is_quiet: bool,
    work: &mut dyn FnMut(&mut Watch) -> Result<Transferred, TransferError>,
) -> Result<ExitCode> {
    let stop = interruption();
    let bar = if is_quiet { ProgressBar::hidden() } else { progress_bar("kB") };
    let mut faults = 0;
    let done = work(&mut |step| {
        match step {
            Step::Progress { read, length, so_far } => {
                bar.set_length(length / 1000);
                bar.set_position(read / 1000);
                if so_far.games.is_multiple_of(1000) {
                    bar.set_message(format!("{} positions", grouped(so_far.positions)));
                }
            }
            Step::Fault(fault) => {
                faults += 1;
                if faults <= FAULTS_SHOWN {
                    bar.suspend(|| complain(&format!("damier: left out: {fault}")));
                }
            }
            _ => (),
        }
        !stop.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    let Transferred { games, positions, left_out } = match done {
        Err(TransferError::Stopped) => {
            complain("damier: interrupted; nothing was written");
            return Ok(ExitCode::from(INTERRUPTED));
        }
        Err(error @ TransferError::Fault(_)) => {
            return Err(error)
                .context("nothing was written (--skip-faults leaves out such places)");
        }
        done => done?,
    };
    let left_out = match left_out.to_string() {
        text if text.is_empty() => text,
        text => format!("; left out: {text}"),
    };
    print(&format!(
        "{}: {}, {}{left_out}\n",
        out.display(),
        counted(games as usize, "game"),
        counted(positions as usize, "position"),
    ))?;
    Ok(ExitCode::SUCCESS)
}

fn factor(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.001..=1000.0).contains(number));
    number.ok_or_else(|| "a number from 0.001 to 1000 is needed".to_owned())
}
