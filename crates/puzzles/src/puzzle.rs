//! A puzzle as it is kept: one line of text.

use crate::theme::Theme;
use damier_core::Rules;
use damier_games::GameKind;

/// A position, and the one line that wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position; who is to move is to win.
    pub fen: String,
    /// The moves of both sides, as game records write them; the first and the last are the
    /// solver's.
    pub line: Vec<String>,
    /// How hard it is.
    pub rating: u16,
    /// What it is about.
    pub themes: Vec<Theme>,
}

/// Why a line of text is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PuzzleError {
    /// It has other parts.
    #[error("a puzzle is a position, moves, a rating and themes, with semicolons between")]
    Parts,
    /// The position cannot be read.
    #[error("{0}")]
    Position(String),
    /// A move cannot be read, or is not legal.
    #[error("move {number}: {reason}")]
    Move {
        /// Counted from 1.
        number: usize,
        /// What is wrong.
        reason: String,
    },
    /// The solver does not make the last move, or there is none.
    #[error("the line does not end with a move of the side that begins it")]
    Line,
    /// The rating is no number.
    #[error("the rating is no number")]
    Rating,
    /// A theme is none.
    #[error("there is no theme {0:?}")]
    Theme(String),
}

/// What separates the parts: no position and no move has it.
const SEPARATOR: char = ';';

impl Puzzle {
    /// Its name, by its position alone: the same in whatever set it stands.
    pub fn id(&self) -> String {
        // FNV-1a, cut to twelve digits.
        let hash = self.fen.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        format!("{:012x}", hash >> 16)
    }

    /// How many moves the solver has to find.
    pub fn moves(&self) -> usize {
        self.line.len().div_ceil(2)
    }

    /// As a line of a file.
    pub fn to_line(&self) -> String {
        let themes: Vec<&str> = self.themes.iter().map(|theme| theme.key()).collect();
        let parts = [&self.fen, &self.line.join(" "), &self.rating.to_string(), &themes.join(" ")];
        parts.map(String::as_str).join(&SEPARATOR.to_string())
    }

    /// Reads a line of a file. Whether its moves are legal, [`Puzzle::check`] says.
    pub fn from_line(text: &str) -> Result<Self, PuzzleError> {
        let parts: Vec<&str> = text.trim().split(SEPARATOR).collect();
        let [fen, line, rating, themes] = parts[..] else { return Err(PuzzleError::Parts) };
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let theme = |text: String| text.parse().map_err(|_| PuzzleError::Theme(text));
        let puzzle = Self {
            fen: fen.trim().to_owned(),
            line: words(line),
            rating: rating.trim().parse().map_err(|_| PuzzleError::Rating)?,
            themes: words(themes).into_iter().map(theme).collect::<Result<_, _>>()?,
        };
        if puzzle.line.len().is_multiple_of(2) {
            return Err(PuzzleError::Line);
        }
        Ok(puzzle)
    }

    /// The position and the moves, if all of them are legal.
    pub fn check<G: Rules>(&self) -> Result<(G, Vec<G::Move>), PuzzleError> {
        let start = G::from_fen(&self.fen);
        let start = start.map_err(|error| PuzzleError::Position(error.to_string()))?;
        let mut position = start.clone();
        let mut moves = Vec::with_capacity(self.line.len());
        for (number, text) in (1..).zip(&self.line) {
            let wrong =
                |error: G::MoveError| PuzzleError::Move { number, reason: error.to_string() };
            let mv = position.read_move(text).map_err(wrong)?;
            position.play_unchecked(mv);
            moves.push(mv);
        }
        Ok((start, moves))
    }

    /// Reads a file of puzzles; empty lines and those that begin with `#` are passed over. What
    /// cannot be read is told with the number of its line.
    pub fn read_all(text: &str) -> (Vec<Self>, Vec<(usize, PuzzleError)>) {
        let (mut puzzles, mut wrong) = (Vec::new(), Vec::new());
        for (number, line) in (1..).zip(text.lines()) {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            match Self::from_line(line) {
                Ok(puzzle) => puzzles.push(puzzle),
                Err(error) => wrong.push((number, error)),
            }
        }
        (puzzles, wrong)
    }

    /// Which game a position belongs to: those of draughts have colons.
    pub fn game(&self) -> GameKind {
        if self.fen.contains(':') { GameKind::Draughts } else { GameKind::Chess }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_chess::Position;

    const LINE: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1;Ra8#;620;back-rank mate";

    #[test]
    fn a_puzzle_is_read_as_it_is_written_and_has_a_name_of_its_own() {
        let puzzle = Puzzle::from_line(LINE).unwrap();
        assert_eq!(puzzle.to_line(), LINE);
        assert_eq!((puzzle.moves(), puzzle.rating), (1, 620));
        assert_eq!(puzzle.check::<Position>().unwrap().1.len(), 1);
        let other = Puzzle { fen: puzzle.fen.replace("R5K1", "1R4K1"), ..puzzle.clone() };
        assert_ne!(puzzle.id(), other.id());
        assert_eq!(puzzle.id().len(), 12);
    }

    #[test]
    fn what_is_wrong_with_a_line_is_told() {
        let read = |text: &str| Puzzle::from_line(text).unwrap_err();
        assert_eq!(read("6k1/8;Ra8#;620"), PuzzleError::Parts);
        assert_eq!(read("x;a b;1;"), PuzzleError::Line);
        assert_eq!(read("x;a;high;"), PuzzleError::Rating);
        assert_eq!(read("x;a;1;forks"), PuzzleError::Theme("forks".into()));
        let illegal = Puzzle::from_line(&LINE.replace("Ra8#", "Rb9")).unwrap();
        let error = illegal.check::<Position>().unwrap_err();
        assert!(matches!(error, PuzzleError::Move { number: 1, .. }), "{error}");
        let (puzzles, wrong) = Puzzle::read_all(&format!("# ours\n{LINE}\n\nnothing\n"));
        assert_eq!((puzzles.len(), wrong), (1, vec![(4, PuzzleError::Parts)]));
    }
}
