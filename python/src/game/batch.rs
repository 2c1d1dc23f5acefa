//! Many positions at once: packed into arrays, and evaluated on all cores.

use super::board::{Board, read_fen};
use super::sets::{WORDS, from_words, to_words};
use super::{G, Network, NetworkEvaluator, built_in, hand_evaluator};
use crate::errors::{option_error, raise};
use damier_core::{Evaluate, Game, Side};
use damier_search::options::read_network;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::sync::Arc;
use std::thread;

const BYTES: usize = 8 * WORDS;

/// Positions of Python: many objects or texts, or an array of words.
fn read(positions: &Bound<'_, PyAny>) -> PyResult<Positions> {
    let py = positions.py();
    let is_text = positions.is_instance_of::<PyString>();
    if !is_text && let Ok(view) = py.import("builtins")?.call_method1("memoryview", (positions,)) {
        let bytes = view.call_method0("tobytes")?;
        let bytes = bytes.cast::<PyBytes>()?.as_bytes();
        if bytes.len() % BYTES != 0 {
            let text = format!(
                "an array of positions has {WORDS} words of 64 bits for each, {BYTES} bytes; this \
                 one has {} bytes",
                bytes.len()
            );
            return Err(option_error(&text));
        }
        return Ok(Positions::Packed(bytes.to_vec()));
    }
    if is_text {
        return Err(PyTypeError::new_err("a list of positions is wanted, not one text"));
    }
    let mut found = Vec::new();
    for position in positions.try_iter()? {
        let position = position?;
        found.push(if let Ok(board) = position.cast::<Board>() {
            board.borrow().position().clone()
        } else {
            read_fen(Some(&position.extract::<String>()?))
                .map_err(|error| at(py, error, found.len()))?
        });
    }
    Ok(Positions::Boards(found))
}

/// The exception with the index of its position.
fn at(py: Python<'_>, error: PyErr, index: usize) -> PyErr {
    match error.value(py).setattr("index", index) {
        Ok(()) => error,
        Err(other) => other,
    }
}

enum Positions {
    Boards(Vec<G>),
    Packed(Vec<u8>),
}

/// A position that is none, by its index.
type Wrong = (usize, String);

impl Positions {
    fn len(&self) -> usize {
        match self {
            Self::Boards(boards) => boards.len(),
            Self::Packed(bytes) => bytes.len() / BYTES,
        }
    }

    /// Shows some of the positions.
    fn each(&self, range: std::ops::Range<usize>, mut show: impl FnMut(&G)) -> Result<(), Wrong> {
        match self {
            Self::Boards(boards) => boards[range].iter().for_each(show),
            Self::Packed(bytes) => {
                let mut text = String::new();
                let rows = bytes[range.start * BYTES..range.end * BYTES].chunks_exact(BYTES);
                for (row, index) in rows.zip(range.start..) {
                    let mut words = [0; WORDS];
                    for (word, bytes) in words.iter_mut().zip(row.chunks_exact(8)) {
                        *word = u64::from_ne_bytes(bytes.try_into().unwrap_or_default());
                    }
                    let position = from_words(&words, &mut text);
                    show(&position.map_err(|words| (index, words))?);
                }
            }
        }
        Ok(())
    }
}

fn wrong((index, words): Wrong) -> PyErr {
    let text = format!("position {index}: {words}");
    raise("FenError", &text, &[("column", None), ("index", Some(index))])
}

/// An `array.array` with these numbers.
fn array<'py>(py: Python<'py>, code: &str, bytes: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    let array = py.import("array")?.getattr("array")?.call1((code,))?;
    array.call_method1("frombytes", (PyBytes::new(py, bytes),))?;
    Ok(array)
}

