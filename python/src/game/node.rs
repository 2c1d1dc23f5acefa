//! `Node`: a place in the tree of a game's moves.

use super::G;
use super::board::{Board, MoveArg};
use super::moves::Move;
use super::record::Game;
use damier_core::{Game as PlayedGame, Side};
use damier_records::{Command, Comment, EvalValue, Nag, NodeId};
use pyo3::prelude::*;

/// A place in a game: after a move, or before the first one.
#[pyclass(frozen)]
pub(crate) struct Node {
    pub(crate) game: Py<Game>,
    pub(crate) id: NodeId,
}

impl Node {
    fn at(&self, py: Python<'_>, id: NodeId) -> Self {
        Self { game: self.game.clone_ref(py), id }
    }

    fn before(&self, game: &Game) -> Option<G> {
        let parent = game.record.tree().node(self.id).parent()?;
        Some(game.record.position(parent))
    }

    pub(crate) fn add_line(&self, moves: Vec<MoveArg<'_>>) -> PyResult<Self> {
        Python::attach(|py| {
            let mut game = self.game.borrow_mut(py);
            let mut position = game.record.position(self.id);
            let mut line = Vec::new();
            for mv in moves {
                let mv = mv.find(&position)?;
                line.push(mv);
                position.play_unchecked(mv);
            }
            let nodes = game.record.add_line(self.id, &line);
            let nodes = nodes.expect("every move was found among the legal ones");
            Ok(self.at(py, nodes.last().copied().unwrap_or(self.id)))
        })
    }

    /// What a command in the comments says.
    fn command<T>(&self, py: Python<'_>, find: impl Fn(Command<'_>) -> Option<T>) -> Option<T> {
        let game = self.game.borrow(py);
        let comments = game.record.tree().node(self.id).comments();
        comments.iter().find_map(|comment| comment.commands().find_map(&find))
    }
}

