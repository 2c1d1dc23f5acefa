//! The journal of long work: a line of JSON for the settings, then one for each game that is done
//! with.
//!
//! Lines are only ever added, each in one write, so work that is interrupted in any way goes on
//! where it was. Reading holds one game in memory. Matches keep theirs in it, and so do reviews of
//! files.

use crate::game_file::GameFileError;
use crate::record::GameRecord;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::hash::Hash;
use std::io::{self, BufRead, BufReader, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// What a journal is about: a line of it.
pub trait Entry: Serialize + DeserializeOwned {
    /// The key that marks the first line,
    const MARK: &'static str;
    /// and the version of the format.
    const VERSION: u64;
    /// What no two lines share.
    type Id: Eq + Hash;

    /// What cannot be, given the settings.
    fn fault(&self, settings: &Settings) -> Option<String>;

    /// What tells it from all others.
    fn id(&self) -> Self::Id;

    /// What it is called.
    fn name(&self) -> String;
}

impl Entry for GameRecord {
    const MARK: &'static str = "damier_arena";
    const VERSION: u64 = 2;
    type Id = (u64, bool);

    fn fault(&self, settings: &Settings) -> Option<String> {
        let players = settings.get(NAMES).and_then(Value::as_array).map_or(0, Vec::len);
        self.fault(players)
    }

    fn id(&self) -> (u64, bool) {
        (self.pair, self.is_first_of_pair())
    }

    fn name(&self) -> String {
        format!("a game of pair {}", self.pair)
    }
}

/// How often a lock is tried, and how far apart.
const LOCK_TRIES: usize = 20;
const LOCK_PAUSE: Duration = Duration::from_millis(50);

/// The setting that names the players.
pub(crate) const NAMES: &str = "names";

/// What may not change if work is to be resumed.
pub type Settings = Map<String, Value>;

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
    #[error("cannot use the journal {path:?}: {reason}")]
    File {
        /// Which.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// Somebody else writes it.
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
    /// What was made of a game cannot be kept.
    #[error(transparent)]
    Games(#[from] GameFileError),
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

impl<E: Entry> Journal<E> {
    /// Opens a journal, or begins one, and shows the games in it.
    pub fn open(
        path: &Path,
        settings: &Settings,
        on_game: &mut dyn FnMut(E) -> Result<(), JournalError>,
    ) -> Result<Self, JournalError> {
        let failed = |reason| JournalError::File { path: path.to_owned(), reason };
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(path).map_err(failed)?;
        lock(&file, path)?;
        let mut has_settings = false;
        let whole = read(
            path,
            &file,
            &mut |first| {
                has_settings = true;
                compare(path, first, settings)
            },
            on_game,
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

    /// Reads a journal without changing it: its settings, then its games.
    pub fn read(
        path: &Path,
        on_settings: &mut dyn FnMut(&Settings) -> Result<(), JournalError>,
        on_game: &mut dyn FnMut(E) -> Result<(), JournalError>,
    ) -> Result<(), JournalError> {
        let failed = |reason| JournalError::File { path: path.to_owned(), reason };
        let mut has_settings = false;
        let file = File::open(path).map_err(failed)?;
        read(
            path,
            &file,
            &mut |settings| {
                has_settings = true;
                on_settings(settings)
            },
            on_game,
        )?;
        if has_settings { Ok(()) } else { Err(no_settings(path)) }
    }

    /// Adds a game.
    pub fn add(&mut self, game: &E) -> Result<(), JournalError> {
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

/// Makes sure that nobody else writes. A process that is just being started holds the locks of the
/// one that starts it for a moment, so a lock is tried for a while.
fn lock(file: &File, path: &Path) -> Result<(), JournalError> {
    for _ in 0..LOCK_TRIES {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => thread::sleep(LOCK_PAUSE),
            // A file system without locks is no reason not to play.
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(()),
        }
    }
    Err(JournalError::Busy(path.to_owned()))
}

/// Reads all whole lines, and returns how many bytes they have.
fn read<E: Entry>(
    path: &Path,
    file: &File,
    on_settings: &mut dyn FnMut(&Settings) -> Result<(), JournalError>,
    on_game: &mut dyn FnMut(E) -> Result<(), JournalError>,
) -> Result<u64, JournalError> {
    let failed = |reason| JournalError::File { path: path.to_owned(), reason };
    let mut reader = BufReader::new(file);
    let (mut bytes, mut whole) = (Vec::new(), 0);
    let (mut settings, mut known) = (Settings::new(), HashSet::new());
    for line in 1.. {
        let wrong = |reason: String| JournalError::Line { path: path.to_owned(), line, reason };
        bytes.clear();
        reader.read_until(b'\n', &mut bytes).map_err(failed)?;
        if bytes.last() != Some(&b'\n') {
            // Whoever names a file that never was a journal shall not lose it.
            let begins = format!("{{\"{}\"", E::MARK);
            if line == 1 && !bytes.is_empty() && !bytes.starts_with(begins.as_bytes()) {
                return Err(no_settings(path));
            }
            break;
        }
        if line == 1 {
            let first: Settings =
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
            let game: E =
                serde_json::from_slice(&bytes).map_err(|error| wrong(error.to_string()))?;
            if let Some(fault) = game.fault(&settings) {
                return Err(wrong(fault));
            }
            if !known.insert(game.id()) {
                return Err(wrong(format!("{} is there twice", game.name())));
            }
            on_game(game)?;
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
fn compare(path: &Path, first: &Settings, settings: &Settings) -> Result<(), JournalError> {
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
