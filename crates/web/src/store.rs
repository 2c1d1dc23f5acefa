//! Where games are kept: one SQLite file in the user's data folder.
//!
//! A game is written with every move, and is on the disk before the move is acknowledged: whatever
//! happens to the server, or to the current, loses nothing but the thought that was under way.
//! Where the file is damaged, what can be read is. The store knows no rules: a game is a document
//! that `damier-answers` reads. `library` has the games that the reader collects.

mod library;
#[cfg(test)]
mod tests;

use damier_answers::{GameStore, LISTED, Listed, Row};
use rusqlite::{Connection, OptionalExtension, params};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tracing::{error, info};

/// Why games cannot be kept or found.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The folder cannot be made.
    #[error("cannot make the folder {}: {reason}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        reason: std::io::Error,
    },
    /// The file is of a later version of the program.
    #[error(
        "{} was written by a newer damier (format {found}, this one knows {VERSION})",
        path.display()
    )]
    TooNew {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i64,
    },
    /// Another server has it open: two would overwrite each other's games.
    #[error(
        "another damier serve uses {}; end it, or name another folder with --data",
        path.display()
    )]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// Something in the library cannot be read or written.
    #[error("something in the library is damaged: {0}")]
    Document(String),
    /// The database complains.
    #[error("{0}")]
    Database(#[from] rusqlite::Error),
}

/// The name of the file in the folder of the user.
pub(crate) const FILE: &str = "games.sqlite";
/// The version of the tables: the first had only the games that are played.
const VERSION: i64 = 2;

/// The games of a user.
pub struct Store {
    connection: Mutex<Connection>,
    /// Whether the last game could not be written: what is tried again every second is told once.
    is_failing: AtomicBool,
}

