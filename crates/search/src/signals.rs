//! What can be said to a search while it runs.

use crate::sync::{AtomicBool, Condvar, Mutex, Ordering, PoisonError};
use std::fmt;

/// The line to one running search. Every search gets signals of its own, so that a `stop` can
/// never be lost because it came early, nor hit the next search because it came late.
#[derive(Default)]
pub struct Signals {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// Called after each change. The lock also guards the moment between looking at the flags
    /// and waiting for a change.
    listener: Mutex<Option<SignalListener>>,
    changed: Condvar,
}

type SignalListener = Box<dyn Fn() + Send>;

impl Signals {
    /// Signals of a search that begins now.
    pub fn new() -> Self {
        Self::default()
    }

    /// Signals of a search in the opponent's time: clocks do not count until the expected move
    /// comes.
    pub fn pondering() -> Self {
        Self { pondering: AtomicBool::new(true), ..Self::default() }
    }

    /// Asks for the answer now.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.announce();
    }

    /// The expected move was played: the search goes on in our own time.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
        self.announce();
    }

    /// Whether the answer is wanted now.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether we are searching in the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// Sleeps as long as an answer is not wanted: until a stop if that was agreed, and in any case
    /// while the search ponders.
    pub fn wait(&self, until_stopped: bool) {
        let mut guard = self.listener.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_stopped() && (until_stopped || self.is_pondering()) {
            guard = self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Has `listener` called after each change, by whichever thread makes it; for searches that
    /// wait for something else besides. Look at the flags afterwards too: they may have changed
    /// before. It takes the place of an earlier listener, must not block, and must not touch these
    /// signals.
    pub fn listen(&self, listener: impl Fn() + Send + 'static) {
        *self.listener.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(listener));
    }

    fn announce(&self) {
        let listener = self.listener.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(listener) = &*listener {
            listener();
        }
        drop(listener);
        self.changed.notify_all();
    }
}

impl fmt::Debug for Signals {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Signals")
            .field("stop", &self.is_stopped())
            .field("pondering", &self.is_pondering())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn a_listener_hears_every_change() {
        let signals = Signals::pondering();
        let (sender, receiver) = mpsc::channel();
        signals.listen(move || {
            let _ = sender.send(());
        });
        signals.ponder_hit();
        signals.stop();
        assert_eq!(receiver.try_iter().count(), 2);
        assert!(signals.is_stopped() && !signals.is_pondering());
    }

    #[test]
    fn waiting_ends_with_the_signal_that_was_agreed() {
        for until_stopped in [true, false] {
            let signals = Signals::pondering();
            let is_said = AtomicBool::new(false);
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    if until_stopped {
                        signals.ponder_hit();
                    }
                    // Time enough to end by mistake.
                    (0..1_000).for_each(|_| std::thread::yield_now());
                    is_said.store(true, Ordering::Relaxed);
                    if until_stopped { signals.stop() } else { signals.ponder_hit() }
                });
                signals.wait(until_stopped);
                assert!(is_said.load(Ordering::Relaxed), "it came too early");
            });
        }
        let signals = Signals::new();
        signals.wait(false);
        assert!(!signals.is_stopped(), "there was nothing to wait for");
    }
}
