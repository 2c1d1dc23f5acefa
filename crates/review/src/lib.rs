//! Moves of finished games, judged and explained.
//!
//! [`Analyst`] goes through a game, backwards, with Damier's engine at full strength and makes a
//! [`Review`] of it: plain data that says of every move what it did to the chances ([`judging`]),
//! what sort of error it was, and why ([`damier_reasons`]; in named terms, [`terms`]). Everything
//! that is shown to people is made of a review: words in four languages ([`words`]), annotated
//! records ([`annotated`]), a report for browsers ([`html`]), a summary for terminals
//! ([`summary`]). [`batch`] goes through many games; [`audit`] counts the blunders of players.
//!
//! The law of this room: nothing is said that is not proved. It opens no files but endgame tables,
//! the journals of a batch and the games that it is told to read ([`files`]), and prints nothing.
//! What programs are told is in [`view`].

pub mod analysis;
mod annotate;
pub mod audit;
pub mod batch;
mod chess;
mod draughts;
pub mod files;
mod game;
mod headline;
pub mod html;
pub mod judging;
pub mod review;
#[cfg(test)]
mod samples;
pub mod summary;
pub mod terms;
mod verify;
pub mod view;
pub mod words;

pub use analysis::{Analyst, Budget, Settings};
pub use annotate::annotated;
pub use game::ReviewGame;
pub use review::Review;
pub use words::{Language, Words};
