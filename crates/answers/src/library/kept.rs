//! What is kept of the library, and the one trait behind which it is: games with their texts,
//! collections of them, reviews, and notes about the reader.
//!
//! A store knows no rules and searches nothing. It answers what is under a number, tells all heads
//! once, and makes changes that happen whole or not at all: when [`LibraryStore::change`] returns,
//! they are where no crash can take them away.

use damier_games::GameKind;
use serde::{Deserialize, Serialize};

/// Games that belong together: a file, a study, whatever the reader puts there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Collection {
    /// Its number.
    pub id: u64,
    /// What the reader calls it.
    pub name: String,
    /// When it was begun, in seconds since 1970.
    pub created: u64,
    /// The file it comes from, and how much of that is in it.
    #[serde(default)]
    pub source: Option<SourceFile>,
    /// Reviews that are to be made.
    #[serde(default)]
    pub plan: Option<ReviewPlan>,
    /// Thrown away, but not yet for good.
    #[serde(default)]
    pub is_deleted: bool,
}

/// A file that is, or was, read into a collection piece by piece.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceFile {
    /// Its name and its size in bytes, by which it is known again.
    pub name: String,
    /// See `name`.
    pub size: u64,
    /// How many bytes of it were read: from here the rest goes on.
    pub done: u64,
    /// How many games were found so far, the broken ones among them.
    pub games: u64,
    /// How many of those are broken.
    pub broken: u64,
    /// How many lines were read, so that faults can be told where they are.
    pub lines: u64,
    /// Whether all of it was read.
    pub is_whole: bool,
}

/// Reviews of all games of a collection, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewPlan {
    /// Positions for each move.
    pub nodes: u64,
    /// Whether it waits until the reader wants it to go on.
    pub is_paused: bool,
}

/// What a list shows of a game, and what it is found by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// Its number: those that came later have larger ones.
    pub id: u64,
    /// The number of its collection.
    pub collection: u64,
    /// Chess or draughts.
    pub game: GameKind,
    /// Who played, as far as it says so.
    pub white: String,
    /// See `white`.
    pub black: String,
    /// Where.
    pub event: String,
    /// When, as records write it: `2024.05.17`, `2024.??.??` or nothing.
    pub date: String,
    /// How it ended, as chess writes it: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// The ratings of White and Black.
    pub ratings: [Option<u16>; 2],
    /// Its opening: a code and a name, or what the record says.
    pub opening: String,
    /// Moves of both sides.
    pub plies: u32,
    /// Whether some of it could not be read.
    pub is_broken: bool,
    /// The engine that made its review, if there is one.
    #[serde(default)]
    pub reviewed_by: Option<String>,
    /// Thrown away, but not yet for good.
    #[serde(default)]
    pub is_deleted: bool,
    /// The keys of its positions, cut to 32 bits, the first one at the start.
    pub keys: Vec<u32>,
}

/// A review as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptReview {
    /// The engine that made it: version, network and signature. Another one may think otherwise.
    pub engine: String,
    /// Positions for each move.
    pub nodes: u64,
    /// A `damier_review::Review` in JSON.
    pub review: String,
}

/// Something that happens to what is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// A collection is there, in place of an earlier one of that number.
    SaveCollection(Collection),
    /// A collection goes, and all its games with it.
    DropCollection(u64),
    /// A game is there, in place of an earlier one of that number, whose review goes.
    SaveGame {
        /// What is known of it.
        head: Head,
        /// The game itself, as PGN or PDN.
        text: String,
    },
    /// What is known of a game has changed, but not the game.
    SaveHead(Head),
    /// A game goes, and its review with it.
    DropGame(u64),
    /// A game was reviewed; its head is saved beside it.
    SaveReview {
        /// Which.
        game: u64,
        /// What was found.
        review: KeptReview,
    },
    /// Something about the reader.
    SaveNote {
        /// What it is about.
        name: String,
        /// What there is to say.
        text: String,
    },
}

/// Keeps the library. What goes wrong is told in words.
pub trait LibraryStore: Send + Sync {
    /// All collections.
    fn collections(&self) -> Result<Vec<Collection>, String>;

    /// Tells the heads of all games, those with smaller numbers first; returns in words which ones
    /// cannot be read.
    fn each_head(&self, tell: &mut dyn FnMut(Head)) -> Result<Vec<String>, String>;

    /// What is known of a game.
    fn head(&self, game: u64) -> Result<Option<Head>, String>;

    /// A game as PGN or PDN.
    fn text(&self, game: u64) -> Result<Option<String>, String>;

    /// The review of a game.
    fn review(&self, game: u64) -> Result<Option<KeptReview>, String>;

    /// What was noted under a name.
    fn note(&self, name: &str) -> Result<Option<String>, String>;

    /// Makes all these changes, or none.
    fn change(&self, changes: &[Change]) -> Result<(), String>;
}
