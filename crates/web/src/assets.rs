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
    STYLE "style/board.css",
    STYLE "style/colours.css",
    STYLE "style/controls.css",
    STYLE "style/pages.css",
    STYLE "style/panel.css",
    STYLE "style/review.css",
    STYLE "style/screens.css",
    IMAGE "icon.svg",
    SCRIPT "analyse/dialogs.js",
    SCRIPT "analyse/draw.js",
    SCRIPT "analyse/editor.js",
    SCRIPT "analyse/engine-box.js",
    SCRIPT "analyse/engine.js",
    SCRIPT "analyse/graph.js",
    SCRIPT "analyse/learn.js",
    SCRIPT "analyse/movelist.js",
    SCRIPT "analyse/notes.js",
    SCRIPT "analyse/position-text.js",
    SCRIPT "analyse/review.js",
    SCRIPT "analyse/scores.js",
    SCRIPT "analyse/state.js",
    SCRIPT "analyse/terms.js",
    SCRIPT "analyse/tree.js",
    SCRIPT "analyse/verdict.js",
    SCRIPT "analyse/view.js",
    SCRIPT "announce.js",
    SCRIPT "api.js",
    SCRIPT "app.js",
    SCRIPT "board/animate.js",
    SCRIPT "board/arrows.js",
    SCRIPT "board/board.js",
    SCRIPT "board/chooser.js",
    SCRIPT "board/choosing.js",
    SCRIPT "board/drag.js",
    SCRIPT "board/draw.js",
    SCRIPT "board/keys.js",
    SCRIPT "board/pieces.js",
    SCRIPT "board/squares.js",
    SCRIPT "board/state.js",
    SCRIPT "dialog.js",
    SCRIPT "dom.js",
    SCRIPT "games.js",
    SCRIPT "help.js",
    SCRIPT "i18n.js",
    SCRIPT "i18n/en.js",
    SCRIPT "i18n/fr.js",
    SCRIPT "i18n/it.js",
    SCRIPT "play/coach.js",
    SCRIPT "play/draw.js",
    SCRIPT "play/state.js",
    SCRIPT "play/stream.js",
    SCRIPT "play/view.js",
    SCRIPT "sentences.js",
    SCRIPT "settings.js",
    SCRIPT "setup/view.js",
    SCRIPT "setup/wish.js",
    SCRIPT "signs.js",
    SCRIPT "sound.js",
];

/// The page that asks for all its scripts at once: else each would wait for those that need it.
fn index() -> String {
    let scripts =
        ASSETS.iter().filter(|&&(path, kind, _)| kind == SCRIPT && !path.contains("i18n/"));
    let links = scripts.map(|(path, ..)| format!("<link rel=\"modulepreload\" href=\"{path}\">"));
    let links: Vec<String> = links.collect();
    include_str!("../assets/index.html").replace("<!-- scripts -->", &links.join("\n"))
}

pub(crate) fn routes() -> axum::Router<Site> {
    let index = index();
    let page = async move || ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], index);
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
