//! Game records: one reader and one writer for PGN and PDN.
//!
//! The two formats are one format: tags, moves, comments in braces, variations in brackets, glyphs,
//! a result. What differs between the games is a small trait, [`RecordGame`]. This room knows how
//! games are written down; it judges nothing, prints nothing, opens no file and needs no more than
//! the current game in memory.
//!
//! Start at [`Reader`]. A file with mistakes is read as well as possible: each [`Fault`] says in
//! which game, line and move, the good part of the game is kept, and the next game is read.
//!
//! ```
//! use damier_chess::Position;
//! use damier_records::Reader;
//!
//! let file = "[White \"Ada\"]\n\n1. e4 {the usual} e5 (1... c5) 2. Nf3 1-0\n\n1. e5 *\n";
//! let games: Vec<_> = Reader::<Position, _>::new(file.as_bytes()).collect::<Result<_, _>>()?;
//! assert_eq!(games[0].record.tags.get("White"), Some("Ada"));
//! assert_eq!(games[0].record.tree().main_line().count(), 3);
//! assert_eq!(games[0].record.tree().move_count(), 4);
//! assert!(games[0].record.to_string().contains("1. e4 {the usual} 1... e5 (1... c5) 2. Nf3 1-0"));
//! assert_eq!(
//!     games[1].faults[0].to_string(),
//!     "game 2, line 5, column 4, move 1. e5: e5 is not legal in this position \
//!      (the line is kept up to the move before; correct the move)"
//! );
//! # Ok::<(), std::io::Error>(())
//! ```

mod builder;
mod command;
mod comment;
mod doubt;
mod fault;
mod game;
mod lines;
mod nag;
mod number;
mod open_line;
mod reader;
mod record;
mod result;
mod tags;
mod tokens;
mod tree;
mod unread;
mod writer;

pub use command::{Command, EvalCommand, EvalValue};
pub use comment::Comment;
pub use fault::{Fault, FaultKind};
pub use game::RecordGame;
pub use lines::LinePlace;
pub use nag::Nag;
pub use number::MoveNumber;
pub use reader::{Reader, RecordReading, Sighting};
pub use record::Record;
pub use result::GameResult;
pub use tags::{ROSTER, Tags};
pub use tree::{Node, NodeId, Tree, TreeStep};

/// The example of the README is run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadMe;
