//! The library in the same file: collections, heads of games, their texts and reviews. Heads stand
//! apart from texts, so that all of them are read quickly.

use super::{Store, StoreError};
use damier_answers::{Change, Collection, Head, KeptReview, LibraryStore};
use rusqlite::types::FromSqlError;
use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// What the second version of the file has besides the games that are played.
pub(super) const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS collection (
        id INTEGER PRIMARY KEY,
        document TEXT NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS head (
        id INTEGER PRIMARY KEY,
        collection INTEGER NOT NULL,
        document TEXT NOT NULL,
        positions BLOB NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS head_by_collection ON head (collection);
    CREATE TABLE IF NOT EXISTS text (
        game INTEGER PRIMARY KEY,
        document TEXT NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS review (
        game INTEGER PRIMARY KEY,
        engine TEXT NOT NULL,
        nodes INTEGER NOT NULL,
        document TEXT NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS note (
        name TEXT PRIMARY KEY,
        document TEXT NOT NULL
    ) STRICT;";

fn written(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Document(error.to_string()))
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Document(error.to_string()))
}

/// Keys as bytes: most of a head would be their digits.
fn to_bytes(keys: &[u32]) -> Vec<u8> {
    keys.iter().flat_map(|key| key.to_le_bytes()).collect()
}

fn to_head(document: &str, positions: &[u8]) -> Result<Head, StoreError> {
    let mut head: Head = read(document)?;
    let (keys, _) = positions.as_chunks();
    head.keys = keys.iter().map(|key| u32::from_le_bytes(*key)).collect();
    Ok(head)
}

impl From<FromSqlError> for StoreError {
    fn from(error: FromSqlError) -> Self {
        Self::Document(error.to_string())
    }
}

fn read_heads(connection: &Connection, tell: &mut dyn FnMut(Head)) -> Result<(), StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT document, positions FROM head ORDER BY id")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        tell(to_head(row.get_ref(0)?.as_str()?, row.get_ref(1)?.as_blob()?)?);
    }
    Ok(())
}

fn read_head(connection: &Connection, game: u64) -> Result<Option<Head>, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT document, positions FROM head WHERE id = ?1")?;
    let found: Option<(String, Vec<u8>)> =
        statement.query_row([game], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
    found.map(|(document, positions)| to_head(&document, &positions)).transpose()
}

impl Store {
    fn all_collections(&self) -> Result<Vec<Collection>, StoreError> {
        let connection = self.lock();
        let mut statement =
            connection.prepare_cached("SELECT document FROM collection ORDER BY id")?;
        let mut rows = statement.query([])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            found.push(read(row.get_ref(0)?.as_str()?)?);
        }
        Ok(found)
    }

    /// Tells all heads; where the file is damaged, each is read by itself, so that one that cannot
    /// be read does not hide the others.
    fn tell_heads(&self, tell: &mut dyn FnMut(Head)) -> Result<Vec<String>, StoreError> {
        let connection = self.lock();
        if read_heads(&connection, tell).is_ok() {
            return Ok(Vec::new());
        }
        // The index is read without the table.
        let numbers = "SELECT id FROM head INDEXED BY head_by_collection";
        let mut statement = connection.prepare_cached(numbers)?;
        let numbers: Result<Vec<u64>, _> = statement.query_map([], |row| row.get(0))?.collect();
        let mut numbers = numbers?;
        numbers.sort_unstable();
        let mut lost = Vec::new();
        for number in numbers {
            match read_head(&connection, number) {
                Ok(head) => head.into_iter().for_each(&mut *tell),
                Err(error) => lost.push(format!("a game of the library cannot be read: {error}")),
            }
        }
        Ok(lost)
    }

    fn find_text(
        &self,
        query: &str,
        key: impl rusqlite::ToSql,
    ) -> Result<Option<String>, StoreError> {
        let connection = self.lock();
        let mut statement = connection.prepare_cached(query)?;
        Ok(statement.query_row([key], |row| row.get(0)).optional()?)
    }

    fn find_review(&self, game: u64) -> Result<Option<KeptReview>, StoreError> {
        let connection = self.lock();
        let query = "SELECT engine, nodes, document FROM review WHERE game = ?1";
        let mut statement = connection.prepare_cached(query)?;
        let read = |row: &rusqlite::Row<'_>| {
            Ok(KeptReview { engine: row.get(0)?, nodes: row.get(1)?, review: row.get(2)? })
        };
        Ok(statement.query_row([game], read).optional()?)
    }

    fn make_changes(&self, changes: &[Change]) -> Result<(), StoreError> {
        let mut connection = self.lock();
        // What is not committed is taken back when it is dropped.
        let transaction = connection.transaction()?;
        for change in changes {
            make(&transaction, change)?;
        }
        transaction.commit()?;
        Ok(())
    }
}

