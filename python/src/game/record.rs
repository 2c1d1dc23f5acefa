//! `Game`: a game with everything that a file says about it.

use super::board::{Board, MoveArg};
use super::headers::Headers;
use super::moves::Move;
use super::node::Node;
use super::{G, games};
use crate::errors::raise;
use crate::fault::Fault;
use crate::source::of_text;
use damier_core::{Game as PlayedGame, Rules};
use damier_records::{GameResult, NodeId, Record, RecordGame, RecordReading, Tags};
use pyo3::prelude::*;
use std::sync::Arc;

/// A game: headers, moves with variations and comments, result.
#[pyclass(skip_from_py_object)]
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) record: Record<G>,
    pub(crate) faults: Vec<Fault>,
    /// The file, as messages name it; empty if there is none.
    pub(crate) file: Arc<str>,
    pub(crate) number: usize,
    pub(crate) line: usize,
}

impl Game {
    pub(crate) fn of_record(record: Record<G>) -> Self {
        Self { record, faults: Vec::new(), file: "".into(), number: 1, line: 1 }
    }

    pub(crate) fn of_reading(reading: RecordReading<G>, file: &Arc<str>) -> Self {
        Self {
            faults: reading.faults.iter().map(Fault::from).collect(),
            record: reading.record,
            file: Arc::clone(file),
            number: reading.number,
            line: reading.place.line,
        }
    }

    /// The record as text that reads back with the same tags, whatever they say.
    fn exact_text(&self) -> String {
        let text = self.record.to_string();
        let export = self.record.export_tags();
        if export.get("FEN") != self.record.tags.get("FEN") {
            return text;
        }
        let moves = text.split_once("\n\n").map_or("", |(_, moves)| moves);
        format!("{}\n{moves}", tag_lines(&self.record.tags))
    }

    /// The moves of the main line with the positions before them.
    pub(crate) fn main_line(&self) -> Vec<(G, <G as Rules>::Move)> {
        let mut position = self.record.start().clone();
        let tree = self.record.tree();
        let moves = tree.main_line().filter_map(|id| tree.node(id).mv());
        let step = |mv| {
            let before = position.clone();
            position.play_unchecked(mv);
            (before, mv)
        };
        moves.map(step).collect()
    }
}

fn tag_lines(tags: &Tags) -> String {
    let line = |(name, value): (&str, &str)| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        format!("[{name} \"{value}\"]\n")
    };
    tags.iter().map(line).collect()
}

/// What pickle keeps of a game: its text, where it was, what was wrong with it.
type State = (String, String, usize, usize, Vec<Py<Fault>>);

#[pymethods]
impl Game {
    /// A game without moves that begins with a board, or as it was played on one.
    #[new]
    #[pyo3(signature = (board = None))]
    fn new(board: Option<PyRef<'_, Board>>) -> Self {
        Self::of_record(board.map_or_else(Record::default, |board| Record::from_game(&board.game)))
    }

    /// The game as it was played on a board, with the result that its end gives.
    #[staticmethod]
    fn from_board(board: PyRef<'_, Board>) -> Self {
        Self::of_record(Record::from_game(&board.game))
    }

    /// The first game in a text. What is wrong with it is in `faults`; with `strict` it is raised.
    #[staticmethod]
    #[pyo3(signature = (text, *, strict = false))]
    fn from_text(text: String, strict: bool) -> PyResult<Self> {
        let missing = || raise("RecordError", &"there is no game in the text", &[]);
        games::first(of_text(text), strict)?.ok_or_else(missing)
    }

    /// Names and values in the order of the file.
    #[getter]
    fn headers(slf: Bound<'_, Self>) -> Headers {
        Headers { game: slf.unbind() }
    }

    /// What could not be read of it, in the order of the file.
    #[getter]
    fn faults(&self) -> Vec<Fault> {
        self.faults.clone()
    }

    /// The file it comes from, as messages name it; empty if there is none.
    #[getter]
    fn file(&self) -> &str {
        &self.file
    }

    /// Which game of its file it is, counted from 1.
    #[getter]
    fn number(&self) -> usize {
        self.number
    }

