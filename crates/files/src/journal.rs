//! The journal of long work: a line of JSON for the settings, then one for each part that is done
//! with, such as a game of a match or the review of a game.
//!
//! Lines are only ever added, each in one write, so work that is interrupted in any way goes on
//! where it was. Reading holds one entry in memory.

use crate::lock::try_lock;
use crate::regular::open_regular;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::error::Error;
use std::fs::{File, OpenOptions};
use std::hash::Hash;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

/// The longest line that is read, in bytes: the review of a game of thousands of moves fits.
const MAX_LINE: u64 = 64 << 20;

/// A line of a journal: one part of the work.
pub trait JournalEntry: Serialize + DeserializeOwned {
    /// The key that marks the first line.
    const MARK: &'static str;
    /// The version of the format.
    const VERSION: u64;
    /// What no two lines share.
    type Id: Eq + Hash;

    /// Whether a number may not come twice. To notice it, all numbers are kept in memory while a
    /// journal is read.
    const IS_UNIQUE: bool = true;

    /// What cannot be true of it, given the settings: journals can be edited.
    fn fault(&self, settings: &JournalSettings) -> Option<String>;

    /// What tells it from all other entries.
    fn id(&self) -> Self::Id;

    /// What messages call it.
    fn name(&self) -> String;
}

/// What may not change if work is to be resumed.
pub type JournalSettings = Map<String, Value>;

/// A journal open for writing.
#[derive(Debug)]
pub struct Journal<E> {
    file: File,
    path: PathBuf,
    entries: PhantomData<fn(E)>,
}

/// A journal that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// Another program writes it.
    #[error("another program is writing the journal {0:?}")]
    Busy(PathBuf),
    /// A line that makes no sense.
    #[error("{path:?} line {line} is no line of such a journal: {reason}")]
    Line {
        /// Which journal.
        path: PathBuf,
        /// Where, counted from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// It was written by another version of this program.
    #[error("the journal {0:?} is of another version of this program; use another file")]
    OtherVersion(PathBuf),
    /// What was to be done with an entry failed.
    #[error(transparent)]
    Receiver(Box<dyn Error + Send + Sync>),
    /// It belongs to other work.
    #[error(
        "the journal {path:?} was begun with other settings: {key} was {was}, now it is {now}; \
         use another file to start anew"
    )]
    OtherSettings {
        /// Which journal.
        path: PathBuf,
        /// The first setting that differs.
        key: String,
        /// Its value in the journal.
        was: String,
        /// Its value now.
        now: String,
    },
}

impl<E: JournalEntry> Journal<E> {
    /// Opens a journal, or begins one, and shows the entries in it.
    pub fn open(
        path: &Path,
        settings: &JournalSettings,
        on_entry: &mut dyn FnMut(E) -> Result<(), JournalError>,
    ) -> Result<Self, JournalError> {
        Self::open_with_places(path, settings, &mut |_, entry| on_entry(entry))
    }

    /// The same, and tells at which byte of the file each entry begins.
    pub fn open_with_places(
        path: &Path,
        settings: &JournalSettings,
        on_entry: &mut dyn FnMut(u64, E) -> Result<(), JournalError>,
    ) -> Result<Self, JournalError> {
        let failed = |reason| JournalError::File { path: path.to_owned(), reason };
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(path).map_err(failed)?;
        if !try_lock(&file) {
            return Err(JournalError::Busy(path.to_owned()));
        }
        let mut has_settings = false;
        let whole = read(
            path,
            &file,
            &mut |first| {
                has_settings = true;
                compare(path, first, settings)
            },
            on_entry,
        )?;
        // The end of a line that was being written when everything stopped.
        if whole < file.metadata().map_err(failed)?.len() {
            file.set_len(whole).map_err(failed)?;
        }
        let mut journal = Self { file, path: path.to_owned(), entries: PhantomData };
        if !has_settings {
            // By hand, so that the mark comes first, whatever the order of the map.
            let rest = Value::from(settings.clone()).to_string();
            journal.write(&format!("{{\"{}\":{},{}", E::MARK, E::VERSION, &rest[1..]))?;
        }
        Ok(journal)
    }

