//! The files of the page: all there, all embedded, in all languages.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use damier_languages::Language;
use damier_web::{Door, Effort, Site, Store, router};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tower::ServiceExt;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

#[tokio::test]
async fn every_file_is_part_of_the_program() {
    let server = server();
    for path in files(&folder()) {
        let name = path.strip_prefix(folder()).unwrap().to_str().unwrap().to_owned();
        if name == "index.html" {
            continue;
        }
        let request = Request::get(format!("/assets/{name}")).header("host", "localhost");
        let response = server.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK, "{name} is not in assets.rs");
        let tag = response.headers()["etag"].clone();
        let request = Request::get(format!("/assets/{name}")).header("host", "localhost");
        let request = request.header("if-none-match", tag).body(Body::empty()).unwrap();
        let response = server.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status(), StatusCode::NOT_MODIFIED, "{name}");
    }
}

fn server() -> axum::Router {
    router(Site::new(Store::in_memory().unwrap(), Door::default(), Effort::default()))
}

async fn answer(server: &axum::Router, path: &str) -> String {
    let request = Request::get(path).header("host", "localhost").body(Body::empty()).unwrap();
    let response = server.clone().oneshot(request).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK, "{path}");
    let bytes = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[tokio::test]
async fn the_page_asks_for_all_scripts_at_once() {
    let page = answer(&server(), "/").await;
    for path in files(&folder()) {
        let name = path.strip_prefix(folder()).unwrap().to_str().unwrap().to_owned();
        if name.ends_with(".js") {
            assert!(page.contains(&format!("\"assets/{name}\"")), "{name} is not asked for");
        }
    }
}

#[tokio::test]
async fn the_menu_of_languages_is_that_of_the_files() {
    let server = server();
    let page = answer(&server, "/").await;
    for language in Language::ALL {
        assert!(page.contains(&format!("\"{}\":\"{}\"", language.code(), language.name())));
        let text = answer(&server, &format!("/assets/languages/{}.json", language.code())).await;
        let messages: BTreeMap<String, String> = serde_json::from_str(&text).unwrap();
        let catalogue = language.catalogue();
        assert_eq!(messages["nav.play"], catalogue.text("page.nav.play"));
        assert_eq!(messages["judgement.blunder"], catalogue.text("review.judgement.blunder"));
        assert_eq!(messages["rules.illegal-move"], catalogue.text("rules.illegal-move"));
    }
}

#[tokio::test]
async fn every_key_that_the_page_uses_is_in_the_catalogue() {
    let messages = answer(&server(), "/assets/languages/en.json").await;
    let known: BTreeMap<String, String> = serde_json::from_str(&messages).unwrap();
    for path in files(&folder()) {
        let is_script = path.extension().is_some_and(|extension| extension == "js");
        if !is_script {
            continue;
        }
        let text = read(&path);
        for rest in text.split("t(\"").skip(1) {
            let key = rest.split('"').next().unwrap_or_default();
            // Other functions end in t too; keys have a point.
            if key.contains('.') && !key.contains(['/', ' ', '$', '#']) {
                assert!(known.contains_key(key), "{}: {key}", path.display());
            }
        }
    }
}

#[test]
fn the_page_names_no_other_machine() {
    for path in files(&folder()) {
        let text = read(&path).replace("http://www.w3.org/2000/svg", "");
        assert!(!text.contains("http://") && !text.contains("https://"), "{}", path.display());
        assert!(!text.contains("innerHTML"), "{}: text is text", path.display());
    }
}
