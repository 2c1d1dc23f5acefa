//! `damier learn info`, `verify`, `merge` and `shuffle`: looking after files of games.

use crate::output::{counted, grouped, print, print_json};
use anyhow::{Context, Result};
use damier_games::{GameKind, with_game};
use damier_learn::collection::{Contents, Joined, inspect, join};
use damier_learn::file::GameReader;
use damier_learn::variety::{Decided, GamePhase, Variety};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Tell what is in files of games
#[derive(clap::Args)]
#[command(after_help = "Example:  damier learn info chess.games draughts.games")]
pub(super) struct InfoArgs {
    /// Files of games
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

/// Check files of games: every sum, every move, every number
///
/// Ends with 1 if a file is damaged or holds a game twice. What a kill left behind the last whole
/// game is told, but is no fault: it is cut off when the file is gone on with.
#[derive(clap::Args)]
#[command(after_help = "Example:  damier learn verify chess.games")]
pub(super) struct VerifyArgs {
    /// Files of games
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Join files of games into one, each game once
#[derive(clap::Args)]
#[command(after_help = "Example:  damier learn merge monday.games tuesday.games --out all.games")]
pub(super) struct MergeArgs {
    /// Files of games, all of one game
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Put the games of a file in a random order
///
/// Training looks at positions in a random order anyway; this is for taking a part of a file.
#[derive(clap::Args)]
#[command(after_help = "Example:  damier learn shuffle all.games --seed 3 --out mixed.games")]
pub(super) struct ShuffleArgs {
    /// The file of games
    file: PathBuf,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Decides the order
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Serialize)]
struct PositionFileView<'a> {
    file: String,
    recipe: &'a str,
    games: u64,
    positions: u64,
    bytes: u64,
    bytes_per_position: f64,
    torn_bytes: u64,
    white_wins: u64,
    draws: u64,
    black_wins: u64,
    proved: u64,
    repeated: u64,
    openings: u64,
    shortest: usize,
    longest: usize,
    /// By the number of pieces on the board.
    pieces: Vec<PiecesView>,
    /// By the size of the score.
    scores: Vec<BandView>,
    quiet: u64,
    decided: Option<DecidedView>,
}

#[derive(Serialize)]
struct PiecesView {
    pieces: usize,
    positions: u64,
}

#[derive(Serialize)]
struct BandView {
    from: u16,
    positions: u64,
}

#[derive(Serialize)]
struct DecidedView {
    score: f32,
    positions: u64,
    useful: u64,
}

impl<'a> PositionFileView<'a> {
    fn of(file: &Path, contents: &'a Contents) -> Self {
        let &Contents { games, positions, bytes, torn_bytes, proved, repeated, .. } = contents;
        let [white_wins, draws, black_wins] = contents.results;
        let variety = &contents.variety;
        let [shortest, longest] = variety.lengths();
        let pieces = variety.pieces().iter().enumerate().rev();
        let pieces = pieces.map(|(pieces, &positions)| PiecesView { pieces, positions });
        let scores =
            variety.bands().map(|band| BandView { from: band.from, positions: band.positions });
        let decided = variety.decided().map(|Decided { score, positions, useful }| DecidedView {
            score,
            positions,
            useful,
        });
        Self {
            file: file.display().to_string(),
            recipe: &contents.recipe,
            games,
            positions,
            bytes,
            bytes_per_position: bytes as f64 / positions.max(1) as f64,
            torn_bytes,
            white_wins,
            draws,
            black_wins,
            proved,
            repeated,
            openings: variety.openings(),
            shortest,
            longest,
            pieces: pieces.filter(|band| band.positions > 0).collect(),
            scores: scores.collect(),
            quiet: variety.quiet(),
            decided,
        }
    }

