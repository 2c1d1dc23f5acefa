//! The page itself, which is part of the program.

use crate::router::Site;
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use damier_languages::Language;
use damier_review::html::shared;
use serde_json::json;
use std::collections::BTreeMap;

/// A file of the page: where it is found, what it is, what is in it.
type Asset = (&'static str, &'static str, &'static str);

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const IMAGE: &str = "image/svg+xml";
const DATA: &str = "application/json";

macro_rules! assets {
    ($($kind:ident $path:literal),* $(,)?) => {
        &[$((concat!("/assets/", $path), $kind, include_str!(concat!("../assets/", $path)))),*]
    };
}

const ASSETS: &[Asset] = assets![
    STYLE "style/board.css",
    STYLE "style/colours.css",
    STYLE "style/controls.css",
    STYLE "style/desk.css",
    STYLE "style/library.css",
    STYLE "style/pages.css",
    STYLE "style/panel.css",
    STYLE "style/review.css",
    STYLE "style/screens.css",
    STYLE "style/training.css",
    IMAGE "icon.svg",
    SCRIPT "analyse/dialogs.js",
    SCRIPT "analyse/draw.js",
    SCRIPT "analyse/editor.js",
    SCRIPT "analyse/engine-box.js",
    SCRIPT "analyse/efforts.js",
    SCRIPT "analyse/engine.js",
    SCRIPT "analyse/exchange.js",
    SCRIPT "analyse/faults.js",
    SCRIPT "analyse/graph.js",
    SCRIPT "analyse/hover.js",
    SCRIPT "analyse/kept.js",
    SCRIPT "analyse/learn.js",
    SCRIPT "analyse/marks.js",
    SCRIPT "analyse/movelist.js",
    SCRIPT "analyse/notes-box.js",
    SCRIPT "analyse/notes.js",
    SCRIPT "analyse/players.js",
    SCRIPT "analyse/position-text.js",
    SCRIPT "analyse/reading.js",
    SCRIPT "analyse/report.js",
    SCRIPT "analyse/review.js",
    SCRIPT "analyse/scores.js",
    SCRIPT "analyse/state.js",
    SCRIPT "analyse/terms.js",
    SCRIPT "analyse/tree.js",
    SCRIPT "analyse/verdict.js",
    SCRIPT "analyse/view.js",
    SCRIPT "analyse/walking.js",
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
    SCRIPT "board/material.js",
    SCRIPT "board/picture.js",
    SCRIPT "board/pieces.js",
    SCRIPT "board/sets.js",
    SCRIPT "board/squares.js",
    SCRIPT "board/state.js",
    SCRIPT "dialog.js",
    SCRIPT "dom.js",
    SCRIPT "games.js",
    SCRIPT "help.js",
    SCRIPT "library/collections.js",
    SCRIPT "library/cutter.js",
    SCRIPT "library/export.js",
    SCRIPT "library/filters.js",
    SCRIPT "library/game-dialog.js",
    SCRIPT "library/import-box.js",
    SCRIPT "library/importer.js",
    SCRIPT "library/list.js",
    SCRIPT "library/shelf.js",
    SCRIPT "library/view.js",
    SCRIPT "i18n.js",
    SCRIPT "play/acting.js",
    SCRIPT "play/coach.js",
    SCRIPT "play/draw.js",
    SCRIPT "play/manners.js",
    SCRIPT "play/state.js",
    SCRIPT "play/stream.js",
    SCRIPT "play/view.js",
    SCRIPT "preferences.js",
    SCRIPT "sentences.js",
    SCRIPT "settings.js",
    SCRIPT "setup/like.js",
    SCRIPT "setup/shown-start.js",
    SCRIPT "setup/view.js",
    SCRIPT "setup/wish.js",
    SCRIPT "signs.js",
    SCRIPT "sound.js",
    SCRIPT "training/session.js",
    SCRIPT "training/sources.js",
    SCRIPT "training/view.js",
    SCRIPT "transport.js",
];

/// Files that other rooms have: what the page shares with reports, and all languages.
fn borrowed() -> Vec<(String, &'static str, Bytes)> {
    let styles = [
        ("text", shared::TEXT_STYLE),
        ("pieces", shared::PIECES_STYLE),
        ("graph", shared::GRAPH_STYLE),
    ];
    let styles = styles.map(|(name, text)| {
        (format!("/assets/shared/{name}.css"), STYLE, Bytes::from_static(text.as_bytes()))
    });
    let languages = Language::ALL.map(|language| {
        let path = format!("/assets/languages/{}.json", language.code());
        (path, DATA, Bytes::from(json!(messages(language)).to_string()))
    });
    styles.into_iter().chain(languages).collect()
}

/// What the page says in a language: its own messages under their short keys, those of the rules,
/// and of the reviewer the words that both use.
fn messages(language: Language) -> BTreeMap<&'static str, &'static str> {
    const SHARED: [&str; 3] = ["review.judgement.", "review.mark.", "review.phase."];
    let short = |key: &'static str| {
        let is_shared = SHARED.iter().any(|prefix| key.starts_with(prefix));
        let of_review = key.strip_prefix("review.").filter(|_| is_shared);
        key.strip_prefix("page.").or(of_review).or_else(|| key.starts_with("rules.").then_some(key))
    };
    let messages = language.catalogue().messages();
    messages.filter_map(|(key, message)| Some((short(key)?, message))).collect()
}

/// Who answers the page.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PageHost {
    /// This program.
    Server,
    /// A worker beside the page.
    Worker,
}

