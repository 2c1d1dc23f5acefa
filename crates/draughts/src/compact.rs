//! Positions with one letter a square, as the protocols Hub and DXP write them.
//!
//! Both give the side to move and then the squares 1 to 50: in Hub one word of 51 letters, in a DXP
//! game request two fields side by side, which make the same 51 letters. They differ in the letter
//! for Black.

use crate::bitboard::Bitboard;
use crate::clocks::Clocks;
use crate::piece::{Piece, Role};
use crate::position::Position;
use crate::square::Square;
use damier_core::Side;

/// The side and fifty squares.
const LENGTH: usize = 51;
const EMPTY: char = 'e';

/// Capital letters of the two sides.
type Letters = [char; 2];

const HUB: Letters = ['W', 'B'];
/// `Z` is *zwart*, Dutch for black.
const DXP: Letters = ['W', 'Z'];

/// What is wrong with a position in the form of Hub or DXP.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CompactError {
    /// Not one letter for the side to move and one for each square.
    #[error(
        "the position has {found} letters, but needs {LENGTH}: the side to move and 50 squares"
    )]
    WrongLength {
        /// Letters found.
        found: usize,
    },
    /// The first letter is no side.
    #[error("the side to move is {letter:?}, but must be {} or {}", sides[0], sides[1])]
    UnknownSide {
        /// The letter found.
        letter: char,
        /// The letters of White and Black.
        sides: [char; 2],
    },
    /// A letter that is no piece.
    #[error(
        "square {square}: {letter:?} is no piece; write {EMPTY} for an empty square, \
         {0} or {1} for a man, {white} or {black} for a king",
        sides[0].to_ascii_lowercase(),
        sides[1].to_ascii_lowercase(),
        white = sides[0],
        black = sides[1]
    )]
    UnknownPiece {
        /// The letter found.
        letter: char,
        /// The square of it.
        square: Square,
        /// The letters of White and Black.
        sides: [char; 2],
    },
    /// A man on the row where it would be a king.
    #[error("square {square}: {letter:?} is a man that would be a king there")]
    ManOnLastRow {
        /// The man.
        letter: char,
        /// The square of it.
        square: Square,
    },
}

impl Position {
    /// Reads a position as Hub writes it; the side may be a small letter, as in version 1.
    ///
    /// ```
    /// use damier_draughts::Position;
    ///
    /// let start = Position::start();
    /// let text = start.to_hub();
    /// assert!(text.starts_with("Wbbbbb") && text.len() == 51);
    /// assert_eq!(Position::from_hub(&text)?, start);
    /// # Ok::<(), damier_draughts::CompactError>(())
    /// ```
    pub fn from_hub(text: &str) -> Result<Self, CompactError> {
        Self::from_compact(text, HUB)
    }

    /// The position as Hub writes it.
    pub fn to_hub(&self) -> String {
        self.to_compact(HUB)
    }

    /// Reads the two fields of a DXP game request that give a position, the side to move first.
    pub fn from_dxp(text: &str) -> Result<Self, CompactError> {
        Self::from_compact(text, DXP)
    }

    /// The two fields of a DXP game request that give a position, the side to move first.
    pub fn to_dxp(&self) -> String {
        self.to_compact(DXP)
    }

    fn from_compact(text: &str, sides: Letters) -> Result<Self, CompactError> {
        let found = text.chars().count();
        let mut letters = text.chars();
        let Some(letter) = letters.next().filter(|_| found == LENGTH) else {
            return Err(CompactError::WrongLength { found });
        };
        let mut position = Self::empty_board();
        match side_of(letter, sides) {
            Some(Side::White) => {}
            Some(Side::Black) => position.switch_side(),
            None => return Err(CompactError::UnknownSide { letter, sides }),
        }
        for (square, letter) in Square::all().zip(letters) {
            if letter == EMPTY {
                continue;
            }
            let side = side_of(letter, sides).ok_or(CompactError::UnknownPiece {
                letter,
                square,
                sides,
            })?;
            let role = if letter.is_ascii_uppercase() { Role::King } else { Role::Man };
            if role == Role::Man && Bitboard::promotion_row(side).contains(square) {
                return Err(CompactError::ManOnLastRow { letter, square });
            }
            position.put(Piece { side, role }, square);
        }
        position.clocks = Clocks::of_board(position.sides, position.kings, 0);
        Ok(position)
    }

    fn to_compact(&self, sides: Letters) -> String {
        let squares = Square::all().map(|square| match self.piece_at(square) {
            None => EMPTY,
            Some(Piece { side, role: Role::King }) => sides[side.index()],
            Some(Piece { side, role: Role::Man }) => sides[side.index()].to_ascii_lowercase(),
        });
        std::iter::once(sides[self.side_to_move.index()]).chain(squares).collect()
    }
}

fn side_of(letter: char, sides: Letters) -> Option<Side> {
    Side::ALL.into_iter().find(|side| sides[side.index()] == letter.to_ascii_uppercase())
}