    /// Reads a journal without changing it: its settings, then its entries.
    pub fn read(
        path: &Path,
        on_settings: &mut dyn FnMut(&JournalSettings) -> Result<(), JournalError>,
        on_entry: &mut dyn FnMut(E) -> Result<(), JournalError>,
    ) -> Result<(), JournalError> {
        Self::read_with_places(path, on_settings, &mut |_, entry| on_entry(entry))
    }

    /// The same, and tells at which byte of the file each entry begins.
    pub fn read_with_places(
        path: &Path,
        on_settings: &mut dyn FnMut(&JournalSettings) -> Result<(), JournalError>,
        on_entry: &mut dyn FnMut(u64, E) -> Result<(), JournalError>,
    ) -> Result<(), JournalError> {
        let failed = |reason| JournalError::File { path: path.to_owned(), reason };
        let mut has_settings = false;
        let file = open_regular(path).map_err(failed)?;
        read(
            path,
            &file,
            &mut |settings| {
                has_settings = true;
                on_settings(settings)
            },
            on_entry,
        )?;
        if has_settings { Ok(()) } else { Err(no_settings(path)) }
    }

    /// Adds an entry.
    pub fn add(&mut self, entry: &E) -> Result<(), JournalError> {
        let line = serde_json::to_string(entry).map_err(|error| JournalError::File {
            path: self.path.clone(),
            reason: error.into(),
        })?;
        self.write(&line)
    }

    fn write(&mut self, line: &str) -> Result<(), JournalError> {
        let written = self.file.write_all(format!("{line}\n").as_bytes());
        written
            .and_then(|()| self.file.flush())
            .map_err(|reason| JournalError::File { path: self.path.clone(), reason })
    }
}

/// Reads all whole lines, and returns how many bytes they have.
fn read<E: JournalEntry>(
    path: &Path,
    file: &File,
    on_settings: &mut dyn FnMut(&JournalSettings) -> Result<(), JournalError>,
    on_entry: &mut dyn FnMut(u64, E) -> Result<(), JournalError>,
) -> Result<u64, JournalError> {
    let failed = |reason| JournalError::File { path: path.to_owned(), reason };
    let mut reader = BufReader::new(file);
    let (mut bytes, mut whole) = (Vec::new(), 0);
    let (mut settings, mut known) = (JournalSettings::new(), HashSet::new());
    for line in 1.. {
        let wrong = |reason: String| JournalError::Line { path: path.to_owned(), line, reason };
        bytes.clear();
        reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes).map_err(failed)?;
        if bytes.last() != Some(&b'\n') {
            // A file that never was a journal is left as it is.
            let begins = format!("{{\"{}\"", E::MARK);
            if line == 1 && !bytes.is_empty() && !bytes.starts_with(begins.as_bytes()) {
                return Err(no_settings(path));
            }
            if bytes.len() as u64 == MAX_LINE {
                return Err(wrong(format!("it has more than {MAX_LINE} bytes")));
            }
            break;
        }
        if line == 1 {
            let first: JournalSettings =
                serde_json::from_slice(&bytes).map_err(|error| wrong(error.to_string()))?;
            match first.get(E::MARK) {
                Some(version) if version.as_u64() == Some(E::VERSION) => {
                    on_settings(&first)?;
                    settings = first;
                }
                Some(_) => return Err(JournalError::OtherVersion(path.to_owned())),
                None => return Err(no_settings(path)),
            }
        } else {
            let entry: E =
                serde_json::from_slice(&bytes).map_err(|error| wrong(error.to_string()))?;
            if let Some(fault) = entry.fault(&settings) {
                return Err(wrong(fault));
            }
            if E::IS_UNIQUE && !known.insert(entry.id()) {
                return Err(wrong(format!("{} is there twice", entry.name())));
            }
            on_entry(whole, entry)?;
        }
        whole += bytes.len() as u64;
    }
    Ok(whole)
}

fn no_settings(path: &Path) -> JournalError {
    let reason = "it does not begin with the settings".to_owned();
    JournalError::Line { path: path.to_owned(), line: 1, reason }
}

/// Whether a journal is of the work that is to go on.
fn compare(
    path: &Path,
    first: &JournalSettings,
    settings: &JournalSettings,
) -> Result<(), JournalError> {
    for (key, now) in settings {
        let was = first.get(key).unwrap_or(&Value::Null);
        if was != now {
            return Err(JournalError::OtherSettings {
                path: path.to_owned(),
                key: key.clone(),
                was: was.to_string(),
                now: now.to_string(),
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
