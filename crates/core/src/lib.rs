//! Words that both games share, and the one trait that describes a game.
//!
//! This crate knows neither chess nor draughts, searches nothing, evaluates nothing, reads no
//! clock, asks nothing of the system and prints nothing. What lives here is needed by at least two
//! rooms that must not know each other.
//!
//! Start at [`Rules`]; [`Game`] adds the history that a single position cannot know, and [`perft`]
//! counts move paths, which is how a rules crate proves itself. [`Evaluate`] is the seam between
//! searches and what judges positions.

pub mod game;
pub mod perft;
pub mod random;

mod apportion;
mod depth;
mod evaluate;
mod fen;
mod hint;
mod listener;
mod outcome;
mod rules;
mod score;
mod shortened;
mod side;
mod square_set;
mod window;

pub use apportion::apportion;
pub use depth::{Depth, Ply};
pub use evaluate::{Evaluate, TermsOrNetwork};
pub use fen::{FenTextError, check_fen_text};
pub use game::Game;
pub use hint::MoveHint;
pub use listener::Listener;
pub use outcome::{Ending, Outcome};
pub use rules::{IllegalMove, Rules};
pub use score::Score;
pub use shortened::shortened;
pub use side::Side;
pub use window::Window;
