//! The games that are being played now, and who is to be told or asked when one changes.
//!
//! A game that is asked for is taken from the store and stays here until the room is needed:
//! it is written down after every change, so forgetting it loses nothing. Those who watch a game
//! hears of each change; an engine whose turn it is starts to think; a clock that runs out ends the
//! game.

use crate::engines::Engines;
use crate::errors::Problem;
use crate::live_game::{self, GameView, LiveGame, Saved};
use crate::seats::random_number;
use crate::store::{Row, Store};
use damier_files::seconds_since_1970;
use damier_search::Signals;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// So many games stay in memory if nothing is going on in them.
const KEPT: usize = 64;
/// People who watch engines want to see the moves.
const SHOW_PACE: Duration = Duration::from_millis(700);
/// How long to wait when all engines are busy.
const BUSY: Duration = Duration::from_millis(500);

/// A game in memory.
pub(crate) struct LobbyGame {
    pub(crate) id: String,
    pub(crate) created: u64,
    game: Mutex<Box<dyn LiveGame>>,
    /// The version of the game, for those who wait for the next one.
    changes: watch::Sender<u64>,
    /// How to stop the engine that is thinking about it.
    thinking: Mutex<Option<Arc<Signals>>>,
    /// The game was deleted.
    is_gone: std::sync::atomic::AtomicBool,
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl LobbyGame {
    pub(crate) fn view(&self) -> GameView {
        self.with(|game| game.view(&self.id, self.created, Instant::now()))
    }

    pub(crate) fn with<T>(&self, look: impl FnOnce(&dyn LiveGame) -> T) -> T {
        look(lock(&self.game).as_ref())
    }

    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    fn stop_thinking(&self) {
        if let Some(signals) = lock(&self.thinking).take() {
            signals.stop();
        }
    }

    fn is_gone(&self) -> bool {
        self.is_gone.load(std::sync::atomic::Ordering::Relaxed)
    }
}

/// All games.
pub(crate) struct Lobby {
    store: Store,
    pub(crate) engines: Arc<Engines>,
    live: Mutex<HashMap<String, Arc<LobbyGame>>>,
}

impl Lobby {
    pub(crate) fn new(store: Store, engines: Arc<Engines>) -> Self {
        Self { store, engines, live: Mutex::default() }
    }

    /// Begins a game.
    pub(crate) fn begin(self: &Arc<Self>, saved: Saved) -> Result<Arc<LobbyGame>, Problem> {
        let game = live_game::open(saved)?;
        let id = format!("{:016x}", random_number());
        let entry = self.keep(id, seconds_since_1970(), game);
        self.change(&entry, |_, _| Ok(()))?;
        Ok(entry)
    }

    fn keep(&self, id: String, created: u64, game: Box<dyn LiveGame>) -> Arc<LobbyGame> {
        let mut live = lock(&self.live);
        // Two requests may have read it at once; the first one counts.
        if let Some(entry) = live.get(&id) {
            return Arc::clone(entry);
        }
        if live.len() >= KEPT {
            live.retain(|_, entry| {
                let is_running = entry.with(|game| game.until_fall(Instant::now()).is_some());
                is_running || entry.changes.receiver_count() > 0 || lock(&entry.thinking).is_some()
            });
        }
        let entry = Arc::new(LobbyGame {
            id: id.clone(),
            created,
            changes: watch::Sender::new(game.version()),
            game: Mutex::new(game),
            thinking: Mutex::default(),
            is_gone: false.into(),
        });
        live.insert(id, Arc::clone(&entry));
        entry
    }

    /// The game of that name. An engine whose turn it was when the server ended goes on to think.
    pub(crate) fn find(self: &Arc<Self>, id: &str) -> Result<Arc<LobbyGame>, Problem> {
        let known = lock(&self.live).get(id).cloned();
        if let Some(entry) = known {
            return Ok(entry);
        }
        let row = self.store.load(id)?;
        let row = row.ok_or_else(|| Problem::Missing("there is no such game".to_owned()))?;
        let mut game = live_game::open(live_game::read(&row)?)?;
        game.resume(Instant::now());
        let entry = self.keep(row.id, row.created, game);
        self.wake(&entry);
        Ok(entry)
    }

