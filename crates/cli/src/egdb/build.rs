//! `damier egdb build`.

use super::{Folder, Threads, info::EgdbInfoView};
use crate::output::{print, print_json};
use crate::progress::progress_bar;
use anyhow::Result;
use damier_egdb::Build;
use std::process::ExitCode;
use std::time::Instant;

/// Make the tables of all endings up to some number of pieces
///
/// Files that are there are kept; interrupted with Ctrl-C or in any other way, a build goes on with
/// the ending it was at.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier egdb build
  damier egdb build --pieces 5 --path /data/egdb --threads 8

Four pieces, 43 million positions, take half a minute of one processor and 2.3 MB on disk. Five, 1.6
thousand million, should take less than an hour of one processor, 0.9 GB of memory and less than
100 MB on disk.")]
pub(super) struct EgdbBuildArgs {
    /// Pieces of both sides together
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=5))]
    pieces: u8,
    #[command(flatten)]
    folder: Folder,
    #[command(flatten)]
    threads: Threads,
    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &EgdbBuildArgs) -> Result<ExitCode> {
    let folder = args.folder.get()?;
    let build = Build { pieces: args.pieces.into(), threads: args.threads.get() };
    let bar = progress_bar("positions");
    let begin = Instant::now();
    let tables = build.run(&folder, &|progress| {
        bar.set_length(progress.total);
        bar.set_position(progress.done);
        bar.set_message(progress.class.to_string());
    });
    bar.finish_and_clear();
    let seconds = begin.elapsed().as_secs_f64();
    let view = EgdbInfoView::of(&tables?, &folder);
    if args.json {
        print_json(&view)?;
    } else {
        print(&format!("{}Time      {seconds:.1} s\n", view.summary()))?;
    }
    Ok(ExitCode::SUCCESS)
}
