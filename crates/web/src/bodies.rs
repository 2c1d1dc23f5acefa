//! Problems as HTTP tells them, and bodies of requests that are none.

use axum::body::{Body, Bytes};
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use damier_answers::Problem;
use std::time::Duration;

/// A problem as an answer.
#[derive(Debug)]
pub(crate) struct Refusal(pub(crate) Problem);

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status());
        let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let kind = [(header::CONTENT_TYPE, "application/json")];
        (status, kind, Body::from(self.0.to_json())).into_response()
    }
}

/// How long a client may take to send a body.
const LONGEST_BODY: Duration = Duration::from_secs(30);

/// A body in JSON, whole and in time.
pub(crate) async fn read_body(request: Request) -> Result<Vec<u8>, Problem> {
    if !is_json(request.headers()) {
        let words = "requests are written in JSON (application/json)";
        return Err(Problem::WrongKind(words.to_owned()));
    }
    let reading = Bytes::from_request(request, &());
    let read = tokio::time::timeout(LONGEST_BODY, reading).await;
    Ok(read.map_err(|_| Problem::TooSlow)?.map_err(|rejection| unread(&rejection))?.to_vec())
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.unwrap_or_default().split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/json")
}

fn unread(rejection: &BytesRejection) -> Problem {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        Problem::TooLarge("that is more than the server reads; send less".to_owned())
    } else {
        Problem::Malformed(rejection.body_text())
    }
}
