//! The files of the page: all there, all embedded, all in three languages.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use damier_web::{Door, Effort, Site, Store, router};
use std::collections::{BTreeMap, BTreeSet};
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
    let site = Site::new(Store::in_memory().unwrap(), Door::default(), Effort::default());
    let server = router(site);
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

#[tokio::test]
async fn the_page_asks_for_all_scripts_at_once() {
    let site = Site::new(Store::in_memory().unwrap(), Door::default(), Effort::default());
    let request = Request::get("/").header("host", "localhost").body(Body::empty()).unwrap();
    let response = router(site).oneshot(request).await.unwrap();
    let page = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
    let page = std::str::from_utf8(&page).unwrap();
    for path in files(&folder()) {
        let name = path.strip_prefix(folder()).unwrap().to_str().unwrap().to_owned();
        // Of the languages only one is needed.
        if name.ends_with(".js") && !name.starts_with("i18n/") {
            assert!(page.contains(&format!("\"/assets/{name}\"")), "{name} is not asked for");
        }
    }
}

/// Keys of a catalogue with the places for values in their words.
fn catalogue(language: &str) -> BTreeMap<String, BTreeSet<String>> {
    let text = read(&folder().join("i18n").join(format!("{language}.js")));
    let mut keys = BTreeMap::new();
    for line in text.lines().filter_map(|line| line.strip_prefix("  \"")) {
        let (key, words) = line.split_once("\": \"").expect("a line is a key and its words");
        assert!(words.ends_with("\",") && words.len() > 2, "{language}: {key}");
        let places = words.split('{').skip(1).filter_map(|rest| rest.split('}').next());
        let places = places.map(str::to_owned).collect();
        assert!(keys.insert(key.to_owned(), places).is_none(), "{language}: {key} is there twice");
    }
    keys
}

#[test]
fn the_three_languages_say_the_same_things() {
    let english = catalogue("en");
    assert!(english.len() > 150);
    for language in ["fr", "it"] {
        let other = catalogue(language);
        let missing: Vec<_> = english.keys().filter(|key| !other.contains_key(*key)).collect();
        let strange: Vec<_> = other.keys().filter(|key| !english.contains_key(*key)).collect();
        assert!(missing.is_empty() && strange.is_empty(), "{language}: {missing:?} {strange:?}");
        for (key, places) in &english {
            assert_eq!(&other[key], places, "{language}: {key}");
        }
    }
}

#[test]
fn every_key_that_the_page_uses_is_in_the_catalogue() {
    let known = catalogue("en");
    for path in files(&folder()) {
        let is_script = path.extension().is_some_and(|extension| extension == "js");
        if !is_script || path.parent().is_some_and(|folder| folder.ends_with("i18n")) {
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
