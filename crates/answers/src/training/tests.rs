//! Three days of training, with a clock of its own.

use crate::desk::{Answer, Desk, Question};
use crate::host::{Host, Later, Performed, Tell};
use crate::library::{Change, Collection, Head, KeptReview, LibraryStore};
use crate::no_shelf::NoShelf;
use crate::store::{GameStore, Listed, Row};
use crate::tasks::{Effort, Task};
use damier_search::Signals;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

const DAY: u64 = 86_400;

/// The time is what the test says.
struct DatedHost {
    seconds: AtomicU64,
}

impl Host for DatedHost {
    fn now(&self) -> Duration {
        Duration::ZERO
    }

    fn seconds(&self) -> u64 {
        self.seconds.load(Ordering::Relaxed)
    }

    fn spawn(&self, task: Later<()>) {
        tokio::spawn(task);
    }

    fn sleep(&self, _: Duration) -> Later<()> {
        Box::pin(async {})
    }

    fn search(&self, task: Task, signals: Arc<Signals>, mut tell: Tell) -> Performed {
        let effort = Effort { judgement: 4_000, hash: 1, ..Effort::default() };
        let search = move || task.perform(&effort, NoShelf, &signals, &mut tell);
        Box::pin(async { tokio::task::spawn_blocking(search).await.unwrap() })
    }
}

/// What is kept, in memory.
#[derive(Default)]
struct Kept {
    collections: BTreeMap<u64, Collection>,
    heads: BTreeMap<u64, Head>,
    texts: BTreeMap<u64, String>,
    reviews: BTreeMap<u64, KeptReview>,
    notes: BTreeMap<String, String>,
}

#[derive(Default)]
struct KeptStore(Mutex<Kept>);

impl KeptStore {
    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap()
    }
}

impl GameStore for KeptStore {
    fn save(&self, _: &Row) -> Result<(), String> {
        Ok(())
    }

    fn load(&self, _: &str) -> Result<Option<Row>, String> {
        Ok(None)
    }

    fn list(&self) -> Result<Listed, String> {
        Ok(Listed::default())
    }

    fn delete(&self, _: &str) -> Result<bool, String> {
        Ok(false)
    }
}

impl LibraryStore for KeptStore {
    fn collections(&self) -> Result<Vec<Collection>, String> {
        Ok(self.lock().collections.values().cloned().collect())
    }

    fn each_head(&self, tell: &mut dyn FnMut(Head)) -> Result<Vec<String>, String> {
        self.lock().heads.values().cloned().for_each(tell);
        Ok(Vec::new())
    }

    fn head(&self, game: u64) -> Result<Option<Head>, String> {
        Ok(self.lock().heads.get(&game).cloned())
    }

    fn text(&self, game: u64) -> Result<Option<String>, String> {
        Ok(self.lock().texts.get(&game).cloned())
    }

    fn review(&self, game: u64) -> Result<Option<KeptReview>, String> {
        Ok(self.lock().reviews.get(&game).cloned())
    }

    fn note(&self, name: &str) -> Result<Option<String>, String> {
        Ok(self.lock().notes.get(name).cloned())
    }

    fn change(&self, changes: &[Change]) -> Result<(), String> {
        let mut kept = self.lock();
        for change in changes.iter().cloned() {
            match change {
                Change::SaveCollection(one) => drop(kept.collections.insert(one.id, one)),
                Change::SaveGame { head, text } => {
                    kept.texts.insert(head.id, text);
                    kept.heads.insert(head.id, head);
                }
                Change::SaveHead(head) => drop(kept.heads.insert(head.id, head)),
                Change::SaveReview { game, review } => drop(kept.reviews.insert(game, review)),
                Change::SaveNote { name, text } => drop(kept.notes.insert(name, text)),
                Change::DropCollection(_) | Change::DropGame(_) => {}
            }
        }
        Ok(())
    }
}

