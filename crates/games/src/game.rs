//! What every room above the engines asks of a game.

use crate::GameKind;
use damier_core::{Game, Outcome, Rules, Side};
use damier_records::RecordGame;
use damier_search::{LocalEngine, NamedOptions};
use serde::{Deserialize, Serialize};
use std::error::Error;
use std::path::Path;

/// What is wrong with a file, in the words of its reader.
pub type FileError = Box<dyn Error + Send + Sync>;

/// A book: a move for a position, chosen by a number.
pub type BookMoves<G> = Box<dyn Fn(&G, u64) -> Option<<G as Rules>::Move> + Send + Sync>;

/// A named term of the hand-written evaluation, in hundredths of a pawn or a man. White's less
/// Black's, added up over all terms, is the evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Term {
    /// Its name in lower case, with hyphens between words.
    pub name: String,
    /// What it is worth to White,
    pub white: i32,
    /// and to Black.
    pub black: i32,
}

impl Term {
    /// A term of an engine's evaluation, by its name and what it is worth to each side.
    pub(crate) fn new(name: &str, worth: impl Fn(Side) -> i32) -> Self {
        Self {
            name: name.to_lowercase().replace(' ', "-"),
            white: worth(Side::White),
            black: worth(Side::Black),
        }
    }

    /// What it is worth to White in all.
    pub fn total(&self) -> i32 {
        self.white - self.black
    }
}

/// A game with an engine, endgame tables and openings.
pub trait EngineGame: RecordGame {
    /// Which game it is.
    const KIND: GameKind;

    /// Damier's own engine.
    type Engine: LocalEngine<Rules = Self> + NamedOptions + Default;
    /// Endgame tables.
    type Tables: Send + Sync;

    /// Openings that come with the program, one position a line; lines that begin with `#` are
    /// remarks.
    const OPENINGS: &'static str;

    /// Damier's own engine at full strength, with its usual options.
    fn engine() -> Self::Engine {
        Self::Engine::default()
    }

    /// Whether nothing urgent is under way, such as a check or a compulsory capture, so that a
    /// game may fairly begin here.
    fn is_calm(&self) -> bool;

    /// Reads a position from a line of a list, on which more may stand.
    fn read_line(text: &str) -> Result<Self, FileError>;

    /// Reads a book of openings.
    fn open_book(path: &Path) -> Result<BookMoves<Self>, FileError>;

    /// Finds endgame tables.
    fn open_tables(path: &str) -> Result<Self::Tables, FileError>;

    /// Who wins according to tables, with draw rules as far as the tables know them.
    fn look_up(tables: &Self::Tables, game: &Game<Self>) -> Option<Outcome>;

    /// Does the fixed piece of work whose node count is the signature of the search, to a depth or
    /// the usual one, and tells its lines.
    fn bench(depth: Option<u32>, on_line: &mut dyn FnMut(String));

    /// The checksum of the network that is built into the program.
    fn network_checksum() -> u64;

    /// The signature of the search, which CI compares with [`EngineGame::bench`]: the nodes that it
    /// needs with the network that comes with it.
    fn signature() -> u64 {
        let lines = include_str!("../../../.ci/signature").lines();
        let mut numbers =
            lines.filter_map(|line| line.strip_prefix(Self::NAME)?.trim().parse().ok());
        numbers.next().expect("a test reads it")
    }

    /// The named terms of the hand-written evaluation, in the order to show.
    fn terms(&self) -> Vec<Term>;
}
