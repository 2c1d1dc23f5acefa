//! Connections: how many there may be at once, and how long one may keep the server waiting.
//!
//! A client that sends half a request or none at all must not lock out the others. So a request has
//! to be sent within a time, an answer has to be taken, and when all places are taken, the
//! connection that has kept the server waiting for longest makes room for the next. When the server
//! ends, requests that are not there whole are not waited for.

mod busy;
mod patient;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use busy::{ConnectionState, Watched};
use hyper::body::{Body as _, Incoming};
use hyper::service::service_fn;
use hyper_util::rt::TokioTimer;
use patient::Patient;
use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tower::ServiceExt;
use tracing::{debug, warn};

/// What connections may take.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Connections at once.
    pub connections: usize,
    /// How long a connection may take for the head of a request, be it the first or the next.
    pub head: Duration,
    /// How long a client may take nothing of an answer.
    pub stall: Duration,
    /// How long answers may still take when the server ends.
    pub farewell: Duration,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            connections: 512,
            head: Duration::from_secs(30),
            stall: Duration::from_secs(60),
            farewell: Duration::from_secs(2),
        }
    }
}

/// After this time it is tried again to accept a connection, where the system had no room for it.
const NO_ROOM: Duration = Duration::from_millis(50);
/// What a connection is told for which there is no room.
const REFUSAL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain\r\n\
    content-length: 54\r\nconnection: close\r\n\r\n\
    Too many connections are open. Try again in a moment.\n";

/// Answers requests until `over` is done, and then for as long as the bounds say.
pub(crate) async fn answer(
    listener: TcpListener,
    router: Router,
    bounds: &Bounds,
    over: impl Future<Output = ()>,
) {
    let mut over = pin!(over);
    let closing = watch::Sender::new(false);
    let mut places: Vec<Arc<ConnectionState>> = Vec::new();
    let mut tasks = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            () = &mut over => break,
            Some(_) = tasks.join_next() => continue,
            accepted = listener.accept() => accepted,
        };
        places.retain(|place| Arc::strong_count(place) > 1);
        let (stream, client) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                warn!(%error, "a connection cannot be accepted");
                busy::make_room(&places);
                tokio::time::sleep(NO_ROOM).await;
                continue;
            }
        };
        let staying = places.iter().filter(|place| !place.is_leaving()).count();
        if staying >= bounds.connections.max(1) && !busy::make_room(&places) {
            warn!(%client, places = places.len(), "too many connections; one is refused");
            let _ = stream.try_write(REFUSAL);
            continue;
        }
        debug!(%client, places = places.len(), "connection");
        let place = Arc::new(ConnectionState::default());
        places.push(Arc::clone(&place));
        tasks.spawn(attend(stream, router.clone(), place, bounds.clone(), closing.subscribe()));
    }
    drop(listener);
    closing.send_replace(true);
    let all = async { while tasks.join_next().await.is_some() {} };
    // Those that are left are cut off when the set is dropped.
    let _ = tokio::time::timeout(bounds.farewell, all).await;
}

/// Answers the requests of one connection.
async fn attend(
    stream: TcpStream,
    router: Router,
    place: Arc<ConnectionState>,
    bounds: Bounds,
    mut closing: watch::Receiver<bool>,
) {
    let service = service_fn(|request: Request<Incoming>| {
        let (router, place) = (router.clone(), Arc::clone(&place));
        async move {
            let request = if request.body().is_end_stream() {
                place.set_busy();
                request.map(Body::new)
            } else {
                let whole = Arc::clone(&place);
                request.map(|body| Body::new(Watched::new(body, move || whole.set_busy())))
            };
            let response = router.oneshot(request).await?;
            place.set_busy();
            let sent = move || place.set_waiting();
            Ok::<_, Infallible>(response.map(|body| Watched::new(body, sent)))
        }
    });
    let stream = Patient::new(stream, bounds.stall, Arc::clone(&place));
    let mut http = hyper::server::conn::http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(bounds.head);
    let mut serving = pin!(http.serve_connection(stream, service));
    loop {
        // What goes wrong with a connection is the end of it, and of nothing else.
        let is_over = tokio::select! {
            _ = serving.as_mut() => return,
            () = place.asked_to_leave() => place.is_waiting(),
            _ = closing.changed() => {
                serving.as_mut().graceful_shutdown();
                place.is_waiting() && !place.is_stalled()
            }
        };
        if is_over {
            return;
        }
        place.stay();
    }
}
