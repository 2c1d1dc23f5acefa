//! The games that are being played now, and who is to be told or asked when one changes.
//!
//! A game that is asked for is taken from the store and stays here until the room is needed:
//! it is written down with every change, so forgetting it loses nothing. It is never forgotten
//! while a request or an engine is at work on it, because a second copy would overwrite the first.
//! What cannot be written down does not happen. Those who watch a game hear of each change; an
//! engine whose turn it is starts to think; a clock that runs out ends the game.

#[cfg(test)]
mod tests;

use crate::errors::Problem;
use crate::events::{Watcher, Watchers};
use crate::host::{self, Host};
use crate::live_game::{self, GameView, LiveGame, Saved};
use crate::manners::Reply;
use crate::seats::random_number;
use crate::store::{GameStore, Listed, Row};
use damier_search::Signals;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Games in memory from which on those are forgotten in which nothing is going on.
const KEPT: usize = 64;
/// People who watch engines want to see the moves.
const SHOW_PACE: Duration = Duration::from_millis(700);
/// How long to wait when all engines are busy.
const BUSY: Duration = Duration::from_millis(500);
/// How long to wait before something is written down that could not be.
const UNTIL_RETRY: Duration = Duration::from_secs(1);

/// A game in memory.
pub(crate) struct LobbyGame {
    pub(crate) id: String,
    pub(crate) created: u64,
    game: Mutex<Box<dyn LiveGame>>,
    /// Those who wait for the next change.
    changes: Watchers,
    /// How to stop the engine that is thinking about it.
    thinking: Mutex<Option<Arc<Signals>>>,
    /// The game was deleted.
    is_gone: AtomicBool,
    /// Something that happens by itself cannot be written down, and is tried again.
    is_unsaved: AtomicBool,
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl LobbyGame {
    fn new(id: String, created: u64, game: Box<dyn LiveGame>) -> Arc<Self> {
        Arc::new(Self {
            id,
            created,
            changes: Watchers::default(),
            game: Mutex::new(game),
            thinking: Mutex::default(),
            is_gone: false.into(),
            is_unsaved: false.into(),
        })
    }

    pub(crate) fn view(&self, now: Duration) -> GameView {
        let view = self.with(|game| game.view(&self.id, self.created, now));
        GameView { unsaved: self.is_unsaved.load(Ordering::Relaxed), ..view }
    }

    pub(crate) fn with<T>(&self, look: impl FnOnce(&dyn LiveGame) -> T) -> T {
        look(lock(&self.game).as_ref())
    }

    pub(crate) fn watch(&self) -> Watcher {
        self.changes.subscribe()
    }

    fn stop_thinking(&self) {
        if let Some(signals) = lock(&self.thinking).take() {
            signals.stop();
        }
    }

    fn is_thinking(&self, signals: &Arc<Signals>) -> bool {
        lock(&self.thinking).as_ref().is_some_and(|current| Arc::ptr_eq(current, signals))
    }

    /// The engine with these signals is done, unless another one thinks already.
    fn end_thinking(&self, signals: &Arc<Signals>) {
        lock(&self.thinking).take_if(|current| Arc::ptr_eq(current, signals));
    }

    fn is_gone(&self) -> bool {
        self.is_gone.load(Ordering::Relaxed)
    }

    /// Tells those who watch whether something waits to be written down.
    fn set_unsaved(&self, is_unsaved: bool) {
        if self.is_unsaved.swap(is_unsaved, Ordering::Relaxed) != is_unsaved {
            self.changes.tell();
        }
    }
}

/// A game in the store, and what is written there.
type KeptGame = (Row, Saved);
type LiveGames = HashMap<String, Arc<LobbyGame>>;

/// All games.
pub(crate) struct Lobby {
    store: Arc<dyn GameStore>,
    pub(crate) host: Arc<dyn Host>,
    /// Locked before a game, and a game before the store; never the other way round.
    live: Mutex<LiveGames>,
}

fn missing() -> Problem {
    Problem::Missing("there is no such game".to_owned())
}

/// Forgets games that no request and no engine is at work on, if there are many. Only the list
/// has them then, and while it is locked no request can get hold of them.
fn make_room(live: &mut LiveGames, now: Duration) {
    if live.len() >= KEPT {
        live.retain(|_, entry| {
            Arc::strong_count(entry) > 1 || entry.with(|game| game.until_fall(now).is_some())
        });
    }
}

impl Lobby {
    pub(crate) fn new(store: Arc<dyn GameStore>, host: Arc<dyn Host>) -> Self {
        Self { store, host, live: Mutex::default() }
    }

