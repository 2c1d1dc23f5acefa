//! What the library is searched by, in memory: small, in the order of the numbers, and made from
//! the store when it is first needed.

use super::kept::{Change, Collection, Head, LibraryStore};
use damier_games::GameKind;
use serde::Deserialize;
use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A game as far as searching needs it.
pub(super) struct Entry {
    pub(super) id: u64,
    pub(super) collection: u64,
    pub(super) game: GameKind,
    /// White, Black, event and opening in small letters, a line each.
    words: Box<str>,
    /// Year, month and day as one number; what is not known is 0.
    date: u32,
    result: u8,
    ratings: [u16; 2],
    pub(super) plies: u32,
    is_broken: bool,
    pub(super) is_deleted: bool,
    pub(super) reviewed_by: Option<Box<str>>,
    keys: Box<[u32]>,
}

/// What is looked for; nothing that is left out matters.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Search {
    pub(super) collection: Option<u64>,
    pub(super) game: Option<GameKind>,
    /// Words that are all in players, event or opening.
    words: String,
    /// Part of the name of a player.
    player: String,
    /// Part of the name or the code of the opening.
    opening: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    result: String,
    /// The first and the last day or year, as `2024.05.17` or less of it.
    since: String,
    until: String,
    /// The rating of at least one player.
    rating: u16,
    /// Only games of the reader.
    mine: bool,
    /// Only games with a review, or only those without.
    reviewed: Option<bool>,
    /// Only games of which something could not be read, or only whole ones.
    broken: Option<bool>,
    /// A position that occurs, as the view of it says.
    pub(super) fen: String,
    pub(super) sort: Sort,
    pub(super) offset: usize,
    pub(super) limit: usize,
    /// A game whose place in the list is asked for.
    pub(super) around: Option<u64>,
}

impl Search {
    /// The games of the reader, all of them or those with a review.
    pub(crate) fn mine(game: GameKind, reviewed: Option<bool>) -> Self {
        Self { game: Some(game), mine: true, reviewed, sort: Sort::Date, ..Self::default() }
    }
}

/// The order of a list; without any, games stand as they came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Sort {
    #[default]
    Added,
    Date,
    White,
    Black,
    Rating,
}

/// The results in the order of their numbers.
const RESULTS: [&str; 4] = ["*", "1-0", "0-1", "1/2-1/2"];

fn result_number(text: &str) -> u8 {
    RESULTS.iter().position(|known| *known == text).unwrap_or(0) as u8
}

/// A date as a number; what is left out or not known is `missing`.
fn date_number(text: &str, missing: u32) -> u32 {
    let mut parts = text.split(['.', '-', '/']).map(|part| part.trim().parse().unwrap_or(missing));
    let mut next = || parts.next().unwrap_or(missing).min(9_999);
    let (year, month, day) = (next(), next(), next());
    year * 10_000 + month.min(99) * 100 + day.min(99)
}

impl From<&Head> for Entry {
    fn from(head: &Head) -> Self {
        let words =
            [&head.white, &head.black, &head.event, &head.opening].map(|s| s.to_lowercase());
        Self {
            id: head.id,
            collection: head.collection,
            game: head.game,
            words: words.join("\n").into(),
            date: date_number(&head.date, 0),
            result: result_number(&head.result),
            ratings: head.ratings.map(|rating| rating.unwrap_or(0)),
            plies: head.plies,
            is_broken: head.is_broken,
            is_deleted: head.is_deleted,
            reviewed_by: head.reviewed_by.as_deref().map(Into::into),
            keys: head.keys.clone().into(),
        }
    }
}

impl Entry {
    /// White, Black, event, opening.
    fn part(&self, number: usize) -> &str {
        self.words.split('\n').nth(number).unwrap_or_default()
    }

    /// The same for games that nobody could tell apart.
    pub(super) fn likeness(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let Self { game, words, date, result, ratings, keys, .. } = self;
        (*game == GameKind::Chess, words, date, result, ratings, keys).hash(&mut hasher);
        hasher.finish()
    }

    fn best_rating(&self) -> u16 {
        self.ratings[0].max(self.ratings[1])
    }
}

/// All games and collections.
#[derive(Default)]
pub(super) struct Index {
    pub(super) collections: BTreeMap<u64, Collection>,
    /// By number.
    entries: Vec<Entry>,
    /// The reader's names, in small letters.
    pub(super) names: Vec<String>,
    /// Which games cannot be read, in words.
    pub(super) unreadable: Vec<String>,
}

impl Index {
    pub(super) fn load(store: &dyn LibraryStore) -> Result<Self, String> {
        let collections = store.collections()?;
        let mut index = Self {
            collections: collections.into_iter().map(|one| (one.id, one)).collect(),
            ..Self::default()
        };
        index.unreadable = store.each_head(&mut |head| index.put(&head))?;
        Ok(index)
    }

