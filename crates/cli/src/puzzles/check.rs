//! `damier puzzles check`.

use crate::games::game_parser;
use crate::input;
use crate::numbers::positive;
use crate::output::{complain, print, print_json};
use anyhow::{Context, Result};
use damier_games::{GameKind, with_game};
use damier_puzzles::{Composed, PuzzleGame, composed};
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Tell a composer whether a solution is the only one
///
/// Moves of the side to move that win beside the solution are duals. In chess, where a mate is in
/// sight, only mates that take no longer count; else, and in draughts, whatever wins. Pieces
/// without which the solution stays what it is are told too. Ends with 1 if anything is wrong.
#[derive(clap::Args)]
pub(super) struct PuzzleCheckArgs {
    /// The position; without any, --file
    #[arg(value_name = "FEN", required_unless_present = "file")]
    fen: Option<String>,
    /// A file with a position on each line; what stands behind a semicolon is passed over
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    file: Option<PathBuf>,
    /// Which game [default: draughts for positions with colons]
    #[arg(long, value_parser = game_parser())]
    game: Option<GameKind>,
    /// Positions to look at for each choice
    #[arg(long, value_name = "N", default_value_t = 300_000, value_parser = positive())]
    nodes: u64,
    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &PuzzleCheckArgs) -> Result<ExitCode> {
    let positions = match (&args.fen, &args.file) {
        (Some(fen), _) => vec![fen.clone()],
        (None, Some(file)) => {
            let text = input::read_suite(file).with_context(|| file.display().to_string())?;
            let lines = text.lines().map(|line| line.split(';').next().unwrap_or_default().trim());
            lines
                .filter(|line| !line.is_empty() && !line.starts_with('#'))
                .map(str::to_owned)
                .collect()
        }
        (None, None) => Vec::new(),
    };
    let (mut all, mut is_well) = (Vec::new(), true);
    for fen in positions {
        let kind = args.game.unwrap_or(match fen.contains(':') {
            true => GameKind::Draughts,
            false => GameKind::Chess,
        });
        match with_game!(kind, G => check::<G>(&fen, args.nodes)) {
            Ok(found) => {
                is_well &= found.is_sound && found.superfluous.is_empty();
                if !args.json {
                    print(&format!("{fen}\n{}", words(&found)))?;
                }
                all.push((fen, found));
            }
            Err(error) => {
                complain(&format!("damier: {fen}: {error:#}"));
                is_well = false;
            }
        }
    }
    if args.json {
        print_json(&all)?;
    }
    Ok(if is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn check<G: PuzzleGame>(fen: &str, nodes: u64) -> Result<Composed> {
    Ok(composed(&G::from_fen(fen)?, nodes))
}

fn words(found: &Composed) -> String {
    let mut text = String::new();
    match (&found.solution[..], found.is_sound) {
        ([], _) => text.push_str("  nothing wins\n"),
        (line, true) => {
            let _ = writeln!(text, "  sound: {}", line.join(" "));
        }
        (line, false) => {
            let _ = writeln!(text, "  {}", line.join(" "));
        }
    }
    for dual in &found.duals {
        let _ = writeln!(text, "  dual at move {}: {}", dual.at, dual.moves.join(" or "));
    }
    for piece in &found.superfluous {
        let _ = writeln!(text, "  for nothing: {piece}");
    }
    text
}