    /// Begins a game.
    pub(crate) fn begin(self: &Arc<Self>, saved: Saved) -> Result<Arc<LobbyGame>, Problem> {
        let mut game = live_game::open(saved)?;
        game.resume(self.host.now());
        let id = format!("{:016x}", random_number());
        let entry = LobbyGame::new(id.clone(), self.host.seconds(), game);
        entry.with(|game| self.save(&entry, &game.saved()))?;
        {
            let mut live = lock(&self.live);
            make_room(&mut live, self.host.now());
            live.insert(id, Arc::clone(&entry));
        }
        self.wake(&entry);
        Ok(entry)
    }

    /// The game of that name. An engine whose turn it was when the server ended goes on to think.
    pub(crate) fn find(self: &Arc<Self>, id: &str) -> Result<Arc<LobbyGame>, Problem> {
        loop {
            let known = lock(&self.live).get(id).cloned();
            if let Some(entry) = known {
                return Ok(entry);
            }
            let row = self.store.load(id).map_err(Problem::Store)?.ok_or_else(missing)?;
            let mut game = live_game::open(live_game::read(&row)?)?;
            game.resume(self.host.now());
            let mut live = lock(&self.live);
            // Two requests may have read it at once; the first one counts.
            if let Some(entry) = live.get(id) {
                return Ok(Arc::clone(entry));
            }
            // It may have been changed, forgotten or deleted since it was read.
            if self.store.load(id).map_err(Problem::Store)?.as_ref() != Some(&row) {
                continue;
            }
            make_room(&mut live, self.host.now());
            let entry = LobbyGame::new(row.id, row.created, game);
            live.insert(id.to_owned(), Arc::clone(&entry));
            drop(live);
            self.wake(&entry);
            return Ok(entry);
        }
    }

    /// All games as they are kept, the last one first; and what cannot be read, in words.
    pub(crate) fn list(&self) -> Result<(Vec<KeptGame>, Vec<String>), Problem> {
        let Listed { rows, mut unreadable } = self.store.list().map_err(Problem::Store)?;
        let mut games = Vec::with_capacity(rows.len());
        for row in rows {
            match live_game::read(&row) {
                Ok(saved) => games.push((row, saved)),
                Err(problem) => unreadable.push(problem.to_string()),
            }
        }
        Ok((games, unreadable))
    }

    pub(crate) fn delete(&self, id: &str) -> Result<(), Problem> {
        let mut live = lock(&self.live);
        let entry = live.get(id).cloned();
        let was_there = {
            // A change at the same time would write it down again.
            let _unchanged = entry.as_ref().map(|entry| lock(&entry.game));
            let was_there = self.store.delete(id).map_err(Problem::Store)?;
            if let Some(entry) = &entry {
                entry.is_gone.store(true, Ordering::Relaxed);
            }
            was_there
        };
        live.remove(id);
        drop(live);
        if let Some(entry) = entry {
            entry.stop_thinking();
            entry.changes.tell();
        }
        if was_there { Ok(()) } else { Err(missing()) }
    }

    /// A game was changed by somebody else: what is known here is no longer true.
    pub(crate) fn forget(&self, id: &str) {
        let entry = lock(&self.live).remove(id);
        if let Some(entry) = entry {
            entry.is_gone.store(true, Ordering::Relaxed);
            entry.stop_thinking();
            entry.changes.close();
        }
    }

    /// Does something at a board; what follows from it follows by itself. If it cannot be written
    /// down, nothing has happened.
    pub(crate) fn change(
        self: &Arc<Self>,
        entry: &Arc<LobbyGame>,
        act: impl FnOnce(&mut dyn LiveGame, Duration) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let now = self.host.now();
        let (result, news) = {
            let mut game = lock(&entry.game);
            if entry.is_gone() {
                return Err(missing());
            }
            let mut next = game.copy();
            // Whose time is up has lost, whatever he does now.
            let result = if next.tick(now) {
                Err(Problem::Outdated("the time is up".to_owned()))
            } else {
                act(next.as_mut(), now)
            };
            let version = next.version();
            let news = version != game.version();
            if news {
                // Before it can be changed again, or what is older might be written last.
                self.save(entry, &next.saved())?;
                *game = next;
            }
            (result, news)
        };
        if news {
            entry.stop_thinking();
            entry.is_unsaved.store(false, Ordering::Relaxed);
            entry.changes.tell();
        }
        if news || result.is_ok() {
            self.wake(entry);
        }
        result
    }

