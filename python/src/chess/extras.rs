//! What boards of chess have besides what both games have.

use super::G;
use super::game::board::{Board, MoveArg};
use super::moves::{Move, Piece, role};
use crate::errors::{option_error, raise};
use damier_chess::{Square, Wing};
use damier_core::{Game, Side};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A square of Python: a number from 0 for a1 to 63 for h8, or a name.
#[derive(FromPyObject)]
pub(crate) enum SquareArg {
    Index(u8),
    Name(String),
}

impl SquareArg {
    fn find(&self) -> PyResult<Square> {
        let square = match self {
            Self::Index(index) => Square::from_index(*index),
            Self::Name(name) => Square::from_name(name),
        };
        square.ok_or_else(|| {
            let text = match self {
                Self::Index(index) => index.to_string(),
                Self::Name(name) => format!("{name:?}"),
            };
            PyValueError::new_err(format!("{text} is no square: 0 to 63, or a1 to h8"))
        })
    }
}

fn side(color: bool) -> Side {
    if color { Side::White } else { Side::Black }
}

impl Board {
    fn after(&self, mv: &MoveArg<'_>) -> PyResult<G> {
        let mut position = self.position().clone();
        position.play_unchecked(mv.find(self.position())?);
        Ok(position)
    }
}

#[pymethods]
impl Board {
    /// The start position of Chess960 with a number from 0 to 959; 518 is that of chess.
    #[staticmethod]
    fn from_chess960_pos(number: u16) -> PyResult<Self> {
        let position = G::chess960_start(number);
        let position = position
            .ok_or_else(|| option_error(&format_args!("there is no start {number}: 0 to 959")))?;
        Ok(Self { game: Game::new(position) })
    }

