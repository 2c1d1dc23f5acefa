//! What goes on by itself, on one thread: futures that are polled when something has happened.

use crate::border;
use damier_answers::Later;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// All futures that are under way.
#[derive(Default)]
pub(crate) struct Executor {
    tasks: Mutex<BTreeMap<u32, Later<()>>>,
    next: Mutex<u32>,
    ready: Arc<Mutex<VecDeque<u32>>>,
    sleepers: Arc<Mutex<BTreeMap<u32, FutureSlot<()>>>>,
}

struct TaskWaker {
    id: u32,
    ready: Arc<Mutex<VecDeque<u32>>>,
}

impl Wake for TaskWaker {
    fn wake(self: Arc<Self>) {
        lock(&self.ready).push_back(self.id);
    }
}

/// A place for something that comes from outside, and who waits for it.
pub(crate) struct FutureSlot<T>(Arc<Mutex<(Option<T>, Option<Waker>)>>);

impl<T> Clone for FutureSlot<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> FutureSlot<T> {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Mutex::new((None, None))))
    }

    pub(crate) fn fill(&self, value: T) {
        let mut inside = lock(&self.0);
        inside.0 = Some(value);
        if let Some(waker) = inside.1.take() {
            waker.wake();
        }
    }

    pub(crate) async fn wait(self) -> T {
        std::future::poll_fn(|context| {
            let mut inside = lock(&self.0);
            match inside.0.take() {
                Some(value) => Poll::Ready(value),
                None => {
                    inside.1 = Some(context.waker().clone());
                    Poll::Pending
                }
            }
        })
        .await
    }
}

impl Executor {
    /// A number that nothing else has.
    pub(crate) fn number(&self) -> u32 {
        let mut next = lock(&self.next);
        *next += 1;
        *next
    }

    /// Adds a future; returns the name under which it can be given up.
    pub(crate) fn spawn(&self, task: Later<()>) -> u32 {
        let id = self.number();
        lock(&self.tasks).insert(id, task);
        lock(&self.ready).push_back(id);
        id
    }

    /// Gives a future up.
    pub(crate) fn drop_task(&self, id: u32) {
        let task = lock(&self.tasks).remove(&id);
        drop(task);
    }

    pub(crate) fn sleep(&self, time: Duration) -> Later<()> {
        let (id, slot) = (self.number(), FutureSlot::new());
        lock(&self.sleepers).insert(id, slot.clone());
        border::ask_timer(id, time);
        Box::pin(slot.wait())
    }

    /// A timer has rung.
    pub(crate) fn ring(&self, id: u32) {
        let slot = lock(&self.sleepers).remove(&id);
        if let Some(slot) = slot {
            slot.fill(());
        }
    }

    /// Polls all that can go on until nothing can.
    pub(crate) fn run(&self) {
        loop {
            let Some(id) = lock(&self.ready).pop_front() else { return };
            // Taken out meanwhile: it may add others.
            let Some(mut task) = lock(&self.tasks).remove(&id) else { continue };
            let waker = Arc::new(TaskWaker { id, ready: Arc::clone(&self.ready) }).into();
            if task.as_mut().poll(&mut Context::from_waker(&waker)).is_pending() {
                lock(&self.tasks).insert(id, task);
            }
        }
    }
}
