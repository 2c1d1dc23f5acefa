//! Learning from games against oneself: the games, the positions in them, and the trainer.
//!
//! One learner serves both games. It knows rules and engines through the arena's
//! [`Sport`](damier_arena::Sport) and prints nothing. Start at [`generate`](generate::generate).

mod bytes;
pub mod checkpoint;
pub mod collection;
pub mod file;
pub mod fit;
pub mod generate;
pub mod model;
mod record;
pub mod samples;
mod subject;
pub mod trainer;

pub use record::Record;
pub use subject::Subject;