    /// The line of its file on which it begins.
    #[getter]
    fn line(&self) -> usize {
        self.line
    }

    /// The result as records of the game write it; "*" if it is not known.
    #[getter]
    fn result(&self) -> &'static str {
        G::result_text(self.record.result)
    }

    #[setter]
    fn set_result(&mut self, text: &str) -> PyResult<()> {
        let result = GameResult::from_text(text);
        let unknown = || {
            let text = format!("{text:?} is no result");
            pyo3::exceptions::PyValueError::new_err(text)
        };
        self.record.result = result.ok_or_else(unknown)?;
        Ok(())
    }

    /// The board at the beginning.
    fn board(&self) -> Board {
        Board { game: PlayedGame::new(self.record.start().clone()) }
    }

    /// The board at the end of the main line, with its moves.
    fn end_board(&self) -> Board {
        Board { game: self.record.to_game() }
    }

    /// The place before the first move.
    #[getter]
    fn root(slf: Bound<'_, Self>) -> Node {
        Node { game: slf.unbind(), id: NodeId::ROOT }
    }

    /// The place after the last move of the main line.
    fn end(slf: Bound<'_, Self>) -> Node {
        let id = slf.borrow().record.tree().last_of_main_line();
        Node { game: slf.unbind(), id }
    }

    /// The places after each move of the main line.
    fn mainline(slf: Bound<'_, Self>) -> Vec<Node> {
        let ids: Vec<NodeId> = slf.borrow().record.tree().main_line().collect();
        let game = slf.unbind();
        Python::attach(|py| {
            ids.into_iter().map(|id| Node { game: game.clone_ref(py), id }).collect()
        })
    }

    /// The moves of the main line.
    fn mainline_moves(&self) -> Vec<Move> {
        self.main_line().iter().map(|(position, mv)| Move::new(position, *mv)).collect()
    }

    /// The moves of the main line as records write them.
    fn mainline_notation(&self) -> Vec<String> {
        self.main_line().iter().map(|(position, mv)| position.write_move(*mv)).collect()
    }

    /// The positions of the main line, the first one included.
    fn mainline_fens(&self) -> Vec<String> {
        let end = self.record.to_game().position().to_fen();
        let line = self.main_line();
        line.iter().map(|(position, _)| position.to_fen()).chain([end]).collect()
    }

    /// How many moves there are, those of variations included.
    fn move_count(&self) -> usize {
        self.record.tree().move_count()
    }

    /// How many moves the main line has.
    fn __len__(&self) -> usize {
        self.record.tree().main_line().count()
    }

    /// A game is never nothing, even one without moves.
    fn __bool__(&self) -> bool {
        true
    }

    /// Adds moves behind the main line and returns the place after the last one.
    fn add_moves(slf: Bound<'_, Self>, moves: Vec<MoveArg<'_>>) -> PyResult<Node> {
        let id = slf.borrow().record.tree().last_of_main_line();
        Node { game: slf.unbind(), id }.add_line(moves)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Self>()
            .is_ok_and(|other| other.try_borrow().is_ok_and(|other| other.record == self.record))
    }

    /// The game as a file has it.
    fn __str__(&self) -> String {
        self.record.to_string()
    }

    fn __repr__(&self) -> String {
        let name = |tag| self.record.tags.get(tag).unwrap_or("?");
        format!("<Game {} - {}, {}>", name("White"), name("Black"), self.result())
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __getstate__(&self, py: Python<'_>) -> PyResult<State> {
        let faults = self.faults.iter().map(|fault| Py::new(py, fault.clone()));
        let faults = faults.collect::<PyResult<_>>()?;
        Ok((self.exact_text(), self.file.to_string(), self.number, self.line, faults))
    }

    fn __setstate__(&mut self, state: State) -> PyResult<()> {
        let (text, file, number, line, faults) = state;
        let record = Self::from_text(text, false)?.record;
        let faults = faults.iter().map(|fault| fault.get().clone()).collect();
        *self = Self { record, faults, file: file.into(), number, line };
        Ok(())
    }
}
