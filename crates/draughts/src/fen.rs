//! Positions as text: FEN in the style of PDN, `W:W31-50:B1-20`.
//!
//! The side to move, then for each colour the squares of its pieces, kings marked `K`. The reader
//! takes either colour first, ranges, spaces, small letters, a full stop at the end and the further
//! fields that some servers append, and says exactly what is wrong and where. The writer gives
//! plain numbers, which every program reads.

use crate::bitboard::Bitboard;
use crate::clocks::Clocks;
use crate::piece::{Piece, Role};
use crate::position::Position;
use crate::square::Square;
use damier_core::{FenTextError, Side, check_fen_text};
use std::fmt;

/// The position in which a game begins.
pub const START_FEN: &str = "W:W31-50:B1-20";

/// No FEN is longer: fifty kings take 200 bytes, the rest few more; half of it may be spaces.
const MAX_LENGTH: usize = 512;

/// What is wrong with a FEN. Columns count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FenError {
    /// A text that no FEN can be.
    #[error(transparent)]
    Text(#[from] FenTextError),
    /// The side to move is neither `W` nor `B`.
    #[error(
        "column {column}: the side to move is {text:?}, but must be W or B, as in {START_FEN:?}"
    )]
    UnknownSide {
        /// The text found.
        text: String,
        /// The column of it.
        column: usize,
    },
    /// A list of pieces does not begin with the letter of a colour.
    #[error("column {column}: the pieces {text:?} belong to no side; begin the list with W or B")]
    UnknownColour {
        /// The list.
        text: String,
        /// Where it begins.
        column: usize,
    },
    /// The pieces of a colour are given twice.
    #[error("column {column}: the pieces of {side} are listed for the second time")]
    RepeatedColour {
        /// The colour.
        side: Side,
        /// Where the second list begins.
        column: usize,
    },
    /// The pieces of a colour are not given.
    #[error("the FEN ends before the pieces of {side}; if there are none, write \":{letter}\"")]
    MissingColour {
        /// The colour.
        side: Side,
        /// The letter to write.
        letter: char,
    },
    /// Something in a list that is neither a number nor a range, with or without `K`.
    #[error("column {column}: {text:?} is no square; write 28, K28 or a range 31-50")]
    UnknownSquare {
        /// The text found.
        text: String,
        /// The column of it.
        column: usize,
    },
    /// A square that the board has not.
    #[error("column {column}: there is no square {text}; squares are numbered 1 to 50")]
    NoSuchSquare {
        /// The number.
        text: String,
        /// The column of it.
        column: usize,
    },
    /// A range that runs backwards.
    #[error("column {column}: the range {text} runs backwards; write the smaller number first")]
    BackwardRange {
        /// The range.
        text: String,
        /// The column of it.
        column: usize,
    },
    /// Two pieces on one square.
    #[error("column {column}: a second piece is put on square {square}")]
    SquareTaken {
        /// The square.
        square: Square,
        /// The column of it.
        column: usize,
    },
    /// A man on the row where it would be a king.
    #[error("column {column}: a {} man on {square} would be a king; write K{square}", lower(*side))]
    ManOnLastRow {
        /// The colour of the man.
        side: Side,
        /// The square.
        square: Square,
        /// The column of it.
        column: usize,
    },
    /// A piece that has been jumped but not yet taken from the board, as servers write it.
    #[error(
        "column {column}: {text:?} stands for a piece that is being captured; \
         give the position before the capture or after it"
    )]
    MidCapture {
        /// The text found.
        text: String,
        /// The column of it.
        column: usize,
    },
    /// A clock that is no number, or too large.
    #[error("column {column}: {text:?} must be H or F and a number from 0 to 65535")]
    BadClock {
        /// The text found.
        text: String,
        /// The column of it.
        column: usize,
    },
}

fn lower(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

/// A part of the text without the spaces around it, and the column where it begins.
#[derive(Clone, Copy)]
struct Field<'a> {
    text: &'a str,
    column: usize,
}

impl<'a> Field<'a> {
    /// ASCII text, so columns are bytes.
    fn new(text: &'a str, column: usize) -> Self {
        let inner = text.trim_ascii_start();
        Self { text: inner.trim_ascii_end(), column: column + text.len() - inner.len() }
    }

    fn split(self, separator: char) -> impl Iterator<Item = Self> {
        let mut column = self.column;
        self.text.split(separator).map(move |part| {
            let field = Field::new(part, column);
            column += part.len() + 1;
            field
        })
    }

    /// The first letter as a capital, and the rest.
    fn split_letter(self) -> Option<(char, Self)> {
        let letter = self.text.chars().next()?;
        Some((letter.to_ascii_uppercase(), Self::new(&self.text[1..], self.column + 1)))
    }

    fn owned(self) -> (String, usize) {
        (self.text.to_owned(), self.column)
    }
}

impl Position {
    /// The position in which a game begins.
    pub fn start() -> Self {
        Self::from_fen(START_FEN).expect("the start position is legal")
    }

