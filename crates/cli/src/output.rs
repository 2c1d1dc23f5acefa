//! Printing without surprises.

use anyhow::{Context, Result, bail};
use damier_files::write_whole;
use serde::Serialize;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes text to standard output. Unlike `println!` it does not panic if it is not read.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()
}

/// Writes a line to standard error. Unlike `eprintln!` it does not panic if it cannot be read.
pub(crate) fn complain(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Writes a value for programs to read.
pub(crate) fn print_json(value: &impl Serialize) -> Result<()> {
    print(&format!("{}\n", serde_json::to_string_pretty(value)?))?;
    Ok(())
}

/// A number with its thousands apart, as people read it.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of things, with the plural where it belongs.
pub(crate) fn counted(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// Columns as wide as their widest cell.
pub(crate) fn aligned<const COLUMNS: usize>(rows: &[[String; COLUMNS]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let _ = write!(line, "{cell:<width$}  ", width = width(column).unwrap_or(0));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// A cell as spreadsheets read it.
pub(crate) fn csv_cell(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// Whether a command writes to no file that it also writes or reads as something else.
pub(crate) fn check_distinct<'a>(paths: impl Iterator<Item = &'a PathBuf>) -> Result<()> {
    let mut known = Vec::new();
    for path in paths {
        let resolved = path.canonicalize().unwrap_or_else(|_| path.clone());
        if known.contains(&resolved) {
            bail!("{} is named for two things; each needs a file of its own", path.display());
        }
        known.push(resolved);
    }
    Ok(())
}

/// Writes a file whole or not at all.
pub(crate) fn write_file(path: &Path, contents: &(impl AsRef<[u8]> + ?Sized)) -> Result<()> {
    write_whole(path, contents.as_ref()).with_context(|| format!("cannot write {}", path.display()))
}

pub(crate) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_in_threes() {
        let cases = [(0, "0"), (999, "999"), (1000, "1,000"), (119_060_324, "119,060,324")];
        for (number, text) in cases {
            assert_eq!(grouped(number), text);
        }
    }
}
