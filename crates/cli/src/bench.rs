//! `damier bench`: the fixed piece of work whose node count identifies a version of the search.

use crate::output::print;
use anyhow::Result;
use std::process::ExitCode;

/// Search a fixed set of positions; the number of nodes identifies the version of the search
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier bench
  damier bench 12")]
pub(crate) struct Args {
    /// Depth to search to [default: the one of the signature]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let mut result = Ok(());
    damier_chess_engine::bench::run(args.depth, &mut |line| {
        if result.is_ok() {
            result = print(&format!("{line}\n"));
        }
    });
    result?;
    Ok(ExitCode::SUCCESS)
}
