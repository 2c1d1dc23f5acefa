//! The reader's own games: collections of them, searched, reviewed in the background, exported.
//!
//! What is kept stands behind [`LibraryStore`] (`kept`); what is searched is an [`Index`] in
//! memory, made from the store when it is first needed. Every change is written down before it is
//! known here, so that whatever was acknowledged survives. `importing` makes games of text,
//! `reviewing` makes reviews one after the other, `questions` is what the page can ask.
//!
//! Who builds on reviews: [`Library::find`] with `reviewed` and `mine` gives the numbers of games,
//! [`Library::review`] a game's review as data.

mod games;
mod importing;
mod index;
mod kept;
pub(crate) mod questions;
mod reviewing;

pub use kept::{Change, Collection, Head, KeptReview, LibraryStore, ReviewPlan, SourceFile};
pub use reviewing::Chore;
pub(crate) use reviewing::{examine, resume};

use crate::errors::Problem;
use crate::game::PageGame;
use crate::host::{self, Host};
use crate::seats::random_number;
use crate::training::Harvest;
use damier_core::Side;
use damier_games::with_game;
use damier_review::Review;
use index::Index;
pub(crate) use index::Search;
use reviewing::Work;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Under what name the names of the reader are noted.
const NAMES: &str = "names";

/// All games of the reader.
pub(crate) struct Library {
    store: Arc<dyn LibraryStore>,
    host: Arc<dyn Host>,
    /// Locked before the store; nothing while it has not been needed.
    index: Mutex<Option<Index>>,
    work: Work,
    /// What was thrown away before this program began is gone.
    is_swept: AtomicBool,
    /// What reviewed games have to give to a trainer, as far as it was asked for.
    harvests: Mutex<HashMap<u64, Arc<Harvest>>>,
    /// Held while a note is read, changed and written.
    noting: Mutex<()>,
}

fn missing() -> Problem {
    Problem::Missing("there is nothing like that in the library".to_owned())
}

/// The key of a position as the library has it.
fn short_key(key: u64) -> u32 {
    (key ^ key >> 32) as u32
}

impl Library {
    pub(crate) fn new(store: Arc<dyn LibraryStore>, host: Arc<dyn Host>) -> Self {
        let (index, work) = (Mutex::default(), Work::default());
        let (harvests, noting) = (Mutex::default(), Mutex::default());
        Self { store, host, index, work, is_swept: false.into(), harvests, noting }
    }

    /// Does something with all games; they are read first if they have not been.
    fn with<T>(&self, act: impl FnOnce(&mut Index) -> Result<T, Problem>) -> Result<T, Problem> {
        let mut index = self.index.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(index) = index.as_mut() {
            return act(index);
        }
        let mut loaded = Index::load(&*self.store).map_err(Problem::Store)?;
        let names = self.store.note(NAMES).map_err(Problem::Store)?;
        let names: Vec<String> =
            names.and_then(|names| serde_json::from_str(&names).ok()).unwrap_or_default();
        loaded.names = names.iter().map(|name| name.to_lowercase()).collect();
        if !self.is_swept.swap(true, Ordering::Relaxed) {
            let gone = loaded.thrown_away();
            if !gone.is_empty() {
                self.write(&mut loaded, &gone)?;
            }
        }
        act(index.insert(loaded))
    }

    /// Writes changes down, and knows them from then on.
    fn write(&self, index: &mut Index, changes: &[Change]) -> Result<(), Problem> {
        self.store.change(changes).map_err(Problem::Store)?;
        index.apply(changes);
        let mut harvests = self.lock_harvests();
        for change in changes {
            if let Change::SaveReview { game, .. } | Change::DropGame(game) = change {
                harvests.remove(game);
            } else if let Change::SaveGame { head, .. } | Change::SaveHead(head) = change {
                harvests.remove(&head.id);
            }
        }
        Ok(())
    }

    /// Somebody else has changed what is kept.
    pub(crate) fn forget(&self) {
        *self.index.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.lock_harvests().clear();
    }

