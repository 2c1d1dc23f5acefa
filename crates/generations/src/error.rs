//! What can be wrong with a run.

use crate::settings::SettingError;
use damier_arena::ArenaError;
use damier_arena::pace::PaceError;
use damier_learn::generate::GenerateError;
use damier_learn::training::TrainError;
use std::io;
use std::path::{Path, PathBuf};

/// Why a run cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GenerationError {
    /// The settings make no sense.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// Another run uses the folder.
    #[error("{}: another run is at work in this folder", .0.display())]
    Busy(PathBuf),
    /// The diary is not one.
    #[error("{}: {reason}", path.display())]
    Diary {
        /// Its path.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The system refuses.
    #[error("{}: {reason}", path.display())]
    System {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// The first network is none of this game.
    #[error("{}: {reason}", path.display())]
    Network {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: damier_nnue::NetworkError,
    },
    /// The games.
    #[error(transparent)]
    Games(#[from] GenerateError),
    /// The training.
    #[error(transparent)]
    Training(#[from] TrainError),
    /// A match.
    #[error(transparent)]
    Match(#[from] ArenaError),
    /// The pace of a match.
    #[error(transparent)]
    Pace(#[from] PaceError),
}

/// What the system says about a file.
pub(crate) fn refused(path: &Path, reason: io::Error) -> GenerationError {
    GenerationError::System { path: path.to_owned(), reason }
}
