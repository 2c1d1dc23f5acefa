//! What can be wrong with a FEN, in words and with its place.

use crate::square::{Rank, Square};
use damier_core::{FenTextError, Side};

/// What is wrong with a FEN. Columns count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FenError {
    /// A text that no FEN can be.
    #[error(transparent)]
    Text(#[from] FenTextError),
    /// A field is missing.
    #[error("the FEN ends before {field}")]
    MissingField {
        /// The first field that is missing.
        field: &'static str,
    },
    /// Text after the last field.
    #[error("column {column}: unexpected text {text:?} after the move number")]
    TrailingText {
        /// The column of it.
        column: usize,
        /// The text found.
        text: String,
    },
    /// Not eight ranks.
    #[error("the board needs 8 ranks separated by '/', but has {found}")]
    WrongRankCount {
        /// The number of ranks found.
        found: usize,
    },
    /// A rank with fewer or more than eight squares.
    #[error("column {column}: rank {rank} needs 8 squares, but has {squares}")]
    WrongRankLength {
        /// The rank with the wrong length.
        rank: Rank,
        /// The number of squares it describes.
        squares: usize,
        /// Where the rank begins.
        column: usize,
    },
    /// A character in the board that is neither a piece nor a number of empty squares.
    #[error("column {column}: {letter:?} is neither a piece (PNBRQK, pnbrqk) nor a digit 1 to 8")]
    UnknownPiece {
        /// The letter found.
        letter: char,
        /// The column of it.
        column: usize,
    },
    /// The side to move is neither `w` nor `b`.
    #[error("column {column}: the side to move is {text:?}, but must be w or b")]
    UnknownSide {
        /// The text found.
        text: String,
        /// The column of it.
        column: usize,
    },
    /// A letter that cannot stand for a right to castle.
    #[error("column {column}: {letter:?} is no right to castle (KQkq or the file of a rook, or -)")]
    UnknownCastling {
        /// The letter found.
        letter: char,
        /// The column of it.
        column: usize,
    },
    /// A right to castle although king or rook are not where they would have to be.
    #[error("column {column}: {side} cannot have the right {letter:?}: {reason}")]
    ImpossibleCastling {
        /// The side that is said to have the right.
        side: Side,
        /// The letter that claims it.
        letter: char,
        /// The column of it.
        column: usize,
        /// What is missing.
        reason: &'static str,
    },
    /// The same right twice, or two rooks on one wing.
    #[error("column {column}: {letter:?} gives a second right to castle on the same wing")]
    RepeatedCastling {
        /// The second letter.
        letter: char,
        /// The column of it.
        column: usize,
    },
    /// The en-passant field is no square.
    #[error("column {column}: the en-passant field is {text:?}, but must be a square or -")]
    UnknownEnPassant {
        /// The text found.
        text: String,
        /// The column of it.
        column: usize,
    },
    /// No pawn can just have passed the en-passant square.
    #[error("column {column}: no pawn can just have passed {square}: {reason}")]
    ImpossibleEnPassant {
        /// The square.
        square: Square,
        /// The column of it.
        column: usize,
        /// Why that is impossible.
        reason: &'static str,
    },
    /// A clock that is no number, or too large.
    #[error("column {column}: {field} is {text:?}, but must be a number from 0 to 65535")]
    BadClock {
        /// The clock it was meant for.
        field: &'static str,
        /// The text found.
        text: String,
        /// The column of it.
        column: usize,
    },
    /// A side without a king.
    #[error("{side} has no king")]
    NoKing {
        /// The side it is about.
        side: Side,
    },
    /// A side with more than one king.
    #[error("{side} has {count} kings, one more on {square}")]
    SeveralKings {
        /// The side it is about.
        side: Side,
        /// The number of its kings.
        count: usize,
        /// The square of the second king.
        square: Square,
    },
    /// A side with more than sixteen pieces.
    #[error("{side} has {count} pieces, and sixteen is the most")]
    TooManyPieces {
        /// The side it is about.
        side: Side,
        /// The number of its pieces.
        count: usize,
    },
    /// A side with more than eight pawns.
    #[error("{side} has {count} pawns, and eight is the most")]
    TooManyPawns {
        /// The side it is about.
        side: Side,
        /// The number of its pawns.
        count: usize,
    },
    /// A pawn on the first or the last rank.
    #[error("a pawn stands on {square}, where no pawn can stand")]
    PawnOnLastRank {
        /// The square of the pawn.
        square: Square,
    },
    /// The side that has just moved left its king to capture.
    #[error("{side} is not to move but its king on {king} is in check")]
    OpponentInCheck {
        /// The side in check.
        side: Side,
        /// Where its king stands.
        king: Square,
    },
}
