//! What differs between the records of one game and of another.

use crate::result::GameResult;
use crate::tags::Tags;
use damier_chess::Position as Chess;
use damier_core::Rules;
use damier_draughts::Position as Draughts;

/// A game whose records can be read and written. Everything that is not here is the same for all.
pub trait RecordGame: Rules {
    /// The tag that tells the game, with the value that is written; `None` if records do without.
    const GAME_TYPE: Option<(&'static str, &'static str)>;

    /// Whether Black's move has its number again after a comment or a variation. PGN demands it.
    /// PDN leaves it open, and readers that look for each number once (pydraughts) lose moves over
    /// it.
    const REPEATS_NUMBERS: bool;

    /// The result as records of this game write it.
    fn result_text(result: GameResult) -> &'static str;

    /// Reads a word among the moves that is a result. Asked before the word is tried as a move.
    fn read_result(word: &str) -> Option<GameResult> {
        GameResult::from_text(word)
    }

    /// The game that the tags speak of, if it is another one.
    fn other_game(tags: &Tags) -> Option<String>;

    /// The number of the next move, which is 1 unless the position knows better.
    fn move_number(&self) -> u32 {
        1
    }

    /// All moves that a word may stand for. If there are several, what follows may tell which.
    fn read_choices(&self, word: &str) -> Vec<Self::Move> {
        self.read_move(word).into_iter().collect()
    }

    /// Tags that readers need for a game that begins here, besides the position itself.
    fn start_tags(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }
}

/// The type of game in the tag that PDN has for it; what follows the number describes the board.
fn game_type(tags: &Tags) -> Option<&str> {
    tags.get("GameType").map(|value| value.split(',').next().unwrap_or(value).trim())
}

impl RecordGame for Chess {
    const GAME_TYPE: Option<(&'static str, &'static str)> = None;
    const REPEATS_NUMBERS: bool = true;

    fn result_text(result: GameResult) -> &'static str {
        result.in_points()
    }

    fn read_result(word: &str) -> Option<GameResult> {
        // Among moves this is castling, written with zeros.
        if word == "0-0" { None } else { GameResult::from_text(word) }
    }

    fn other_game(tags: &Tags) -> Option<String> {
        // PDN numbers games, and chess is 0.
        if let Some(number) = game_type(tags).filter(|&number| number != "0") {
            return Some(format!("game type {number}"));
        }
        const CHESS: [&str; 8] = [
            "chess",
            "standard",
            "normal",
            "fromposition",
            "chess960",
            "960",
            "fischerandom",
            "fischerrandom",
        ];
        let variant = tags.get("Variant")?;
        let letters = variant.chars().filter(char::is_ascii_alphanumeric);
        let plain = letters.collect::<String>().to_ascii_lowercase();
        let is_chess = plain.is_empty() || CHESS.contains(&plain.as_str());
        (!is_chess).then(|| variant.to_owned())
    }

    fn move_number(&self) -> u32 {
        u32::from(self.fullmove_number())
    }

    fn start_tags(&self) -> &'static [(&'static str, &'static str)] {
        // Other programs cannot castle from such a position unless they are told.
        if self.is_chess960() { &[("Variant", "Chess960")] } else { &[] }
    }
}

impl RecordGame for Draughts {
    const GAME_TYPE: Option<(&'static str, &'static str)> = Some(("GameType", "20"));
    const REPEATS_NUMBERS: bool = false;

    fn result_text(result: GameResult) -> &'static str {
        result.in_double_points()
    }

    fn other_game(tags: &Tags) -> Option<String> {
        let number = game_type(tags).filter(|&number| number != "20")?;
        Some(format!("game type {number}"))
    }

    fn read_choices(&self, word: &str) -> Vec<Self::Move> {
        Draughts::read_choices(self, word)
    }
}
