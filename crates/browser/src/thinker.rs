//! A worker that does one task after the other. It hears nothing meanwhile: to stop a search, the
//! worker is ended and another one takes its place.
#![expect(unsafe_code, reason = "the names of exports must be kept")]

use crate::border::{self, Said};
use crate::executor::lock;
use crate::memory::taken;
use damier_answers::{Effort, Shelf, Task};
use damier_search::Signals;
use std::any::Any;
use std::sync::{Arc, Mutex};

/// The engine that was used last.
static KEPT: Mutex<Option<(usize, Box<dyn Any + Send>)>> = Mutex::new(None);

/// Keeps one engine: memory is scarce in a browser.
struct OneEngine {
    megabytes: usize,
}

impl Shelf for OneEngine {
    fn lend<E: Any + Send, T>(
        self,
        make: impl FnOnce(usize) -> E,
        work: impl FnOnce(&mut E) -> T,
    ) -> T {
        let kept = lock(&KEPT).take().filter(|(size, _)| *size == self.megabytes);
        let kept = kept.and_then(|(_, engine)| engine.downcast::<E>().ok());
        let mut engine = kept.unwrap_or_else(|| Box::new(make(self.megabytes)));
        let found = work(&mut engine);
        *lock(&KEPT) = Some((self.megabytes, engine));
        found
    }
}

/// What may be spent in a browser: one thread, smaller tables.
fn effort() -> Effort {
    Effort { threads: 1, hash: 32, ..Effort::default() }
}

/// Does a task; events and the answer are said as lines, each a kind, a line end and data. The
/// answer has the kind `answer`, or `problem`.
#[unsafe(no_mangle)]
pub extern "C" fn think(start: *mut u8, length: usize) {
    border::prepare();
    let task: Result<Task, _> = serde_json::from_str(&taken(start, length));
    let say = |kind: &str, data: &str| border::say(Said::Line, &format!("{kind}\n{data}"));
    let task = match task {
        Ok(task) => task,
        Err(error) => return say("problem", &error.to_string()),
    };
    let effort = effort();
    let shelf = OneEngine { megabytes: task.megabytes(&effort) };
    let signals = Arc::new(Signals::new());
    let found = task.perform(&effort, shelf, &signals, &mut |kind, data| say(kind, &data));
    match found {
        Ok(answer) => say("answer", &answer),
        Err(problem) => say("problem", &problem.to_json()),
    }
}
