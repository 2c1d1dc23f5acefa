//! Moves and pieces of chess.

use super::G;
use damier_chess::{CastlingStyle, Move as ChessMove, Piece as ChessPiece, Role};
use damier_core::Side;
use pyo3::prelude::*;
use std::hash::{Hash, Hasher};

/// A move of one position. As text it is in the notation of UCI.
#[pyclass(module = "damier.chess", frozen, eq, hash, skip_from_py_object)]
#[derive(Clone, Copy)]
pub(crate) struct Move {
    pub(crate) mv: ChessMove,
    style: CastlingStyle,
}

impl PartialEq for Move {
    fn eq(&self, other: &Self) -> bool {
        self.mv == other.mv
    }
}

impl Eq for Move {}

impl Hash for Move {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.mv.to_bits().hash(hasher);
    }
}

impl Move {
    pub(crate) fn new(position: &G, mv: ChessMove) -> Self {
        let style =
            if mv.is_castle() { position.castling_style() } else { CastlingStyle::Standard };
        Self { mv, style }
    }

    /// The move in the notation of UCI.
    pub(crate) fn text(self) -> String {
        self.mv.to_uci(self.style)
    }
}

#[pymethods]
impl Move {
    /// The square that the piece leaves, 0 for a1 to 63 for h8.
    #[getter]
    fn from_square(&self) -> usize {
        self.mv.from().index()
    }

    /// The square that it goes to; for castling where the king ends.
    #[getter]
    fn to_square(&self) -> usize {
        let text = self.text();
        damier_chess::Square::from_name(&text[2..4]).map_or(0, damier_chess::Square::index)
    }

    /// What a pawn becomes, from KNIGHT to QUEEN, or None.
    #[getter]
    fn promotion(&self) -> Option<usize> {
        self.mv.promotion().map(|role| role.index() + 1)
    }

    /// Whether it takes something.
    #[getter]
    fn is_capture(&self) -> bool {
        self.mv.is_capture()
    }

    /// Whether it is castling.
    #[getter]
    fn is_castling(&self) -> bool {
        self.mv.is_castle()
    }

    /// The move in the notation of UCI.
    fn uci(&self) -> String {
        self.text()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("<Move {}>", self.text())
    }
}

/// A piece of one side.
#[pyclass(module = "damier.chess", frozen, eq, hash, skip_from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Piece(pub(crate) ChessPiece);

#[pymethods]
impl Piece {
    /// Its kind, from PAWN to KING.
    #[getter]
    fn piece_type(&self) -> usize {
        self.0.role.index() + 1
    }

    /// Whose it is: True for White.
    #[getter]
    fn color(&self) -> bool {
        self.0.side == Side::White
    }

    /// Its letter: a capital one for White.
    fn symbol(&self) -> char {
        self.0.letter()
    }

    fn __str__(&self) -> char {
        self.0.letter()
    }

    fn __repr__(&self) -> String {
        format!("<Piece {}>", self.0.letter())
    }
}

/// The role with a number as Python gives it.
pub(crate) fn role(number: usize) -> Option<Role> {
    number.checked_sub(1).and_then(|index| Role::ALL.get(index).copied())
}
