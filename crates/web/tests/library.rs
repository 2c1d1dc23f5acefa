//! The library as the page asks for it: games come, are found, reviewed, thrown away and taken
//! back, and survive the end of the server.

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use damier_web::{Door, Effort, Site, Store, router};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tower::ServiceExt;

/// A server that can be ended and begun again on the same folder.
struct Server {
    router: Router,
    folder: PathBuf,
}

impl Server {
    fn new(name: &str) -> Self {
        let folder = format!("damier-library-{}-{name}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        let _ = std::fs::remove_dir_all(&folder);
        Self { router: Self::open(&folder), folder }
    }

    fn open(folder: &Path) -> Router {
        let store = Store::open(folder).unwrap();
        router(Site::new(store, Door::default(), Effort { hash: 1, ..Effort::default() }))
    }

    /// Ends the server once nothing is at work any more, and begins another one.
    async fn again(&mut self) {
        self.router = Router::new();
        for _ in 0..100 {
            // Nobody else has the file open.
            if Store::open(&self.folder).is_ok() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        self.router = Self::open(&self.folder);
    }

    async fn ask(&self, request: Request<Body>) -> Value {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let body = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
        serde_json::from_slice(&body).unwrap()
    }

    async fn get(&self, path: &str) -> Value {
        let request = Request::get(format!("/api/library{path}")).header("host", "localhost");
        self.ask(request.body(Body::empty()).unwrap()).await
    }

    async fn post(&self, path: &str, value: Value) -> Value {
        let request = Request::post(format!("/api/library{path}")).header("host", "localhost");
        let request = request.header("content-type", "application/json");
        self.ask(request.body(Body::from(value.to_string())).unwrap()).await
    }

    /// A collection with the games of a text; its number.
    async fn collection(&self, name: &str, text: &str) -> u64 {
        let id = self.post("/collections", json!({ "name": name })).await["id"].as_u64().unwrap();
        let found = self.post("/import", json!({ "collection": id, "text": text })).await;
        assert!(found["games"].is_array(), "{found}");
        id
    }

    /// The players with the white pieces of all games that are found.
    async fn found(&self, mut search: Value) -> Vec<String> {
        search["limit"] = json!(100);
        let found = self.post("/search", search).await;
        let games = found["games"].as_array().unwrap_or_else(|| panic!("{found}"));
        assert_eq!(found["total"].as_u64().unwrap() as usize, games.len());
        games.iter().map(|game| game["white"].as_str().unwrap().to_owned()).collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

const CHESS: &str = "\
[White \"Ada\"]\n[Black \"Bert\"]\n[Date \"2021.03.04\"]\n[WhiteElo \"1850\"]\n[Result \"1-0\"]\n\n\
1. e4 {[%clk 0:05:00] best} e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n\
[White \"Cleo\"]\n[Black \"ADA\"]\n[Date \"2023.??.??\"]\n[Result \"1/2-1/2\"]\n\n\
1. d4 d5 2. c4 e6 1/2-1/2\n\n\
[White \"Dirk\"]\n[Black \"Eve\"]\n[Result \"*\"]\n\n1. e4 e5 2. Kd4 Nc6 *\n";

const DRAUGHTS: &str =
    "[White \"Floor\"]\n[Black \"Ada\"]\n[Result \"2-0\"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n";

#[tokio::test]
async fn games_are_found_by_what_is_known_of_them() {
    let server = Server::new("found");
    let first = server.collection("Club", CHESS).await;
    server.collection("Draughts", DRAUGHTS).await;
    let cases = [
        (json!({}), vec!["Ada", "Cleo", "Dirk", "Floor"]),
        (json!({ "collection": first }), vec!["Ada", "Cleo", "Dirk"]),
        (json!({ "game": "draughts" }), vec!["Floor"]),
        (json!({ "player": "ada" }), vec!["Ada", "Cleo", "Floor"]),
        (json!({ "words": "ADA cleo" }), vec!["Cleo"]),
        (json!({ "result": "1-0" }), vec!["Ada", "Floor"]),
        (json!({ "since": "2022" }), vec!["Cleo"]),
        (json!({ "until": "2022" }), vec!["Ada"]),
        (json!({ "since": "2021.03.04", "until": "2021.03.04" }), vec!["Ada"]),
        (json!({ "rating": 1800 }), vec!["Ada"]),
        (json!({ "opening": "queen's gambit" }), vec!["Cleo"]),
        (json!({ "sort": "date", "game": "chess" }), vec!["Cleo", "Ada", "Dirk"]),
        (json!({ "reviewed": true }), vec![]),
    ];
    for (search, expected) in cases {
        assert_eq!(server.found(search.clone()).await, expected, "{search}");
    }
    // After 1. e4 e5, whichever way it was reached, and after 1. 32-28 19-23.
    let after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let search = json!({ "game": "chess", "fen": after });
    assert_eq!(server.found(search).await, ["Ada", "Dirk"]);
    let wrong = server.post("/search", json!({ "game": "chess", "fen": "x" })).await;
    assert_eq!(wrong["error"], "refused");
    assert_eq!(server.found(json!({ "mine": true })).await, [""; 0]);
    server.post("/names", json!({ "names": ["Ada "] })).await;
    assert_eq!(server.found(json!({ "mine": true })).await, ["Ada", "Cleo", "Floor"]);
    let windows = server.post("/search", json!({ "offset": 1, "limit": 2 })).await;
    assert_eq!((&windows["total"], windows["games"].as_array().unwrap().len()), (&json!(4), 2));
}

#[tokio::test]
async fn broken_games_are_named_and_what_can_be_read_is_kept_with_its_text() {
    let mut server = Server::new("broken");
    let id = server.post("/collections", json!({ "name": "Club" })).await["id"].clone();
    let piece = json!({ "collection": id, "text": CHESS });
    let found = server.post("/import", piece).await;
    assert_eq!((found["games"].as_array().unwrap().len(), &found["broken"]), (3, &json!(1)));
    assert_eq!((&found["faults"][0]["game"], &found["faults"][0]["line"]), (&json!(3), &json!(20)));
    server.again().await;
    let game = server.get(&format!("/games/{}", found["games"][0])).await;
    let first = &game["record"]["nodes"][0];
    assert_eq!(
        (&first["comments"][0], &first["commands"][0]),
        (&json!("best"), &json!("[%clk 0:05:00]"))
    );
    let broken = server.get(&format!("/games/{}", found["games"][2])).await;
    assert_eq!((&broken["head"]["is_broken"], &broken["head"]["plies"]), (&json!(true), &json!(2)));
    // Text for text what came in, the illegal move too.
    let exported = server.post("/export", json!({ "limit": 100 })).await;
    assert_eq!(exported["text"].as_str().unwrap().trim_end(), CHESS.trim_end());
    let nothing = json!({ "collection": id, "text": "There is no game here." });
    assert_eq!(server.post("/import", nothing).await["error"], "refused");
}

#[tokio::test]
async fn an_import_that_was_cut_off_goes_on_where_it_was() {
    let mut server = Server::new("cut");
    let games: Vec<String> = (0..6)
        .map(|n| format!("[White \"{n}\"]\n[Black \"b\"]\n\n1. e4 e5 2. Nf6 *\n\n"))
        .collect();
    let size: usize = games.iter().map(String::len).sum();
    let begin = json!({ "name": "File", "file": ["x.pgn", size] });
    let begun = server.post("/collections", begin.clone()).await;
    let id = begun["id"].as_u64().unwrap();
    let mut from = 0;
    let mut piece = |range: std::ops::Range<usize>| {
        let text = games[range.clone()].concat();
        let piece = json!({ "collection": id, "text": text,
                            "file": [from, text.len(), range.end == games.len()] });
        from += text.len();
        piece
    };
    let (first, second, third) = (piece(0..2), piece(2..4), piece(4..6));
    server.post("/import", first.clone()).await;
    let done = server.post("/import", second).await["done"].as_u64().unwrap();
    server.again().await;
    let begun = server.post("/collections", begin.clone()).await;
    assert_eq!((begun["id"].as_u64(), begun["done"].as_u64()), (Some(id), Some(done)));
    // Sent again, because nobody had heard that it was kept: nothing is there twice.
    let again = server.post("/import", first).await;
    assert_eq!((&again["done"], again["games"].as_array().unwrap().len()), (&json!(done), 0));
    let rest = server.post("/import", third.clone()).await;
    // Faults are told with their place in the whole file.
    assert_eq!((&rest["faults"][0]["game"], &rest["faults"][0]["line"]), (&json!(5), &json!(24)));
    assert_eq!(server.found(json!({})).await, ["0", "1", "2", "3", "4", "5"]);
    let kept = &server.get("").await["collections"][0];
    assert_eq!((&kept["source"]["is_whole"], &kept["source"]["broken"]), (&json!(true), &json!(6)));
    // A file that is there whole is another collection the next time.
    assert_ne!(server.post("/collections", begin).await["id"].as_u64(), Some(id));
    let late = json!({ "collection": id, "text": "1. e4 *", "file": [size + 9, 7, true] });
    assert_eq!(server.post("/import", late).await["error"], "outdated");
}

#[tokio::test]
async fn numbers_that_nothing_has_are_missing_and_those_beyond_all_measure_do_no_harm() {
    let server = Server::new("numbers");
    for number in ["7", "9007199254740993", "18446744073709551615"] {
        assert_eq!(server.get(&format!("/games/{number}")).await["error"], "missing");
        let renamed = server.post(&format!("/collections/{number}"), json!({ "name": "x" })).await;
        assert_eq!(renamed["error"], "missing");
    }
    let begin = json!({ "name": "File", "file": ["x.pgn", u64::MAX] });
    let id = server.post("/collections", begin).await["id"].clone();
    for from in [0, u64::MAX] {
        let file = json!([from, u64::MAX, false]);
        let piece = json!({ "collection": id, "text": "1. e4 *", "file": file });
        assert_eq!(server.post("/import", piece).await["done"], u64::MAX);
    }
}

#[tokio::test]
async fn what_is_thrown_away_comes_back_until_the_server_begins_anew() {
    let mut server = Server::new("bin");
    let club = server.collection("Club", CHESS).await;
    let other = server.collection("Draughts", DRAUGHTS).await;
    let all = server.post("/search", json!({ "limit": 9 })).await;
    let cleo = all["games"][1]["id"].clone();
    let wish =
        |is_deleted| json!({ "games": [cleo], "collections": [other], "is_deleted": is_deleted });
    server.post("/delete", wish(true)).await;
    assert_eq!(server.found(json!({})).await, ["Ada", "Dirk"]);
    server.post("/delete", wish(false)).await;
    assert_eq!(server.found(json!({})).await, ["Ada", "Cleo", "Dirk", "Floor"]);
    server.post("/delete", wish(true)).await;
    server.post(&format!("/collections/{club}"), json!({ "name": "New name" })).await;
    server.again().await;
    let left = server.get("").await["collections"].clone();
    assert_eq!((left.as_array().unwrap().len(), &left[0]["name"]), (1, &json!("New name")));
    assert_eq!(server.get(&format!("/games/{cleo}")).await["error"], "missing");
    assert_eq!(server.post("/delete", wish(false)).await["error"], "missing");
}

/// Waits until a collection has so many reviews and says what is known of it.
async fn reviewed(server: &Server, count: u64) -> Value {
    for _ in 0..600 {
        let collection = server.get("").await["collections"][0].clone();
        if collection["reviewed"].as_u64() >= Some(count) {
            return collection;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("no review was made");
}

#[tokio::test]
async fn a_collection_is_reviewed_in_the_background_and_pauses_and_goes_on() {
    let mut server = Server::new("reviews");
    let id = server.collection("Club", CHESS).await;
    let path = format!("/collections/{id}/review");
    let paused = server.post(&path, json!({ "is_running": false, "nodes": 1000 })).await;
    assert_eq!(paused["collections"][0]["plan"], json!({ "nodes": 1000, "is_paused": true }));
    let games = server.post("/search", json!({ "limit": 9 })).await;
    let first = format!("/games/{}/review", games["games"][0]["id"]);
    assert_eq!(server.post(&first, json!({})).await["error"], "missing");
    server.post(&path, json!({ "is_running": true })).await;
    reviewed(&server, 1).await;
    server.post(&path, json!({ "is_running": false })).await;
    server.again().await;
    assert!(reviewed(&server, 1).await["plan"]["is_paused"].as_bool().unwrap());
    server.post(&path, json!({ "is_running": true })).await;
    reviewed(&server, 3).await;
    let mut collection = reviewed(&server, 3).await;
    for _ in 0..100 {
        if collection["plan"].is_null() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        collection = reviewed(&server, 3).await;
    }
    assert_eq!((&collection["plan"], &collection["outdated"]), (&Value::Null, &json!(0)));
    let review = server.post(&first, json!({ "language": "nl" })).await;
    assert_eq!(review["moves"].as_array().unwrap().len(), 5, "{review}");
    assert_eq!(server.found(json!({ "reviewed": true })).await, ["Ada", "Cleo", "Dirk"]);
    // A game that is changed has no review any more.
    let text = "[White \"Ada\"]\n\n1. d4 *\n";
    let game = &games["games"][0]["id"];
    let piece = json!({ "collection": id, "text": text, "replaces": game });
    assert_eq!(server.post("/import", piece).await["games"], json!([game]));
    assert_eq!(server.post(&first, json!({})).await["error"], "missing");
    assert_eq!(server.found(json!({ "reviewed": true })).await, ["Cleo", "Dirk"]);
}

#[tokio::test]
async fn what_stands_above_a_game_is_changed_and_the_rest_of_its_text_is_not() {
    let server = Server::new("tags");
    let club = server.collection("Club", CHESS).await;
    let games = server.post("/search", json!({ "limit": 9, "around": 0 })).await;
    assert_eq!(games["place"], Value::Null);
    let broken = games["games"][2]["id"].as_u64().unwrap();
    let tags = json!({ "tags": [["White", "Di\"rk\\"], ["Event", "Cup"], ["Black", ""]] });
    server.post(&format!("/games/{broken}/tags"), tags).await;
    let text = server.get(&format!("/games/{broken}")).await["text"].clone();
    let expected = "[Event \"Cup\"]\n[White \"Di\\\"rk\\\\\"]\n[Result \"*\"]\n\n\
                    1. e4 e5 2. Kd4 Nc6 *\n";
    assert_eq!(text, expected);
    let found = server.post("/search", json!({ "around": broken, "sort": "white" })).await;
    assert_eq!(found["place"], 2);
    let wrong = json!({ "tags": [["White", "A\nB"]] });
    assert_eq!(server.post(&format!("/games/{broken}/tags"), wrong).await["error"], "refused");
    assert_eq!(server.found(json!({ "broken": true })).await, ["Di\"rk\\"]);
    // Into another collection, and only once what is there already.
    let other = server.collection("Draughts", DRAUGHTS).await;
    server.post("/move", json!({ "games": [broken], "collection": other })).await;
    assert_eq!(server.found(json!({ "collection": club })).await, ["Ada", "Cleo"]);
    assert_eq!(server.found(json!({ "collection": other })).await, ["Di\"rk\\", "Floor"]);
    let again = json!({ "collection": club, "text": CHESS, "skips_known": true });
    let came = server.post("/import", again).await["games"].as_array().unwrap().len();
    assert_eq!(came, 1, "only the one that was moved away");
}

#[tokio::test]
async fn a_review_is_kept_with_its_game_as_long_as_the_moves_stay() {
    let server = Server::new("keep");
    let id = server.collection("Club", CHESS).await;
    let games = server.post("/search", json!({ "limit": 9 })).await["games"].clone();
    let path = format!("/collections/{id}/review");
    server.post(&path, json!({ "is_running": true, "nodes": 1000 })).await;
    reviewed(&server, 3).await;
    let (first, second) = (games[0]["id"].clone(), games[1]["id"].clone());
    let review = server.post(&format!("/games/{first}/review"), json!({})).await["data"].clone();
    let keep = json!({ "review": review, "nodes": 20_000 });
    let kept = server.post(&format!("/games/{first}/keep"), keep.clone()).await;
    assert_eq!((&kept["is_reviewed"], &kept["is_outdated"]), (&json!(true), &json!(false)));
    let wrong = server.post(&format!("/games/{second}/keep"), keep).await;
    assert_eq!(wrong["error"], "refused", "it is of another game");
    // A note changes no move.
    let piece = |moves: &str| {
        let text = format!("[White \"Ada\"]\n\n{moves} 1-0\n");
        json!({ "collection": id, "text": text, "replaces": first })
    };
    server.post("/import", piece("1. e4 {a note} e5 2. Qh5 (2. Nf3) Ke7 3. Qxe5#")).await;
    assert!(server.found(json!({ "reviewed": true })).await.contains(&"Ada".to_owned()));
    let told = server.post(&format!("/games/{first}/review"), json!({})).await;
    assert_eq!(told["record"]["nodes"][0]["comments"][0], "a note");
    server.post("/import", piece("1. e4 e5 2. Qh5 Ke7")).await;
    assert!(!server.found(json!({ "reviewed": true })).await.contains(&"Ada".to_owned()));
}
