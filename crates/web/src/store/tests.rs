//! A file on a disk: what survives, and what is left of it when a part is damaged.

use super::*;
use damier_answers::{Change, Collection, Head, LibraryStore};
use serde_json::json;

/// A folder of its own for each test, gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let name = format!("damier-store-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&path);
        Self(path)
    }

    /// Overwrites the pages for which something is true; says how many there were.
    fn damage(&self, is_meant: impl Fn(&[u8]) -> bool) -> usize {
        let path = self.0.join("games.sqlite");
        let mut bytes = std::fs::read(&path).unwrap();
        // The first page is the description of the file.
        let pages = bytes.chunks_mut(4096).skip(1).filter(|page| is_meant(page));
        let damaged = pages.map(|page| page.fill(0xFF)).count();
        std::fs::write(&path, bytes).unwrap();
        damaged
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The first byte of a page says what it is: the end of a branch of the table, or of an index.
const TABLE_LEAF: u8 = 13;
const INDEX_LEAF: u8 = 10;

fn row(number: u64) -> Row {
    let document = format!("{{\"text\": \"{}\"}}", "x".repeat(200));
    Row { id: format!("game-{number:03}"), created: number, updated: number, document }
}

/// A file with a hundred games.
fn filled(name: &str) -> Folder {
    let folder = Folder::new(name);
    let store = Store::open(&folder.0).unwrap();
    (0..100).for_each(|number| store.save(&row(number)).unwrap());
    folder
}

fn has(page: &[u8], text: &str) -> bool {
    page.windows(text.len()).any(|part| part == text.as_bytes())
}

#[test]
fn games_are_listed_with_the_last_one_first() {
    let folder = filled("order");
    let store = Store::open(&folder.0).unwrap();
    store.save(&Row { updated: 1_000, ..row(50) }).unwrap();
    let Listed { rows, unreadable } = store.list().unwrap();
    let ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    assert_eq!((ids.len(), &ids[..3]), (100, &["game-050", "game-099", "game-098"][..]));
    assert!(unreadable.is_empty());
}

#[test]
fn a_damaged_page_takes_only_its_own_games_from_the_list() {
    let folder = filled("page");
    let is_meant = |page: &[u8]| page[0] == TABLE_LEAF && has(page, "game-050");
    assert_eq!(folder.damage(is_meant), 1);
    let store = Store::open(&folder.0).unwrap();
    let Listed { rows, unreadable } = store.list().unwrap();
    assert_eq!(rows.len() + unreadable.len(), 100);
    assert!(rows.len() > 70 && rows.iter().all(|row| row.id != "game-050"));
    assert!(unreadable.iter().any(|words| words.contains("game-050")), "{unreadable:?}");
    let first = &rows[0].id;
    assert!(store.load(first).unwrap().is_some() && store.load("game-050").is_err());
}

#[test]
fn a_damaged_index_takes_no_game_from_the_list() {
    let folder = filled("index");
    // The index by time has no names in it; those of the library have nothing in them here.
    let is_meant =
        |page: &[u8]| page[0] == INDEX_LEAF && page[3..5] != [0, 0] && !has(page, "game-");
    assert_eq!(folder.damage(is_meant), 1);
    let store = Store::open(&folder.0).unwrap();
    let Listed { rows, unreadable } = store.list().unwrap();
    assert_eq!((rows.len(), unreadable.len()), (100, 0));
    assert_eq!(rows[0].id, "game-099");
}

#[test]
fn a_file_that_is_damaged_all_over_is_an_error() {
    let folder = filled("all");
    assert!(folder.damage(|page| [TABLE_LEAF, INDEX_LEAF].contains(&page[0])) > 3);
    assert!(Store::open(&folder.0).unwrap().list().is_err());
}

/// What is acknowledged has to be on the disk, and not on its way there: SQLite promises that for
/// this journal with this setting only.
#[test]
fn every_change_is_on_the_disk_before_it_is_acknowledged() {
    let folder = Folder::new("durable");
    let store = Store::open(&folder.0).unwrap();
    let setting = |name: &str| -> String {
        let read = |row: &rusqlite::Row<'_>| row.get(0).map(|value: rusqlite::types::Value| value);
        format!("{:?}", store.lock().pragma_query_value(None, name, read).unwrap())
    };
    assert_eq!(setting("journal_mode"), "Text(\"wal\")");
    assert_eq!(setting("synchronous"), "Integer(2)");
}

/// The first version of the file had one table.
#[test]
fn a_file_of_the_first_version_keeps_its_games_and_gets_a_library() {
    let folder = Folder::new("first");
    std::fs::create_dir_all(&folder.0).unwrap();
    let old = Connection::open(folder.0.join(FILE)).unwrap();
    old.execute_batch(
        "CREATE TABLE game (id TEXT PRIMARY KEY, created INTEGER NOT NULL,
             updated INTEGER NOT NULL, document TEXT NOT NULL) STRICT;
         CREATE INDEX game_by_time ON game (updated);
         INSERT INTO game VALUES ('old', 5, 6, '{}');
         PRAGMA user_version = 1;",
    )
    .unwrap();
    drop(old);
    let store = Store::open(&folder.0).unwrap();
    let kept = Row { id: "old".to_owned(), created: 5, updated: 6, document: "{}".to_owned() };
    assert_eq!(store.load("old").unwrap(), Some(kept));
    assert!(LibraryStore::collections(&store).unwrap().is_empty());
    let version: i64 =
        store.lock().pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert_eq!(version, VERSION);
    // Nor does a file of a later version open in a program that does not know it.
    store.lock().pragma_update(None, "user_version", VERSION + 1).unwrap();
    drop(store);
    assert!(matches!(Store::open(&folder.0), Err(StoreError::TooNew { .. })));
}

