//! A server without a socket, and what every test asks of it.

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{Request, StatusCode};
use damier_web::{Door, Effort, Site, Store, router};
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::path::PathBuf;
use tower::ServiceExt;

pub(crate) fn effort() -> Effort {
    Effort {
        moves_at_once: 2,
        analyses_at_once: 1,
        threads: 1,
        hash: 1,
        advice: 500,
        judgement: 5_000,
        ..Effort::default()
    }
}

pub(crate) fn server() -> Router {
    server_with(Store::in_memory().unwrap(), effort())
}

pub(crate) fn server_with(store: Store, effort: Effort) -> Router {
    router(Site::new(store, Door::default(), effort))
}

/// A folder of its own for each test, gone when the test is over.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("damier-web-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn request(method: &str, path: &str, body: Option<&Value>) -> Request<Body> {
    let request = Request::builder().method(method).uri(path).header("host", "127.0.0.1:8010");
    match body {
        Some(body) => {
            let request = request.header("content-type", "application/json");
            request.body(Body::from(body.to_string())).unwrap()
        }
        None => request.body(Body::empty()).unwrap(),
    }
}

pub(crate) async fn send(server: &Router, request: Request<Body>) -> (StatusCode, Value) {
    let response = server.clone().oneshot(request).await.unwrap();
    let status = response.status();
    let bytes = to_bytes(response.into_body(), 1 << 24).await.unwrap();
    (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
}

pub(crate) async fn post(server: &Router, path: &str, body: Value) -> (StatusCode, Value) {
    send(server, request("POST", path, Some(&body))).await
}

pub(crate) async fn get(server: &Router, path: &str) -> (StatusCode, Value) {
    send(server, request("GET", path, None)).await
}

pub(crate) fn friends(game: &str) -> Value {
    json!({ "game": game, "white": { "kind": "human" }, "black": { "kind": "human" } })
}

pub(crate) fn against(game: &str, level: u8) -> Value {
    let engine = json!({ "kind": "engine", "level": level, "seed": 7 });
    json!({ "game": game, "white": { "kind": "human" }, "black": engine })
}

pub(crate) async fn begin(server: &Router, terms: Value) -> String {
    let (status, game) = post(server, "/api/games", terms).await;
    assert_eq!(status, StatusCode::OK, "{game}");
    format!("/api/games/{}", game["id"].as_str().unwrap())
}

pub(crate) async fn play(server: &Router, game: &str, moves: &[&str]) -> Value {
    let mut last = Value::Null;
    for (ply, mv) in moves.iter().enumerate() {
        let body = json!({ "move": mv, "ply": ply });
        let (status, view) = post(server, &format!("{game}/move"), body).await;
        assert_eq!(status, StatusCode::OK, "{mv}: {view}");
        last = view;
    }
    last
}

pub(crate) fn length(game: &Value) -> usize {
    game["moves"].as_array().unwrap().len()
}

/// The data of events as they come.
pub(crate) struct Events {
    stream: axum::body::BodyDataStream,
    rest: String,
}

impl Events {
    pub(crate) async fn open(server: &Router, request: Request<Body>) -> Self {
        let response = server.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        Self { stream: response.into_body().into_data_stream(), rest: String::new() }
    }

    /// The kind and the data of the next one.
    pub(crate) async fn next(&mut self) -> Option<(String, String)> {
        loop {
            if let Some((block, rest)) = self.rest.split_once("\n\n") {
                let field = |name: &str| {
                    let mut lines = block.lines();
                    lines.find_map(|line| line.strip_prefix(name)).unwrap_or("").trim().to_owned()
                };
                let event = (field("event:"), field("data:"));
                self.rest = rest.to_owned();
                if !event.1.is_empty() {
                    return Some(event);
                }
                continue;
            }
            let bytes: Bytes = self.stream.next().await?.unwrap();
            self.rest += &String::from_utf8_lossy(&bytes);
        }
    }
}
