//! `damier bench`: the fixed piece of work whose node count identifies a version of the search.

use crate::games::game_parser;
use crate::output::capital;
use crate::output::print;
use anyhow::Result;
use damier_games::{EngineGame, GameKind, with_game};
use std::process::ExitCode;

/// Search a fixed set of positions; the number of nodes identifies the version of the search
#[derive(clap::Args)]
#[command(
    after_help = "Without --game both games are searched, chess last: its count ends the output, \
    as programs that test chess engines expect.

Examples:
  damier bench
  damier bench --game draughts
  damier bench 12"
)]
pub(crate) struct BenchArgs {
    /// Depth to search to [default: the one of the signature]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,
    /// Only this game
    #[arg(long, value_parser = game_parser())]
    game: Option<GameKind>,
}

pub(crate) fn run(args: &BenchArgs) -> Result<ExitCode> {
    let mut result = Ok(());
    let mut say = |line: String| {
        if result.is_ok() {
            result = print(&format!("{line}\n"));
        }
    };
    for kind in GameKind::ALL.into_iter().rev() {
        if args.game.is_none_or(|game| game == kind) {
            say(capital(kind.name()));
            with_game!(kind, G => G::bench(args.depth, &mut say));
        }
    }
    result?;
    Ok(ExitCode::SUCCESS)
}
