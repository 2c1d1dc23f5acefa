//! Endgame tables of international draughts: who wins with few pieces left.
//!
//! [`Build`] makes them, [`Tables`] answers from them, [`Distances`] counts plies to the end in
//! memory, [`verify`] compares them with a search that knows nothing of them. Nothing is printed
//! and nothing is evaluated here; verdicts are exact, but know no clock: the draw rules and
//! repetition are left to the player.
//!
//! ```no_run
//! use damier_draughts::Position;
//! use damier_egdb::{Tables, Wdl};
//!
//! let tables = Tables::open("tables".as_ref())?;
//! let position = Position::from_fen("W:WK1,K7,K18:BK35")?;
//! assert_eq!(tables.probe(&position), Some(Wdl::Win));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod builder;
mod class;
mod distances;
mod error;
mod file;
mod folder;
mod index;
mod solver;
mod table;
mod tables;
pub mod verify;
mod wdl;

pub use builder::{Build, BuildProgress};
pub use class::{Class, ClassError, Force, MAX_PIECES};
pub use distances::{Distances, DrawRules};
pub use error::Error;
pub use folder::default_folder;
pub use table::WdlCounts;
pub use tables::Tables;
pub use wdl::{Outlook, Wdl};
