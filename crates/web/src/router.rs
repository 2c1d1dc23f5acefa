//! Everything that can be asked of the server, in one list.
//!
//! Each room has its own routes; another one is merged here and nowhere else.

use crate::door::{self, Door};
use crate::engines::{Effort, Engines};
use crate::errors::Problem;
use crate::lobby::Lobby;
use crate::store::Store;
use crate::{analysis, assets, catalogue, play, reviews, texts};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use std::sync::Arc;
use tokio::sync::watch;

/// The longest request: a pasted file of some thousand games.
const MOST_BYTES: usize = 4 << 20;

/// What the server has to work with.
#[derive(Clone)]
pub struct Site {
    pub(crate) lobby: Arc<Lobby>,
    door: Arc<Door>,
    closed: Arc<watch::Sender<bool>>,
}

impl Site {
    /// A server for the games in a store, behind a door, with so much effort.
    pub fn new(store: Store, door: Door, effort: Effort) -> Self {
        let engines = Arc::new(Engines::new(effort));
        let lobby = Arc::new(Lobby::new(store, engines));
        Self { lobby, door: Arc::new(door), closed: Arc::new(watch::Sender::new(false)) }
    }

    /// For streams: when the server ends, so must they.
    pub(crate) fn closed(&self) -> watch::Receiver<bool> {
        self.closed.subscribe()
    }

    /// Stops what is being searched and ends all streams.
    pub(crate) fn close(&self) {
        self.lobby.engines.close();
        self.closed.send_replace(true);
    }
}

/// The whole server, without a socket.
pub fn router(site: Site) -> Router {
    let door = Arc::clone(&site.door);
    let api = Router::new()
        .merge(catalogue::routes())
        .merge(play::routes())
        .merge(texts::routes())
        .merge(analysis::routes())
        .merge(reviews::routes())
        .fallback(async || Problem::Missing("there is nothing here".to_owned()))
        .method_not_allowed_fallback(async || Problem::WrongMethod);
    Router::new()
        .nest("/api", api)
        .merge(assets::routes())
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(middleware::from_fn_with_state(door, door::watch))
        .with_state(site)
}
