//! Numbers of engines, found by playing games: SPSA, simultaneous perturbation stochastic
//! approximation, over the options of any program that speaks UCI or Hub.
//!
//! In each iteration every number is moved a little, up or down by chance. The engine with these
//! values plays some pairs of games against the engine with each number moved the other way, and
//! all numbers follow the winner by a small step. An iteration with a hundred numbers takes no more
//! games than one with a single number.
//!
//! The games are the arena's: openings, referee, players. This room decides what is tried and what
//! is learnt from it, and keeps the journal. It prints nothing and draws nothing.
//!
//! Start at [`Tuning::run`]. [`Spsa`] is plain mathematics, [`Course`] what the games say so far,
//! [`parameter`] what can be tuned and how it is written.

mod course;
mod journal;
pub mod parameter;
mod spsa;
mod tuning;

pub use course::{Course, CourseTally};
pub use journal::{TuneGame, read_journal};
pub use parameter::{NumberKind, Parameter, ParameterError, Request};
pub use spsa::{Spsa, Trial};
pub use tuning::{TuneError, Tuning, declared_options};
