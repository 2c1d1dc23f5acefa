//! `damier tune`: numbers of an engine, found by playing games.

mod outputs;
mod play;
mod report;

use anyhow::Result;
use std::process::ExitCode;

/// Tune numbers of an engine by playing games (SPSA)
///
/// In each iteration every number is moved a little, up or down by chance. The engine with these
/// values plays pairs of games against the engine with every number moved the other way; then all
/// numbers follow the winner by a small step. Both sides are programs that speak UCI, in draughts
/// Hub, started anew for each iteration; any numeric option of theirs can be tuned. The result is
/// printed as a table, as lines for a tunables.rs and as options. Whether it is stronger, a match
/// says: damier arena.
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:
  damier tune --list
  damier tune --parameter \"reduction_*\" --parameter \"futility_base = 90\" --nodes 2000 \\
              --iterations 200 --pairs 8 --journal reductions.jsonl --svg reductions.svg
  damier tune --game draughts --parameters numbers.txt --nodes 2000 --journal draughts.jsonl
  damier tune --engine \"cmd=./lc0,Threads=1\" --parameter \"CPuct = 1.7, 0.5..=4, step 0.1\" \
      --nodes 800
  damier tune --game draughts --engine \"cmd=./scan hub\" --parameter \"book-margin, 0..=20\" \
      --movetime 50
  damier tune report reductions.jsonl --svg reductions.svg

A parameter is written as in a tunables.rs:
  name: i32 = value, min..=max, step n;
All but the name may be left out. The engine then says the value to begin with and the range; the
step is that of Damier's own numbers, or a twentieth of the range. At the end of a tuning the two
sides differ by one step from the middle, so a step should be about what a few games can feel. A
name with * stands for all numbers that it fits. In names - and _ are the same, and so are capital
and small letters. An option that takes text is tuned as a real number if its text is one; it needs
a range.

The engine is described as for damier arena: cmd=... with options that stay as they are. Without
--engine it is this program, if it was built with the numbers of its search as options:
  cargo build --release --features tuning

Ctrl-C ends a tuning; started again with the same --journal it goes on where it was, and so it does
after any other interruption. With fixed nodes and one thread it then ends with the same values."
)]
pub(crate) struct TuneArgs {
    #[command(subcommand)]
    command: Option<TuneCommand>,
    #[command(flatten)]
    play: play::TuningArgs,
}

#[derive(clap::Subcommand)]
enum TuneCommand {
    Report(report::TuneReportArgs),
}

pub(crate) fn run(args: &TuneArgs) -> Result<ExitCode> {
    match &args.command {
        None => play::run(&args.play),
        Some(TuneCommand::Report(args)) => report::run(args),
    }
}
