//! What the servers of all protocols share: a loop that reads lines and never searches, so that it
//! answers at any time, and a thread on which the engine works off jobs in order.

use crate::output::{Closed, Output};
use damier_core::{Game, Rules, Side};
use damier_search::{Engine, Limits, NamedOptions, Signals};
use std::fmt::Display;
use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

/// The longest line that is read: games of a hundred thousand moves fit.
const MAX_LINE: u64 = 1 << 20;

/// What is said of a longer one.
const TOO_LONG: &str = "a line of more than a megabyte was not read";

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

/// Shows each line until one ends the loop, and remarks on those that were too long to read.
pub(crate) fn each_line<W: Write>(
    mut input: impl BufRead,
    output: &Output<W>,
    mut obey: impl FnMut(&str) -> Result<Next, Closed>,
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
        let next = if is_whole {
            let line = String::from_utf8_lossy(&line);
            output.note_input(line.trim_end());
            obey(&line)
        } else {
            output.remark(TOO_LONG).map(|()| Next::Line)
        };
        match next {
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

/// What servers of all protocols have the engine do between searches.
pub(crate) enum Preparation {
    SetOption { name: String, value: String },
    NewGame,
}

impl Preparation {
    /// Does it, or says in words why it cannot be done.
    pub(crate) fn perform<E: Engine + NamedOptions>(&self, engine: &mut E) -> Result<(), String> {
        match self {
            Self::SetOption { name, value } => {
                engine.set_option(name, value).map_err(|error| error.to_string())
            }
            Self::NewGame => engine.new_game().map_err(|error| error.to_string()),
        }
    }
}

/// The way to the thread on which the engine lives. Dropping it is how that thread learns of the
/// end.
pub(crate) struct EngineThread<J> {
    sender: Sender<J>,
    /// Long jobs that were given to the thread and are not yet done.
    long_jobs: Arc<AtomicUsize>,
}

/// The jobs as that thread sees them.
struct Inbox<J> {
    receiver: Receiver<J>,
    long_jobs: Arc<AtomicUsize>,
}

impl<J: EngineJob> EngineThread<J> {
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
    fn work_off(self, mut perform: impl FnMut(J) -> Result<(), Closed>) {
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

/// The last search that was begun, if there is one; it may be over.
#[derive(Default)]
pub(crate) struct LastSearch {
    signals: Option<Arc<Signals>>,
    /// Whether it ends without being told to, once it no longer ponders.
    ends_by_itself: bool,
}

impl LastSearch {
    pub(crate) fn new(signals: Arc<Signals>, ends_by_itself: bool) -> Self {
        Self { signals: Some(signals), ends_by_itself }
    }

    pub(crate) fn stop(&self) {
        if let Some(signals) = &self.signals {
            signals.stop();
        }
    }

    pub(crate) fn ponder_hit(&self) {
        if let Some(signals) = &self.signals {
            signals.ponder_hit();
        }
    }

    /// No more lines are read, so nothing else can stop it: does so if it would not end, or if its
    /// answer is of no use. A line that ended the loop has seen to it.
    pub(crate) fn leave(&self, end: End) {
        let is_pondering = self.signals.as_ref().is_some_and(|signals| signals.is_pondering());
        match end {
            End::NoMoreInput if self.ends_by_itself && !is_pondering => {}
            End::NoMoreInput | End::Unheard => self.stop(),
            End::Told => {}
        }
    }
}

/// The game that moves written as text lead to, or which of them is wrong and why.
pub(crate) fn play_moves<R: Rules, E: Display>(
    start: R,
    moves: &[String],
    read: impl Fn(&R, &str) -> Result<R::Move, E>,
) -> Result<Game<R>, String> {
    let mut game = Game::new(start);
    for (number, text) in (1..).zip(moves) {
        let mv = read(game.position(), text);
        game.play_unchecked(mv.map_err(|error| format!("move number {number}: {error}"))?);
    }
    Ok(game)
}

/// Lets the engine work off jobs on a thread of its own, in order, while `read` sends them.
pub(crate) fn with_engine_thread<J: EngineJob + Send>(
    perform: impl FnMut(J) -> Result<(), Closed> + Send,
    read: impl FnOnce(EngineThread<J>) -> io::Result<()>,
) -> io::Result<()> {
    let (sender, receiver) = mpsc::channel();
    let long_jobs = Arc::new(AtomicUsize::new(0));
    let engine_thread = EngineThread { sender, long_jobs: Arc::clone(&long_jobs) };
    let inbox = Inbox { receiver, long_jobs };
    // Without threads, what was read is worked off when there is no more to read.
    if cfg!(target_family = "wasm") {
        let result = read(engine_thread);
        inbox.work_off(perform);
        return result;
    }
    thread::scope(|scope| {
        let engine = thread::Builder::new().name("engine".to_owned());
        engine.spawn_scoped(scope, move || inbox.work_off(perform))?;
        read(engine_thread)
    })
}

/// What is said when [`limit_misread`] has set a limit.
pub(crate) const MISREAD_LIMIT: &str = "no limit could be read: thinking for a second at most";
/// Enough for a sensible move, and little enough for most clocks.
const MISREAD_TIME: Duration = Duration::from_secs(1);

/// Gives a search whose limits could not all be read one that ends it, if none is left: a program
/// that waits for the answer would wait for ever. Says whether it did.
pub(crate) fn limit_misread(limits: &mut Limits, side: Side) -> bool {
    let needs_limit = !limits.infinite && !ends_by_itself(limits, side);
    if needs_limit {
        // If the other clock is known, ours hardly shows much less.
        limits.clocks[side.index()] = limits.clock(!side);
        limits.move_time = Some(MISREAD_TIME);
    }
    needs_limit
}

/// Whether some limit ends a search of the side to move.
pub(crate) fn ends_by_itself(limits: &Limits, side: Side) -> bool {
    let Limits { depth, nodes, all_nodes: _, soft_nodes, move_time, mate, clocks: _, infinite } =
        limits;
    let has_clock = limits.clock(side).is_some();
    let is_limited = depth.is_some()
        || nodes.or(*soft_nodes).is_some()
        || move_time.is_some()
        || mate.is_some()
        || has_clock;
    is_limited && !infinite
}
