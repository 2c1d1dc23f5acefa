//! Moves as text: `32-28` and `28x19` for people and records, `28x19x23` for Hub.
//!
//! Where captures share both ends, records (PDN) give the squares on which the piece lands,
//! `4x27x38x15`; Hub gives the captured squares after the ends, always and in any order. A text
//! cannot be both: a piece lands on empty squares, and captured squares are not empty.

use crate::bitboard::Bitboard;
use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::square::Square;
use damier_core::shortened;

/// No move has more squares in any notation: the ends, and a landing or a captured square for each
/// of the 32 squares on which a piece can be taken.
const MAX_SQUARES: usize = 34;
/// How many moves an error message names.
const MAX_CHOICES: usize = 6;

/// Why a text is no legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The text has not the form of a move.
    #[error("{text:?} does not read as a move; write it like 32-28, 28x19 or 4x27x38x15")]
    Unreadable {
        /// The text, shortened if it is long.
        text: String,
    },
    /// A square that the board has not.
    #[error("{text}: there is no square {number}; squares are numbered 1 to 50")]
    NoSuchSquare {
        /// The text.
        text: String,
        /// The number.
        number: String,
    },
    /// The text has the form of a move but no legal move fits it.
    #[error("{text} is not legal in this position")]
    Illegal {
        /// The text.
        text: String,
    },
    /// The text is another move than the captures that are compulsory.
    #[error("{text} is not legal: a capture of {pieces} is compulsory, {}", choices.join(" or "))]
    MustCapture {
        /// The text.
        text: String,
        /// How many pieces must be taken.
        pieces: usize,
        /// Some of the captures.
        choices: Vec<String>,
    },
    /// Several legal moves fit the text.
    #[error("{text} can mean {}", choices.join(" or "))]
    Ambiguous {
        /// The text.
        text: String,
        /// Some of the moves it could mean, with all squares on the way.
        choices: Vec<String>,
    },
}

/// What a text says of a move.
struct MoveText {
    squares: Vec<Square>,
    says_capture: bool,
}

