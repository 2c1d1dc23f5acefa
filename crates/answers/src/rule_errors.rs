//! What the rules say is wrong, as a code with arguments, so that the page can say it in the
//! language of its reader. The sentence in English goes with it, for those who have no other.

use damier_chess as chess;
use damier_core::Side;
use damier_draughts as draughts;
use damier_records::{Fault, FaultKind};
use serde::Serialize;
use std::collections::BTreeMap;
use std::error::Error;

/// A code that catalogues have under `rules`, and what fills the gaps of its message. A side is
/// `white` or `black`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleError {
    /// The code.
    pub code: &'static str,
    /// By name.
    pub arguments: BTreeMap<&'static str, String>,
}

impl RuleError {
    fn new(code: &'static str, arguments: &[(&'static str, &dyn ToString)]) -> Self {
        let arguments = arguments.iter().map(|(name, value)| (*name, value.to_string())).collect();
        Self { code, arguments }
    }

    /// What an error says if it is one of the rules; `None` for any other.
    pub(crate) fn of(error: &(dyn Error + 'static)) -> Option<Self> {
        let chess_move = error.downcast_ref().map(of_chess_move);
        let chess_position = error.downcast_ref().map(of_chess_position);
        let draughts_move = error.downcast_ref().map(of_draughts_move);
        let draughts_position = error.downcast_ref().map(of_draughts_position);
        let found = chess_move.or(chess_position).or(draughts_move).or(draughts_position)?;
        Some(found.unwrap_or_else(|| Self::new("unreadable-position", &[("reason", &error)])))
    }
}

fn of_chess_move(error: &chess::MoveError) -> Option<RuleError> {
    use chess::MoveError;
    Some(match error {
        MoveError::Unreadable { text } => {
            let example = "Nf3, exd5, e8=Q, O-O, g1f3";
            RuleError::new("unreadable-move", &[("text", text), ("example", &example)])
        }
        MoveError::Illegal { text } => RuleError::new("illegal-move", &[("text", text)]),
        MoveError::Ambiguous { text, choices } => {
            RuleError::new("ambiguous-move", &[("text", text), ("choices", &choices.join(", "))])
        }
        MoveError::NoPromotion { text, example } => {
            let example = format!("{text}{example}");
            RuleError::new("missing-promotion", &[("text", text), ("example", &example)])
        }
        _ => return None,
    })
}

fn of_draughts_move(error: &draughts::MoveError) -> Option<RuleError> {
    use draughts::MoveError;
    Some(match error {
        MoveError::Unreadable { text } => {
            let example = "32-28, 28x19, 4x27x38x15";
            RuleError::new("unreadable-move", &[("text", text), ("example", &example)])
        }
        MoveError::NoSuchSquare { text, number } => {
            RuleError::new("no-such-square", &[("text", text), ("number", number)])
        }
        MoveError::Illegal { text } => RuleError::new("illegal-move", &[("text", text)]),
        MoveError::MustCapture { text, choices, .. } => {
            let choices = choices.join(", ");
            RuleError::new("compulsory-capture", &[("text", text), ("choices", &choices)])
        }
        MoveError::Ambiguous { text, choices } => {
            RuleError::new("ambiguous-move", &[("text", text), ("choices", &choices.join(", "))])
        }
        _ => return None,
    })
}

fn of_chess_position(error: &chess::FenError) -> Option<RuleError> {
    use chess::FenError;
    Some(match error {
        FenError::NoKing { side } => RuleError::new("no-king", &[("side", &word(*side))]),
        FenError::SeveralKings { side, count, .. } => {
            RuleError::new("many-kings", &[("side", &word(*side)), ("count", count)])
        }
        FenError::TooManyPieces { side, count } => {
            RuleError::new("many-pieces", &[("side", &word(*side)), ("count", count)])
        }
        FenError::TooManyPawns { side, count } => {
            RuleError::new("many-pawns", &[("side", &word(*side)), ("count", count)])
        }
        FenError::PawnOnLastRank { square } => {
            RuleError::new("pawn-on-edge", &[("square", square)])
        }
        FenError::OpponentInCheck { side, king } => {
            RuleError::new("opponent-in-check", &[("side", &word(*side)), ("square", king)])
        }
        _ => return None,
    })
}

