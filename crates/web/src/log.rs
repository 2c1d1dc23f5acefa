//! What the server says of its work to whoever runs it, as events of `tracing`: requests as `info`,
//! what is refused for want of room or cannot be written as `warn`, searches and connections as
//! `debug`.
//!
//! Nothing here has the query of an address (it may be the token), a body or a header.

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use std::time::Instant;
use tracing::{info, warn};

/// Tells each request when its answer begins. An answer of events may go on for longer.
pub(crate) async fn request(request: Request, next: Next) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let begun = Instant::now();
    let response = next.run(request).await;
    let (status, ms) = (response.status().as_u16(), begun.elapsed().as_millis());
    if response.status().is_server_error() {
        warn!(%method, %path, status, ms, "request");
    } else {
        info!(%method, %path, status, ms, "request");
    }
    response
}