fn make(connection: &Connection, change: &Change) -> Result<(), StoreError> {
    let run = |query: &str, parameters: &[&dyn rusqlite::ToSql]| {
        connection.prepare_cached(query)?.execute(parameters).map(drop)
    };
    match change {
        Change::SaveCollection(collection) => run(
            "INSERT OR REPLACE INTO collection (id, document) VALUES (?1, ?2)",
            params![collection.id, written(collection)?],
        )?,
        Change::DropCollection(id) => {
            for table in ["text", "review"] {
                let query = format!(
                    "DELETE FROM {table} WHERE game IN (SELECT id FROM head WHERE collection = ?1)"
                );
                run(&query, params![id])?;
            }
            run("DELETE FROM head WHERE collection = ?1", params![id])?;
            run("DELETE FROM collection WHERE id = ?1", params![id])?;
        }
        Change::SaveGame { head, text } => {
            save_head(connection, head)?;
            run(
                "INSERT OR REPLACE INTO text (game, document) VALUES (?1, ?2)",
                params![head.id, text],
            )?;
            run("DELETE FROM review WHERE game = ?1", params![head.id])?;
        }
        Change::SaveHead(head) => save_head(connection, head)?,
        Change::DropGame(id) => {
            run("DELETE FROM head WHERE id = ?1", params![id])?;
            run("DELETE FROM text WHERE game = ?1", params![id])?;
            run("DELETE FROM review WHERE game = ?1", params![id])?;
        }
        Change::SaveReview { game, review } => run(
            "INSERT OR REPLACE INTO review (game, engine, nodes, document)
             VALUES (?1, ?2, ?3, ?4)",
            params![game, review.engine, review.nodes, review.review],
        )?,
        Change::SaveNote { name, text } => run(
            "INSERT OR REPLACE INTO note (name, document) VALUES (?1, ?2)",
            params![name, text],
        )?,
    }
    Ok(())
}

fn save_head(connection: &Connection, head: &Head) -> Result<(), StoreError> {
    let document = written(&Head { keys: Vec::new(), ..head.clone() })?;
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO head (id, collection, document, positions)
             VALUES (?1, ?2, ?3, ?4)",
        )?
        .execute(params![head.id, head.collection, document, to_bytes(&head.keys)])?;
    Ok(())
}

fn in_words<T>(found: Result<T, StoreError>) -> Result<T, String> {
    found.map_err(|error| error.to_string())
}

impl LibraryStore for Store {
    fn collections(&self) -> Result<Vec<Collection>, String> {
        in_words(self.all_collections())
    }

    fn each_head(&self, tell: &mut dyn FnMut(Head)) -> Result<Vec<String>, String> {
        in_words(self.tell_heads(tell))
    }

    fn head(&self, game: u64) -> Result<Option<Head>, String> {
        in_words(read_head(&self.lock(), game))
    }

    fn text(&self, game: u64) -> Result<Option<String>, String> {
        in_words(self.find_text("SELECT document FROM text WHERE game = ?1", game))
    }

    fn review(&self, game: u64) -> Result<Option<KeptReview>, String> {
        in_words(self.find_review(game))
    }

    fn note(&self, name: &str) -> Result<Option<String>, String> {
        in_words(self.find_text("SELECT document FROM note WHERE name = ?1", name))
    }

    fn change(&self, changes: &[Change]) -> Result<(), String> {
        in_words(self.make_changes(changes))
    }
}
