//! `damier hub`: Hub on standard input and output.

use crate::draughts;
use crate::output::complain;
use anyhow::Result;
use damier_protocol::hub;
use std::io::{self, IsTerminal};
use std::process::ExitCode;

/// Speak Hub, version 2, on standard input and output, as draughts programs expect
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier hub
  printf 'pos start\\nlevel depth=15\\ngo think\\n' | damier hub")]
pub(crate) struct HubArgs {}

pub(crate) fn run() -> Result<ExitCode> {
    let input = io::stdin().lock();
    if input.is_terminal() {
        complain("This is Hub, for draughts programs; type quit to leave, or run: damier --help");
    }
    hub::serve(draughts::engine(), input, io::stdout())?;
    Ok(ExitCode::SUCCESS)
}