#[pymethods]
impl Node {
    /// The game it belongs to.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The move that leads here; None before the first one.
    #[getter]
    fn r#move(&self, py: Python<'_>) -> Option<Move> {
        let game = self.game.borrow(py);
        let mv = game.record.tree().node(self.id).mv()?;
        Some(Move::new(&self.before(&game)?, mv))
    }

    /// The move that leads here as records write it; None before the first one.
    fn notation(&self, py: Python<'_>) -> Option<String> {
        let game = self.game.borrow(py);
        let mv = game.record.tree().node(self.id).mv()?;
        Some(damier_core::Rules::write_move(&self.before(&game)?, mv))
    }

    /// The number of the move, as "12." or "12..."; None before the first one.
    fn number(&self, py: Python<'_>) -> Option<String> {
        self.game.borrow(py).record.move_number(self.id).map(|number| number.to_string())
    }

    /// The place before the move.
    #[getter]
    fn parent(&self, py: Python<'_>) -> Option<Self> {
        let parent = self.game.borrow(py).record.tree().node(self.id).parent();
        parent.map(|id| self.at(py, id))
    }

    /// How it goes on, the main line first.
    #[getter]
    fn variations(&self, py: Python<'_>) -> Vec<Self> {
        let game = self.game.borrow(py);
        game.record.tree().children(self.id).map(|id| self.at(py, id)).collect()
    }

    /// How it goes on in the first place.
    fn next(&self, py: Python<'_>) -> Option<Self> {
        let game = self.game.borrow(py);
        game.record.tree().children(self.id).next().map(|id| self.at(py, id))
    }

    /// The board here, with the moves that led to it.
    fn board(&self, py: Python<'_>) -> Board {
        let game = self.game.borrow(py);
        let mut played = PlayedGame::new(game.record.start().clone());
        for mv in game.record.tree().moves_to(self.id) {
            played.play_unchecked(mv);
        }
        Board { game: played }
    }

    /// The comments behind the move, without the commands that programs hide in them.
    #[getter]
    fn comment(&self, py: Python<'_>) -> String {
        let game = self.game.borrow(py);
        let comments = game.record.tree().node(self.id).comments();
        let texts = comments.iter().map(Comment::plain_text).filter(|text| !text.is_empty());
        texts.collect::<Vec<_>>().join(" ")
    }

    /// The comments behind the move as they are, commands included.
    #[getter]
    fn comments(&self, py: Python<'_>) -> Vec<String> {
        let game = self.game.borrow(py);
        let comments = game.record.tree().node(self.id).comments();
        comments.iter().map(|comment| comment.text().to_owned()).collect()
    }

    /// The comments before the move.
    #[getter]
    fn starting_comments(&self, py: Python<'_>) -> Vec<String> {
        let game = self.game.borrow(py);
        let comments = game.record.tree().node(self.id).comments_before();
        comments.iter().map(|comment| comment.text().to_owned()).collect()
    }

    /// The glyphs of the move, as numbers: 1 is !, 4 is ??.
    #[getter]
    fn nags(&self, py: Python<'_>) -> Vec<u32> {
        let game = self.game.borrow(py);
        game.record.tree().node(self.id).nags().iter().map(|nag| nag.0.into()).collect()
    }

    /// Seconds on the mover's clock after the move, if a comment tells.
    fn clock(&self, py: Python<'_>) -> Option<f64> {
        self.command(py, |command| match command {
            Command::Clock(time) => Some(time.as_secs_f64()),
            _ => None,
        })
    }

    /// Seconds that the move took, if a comment tells.
    fn emt(&self, py: Python<'_>) -> Option<f64> {
        self.command(py, |command| match command {
            Command::TimeSpent(time) => Some(time.as_secs_f64()),
            _ => None,
        })
    }

    /// The evaluation that a comment tells: White's hundredths or None, moves to White's mate
    /// (negative for Black's) or None, depth or None. None if no comment tells one.
    #[allow(clippy::type_complexity, reason = "a tuple of Python")]
    fn eval(&self, py: Python<'_>) -> Option<(Option<i32>, Option<i64>, Option<u32>)> {
        self.command(py, |command| match command {
            Command::Evaluation(told) => Some(match told.value {
                EvalValue::Hundredths(value) => (Some(value), None, told.depth),
                EvalValue::Wins { side: Side::White, moves } => {
                    (None, Some(moves.into()), told.depth)
                }
                EvalValue::Wins { moves, .. } => (None, Some(-i64::from(moves)), told.depth),
            }),
            _ => None,
        })
    }

    /// The line of the file on which the move stands, and the column, if it was read from one.
    fn place(&self, py: Python<'_>) -> Option<(usize, usize)> {
        let game = self.game.borrow(py);
        game.record.tree().node(self.id).place().map(|place| (place.line, place.column))
    }

    /// Whether the place lies on the main line.
    fn is_mainline(&self, py: Python<'_>) -> bool {
        let game = self.game.borrow(py);
        self.id == NodeId::ROOT || game.record.tree().main_line().any(|id| id == self.id)
    }

    /// Adds a move: as the continuation if there is none, and else as a variation.
    fn add_variation(&self, r#move: MoveArg<'_>) -> PyResult<Self> {
        self.add_line(vec![r#move])
    }

    /// Adds moves one after the other and returns the place after the last one. If one of them is
    /// illegal, nothing is added.
    #[pyo3(name = "add_line")]
    fn add_moves(&self, moves: Vec<MoveArg<'_>>) -> PyResult<Self> {
        self.add_line(moves)
    }

    /// Adds a comment behind the move.
    fn add_comment(&self, py: Python<'_>, text: &str) {
        if let Some(comment) = Comment::new(text) {
            self.game.borrow_mut(py).record.tree_mut().add_comment(self.id, comment);
        }
    }

    /// Adds a glyph to the move: 1 for !, 2 for ?, 3 for !!, 4 for ??, 5 for !?, 6 for ?!.
    fn add_nag(&self, py: Python<'_>, nag: u8) {
        self.game.borrow_mut(py).record.tree_mut().add_nag(self.id, Nag(nag));
    }

    /// Takes comments and glyphs of the move away.
    fn clear_annotations(&self, py: Python<'_>) {
        self.game.borrow_mut(py).record.tree_mut().clear_annotations(self.id);
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Self>()
            .is_ok_and(|other| other.get().game.is(&self.game) && other.get().id == self.id)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        match (self.number(py), self.notation(py)) {
            (Some(number), Some(mv)) => format!("<Node {number} {mv}>"),
            _ => "<Node before the first move>".to_owned(),
        }
    }
}
