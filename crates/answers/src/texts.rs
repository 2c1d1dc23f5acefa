//! Positions and games as text: what people paste, and what they take away.

mod place;
mod reading;
mod writing;

pub use place::Place;
pub(crate) use place::{Arrival, arrival, is_short, must_be_short, position};
pub(crate) use reading::{Found, guess, kept_record, read};
pub(crate) use writing::{Draft, Written, write};