    fn put(&mut self, head: &Head) {
        let entry = Entry::from(head);
        match self.entries.binary_search_by_key(&head.id, |entry| entry.id) {
            Ok(place) => self.entries[place] = entry,
            Err(place) => self.entries.insert(place, entry),
        }
    }

    /// What was written down is known here too.
    pub(super) fn apply(&mut self, changes: &[Change]) {
        for change in changes {
            match change {
                Change::SaveCollection(collection) => {
                    self.collections.insert(collection.id, collection.clone());
                }
                Change::DropCollection(id) => {
                    self.collections.remove(id);
                    self.entries.retain(|entry| entry.collection != *id);
                }
                Change::SaveGame { head, .. } | Change::SaveHead(head) => self.put(head),
                Change::DropGame(id) => self.entries.retain(|entry| entry.id != *id),
                Change::SaveReview { .. } | Change::SaveNote { .. } => {}
            }
        }
    }

    /// All games that were not thrown away, in their order.
    pub(super) fn games(&self) -> impl Iterator<Item = &Entry> {
        let is_there = |id| self.collections.get(id).is_some_and(|one| !one.is_deleted);
        // Games of one collection mostly stand together.
        let mut last = (0, false);
        self.entries.iter().filter(move |entry| {
            if last.0 != entry.collection {
                last = (entry.collection, is_there(&entry.collection));
            }
            last.1 && !entry.is_deleted
        })
    }

    /// What the games of a collection are like.
    pub(super) fn likenesses(&self, collection: u64) -> HashSet<u64> {
        let own = self.games().filter(|entry| entry.collection == collection);
        own.map(Entry::likeness).collect()
    }

    /// Games and collections that were thrown away.
    pub(super) fn thrown_away(&self) -> Vec<Change> {
        let collections = self.collections.values().filter(|one| one.is_deleted);
        let games = self.entries.iter().filter(|entry| entry.is_deleted);
        let collections = collections.map(|one| Change::DropCollection(one.id));
        collections.chain(games.map(|entry| Change::DropGame(entry.id))).collect()
    }

    /// The numbers of the games that are looked for, in the order to show; `key` is that of the
    /// position.
    pub(super) fn find(&self, search: &Search, key: Option<u32>) -> Vec<u64> {
        let small = |text: &str| text.trim().to_lowercase();
        let (player, opening) = (small(&search.player), small(&search.opening));
        let words = small(&search.words);
        let words: Vec<&str> = words.split_whitespace().collect();
        let since = date_number(&search.since, 0);
        let until =
            if search.until.trim().is_empty() { u32::MAX } else { date_number(&search.until, 99) };
        let result = (!search.result.is_empty()).then(|| result_number(&search.result));
        let is_meant = |entry: &&Entry| {
            search.collection.is_none_or(|id| id == entry.collection)
                && search.game.is_none_or(|game| game == entry.game)
                && result.is_none_or(|result| result == entry.result)
                && search.reviewed.is_none_or(|wanted| wanted == entry.reviewed_by.is_some())
                && search.broken.is_none_or(|wanted| wanted == entry.is_broken)
                && entry.best_rating() >= search.rating
                && (since == 0 || entry.date >= since)
                && (until == u32::MAX || entry.date != 0 && entry.date <= until)
                && words.iter().all(|word| entry.words.contains(word))
                && (player.is_empty() || (0..2).any(|side| entry.part(side).contains(&player)))
                && (opening.is_empty() || entry.part(3).contains(&opening))
                && (!search.mine || self.is_mine(entry))
                && key.is_none_or(|key| entry.keys.contains(&key))
        };
        let mut found: Vec<&Entry> = self.games().filter(is_meant).collect();
        match search.sort {
            Sort::Added => {}
            Sort::Date => found.sort_by_key(|entry| std::cmp::Reverse(entry.date)),
            Sort::White => found.sort_by_cached_key(|entry| entry.part(0)),
            Sort::Black => found.sort_by_cached_key(|entry| entry.part(1)),
            Sort::Rating => found.sort_by_key(|entry| std::cmp::Reverse(entry.best_rating())),
        }
        found.into_iter().map(|entry| entry.id).collect()
    }

    fn is_mine(&self, entry: &Entry) -> bool {
        (0..2).any(|side| self.names.iter().any(|name| name == entry.part(side)))
    }

    /// The largest number that is taken.
    pub(super) fn last_number(&self) -> u64 {
        let game = self.entries.last().map_or(0, |entry| entry.id);
        let collection = self.collections.last_key_value().map_or(0, |(id, _)| *id);
        game.max(collection)
    }
}
