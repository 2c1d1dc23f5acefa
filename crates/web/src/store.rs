//! Where games are kept: one SQLite file in the user's data folder.
//!
//! A game is written after every move, so whatever happens to the server loses nothing but the
//! thought that was under way. The store knows no rules: a game is a document that `live_game` reads.

use rusqlite::{Connection, OptionalExtension, params};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

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
    /// The database complains.
    #[error("{0}")]
    Database(#[from] rusqlite::Error),
}

/// The version of the tables.
const VERSION: i64 = 1;
/// The newest games that a list shows.
const LISTED: i64 = 200;

/// The games of a user.
pub struct Store {
    connection: Mutex<Connection>,
}

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) id: String,
    pub(crate) created: u64,
    pub(crate) updated: u64,
    pub(crate) document: String,
}

impl Store {
    /// The games in a folder, which is made if it is not there.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        std::fs::create_dir_all(folder)
            .map_err(|reason| StoreError::Folder { path: folder.to_owned(), reason })?;
        let path = folder.join("games.sqlite");
        let opened = Connection::open(&path).and_then(|connection| {
            // A server that is just ending needs a moment.
            connection.busy_timeout(std::time::Duration::from_secs(2))?;
            connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
            connection.pragma_update(None, "journal_mode", "WAL")?;
            connection.pragma_update(None, "synchronous", "NORMAL")?;
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
        Self::prepare(connection)
    }

    /// Games that are forgotten when the server ends.
    pub fn in_memory() -> Result<Self, StoreError> {
        Self::prepare(Connection::open_in_memory()?)
    }

    fn prepare(connection: Connection) -> Result<Self, StoreError> {
        connection.execute_batch(
            "CREATE TABLE IF NOT EXISTS game (
                 id TEXT PRIMARY KEY,
                 created INTEGER NOT NULL,
                 updated INTEGER NOT NULL,
                 document TEXT NOT NULL
             ) STRICT;
             CREATE INDEX IF NOT EXISTS game_by_time ON game (updated);",
        )?;
        connection.pragma_update(None, "user_version", VERSION)?;
        Ok(Self { connection: Mutex::new(connection) })
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

    /// The newest games, the last one first.
    pub(crate) fn list(&self) -> Result<Vec<Row>, StoreError> {
        let connection = self.lock();
        let mut statement = connection.prepare_cached(
            "SELECT id, created, updated, document FROM game
             ORDER BY updated DESC, created DESC, id LIMIT ?1",
        )?;
        let rows = statement.query_map([LISTED], read)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Has every write fail, as a full disk does.
    #[cfg(test)]
    pub(crate) fn refuse_writes(&self, refuse: bool) {
        self.lock().pragma_update(None, "query_only", refuse).unwrap();
    }

    /// Forgets a game; says whether it was there.
    pub(crate) fn delete(&self, id: &str) -> Result<bool, StoreError> {
        Ok(self.lock().execute("DELETE FROM game WHERE id = ?1", [id])? > 0)
    }
}

fn read(row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
    Ok(Row { id: row.get(0)?, created: row.get(1)?, updated: row.get(2)?, document: row.get(3)? })
}
