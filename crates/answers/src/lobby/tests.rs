//! Many games at once, and a store that cannot write.

use super::*;
use crate::clocks::Pace;
use crate::host::{Later, Performed, Tell};
use crate::no_shelf::NoShelf;
use crate::seats::{Opponent, Seat};
use crate::tasks::{Effort, Task};
use damier_games::GameKind;
use std::collections::BTreeMap;

/// Time is that of the tests, and searches run on threads that may block.
#[derive(Default)]
struct TestHost {
    /// Where waiting is noted instead of done.
    waits: Option<Mutex<Vec<Duration>>>,
}

impl Host for TestHost {
    fn now(&self) -> Duration {
        static BEGAN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
        BEGAN.get_or_init(std::time::Instant::now).elapsed()
    }

    fn seconds(&self) -> u64 {
        1
    }

    fn spawn(&self, task: Later<()>) {
        tokio::spawn(task);
    }

    fn sleep(&self, time: Duration) -> Later<()> {
        let Some(waits) = &self.waits else { return Box::pin(tokio::time::sleep(time)) };
        lock(waits).push(time);
        Box::pin(async {})
    }

    fn search(&self, task: Task, signals: Arc<Signals>, mut tell: Tell) -> Performed {
        let effort = Effort { threads: 1, hash: 1, ..Effort::default() };
        let search = move || task.perform(&effort, NoShelf, &signals, &mut tell);
        Box::pin(async { tokio::task::spawn_blocking(search).await.unwrap() })
    }
}

/// Games in memory, on a disk that may be full.
#[derive(Default)]
struct TestStore {
    rows: Mutex<BTreeMap<String, Row>>,
    is_full: AtomicBool,
}

impl TestStore {
    fn refuse_writes(&self, refuse: bool) {
        self.is_full.store(refuse, Ordering::Relaxed);
    }

    fn write(&self) -> Result<MutexGuard<'_, BTreeMap<String, Row>>, String> {
        if self.is_full.load(Ordering::Relaxed) {
            return Err("the disk is full".to_owned());
        }
        Ok(lock(&self.rows))
    }
}

impl GameStore for TestStore {
    fn save(&self, row: &Row) -> Result<(), String> {
        self.write()?.insert(row.id.clone(), row.clone());
        Ok(())
    }

    fn load(&self, id: &str) -> Result<Option<Row>, String> {
        Ok(lock(&self.rows).get(id).cloned())
    }

    fn list(&self) -> Result<Listed, String> {
        let rows = lock(&self.rows).values().cloned().collect();
        Ok(Listed { rows, unreadable: Vec::new() })
    }

    fn delete(&self, id: &str) -> Result<bool, String> {
        Ok(self.write()?.remove(id).is_some())
    }
}

/// A lobby, and its store.
fn lobby() -> (Arc<Lobby>, Arc<TestStore>) {
    let store = Arc::new(TestStore::default());
    let games = Arc::clone(&store) as Arc<dyn GameStore>;
    (Arc::new(Lobby::new(games, Arc::new(TestHost::default()))), store)
}

fn seen(entry: &LobbyGame) -> GameView {
    entry.view(TestHost::default().now())
}

fn friends() -> Saved {
    Saved::new(GameKind::Chess, [Seat::Human, Seat::Human])
}

/// An engine has White and is to move.
fn against_white() -> Saved {
    Saved { seats: [Seat::Engine(Opponent::for_tests(None)), Seat::Human], ..friends() }
}

fn play(lobby: &Arc<Lobby>, entry: &Arc<LobbyGame>, mv: &str, ply: usize) -> Result<(), Problem> {
    lobby.change(entry, |game, now| game.play(mv, ply, now))
}

fn kept(lobby: &Lobby, id: &str) -> Saved {
    live_game::read(&lobby.store.load(id).unwrap().unwrap()).unwrap()
}

#[tokio::test]
async fn a_game_in_use_is_not_forgotten_and_loses_nothing() {
    let (lobby, _) = lobby();
    // A request that waits for something, such as an engine's answer to the offer of a draw.
    let held = lobby.begin(friends()).unwrap();
    let left = lobby.begin(friends()).unwrap().id.clone();
    for _ in 0..KEPT {
        lobby.begin(friends()).unwrap();
    }
    assert!(!lock(&lobby.live).contains_key(&left), "there was no need to forget anything");
    // Another request plays, and then the first one goes on.
    play(&lobby, &lobby.find(&held.id).unwrap(), "e4", 0).unwrap();
    lobby.change(&held, |game, now| game.agree_draw(now)).unwrap();
    let kept = kept(&lobby, &held.id);
    assert_eq!((kept.moves.len(), kept.verdict.unwrap().reason.as_str()), (1, "agreed"));
}

