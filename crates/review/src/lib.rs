//! Moves of finished games, judged and explained.
pub mod audit;
mod chess;
mod draughts;
mod examiner;
pub mod judging;
mod material;
pub mod reason;
mod reasons;
pub mod review;
mod subject;
pub mod terms;
mod witness;

pub use reasons::reasons;
pub use review::Review;
pub use subject::Subject;
pub use witness::{Verdict, Witness};
