//! What a connection is doing: it keeps the server waiting for a request, or the server is busy
//! with one.

use axum::body::{Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Instant;
use tokio::sync::Notify;

/// What a connection is doing.
pub(super) struct ConnectionState {
    /// Since when the server waits for the client to send a request, or the rest of it; `None`
    /// while it is busy with one.
    waiting: Mutex<Option<Instant>>,
    /// Whether the client does not take what it is sent.
    is_stalled: AtomicBool,
    is_leaving: AtomicBool,
    leave: Notify,
}

impl Default for ConnectionState {
    fn default() -> Self {
        let waiting = Mutex::new(Some(Instant::now()));
        let [is_stalled, is_leaving] = [false, false].map(AtomicBool::new);
        Self { waiting, is_stalled, is_leaving, leave: Notify::new() }
    }
}

impl ConnectionState {
    fn lock(&self) -> MutexGuard<'_, Option<Instant>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn set_busy(&self) {
        *self.lock() = None;
    }

    pub(super) fn set_waiting(&self) {
        *self.lock() = Some(Instant::now());
    }

    pub(super) fn is_waiting(&self) -> bool {
        self.lock().is_some()
    }

    pub(super) fn set_stalled(&self, is_stalled: bool) {
        self.is_stalled.store(is_stalled, Ordering::Relaxed);
    }

    /// Whether a part of an answer is still on its way.
    pub(super) fn is_stalled(&self) -> bool {
        self.is_stalled.load(Ordering::Relaxed)
    }

    /// Whether it has been asked to make room, and has not answered yet.
    pub(super) fn is_leaving(&self) -> bool {
        self.is_leaving.load(Ordering::Relaxed)
    }

    pub(super) async fn asked_to_leave(&self) {
        self.leave.notified().await;
    }

    /// The connection does not leave: its request has come meanwhile.
    pub(super) fn stay(&self) {
        self.is_leaving.store(false, Ordering::Relaxed);
    }
}

/// Asks the connection to leave that has kept the server waiting for longest. Says whether there is
/// one.
pub(super) fn make_room(places: &[Arc<ConnectionState>]) -> bool {
    let staying = places.iter().filter(|place| !place.is_leaving());
    let waiting = staying.filter_map(|place| (*place.lock()).map(|since| (since, place)));
    let Some((_, place)) = waiting.min_by_key(|(since, _)| *since) else { return false };
    place.is_leaving.store(true, Ordering::Relaxed);
    place.leave.notify_one();
    true
}

/// A body; something is done when its end is reached or it is given up.
pub(super) struct Watched<B, F: FnOnce()> {
    body: B,
    at_end: Option<F>,
}

impl<B, F: FnOnce()> Watched<B, F> {
    pub(super) fn new(body: B, at_end: F) -> Self {
        Self { body, at_end: Some(at_end) }
    }

    fn end(&mut self) {
        if let Some(at_end) = self.at_end.take() {
            at_end();
        }
    }
}

impl<B, F: FnOnce()> Drop for Watched<B, F> {
    fn drop(&mut self) {
        self.end();
    }
}

impl<B, F> HttpBody for Watched<B, F>
where
    B: HttpBody<Data = Bytes> + Unpin,
    F: FnOnce() + Unpin,
{
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        if matches!(frame, Poll::Ready(None)) || self.body.is_end_stream() {
            self.end();
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
