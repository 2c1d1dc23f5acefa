//! The rules of chess and Chess960.
//!
//! Everything here is true of every game of chess: nothing is evaluated or
//! searched, no clock is read, nothing is printed. Observers (a network's inputs, say) are told
//! what a move changes through [`Listener`](damier_core::Listener); this crate never imports them.
//!
//! Start at [`Position`]:
//!
//! ```
//! use damier_chess::Position;
//!
//! let mut position = Position::start();
//! let mv = position.read_san("e4")?;
//! position.play(mv);
//! assert_eq!(position.legal_moves().len(), 20);
//! # Ok::<(), damier_chess::MoveError>(())
//! ```

pub mod attacks;

mod bitboard;
mod castling;
mod check;
mod chess960;
mod diagram;
mod ending;
mod epd;
mod exchange;
mod fen;
mod generate;
mod material;
mod moves;
mod piece;
mod play;
mod position;
mod rules;
mod san;
mod square;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use castling::{CastlingRights, Wing};
pub use check::Checks;
pub use damier_core::{FenTextError, Side};
pub use ending::Ending;
pub use epd::{Epd, EpdError, Operation};
pub use exchange::ClassicScore;
pub use fen::{FenError, START_FEN};
pub use generate::Kind;
pub use material::Material;
pub use moves::{Move, MoveKind, MoveList};
pub use piece::{Piece, Role};
pub use position::Position;
pub use san::{CastlingStyle, MoveError};
pub use square::{File, Rank, Square};

/// The example of the README is run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadMe;
