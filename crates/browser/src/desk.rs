//! The desk in a worker: questions of the page come in, answers go out, games are kept in memory
//! and in the database of the browser, and searches are done by other workers.
#![expect(unsafe_code, reason = "the names of exports must be kept")]

use crate::border::{self, AnswerKind};
use crate::executor::{Executor, FutureSlot, lock};
use crate::keeping::{KeptRow, Memory};
use crate::memory::taken;
use damier_answers::{
    Answer, Change, Desk, Host, Lane, Later, Performed, Problem, Question, Row, Task, Tell,
};
use damier_search::Signals;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

/// A search that is done elsewhere.
struct RemoteSearch {
    signals: Arc<Signals>,
    tell: Tell,
    found: FutureSlot<Result<String, Problem>>,
}

/// The worker as a host.
#[derive(Default)]
struct Browser {
    executor: Executor,
    searches: Mutex<BTreeMap<u32, RemoteSearch>>,
}

impl Host for Browser {
    fn now(&self) -> Duration {
        border::now()
    }

    fn seconds(&self) -> u64 {
        border::seconds()
    }

    fn spawn(&self, task: Later<()>) {
        self.executor.spawn(task);
    }

    fn sleep(&self, time: Duration) -> Later<()> {
        self.executor.sleep(time)
    }

    fn search(&self, task: Task, signals: Arc<Signals>, tell: Tell) -> Performed {
        let (id, found) = (self.executor.number(), FutureSlot::new());
        let lane = match task.lane() {
            Lane::Moves => 0,
            Lane::Analyses => 1,
            Lane::Judgements => 2,
            Lane::Background => 3,
        };
        let Ok(text) = serde_json::to_string(&task) else {
            return Box::pin(async { Err(Problem::Busy) });
        };
        lock(&self.searches).insert(id, RemoteSearch { signals, tell, found: found.clone() });
        border::begin(id, lane, &text);
        Box::pin(found.wait())
    }
}

impl Browser {
    /// Goes on with whatever can go on, and ends the searches that were told to stop.
    fn run(&self) {
        loop {
            self.executor.run();
            let is_stopped = |_: &u32, search: &mut RemoteSearch| search.signals.is_stopped();
            let stopped: Vec<(u32, RemoteSearch)> =
                lock(&self.searches).extract_if(.., is_stopped).collect();
            if stopped.is_empty() {
                return;
            }
            for (id, search) in stopped {
                border::cancel(id);
                search.found.fill(Ok(String::new()));
            }
        }
    }
}

struct Office {
    browser: Arc<Browser>,
    store: Arc<Memory>,
    desk: Desk,
    /// Under which name the future of a question can be given up.
    asked: Mutex<BTreeMap<u32, u32>>,
}

fn office() -> &'static Office {
    static OFFICE: OnceLock<Office> = OnceLock::new();
    OFFICE.get_or_init(|| {
        border::prepare();
        let (browser, store) = (Arc::new(Browser::default()), Arc::new(Memory::default()));
        let desk = Desk::new(Arc::clone(&store), Arc::clone(&browser) as Arc<dyn Host>);
        Office { browser, store, desk, asked: Mutex::default() }
    })
}

/// A question as the page sends it.
#[derive(Deserialize)]
struct Sent {
    method: String,
    path: String,
    #[serde(default)]
    body: String,
}

async fn answer(id: u32, sent: Sent) {
    let Sent { method, path, body } = sent;
    let question = Question { method, path, body: body.into_bytes() };
    match office().desk.answer(&question).await {
        Ok(Answer::Json(text)) => border::reply(id, AnswerKind::Json, &text),
        Ok(Answer::Text { text, .. }) => border::reply(id, AnswerKind::Text, &text),
        Ok(Answer::Events(mut events)) => {
            border::reply(id, AnswerKind::Stream, "");
            while let Some(event) = events.next().await {
                let kind = event.kind.unwrap_or_default();
                border::reply(id, AnswerKind::Event, &format!("{kind}\n{}", event.data));
            }
            border::reply(id, AnswerKind::End, "");
        }
        Err(problem) => border::reply(id, AnswerKind::Problem, &problem.to_json()),
    }
    lock(&office().asked).remove(&id);
}

/// Answers a question under a number that the page has chosen.
#[unsafe(no_mangle)]
pub extern "C" fn ask(id: u32, start: *mut u8, length: usize) {
    let office = office();
    match serde_json::from_str(&taken(start, length)) {
        Ok(sent) => {
            let task = office.browser.executor.spawn(Box::pin(answer(id, sent)));
            lock(&office.asked).insert(id, task);
        }
        Err(error) => {
            let problem = Problem::Malformed(error.to_string());
            border::reply(id, AnswerKind::Problem, &problem.to_json());
        }
    }
    office.browser.run();
}

/// The page no longer wants an answer.
#[unsafe(no_mangle)]
pub extern "C" fn abandon(id: u32) {
    let office = office();
    let task = lock(&office.asked).remove(&id);
    if let Some(task) = task {
        office.browser.executor.drop_task(task);
    }
    office.browser.run();
}

/// A timer has rung.
#[unsafe(no_mangle)]
pub extern "C" fn ring(id: u32) {
    office().browser.executor.ring(id);
    office().browser.run();
}

/// A search elsewhere has something to tell: a kind, and data on the lines below.
#[unsafe(no_mangle)]
pub extern "C" fn hear(id: u32, start: *mut u8, length: usize) {
    let office = office();
    let text = taken(start, length);
    if let Some(search) = lock(&office.browser.searches).get_mut(&id)
        && let Some((kind, data)) = text.split_once('\n')
    {
        (search.tell)(kind, data.to_owned());
    }
    office.browser.run();
}

/// A search elsewhere is done, well or not.
#[unsafe(no_mangle)]
pub extern "C" fn finish(id: u32, is_done: u32, start: *mut u8, length: usize) {
    let office = office();
    let text = taken(start, length);
    let search = lock(&office.browser.searches).remove(&id);
    if let Some(search) = search {
        search.found.fill(if is_done == 1 { Ok(text) } else { Err(Problem::Busy) });
    }
    office.browser.run();
}

/// A game as the database has it: at the beginning, or after another tab has changed it.
#[unsafe(no_mangle)]
pub extern "C" fn learn(start: *mut u8, length: usize) {
    let office = office();
    if let Ok(row) = serde_json::from_str::<KeptRow>(&taken(start, length)) {
        let row = Row::from(row);
        let id = row.id.clone();
        if office.store.learn(row) {
            office.desk.forget(&id);
        }
    }
    office.browser.run();
}

/// A game is no longer in the database.
#[unsafe(no_mangle)]
pub extern "C" fn unlearn(start: *mut u8, length: usize) {
    let office = office();
    let id = taken(start, length);
    office.store.unlearn(&id);
    office.desk.forget(&id);
    office.browser.run();
}

/// Changes of the library as the database has them; see `learn`. What cannot be read is left out.
#[unsafe(no_mangle)]
pub extern "C" fn learn_library(start: *mut u8, length: usize) {
    let office = office();
    if let Ok(changes) = serde_json::from_str::<Vec<Change>>(&taken(start, length)) {
        office.store.learn_library(changes);
        office.desk.forget_library();
    }
    office.browser.run();
}

/// Goes on with reviews of collections that were under way.
#[unsafe(no_mangle)]
pub extern "C" fn resume() {
    office().desk.resume();
    office().browser.run();
}
