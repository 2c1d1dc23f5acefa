//! Learning from games against oneself: the games, the positions in them, and the trainer.
//!
//! One learner serves both games, which it knows as [`LearnGame`]s, and prints nothing. Start at
//! [`generate`](generate::generate), and go on with [`train`](training::train). Games of other
//! programs come and go through [`transfer`].

mod bytes;
pub mod checkpoint;
pub mod collection;
pub mod file;
pub mod fit;
mod game;
pub mod generate;
mod growth;
pub mod lessons;
pub mod model;
mod record;
pub mod samples;
pub mod trainer;
pub mod training;
pub mod transfer;
pub mod variety;
mod verdicts;

pub use fit::Outcomes;
pub use game::LearnGame;
pub use record::PackedGame;
pub use verdicts::Verdicts;
