//! Positions from standard input, answered line by line.

use anyhow::{Context, Result};
use damier_core::Rules;
use serde::Serialize;
use std::io::{self, BufRead, BufWriter, Write};
use std::process::ExitCode;

/// Answers every position of standard input, one a line, with a line: JSON, or words for people.
/// Blank lines are passed over; the first that is no position ends it.
pub(crate) fn answer_positions<R: Rules, V: Serialize>(
    json: bool,
    view: impl Fn(&R) -> V,
    to_line: impl Fn(&V) -> String,
) -> Result<ExitCode> {
    let mut output = BufWriter::new(io::stdout().lock());
    for (number, line) in (1..).zip(io::stdin().lock().lines()) {
        let line = line.context("cannot read standard input")?;
        if line.trim().is_empty() {
            continue;
        }
        let position = R::from_fen(line.trim()).with_context(|| format!("line {number}"))?;
        let view = view(&position);
        let answer = if json { serde_json::to_string(&view)? } else { to_line(&view) };
        writeln!(output, "{answer}")?;
    }
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}
