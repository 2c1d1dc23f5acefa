//! `damier bench`: the fixed piece of work whose node count identifies a version of the search.

use crate::games::GameName;
use crate::output::print;
use anyhow::Result;
use std::process::ExitCode;

/// Search a fixed set of positions; the number of nodes identifies the version of the search
#[derive(clap::Args)]
#[command(
    after_help = "Without --game both games are searched, chess last: its count ends the output, as programs \
that test chess engines expect.

Examples:
  damier bench
  damier bench --game draughts
  damier bench 12"
)]
pub(crate) struct Args {
    /// Depth to search to [default: the one of the signature]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,
    /// Only this game
    #[arg(long, value_enum)]
    game: Option<GameName>,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let mut result = Ok(());
    let mut say = |line: String| {
        if result.is_ok() {
            result = print(&format!("{line}\n"));
        }
    };
    if args.game != Some(GameName::Chess) {
        say("Draughts".to_owned());
        damier_draughts_engine::bench::run(args.depth, &mut say);
    }
    if args.game != Some(GameName::Draughts) {
        say("Chess".to_owned());
        damier_chess_engine::bench::run(args.depth, &mut say);
    }
    result?;
    Ok(ExitCode::SUCCESS)
}