    /// Reads a FEN. Of the further fields the number of plies since the last capture or move of a
    /// man (`H`) is believed; the number of the move (`F`) is checked and forgotten; others are
    /// ignored.
    ///
    /// ```
    /// use damier_draughts::Position;
    ///
    /// let position = Position::from_fen("B:W27,28,K50:B1-5")?;
    /// assert_eq!(position.to_fen(), "B:W27,28,K50:B1,2,3,4,5");
    /// // A mistake is told with its place.
    /// let error = Position::from_fen("W:W51:B1").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "column 4: there is no square 51; squares are numbered 1 to 50"
    /// );
    /// # Ok::<(), damier_draughts::FenError>(())
    /// ```
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        check_fen_text(text, MAX_LENGTH)?;
        let whole = Field::new(text, 1);
        let whole = Field::new(whole.text.strip_suffix('.').unwrap_or(whole.text), whole.column);
        let mut fields = whole.split(':');
        let mut position = Self::empty_board();
        if read_side(fields.next().expect("splitting gives a first part"))? == Side::Black {
            position.switch_side();
        }
        let mut missing = Side::ALL.to_vec();
        let mut king_moves = 0;
        for field in fields {
            let colour = field.split_letter().and_then(|(letter, list)| match letter {
                'W' => Some((Side::White, list)),
                'B' => Some((Side::Black, list)),
                _ => None,
            });
            match colour {
                Some((side, list)) if missing.contains(&side) => {
                    missing.retain(|&other| other != side);
                    position.read_pieces(side, list)?;
                }
                Some((side, _)) => {
                    return Err(FenError::RepeatedColour { side, column: field.column });
                }
                None if missing.is_empty() => {
                    king_moves = read_clock(field)?.unwrap_or(king_moves);
                }
                None => {
                    let (text, column) = field.owned();
                    return Err(FenError::UnknownColour { text, column });
                }
            }
        }
        if let Some(&side) = missing.first() {
            return Err(FenError::MissingColour { side, letter: letter(side) });
        }
        position.clocks = Clocks::of_board(position.sides, position.kings, king_moves);
        Ok(position)
    }

    fn read_pieces(&mut self, side: Side, list: Field) -> Result<(), FenError> {
        if list.text.is_empty() {
            return Ok(());
        }
        for item in list.split(',') {
            let (role, squares) = match item.split_letter() {
                Some(('K', squares)) => (Role::King, squares),
                Some(('G' | 'P', _)) => {
                    let (text, column) = item.owned();
                    return Err(FenError::MidCapture { text, column });
                }
                _ => (Role::Man, item),
            };
            let mut ends = squares.split('-');
            let first = read_square(ends.next().expect("splitting gives a first part"), item)?;
            let last = ends.next().map(|end| read_square(end, item)).transpose()?;
            let last = last.unwrap_or(first);
            if ends.next().is_some() {
                let (text, column) = item.owned();
                return Err(FenError::UnknownSquare { text, column });
            }
            if last < first {
                let (text, column) = item.owned();
                return Err(FenError::BackwardRange { text, column });
            }
            for square in Square::all().filter(|&square| first <= square && square <= last) {
                let column = item.column;
                if self.occupied().contains(square) {
                    return Err(FenError::SquareTaken { square, column });
                }
                if role == Role::Man && Bitboard::promotion_row(side).contains(square) {
                    return Err(FenError::ManOnLastRow { side, square, column });
                }
                self.put(Piece { side, role }, square);
            }
        }
        Ok(())
    }

    /// The position as a FEN, squares in order, each written out.
    pub fn to_fen(&self) -> String {
        self.to_string()
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::start()
    }
}

/// The FEN.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", letter(self.side_to_move))?;
        for side in Side::ALL {
            write!(f, ":{}", letter(side))?;
            for (place, square) in self.side(side).into_iter().enumerate() {
                let comma = if place > 0 { "," } else { "" };
                let king = if self.role_at(square) == Role::King { "K" } else { "" };
                write!(f, "{comma}{king}{square}")?;
            }
        }
        Ok(())
    }
}

impl std::str::FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        Self::from_fen(text)
    }
}

fn letter(side: Side) -> char {
    match side {
        Side::White => 'W',
        Side::Black => 'B',
    }
}

fn read_side(field: Field) -> Result<Side, FenError> {
    match field.text {
        "W" | "w" => Ok(Side::White),
        "B" | "b" => Ok(Side::Black),
        _ => {
            let (text, column) = field.owned();
            Err(FenError::UnknownSide { text, column })
        }
    }
}

/// A square in digits; if there are none, the whole item is what is wrong.
fn read_square(field: Field, item: Field) -> Result<Square, FenError> {
    if field.text.is_empty() || !field.text.bytes().all(|byte| byte.is_ascii_digit()) {
        let (text, column) = item.owned();
        return Err(FenError::UnknownSquare { text, column });
    }
    field.text.parse().ok().and_then(Square::from_number).ok_or_else(|| {
        let (text, column) = field.owned();
        FenError::NoSuchSquare { text, column }
    })
}

/// The plies that the field `H` gives, nothing for other fields.
fn read_clock(field: Field) -> Result<Option<u16>, FenError> {
    let Some((letter @ ('H' | 'F'), number)) = field.split_letter() else {
        return Ok(None);
    };
    let digits = number.text.bytes().all(|byte| byte.is_ascii_digit());
    let clock = if digits { number.text.parse().ok() } else { None };
    let clock = clock.ok_or_else(|| {
        let (text, column) = field.owned();
        FenError::BadClock { text, column }
    })?;
    Ok((letter == 'H').then_some(clock))
}
