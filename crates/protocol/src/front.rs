//! What the servers of all protocols share: a loop that reads lines and never searches, so that it
//! answers at any time, and a thread on which the engine works off jobs in order.

use crate::output::Closed;
use damier_core::Side;
use damier_search::{Limits, Signals};
use std::borrow::Cow;
use std::io::{self, BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, Sender};

/// The longest line that is read: games of a hundred thousand moves fit.
const MAX_LINE: u64 = 1 << 20;

/// What is said of a longer one.
pub(crate) const TOO_LONG: &str = "a line of more than a megabyte was not read";

/// Whether there is more to read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    Line,
    Nothing,
}

/// Why a loop ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// A line said so.
    Told,
    /// There is nothing more to read.
    NoMoreInput,
    /// Our output is no longer read.
    Unheard,
}

/// Shows each line until one ends the loop; `None` stands for a line that was too long to read.
pub(crate) fn each_line(
    mut input: impl BufRead,
    mut obey: impl FnMut(Option<Cow<str>>) -> Result<Next, Closed>,
) -> (End, io::Result<()>) {
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(0) => return (End::NoMoreInput, Ok(())),
            Ok(_) => {}
            Err(error) => return (End::NoMoreInput, Err(error)),
        }
        let is_whole = line.ends_with(b"\n") || (line.len() as u64) < MAX_LINE;
        if !is_whole && let Err(error) = input.skip_until(b'\n') {
            return (End::NoMoreInput, Err(error));
        }
        match obey(is_whole.then(|| String::from_utf8_lossy(&line))) {
            Ok(Next::Line) => {}
            Ok(Next::Nothing) => return (End::Told, Ok(())),
            Err(Closed) => return (End::Unheard, Ok(())),
        }
    }
}

/// Something for the engine to do.
pub(crate) trait EngineJob {
    /// Whether a program that asks if we are there must not be left waiting for it.
    fn takes_long(&self) -> bool;
}

/// The way to the thread on which the engine lives. Dropping it is how that thread learns of the
/// end.
pub(crate) struct Desk<J> {
    sender: Sender<J>,
    /// Long jobs that were given to the thread and are not yet done.
    long_jobs: Arc<AtomicUsize>,
}

/// The jobs as that thread sees them.
pub(crate) struct Inbox<J> {
    receiver: Receiver<J>,
    long_jobs: Arc<AtomicUsize>,
}

pub(crate) fn open_desk<J: EngineJob>() -> (Desk<J>, Inbox<J>) {
    let (sender, receiver) = mpsc::channel();
    let long_jobs = Arc::new(AtomicUsize::new(0));
    (Desk { sender, long_jobs: Arc::clone(&long_jobs) }, Inbox { receiver, long_jobs })
}

impl<J: EngineJob> Desk<J> {
    /// Gives a job to the worker, who leaves early only if our output is not read.
    pub(crate) fn send(&self, job: J) -> Result<(), Closed> {
        if job.takes_long() {
            self.long_jobs.fetch_add(1, Relaxed);
        }
        self.sender.send(job).map_err(|_| Closed)
    }

    /// Whether the engine has something to do that takes long.
    pub(crate) fn is_busy(&self) -> bool {
        self.long_jobs.load(Relaxed) > 0
    }
}

impl<J: EngineJob> Inbox<J> {
    /// Works until no more jobs can come and all are done, or our output is no longer read.
    pub(crate) fn work_off(self, mut perform: impl FnMut(J) -> Result<(), Closed>) {
        for job in self.receiver {
            let takes_long = job.takes_long();
            let done = perform(job);
            if takes_long {
                self.long_jobs.fetch_sub(1, Relaxed);
            }
            if done == Err(Closed) {
                return;
            }
        }
    }
}

/// The last search that was begun, which may be over.
pub(crate) struct LastSearch {
    pub(crate) signals: Arc<Signals>,
    /// Whether it ends without being told to, once it no longer ponders.
    pub(crate) ends_by_itself: bool,
}

impl LastSearch {
    /// Nothing is left that could stop it: does so if it would not end.
    pub(crate) fn leave(&self) {
        if !self.ends_by_itself || self.signals.is_pondering() {
            self.signals.stop();
        }
    }
}

/// Whether some limit ends a search of the side to move.
pub(crate) fn ends_by_itself(limits: &Limits, side: Side) -> bool {
    let Limits { depth, nodes, soft_nodes, move_time, mate, clocks: _, infinite } = limits;
    let has_clock = limits.clock(side).is_some();
    let is_limited = depth.is_some()
        || nodes.or(*soft_nodes).is_some()
        || move_time.is_some()
        || mate.is_some()
        || has_clock;
    is_limited && !infinite
}
