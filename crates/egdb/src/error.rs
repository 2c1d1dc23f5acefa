//! What can be wrong with tables on disk.

use crate::class::Class;
use std::io;
use std::path::PathBuf;

/// Tables that cannot be read or written; the text says which file and what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No tables at all.
    #[error(
        "{folder:?} has no endgame tables, {file} is missing; make them with: \
         damier egdb build --path {folder:?}"
    )]
    Missing {
        /// Where they were looked for.
        folder: PathBuf,
        /// The first file that is not there.
        file: String,
    },
    /// The system refuses.
    #[error("cannot use {path:?}: {reason}")]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// Another kind of file.
    #[error("{path:?} is no endgame table of Damier; move it away and build again")]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// A file of another version of the format.
    #[error(
        "{path:?} has format {found}, but this program reads {expected}; delete it and build again"
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The version that this program reads.
        expected: u32,
    },
    /// A file that ends too early or goes on too long.
    #[error("{path:?} has {found} bytes instead of {expected}; delete it and build again")]
    Length {
        /// The file.
        path: PathBuf,
        /// Bytes it should have.
        expected: u64,
        /// Bytes it has.
        found: u64,
    },
    /// The content is not what was written.
    #[error("{path:?} is damaged: {what}; delete it and build again")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// How that shows.
        what: &'static str,
    },
    /// The file is of other material than its name says.
    #[error("{path:?} holds {found}, not what its name says; delete it and build again")]
    Renamed {
        /// The file.
        path: PathBuf,
        /// Material it holds.
        found: Class,
    },
}