fn of_draughts_position(error: &draughts::FenError) -> Option<RuleError> {
    use draughts::FenError;
    Some(match error {
        FenError::SquareTaken { square, .. } => {
            RuleError::new("occupied-square", &[("square", square)])
        }
        FenError::ManOnLastRow { square, .. } => {
            RuleError::new("man-beyond-last-row", &[("square", square)])
        }
        _ => return None,
    })
}

const fn word(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

/// Something in a file that could not be read.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct FaultView {
    /// The whole sentence in English, with its place.
    message: String,
    /// The game in the file, counted from 1, and the place.
    game: usize,
    line: usize,
    column: usize,
    #[serde(skip_serializing_if = "Option::is_none", flatten)]
    rule: Option<RuleError>,
}

impl FaultView {
    /// The whole sentence in English, with its place.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }
}

impl From<&Fault> for FaultView {
    fn from(fault: &Fault) -> Self {
        let rule = match &fault.kind {
            FaultKind::Move { source, .. } | FaultKind::StartPosition { source, .. } => {
                RuleError::of(&**source)
            }
            _ => None,
        };
        let (line, column) = (fault.place.line, fault.place.column);
        Self { message: fault.to_string(), game: fault.game, line, column, rule }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_languages::Language;
    use std::collections::BTreeSet;

    fn of_positions() -> Vec<RuleError> {
        let chess = [
            "8/8/8/8/8/8/8/K7 w - - 0 1",
            "kk6/8/8/8/8/8/8/K7 w - - 0 1",
            "k7/nnnnnnnn/nnnnnnnn/8/8/8/8/K7 w - - 0 1",
            "k7/pppppppp/p7/8/8/8/8/K7 w - - 0 1",
            "k6P/8/8/8/8/8/8/K7 w - - 0 1",
            "k6R/8/8/8/8/8/8/K7 w - - 0 1",
            "nonsense",
        ];
        let draughts = ["W:W28:B28", "W:W1:B2", "nonsense"];
        let chess = chess.map(|fen| RuleError::of(&chess::Position::from_fen(fen).unwrap_err()));
        let draughts =
            draughts.map(|fen| RuleError::of(&draughts::Position::from_fen(fen).unwrap_err()));
        chess.into_iter().chain(draughts).flatten().collect()
    }

    fn of_moves() -> Vec<RuleError> {
        let chess = [
            ("k7/4P3/8/8/8/8/8/K7 w - - 0 1", ["nonsense", "Kb5", "e8"]),
            ("k7/8/8/8/8/8/8/KN1N4 w - - 0 1", ["Nc3", "", "a1a8"]),
        ];
        let draughts = [("W:W28,31:B23", ["31-26", "99-98", "nonsense"])];
        let mut all = Vec::new();
        for (fen, texts) in chess {
            let position = chess::Position::from_fen(fen).unwrap();
            all.extend(
                texts.iter().map(|text| RuleError::of(&position.read_move(text).unwrap_err())),
            );
        }
        for (fen, texts) in draughts {
            let position = draughts::Position::from_fen(fen).unwrap();
            all.extend(
                texts.iter().map(|text| RuleError::of(&position.read_move(text).unwrap_err())),
            );
        }
        all.into_iter().flatten().collect()
    }

    #[test]
    fn every_code_has_a_message_whose_gaps_are_filled_and_every_message_a_code() {
        let errors: Vec<RuleError> = of_positions().into_iter().chain(of_moves()).collect();
        let catalogue = Language::ENGLISH.catalogue();
        for RuleError { code, arguments } in &errors {
            let message = catalogue.find(&format!("rules.{code}")).expect(code);
            let gaps = message.split('{').skip(1).filter_map(|rest| rest.split('}').next());
            let gaps: BTreeSet<&str> = gaps.collect();
            assert_eq!(gaps, arguments.keys().copied().collect(), "{code}");
        }
        let used: BTreeSet<&str> = errors.iter().map(|error| error.code).collect();
        let known = catalogue.messages().filter_map(|(key, _)| key.strip_prefix("rules."));
        assert_eq!(used, known.collect());
    }

    #[test]
    fn other_errors_have_no_code() {
        assert_eq!(RuleError::of(&std::fmt::Error), None);
    }
}
