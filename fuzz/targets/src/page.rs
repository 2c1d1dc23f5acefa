//! What a browser sends to the page.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use damier_web::{Door, Effort, Site, Store, router};
use std::cell::RefCell;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

/// What can be asked without having something searched; the first byte of an input chooses.
const PATHS: [&str; 5] = ["position", "read", "write", "games", "terms"];

/// Games are kept, so a server is used for so many requests only.
const REQUESTS: usize = 200;

struct Server {
    runtime: Runtime,
    router: Router,
    requests: usize,
}

impl Server {
    fn new() -> Self {
        let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
        let store = Store::in_memory().expect("memory does not fail");
        let router = router(Site::new(store, Door::default(), Effort::default()));
        Self { runtime, router, requests: 0 }
    }

    fn post(&mut self, path: &str, body: &[u8]) -> (StatusCode, Vec<u8>) {
        self.requests += 1;
        let request = Request::builder().method("POST").uri(format!("/api/{path}"));
        let request = request.header("host", "127.0.0.1:8010");
        let request = request.header("content-type", "application/json");
        let request = request.body(Body::from(body.to_vec())).expect("a request");
        self.runtime.block_on(async {
            let response = self.router.clone().oneshot(request).await;
            let response = response.expect("the server never fails as a whole");
            let status = response.status();
            let bytes = to_bytes(response.into_body(), usize::MAX).await.expect("a whole answer");
            (status, bytes.to_vec())
        })
    }
}

thread_local! {
    static SERVER: RefCell<Option<Server>> = const { RefCell::new(None) };
}

/// A byte for the path, then the body. It is answered in JSON, and never with a fault of the
/// server.
pub(crate) fn page_bodies(bytes: &[u8]) {
    let Some((path, body)) = bytes.split_first() else { return };
    let path = PATHS[usize::from(path.wrapping_sub(b'0')) % PATHS.len()];
    // An engine at the board begins to think.
    if path == "games" && body.windows(3).any(|part| part == b"eng" || part == b"\\u0") {
        return;
    }
    SERVER.with_borrow_mut(|server| {
        server.take_if(|server| server.requests >= REQUESTS);
        let (status, answer) = server.get_or_insert_with(Server::new).post(path, body);
        let shown = || String::from_utf8_lossy(&answer);
        assert!(!status.is_server_error(), "{path}: {status}: {}", shown());
        let is_json = serde_json::from_slice::<serde_json::Value>(&answer).is_ok();
        assert!(is_json, "{path}: {status}: {}", shown());
    });
}
