//! Questions of the page over HTTP: carries them to the desk that answers them, and the answers
//! back.

use crate::bodies::{Refusal, read_body};
use crate::router::Site;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use damier_answers::{Answer, EventStream, Problem, Question, methods};
use futures_util::stream;
use std::convert::Infallible;
use tokio::sync::watch;

/// Answers whatever is asked under `/api`.
pub(crate) async fn answer(State(site): State<Site>, request: Request) -> Response {
    let path = request.uri().path();
    let path = path.strip_prefix("/api").unwrap_or(path).to_owned();
    match find(&site, &path, request).await {
        Ok(response) => response,
        Err(problem) => {
            let is_wrong_method = matches!(problem, Problem::WrongMethod);
            let mut response = Refusal(problem).into_response();
            if is_wrong_method && let Ok(allowed) = HeaderValue::from_str(&allowed(&path)) {
                response.headers_mut().insert(header::ALLOW, allowed);
            }
            response
        }
    }
}

/// What can be asked, as the header says it; who may get something may ask what it would be.
fn allowed(path: &str) -> String {
    methods(path).join(",").replace("GET", "GET,HEAD")
}

async fn find(site: &Site, path: &str, request: Request) -> Result<Response, Problem> {
    let method = match *request.method() {
        Method::HEAD => Method::GET,
        ref method => method.clone(),
    };
    let takes_body = method == Method::POST && methods(path).contains(&"POST");
    let body = if takes_body { read_body(request).await? } else { Vec::new() };
    let question = Question { method: method.to_string(), path: path.to_owned(), body };
    Ok(match site.desk.answer(&question).await? {
        Answer::Json(text) => ([(header::CONTENT_TYPE, "application/json")], text).into_response(),
        Answer::Text { text, name } => {
            let disposition = format!("attachment; filename=\"{name}\"");
            let kind = "text/plain; charset=utf-8".to_owned();
            ([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, disposition)], text)
                .into_response()
        }
        Answer::Events(events) => stream_of(events, site.closed()).into_response(),
    })
}

/// Events as they come; when the server ends, so do they.
fn stream_of(events: EventStream, closed: watch::Receiver<bool>) -> impl IntoResponse {
    let states = stream::unfold((events, closed), |(mut events, mut closed)| async {
        let event = tokio::select! {
            event = events.next() => event?,
            _ = closed.changed() => return None,
        };
        let sent = match event.kind {
            Some(kind) => Event::default().event(kind),
            None => Event::default(),
        };
        Some((Ok::<_, Infallible>(sent.data(event.data)), (events, closed)))
    });
    Sse::new(states).keep_alive(KeepAlive::default())
}