/// Packs boards or FENs into an array of words of 64 bits, so many for each position.
#[pyfunction]
pub(crate) fn pack<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let positions = read(positions)?;
    let packed = py.detach(|| {
        let mut bytes = Vec::with_capacity(positions.len() * BYTES);
        let all = positions.each(0..positions.len(), |position| {
            bytes.extend(to_words(position).iter().flat_map(|word| word.to_ne_bytes()));
        });
        all.map(|()| bytes)
    });
    array(py, "Q", &packed.map_err(wrong)?)
}

/// The boards of an array that `pack` or somebody else has made.
#[pyfunction]
pub(crate) fn unpack(py: Python<'_>, positions: &Bound<'_, PyAny>) -> PyResult<Vec<Board>> {
    let positions = read(positions)?;
    let boards = py.detach(|| {
        let mut boards = Vec::with_capacity(positions.len());
        let all = positions.each(0..positions.len(), |position| {
            boards.push(Board { game: Game::new(position.clone()) });
        });
        all.map(|()| boards)
    });
    boards.map_err(wrong)
}

/// What positions are judged by.
enum Judge {
    Terms,
    Network(Arc<Network>),
}

impl Judge {
    fn from_name(name: &str) -> PyResult<Self> {
        Ok(match name {
            "network" => Self::Network(built_in()),
            "terms" => Self::Terms,
            file => {
                let network = read_network(file, built_in, Network::from_bytes);
                network.map_err(|error| option_error(&error))?.map_or(Self::Terms, Self::Network)
            }
        })
    }

    /// Evaluates some positions, for White or for the side to move.
    fn evaluate(
        &self,
        positions: &Positions,
        range: std::ops::Range<usize>,
        for_white: bool,
    ) -> Result<Vec<i16>, Wrong> {
        let mut scores = Vec::with_capacity(range.len());
        let mut keep = |value: i32, side: Side| {
            let value = if for_white && side == Side::Black { -value } else { value };
            scores.push(value.clamp(i16::MIN.into(), i16::MAX.into()) as i16);
        };
        match self {
            Self::Terms => {
                let mut evaluator = hand_evaluator();
                positions.each(range, |position| {
                    evaluator.prepare(position);
                    keep(evaluator.evaluate(position).value(), position.side_to_move());
                })?;
            }
            Self::Network(network) => {
                let half = network.units().half;
                let mut evaluator = NetworkEvaluator::new(Arc::clone(network));
                positions.each(range, |position| {
                    let score = evaluator.evaluate_alone(position).in_hundredths_of(half);
                    keep(score.value(), position.side_to_move());
                })?;
            }
        }
        Ok(scores)
    }
}

/// Evaluates positions without searching: an `array.array("h")` of hundredths.
#[pyfunction]
#[pyo3(signature = (positions, *, by = "network", pov = "white", threads = 0))]
pub(crate) fn evaluate<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
    by: &str,
    pov: &str,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let for_white = match pov {
        "white" => true,
        "turn" => false,
        other => {
            return Err(option_error(&format_args!("pov is white or turn, not {other:?}")));
        }
    };
    let positions = read(positions)?;
    let judge = Judge::from_name(by)?;
    let cores = || thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    let threads = if threads == 0 { cores() } else { threads }.clamp(1, 1 + positions.len() / 256);
    let share = positions.len().div_ceil(threads).max(1);
    let scores = py.detach(|| {
        thread::scope(|scope| {
            let parts: Vec<_> = (0..positions.len())
                .step_by(share)
                .map(|begin| {
                    let range = begin..(begin + share).min(positions.len());
                    let (judge, positions) = (&judge, &positions);
                    scope.spawn(move || judge.evaluate(positions, range, for_white))
                })
                .collect();
            let mut bytes = Vec::with_capacity(2 * positions.len());
            for part in parts {
                let scores = part.join().expect("an evaluation does not panic")?;
                bytes.extend(scores.iter().flat_map(|score| score.to_ne_bytes()));
            }
            Ok(bytes)
        })
    });
    array(py, "h", &scores.map_err(wrong)?)
}
