//! The server as a whole: the page, and everything that can be asked.

use crate::api;
use crate::assets;
use crate::door::{self, Door};
use crate::engines::Engines;
use crate::log;
use crate::store::Store;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::any;
use damier_answers::{Desk, Effort, Host};
use std::sync::Arc;
use tokio::sync::watch;

/// The longest request: a pasted file of some thousand games.
const MOST_BYTES: usize = 4 << 20;

/// What the server has to work with.
#[derive(Clone)]
pub struct Site {
    pub(crate) desk: Desk,
    engines: Arc<Engines>,
    door: Arc<Door>,
    closed: Arc<watch::Sender<bool>>,
}

impl Site {
    /// A server for the games in a store, behind a door, with so much effort.
    pub fn new(store: Store, door: Door, effort: Effort) -> Self {
        let engines = Arc::new(Engines::new(effort));
        let desk = Desk::new(Arc::new(store), Arc::clone(&engines) as Arc<dyn Host>);
        let closed = Arc::new(watch::Sender::new(false));
        Self { desk, engines, door: Arc::new(door), closed }
    }

    /// For streams: when the server ends, so must they.
    pub(crate) fn closed(&self) -> watch::Receiver<bool> {
        self.closed.subscribe()
    }

    /// Goes on with what was under way when the server ended.
    pub(crate) fn resume(&self) {
        self.desk.resume();
    }

    /// Stops what is being searched and ends all streams.
    pub(crate) fn close(&self) {
        self.engines.close();
        self.closed.send_replace(true);
    }
}

/// The whole server, without a socket.
pub fn router(site: Site) -> Router {
    let door = Arc::clone(&site.door);
    Router::new()
        .route("/api", any(api::answer))
        .route("/api/{*question}", any(api::answer))
        .merge(assets::routes())
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(middleware::from_fn_with_state(door, door::watch))
        .layer(middleware::from_fn(log::request))
        .with_state(site)
}
