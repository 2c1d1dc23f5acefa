//! The journal of a match: a line of JSON for the settings, then one for each finished game.
//!
//! Lines are only ever added, each in one write, so a match that is interrupted in any way goes on
//! where it was.

use crate::record::GameRecord;
use serde_json::{Map, Value};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The key that marks the first line.
const MARK: &str = "damier_arena";

/// A journal open for writing.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

/// A journal that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("cannot use the journal {path:?}: {reason}")]
    File {
        /// Which.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// Somebody else writes it.
    #[error("another match is writing the journal {0:?}")]
    Busy(PathBuf),
    /// A line that makes no sense.
    #[error("{path:?} line {line} is no line of a match journal: {reason}")]
    Line {
        /// Which journal.
        path: PathBuf,
        /// Where, counted from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// It belongs to another match.
    #[error(
        "the journal {path:?} is of a match with other settings: {key} was {was}, now it is {now}; \
         use another file to start anew"
    )]
    OtherMatch {
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

impl Journal {
    /// Opens a journal, or begins one, and returns the games in it.
    pub fn open(
        path: &Path,
        settings: &Map<String, Value>,
    ) -> Result<(Self, Vec<GameRecord>), JournalError> {
        let failed = |reason| JournalError::File { path: path.to_owned(), reason };
        let mut options = OpenOptions::new();
        let mut file = options.read(true).append(true).create(true).open(path).map_err(failed)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(JournalError::Busy(path.to_owned())),
            // A file system without locks is no reason not to play.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |place| place + 1);
        let (games, has_settings) = read(path, &bytes[..whole], settings)?;
        // The end of a line that was being written when everything stopped; but whoever names a file
        // that never was a journal shall not lose it.
        if whole < bytes.len() {
            if !has_settings && !bytes.starts_with(format!("{{\"{MARK}\"").as_bytes()) {
                let reason = "it does not begin with the settings".to_owned();
                return Err(JournalError::Line { path: path.to_owned(), line: 1, reason });
            }
            file.set_len(whole as u64).map_err(failed)?;
            file.seek(SeekFrom::End(0)).map_err(failed)?;
        }
        let mut journal = Self { file, path: path.to_owned() };
        if !has_settings {
            // By hand, so that the mark comes first, whatever the order of the map.
            let rest = Value::from(settings.clone()).to_string();
            journal.write(&format!("{{\"{MARK}\":1,{}", &rest[1..]))?;
        }
        Ok((journal, games))
    }

    /// Adds a game.
    pub fn add(&mut self, game: &GameRecord) -> Result<(), JournalError> {
        let line = serde_json::to_string(game).map_err(|error| JournalError::File {
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

/// The games in the text of a journal, and whether it has its first line.
fn read(
    path: &Path,
    bytes: &[u8],
    settings: &Map<String, Value>,
) -> Result<(Vec<GameRecord>, bool), JournalError> {
    let wrong =
        |line: usize, reason: String| JournalError::Line { path: path.to_owned(), line, reason };
    let text = str::from_utf8(bytes).map_err(|_| wrong(1, "it is not text".to_owned()))?;
    let mut lines = (1..).zip(text.lines());
    let Some((_, first)) = lines.next() else {
        return Ok((Vec::new(), false));
    };
    let first: Value = serde_json::from_str(first).map_err(|error| wrong(1, error.to_string()))?;
    if first.get(MARK) != Some(&Value::from(1)) {
        return Err(wrong(1, "it does not begin with the settings".to_owned()));
    }
    for (key, now) in settings {
        let was = first.get(key).unwrap_or(&Value::Null);
        if was != now {
            return Err(JournalError::OtherMatch {
                path: path.to_owned(),
                key: key.clone(),
                was: was.to_string(),
                now: now.to_string(),
            });
        }
    }
    let games = lines.map(|(line, text)| {
        serde_json::from_str(text).map_err(|error| wrong(line, error.to_string()))
    });
    Ok((games.collect::<Result<_, _>>()?, true))
}