    /// The same for what happens by itself: no one is there to do it again if it cannot be written
    /// down, so it is tried until it can, and those who watch are told.
    async fn insist(
        self: &Arc<Self>,
        entry: &Arc<LobbyGame>,
        act: impl Fn(&mut dyn LiveGame, Duration) -> Result<(), Problem> + Send + Sync + 'static,
    ) {
        let act = Arc::new(act);
        loop {
            let (lobby, entry_there) = (Arc::clone(self), Arc::clone(entry));
            let act = Arc::clone(&act);
            // The disk is waited for away from the threads that answer requests.
            let change = move || lobby.change(&entry_there, |game, now| act(game, now));
            let changed = host::apart(&self.host, change).await;
            if !matches!(changed, Err(Problem::Store(_))) {
                break;
            }
            entry.set_unsaved(true);
            self.host.sleep(UNTIL_RETRY).await;
            if self.host.is_closed() {
                return;
            }
        }
        entry.set_unsaved(false);
    }

    fn save(&self, entry: &LobbyGame, saved: &Saved) -> Result<(), Problem> {
        let document = serde_json::to_string(saved)
            .map_err(|error| Problem::Malformed(format!("the game cannot be written: {error}")))?;
        let updated = self.host.seconds();
        let row = Row { id: entry.id.clone(), created: entry.created, updated, document };
        self.store.save(&row).map_err(Problem::Store)
    }

    /// Starts what goes on by itself: an engine that thinks, a clock that runs out.
    pub(crate) fn wake(self: &Arc<Self>, entry: &Arc<LobbyGame>) {
        if entry.is_gone() || self.host.is_closed() {
            return;
        }
        let now = self.host.now();
        let (version, fall, is_show) =
            entry.with(|game| (game.version(), game.until_fall(now), game.is_show()));
        if let Some(fall) = fall {
            let (lobby, entry) = (Arc::downgrade(self), Arc::downgrade(entry));
            let falls = self.host.sleep(fall + Duration::from_millis(1));
            self.host.spawn(Box::pin(async move {
                falls.await;
                if let (Some(lobby), Some(entry)) = (lobby.upgrade(), entry.upgrade())
                    && entry.with(|game| game.version()) == version
                {
                    lobby.insist(&entry, |_, _| Ok(())).await;
                }
            }));
        }
        // A show goes on only while it is watched, unless a clock sees to it that it ends.
        if is_show && fall.is_none() && !entry.changes.has_any() {
            return;
        }
        self.think(entry, version, is_show);
    }

    fn think(self: &Arc<Self>, entry: &Arc<LobbyGame>, version: u64, is_show: bool) {
        let signals = Arc::new(Signals::new());
        let thought = {
            let mut thinking = lock(&entry.thinking);
            if thinking.is_some() {
                return;
            }
            let now = self.host.now();
            let thought = entry.with(|game| game.think(now));
            let Some(thought) = thought else { return };
            *thinking = Some(Arc::clone(&signals));
            thought
        };
        let (lobby, entry) = (Arc::clone(self), Arc::clone(entry));
        self.host.spawn(Box::pin(async move {
            let started = lobby.host.now();
            let search = lobby.host.search(thought, Arc::clone(&signals), Box::new(|_, _| {}));
            let found = search.await.map(|text| serde_json::from_str(&text).unwrap_or_default());
            let thinks = found.as_ref().map_or(0, |reply: &Reply| reply.thinks);
            let least = if is_show { SHOW_PACE } else { Duration::ZERO };
            let pause = Duration::from_millis(thinks).max(least);
            let passed = lobby.host.now().saturating_sub(started);
            if pause > passed {
                lobby.host.sleep(pause - passed).await;
            }
            if !entry.is_thinking(&signals) {
                return;
            }
            match found {
                Ok(reply) if reply.code.is_some() => {
                    let act = move |game: &mut dyn LiveGame, now| {
                        if game.version() != version {
                            return Err(Problem::Outdated("the game has gone on".to_owned()));
                        }
                        game.take_reply(&reply, now)
                    };
                    lobby.insist(&entry, act).await;
                    entry.end_thinking(&signals);
                }
                Ok(_) => entry.end_thinking(&signals),
                Err(_) if lobby.host.is_closed() => {}
                Err(_) => {
                    entry.end_thinking(&signals);
                    lobby.host.sleep(BUSY).await;
                    lobby.wake(&entry);
                }
            }
        }));
    }
}
