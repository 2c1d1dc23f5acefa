//! What answers ask of the program around them: time, chance, somewhere to search.
//!
//! The local server has threads and a disk; a browser has workers and a database of its own.
//! Nothing here knows which of them it is.

use crate::errors::Problem;
use crate::tasks::Task;
use damier_search::Signals;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Something that will be there later.
pub type Later<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// What a task comes to.
pub type Performed = Later<Result<String, Problem>>;

/// Who is told what a search finds, bit by bit: a kind and data in JSON.
pub type Tell = Box<dyn FnMut(&str, String) + Send>;

/// The program around the answers.
pub trait Host: Send + Sync {
    /// Time since some fixed moment.
    fn now(&self) -> Duration;

    /// Seconds since the first of January 1970.
    fn seconds(&self) -> u64;

    /// Whether it is about to end: nothing new should be begun.
    fn is_closed(&self) -> bool {
        false
    }

    /// Has something go on by itself.
    fn spawn(&self, task: Later<()>);

    /// Waits.
    fn sleep(&self, time: Duration) -> Later<()>;

    /// Does work that may wait for the disk, or play through a long game, away from what answers
    /// all questions; says whether it was done. Who has nowhere else does it at once.
    fn apart(&self, work: Box<dyn FnOnce() + Send>) -> Later<bool> {
        work();
        Box::pin(async { true })
    }

    /// Reads or writes texts, which may be long, when their turn comes; `false` if that came to
    /// nothing. Who has nowhere else does it at once.
    fn read(&self, work: Box<dyn FnOnce() + Send>) -> Later<Result<bool, Problem>> {
        work();
        Box::pin(async { Ok(true) })
    }

    /// Does a task when its turn comes, as [`Task::perform`] does. Whatever is asked, the signals
    /// can end it.
    fn search(&self, task: Task, signals: Arc<Signals>, tell: Tell) -> Performed;
}

/// Work that leaves its result elsewhere.
type Work = Box<dyn FnOnce() + Send>;

/// A closure that leaves its result somewhere.
fn boxed<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> (Work, Arc<Mutex<Option<T>>>) {
    let place = Arc::new(Mutex::new(None));
    let there = Arc::clone(&place);
    let work = move || {
        let found = work();
        *there.lock().unwrap_or_else(PoisonError::into_inner) = Some(found);
    };
    (Box::new(work), place)
}

fn taken<T>(place: &Mutex<Option<T>>) -> Option<T> {
    place.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// [`Host::apart`] with a result.
pub(crate) async fn apart<T: Send + 'static>(
    host: &Arc<dyn Host>,
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let (work, place) = boxed(work);
    host.apart(work).await;
    taken(&place).unwrap_or(Err(Problem::Busy))
}

/// [`Host::read`] with a result.
pub(crate) async fn read<T: Send + 'static>(
    host: &Arc<dyn Host>,
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let (work, place) = boxed(work);
    host.read(work).await?;
    let unread = || Err(Problem::Refused("that cannot be read".to_owned()));
    taken(&place).unwrap_or_else(unread)
}