struct TrainingRoom {
    desk: Desk,
    host: Arc<DatedHost>,
    store: Arc<KeptStore>,
}

impl TrainingRoom {
    fn new() -> Self {
        let host = Arc::new(DatedHost { seconds: (20_000 * DAY + 43_200).into() });
        let store = Arc::new(KeptStore::default());
        let desk = Desk::new(Arc::clone(&store), Arc::clone(&host) as Arc<dyn Host>);
        Self { desk, host, store }
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        let (method, path) = ("POST".to_owned(), path.to_owned());
        let question = Question { method, path, body: body.to_string().into_bytes() };
        match self.desk.answer(&question).await {
            Ok(Answer::Json(text)) => serde_json::from_str(&text).unwrap(),
            Ok(_) => panic!("that is no JSON"),
            Err(problem) => serde_json::from_str(&problem.to_json()).unwrap(),
        }
    }

    fn sleep(&self, days: u64) {
        self.host.seconds.fetch_add(days * DAY, Ordering::Relaxed);
    }

    async fn overview(&self) -> Value {
        self.post("/training", json!({ "game": "chess" })).await
    }

    async fn next(&self, more: Value) -> Value {
        let mut wish = json!({ "game": "chess" });
        more.as_object().unwrap().iter().for_each(|(key, value)| wish[key] = value.clone());
        self.post("/training/next", wish).await["exercise"].clone()
    }

    /// Answers all that is asked on this day, and says what that was.
    async fn sitting(&self, is_found: bool) -> Vec<String> {
        let mut asked = Vec::new();
        loop {
            let exercise = self.next(json!({ "seen": asked })).await;
            let Some(id) = exercise["id"].as_str() else { return asked };
            let answer = json!({ "id": id, "game": "chess", "is_found": is_found });
            let told = self.post("/training/answer", answer).await;
            assert!(told["successes"].is_number(), "{told}");
            asked.push(id.to_owned());
        }
    }
}