impl Position {
    /// Writes a legal move as records do: its ends and, if another legal move shares them, all the
    /// squares on which the piece lands.
    ///
    /// ```
    /// use damier_draughts::Position;
    ///
    /// let position = Position::from_fen("W:WK4:B13,20,32,37")?;
    /// // Two captures share both ends, so the squares between are written too.
    /// let mv = position.read_hub("4x15x13x20x32")?;
    /// assert_eq!(position.write_move(mv), "4x27x38x15");
    /// assert_eq!(position.write_hub(mv), "4x15x13x20x32");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_move(&self, mv: Move) -> String {
        let has_same_ends = |other: &&Move| (other.from(), other.to()) == (mv.from(), mv.to());
        if self.legal_moves().iter().filter(has_same_ends).count() > 1 {
            self.write_path(mv)
        } else {
            let separator = if mv.is_capture() { 'x' } else { '-' };
            format!("{}{separator}{}", mv.from(), mv.to())
        }
    }

    /// Writes a legal move with all the squares on which the piece lands.
    pub fn write_path(&self, mv: Move) -> String {
        let squares: Vec<String> = self.path(mv).iter().map(Square::to_string).collect();
        squares.join(if mv.is_capture() { "x" } else { "-" })
    }

    /// Writes a move as Hub does: its ends and all captured squares.
    pub fn write_hub(&self, mv: Move) -> String {
        mv.to_string()
    }

    /// Reads a legal move as records, people and protocols write it: the ends, with or without
    /// squares on the way (all of them or some), or Hub's captured squares after the ends. `:` and
    /// `*` are read as `x`, spaces and annotations (`!`, `?`) are passed over, and `-` may stand
    /// for `x`; but `x` must not stand where nothing is taken.
    ///
    /// ```
    /// use damier_draughts::{MoveError, Position};
    ///
    /// let position = Position::from_fen("W:WK4:B13,20,32,37")?;
    /// assert!(matches!(position.read_move("4x15"), Err(MoveError::Ambiguous { .. })));
    /// assert_eq!(position.read_move("4x27x15")?, position.read_move("4:27:38:15")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        self.read_with(text, |mv, squares| self.fits_written(mv, squares))
    }

    /// All legal moves that a text may stand for, as [`read_move`](Self::read_move) reads it: none,
    /// one, or several captures that differ in what they take. What is played next may tell which.
    pub fn read_choices(&self, text: &str) -> Vec<Move> {
        let Ok(words) = MoveText::read(text) else { return Vec::new() };
        self.fitting(&words, &self.legal_moves(), |mv, squares| self.fits_written(mv, squares))
    }

    /// Whether a move may be written with these squares, in one way or the other.
    fn fits_written(&self, mv: Move, squares: &[Square]) -> bool {
        self.fits_path(mv, squares) || fits_captured(mv, squares)
    }

    /// Reads a legal move as Hub writes it, the captured squares in any order; they may be missing
    /// if the ends say it all.
    pub fn read_hub(&self, text: &str) -> Result<Move, MoveError> {
        self.read_with(text, |mv, squares| match squares {
            &[from, to] => (mv.from(), mv.to()) == (from, to),
            _ => fits_captured(mv, squares),
        })
    }

    fn read_with(
        &self,
        text: &str,
        fits: impl Fn(Move, &[Square]) -> bool,
    ) -> Result<Move, MoveError> {
        let words = MoveText::read(text)?;
        let moves = self.legal_moves();
        match self.fitting(&words, &moves, fits).as_slice() {
            [] => Err(self.illegal(text, &moves)),
            &[mv] => Ok(mv),
            several => {
                let choices = several.iter().take(MAX_CHOICES).map(|&mv| self.write_path(mv));
                Err(MoveError::Ambiguous { text: shortened(text), choices: choices.collect() })
            }
        }
    }

    fn fitting(
        &self,
        words: &MoveText,
        moves: &MoveList,
        fits: impl Fn(Move, &[Square]) -> bool,
    ) -> Vec<Move> {
        let may_be = |mv: &Move| mv.is_capture() || !words.says_capture;
        let moves = moves.iter().copied().filter(may_be);
        moves.filter(|&mv| fits(mv, &words.squares)).collect()
    }

    /// Says why nothing fits, with the remedy if it is a capture.
    fn illegal(&self, text: &str, moves: &MoveList) -> MoveError {
        let text = shortened(text);
        match moves.first() {
            Some(first) if first.is_capture() => MoveError::MustCapture {
                text,
                pieces: first.count_captured(),
                choices: moves.iter().take(MAX_CHOICES).map(|&mv| self.write_move(mv)).collect(),
            },
            _ => MoveError::Illegal { text },
        }
    }

    /// Whether the squares are the ends of a move and some on its way.
    fn fits_path(&self, mv: Move, squares: &[Square]) -> bool {
        let [from, stations @ .., to] = squares else {
            return false;
        };
        (mv.from(), mv.to()) == (*from, *to)
            && (stations.is_empty() || self.path_through(mv, stations).is_some())
    }
}

/// Whether the squares are the ends of a capture and all that it takes.
fn fits_captured(mv: Move, squares: &[Square]) -> bool {
    let [from, to, captured @ ..] = squares else {
        return false;
    };
    let set: Bitboard = captured.iter().copied().collect();
    let is_complete = set == mv.captured() && set.count() == captured.len();
    (mv.from(), mv.to()) == (*from, *to) && is_complete
}

impl MoveText {
    fn read(text: &str) -> Result<Self, MoveError> {
        let unreadable = || MoveError::Unreadable { text: shortened(text) };
        let bare = text.trim().trim_end_matches(['!', '?']).trim_end();
        let says_capture = bare.contains(['x', 'X', ':', '*']);
        let mut squares = Vec::new();
        for number in bare.split(['-', 'x', 'X', ':', '*']).map(str::trim) {
            if number.is_empty()
                || !number.bytes().all(|byte| byte.is_ascii_digit())
                || squares.len() == MAX_SQUARES
            {
                return Err(unreadable());
            }
            let square = number.parse().ok().and_then(Square::from_number);
            squares.push(square.ok_or_else(|| MoveError::NoSuchSquare {
                text: shortened(text),
                number: shortened(number),
            })?);
        }
        if squares.len() < 2 { Err(unreadable()) } else { Ok(Self { squares, says_capture }) }
    }
}