/// Changes of the library happen together or not at all.
#[test]
fn a_change_that_fails_leaves_nothing_behind() {
    let store = Store::in_memory().unwrap();
    let collection = |id| Collection {
        id,
        name: "Club".to_owned(),
        created: 1,
        source: None,
        plan: None,
        is_deleted: false,
    };
    let changes = [
        Change::SaveCollection(collection(1)),
        // More than a file of SQLite can count to.
        Change::SaveCollection(collection(u64::MAX)),
    ];
    assert!(LibraryStore::change(&store, &changes).is_err());
    assert!(LibraryStore::collections(&store).unwrap().is_empty());
    LibraryStore::change(&store, &changes[..1]).unwrap();
    assert_eq!(LibraryStore::collections(&store).unwrap(), [collection(1)]);
}

fn head(id: u64) -> Head {
    let white = format!("player-{id:03}");
    let head = json!({
        "id": id, "collection": 1, "game": "chess", "white": white, "black": "", "event": "",
        "date": "", "result": "*", "ratings": [null, null], "opening": "", "plies": 0,
        "is_broken": false, "keys": vec![0; 80],
    });
    serde_json::from_value(head).unwrap()
}

#[test]
fn a_damaged_page_takes_only_its_own_games_from_the_library() {
    let folder = Folder::new("heads");
    let store = Store::open(&folder.0).unwrap();
    let changes: Vec<Change> = (1..=100).map(|id| Change::SaveHead(head(id))).collect();
    LibraryStore::change(&store, &changes).unwrap();
    drop(store);
    let is_meant = |page: &[u8]| page[0] == TABLE_LEAF && has(page, "player-050");
    assert_eq!(folder.damage(is_meant), 1);
    let store = Store::open(&folder.0).unwrap();
    // Those before the damage may be told twice.
    let mut found = std::collections::BTreeSet::new();
    let mut tell = |head: Head| {
        found.insert(head.id);
    };
    let unreadable = store.each_head(&mut tell).unwrap();
    assert_eq!(found.len() + unreadable.len(), 100);
    assert!(found.len() > 80 && !found.contains(&50) && found.contains(&100), "{found:?}");
    assert!(unreadable[0].contains("cannot be read"), "{unreadable:?}");
}