    /// A number that is larger than all others. It begins with the time, so that two tabs of a
    /// browser do not take the same one.
    fn new_number(&self, index: &Index) -> u64 {
        let now = self.host.seconds() << 20 | (random_number() & 0xF_FFFF);
        now.max(index.last_number() + 1)
    }

    /// The numbers of the games that are looked for, in the order to show.
    pub(crate) fn find(&self, search: &Search) -> Result<Vec<u64>, Problem> {
        let key = search.key()?;
        self.with(|index| Ok(index.find(search, key)))
    }

    pub(crate) fn head(&self, game: u64) -> Result<Head, Problem> {
        self.store.head(game).map_err(Problem::Store)?.ok_or_else(missing)
    }

    fn text(&self, game: u64) -> Result<String, Problem> {
        self.store.text(game).map_err(Problem::Store)?.ok_or_else(missing)
    }

    /// The names of the reader, in small letters.
    pub(crate) fn names(&self) -> Result<Vec<String>, Problem> {
        self.with(|index| Ok(index.names.clone()))
    }

    /// Which sides of a game the reader has played.
    pub(crate) fn sides_of_reader(&self, game: u64) -> Result<Vec<Side>, Problem> {
        let (head, names) = (self.head(game)?, self.names()?);
        let is_own = |name: &str| names.contains(&name.to_lowercase());
        let sides = [(Side::White, is_own(&head.white)), (Side::Black, is_own(&head.black))];
        Ok(sides.into_iter().filter(|(_, is_own)| *is_own).map(|(side, _)| side).collect())
    }

    /// What was noted about the reader under a name.
    pub(crate) fn note(&self, name: &str) -> Result<Option<String>, Problem> {
        self.store.note(name).map_err(Problem::Store)
    }

    /// Keeps others from changing notes while one is read, changed and written.
    pub(crate) fn alone(&self) -> MutexGuard<'_, ()> {
        self.noting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes notes down, all or none.
    pub(crate) fn keep_notes(&self, notes: Vec<(String, String)>) -> Result<(), Problem> {
        let save = |(name, text)| Change::SaveNote { name, text };
        let changes: Vec<Change> = notes.into_iter().map(save).collect();
        self.with(|index| self.write(index, &changes))
    }

    fn lock_harvests(&self) -> MutexGuard<'_, HashMap<u64, Arc<Harvest>>> {
        self.harvests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was found in a game for training, if it has been looked at.
    pub(crate) fn known_harvest(&self, game: u64) -> Option<Arc<Harvest>> {
        self.lock_harvests().get(&game).cloned()
    }

    pub(crate) fn know_harvest(&self, game: u64, harvest: Arc<Harvest>) {
        self.lock_harvests().insert(game, harvest);
    }

    /// What was found in a game, and by which engine; nothing if it was not reviewed.
    pub(crate) fn review(&self, game: u64) -> Result<Option<(Review, KeptReview)>, Problem> {
        let Some(kept) = self.store.review(game).map_err(Problem::Store)? else {
            return Ok(None);
        };
        let review = serde_json::from_str(&kept.review)
            .map_err(|error| Problem::Store(format!("a review cannot be read: {error}")))?;
        Ok(Some((review, kept)))
    }
}

impl Search {
    /// The key of the position that is looked for, if there is one.
    fn key(&self) -> Result<Option<u32>, Problem> {
        fn key_of<G: PageGame>(fen: &str) -> Result<u32, Problem> {
            let position = G::from_fen(fen).map_err(Problem::refused)?;
            Ok(short_key(position.key()))
        }
        if self.fen.trim().is_empty() {
            return Ok(None);
        }
        let game = self.game.ok_or_else(|| {
            Problem::Malformed("a position is looked for in one game: say which".to_owned())
        })?;
        with_game!(game, G => key_of::<G>(&self.fen)).map(Some)
    }
}

/// Does something with the library away from what answers all questions.
pub(crate) async fn apart<T: Send + 'static>(
    library: &Arc<Library>,
    work: impl FnOnce(&Library) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let there = Arc::clone(library);
    host::apart(&library.host, move || work(&there)).await
}
