//! What another program has said and has not been looked at yet.
//!
//! One thread reads and puts, another takes. There is room for so much and no more: then the
//! reading thread stands still, the pipe or socket fills up, and a program that says more than
//! anybody can hear has to wait. Everything carries the moment at which it came, because a deadline
//! judges the other program and not how fast we are.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

pub(crate) struct Inbox<T> {
    state: Mutex<InboxState<T>>,
    changed: Condvar,
    room: usize,
}

struct InboxState<T> {
    items: VecDeque<Item<T>>,
    /// The sizes of all items.
    size: usize,
    is_closed: bool,
    is_nudged: bool,
}

struct Item<T> {
    content: T,
    size: usize,
    at: Instant,
}

/// What a look into the inbox finds.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Taken<T> {
    /// The first thing in it, and when it came.
    Item(T, Instant),
    /// The waiting thread is to look around.
    Nudge,
    /// Nothing came until the deadline. What came later is still there.
    Nothing,
    /// It is empty, and nothing more will come.
    End,
}

impl<T> Inbox<T> {
    /// An inbox that takes in more as long as the sizes of what is in it do not exceed `room`.
    pub(crate) fn new(room: usize) -> Self {
        let items = VecDeque::new();
        let state = InboxState { items, size: 0, is_closed: false, is_nudged: false };
        Self { state: Mutex::new(state), changed: Condvar::new(), room }
    }

    fn lock(&self) -> MutexGuard<'_, InboxState<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts something in that came just now, and waits for room if there is none. Whether it is in:
    /// nothing gets into an inbox that is closed.
    pub(crate) fn put(&self, content: T, size: usize) -> bool {
        let at = Instant::now();
        let is_full = |state: &mut InboxState<T>| state.size > self.room && !state.is_closed;
        let waited = self.changed.wait_while(self.lock(), is_full);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        if state.is_closed {
            return false;
        }
        state.size += size;
        state.items.push_back(Item { content, size, at });
        self.changed.notify_all();
        true
    }

    /// Takes the first thing out, or waits for one. What came after the deadline stays in, so that
    /// a program that never stops talking cannot hold us up.
    pub(crate) fn take(&self, deadline: Option<Instant>) -> Taken<T> {
        let mut state = self.lock();
        loop {
            if let Some(first) = state.items.front() {
                if deadline.is_some_and(|deadline| first.at > deadline) {
                    return Taken::Nothing;
                }
                if let Some(Item { content, size, at }) = state.items.pop_front() {
                    state.size -= size;
                    self.changed.notify_all();
                    return Taken::Item(content, at);
                }
            }
            if std::mem::take(&mut state.is_nudged) {
                return Taken::Nudge;
            }
            if state.is_closed {
                return Taken::End;
            }
            state = match deadline {
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(deadline) => {
                    let time = deadline.saturating_duration_since(Instant::now());
                    if time.is_zero() {
                        return Taken::Nothing;
                    }
                    let waited = self.changed.wait_timeout(state, time);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }

    /// Makes [`Inbox::take`] return, now or the next time that it would wait.
    pub(crate) fn nudge(&self) {
        self.lock().is_nudged = true;
        self.changed.notify_all();
    }

    /// Whether nothing more gets in.
    pub(crate) fn is_closed(&self) -> bool {
        self.lock().is_closed
    }

    /// Lets nothing more in. What is in can still be taken.
    pub(crate) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    /// [`Inbox::close`], but the side that puts things in has so much time to do it itself.
    pub(crate) fn close_within(&self, time: Duration) {
        let is_open = |state: &mut InboxState<T>| !state.is_closed;
        drop(self.changed.wait_timeout_while(self.lock(), time, is_open));
        self.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::thread;

    const SOON: Duration = Duration::from_millis(20);

    #[test]
    fn who_says_too_much_has_to_wait() {
        let inbox = Inbox::new(10);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            scope.spawn(|| {
                let sender = sender;
                for number in 0..5 {
                    let is_in = inbox.put(number, 6);
                    let _ = sender.send(is_in);
                }
            });
            // Two fill it.
            assert_eq!((receiver.recv(), receiver.recv()), (Ok(true), Ok(true)));
            assert!(receiver.recv_timeout(SOON).is_err());
            assert!(matches!(inbox.take(None), Taken::Item(0, _)));
            assert_eq!(receiver.recv(), Ok(true));
            assert!(receiver.recv_timeout(SOON).is_err());
            inbox.close();
            assert_eq!((receiver.recv(), receiver.recv()), (Ok(false), Ok(false)));
        });
        assert!(matches!(inbox.take(None), Taken::Item(1, _)));
        assert!(matches!(inbox.take(None), Taken::Item(2, _)));
        assert_eq!(inbox.take(None), Taken::End);
    }

    #[test]
    fn a_deadline_judges_by_when_things_came() {
        let inbox = Inbox::new(10);
        inbox.put("in time", 1);
        let deadline = Instant::now();
        thread::sleep(SOON);
        inbox.put("late", 1);
        // Looked at long after the deadline, one counts and the other does not.
        assert!(matches!(inbox.take(Some(deadline)), Taken::Item("in time", at) if at <= deadline));
        assert_eq!(inbox.take(Some(deadline)), Taken::Nothing);
        assert!(matches!(inbox.take(Some(Instant::now())), Taken::Item("late", _)));
        assert_eq!(inbox.take(Some(Instant::now() + SOON)), Taken::Nothing);
    }

    #[test]
    fn a_nudge_reaches_even_who_waits_for_a_full_inbox_or_comes_later() {
        let inbox = Inbox::new(0);
        inbox.put((), 1);
        inbox.nudge();
        assert!(matches!(inbox.take(None), Taken::Item((), _)));
        assert_eq!(inbox.take(None), Taken::Nudge);
        assert_eq!(inbox.take(Some(Instant::now())), Taken::Nothing);
    }

    #[test]
    fn closing_can_wait_for_last_words() {
        let inbox = Inbox::new(10);
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(SOON);
                inbox.put("farewell", 1);
                inbox.close();
            });
            inbox.close_within(Duration::from_secs(60));
        });
        assert!(matches!(inbox.take(None), Taken::Item("farewell", _)));
        inbox.close_within(Duration::ZERO);
        assert_eq!(inbox.take(None), Taken::End);
    }
}
