//! Moves and pieces of draughts.

use super::G;
use damier_core::Side;
use damier_draughts::{Move as DraughtsMove, Piece as DraughtsPiece, Role, Square};
use pyo3::prelude::*;

/// A move of one position. As text it is in the notation of Hub, which names what is taken.
#[pyclass(module = "damier.draughts", frozen, eq, hash, skip_from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Move {
    pub(crate) mv: DraughtsMove,
}

impl Move {
    pub(crate) fn new(_position: &G, mv: DraughtsMove) -> Self {
        Self { mv }
    }

    /// The move in the notation of Hub.
    pub(crate) fn text(self) -> String {
        self.mv.to_string()
    }
}

#[pymethods]
impl Move {
    /// The square that the piece leaves, 1 to 50.
    #[getter]
    fn from_square(&self) -> u8 {
        self.mv.from().number()
    }

    /// The square that it goes to.
    #[getter]
    fn to_square(&self) -> u8 {
        self.mv.to().number()
    }

    /// The squares of the pieces that it takes.
    #[getter]
    fn captured(&self) -> Vec<u32> {
        self.mv.captured().into_iter().map(|square| square.number().into()).collect()
    }

    /// Whether it takes something.
    #[getter]
    fn is_capture(&self) -> bool {
        self.mv.is_capture()
    }

    /// The move in the notation of Hub.
    fn hub(&self) -> String {
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
#[pyclass(module = "damier.draughts", frozen, eq, hash, skip_from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Piece(pub(crate) DraughtsPiece);

#[pymethods]
impl Piece {
    /// MAN or KING.
    #[getter]
    fn piece_type(&self) -> usize {
        self.0.role.index() + 1
    }

    /// Whose it is: True for White.
    #[getter]
    fn color(&self) -> bool {
        self.0.side == Side::White
    }

    /// Whether it is a king.
    #[getter]
    fn is_king(&self) -> bool {
        self.0.role == Role::King
    }

    /// w or b for men, W or B for kings.
    fn symbol(&self) -> char {
        let letter = if self.color() { 'w' } else { 'b' };
        if self.is_king() { letter.to_ascii_uppercase() } else { letter }
    }

    fn __str__(&self) -> char {
        self.symbol()
    }

    fn __repr__(&self) -> String {
        format!("<Piece {}>", self.symbol())
    }
}

/// The square with a number from 1 to 50.
pub(crate) fn square(number: u8) -> PyResult<Square> {
    Square::from_number(number).ok_or_else(|| {
        pyo3::exceptions::PyValueError::new_err(format!("{number} is no square: 1 to 50"))
    })
}
