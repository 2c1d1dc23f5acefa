//! `damier puzzles list`.

use crate::numbers::positive;
use crate::output::{aligned, complain, counted, print, write_file};
use anyhow::{Context, Result, bail};
use damier_files::decompressed;
use damier_games::{GameKind, with_game};
use damier_puzzles::lichess::Columns;
use damier_puzzles::{Puzzle, PuzzleError, Theme, bundled};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Look through puzzles: how many of what rating and theme, or some of them
///
/// Files of `puzzles make` and lichess's table (PuzzleId, FEN, Moves, Rating, Themes), compressed
/// or not. Without a file: those that come with the program.
#[derive(clap::Args)]
pub(super) struct PuzzleListArgs {
    /// The file
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Only puzzles of this theme, such as fork or shot
    #[arg(long, value_name = "THEME")]
    theme: Option<String>,
    /// Only ratings from A to B
    #[arg(long, value_name = "A-B", value_parser = band)]
    rating: Option<(u16, u16)>,
    /// Print the first N of them
    #[arg(long, value_name = "N", value_parser = positive())]
    limit: Option<u64>,
    /// Write all of them to this file, as `puzzles make` does
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

fn band(text: &str) -> Result<(u16, u16), String> {
    let parts = text
        .split_once('-')
        .and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    parts.filter(|(low, high)| low <= high).ok_or_else(|| "such as 1200-1500".to_owned())
}

pub(super) fn run(args: &PuzzleListArgs) -> Result<ExitCode> {
    let theme = args.theme.as_deref().map(str::parse::<Theme>).transpose()?;
    let puzzles = match &args.file {
        Some(file) => read(file)?,
        None => GameKind::ALL.iter().flat_map(|&kind| bundled(kind)).cloned().collect(),
    };
    let is_wanted = |puzzle: &Puzzle| {
        theme.is_none_or(|theme| puzzle.themes.contains(&theme))
            && args.rating.is_none_or(|(low, high)| (low..=high).contains(&puzzle.rating))
    };
    let wanted: Vec<Puzzle> = puzzles.into_iter().filter(is_wanted).collect();
    let lines = |puzzles: &[Puzzle]| -> String {
        puzzles.iter().map(|puzzle| puzzle.to_line() + "\n").collect()
    };
    if let Some(out) = &args.out {
        write_file(out, &lines(&wanted))?;
    }
    match args.limit {
        Some(limit) => print(&lines(&wanted[..wanted.len().min(limit as usize)]))?,
        None => print(&summary(&wanted))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads a file of ours, or lichess's table; what is wrong is told and left out.
fn read(path: &Path) -> Result<Vec<Puzzle>> {
    let name = path.display().to_string();
    let file = File::open(path).with_context(|| name.clone())?;
    let input = decompressed(file).with_context(|| name.clone())?;
    let (mut puzzles, mut wrong) = (Vec::new(), 0_usize);
    let mut columns = None;
    for (number, line) in (1..).zip(input.lines()) {
        let line = line.with_context(|| format!("{name}: line {number}"))?;
        if number == 1 {
            columns = Columns::from_header(&line).ok();
            if columns.is_some() {
                continue;
            }
        }
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let puzzle = match columns {
            Some(columns) => columns.read(&line).map_err(|error| error.to_string()),
            None => checked(&line).map_err(|error| error.to_string()),
        };
        match puzzle {
            Ok(puzzle) => puzzles.push(puzzle),
            Err(error) => {
                if wrong < 10 {
                    complain(&format!("{name}: line {number}: {error}; left out"));
                }
                wrong += 1;
            }
        }
    }
    if wrong > 10 {
        complain(&format!("{name}: {} left out in all", counted(wrong, "line")));
    }
    if puzzles.is_empty() {
        bail!("{name}: there is no puzzle in it that can be read");
    }
    Ok(puzzles)
}

fn checked(line: &str) -> Result<Puzzle, PuzzleError> {
    let puzzle = Puzzle::from_line(line)?;
    with_game!(puzzle.game(), G => puzzle.check::<G>().map(drop))?;
    Ok(puzzle)
}

/// How many there are of each game, band and theme.
fn summary(puzzles: &[Puzzle]) -> String {
    let mut text = String::new();
    for kind in GameKind::ALL {
        let own: Vec<&Puzzle> = puzzles.iter().filter(|puzzle| puzzle.game() == kind).collect();
        if own.is_empty() {
            continue;
        }
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for puzzle in &own {
            let low = puzzle.rating / 300 * 300;
            *counts.entry(format!("rated {low:4} to {}", low + 299)).or_default() += 1;
            let moves = puzzle.moves();
            *counts.entry(format!("solved in {}", counted(moves, "move"))).or_default() += 1;
            for theme in &puzzle.themes {
                *counts.entry(format!("theme {theme}")).or_default() += 1;
            }
        }
        let rows: Vec<[String; 2]> =
            counts.into_iter().map(|(name, count)| [name, count.to_string()]).collect();
        text +=
            &format!("{}: {}\n{}\n", kind.title(), counted(own.len(), "puzzle"), aligned(&rows));
    }
    text
}