/// So many games in which Black, who is the reader, lets himself be mated.
async fn with_games(count: usize) -> TrainingRoom {
    const FIRST: [&str; 14] =
        ["a6", "b6", "c6", "d6", "h6", "a5", "b5", "c5", "h5", "g5", "f5", "Na6", "Nh6", "Bb4"];
    let room = TrainingRoom::new();
    let game = |first: &str| {
        format!(
            "[White \"Ada\"]\n[Black \"Me\"]\n\n\
             1. e4 e5 2. a3 {first} 3. Bc4 Nc6 4. Qh5 Nf6 5. Qxf7# 1-0\n\n"
        )
    };
    let text: String = FIRST[..count].iter().map(|first| game(first)).collect();
    let id = room.post("/library/collections", json!({ "name": "Club" })).await["id"].clone();
    let found = room.post("/library/import", json!({ "collection": id, "text": text })).await;
    assert_eq!(found["games"].as_array().unwrap().len(), count, "{found}");
    let path = format!("/library/collections/{id}/review");
    room.post(&path, json!({ "is_running": true, "nodes": 1_000 })).await;
    while room.store.lock().reviews.len() < count {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    room.post("/library/names", json!({ "names": ["me"] })).await;
    room
}

#[tokio::test(flavor = "multi_thread")]
async fn at_most_ten_new_ones_come_a_day_and_all_come_again_when_they_are_due() {
    let room = with_games(14).await;
    let before = room.overview().await;
    let waiting = before["waiting"].as_u64().unwrap();
    assert!(waiting >= 12, "{before}");
    assert_eq!((&before["fresh"], &before["due"]), (&json!(10), &json!(0)));
    let first = room.sitting(true).await;
    assert_eq!(first.len(), 10);
    let after = room.overview().await;
    assert_eq!((&after["today"], &after["fresh"]), (&json!([10, 10]), &json!(0)));
    assert_eq!((&after["resting"], &after["next_in"]), (&json!(10), &json!(3)));
    // The second day brings the rest, and what is answered wrong comes back on the third.
    room.sleep(1);
    let second = room.sitting(false).await;
    assert!(!second.is_empty() && second.iter().all(|id| !first.contains(id)), "{second:?}");
    room.sleep(1);
    let third = room.sitting(true).await;
    assert!(third.len() == second.len() && third.iter().all(|id| second.contains(id)), "{third:?}");
    room.sleep(1);
    let again = room.sitting(true).await;
    assert_eq!(again.len(), 10);
    assert!(again.iter().all(|id| first.contains(id)));
    // The third success in a row is the last one.
    room.sleep(10);
    let last = room.sitting(true).await;
    assert!(first.iter().all(|id| last.contains(id)));
    assert_eq!(room.overview().await["retired"], 10);
    room.sleep(100);
    assert!(room.sitting(true).await.iter().all(|id| !first.contains(id)));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_error_is_right_and_what_is_one_is_told_why() {
    let room = with_games(2).await;
    let exercise = room.next(json!({})).await;
    let id = exercise["id"].as_str().unwrap();
    assert_eq!((&exercise["kind"], &exercise["players"]), (&json!("mistake"), &json!("Ada – Me")));
    assert_eq!(exercise["moves"].as_array().unwrap().len(), 7);
    let attempt = |mv: &str| json!({ "id": id, "game": "chess", "move": mv });
    let wrong = room.post("/training/try", attempt("Nf6")).await;
    assert_eq!((&wrong["is_right"], &wrong["reply"]["text"]), (&json!(false), &json!("Qxf7#")));
    assert!(wrong["words"].as_str().unwrap().contains("mate"), "{wrong}");
    // More than one move stops the mate: each of them is right, and there is nothing to be won.
    for mv in ["g6", "Qe7"] {
        let right = room.post("/training/try", attempt(mv)).await;
        assert_eq!((&right["is_right"], &right["is_done"]), (&json!(true), &json!(true)), "{mv}");
    }
    let illegal = room.post("/training/try", attempt("Kd4")).await;
    assert!(illegal["error"].is_string(), "{illegal}");
    let shown = room.post("/training/shown", json!({ "id": id, "game": "chess" })).await;
    assert_eq!((&shown["theme"], &shown["is_missed"]), (&json!("mate"), &json!(false)));
    assert_eq!(shown["error"]["move"]["text"], "Nf6");
    let strange = room.post("/training/try", json!({ "id": "x", "game": "chess", "move": "e4" }));
    assert_eq!(strange.await["error"], "missing");
}

#[tokio::test(flavor = "multi_thread")]
async fn exercises_are_chosen_by_theme_phase_and_opening() {
    let room = with_games(3).await;
    let view = room.overview().await;
    assert_eq!(view["themes"][0]["theme"], "mate", "{view}");
    assert_eq!(view["phases"].as_array().unwrap().len(), 1);
    assert!(room.next(json!({ "theme": "fork" })).await.is_null());
    assert!(room.next(json!({ "theme": "mate", "is_missed": true })).await.is_null());
    assert!(room.next(json!({ "phase": "endgame" })).await.is_null());
    let opening = view["openings"][0][0].as_str().unwrap();
    let found = room.next(json!({ "theme": "mate", "is_missed": false, "opening": opening })).await;
    assert_eq!(found["is_new"], true, "{found}");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_names_or_games_there_is_nothing_to_do_and_nothing_goes_wrong() {
    let room = TrainingRoom::new();
    let view = room.overview().await;
    assert_eq!((&view["has_names"], &view["games"]), (&json!(false), &json!(0)));
    assert!(room.next(json!({ "calm": true })).await.is_null());
    let answer = json!({ "id": "x", "game": "chess", "is_found": true });
    assert_eq!(room.post("/training/answer", answer).await["error"], "missing");
    let draughts = room.post("/training", json!({ "game": "draughts" })).await;
    assert_eq!(draughts["waiting"], 0);
}
