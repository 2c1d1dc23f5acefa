//! `Board`: a position with the moves that led to it.

use super::moves::Move;
use super::{G, move_error_class};
use crate::ending::Ending;
use crate::errors::{fen_error, option_error, raise};
use damier_core::perft::{Division, Perft, PerftTable, TooMany};
use damier_core::{Ending as _, Game, IllegalMove, Rules, Side};
use damier_games::EngineGame;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::num::NonZeroUsize;

/// A position with the moves that led to it.
#[pyclass(subclass, skip_from_py_object)]
#[derive(Clone)]
pub(crate) struct Board {
    pub(crate) game: Game<G>,
}

/// A move of Python: an object or a text in any notation.
#[derive(FromPyObject)]
pub(crate) enum MoveArg<'py> {
    Move(PyRef<'py, Move>),
    Text(String),
}

impl MoveArg<'_> {
    /// The legal move of a position that is meant.
    pub(crate) fn find(&self, position: &G) -> PyResult<<G as Rules>::Move> {
        match self {
            Self::Move(mv) if position.is_legal(mv.mv) => Ok(mv.mv),
            Self::Move(mv) => {
                Err(raise("IllegalMoveError", &format_args!("{}: {IllegalMove}", mv.text()), &[]))
            }
            Self::Text(text) => read_move(position, text),
        }
    }
}

/// Reads a move in any notation.
pub(crate) fn read_move(position: &G, text: &str) -> PyResult<<G as Rules>::Move> {
    position.read_move(text).map_err(|error| raise(move_error_class(&error), &error, &[]))
}

/// Reads a position.
pub(crate) fn read_fen(fen: Option<&str>) -> PyResult<G> {
    match fen.map(str::trim) {
        None | Some("startpos") => Ok(G::start()),
        Some(fen) => <G as Rules>::from_fen(fen).map_err(|error| fen_error(&error)),
    }
}

impl Board {
    pub(crate) fn position(&self) -> &G {
        self.game.position()
    }

    pub(crate) fn objects(&self) -> Vec<Move> {
        let moves = self.position().legal_moves();
        moves.iter().map(|&mv| Move::new(self.position(), mv)).collect()
    }

    fn divide(
        &self,
        py: Python<'_>,
        depth: u32,
        threads: usize,
        table: usize,
    ) -> PyResult<Division<<G as Rules>::Move>> {
        let threads = NonZeroUsize::new(threads)
            .ok_or_else(|| option_error(&"there must be at least one thread"))?;
        let table = match NonZeroUsize::new(table) {
            None => None,
            Some(megabytes) => Some(PerftTable::new(megabytes).ok_or_else(|| {
                option_error(&format_args!("no memory for a table of {megabytes} megabytes"))
            })?),
        };
        let position = self.position().clone();
        let job = Perft { depth, threads, table };
        let counted = py.detach(|| job.divide(&position, &|_| {}));
        counted.map_err(|error: TooMany| option_error(&error))
    }
}

#[pymethods]
impl Board {
    /// A board with this position, or the one in which games begin.
    #[new]
    #[pyo3(signature = (fen = None))]
    fn new(fen: Option<&str>) -> PyResult<Self> {
        Ok(Self { game: Game::new(read_fen(fen)?) })
    }

    /// The position as one line of text.
    fn fen(&self) -> String {
        self.position().to_fen()
    }

    /// Puts another position on the board and forgets all moves.
    fn set_fen(&mut self, fen: &str) -> PyResult<()> {
        self.game = Game::new(read_fen(Some(fen))?);
        Ok(())
    }

    /// Begins anew.
    fn reset(&mut self) {
        self.game = Game::new(G::start());
    }

    /// Whose turn it is: True for White.
    #[getter]
    fn turn(&self) -> bool {
        self.position().side_to_move() == Side::White
    }

    /// All legal moves.
    #[getter]
    fn legal_moves(&self) -> Vec<Move> {
        self.objects()
    }

    /// How many legal moves there are, which is quicker than listing them.
    fn count_legal_moves(&self) -> usize {
        self.position().count_legal_moves()
    }

    /// Whether a move, or a text in any notation, can be played here.
    #[pyo3(name = "is_legal")]
    fn is_legal_move(&self, r#move: MoveArg<'_>) -> bool {
        r#move.find(self.position()).is_ok()
    }

    /// The legal move that a text stands for, in any notation.
    pub(crate) fn parse_move(&self, text: &str) -> PyResult<Move> {
        Ok(Move::new(self.position(), read_move(self.position(), text)?))
    }

    /// Plays a legal move, given as an object or in any notation, and returns it.
    fn push(&mut self, r#move: MoveArg<'_>) -> PyResult<Move> {
        let mv = r#move.find(self.position())?;
        let object = Move::new(self.position(), mv);
        self.game.play_unchecked(mv);
        Ok(object)
    }

    /// Plays several moves; if one of them is illegal, none.
    fn push_all(&mut self, moves: Vec<MoveArg<'_>>) -> PyResult<()> {
        let mut game = self.game.clone();
        for mv in moves {
            let mv = mv.find(game.position())?;
            game.play_unchecked(mv);
        }
        self.game = game;
        Ok(())
    }

