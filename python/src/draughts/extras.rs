//! What boards of draughts have besides what both games have.

use super::G;
use super::game::board::{Board, MoveArg};
use super::moves::{Move, Piece, square};
use crate::errors::{fen_error, raise};
use damier_core::{Game, Side};
use damier_draughts::Square;
use pyo3::prelude::*;
use pyo3::types::PyDict;

#[pymethods]
impl Board {
    /// A board with a position as Hub writes it: 51 letters.
    #[staticmethod]
    fn from_hub(text: &str) -> PyResult<Self> {
        let position = G::from_hub(text).map_err(|error| fen_error(&error))?;
        Ok(Self { game: Game::new(position) })
    }

    /// The position as Hub writes it.
    fn hub_position(&self) -> String {
        self.position().to_hub()
    }

    /// A legal move as PDN writes it, with the squares between where the ends do not say it all.
    fn pdn(&self, r#move: MoveArg<'_>) -> PyResult<String> {
        Ok(self.position().write_move(r#move.find(self.position())?))
    }

    /// A legal move as Hub writes it: the ends and what is taken.
    fn hub(&self, r#move: MoveArg<'_>) -> PyResult<String> {
        Ok(Move::new(self.position(), r#move.find(self.position())?).text())
    }

    /// The legal move that a text in the notation of PDN stands for.
    fn parse_pdn(&self, pdn: &str) -> PyResult<Move> {
        self.parse_move(pdn)
    }

    /// The legal move that a text in the notation of Hub stands for.
    fn parse_hub(&self, hub: &str) -> PyResult<Move> {
        let mv = self.position().read_hub(hub);
        let mv = mv.map_err(|error| raise(super::move_error_class(&error), &error, &[]))?;
        Ok(Move::new(self.position(), mv))
    }

    /// Plays a move in the notation of PDN.
    fn push_pdn(&mut self, pdn: &str) -> PyResult<Move> {
        let mv = self.parse_move(pdn)?;
        self.game.play_unchecked(mv.mv);
        Ok(mv)
    }

    /// Plays a move in the notation of Hub.
    fn push_hub(&mut self, hub: &str) -> PyResult<Move> {
        let mv = self.parse_hub(hub)?;
        self.game.play_unchecked(mv.mv);
        Ok(mv)
    }

    /// The squares on which a piece lands in a legal move, the first one included.
    fn path(&self, r#move: MoveArg<'_>) -> PyResult<Vec<u32>> {
        let path = self.position().path(r#move.find(self.position())?);
        Ok(path.into_iter().map(|square| square.number().into()).collect())
    }

    /// What stands on a square from 1 to 50, or None.
    fn piece_at(&self, number: u8) -> PyResult<Option<Piece>> {
        Ok(self.position().piece_at(square(number)?).map(Piece))
    }

    /// All pieces by their squares.
    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let map = PyDict::new(py);
        for square in self.position().occupied() {
            let piece = self.position().piece_at(square).map(Piece);
            map.set_item(square.number(), piece)?;
        }
        Ok(map)
    }

    /// The squares of the men of a side.
    fn men(&self, color: bool) -> Vec<u32> {
        numbers(self.position().men(side(color)))
    }

    /// The squares of the kings of a side.
    fn kings(&self, color: bool) -> Vec<u32> {
        numbers(self.position().kings(side(color)))
    }

    /// Whether a capture is compulsory here.
    fn must_capture(&self) -> bool {
        self.position().legal_moves().first().is_some_and(|mv| mv.is_capture())
    }

    /// Whether a man becomes a king with a legal move.
    fn promotes(&self, r#move: MoveArg<'_>) -> PyResult<bool> {
        Ok(self.position().promotes(r#move.find(self.position())?))
    }

    /// Plies since the last capture or move of a man; at 50 the game is drawn.
    #[getter]
    fn halfmove_clock(&self) -> u16 {
        self.position().clocks().king_moves()
    }
}

fn side(color: bool) -> Side {
    if color { Side::White } else { Side::Black }
}

fn numbers(squares: damier_draughts::Bitboard) -> Vec<u32> {
    squares.into_iter().map(Square::number).map(u32::from).collect()
}
