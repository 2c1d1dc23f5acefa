//! Whether the games of a user are in order: looks at the database and changes none of it.

use crate::store::{FILE, StoreError};
use damier_answers::Row;
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The most faults of the database that are told; one damaged page can cause hundreds.
const MOST_FAULTS: usize = 10;

/// What was found in the database of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreReport {
    /// The file.
    pub path: PathBuf,
    /// Games of which the database knows, the damaged ones included.
    pub games: usize,
    /// The names of those that the page cannot open.
    pub damaged: Vec<String>,
    /// What the database says is wrong with the file, in its own words.
    pub faults: Vec<String>,
}

impl StoreReport {
    /// Looks at the games in a folder; `None` if no game was ever kept there.
    pub fn of(folder: &Path) -> Result<Option<Self>, StoreError> {
        let path = folder.join(FILE);
        if !path.exists() {
            return Ok(None);
        }
        let connection = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        connection.busy_timeout(Duration::from_secs(2))?;
        let faults = match faults_of(&connection) {
            Ok(faults) => faults,
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                return Err(StoreError::InUse { path });
            }
            Err(error) => return Err(error.into()),
        };
        let mut report = Self { path, games: 0, damaged: Vec::new(), faults };
        if let Err(error) = report.look_at_games(&connection) {
            report.note(&error);
        }
        Ok(Some(report))
    }

    fn look_at_games(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        let mut statement = connection.prepare("SELECT id FROM game")?;
        let mut documents = connection.prepare("SELECT document FROM game WHERE id = ?1")?;
        let mut ids = statement.query([])?;
        while let Some(row) = ids.next()? {
            let id: String = row.get(0)?;
            self.games += 1;
            let found = documents.query_row([&id], |row| row.get(0));
            let is_whole = match found {
                Ok(document) => can_be_opened(&id, document),
                Err(error) => {
                    self.note(&error);
                    false
                }
            };
            if !is_whole {
                self.damaged.push(id);
            }
        }
        Ok(())
    }

    fn note(&mut self, error: &rusqlite::Error) {
        let words = error.to_string();
        if self.faults.len() < MOST_FAULTS && !self.faults.contains(&words) {
            self.faults.push(words);
        }
    }
}

/// Whether the page can open a game that is kept like this.
fn can_be_opened(id: &str, document: String) -> bool {
    let row = Row { id: id.to_owned(), created: 0, updated: 0, document };
    damier_answers::can_be_opened(&row)
}

/// What the integrity check of the database finds; nothing if all is well.
fn faults_of(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut faults = Vec::new();
    let result = connection.pragma(None, "integrity_check", MOST_FAULTS as i64, |row| {
        let words: String = row.get(0)?;
        if words != "ok" {
            faults.extend(words.lines().map(str::to_owned));
        }
        Ok(())
    });
    match result {
        // It gives up where it finds nothing but damage.
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt) => {
            faults.push(error.to_string());
        }
        result => result?,
    }
    Ok(faults)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;
    use std::fs;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let name = format!("damier-checkup-{name}-{}", std::process::id());
            let path = std::env::temp_dir().join(name);
            let _ = fs::remove_dir_all(&path);
            fs::create_dir_all(&path).unwrap();
            Self(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    /// Keeps games of this document.
    fn fill(folder: &Folder, documents: &[&str]) -> Store {
        let store = Store::open(&folder.0).unwrap();
        for (number, document) in documents.iter().enumerate() {
            let id = format!("game{number}");
            let document = (*document).to_owned();
            store.save(&Row { id, created: 1, updated: 2, document }).unwrap();
        }
        store
    }

    fn report(folder: &Folder) -> StoreReport {
        StoreReport::of(&folder.0).unwrap().unwrap()
    }

    const WHOLE: &str = r#"{"game":"chess","seats":[{"kind":"human"},{"kind":"human"}]}"#;

    #[test]
    fn a_folder_without_games_has_no_report() {
        let folder = Folder::new("none");
        assert_eq!(StoreReport::of(&folder.0).unwrap(), None);
    }

    #[test]
    fn games_are_counted_and_those_that_cannot_be_opened_are_named() {
        let folder = Folder::new("counted");
        drop(fill(&folder, &[WHOLE, WHOLE, "{}"]));
        let report = report(&folder);
        assert_eq!((report.games, report.faults.as_slice()), (3, &[][..]));
        assert_eq!(report.damaged, ["game2"]);
    }

    #[test]
    fn a_server_that_runs_is_not_disturbed() {
        let folder = Folder::new("used");
        let store = fill(&folder, &[WHOLE]);
        assert!(matches!(StoreReport::of(&folder.0), Err(StoreError::InUse { .. })));
        drop(store);
        assert_eq!(report(&folder).games, 1);
    }

    #[test]
    fn damaged_pages_are_told_and_left_as_they_are() {
        let folder = Folder::new("damaged");
        let long = WHOLE.replace('{', &format!("{{{}", " ".repeat(3000)));
        drop(fill(&folder, &[long.as_str(); 30]));
        let path = folder.0.join(FILE);
        let mut bytes = fs::read(&path).unwrap();
        let middle = bytes.len() / 2 / 4096 * 4096;
        bytes[middle..middle + 4096].fill(0xee);
        fs::write(&path, &bytes).unwrap();
        let report = report(&folder);
        assert!(!report.faults.is_empty(), "{report:?}");
        assert_eq!(fs::read(&path).unwrap(), bytes);
        fs::write(&path, "this is no database at all, but a file of text").unwrap();
        assert!(matches!(StoreReport::of(&folder.0), Err(StoreError::Database(_))));
    }
}
