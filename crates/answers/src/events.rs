//! What is told bit by bit: what a search finds, how a game changes.

use crate::host::Host;
use crate::tasks::Task;
use damier_search::Signals;
use futures_channel::mpsc::{UnboundedReceiver, UnboundedSender, unbounded};
use futures_util::StreamExt;
use futures_util::stream::{self, BoxStream};
use std::sync::{Arc, Mutex, PoisonError};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// What it is; nothing for the only kind that there is.
    pub kind: Option<String>,
    /// In JSON, or a sentence.
    pub data: String,
}

/// Events as they come. What is at work for them is stopped when nobody listens any more.
pub struct EventStream(BoxStream<'static, Event>);

/// Stops a search.
struct Stop(Arc<Signals>);

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl EventStream {
    /// The next one; `None` when there are no more.
    pub async fn next(&mut self) -> Option<Event> {
        self.0.next().await
    }

    /// What a task tells, and its answer in the end under a name.
    pub(crate) fn of_task(host: &Arc<dyn Host>, task: Task, last: &'static str) -> Self {
        let signals = Arc::new(Signals::new());
        // A search tells a few hundred lines at most: nothing has to be dropped.
        let (sender, events) = unbounded();
        let told = sender.clone();
        let tell = Box::new(move |kind: &str, data: String| {
            let _ = told.unbounded_send(Event { kind: Some(kind.to_owned()), data });
        });
        let search = host.search(task, Arc::clone(&signals), tell);
        host.spawn(Box::pin(async move {
            let (kind, data) = match search.await {
                // It was stopped.
                Ok(answer) if answer.is_empty() => return,
                Ok(answer) if answer == "null" => (last, "{}".to_owned()),
                Ok(answer) => (last, answer),
                Err(problem) => ("problem", problem.to_string()),
            };
            let _ = sender.unbounded_send(Event { kind: Some(kind.to_owned()), data });
        }));
        let listening = (events, Stop(signals));
        let events = stream::unfold(listening, |(mut events, stop)| async {
            let event = events.next().await?;
            Some((event, (events, stop)))
        });
        Self(events.boxed())
    }

    /// How something is now, and after each change.
    pub(crate) fn of_changes(
        changes: Watcher,
        view: impl Fn() -> String + Send + Sync + 'static,
    ) -> Self {
        let view = Arc::new(view);
        let events = stream::unfold((changes, true), move |(mut changes, is_first)| {
            let view = Arc::clone(&view);
            async move {
                if !is_first {
                    changes.changed().await?;
                }
                changes.forget();
                Some((Event { kind: None, data: view() }, (changes, false)))
            }
        });
        Self(events.boxed())
    }
}

/// Those who wait for changes of something.
#[derive(Default)]
pub(crate) struct Watchers(Mutex<Vec<UnboundedSender<()>>>);

/// One of them.
pub(crate) struct Watcher(UnboundedReceiver<()>);

impl Watchers {
    fn with<T>(&self, look: impl FnOnce(&mut Vec<UnboundedSender<()>>) -> T) -> T {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|one| !one.is_closed());
        look(&mut all)
    }

    pub(crate) fn subscribe(&self) -> Watcher {
        let (sender, receiver) = unbounded();
        self.with(|all| all.push(sender));
        Watcher(receiver)
    }

    pub(crate) fn tell(&self) {
        self.with(|all| {
            for one in all {
                let _ = one.unbounded_send(());
            }
        });
    }

    /// There will be no more changes.
    pub(crate) fn close(&self) {
        self.with(Vec::clear);
    }

    pub(crate) fn has_any(&self) -> bool {
        self.with(|all| !all.is_empty())
    }
}

impl Watcher {
    /// Waits for a change; `None` if there will be no more.
    pub(crate) async fn changed(&mut self) -> Option<()> {
        self.0.next().await
    }

    #[cfg(test)]
    pub(crate) fn has_changed(&mut self) -> bool {
        self.0.try_recv().is_ok()
    }

    /// Whatever has changed so far is known.
    pub(crate) fn forget(&mut self) {
        while self.0.try_recv().is_ok() {}
    }
}
