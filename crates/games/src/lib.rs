//! The two games with their engines: everything above this room asks here what a game is.
//!
//! [`GameKind`] says which game, [`with_game!`] is the one place where a kind becomes a type, and
//! [`EngineGame`] is what every room above needs of a game: its engine, its endgame tables, its
//! openings. A room that needs more has a trait of its own
//! (`ReasonGame`, `OpponentGame`, `ArenaGame`, `LearnGame`, `ReviewGame`, `PageGame`) and adds only
//! that.
//!
//! This room knows no protocol, no profile and no match, opens only the files that it is told to,
//! and prints nothing.

mod chess;
mod draughts;
mod game;
mod kind;
pub mod openings;

pub use game::{BookMoves, EngineGame, FileError, Term};
pub use kind::GameKind;

/// A position of chess, as [`with_game!`] names it.
pub type Chess = damier_chess::Position;
/// A position of draughts, as [`with_game!`] names it.
pub type Draughts = damier_draughts::Position;
