//! What the page asks, answered by functions that know no server.
//!
//! Games that are played, positions and records as text, analyses, judgements, reviews. The local
//! server (`damier-web`) and the worker in a browser (`damier-browser`) both carry questions to
//! [`Desk::answer`] and answers back; there is one implementation of each. What differs between
//! them stands behind two traits: [`Host`] (time, threads, where searches run) and [`Storage`].
//!
//! Start at [`Desk`]; `lobby` has the games that are being played, `library` the
//! reader's collections, `training` what is learnt from them, [`Task`] everything that thinks.
//! What the room does not do: judge moves itself (the reviewer does, `reviews`), speak HTTP, read
//! the clock of the system, or print.

mod analysis;
mod catalogue;
mod clocks;
mod desk;
mod errors;
mod events;
mod game;
mod host;
mod library;
mod live_game;
mod lobby;
mod manners;
#[cfg(test)]
mod no_shelf;
mod play;
mod reviews;
mod rule_errors;
mod seats;
mod store;
mod tasks;
mod texts;
mod training;
mod views;

pub use analysis::Question as AnalysisQuestion;
pub use desk::{Answer, Desk, Question, methods};
pub use errors::Problem;
pub use events::{Event, EventStream};
pub use host::{Host, Later, Performed, Tell};
pub use library::{
    Change, Chore, Collection, Head, KeptReview, LibraryStore, ReviewPlan, SourceFile,
};
pub use reviews::{Candidate, Submission};
pub use rule_errors::RuleError;
pub use seats::Opponent;
#[cfg(target_family = "wasm")]
pub use seats::give_random_numbers;
pub use store::{GameStore, LISTED, Listed, Row, Storage};
pub use tasks::{Effort, Lane, Left, Shelf, Task};
pub use texts::Place;
pub use training::{Attempt, Suspicion};

/// Whether a game that is kept like this can be opened.
pub fn can_be_opened(row: &Row) -> bool {
    live_game::read(row).and_then(live_game::open).is_ok()
}
