//! The rules of international draughts, on 10x10 squares.
//!
//! Everything here is true of every game of draughts: nothing is evaluated or
//! searched, no clock is read, nothing is printed. Observers (a network's inputs, say) are told
//! what a move changes through [`Listener`](damier_core::Listener); this crate never imports them.
//!
//! Start at [`Position`]:
//!
//! ```
//! use damier_draughts::Position;
//!
//! let mut position = Position::start();
//! let mv = position.read_move("32-28")?;
//! position.play(mv);
//! assert_eq!(position.legal_moves().len(), 9);
//! # Ok::<(), damier_draughts::MoveError>(())
//! ```

mod bitboard;
mod captures;
mod clocks;
mod compact;
mod diagram;
mod ending;
mod fen;
mod generate;
mod moves;
mod notation;
mod path;
mod piece;
mod play;
mod position;
mod rays;
mod rules;
mod setup;
mod square;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use clocks::Clocks;
pub use compact::CompactError;
pub use damier_core::{FenTextError, Side};
pub use ending::Ending;
pub use fen::{FenError, START_FEN};
pub use moves::{IntoMoves, Move, MoveList};
pub use notation::MoveError;
pub use piece::{Piece, Role};
pub use position::Position;
pub use square::{Direction, Square};

/// The example of the README is run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadMe;
