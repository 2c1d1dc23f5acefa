//! Positions as lines of text: `FEN | score | result`, perhaps with `| move` behind.
//!
//! The score is what a search found, in its points, as White sees it; the result is White's: 1.0,
//! 0.5 or 0.0. The move is the one that the search chose, as game records write it. Blanks around
//! the parts, empty lines and lines that begin with `#` do not matter.

use super::{Importer, Input, TransferError, refused};
use crate::game::LearnGame;
use crate::record::{PackedGame, seen_from_white, teaches};
use damier_core::{Outcome, Side};
use damier_records::GameResult;
use std::io::{self, BufRead, Read as _, Write};

/// No line that is read is longer, in bytes: the longest position has a few hundred.
const MAX_LINE: usize = 2048;

/// Which positions of a game are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionChoice {
    /// Every one with a score.
    All,
    /// Those that a trainer of ours learns from: nothing is being taken, and the score is no proof.
    Quiet,
}

/// How positions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextStyle {
    /// Which of them.
    pub choice: PositionChoice,
    /// With the move that was chosen, or without.
    pub with_moves: bool,
}

/// Writes the positions of a game and says how many.
pub(super) fn write<G: LearnGame>(
    record: &PackedGame<G>,
    style: TextStyle,
    out: &mut dyn Write,
) -> io::Result<u64> {
    let result = match record.outcome {
        Outcome::Win(Side::White) => "1.0",
        Outcome::Draw => "0.5",
        Outcome::Win(Side::Black) => "0.0",
    };
    let mut written = 0;
    for (position, mv, score) in record.positions() {
        if style.choice == PositionChoice::Quiet && !teaches(&position, mv, score) {
            continue;
        }
        let score = seen_from_white(i32::from(score), position.side_to_move());
        write!(out, "{} | {score} | {result}", position.to_fen())?;
        if style.with_moves {
            write!(out, " | {}", position.write_move(mv))?;
        }
        writeln!(out)?;
        written += 1;
    }
    Ok(written)
}

/// Reads a file to its end.
pub(super) fn read<G: LearnGame>(
    input: Input,
    importer: &mut Importer,
) -> Result<(), TransferError> {
    let Input { path, mut reader } = input;
    let mut line = Vec::new();
    for number in 1u64.. {
        let length = next_line(&mut reader, &mut line);
        if length.map_err(refused(&path))? == 0 {
            break;
        }
        match read_line::<G>(&line, importer) {
            Ok(TextLine::Position(record)) => importer.keep(&record)?,
            Ok(TextLine::Over) => importer.done.left_out.over += 1,
            Ok(TextLine::Empty) => (),
            Err(words) => importer.fault(&path, format!("line {number}: {words}"))?,
        }
        importer.tell_progress()?;
    }
    Ok(())
}

/// Reads a line with its end and returns its length, 0 at the end of the file. Of a line that is
/// too long only the beginning is kept.
fn next_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<usize> {
    line.clear();
    let mut length = reader.take(MAX_LINE as u64 + 1).read_until(b'\n', line)?;
    if length > MAX_LINE && line.last() != Some(&b'\n') {
        length += reader.skip_until(b'\n')?;
    }
    Ok(length)
}

enum TextLine<G: LearnGame> {
    Position(PackedGame<G>),
    /// There is nothing to choose any more.
    Over,
    Empty,
}

fn read_line<G: LearnGame>(line: &[u8], importer: &Importer) -> Result<TextLine<G>, String> {
    if line.len() > MAX_LINE {
        return Err(format!("a line of more than {MAX_LINE} bytes is no position"));
    }
    let line = std::str::from_utf8(line).map_err(|_| "this is no text in UTF-8")?.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(TextLine::Empty);
    }
    let parts: Vec<&str> = line.split('|').map(str::trim).collect();
    let (fen, score, result, mv) = match parts[..] {
        [fen, score, result] => (fen, score, result, None),
        [fen, score, result, mv] => (fen, score, result, Some(mv)),
        _ => return Err("a line is FEN | score | result, perhaps with | move".to_owned()),
    };
    let start = G::from_fen(fen).map_err(|error| error.to_string())?;
    let side = start.side_to_move();
    let score: i32 = score.parse().map_err(|_| format!("{score:?} is no whole number"))?;
    if score.unsigned_abs() > 1 << 15 {
        return Err(format!("{score} is larger than any score"));
    }
    let score = importer.settings.scaled(seen_from_white(score, side));
    let outcome = read_result(result).ok_or_else(|| {
        format!("{result:?} is no result; White's points are 1.0, 0.5 or 0.0, or write 1-0")
    })?;
    let mv = match mv {
        Some(text) => Some(start.read_move(text).map_err(|error| error.to_string())?),
        None => start.likely_best(),
    };
    let Some(mv) = mv else { return Ok(TextLine::Over) };
    let moves = vec![(mv, score)];
    Ok(TextLine::Position(PackedGame { id: 0, start, opening: Vec::new(), moves, outcome }))
}

fn read_result(text: &str) -> Option<Outcome> {
    match text {
        "1.0" | "1" => Some(Outcome::Win(Side::White)),
        "0.5" => Some(Outcome::Draw),
        "0.0" | "0" => Some(Outcome::Win(Side::Black)),
        _ => GameResult::from_text(text)?.outcome(),
    }
}
