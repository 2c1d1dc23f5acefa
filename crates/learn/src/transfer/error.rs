//! What cannot be brought over, and what is left out.

use crate::file::GamesFileError;
use std::fmt;
use std::io;
use std::path::PathBuf;

/// Something in a file that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransferFault {
    /// The file.
    pub path: PathBuf,
    /// Where in it and what is wrong.
    pub words: String,
}

impl fmt::Display for TransferFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.words)
    }
}

/// Why games could not be brought from one format to another. No file was written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TransferError {
    /// A file of games of our own.
    #[error(transparent)]
    Games(#[from] GamesFileError),
    /// The system refuses.
    #[error("{}: {reason}", path.display())]
    System {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// There is a file with the name of the one to be written.
    #[error("{}: there is such a file already; choose another name or remove it", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// Something cannot be read.
    #[error("{0}")]
    Fault(TransferFault),
    /// There is nothing in the files that could be kept.
    #[error("{}: nothing to keep{}", path.display(), left_out.in_brackets())]
    Nothing {
        /// The first of them.
        path: PathBuf,
        /// What was found.
        left_out: LeftOut,
    },
    /// The caller said stop.
    #[error("stopped")]
    Stopped,
}

/// What was read well but cannot be kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Games whose result is not known.
    pub without_result: u64,
    /// Games without a score.
    pub without_scores: u64,
    /// Positions in which the game is over.
    pub over: u64,
    /// Games and positions that could not be read.
    pub faults: u64,
}

impl LeftOut {
    fn in_brackets(self) -> String {
        match self.to_string() {
            text if text.is_empty() => text,
            text => format!(" ({text})"),
        }
    }
}

/// A list of what there is; nothing if nothing was left out.
impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let parts = [
            (self.without_result, "without a result"),
            (self.without_scores, "without scores"),
            (self.over, "with the game over"),
            (self.faults, "unreadable"),
        ];
        let parts: Vec<String> = parts
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, words)| format!("{count} {words}"))
            .collect();
        f.write_str(&parts.join(", "))
    }
}
