//! Moves and lines of moves as the readers of a language write them.

use super::Words;
use crate::review::{Mark, MoveReview};
use damier_core::Side;

/// English letters of pieces, as game records have them, and what catalogues call the pieces.
const LETTERS: [(char, &str); 5] = [
    ('K', "piece.king.letter"),
    ('Q', "piece.queen.letter"),
    ('R', "piece.rook.letter"),
    ('B', "piece.bishop.letter"),
    ('N', "piece.knight.letter"),
];

/// So many plies of a line are shown: what comes later proves little.
const LONGEST_LINE: usize = 12;

impl Words {
    /// A move of a game record with the letters that this language has for the pieces. Moves of
    /// draughts stay as they are.
    pub fn notation(self, text: &str) -> String {
        let letter = |letter: char| {
            let known = LETTERS.iter().find(|(english, _)| *english == letter);
            known.map_or_else(|| letter.to_string(), |&(_, key)| self.text(key).to_owned())
        };
        text.chars().map(letter).collect()
    }

    /// The move with its number: `12. Nf3`, `12... Nf6`.
    pub fn numbered(self, review: &MoveReview) -> String {
        format!("{} {}", review.number, self.notation(&review.played))
    }

    /// A line that begins where this move was played, with numbers; long ones are cut.
    pub fn line(self, review: &MoveReview, line: &[String]) -> String {
        let digits = review.number.trim_end_matches('.');
        let first: u32 = digits.parse().unwrap_or(1);
        let offset = usize::from(review.side == Side::Black);
        let mut parts = Vec::with_capacity(line.len() + line.len() / 2);
        for (index, mv) in line.iter().take(LONGEST_LINE).enumerate() {
            let ply = index + offset;
            if index == 0 {
                parts.push(review.number.clone());
            } else if ply % 2 == 0 {
                let pairs = u32::try_from(ply / 2).unwrap_or(0);
                parts.push(format!("{}.", first.saturating_add(pairs)));
            }
            parts.push(self.notation(mv));
        }
        if line.len() > LONGEST_LINE {
            parts.push("…".to_owned());
        }
        parts.join(" ")
    }
}

/// The sign behind a move: `??`, `?`, `?!`, or `!` for the only good one. Nothing for most moves.
pub fn glyph(review: &MoveReview) -> &'static str {
    use crate::judging::Judgement;
    match review.judgement {
        Some(Judgement::Blunder) => "??",
        Some(Judgement::Mistake) => "?",
        Some(Judgement::Inaccuracy) => "?!",
        None if review.marks.contains(&Mark::Only) => "!",
        None => "",
    }
}