    /// All games as they are kept, the last one first; those that cannot be read are left out.
    pub(crate) fn list(&self) -> Result<Vec<(Row, Saved)>, Problem> {
        let rows = self.store.list()?.into_iter();
        Ok(rows.filter_map(|row| live_game::read(&row).ok().map(|saved| (row, saved))).collect())
    }

    pub(crate) fn delete(&self, id: &str) -> Result<(), Problem> {
        if let Some(entry) = lock(&self.live).remove(id) {
            entry.is_gone.store(true, std::sync::atomic::Ordering::Relaxed);
            entry.stop_thinking();
            entry.changes.send_modify(|_| {});
        }
        match self.store.delete(id)? {
            true => Ok(()),
            false => Err(Problem::Missing("there is no such game".to_owned())),
        }
    }

    /// Does something at a board; what follows from it follows by itself.
    pub(crate) fn change(
        self: &Arc<Self>,
        entry: &Arc<LobbyGame>,
        act: impl FnOnce(&mut dyn LiveGame, Instant) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let now = Instant::now();
        let (result, is_news, version) = {
            let mut game = lock(&entry.game);
            // Whose time is up has lost, whatever he does now.
            let result = if game.tick(now) {
                Err(Problem::Outdated("the time is up".to_owned()))
            } else {
                act(game.as_mut(), now)
            };
            let version = game.version();
            let is_news = *entry.changes.borrow() != version;
            // Before anybody else can change it, or what is older might be written last.
            if (is_news || result.is_ok()) && !entry.is_gone() {
                self.save(entry, &game.saved())?;
            }
            (result, is_news, version)
        };
        if is_news {
            entry.stop_thinking();
            entry.changes.send_replace(version);
        }
        if is_news || result.is_ok() {
            self.wake(entry);
        }
        result
    }

    fn save(&self, entry: &LobbyGame, saved: &Saved) -> Result<(), Problem> {
        let document = serde_json::to_string(saved)
            .map_err(|error| Problem::Malformed(format!("the game cannot be written: {error}")))?;
        let updated = seconds_since_1970();
        let row = Row { id: entry.id.clone(), created: entry.created, updated, document };
        Ok(self.store.save(&row)?)
    }

    /// Starts what goes on by itself: an engine that thinks, a clock that runs out.
    pub(crate) fn wake(self: &Arc<Self>, entry: &Arc<LobbyGame>) {
        if entry.is_gone() || self.engines.is_closed() {
            return;
        }
        let now = Instant::now();
        let (version, fall, is_show) =
            entry.with(|game| (game.version(), game.until_fall(now), game.is_show()));
        if let Some(fall) = fall {
            let (lobby, entry) = (Arc::downgrade(self), Arc::downgrade(entry));
            tokio::spawn(async move {
                tokio::time::sleep(fall + Duration::from_millis(1)).await;
                if let (Some(lobby), Some(entry)) = (lobby.upgrade(), entry.upgrade())
                    && entry.with(|game| game.version()) == version
                {
                    let _ = lobby.change(&entry, |_, _| Ok(()));
                }
            });
        }
        // A show goes on only while it is watched, unless a clock sees to it that it ends.
        if is_show && fall.is_none() && entry.changes.receiver_count() == 0 {
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
            let now = Instant::now();
            let thought = entry.with(|game| game.think(&self.engines, &signals, now));
            let Some(thought) = thought else { return };
            *thinking = Some(Arc::clone(&signals));
            thought
        };
        let (lobby, entry) = (Arc::clone(self), Arc::clone(entry));
        tokio::spawn(async move {
            let started = Instant::now();
            let found = thought.await;
            if is_show {
                tokio::time::sleep(SHOW_PACE.saturating_sub(started.elapsed())).await;
            }
            {
                let mut thinking = lock(&entry.thinking);
                if !thinking.as_ref().is_some_and(|mine| Arc::ptr_eq(mine, &signals)) {
                    return;
                }
                *thinking = None;
            }
            match found {
                Ok(Some(chosen)) => {
                    let _ = lobby.change(&entry, |game, now| {
                        if game.version() != version {
                            return Err(Problem::Outdated("the game has gone on".to_owned()));
                        }
                        game.play_chosen(&chosen, now)
                    });
                }
                Ok(None) => {}
                Err(_) if lobby.engines.is_closed() => {}
                Err(_) => {
                    tokio::time::sleep(BUSY).await;
                    lobby.wake(&entry);
                }
            }
        });
    }
}