    fn text(&self, variety: &Variety) -> String {
        let share =
            |part: u64| format!("{:.1} %", 100.0 * part as f64 / self.positions.max(1) as f64);
        let phases = variety.phases().map(|GamePhase { pieces, positions }| {
            format!("{} to {}: {}", pieces.end(), pieces.start(), share(positions))
        });
        let mut text = format!(
            "File       {}\nRecipe     {}\nGames      {}, {} ended by a proved win\n\
             Positions  {}, {:.2} bytes each\nResults    White {}, drawn {}, Black {}\n\
             Openings   {} different, {} repeated\n\
             Lengths    {} to {} moves with a score, {:.1} on average\n\
             Pieces     {}\nScores     {}\nQuiet      {}\n",
            self.file,
            self.recipe,
            grouped(self.games),
            grouped(self.proved),
            grouped(self.positions),
            self.bytes_per_position,
            grouped(self.white_wins),
            grouped(self.draws),
            grouped(self.black_wins),
            grouped(self.openings),
            grouped(self.games - self.openings),
            self.shortest,
            self.longest,
            self.positions as f64 / self.games.max(1) as f64,
            phases.collect::<Vec<_>>().join(", "),
            self.bands(&share),
            share(self.quiet),
        );
        if let Some(decided) = &self.decided {
            text += &format!(
                "Decided    {} have at least {:.0}, with which 97 of 100 are won; {} are quiet and \
                 not decided\n",
                share(decided.positions),
                decided.score,
                share(decided.useful),
            );
        }
        text
    }

    fn bands(&self, share: &dyn Fn(u64) -> String) -> String {
        let ends = self.scores.iter().skip(1).map(|next| Some(next.from)).chain([None]);
        let bands = self.scores.iter().zip(ends).map(|(band, end)| match end {
            Some(end) => format!("{} to {}: {}", band.from, end - 1, share(band.positions)),
            None => format!("proved: {}", share(band.positions)),
        });
        bands.collect::<Vec<_>>().join(", ")
    }
}

pub(super) fn info(args: &InfoArgs) -> Result<ExitCode> {
    let mut all = Vec::new();
    for file in &args.files {
        all.push((file, read(file)?));
    }
    let views: Vec<PositionFileView> =
        all.iter().map(|(file, contents)| PositionFileView::of(file, contents)).collect();
    if args.json {
        print_json(&views)?;
    } else {
        let views = views.iter().zip(&all);
        let texts: Vec<String> =
            views.map(|(view, (_, contents))| view.text(&contents.variety)).collect();
        print(&texts.join("\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn verify(args: &VerifyArgs) -> Result<ExitCode> {
    let mut is_sound = true;
    for file in &args.files {
        let verdict = match read(file) {
            Err(error) => {
                is_sound = false;
                format!("{error:#}")
            }
            Ok(Contents { repeated, .. }) if repeated > 0 => {
                is_sound = false;
                format!("{}: {} twice", file.display(), counted(repeated as usize, "game"))
            }
            Ok(Contents { games, torn_bytes, .. }) => {
                let torn = match torn_bytes {
                    0 => String::new(),
                    bytes => {
                        format!(", and {} of an unfinished one", counted(bytes as usize, "byte"))
                    }
                };
                format!("{}: {} sound{torn}", file.display(), counted(games as usize, "game"))
            }
        };
        print(&format!("{verdict}\n"))?;
    }
    Ok(if is_sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

pub(super) fn merge(args: &MergeArgs) -> Result<ExitCode> {
    write(&args.files, &args.out, None)
}

pub(super) fn shuffle(args: &ShuffleArgs) -> Result<ExitCode> {
    write(std::slice::from_ref(&args.file), &args.out, Some(args.seed))
}

fn write(files: &[PathBuf], out: &Path, seed: Option<u64>) -> Result<ExitCode> {
    let kind = kind_of(&files[0])?;
    let Joined { games, repeated } = with_game!(kind, G => join::<G>(files, out, seed))?;
    let left_out = match repeated {
        0 => String::new(),
        repeated => format!(", {} left out", counted(repeated as usize, "repeated game")),
    };
    print(&format!("{}: {}{left_out}\n", out.display(), counted(games as usize, "game")))?;
    Ok(ExitCode::SUCCESS)
}

/// Reads a whole file, of either game.
fn read(file: &Path) -> Result<Contents> {
    let bar = indicatif::ProgressBar::new_spinner();
    let mut on_game = |games: u64| {
        if games.is_multiple_of(1000) {
            bar.set_message(format!("{}: {} games read", file.display(), grouped(games)));
            bar.tick();
        }
    };
    let contents = with_game!(kind_of(file)?, G => inspect::<G>(file, &mut on_game));
    bar.finish_and_clear();
    Ok(contents?)
}

/// The game whose games a file holds.
pub(super) fn kind_of(file: &Path) -> Result<GameKind> {
    let reader = GameReader::open(file)?;
    let unknown =
        || format!("{}: games of `{}`, which is unknown here", file.display(), reader.game());
    GameKind::from_name(reader.game()).with_context(unknown)
}
