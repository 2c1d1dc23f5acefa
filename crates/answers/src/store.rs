//! Where games are kept, as far as answers care. A store knows no rules: a game is a document.
//! Hosts give the desk one [`Storage`]; the half of it for the library is [`LibraryStore`].

use crate::library::LibraryStore;

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its name.
    pub id: String,
    /// When it was begun, in seconds since 1970.
    pub created: u64,
    /// When it was changed last.
    pub updated: u64,
    /// The game itself, in JSON.
    pub document: String,
}

/// The newest games, the last one first.
#[derive(Debug, Default)]
pub struct Listed {
    /// Those that can be read.
    pub rows: Vec<Row>,
    /// What is known of the games that cannot be read, in words.
    pub unreadable: Vec<String>,
}

/// The newest games that a list shows.
pub const LISTED: usize = 5_000;

/// Keeps games. What goes wrong is told in words.
pub trait GameStore: Send + Sync {
    /// Keeps a game, in place of an earlier one of that name.
    fn save(&self, row: &Row) -> Result<(), String>;

    /// The game of that name.
    fn load(&self, id: &str) -> Result<Option<Row>, String>;

    /// The newest games.
    fn list(&self) -> Result<Listed, String>;

    /// Forgets a game; says whether it was there.
    fn delete(&self, id: &str) -> Result<bool, String>;
}

/// All that is kept: games that are played, and the library.
pub trait Storage: GameStore + LibraryStore {}

impl<S: GameStore + LibraryStore> Storage for S {}
