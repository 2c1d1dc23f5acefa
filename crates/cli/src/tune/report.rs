//! `damier tune report`: what a journal says, without playing.

use super::outputs::TuneOutputs;
use crate::output::check_distinct;
use anyhow::Result;
use damier_tune::read_journal;
use serde_json::Value;
use std::path::PathBuf;
use std::process::ExitCode;

/// Tell what a journal of a tuning says, finished or not: the values, and a picture
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier tune report reductions.jsonl
  damier tune report reductions.jsonl --svg reductions.svg --json")]
pub(super) struct TuneReportArgs {
    /// The journal of a tuning
    #[arg(value_name = "JOURNAL")]
    journal: PathBuf,
    #[command(flatten)]
    outputs: TuneOutputs,
}

pub(super) fn run(args: &TuneReportArgs) -> Result<ExitCode> {
    check_distinct([&args.journal].into_iter().chain(&args.outputs.svg))?;
    let (settings, course) = read_journal(&args.journal)?;
    let game = settings.get("game").and_then(Value::as_str).unwrap_or_default();
    let engine = settings.get("engines").and_then(|engines| engines.get(0)?.as_str());
    // The description begins with the name.
    let engine = engine.and_then(|text| Some(text.split_once(": ")?.0)).unwrap_or_default();
    args.outputs.write(game, engine, &course)?;
    Ok(ExitCode::SUCCESS)
}