#[tokio::test]
async fn what_cannot_be_written_down_has_not_happened() {
    let (lobby, store) = lobby();
    let entry = lobby.begin(friends()).unwrap();
    let mut watching = entry.watch();
    store.refuse_writes(true);
    let refused = play(&lobby, &entry, "e4", 0);
    assert!(matches!(refused, Err(Problem::Store(_))), "{refused:?}");
    assert_eq!((seen(&entry).moves.len(), seen(&entry).version), (0, 0));
    assert!(!watching.has_changed());
    store.refuse_writes(false);
    play(&lobby, &entry, "e4", 0).unwrap();
    assert!(watching.has_changed());
    assert_eq!(kept(&lobby, &entry.id).moves, ["e2e4"]);
}

#[tokio::test]
async fn an_engine_keeps_its_move_until_it_can_be_written_down() {
    let (lobby, store) = lobby();
    let entry = lobby.begin(against_white()).unwrap();
    let mut watching = entry.watch();
    // The engine has not begun: nothing runs here but what is waited for.
    store.refuse_writes(true);
    watching.changed().await.unwrap();
    let view = seen(&entry);
    assert_eq!((view.moves.len(), view.thinking, view.unsaved), (0, true, true));
    store.refuse_writes(false);
    while seen(&entry).moves.is_empty() {
        watching.changed().await.unwrap();
    }
    assert!(!seen(&entry).unsaved);
    assert_eq!(kept(&lobby, &entry.id).moves.len(), 1);
    let reply = seen(&entry).position.legal[0].code.clone();
    play(&lobby, &entry, &reply, 1).unwrap();
    while seen(&entry).moves.len() < 3 {
        watching.changed().await.unwrap();
    }
}

#[tokio::test]
async fn a_clock_that_ran_out_ends_the_game_when_that_can_be_written_down() {
    let (lobby, store) = lobby();
    let pace = Some(Pace { time: 1, increment: 0 });
    let terms = Saved { pace, moves: vec!["e4".to_owned()], times: vec![[1, 1]], ..friends() };
    let entry = lobby.begin(terms).unwrap();
    let mut watching = entry.watch();
    store.refuse_writes(true);
    watching.changed().await.unwrap();
    assert!(seen(&entry).unsaved && seen(&entry).verdict.is_none());
    store.refuse_writes(false);
    while seen(&entry).verdict.is_none() {
        watching.changed().await.unwrap();
    }
    assert_eq!(kept(&lobby, &entry.id).verdict.unwrap().reason, "time");
}

#[tokio::test]
async fn a_game_that_cannot_be_written_down_is_not_begun_and_not_deleted() {
    let (lobby, store) = lobby();
    let entry = lobby.begin(friends()).unwrap();
    store.refuse_writes(true);
    assert!(lobby.begin(friends()).is_err());
    assert_eq!(lock(&lobby.live).len(), 1);
    assert!(lobby.delete(&entry.id).is_err());
    store.refuse_writes(false);
    play(&lobby, &lobby.find(&entry.id).unwrap(), "e4", 0).unwrap();
    lobby.delete(&entry.id).unwrap();
    assert!(lobby.find(&entry.id).is_err());
    assert!(play(&lobby, &entry, "e5", 1).is_err(), "a late change would bring it back");
    assert!(lobby.list().unwrap().0.is_empty());
}

#[tokio::test]
async fn a_person_takes_time_with_a_clock_and_none_without() {
    let moves = "e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Be7 O-O O-O Nc3 d6 h3";
    for has_clock in [false, true] {
        let host = Arc::new(TestHost { waits: Some(Mutex::default()) });
        let store = Arc::new(TestStore::default());
        let lobby = Arc::new(Lobby::new(store, Arc::clone(&host) as Arc<dyn Host>));
        let engine = Opponent::for_tests(Some(1500));
        let terms = Saved {
            seats: [Seat::Human, Seat::Engine(engine)],
            pace: has_clock.then_some(Pace { time: 600, increment: 0 }),
            moves: moves.split(' ').map(str::to_owned).collect(),
            ..friends()
        };
        let entry = lobby.begin(terms).unwrap();
        let mut watching = entry.watch();
        while entry.view(host.now()).moves.len() < 14 {
            watching.changed().await.unwrap();
        }
        // Besides the fall of the clocks, which is ten minutes away.
        let waits = lock(host.waits.as_ref().expect("they are noted")).clone();
        let pauses: Vec<&Duration> =
            waits.iter().filter(|wait| **wait < Duration::from_secs(599)).collect();
        assert_eq!(pauses.len(), usize::from(has_clock), "{waits:?}");
        assert!(pauses.iter().all(|pause| **pause > Duration::from_millis(500)), "{waits:?}");
    }
}
