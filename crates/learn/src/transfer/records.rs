//! PGN and PDN with scores in comments.
//!
//! | comment | says | of the position | seen by |
//! |---|---|---|---|
//! | `[%eval 0.31]`, `[%eval #-3,20]` | a judgement, as sites write it | after the move | White |
//! | `+0.31/12 0.05s`, `-M5/20` | what the engine had found | before the move | the mover |
//! | `d=25, mt=1200, wv=0.31, …` | the same, of tournaments on the web | before the move | White |
//!
//! Scores are in pawns or men, wins in moves behind `#` and in plies behind `M`.

use super::{ImportSettings, Importer, Input, MAX_PLIES, TransferError, refused};
use crate::game::LearnGame;
use crate::record::{PackedGame, seen_from_white};
use damier_core::{Ending as _, Outcome, Ply, Score, Side};
use damier_records::{
    Command, Comment, EvalValue, FaultKind, LinePlace, NodeId, Reader, Record as GameRecord,
    RecordReading,
};

/// Reads a file to its end.
pub(super) fn read<G: LearnGame>(
    input: Input,
    importer: &mut Importer,
) -> Result<(), TransferError> {
    let Input { path, reader } = input;
    for reading in Reader::<G, _>::new(reader) {
        let RecordReading { number, record, faults, .. } = reading.map_err(refused(&path))?;
        if let Some(fault) = faults.iter().find(|fault| !is_harmless(&fault.kind)) {
            let LinePlace { line, column } = fault.place;
            let words = format!("game {number}, line {line}, column {column}: {}", fault.kind);
            importer.fault(&path, words)?;
        } else if record.tree().main_line().nth(MAX_PLIES).is_some() {
            importer.fault(&path, format!("game {number}: more than {MAX_PLIES} moves"))?;
        } else if let Some(outcome) = outcome(&record) {
            let games = scored_parts(&record, outcome, &importer.settings);
            importer.done.left_out.without_scores += u64::from(games.is_empty());
            games.iter().try_for_each(|game| importer.keep(game))?;
        } else {
            importer.done.left_out.without_result += 1;
        }
        importer.tell_progress()?;
    }
    Ok(())
}

/// Whether moves and result can be trusted all the same.
fn is_harmless(fault: &FaultKind) -> bool {
    matches!(
        fault,
        FaultKind::BadNag { .. }
            | FaultKind::BadTag { .. }
            | FaultKind::UnclosedTag { .. }
            | FaultKind::NothingToClose { .. }
            | FaultKind::NothingToReplace
            | FaultKind::TooDeep { .. }
    )
}

/// What the record says, or else the rules.
fn outcome<G: LearnGame>(record: &GameRecord<G>) -> Option<Outcome> {
    let by_rules = || Some(record.to_game().ending()?.outcome());
    record.result.outcome().or_else(by_rules)
}

/// The parts of a game in which every position has a score.
fn scored_parts<G: LearnGame>(
    record: &GameRecord<G>,
    outcome: Outcome,
    settings: &ImportSettings,
) -> Vec<PackedGame<G>> {
    let tree = record.tree();
    let new = |start: &G, opening: &[G::Move]| PackedGame {
        id: 0,
        start: start.clone(),
        opening: opening.to_vec(),
        moves: Vec::new(),
        outcome,
    };
    let mut parts: Vec<PackedGame<G>> = Vec::new();
    let mut is_open = false;
    let mut opening = Vec::new();
    let mut position = record.start().clone();
    let mut judged = judgement(tree.node(NodeId::ROOT).comments());
    for node in tree.main_line().map(|id| tree.node(id)) {
        let Some(mv) = node.mv() else { continue };
        let side = position.side_to_move();
        match found(node.comments(), side).or(judged) {
            Some(value) => {
                if !is_open {
                    // What was played before the first score is an opening. Later parts begin with
                    // a position: naming all moves before each could take very much room.
                    parts.push(match parts.is_empty() {
                        true => new(record.start(), &opening),
                        false => new(&position, &[]),
                    });
                }
                is_open = true;
                let score = score_for(side, value, settings);
                parts.last_mut().expect("one is open").moves.push((mv, score));
            }
            None => is_open = false,
        }
        if parts.is_empty() {
            opening.push(mv);
        }
        judged = judgement(node.comments());
        position.play_unchecked(mv);
    }
    parts
}

/// The score of the side to move.
fn score_for(mover: Side, value: EvalValue, settings: &ImportSettings) -> i16 {
    match value {
        EvalValue::Hundredths(value) => {
            let white = Score::from_evaluation(value).value();
            settings.scaled(seen_from_white(white, mover))
        }
        EvalValue::Wins { side, moves } => {
            let plies = moves.saturating_mul(2).saturating_sub(u32::from(side == mover));
            let ply = u16::try_from(plies).map_or(Ply::MAX, |plies| Ply::new(plies).min(Ply::MAX));
            let score = if side == mover { Score::mate_in(ply) } else { Score::mated_in(ply) };
            score.value() as i16
        }
    }
}

/// What comments after a move say of the position after it.
fn judgement(comments: &[Comment]) -> Option<EvalValue> {
    comments.iter().flat_map(Comment::commands).find_map(|command| match command {
        Command::Evaluation(evaluation) => Some(evaluation.value),
        _ => None,
    })
}

/// What comments after a move say of the position before it.
fn found(comments: &[Comment], mover: Side) -> Option<EvalValue> {
    comments.iter().find_map(|comment| {
        let text = comment.plain_text();
        score_and_depth(&text, mover).or_else(|| white_value(&text))
    })
}

/// Reads `+0.31/12 0.05s`, `(-M5/20)`.
fn score_and_depth(text: &str, mover: Side) -> Option<EvalValue> {
    let first = text.split_whitespace().next()?.trim_start_matches('(');
    let (score, depth) = first.split_once('/')?;
    depth.starts_with(|letter: char| letter.is_ascii_digit()).then(|| read_score(score, mover))?
}

/// Reads `…, wv=0.31, …`.
fn white_value(text: &str) -> Option<EvalValue> {
    let value = text.split(',').find_map(|part| part.trim().strip_prefix("wv="))?;
    read_score(value, Side::White)
}

/// Reads `0.31`, `+0.31`, `-M5`, `#3`, as a side sees it. A number needs its point: `1/2` is no
/// score with a depth.
fn read_score(text: &str, side: Side) -> Option<EvalValue> {
    let (is_ahead, size) = match text.strip_prefix('-') {
        Some(size) => (false, size),
        None => (true, text.strip_prefix('+').unwrap_or(text)),
    };
    let winner = if is_ahead { side } else { !side };
    let number = |digits: &str| -> Option<u32> {
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
    };
    if let Some(plies) = size.strip_prefix('M') {
        return Some(EvalValue::Wins { side: winner, moves: number(plies)?.div_ceil(2) });
    }
    if let Some(moves) = size.strip_prefix('#') {
        return Some(EvalValue::Wins { side: winner, moves: number(moves)? });
    }
    let (whole, fraction) = size.split_once('.')?;
    number(whole).and(number(fraction))?;
    let hundredths = (100.0 * size.parse::<f64>().ok()?).round() as i32;
    Some(EvalValue::Hundredths(seen_from_white(hundredths, winner)))
}
