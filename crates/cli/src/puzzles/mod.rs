//! `damier puzzles`: positions in which one line wins, made, looked through and checked.

mod check;
mod list;
mod make;

use anyhow::Result;
use std::process::ExitCode;

/// Make puzzles from games, look through files of them, check compositions
///
/// A puzzle is a line of text: position, moves of both sides, rating and themes, with semicolons
/// between. Tables of lichess are read wherever such files are.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier puzzles make --count 100 --out mine.txt          from games that it plays itself
  damier puzzles make club.pgn --out club.txt             from games that were played
  damier puzzles make --game draughts --count 50 --out shots.txt
  damier puzzles list lichess_db_puzzle.csv --theme fork --rating 1200-1500 --limit 20
  damier puzzles check \"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\"
  damier puzzles check --game draughts --json \"W:W28,32,37:B17,18,8\"")]
pub(crate) struct PuzzlesArgs {
    #[command(subcommand)]
    command: PuzzlesCommand,
}

#[derive(clap::Subcommand)]
enum PuzzlesCommand {
    Make(make::MakeArgs),
    List(list::PuzzleListArgs),
    Check(check::PuzzleCheckArgs),
}

pub(crate) fn run(args: &PuzzlesArgs) -> Result<ExitCode> {
    match &args.command {
        PuzzlesCommand::Make(args) => make::run(args),
        PuzzlesCommand::List(args) => list::run(args),
        PuzzlesCommand::Check(args) => check::run(args),
    }
}
