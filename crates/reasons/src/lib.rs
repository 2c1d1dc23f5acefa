//! What is wrong with a move: one vocabulary for everybody who says so.
//!
//! A [`Witness`] is all that is known about a choice: the best move and the one played, each with a
//! score and a line. [`reasons`] makes typed [`Reason`]s of it, and [`ReasonGame::kind`] a
//! [`BlunderKind`] for statistics. The firewall, `check`, `explain`, reviews, audits, the coach and
//! the page all say what these say; they differ in how the witness was searched for. An
//! [`Examiner`] is the engine that does it at full strength.
//!
//! The law of this room: nothing is said that is not proved, by the rules, by an exchange or by a
//! line that was played to its end on the board. Reasons are data, and [`ReasonWords`] come last.
//! The room opens no file but endgame tables, and prints nothing.

mod chess;
mod collect;
mod counter;
mod draughts;
mod examiner;
mod game;
mod kind;
mod material;
pub mod reason;
#[cfg(test)]
mod samples;
mod warning;
mod witness;
mod words;

pub use collect::{makes_unsafe, reasons};
pub use counter::Counter;
pub use draughts::SPREAD as DRAUGHTS_SPREAD;
pub use examiner::{Examiner, last_lines, scored_line};
pub use game::ReasonGame;
pub use kind::BlunderKind;
pub use material::completed;
pub use reason::Reason;
pub use warning::Warning;
pub use witness::{
    Counted, ScoredLine, Witness, end_of, one_ply_earlier, one_ply_later, write_line,
};
pub use words::ReasonWords;
