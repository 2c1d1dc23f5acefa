//! Networks that become stronger one generation after the other.
//!
//! A generation plays games with the champion, trains a candidate on them, and lets it play the
//! champion; if it is better it becomes the champion. Everything lies in one folder, so that a run
//! that ends in any way goes on where it was. Start at [`run`].
//!
//! This room knows how the parts follow each other. Games and training are in `damier-learn`,
//! matches in `damier-arena`; it prints nothing.

mod diary;
mod error;
mod run;
mod settings;

pub use diary::{Diary, Generation, MatchScore};
pub use error::GenerationError;
pub use run::{Event, GenerationGame, RunPhase, RunPlan, run};
pub use settings::{GameSettings, SettingError, Settings, TrainingSettings, TrialSettings};
