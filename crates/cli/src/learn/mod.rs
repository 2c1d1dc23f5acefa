//! `damier learn`: games against oneself, and networks trained on them.

mod files;
mod fit;
mod generate;
mod run;
mod train;
mod transfer;

use anyhow::Result;
use clap::Subcommand;
use std::process::ExitCode;

/// Learn from games against oneself: play them, look after them, train on them
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier learn generate --game draughts --games 1000 --out some.games
  damier learn train --game draughts some.games --out some.nnue
  damier arena --game draughts --engine builtin --engine builtin,name=new,EvalFile=some.nnue \
      --nodes 5000")]
pub(crate) struct LearnArgs {
    #[command(subcommand)]
    command: LearnCommand,
}

#[derive(Subcommand)]
enum LearnCommand {
    Export(transfer::ExportArgs),
    Fit(fit::FitArgs),
    Generate(generate::GenerateArgs),
    Import(transfer::ImportArgs),
    Info(files::InfoArgs),
    Merge(files::MergeArgs),
    Run(run::RunArgs),
    Shuffle(files::ShuffleArgs),
    Train(train::TrainArgs),
    Verify(files::VerifyArgs),
}

pub(crate) fn run(args: &LearnArgs) -> Result<ExitCode> {
    match &args.command {
        LearnCommand::Export(args) => transfer::export(args),
        LearnCommand::Fit(args) => fit::run(args),
        LearnCommand::Generate(args) => generate::run(args),
        LearnCommand::Import(args) => transfer::import(args),
        LearnCommand::Info(args) => files::info(args),
        LearnCommand::Merge(args) => files::merge(args),
        LearnCommand::Run(args) => run::run(args),
        LearnCommand::Shuffle(args) => files::shuffle(args),
        LearnCommand::Train(args) => train::run(args),
        LearnCommand::Verify(args) => files::verify(args),
    }
}

/// How many threads to work with: all processors, unless the user says otherwise.
fn threads(wanted: Option<u16>) -> usize {
    wanted.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
}
