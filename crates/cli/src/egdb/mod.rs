//! `damier egdb`: makes, describes, asks and checks the endgame tables of draughts.

mod build;
mod info;
mod probe;
mod verify;

use crate::numbers;
use anyhow::{Context, Result};
use clap::Subcommand;
use damier_egdb::default_folder;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

/// Make and ask endgame tables of international draughts
///
/// They hold win, draw or loss for every position with few pieces, for best play without clocks:
/// the 25-, 16- and 5-move rules and repetition are not considered.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier egdb build
  damier egdb probe W:WK1,K7,K18:BK35
  damier egdb verify --samples 1000
  damier egdb info --json")]
pub(crate) struct EgdbArgs {
    #[command(subcommand)]
    command: EgdbCommand,
}

#[derive(Subcommand)]
enum EgdbCommand {
    Build(build::EgdbBuildArgs),
    Info(info::EgdbInfoArgs),
    Probe(probe::EgdbProbeArgs),
    Verify(verify::EgdbVerifyArgs),
}

/// Where the tables are.
#[derive(clap::Args)]
struct Folder {
    /// Folder with the tables [default: damier/egdb among the data of the user]
    #[arg(long, value_name = "FOLDER")]
    path: Option<PathBuf>,
}

impl Folder {
    fn get(&self) -> Result<PathBuf> {
        let folder = self.path.clone().or_else(default_folder);
        folder.context("no home folder is known; say where the tables are with --path")
    }
}

/// How many threads to work with.
#[derive(clap::Args)]
struct Threads {
    /// Threads to work with [default: all processors]
    #[arg(long, value_parser = numbers::threads())]
    threads: Option<u16>,
}

impl Threads {
    fn get(&self) -> NonZeroUsize {
        match self.threads {
            Some(threads) => NonZeroUsize::new(threads.into()).unwrap_or(NonZeroUsize::MIN),
            None => std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
        }
    }
}

pub(crate) fn run(args: &EgdbArgs) -> Result<ExitCode> {
    match &args.command {
        EgdbCommand::Build(args) => build::run(args),
        EgdbCommand::Info(args) => info::run(args),
        EgdbCommand::Probe(args) => probe::run(args),
        EgdbCommand::Verify(args) => verify::run(args),
    }
}