impl Store {
    /// The games in a folder, which is made if it is not there.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        std::fs::create_dir_all(folder)
            .map_err(|reason| StoreError::Folder { path: folder.to_owned(), reason })?;
        let path = folder.join(FILE);
        let opened = Connection::open(&path).and_then(|connection| {
            // A server that is just ending needs a moment.
            connection.busy_timeout(std::time::Duration::from_secs(2))?;
            connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
            connection.pragma_update(None, "journal_mode", "WAL")?;
            connection.pragma_update(None, "synchronous", "FULL")?;
            let found = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
            Ok((connection, found))
        });
        let (connection, found): (Connection, i64) = match opened {
            Err(rusqlite::Error::SqliteFailure(error, _))
                if error.code == rusqlite::ErrorCode::DatabaseBusy =>
            {
                return Err(StoreError::InUse { path });
            }
            opened => opened?,
        };
        if found > VERSION {
            return Err(StoreError::TooNew { path, found });
        }
        Self::bring_up_to_date(connection)
    }

    /// Games that are forgotten when the server ends.
    pub fn in_memory() -> Result<Self, StoreError> {
        Self::bring_up_to_date(Connection::open_in_memory()?)
    }

    /// Makes the tables that an older version did not have. Documents of older versions are read as
    /// they are: a new field of one has a default (`#[serde(default)]`).
    fn bring_up_to_date(connection: Connection) -> Result<Self, StoreError> {
        connection.execute_batch(
            "CREATE TABLE IF NOT EXISTS game (
                 id TEXT PRIMARY KEY,
                 created INTEGER NOT NULL,
                 updated INTEGER NOT NULL,
                 document TEXT NOT NULL
             ) STRICT;
             CREATE INDEX IF NOT EXISTS game_by_time ON game (updated);",
        )?;
        connection.execute_batch(library::TABLES)?;
        connection.pragma_update(None, "user_version", VERSION)?;
        Ok(Self { connection: Mutex::new(connection), is_failing: AtomicBool::new(false) })
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn save(&self, row: &Row) -> Result<(), StoreError> {
        self.lock()
            .prepare_cached(
                "INSERT INTO game (id, created, updated, document) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (id) DO UPDATE SET updated = excluded.updated,
                document = excluded.document",
            )?
            .execute(params![row.id, row.created, row.updated, row.document])?;
        Ok(())
    }

    pub(crate) fn load(&self, id: &str) -> Result<Option<Row>, StoreError> {
        let connection = self.lock();
        let mut statement = connection
            .prepare_cached("SELECT id, created, updated, document FROM game WHERE id = ?1")?;
        Ok(statement.query_row([id], read).optional()?)
    }

    /// The newest games. Each is read by itself, so that one that cannot be does not hide others.
    pub(crate) fn list(&self) -> Result<Listed, StoreError> {
        let connection = self.lock();
        // The index is read without the table, so that a damaged page there does not matter here.
        let by_time = "SELECT rowid FROM game INDEXED BY game_by_time
             ORDER BY updated DESC, rowid DESC LIMIT ?1";
        let (mut numbers, mut trouble) = (Vec::new(), None);
        let mut statement = connection.prepare_cached(by_time)?;
        for number in statement.query_map([LISTED as i64], |row| row.get::<_, i64>(0))? {
            match number {
                Ok(number) => numbers.push(number),
                Err(error) => trouble = Some(error),
            }
        }
        let mut names = HashMap::new();
        let mut listed = Listed::default();
        if let Some(error) = trouble {
            // The other index leads to all games too, though in another order.
            names = names_of(&connection)?;
            if names.is_empty() {
                return Err(error.into());
            }
            numbers = names.keys().copied().collect();
        }
        let mut statement = connection
            .prepare_cached("SELECT id, created, updated, document FROM game WHERE rowid = ?1")?;
        let mut lost = Vec::new();
        for number in numbers {
            match statement.query_row([number], read) {
                Ok(row) => listed.rows.push(row),
                Err(error) => lost.push((number, error)),
            }
        }
        if !lost.is_empty() && names.is_empty() {
            names = names_of(&connection).unwrap_or_default();
        }
        listed.unreadable = lost
            .into_iter()
            .map(|(number, error)| match names.get(&number) {
                Some(id) => format!("the game {id} cannot be read: {error}"),
                None => format!("a game cannot be read: {error}"),
            })
            .collect();
        listed.rows.sort_by_key(|row| std::cmp::Reverse(row.updated));
        listed.rows.truncate(LISTED);
        Ok(listed)
    }

    /// Forgets a game; says whether it was there.
    pub(crate) fn delete(&self, id: &str) -> Result<bool, StoreError> {
        Ok(self.lock().execute("DELETE FROM game WHERE id = ?1", [id])? > 0)
    }
}

impl GameStore for Store {
    fn save(&self, row: &Row) -> Result<(), String> {
        let saved = Self::save(self, row);
        match (&saved, self.is_failing.swap(saved.is_err(), Ordering::Relaxed)) {
            (Err(error), false) => error!(game = row.id, %error, "games cannot be written"),
            (Ok(()), true) => info!("games can be written again"),
            _ => {}
        }
        saved.map_err(|error| error.to_string())
    }

    fn load(&self, id: &str) -> Result<Option<Row>, String> {
        Self::load(self, id).map_err(|error| error.to_string())
    }

    fn list(&self) -> Result<Listed, String> {
        Self::list(self).map_err(|error| error.to_string())
    }

    fn delete(&self, id: &str) -> Result<bool, String> {
        Self::delete(self, id).map_err(|error| error.to_string())
    }
}

/// The names of all games by their number in the table, by an index that has nothing else.
fn names_of(connection: &Connection) -> Result<HashMap<i64, String>, rusqlite::Error> {
    let by_name = "SELECT rowid, id FROM game INDEXED BY sqlite_autoindex_game_1";
    let mut statement = connection.prepare_cached(by_name)?;
    let names = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    names.collect()
}

fn read(row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
    Ok(Row { id: row.get(0)?, created: row.get(1)?, updated: row.get(2)?, document: row.get(3)? })
}