    /// Takes the last move back and returns it.
    fn pop(&mut self) -> PyResult<Move> {
        let mv = self.game.undo();
        let mv = mv.ok_or_else(|| PyIndexError::new_err("there is no move to take back"))?;
        Ok(Move::new(self.position(), mv))
    }

    /// The last move.
    fn peek(&self) -> PyResult<Move> {
        let last = self.game.past_positions().zip(self.game.moves()).next_back();
        let (position, mv) = last.ok_or_else(|| PyIndexError::new_err("no move was played"))?;
        Ok(Move::new(position, mv))
    }

    /// The moves played so far.
    #[getter]
    fn move_stack(&self) -> Vec<Move> {
        let moves = self.game.past_positions().zip(self.game.moves());
        moves.map(|(position, mv)| Move::new(position, mv)).collect()
    }

    /// How many moves were played.
    fn ply(&self) -> usize {
        self.game.moves().len()
    }

    /// The board as it was at the beginning.
    fn root(&self) -> Self {
        Self { game: Game::new(self.game.start().clone()) }
    }

    /// A board of its own with the same game.
    #[pyo3(signature = (*, stack = true))]
    fn copy(&self, stack: bool) -> Self {
        if stack { self.clone() } else { Self { game: Game::new(self.position().clone()) } }
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// A legal move as game records write it.
    fn notation(&self, r#move: MoveArg<'_>) -> PyResult<String> {
        Ok(self.position().write_move(r#move.find(self.position())?))
    }

    /// Moves one after the other as game records write them.
    fn line(&self, moves: Vec<MoveArg<'_>>) -> PyResult<Vec<String>> {
        let mut position = self.position().clone();
        let mut words = Vec::new();
        for mv in moves {
            let mv = mv.find(&position)?;
            words.push(position.write_move(mv));
            position.play_unchecked(mv);
        }
        Ok(words)
    }

    /// Why the game is over, or None. With `claim_draw` also what a player could claim.
    #[pyo3(signature = (*, claim_draw = false))]
    fn outcome(&self, claim_draw: bool) -> Option<Ending> {
        let ending = self.game.ending()?;
        (claim_draw || !ending.needs_claim()).then(|| Ending::of(ending))
    }

    /// Whether the game is over. With `claim_draw` also if a player could claim a draw.
    #[pyo3(signature = (*, claim_draw = false))]
    fn is_game_over(&self, claim_draw: bool) -> bool {
        self.game.ending().is_some_and(|ending| claim_draw || !ending.needs_claim())
    }

    /// "1-0", "0-1", "1/2-1/2", or "*" while the game goes on.
    #[pyo3(signature = (*, claim_draw = false))]
    fn result(&self, claim_draw: bool) -> &'static str {
        let ending = self.game.ending().filter(|ending| claim_draw || !ending.needs_claim());
        ending.map_or("*", |ending| ending.outcome().as_str())
    }

    /// How often this position has stood on the board, this time included.
    fn occurrences(&self) -> usize {
        self.game.occurrences()
    }

    /// Whether this position has stood on the board so many times.
    #[pyo3(signature = (count = 3))]
    fn is_repetition(&self, count: usize) -> bool {
        self.game.occurrences() >= count
    }

    /// A number that is the same for positions that the repetition rule takes for the same.
    fn key(&self) -> u64 {
        self.position().key()
    }

    /// How many paths of exactly so many moves there are.
    #[pyo3(signature = (depth, *, threads = 1, table = 0))]
    fn perft(&self, py: Python<'_>, depth: u32, threads: usize, table: usize) -> PyResult<u64> {
        Ok(self.divide(py, depth, threads, table)?.total)
    }

    /// The same, by the first move.
    #[pyo3(signature = (depth, *, threads = 1, table = 0))]
    fn perft_divide<'py>(
        &self,
        py: Python<'py>,
        depth: u32,
        threads: usize,
        table: usize,
    ) -> PyResult<Bound<'py, PyDict>> {
        let by_move = PyDict::new(py);
        for (mv, count) in self.divide(py, depth, threads, table)?.moves {
            by_move.set_item(Move::new(self.position(), mv), count)?;
        }
        Ok(by_move)
    }

    /// The named terms of the hand-written evaluation: a dict of pairs, what each is worth to White
    /// and to Black in hundredths.
    fn terms<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let terms = PyDict::new(py);
        for term in self.position().terms() {
            terms.set_item(term.name, (term.white, term.black))?;
        }
        Ok(terms)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            other.try_borrow().is_ok_and(|other| other.position() == self.position())
        })
    }

    fn __str__(&self) -> String {
        self.position().to_diagram()
    }

    fn __repr__(&self) -> String {
        format!("Board({:?})", self.fen())
    }

    #[allow(clippy::type_complexity, reason = "what pickle wants")]
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (String,), Bound<'py, PyList>)> {
        let board = slf.borrow();
        let moves = board.move_stack().into_iter().map(|mv| mv.text());
        let moves = PyList::new(slf.py(), moves.collect::<Vec<_>>())?;
        Ok((slf.get_type().into_any(), (board.game.start().to_fen(),), moves))
    }

    fn __setstate__(&mut self, moves: Vec<MoveArg<'_>>) -> PyResult<()> {
        self.push_all(moves)
    }
}