/// What the page may do where no server sends a header that says so.
const WORKER_HEAD: &str = "<meta name=\"damier-host\" content=\"worker\">\n\
    <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
    script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
    connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; \
    form-action 'none'\">";

/// The page with the pieces in it, the names of all languages, and a list of all its scripts: else
/// each would wait for those that need it.
fn index(host: PageHost) -> String {
    let scripts = ASSETS.iter().filter(|(_, kind, _)| *kind == SCRIPT);
    let link = |path: &str| format!("<link rel=\"modulepreload\" href=\"{path}\">");
    let links = scripts.map(|(path, ..)| link(path.trim_start_matches('/')));
    let names: BTreeMap<_, _> = Language::ALL.map(|one| (one.code(), one.name())).into();
    let head = if host == PageHost::Worker { WORKER_HEAD } else { "" };
    include_str!("../assets/index.html")
        .replace("<!-- host -->", head)
        .replace("<!-- scripts -->", &links.collect::<Vec<_>>().join("\n"))
        .replace("<!-- languages -->", &json!(names).to_string())
        .replace("<!-- pieces -->", &[shared::CHESS_PIECES, shared::DRAUGHTS_PIECES].concat())
}

/// The script that keeps the page, for files with these addresses and contents.
fn service_worker(host: PageHost, files: &[(String, Bytes)]) -> String {
    let sum = |sum: u64, (path, content): &(String, Bytes)| {
        sum.rotate_left(5) ^ checksum(path.as_bytes()) ^ checksum(content)
    };
    let version = format!("{:016x}", files.iter().fold(0, sum));
    let paths: Vec<&str> = files.iter().map(|(path, _)| path.trim_start_matches('/')).collect();
    // The page itself is asked for under the name of its folder.
    let paths: Vec<&str> =
        paths.iter().map(|path| if *path == "index.html" { "./" } else { path }).collect();
    let first = if host == PageHost::Worker { "cache" } else { "network" };
    format!(
        "const FILES = {};\nconst VERSION = {};\nconst FIRST = {};\n\n{}",
        json!(paths),
        json!(version),
        json!(first),
        include_str!("../site/sw.js")
    )
}

/// All files of the page with their addresses, itself the first.
fn page_files(host: PageHost) -> Vec<(String, &'static str, Bytes)> {
    let page = ("/index.html".to_owned(), "text/html; charset=utf-8", Bytes::from(index(host)));
    let manifest = Bytes::from_static(include_bytes!("../site/manifest.webmanifest"));
    let manifest = ("/manifest.webmanifest".to_owned(), "application/manifest+json", manifest);
    let own = ASSETS
        .iter()
        .map(|&(path, kind, text)| (path.to_owned(), kind, Bytes::from_static(text.as_bytes())));
    [page, manifest].into_iter().chain(own).chain(borrowed()).collect()
}

/// The page for hosts without a server: paths below its folder, and what is in them.
/// `module` is the WebAssembly that answers it.
pub(crate) fn site_files(module: Vec<u8>) -> Vec<(String, Bytes)> {
    const WORKERS: [(&str, &str); 6] = [
        ("worker/desk.js", include_str!("../site/worker/desk.js")),
        ("worker/engine.js", include_str!("../site/worker/engine.js")),
        ("worker/games.js", include_str!("../site/worker/games.js")),
        ("worker/library.js", include_str!("../site/worker/library.js")),
        ("worker/module.js", include_str!("../site/worker/module.js")),
        ("worker/thinker.js", include_str!("../site/worker/thinker.js")),
    ];
    let page = page_files(PageHost::Worker).into_iter();
    let mut files: Vec<(String, Bytes)> =
        page.map(|(path, _, content)| (path.trim_start_matches('/').to_owned(), content)).collect();
    files
        .extend(WORKERS.map(|(path, text)| (path.to_owned(), Bytes::from_static(text.as_bytes()))));
    files.push(("damier.wasm".to_owned(), Bytes::from(module)));
    let keeper = service_worker(PageHost::Worker, &files);
    let example = Bytes::from_static(include_bytes!("../site/engine.html"));
    files.push(("engine.html".to_owned(), example));
    let example = Bytes::from_static(include_bytes!("../site/engine-example.js"));
    files.push(("engine-example.js".to_owned(), example));
    files.push(("sw.js".to_owned(), Bytes::from(keeper)));
    files
}

pub(crate) fn routes() -> axum::Router<Site> {
    let files = page_files(PageHost::Server);
    let index = files[0].2.clone();
    let page = async move || ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], index);
    let mut router = axum::Router::new().route("/", get(page));
    let kept: Vec<(String, Bytes)> =
        files.iter().map(|(path, _, content)| (path.clone(), content.clone())).collect();
    let keeper = Bytes::from(service_worker(PageHost::Server, &kept));
    let keeper = ("/sw.js".to_owned(), SCRIPT, keeper);
    for (path, kind, content) in files.into_iter().skip(1).chain([keeper]) {
        let tag = format!("\"{:016x}\"", checksum(&content));
        router = router
            .route(&path, get(async move |headers: HeaderMap| send(&headers, kind, content, &tag)));
    }
    router.fallback(async || (StatusCode::NOT_FOUND, "There is nothing here. The page is at /\n"))
}

/// A browser that has the file already is told so.
fn send(headers: &HeaderMap, kind: &'static str, content: Bytes, tag: &str) -> Response {
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known == tag);
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, kind)], content).into_response()
    };
    if let Ok(tag) = HeaderValue::from_str(tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

/// Enough to tell two versions of a file apart (FNV-1a).
fn checksum(content: &[u8]) -> u64 {
    content.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
