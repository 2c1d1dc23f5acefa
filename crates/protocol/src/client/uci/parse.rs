//! What engines say, read leniently: whatever is not understood is passed over.

use crate::client::Heard;
use crate::client::dialect::blank_report;
use damier_chess::{Move, MoveError, Position};
use damier_core::{Depth, Ply, Score};
use damier_search::{Answer, Bound, OptionKind};
use std::str::{FromStr, SplitWhitespace};
use std::time::Duration;

/// Reads `option name … type … default … min … max … var …`.
pub(in super::super) fn option(line: &str) -> Option<(String, OptionKind)> {
    let mut fields: Vec<(&str, Vec<&str>)> = Vec::new();
    for word in line.split_whitespace().skip(1) {
        let in_name = fields.last().is_some_and(|(field, _)| *field == "name");
        match (word, fields.last_mut()) {
            // A name may contain any word but this one.
            ("type", _) => fields.push((word, Vec::new())),
            ("name", None) => fields.push((word, Vec::new())),
            ("default" | "min" | "max" | "var", _) if !in_name => fields.push((word, Vec::new())),
            (_, Some((_, words))) => words.push(word),
            (_, None) => return None,
        }
    }
    let all = |wanted: &'static str| {
        let matching = fields.iter().filter(move |(field, _)| *field == wanted);
        matching.map(|(_, words)| words.join(" "))
    };
    let first = |wanted| all(wanted).next();
    let number = |wanted| first(wanted).and_then(|text| text.parse().ok());
    let name = first("name").filter(|name| !name.is_empty())?;
    let default = first("default").unwrap_or_default();
    let kind = match first("type")?.as_str() {
        "check" => OptionKind::Check { default: default == "true" },
        "spin" => OptionKind::Spin {
            default: number("default").unwrap_or(0),
            min: number("min").unwrap_or(i64::MIN),
            max: number("max").unwrap_or(i64::MAX),
        },
        "combo" => OptionKind::Combo { default, choices: all("var").collect() },
        "button" => OptionKind::Button,
        _ if default == "<empty>" => OptionKind::Text { default: String::new() },
        _ => OptionKind::Text { default },
    };
    Some((name, kind))
}

/// Reads `bestmove X ponder Y`. What cannot be played as the expected reply is no reply: it is only
/// advice.
pub(in super::super) fn answer(line: &str, position: &Position) -> Result<Answer<Move>, MoveError> {
    let mut words = line.split_whitespace().skip(1);
    let best = match words.next().unwrap_or_default() {
        "(none)" | "0000" | "NULL" if position.count_legal_moves() == 0 => None,
        text => Some(position.read_uci(text)?),
    };
    let reply = words.next().filter(|&word| word == "ponder").and_then(|_| words.next());
    let ponder = best.zip(reply).and_then(|(best, reply)| {
        let mut after = position.clone();
        after.play_unchecked(best);
        after.read_uci(reply).ok()
    });
    Ok(Answer { best, ponder })
}

/// What one line of `info` says.
pub(in super::super) fn info(text: &str, position: &Position) -> Heard<Move> {
    let mut score = None;
    let mut report = blank_report();
    let (mut nodes, mut time) = (None, None);
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "depth" => report.depth = Depth::new(number(&mut words).unwrap_or(0)),
            "seldepth" => report.selective_depth = number(&mut words).unwrap_or(0),
            "multipv" => report.rank = number(&mut words).unwrap_or(1),
            "nodes" => nodes = number(&mut words),
            "time" => time = number(&mut words).map(Duration::from_millis),
            "hashfull" => report.table_fill = number(&mut words).unwrap_or(0),
            "tbhits" => report.endgame_hits = number(&mut words).unwrap_or(0),
            "score" => score = read_score(&mut words),
            "lowerbound" => report.bound = Bound::Lower,
            "upperbound" => report.bound = Bound::Upper,
            "string" => return Heard::Remark(words.collect::<Vec<_>>().join(" ")),
            "pv" => {
                report.line = line(words, position);
                break;
            }
            _ => {}
        }
    }
    Heard::info(report, score, nodes, time)
}

fn number<N: FromStr>(words: &mut SplitWhitespace) -> Option<N> {
    words.next()?.parse().ok()
}

fn read_score(words: &mut SplitWhitespace) -> Option<Score> {
    let kind = words.next()?;
    let value: i32 = number(words)?;
    match kind {
        "cp" => Some(Score::from_evaluation(value)),
        "mate" => {
            let moves = value.unsigned_abs().min(Ply::MAX.index() as u32 / 2) as u16;
            Some(if value > 0 {
                Score::mate_in(Ply::new(2 * moves - 1))
            } else {
                Score::mated_in(Ply::new(2 * moves))
            })
        }
        _ => None,
    }
}

/// The moves of a line as far as they are legal.
fn line(words: SplitWhitespace, position: &Position) -> Vec<Move> {
    let mut position = position.clone();
    let mut moves = Vec::new();
    for word in words {
        let Ok(mv) = position.read_uci(word) else { break };
        position.play_unchecked(mv);
        moves.push(mv);
    }
    moves
}
