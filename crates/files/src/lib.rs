//! Files that survive interruptions, and what belongs to them: journals of long work, files that
//! appear whole or not at all, compressed files, parts of work, locks, checksums, the folders of
//! the user, dates.
//!
//! This crate knows no game, prints nothing and keeps no state. It depends on no other crate of
//! the workspace, so that every one of them may use it.
//!
//! Start at [`Journal`] for work that can be resumed, at [`write_whole`] for everything else that
//! is written to a disk, and at [`read_regular`] for files that others name.

pub mod folders;
pub mod journal;

mod calendar;
mod checksum;
mod compressed;
mod lock;
mod regular;
mod shard;
mod whole;

pub use calendar::{date_text, seconds_since_1970, today};
pub use checksum::checksum;
pub use compressed::{decompressed, without_compression};
pub use journal::{Journal, JournalEntry, JournalError, JournalSettings};
pub use lock::try_lock;
pub use regular::{open_regular, read_regular, read_regular_text, read_to_limit};
pub use shard::{Shard, ShardError};
pub use whole::{FileDraft, write_whole};
