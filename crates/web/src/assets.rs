//! The page itself, which is part of the program.

use crate::router::Site;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

/// A file of the page: where it is found, what it is, what is in it.
type Asset = (&'static str, &'static str, &'static str);

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const IMAGE: &str = "image/svg+xml";

macro_rules! assets {
    ($($kind:ident $path:literal),* $(,)?) => {
        &[$((concat!("/assets/", $path), $kind, include_str!(concat!("../assets/", $path)))),*]
    };
}

const ASSETS: &[Asset] = assets![
    STYLE "style.css",
    IMAGE "icon.svg",
    SCRIPT "analyse.js",
    SCRIPT "announce.js",
    SCRIPT "api.js",
    SCRIPT "app.js",
    SCRIPT "arrows.js",
    SCRIPT "board.js",
    SCRIPT "choosing.js",
    SCRIPT "coach.js",
    SCRIPT "dom.js",
    SCRIPT "editor.js",
    SCRIPT "engine.js",
    SCRIPT "games.js",
    SCRIPT "graph.js",
    SCRIPT "help.js",
    SCRIPT "i18n.js",
    SCRIPT "i18n/en.js",
    SCRIPT "i18n/fr.js",
    SCRIPT "i18n/it.js",
    SCRIPT "learn.js",
    SCRIPT "movelist.js",
    SCRIPT "notes.js",
    SCRIPT "papers.js",
    SCRIPT "pieces.js",
    SCRIPT "play.js",
    SCRIPT "review.js",
    SCRIPT "settings.js",
    SCRIPT "setup.js",
    SCRIPT "sound.js",
    SCRIPT "squares.js",
    SCRIPT "terms.js",
    SCRIPT "tree.js",
    SCRIPT "verdict.js",
    SCRIPT "words.js",
];

const INDEX: &str = include_str!("../assets/index.html");

pub(crate) fn routes() -> axum::Router<Site> {
    let page = async || ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], INDEX);
    let mut router = axum::Router::new().route("/", get(page));
    for &(path, kind, text) in ASSETS {
        let tag = format!("\"{:016x}\"", checksum(text));
        router = router
            .route(path, get(async move |headers: HeaderMap| send(&headers, kind, text, &tag)));
    }
    router.fallback(async || (StatusCode::NOT_FOUND, "There is nothing here. The page is at /\n"))
}

/// A browser that has the file already is told so.
fn send(headers: &HeaderMap, kind: &'static str, text: &'static str, tag: &str) -> Response {
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known == tag);
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, kind)], text).into_response()
    };
    if let Ok(tag) = HeaderValue::from_str(tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

/// Enough to tell two versions of a file apart (FNV-1a).
fn checksum(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
