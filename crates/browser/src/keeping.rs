//! What is kept, in memory: games that are played, and the library. Every change is told to the
//! script, which writes it down before the answer goes out.

use crate::border;
use crate::executor::lock;
use damier_answers::{
    Change, Collection, GameStore, Head, KeptReview, LISTED, LibraryStore, Listed, Row,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Mutex;

/// A game as the database of the browser has it.
#[derive(Serialize, Deserialize)]
pub(crate) struct KeptRow {
    id: String,
    created: u64,
    updated: u64,
    document: String,
}

impl From<KeptRow> for Row {
    fn from(KeptRow { id, created, updated, document }: KeptRow) -> Self {
        Self { id, created, updated, document }
    }
}

/// What happens to what is kept.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum StoreNews<'a> {
    Save(&'a KeptRow),
    Delete(&'a str),
    Library(&'a [Change]),
}

fn tell(news: &StoreNews) -> Result<(), String> {
    let text = serde_json::to_string(news).map_err(|error| error.to_string())?;
    border::keep(&text);
    Ok(())
}

/// The library: all of it, since nobody can wait for the database here.
#[derive(Default)]
struct Shelves {
    collections: BTreeMap<u64, Collection>,
    heads: BTreeMap<u64, Head>,
    texts: BTreeMap<u64, String>,
    reviews: BTreeMap<u64, KeptReview>,
    notes: BTreeMap<String, String>,
}

impl Shelves {
    fn make(&mut self, change: Change) {
        match change {
            Change::SaveCollection(collection) => {
                self.collections.insert(collection.id, collection);
            }
            Change::DropCollection(id) => {
                let games = self.heads.values().filter(|head| head.collection == id);
                let games: Vec<u64> = games.map(|head| head.id).collect();
                games.into_iter().for_each(|game| self.drop_game(game));
                self.collections.remove(&id);
            }
            Change::SaveGame { head, text } => {
                self.reviews.remove(&head.id);
                self.texts.insert(head.id, text);
                self.heads.insert(head.id, head);
            }
            Change::SaveHead(head) => {
                self.heads.insert(head.id, head);
            }
            Change::DropGame(id) => self.drop_game(id),
            Change::SaveReview { game, review } => {
                self.reviews.insert(game, review);
            }
            Change::SaveNote { name, text } => {
                self.notes.insert(name, text);
            }
        }
    }

    fn drop_game(&mut self, id: u64) {
        self.heads.remove(&id);
        self.texts.remove(&id);
        self.reviews.remove(&id);
    }
}

#[derive(Default)]
pub(crate) struct Memory {
    games: Mutex<BTreeMap<String, Row>>,
    shelves: Mutex<Shelves>,
}

impl Memory {
    /// A game is as somebody else has left it; says whether it was known differently.
    pub(crate) fn learn(&self, row: Row) -> bool {
        let known = lock(&self.games).insert(row.id.clone(), row.clone());
        known.is_some_and(|known| known.document != row.document)
    }

    /// Somebody else has thrown a game away.
    pub(crate) fn unlearn(&self, id: &str) {
        lock(&self.games).remove(id);
    }

    /// Changes of the library that are written down already.
    pub(crate) fn learn_library(&self, changes: Vec<Change>) {
        let mut shelves = lock(&self.shelves);
        changes.into_iter().for_each(|change| shelves.make(change));
    }
}

impl GameStore for Memory {
    fn save(&self, row: &Row) -> Result<(), String> {
        let Row { id, created, updated, document } = row.clone();
        tell(&StoreNews::Save(&KeptRow { id, created, updated, document }))?;
        lock(&self.games).insert(row.id.clone(), row.clone());
        Ok(())
    }

    fn load(&self, id: &str) -> Result<Option<Row>, String> {
        Ok(lock(&self.games).get(id).cloned())
    }

    fn list(&self) -> Result<Listed, String> {
        let mut rows: Vec<Row> = lock(&self.games).values().cloned().collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row.updated));
        rows.truncate(LISTED);
        Ok(Listed { rows, unreadable: Vec::new() })
    }

    fn delete(&self, id: &str) -> Result<bool, String> {
        let was_there = lock(&self.games).remove(id).is_some();
        if was_there {
            tell(&StoreNews::Delete(id))?;
        }
        Ok(was_there)
    }
}

impl LibraryStore for Memory {
    fn collections(&self) -> Result<Vec<Collection>, String> {
        Ok(lock(&self.shelves).collections.values().cloned().collect())
    }

    fn each_head(&self, tell: &mut dyn FnMut(Head)) -> Result<Vec<String>, String> {
        lock(&self.shelves).heads.values().cloned().for_each(tell);
        Ok(Vec::new())
    }

    fn head(&self, game: u64) -> Result<Option<Head>, String> {
        Ok(lock(&self.shelves).heads.get(&game).cloned())
    }

    fn text(&self, game: u64) -> Result<Option<String>, String> {
        Ok(lock(&self.shelves).texts.get(&game).cloned())
    }

    fn review(&self, game: u64) -> Result<Option<KeptReview>, String> {
        Ok(lock(&self.shelves).reviews.get(&game).cloned())
    }

    fn note(&self, name: &str) -> Result<Option<String>, String> {
        Ok(lock(&self.shelves).notes.get(name).cloned())
    }

    fn change(&self, changes: &[Change]) -> Result<(), String> {
        tell(&StoreNews::Library(changes))?;
        self.learn_library(changes.to_vec());
        Ok(())
    }
}