    /// A legal move in standard algebraic notation.
    fn san(&self, r#move: MoveArg<'_>) -> PyResult<String> {
        Ok(self.position().write_san(r#move.find(self.position())?))
    }

    /// A legal move in the notation of UCI.
    fn uci(&self, r#move: MoveArg<'_>) -> PyResult<String> {
        Ok(Move::new(self.position(), r#move.find(self.position())?).text())
    }

    /// The legal move that a text in standard algebraic notation stands for.
    fn parse_san(&self, san: &str) -> PyResult<Move> {
        let mv = self.position().read_san(san);
        let mv = mv.map_err(|error| raise(super::move_error_class(&error), &error, &[]))?;
        Ok(Move::new(self.position(), mv))
    }

    /// The legal move that a text in the notation of UCI stands for.
    fn parse_uci(&self, uci: &str) -> PyResult<Move> {
        let mv = self.position().read_uci(uci);
        let mv = mv.map_err(|error| raise(super::move_error_class(&error), &error, &[]))?;
        Ok(Move::new(self.position(), mv))
    }

    /// Plays a move in standard algebraic notation.
    fn push_san(&mut self, san: &str) -> PyResult<Move> {
        let mv = self.parse_san(san)?;
        self.game.play_unchecked(mv.mv);
        Ok(mv)
    }

    /// Plays a move in the notation of UCI.
    fn push_uci(&mut self, uci: &str) -> PyResult<Move> {
        let mv = self.parse_uci(uci)?;
        self.game.play_unchecked(mv.mv);
        Ok(mv)
    }

    /// Moves one after the other in standard algebraic notation, with numbers.
    fn variation_san(&self, moves: Vec<MoveArg<'_>>) -> PyResult<String> {
        let mut position = self.position().clone();
        let mut words = Vec::new();
        for mv in moves {
            let mv = mv.find(&position)?;
            let number = position.fullmove_number();
            match position.side_to_move() {
                Side::White => words.push(format!("{number}. {}", position.write_san(mv))),
                Side::Black if words.is_empty() => {
                    words.push(format!("{number}...{}", position.write_san(mv)));
                }
                Side::Black => words.push(position.write_san(mv)),
            }
            position.play_unchecked(mv);
        }
        Ok(words.join(" "))
    }

    /// What stands on a square, or None.
    fn piece_at(&self, square: SquareArg) -> PyResult<Option<Piece>> {
        Ok(self.position().piece_at(square.find()?).map(Piece))
    }

    /// All pieces by their squares.
    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let map = PyDict::new(py);
        for square in self.position().occupied() {
            let piece = self.position().piece_at(square).map(Piece);
            map.set_item(square.index(), piece)?;
        }
        Ok(map)
    }

    /// The squares on which pieces of a kind and a side stand.
    fn pieces(&self, piece_type: usize, color: bool) -> PyResult<Vec<usize>> {
        let role = role(piece_type).ok_or_else(|| {
            PyValueError::new_err(format!("{piece_type} is no kind of piece: 1 to 6"))
        })?;
        let squares = self.position().pieces(side(color), role).into_iter();
        Ok(squares.map(Square::index).collect())
    }

    /// Where the king of a side stands.
    fn king(&self, color: bool) -> usize {
        self.position().king(side(color)).index()
    }

    /// The squares of the pieces of a side that attack a square.
    fn attackers(&self, color: bool, square: SquareArg) -> PyResult<Vec<usize>> {
        let attackers = self.position().attackers(side(color), square.find()?);
        Ok(attackers.into_iter().map(Square::index).collect())
    }

    /// Whether a side attacks a square.
    fn is_attacked_by(&self, color: bool, square: SquareArg) -> PyResult<bool> {
        Ok(!self.attackers(color, square)?.is_empty())
    }

    /// The squares of the pieces that give check.
    fn checkers(&self) -> Vec<usize> {
        self.position().checkers().into_iter().map(Square::index).collect()
    }

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        self.position().is_check()
    }

    /// Whether the side to move is mated.
    fn is_checkmate(&self) -> bool {
        self.position().is_check() && !self.position().has_legal_move()
    }

    /// Whether the side to move has no move and is not in check.
    fn is_stalemate(&self) -> bool {
        !self.position().is_check() && !self.position().has_legal_move()
    }

    /// Whether neither side could ever mate.
    fn is_insufficient_material(&self) -> bool {
        self.position().has_insufficient_material()
    }

    /// Whether the position has stood on the board three times.
    fn can_claim_threefold_repetition(&self) -> bool {
        self.game.occurrences() >= 3
    }

    /// Whether fifty moves of each side were played without capture or pawn move.
    fn can_claim_fifty_moves(&self) -> bool {
        self.position().halfmove_clock() >= 100 && self.position().has_legal_move()
    }

    /// Whether the player to move can claim a draw.
    fn can_claim_draw(&self) -> bool {
        self.can_claim_threefold_repetition() || self.can_claim_fifty_moves()
    }

    /// Whether a legal move takes something.
    fn is_capture(&self, r#move: MoveArg<'_>) -> PyResult<bool> {
        Ok(r#move.find(self.position())?.is_capture())
    }

    /// Whether a legal move is castling.
    fn is_castling(&self, r#move: MoveArg<'_>) -> PyResult<bool> {
        Ok(r#move.find(self.position())?.is_castle())
    }

    /// Whether a legal move takes a pawn en passant.
    fn is_en_passant(&self, r#move: MoveArg<'_>) -> PyResult<bool> {
        Ok(r#move.find(self.position())?.kind() == damier_chess::MoveKind::EnPassant)
    }

    /// Whether a legal move gives check.
    fn gives_check(&self, r#move: MoveArg<'_>) -> PyResult<bool> {
        Ok(self.after(&r#move)?.is_check())
    }

    /// Plies since the last capture or pawn move.
    #[getter]
    fn halfmove_clock(&self) -> u16 {
        self.position().halfmove_clock()
    }

    /// The number of the move that is next.
    #[getter]
    fn fullmove_number(&self) -> u16 {
        self.position().fullmove_number()
    }

    /// The square on which a pawn can legally be taken en passant, or None.
    #[getter]
    fn ep_square(&self) -> Option<usize> {
        self.position().en_passant().map(Square::index)
    }

    /// Whether castling needs the notation of Chess960.
    #[getter]
    fn chess960(&self) -> bool {
        self.position().is_chess960()
    }

    /// Whether a side may still castle towards the h file.
    fn has_kingside_castling_rights(&self, color: bool) -> bool {
        self.position().castling_rook(side(color), Wing::KingSide).is_some()
    }

    /// Whether a side may still castle towards the a file.
    fn has_queenside_castling_rights(&self, color: bool) -> bool {
        self.position().castling_rook(side(color), Wing::QueenSide).is_some()
    }

    /// The position without its counters.
    fn epd(&self) -> String {
        self.position().to_epd()
    }

    /// The position with castling rights as Shredder writes them.
    fn shredder_fen(&self) -> String {
        self.position().to_shredder_fen()
    }
}
