//! The server as a browser sees it, asked without a socket.

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{Request, StatusCode};
use damier_web::{AccessToken, Door, Effort, Site, Store, router};
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::Duration;
use tower::ServiceExt;

fn effort() -> Effort {
    Effort {
        moves_at_once: 2,
        analyses_at_once: 1,
        threads: 1,
        hash: 1,
        advice: 500,
        judgement: 5_000,
        ..Effort::default()
    }
}

fn server() -> Router {
    server_with(Store::in_memory().unwrap(), effort())
}

fn server_with(store: Store, effort: Effort) -> Router {
    router(Site::new(store, Door::default(), effort))
}

/// A folder of its own for each test, gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("damier-web-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn request(method: &str, path: &str, body: Option<&Value>) -> Request<Body> {
    let request = Request::builder().method(method).uri(path).header("host", "127.0.0.1:8010");
    match body {
        Some(body) => {
            let request = request.header("content-type", "application/json");
            request.body(Body::from(body.to_string())).unwrap()
        }
        None => request.body(Body::empty()).unwrap(),
    }
}

async fn send(server: &Router, request: Request<Body>) -> (StatusCode, Value) {
    let response = server.clone().oneshot(request).await.unwrap();
    let status = response.status();
    let bytes = to_bytes(response.into_body(), 1 << 24).await.unwrap();
    (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
}

async fn post(server: &Router, path: &str, body: Value) -> (StatusCode, Value) {
    send(server, request("POST", path, Some(&body))).await
}

async fn get(server: &Router, path: &str) -> (StatusCode, Value) {
    send(server, request("GET", path, None)).await
}

fn friends(game: &str) -> Value {
    json!({ "game": game, "white": { "kind": "human" }, "black": { "kind": "human" } })
}

fn against(game: &str, level: u8) -> Value {
    let engine = json!({ "kind": "engine", "level": level, "seed": 7 });
    json!({ "game": game, "white": { "kind": "human" }, "black": engine })
}

async fn begin(server: &Router, terms: Value) -> String {
    let (status, game) = post(server, "/api/games", terms).await;
    assert_eq!(status, StatusCode::OK, "{game}");
    format!("/api/games/{}", game["id"].as_str().unwrap())
}

async fn play(server: &Router, game: &str, moves: &[&str]) -> Value {
    let mut last = Value::Null;
    for (ply, mv) in moves.iter().enumerate() {
        let body = json!({ "move": mv, "ply": ply });
        let (status, view) = post(server, &format!("{game}/move"), body).await;
        assert_eq!(status, StatusCode::OK, "{mv}: {view}");
        last = view;
    }
    last
}

fn length(game: &Value) -> usize {
    game["moves"].as_array().unwrap().len()
}

/// The data of events as they come.
struct Events {
    stream: axum::body::BodyDataStream,
    rest: String,
}

impl Events {
    async fn open(server: &Router, request: Request<Body>) -> Self {
        let response = server.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        Self { stream: response.into_body().into_data_stream(), rest: String::new() }
    }

    /// The kind and the data of the next one.
    async fn next(&mut self) -> Option<(String, String)> {
        loop {
            if let Some((block, rest)) = self.rest.split_once("\n\n") {
                let field = |name: &str| {
                    let mut lines = block.lines();
                    lines.find_map(|line| line.strip_prefix(name)).unwrap_or("").trim().to_owned()
                };
                let event = (field("event:"), field("data:"));
                self.rest = rest.to_owned();
                if !event.1.is_empty() {
                    return Some(event);
                }
                continue;
            }
            let bytes: Bytes = self.stream.next().await?.unwrap();
            self.rest += &String::from_utf8_lossy(&bytes);
        }
    }
}

#[tokio::test]
async fn people_play_a_game_of_chess_to_its_end() {
    let server = server();
    let game = begin(&server, friends("chess")).await;
    let view = play(&server, &game, &["f2f3", "e7e5", "g2g4", "Qh4"]).await;
    assert_eq!(view["verdict"], json!({ "reason": "checkmate", "winner": "black" }));
    assert_eq!(view["moves"][3]["move"]["text"], "Qh4#");
    assert_eq!(view["position"]["legal"], json!([]));
    let (status, problem) =
        post(&server, &format!("{game}/move"), json!({ "move": "a2a3", "ply": 4 })).await;
    assert_eq!((status, &problem["error"]), (StatusCode::CONFLICT, &json!("outdated")));
}

#[tokio::test]
async fn a_capture_of_several_men_has_all_its_ways() {
    let server = server();
    let mut terms = friends("draughts");
    terms["fen"] = json!("W:W33:B18,19,28,29");
    let (_, view) = post(&server, "/api/games", terms).await;
    let legal = view["position"]["legal"].as_array().unwrap();
    assert_eq!(legal.len(), 1);
    assert_eq!(legal[0]["captured"].as_array().unwrap().len(), 4);
    assert_eq!(legal[0]["other_paths"].as_array().unwrap().len(), 1, "one besides the path itself");
    let game = format!("/api/games/{}", view["id"].as_str().unwrap());
    let view = play(&server, &game, &[legal[0]["code"].as_str().unwrap()]).await;
    assert_eq!(view["verdict"]["reason"], "no-moves");
}

#[tokio::test]
async fn an_illegal_or_late_move_changes_nothing() {
    let server = server();
    let game = begin(&server, friends("chess")).await;
    play(&server, &game, &["e2e4"]).await;
    for (mv, ply, status) in [
        ("e4e5", 1, StatusCode::UNPROCESSABLE_ENTITY),
        ("nonsense", 1, StatusCode::UNPROCESSABLE_ENTITY),
        ("e7e5", 0, StatusCode::CONFLICT),
        ("e7e5", 2, StatusCode::CONFLICT),
    ] {
        let (found, problem) =
            post(&server, &format!("{game}/move"), json!({ "move": mv, "ply": ply })).await;
        assert_eq!(found, status, "{mv}: {problem}");
        assert!(problem["message"].as_str().is_some_and(|words| !words.is_empty()));
    }
    assert_eq!(length(&get(&server, &game).await.1), 1);
}

#[tokio::test]
async fn an_engine_answers_and_two_games_do_not_mix() {
    let server = server();
    let games =
        [begin(&server, against("chess", 1)).await, begin(&server, against("draughts", 2)).await];
    for (game, first) in games.iter().zip(["e2e4", "32-28"]) {
        let mut events =
            Events::open(&server, request("GET", &format!("{game}/events"), None)).await;
        let (_, before) = events.next().await.unwrap();
        assert_eq!(length(&serde_json::from_str(&before).unwrap()), 0);
        play(&server, game, &[first]).await;
        loop {
            let (_, data) = events.next().await.unwrap();
            let view: Value = serde_json::from_str(&data).unwrap();
            if length(&view) == 2 {
                assert_eq!(view["thinking"], false);
                break;
            }
        }
    }
    for game in &games {
        assert_eq!(length(&get(&server, game).await.1), 2);
    }
}

#[tokio::test]
async fn nobody_moves_for_the_engine() {
    let server = server();
    let mut terms = against("chess", 1);
    // A show without a spectator does not begin: the engine to move stays to move.
    terms["white"] = terms["black"].clone();
    let game = begin(&server, terms).await;
    let (status, _) =
        post(&server, &format!("{game}/move"), json!({ "move": "e2e4", "ply": 0 })).await;
    assert_eq!(status, StatusCode::CONFLICT);
    let (status, _) = post(&server, &format!("{game}/take-back"), json!({})).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn games_survive_the_server() {
    let folder = Folder::new("survive");
    let game = {
        let server = server_with(Store::open(&folder.0).unwrap(), effort());
        let game = begin(&server, friends("draughts")).await;
        play(&server, &game, &["32-28", "19-23", "28x19", "14x23"]).await;
        game
    };
    let server = server_with(Store::open(&folder.0).unwrap(), effort());
    let (status, view) = get(&server, &game).await;
    assert_eq!((status, length(&view)), (StatusCode::OK, 4));
    let body = json!({ "move": "33-28", "ply": 4 });
    assert_eq!(post(&server, &format!("{game}/move"), body).await.0, StatusCode::OK);
    let (_, list) = get(&server, "/api/games").await;
    assert_eq!(
        (list["games"][0]["plies"].clone(), list["games"][0]["is_over"].clone()),
        (json!(5), json!(false))
    );
}

#[tokio::test]
async fn a_game_that_cannot_be_read_is_named_in_the_list() {
    let folder = Folder::new("unreadable");
    drop(Store::open(&folder.0).unwrap());
    let connection = rusqlite::Connection::open(folder.0.join("games.sqlite")).unwrap();
    connection.execute("INSERT INTO game VALUES ('abc', 1, 1, '{}')", []).unwrap();
    drop(connection);
    let server = server_with(Store::open(&folder.0).unwrap(), effort());
    begin(&server, friends("chess")).await;
    let (status, list) = get(&server, "/api/games").await;
    assert_eq!((status, list["games"].as_array().unwrap().len()), (StatusCode::OK, 1));
    let words = list["unreadable"][0].as_str().unwrap();
    assert!(words.starts_with("the game abc cannot be read"), "{words}");
}

#[test]
fn two_servers_do_not_share_a_folder() {
    let folder = Folder::new("share");
    let first = Store::open(&folder.0).unwrap();
    let second = Store::open(&folder.0).err().expect("the second is refused");
    assert!(second.to_string().contains("another damier serve"), "{second}");
    drop(first);
    assert!(Store::open(&folder.0).is_ok());
}

#[tokio::test]
async fn an_engine_goes_on_thinking_after_a_restart() {
    let folder = Folder::new("thinking");
    let document = json!({
        "game": "chess", "moves": ["e2e4"],
        "seats": [{ "kind": "human" }, { "kind": "engine", "level": 1, "seed": 3 }],
    });
    drop(Store::open(&folder.0).unwrap());
    let connection = rusqlite::Connection::open(folder.0.join("games.sqlite")).unwrap();
    let insert = "INSERT INTO game VALUES ('abc', 1, 1, ?1)";
    connection.execute(insert, [document.to_string()]).unwrap();
    drop(connection);
    let server = server_with(Store::open(&folder.0).unwrap(), effort());
    let mut events = Events::open(&server, request("GET", "/api/games/abc/events", None)).await;
    loop {
        let (_, data) = events.next().await.unwrap();
        if length(&serde_json::from_str(&data).unwrap()) == 2 {
            break;
        }
    }
}

#[tokio::test]
async fn moves_are_taken_back_and_games_given_up_and_drawn() {
    let server = server();
    let game = begin(&server, friends("chess")).await;
    play(&server, &game, &["e2e4", "e7e5"]).await;
    let (_, view) = post(&server, &format!("{game}/take-back"), json!({})).await;
    assert_eq!(length(&view), 1);
    let (_, view) = post(&server, &format!("{game}/resign"), json!({ "side": "white" })).await;
    assert_eq!(view["verdict"], json!({ "reason": "resigned", "winner": "black" }));
    let (_, view) = post(&server, &format!("{game}/take-back"), json!({})).await;
    assert_eq!((length(&view), &view["verdict"]), (1, &Value::Null), "the resignation comes first");
    let (_, answer) = post(&server, &format!("{game}/draw"), json!({})).await;
    assert_eq!(
        (&answer["accepted"], &answer["game"]["verdict"]["reason"]),
        (&json!(true), &json!("agreed"))
    );
    let response = server.clone().oneshot(request("GET", &format!("{game}/record"), None)).await;
    let text = to_bytes(response.unwrap().into_body(), 1 << 20).await.unwrap();
    let text = String::from_utf8(text.to_vec()).unwrap();
    assert!(text.contains("[Result \"1/2-1/2\"]") && text.contains("1. e4 1/2-1/2"), "{text}");
    assert_eq!(send(&server, request("DELETE", &game, None)).await.0, StatusCode::OK);
    assert_eq!(get(&server, &game).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_hint_is_a_legal_move_and_an_early_offer_is_declined() {
    let server = server();
    let game = begin(&server, against("draughts", 1)).await;
    let (status, hint) = post(&server, &format!("{game}/hint"), json!({})).await;
    assert_eq!(status, StatusCode::OK);
    let (_, view) = get(&server, &game).await;
    let legal = view["position"]["legal"].as_array().unwrap();
    assert!(legal.iter().any(|mv| mv["code"] == hint["move"]["code"]));
    let (_, answer) = post(&server, &format!("{game}/draw"), json!({})).await;
    assert_eq!(answer["accepted"], false);
}

#[tokio::test]
async fn requests_that_make_no_sense_are_told_so() {
    let server = server();
    let raw = |path: &str, kind: &str, body: Vec<u8>| {
        let request = Request::builder().method("POST").uri(path).header("host", "localhost:8010");
        request.header("content-type", kind).body(Body::from(body)).unwrap()
    };
    let json = "application/json";
    let form = "application/x-www-form-urlencoded";
    let cases = [
        (raw("/api/games", json, b"{".to_vec()), StatusCode::BAD_REQUEST, "malformed"),
        (raw("/api/games", json, b"[1, 2]".to_vec()), StatusCode::BAD_REQUEST, "malformed"),
        (
            raw("/api/games", form, b"game=chess".to_vec()),
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "wrong-kind",
        ),
        (raw("/api/read", json, vec![b' '; 5 << 20]), StatusCode::PAYLOAD_TOO_LARGE, "too-large"),
        (request("GET", "/api/games/0123", None), StatusCode::NOT_FOUND, "missing"),
        (request("GET", "/api/nothing", None), StatusCode::NOT_FOUND, "missing"),
    ];
    for (request, status, word) in cases {
        let path = request.uri().clone();
        let (found, problem) = send(&server, request).await;
        // What is read as JSON but is not what was asked for has a status of its own.
        let is_same = found == status
            || (status, found) == (StatusCode::BAD_REQUEST, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(is_same && problem["error"] == word, "{path}: {found} {problem}");
    }
    let refused = [
        json!({ "fen": "8/8/8/8/8/8/8/8 w - - 0 1" }),
        json!({ "chess960": 960 }),
        json!({ "clock": { "time": 0 } }),
        json!({ "moves": ["e2e5"] }),
        json!({ "black": { "kind": "engine", "level": 13 } }),
        json!({ "black": { "kind": "engine", "level": 3, "profile": "nobody" } }),
        json!({ "black": { "kind": "engine", "level": 3, "profile": "/etc/passwd.toml" } }),
    ];
    for change in refused {
        let mut terms = friends("chess");
        for (name, value) in change.as_object().unwrap() {
            terms[name] = value.clone();
        }
        let (status, problem) = post(&server, "/api/games", terms).await;
        assert_eq!(
            (status, &problem["error"]),
            (StatusCode::UNPROCESSABLE_ENTITY, &json!("refused")),
            "{change}"
        );
    }
    assert_eq!(get(&server, "/api/games").await.1["games"], json!([]), "nothing was begun");
}

#[tokio::test]
async fn a_wrong_method_is_told_the_right_ones() {
    let server = server();
    for (method, path, allowed) in [
        ("PUT", "/api/games", "GET,HEAD,POST"),
        ("POST", "/api/games/0123", "GET,HEAD,DELETE"),
        ("GET", "/api/write", "POST"),
        ("DELETE", "/", "GET,HEAD"),
        ("POST", "/assets/app.js", "GET,HEAD"),
    ] {
        let response = server.clone().oneshot(request(method, path, None)).await.unwrap();
        assert_eq!(response.status(), StatusCode::METHOD_NOT_ALLOWED, "{method} {path}");
        assert_eq!(response.headers()["allow"], allowed, "{method} {path}");
    }
    let (_, problem) = send(&server, request("PUT", "/api/games", None)).await;
    assert_eq!(problem["error"], "wrong-method");
}

#[tokio::test(start_paused = true)]
async fn a_body_that_does_not_come_is_not_waited_for() {
    let request = Request::post("/api/games").header("host", "localhost:8010");
    let request = request.header("content-type", "application/json");
    let never = futures_util::stream::pending::<Result<Bytes, std::io::Error>>();
    let request = request.body(Body::from_stream(never)).unwrap();
    let (status, problem) = send(&server(), request).await;
    assert_eq!((status, &problem["error"]), (StatusCode::REQUEST_TIMEOUT, &json!("too-slow")));
}

#[tokio::test]
async fn other_pages_and_other_names_are_refused() {
    let server = server();
    let ask = |method: &str, headers: &[(&str, &str)]| {
        let mut request = Request::builder().method(method).uri("/api/games");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(Body::from(friends("chess").to_string())).unwrap()
    };
    let host = ("host", "127.0.0.1:8010");
    let kind = ("content-type", "application/json");
    let refused: [&[(&str, &str)]; 6] = [
        &[("host", "evil.example"), kind],
        &[("host", "evil.example:8010"), ("origin", "http://evil.example:8010"), kind],
        &[host, ("origin", "http://evil.example"), kind],
        &[host, ("origin", "http://127.0.0.1:9999"), kind],
        &[host, ("origin", "null"), kind],
        &[host, ("sec-fetch-site", "cross-site"), kind],
    ];
    for headers in refused {
        for method in ["GET", "POST"] {
            let (status, problem) = send(&server, ask(method, headers)).await;
            assert_eq!(
                (status, &problem["error"]),
                (StatusCode::FORBIDDEN, &json!("foreign")),
                "{headers:?}"
            );
        }
    }
    // A form of another page, as old browsers send it: without an origin, but never as JSON.
    let form = ask("POST", &[host, ("content-type", "text/plain")]);
    assert_eq!(send(&server, form).await.0, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert_eq!(get(&server, "/api/games").await.1["games"], json!([]), "nothing was begun");
    let own = [host, ("origin", "http://127.0.0.1:8010"), ("sec-fetch-site", "same-origin"), kind];
    assert_eq!(send(&server, ask("POST", &own)).await.0, StatusCode::OK);
}

#[tokio::test]
async fn where_other_machines_can_ask_the_token_of_the_address_is_needed() {
    let token = AccessToken::random().unwrap();
    assert_ne!(token, AccessToken::random().unwrap());
    let door = Door {
        names: vec!["mybox.local".to_owned()],
        any_address: true,
        token: Some(token.clone()),
    };
    let server = router(Site::new(Store::in_memory().unwrap(), door, effort()));
    let ask = async |path: &str, host: &str, cookie: &str| {
        let request = Request::get(path).header("host", host).header("cookie", cookie);
        server.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
    };
    let hosts = ["mybox.local:8010", "192.168.1.7:8010", "localhost:8010"];
    let wrong = "damier=0123456789abcdef0123456789abcdef";
    let paths = ["/", "/assets/app.js", "/api/games", "/?token=1", "/nothing"];
    for (host, path) in hosts.iter().flat_map(|host| paths.map(|path| (host, path))) {
        for cookie in ["", "damier=", wrong] {
            let response = ask(path, host, cookie).await;
            assert_eq!(response.status(), StatusCode::FORBIDDEN, "{host} {path} {cookie}");
            assert!(response.headers().get("set-cookie").is_none());
            let words = to_bytes(response.into_body(), 1 << 20).await.unwrap();
            let words = String::from_utf8_lossy(&words).into_owned();
            assert!(words.contains("open the address that damier serve printed"), "{words}");
        }
        let welcome = ask(&format!("/?token={token}"), host, "").await;
        assert_eq!(welcome.status(), StatusCode::OK);
        let cookie = welcome.headers()["set-cookie"].to_str().unwrap().to_owned();
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
        let cookie = format!("other=1; {}", cookie.split(';').next().unwrap());
        assert_ne!(ask(path, host, &cookie).await.status(), StatusCode::FORBIDDEN, "{path}");
    }
    // A request that changes something needs it too, and a name of elsewhere stays one.
    let begun = post(&server, "/api/games", friends("chess")).await;
    assert_eq!((begun.0, &begun.1["error"]), (StatusCode::FORBIDDEN, &json!("stranger")));
    let foreign = ask(&format!("/?token={token}"), "evil.example", "").await;
    assert_eq!(foreign.status(), StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn every_answer_has_the_headers_and_no_address_of_elsewhere() {
    let server = server();
    for path in ["/", "/assets/app.js", "/api/catalogue", "/nothing"] {
        let response = server.clone().oneshot(request("GET", path, None)).await.unwrap();
        let headers = response.headers();
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{path}");
        assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
    }
}

#[tokio::test]
async fn texts_are_read_as_well_as_possible_and_written_back() {
    let server = server();
    let read = |text: &str| post(&server, "/api/read", json!({ "text": text }));
    let (_, found) = read("8/8/8/8/8/4k3/8/4K2R w K - 0 1").await;
    assert_eq!(
        (&found["game"], &found["start"]),
        (&json!("chess"), &json!("8/8/8/8/8/4k3/8/4K2R w K - 0 1"))
    );
    assert_eq!(read("W:WK4:B13,20").await.1["game"], "draughts");
    let (status, problem) = read("8/8/8/8 w - - 0 1").await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{problem}");
    let (_, found) = read("[White \"Ada\"]\n\n1. e4 e5 (1... c5!? {sharp}) 2. Ke3 *").await;
    assert_eq!(found["nodes"].as_array().unwrap().len(), 3, "the good part is kept");
    let fault = found["faults"][0]["message"].as_str().unwrap();
    assert!(fault.contains("game 1, line 3") && fault.contains("2. Ke3"), "{fault}");
    assert_eq!(found["nodes"][2]["nags"], json!([5]));
    let (_, found) = read("1. 32-28 19-23 2. 28x19 14x23 2-0").await;
    assert_eq!((&found["game"], &found["result"]), (&json!("draughts"), &json!("2-0")));

    let draft = json!({
        "game": "chess", "result": "1-0", "tags": [["White", "Ada"]],
        "nodes": [
            { "parent": null, "code": "e2e4", "nags": [1] },
            { "parent": 0, "code": "e7e5" },
            { "parent": 0, "code": "c7c5", "comments": ["sharp"] },
        ],
    });
    let (_, written) = post(&server, "/api/write", draft.clone()).await;
    let text = written["text"].as_str().unwrap();
    assert!(
        text.contains("1. e4 $1 1... e5 (1... c5 {sharp}) 1-0")
            || text.contains("1. e4 $1 e5 (1... c5 {sharp}) 1-0"),
        "{text}"
    );
    let (_, again) = read(text).await;
    assert_eq!(again["nodes"].as_array().unwrap().len(), 3);
    let mut bad = draft;
    bad["nodes"][1]["code"] = json!("e2e4");
    assert_eq!(post(&server, "/api/write", bad).await.0, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn an_analysis_streams_lines_and_ends_when_nobody_listens() {
    let patience = Duration::from_secs(3_600);
    let effort = Effort { patience, waiting: 0, ..effort() };
    let server = server_with(Store::in_memory().unwrap(), effort);
    let question = json!({ "game": "chess", "moves": ["e2e4"], "lines": 2 });
    let ask = || request("POST", "/api/analysis", Some(&question));
    let mut first = Events::open(&server, ask()).await;
    let (kind, data) = first.next().await.unwrap();
    let line: Value = serde_json::from_str(&data).unwrap();
    assert_eq!((kind.as_str(), &line["rank"]), ("line", &json!(1)));
    assert_eq!(line["moves"][0]["number"], "1...");
    // There is room for one, and the queue has no place.
    let mut second = Events::open(&server, ask()).await;
    let (kind, words) = second.next().await.unwrap();
    assert!(kind == "problem" && words.contains("too many"), "{kind} {words}");
    // The first would go on for an hour; when it is dropped, there is room again.
    drop(first);
    for _ in 0..2_000 {
        let mut third = Events::open(&server, ask()).await;
        if third.next().await.unwrap().0 == "line" {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("the search of somebody who went away goes on");
}

#[tokio::test]
async fn positions_that_are_broken_are_named() {
    let server = server();
    let (status, problem) =
        post(&server, "/api/position", json!({ "game": "draughts", "fen": "W:W51:B1" })).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(problem["message"].as_str().unwrap().contains("51"), "{problem}");
    let (_, view) =
        post(&server, "/api/position", json!({ "game": "chess", "moves": ["e4", "e5"] })).await;
    assert_eq!((&view["number"], &view["last"]["number"]), (&json!(2), &json!("1...")));
}

/// A draft of a game without variations.
fn draft(game: &str, codes: &[&str]) -> Value {
    let parent = |place: usize| place.checked_sub(1);
    let nodes = codes.iter().enumerate();
    let nodes: Vec<Value> =
        nodes.map(|(place, code)| json!({ "parent": parent(place), "code": code })).collect();
    json!({ "game": game, "nodes": nodes })
}

#[tokio::test]
async fn a_move_is_judged_and_explained_in_the_language_asked_for() {
    let server = server();
    let place = json!({ "game": "chess", "moves": ["e4", "e5", "Qh5"] });
    let ask = async |mv: &str, language: &str| {
        let mut body = place.clone();
        body["move"] = json!(mv);
        body["language"] = json!(language);
        post(&server, "/api/judge", body).await
    };
    let (status, judged) = ask("Ke7", "en").await;
    assert_eq!(status, StatusCode::OK, "{judged}");
    assert_eq!(judged["judgement"], "blunder");
    let words = judged["words"].as_str().unwrap();
    assert!(words.starts_with("This allows mate in one move. ") && words.contains(" Better was "));
    assert_eq!(judged["score"], json!({ "mate": 1 }));
    assert_eq!(judged["move"]["text"], "Ke7");
    assert!(judged["better_move"]["code"].is_string() && judged["white"].as_f64().unwrap() > 97.0);
    let (_, french) = ask("Ke7", "fr").await;
    assert_ne!(french["words"], judged["words"]);
    let (_, again) = ask("Ke7", "en").await;
    assert_eq!(again, judged, "the same question has the same answer");
    let (_, good) = ask("Nc6", "en").await;
    assert_eq!((&good["judgement"], &good["words"]), (&Value::Null, &json!("")));
    for (mv, language) in [("Kd4", "en"), ("", "en"), ("Ke7", "tlh")] {
        let (status, problem) = ask(mv, language).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{mv} {language}: {problem}");
    }
}

#[tokio::test]
async fn a_game_is_reviewed_with_progress_and_comes_back_annotated() {
    let server = server();
    let record = draft("chess", &["f3", "e5", "g4", "Qh4"]);
    let body = json!({ "record": record, "nodes": 5000, "language": "en" });
    let mut events = Events::open(&server, request("POST", "/api/review", Some(&body))).await;
    for done in 1..=4 {
        let (kind, data) = events.next().await.unwrap();
        let data: Value = serde_json::from_str(&data).unwrap();
        assert_eq!((kind.as_str(), data), ("progress", json!({ "done": done, "total": 4 })));
    }
    let (kind, data) = events.next().await.unwrap();
    assert_eq!(kind, "review");
    let review: Value = serde_json::from_str(&data).unwrap();
    assert_eq!(review["moves"].as_array().unwrap().len(), 4);
    assert_eq!(review["moves"][2]["judgement"], "blunder");
    let nodes = review["record"]["nodes"].as_array().unwrap();
    assert!(nodes.len() > 4, "better lines are variations");
    let blunder = nodes.iter().find(|node| node["move"]["text"] == "g4").unwrap();
    assert_eq!(blunder["nags"], json!([4]));
    let words = "This allows mate in one move. The queen on h4 gives mate. Better was ";
    assert!(blunder["comments"][0].as_str().unwrap().starts_with(words), "{blunder}");
    assert_eq!(blunder["commands"], json!(["[%eval #-1]"]));
    let [white, black] = [0, 1].map(|side| review["sides"][side]["accuracy"].as_f64().unwrap());
    assert!(white < black, "{white} {black}");
    assert!(events.next().await.is_none());
}

#[tokio::test]
async fn what_cannot_be_reviewed_is_refused() {
    let server = server();
    let cases = [
        json!({ "record": draft("chess", &[]) }),
        json!({ "record": draft("chess", &["e4", "e4"]) }),
        json!({ "record": draft("draughts", &["32-28"]), "nodes": 1 }),
        json!({ "record": draft("draughts", &["32-28"]), "nodes": 1_000_000_000_u64 }),
        json!({ "record": draft("draughts", &["32-28"]), "language": "xx" }),
    ];
    for body in cases {
        let (status, problem) = post(&server, "/api/review", body.clone()).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{body}");
        assert!(problem["message"].as_str().is_some_and(|words| words.len() > 10), "{problem}");
    }
    // Longer games are not played. (Knights go out and back.)
    let dance = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(501);
    let (status, problem) =
        post(&server, "/api/review", json!({ "record": draft("chess", &dance) })).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{problem}");
    let (status, _) = post(&server, "/api/review", json!({ "recod": 1 })).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
}

/// Knights go out and back; whatever way they come in, they may not do so for ever.
#[tokio::test]
async fn no_request_brings_in_a_longer_game_than_can_be_played() {
    let server = server();
    let dance = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(501);
    let nested: Vec<Value> = dance[..2_001]
        .iter()
        .enumerate()
        .flat_map(|(ply, code)| {
            let parent = ply.checked_sub(1).map(|ply| 2 * ply);
            // A variation at every move, so that no line is longer than one.
            let other = if ply % 2 == 0 { "h2h3" } else { "h7h6" };
            [(code, parent), (&other, parent)]
                .map(|(code, parent)| json!({ "parent": parent, "code": code }))
        })
        .collect();
    let mut begun = friends("chess");
    let place = |moves: &[&str]| json!({ "game": "chess", "moves": moves });
    let short = json!({ "game": "chess", "nodes": &nested[..2] });
    assert_eq!(post(&server, "/api/write", short).await.0, StatusCode::OK);
    for plies in [2_000, 2_001] {
        let moves = &dance[..plies];
        begun["moves"] = json!(moves);
        let mut judged = place(moves);
        judged["move"] = json!("e2e4");
        let tree = json!({ "game": "chess", "nodes": &nested[..2 * plies] });
        let cases = [
            ("/api/games", begun.clone()),
            ("/api/position", place(moves)),
            ("/api/terms", place(moves)),
            ("/api/judge", judged),
            ("/api/write", draft("chess", moves)),
            ("/api/write", tree),
        ];
        for (path, body) in cases {
            let (status, answer) = post(&server, path, body).await;
            let wanted =
                if plies > 2_000 { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
            assert_eq!(status, wanted, "{path} {plies}: {}", answer["message"]);
        }
    }
}

#[tokio::test]
async fn a_review_that_nobody_waits_for_makes_room_for_the_next() {
    let server = server();
    let codes = ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "c3", "Nf6", "d4", "exd4"];
    let body = json!({ "record": draft("chess", &codes), "nodes": 2_000_000 });
    let mut events = Events::open(&server, request("POST", "/api/review", Some(&body))).await;
    assert_eq!(events.next().await.unwrap().0, "progress");
    drop(events);
    // There is room for one at a time here.
    let place = json!({ "game": "draughts", "move": "32-28" });
    let (status, judged) = post(&server, "/api/judge", place).await;
    assert_eq!(status, StatusCode::OK, "{judged}");
}

#[tokio::test]
async fn terms_add_up_whoever_looks() {
    let server = server();
    let place = |more: Value| {
        let mut body = json!({ "game": "chess", "moves": ["e4", "e5", "Nf3", "d6", "d4"] });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let sum = |view: &Value| {
        let terms = view["terms"].as_array().unwrap().iter();
        let sum: i64 = terms
            .map(|term| term["white"].as_i64().unwrap() - term["black"].as_i64().unwrap())
            .sum();
        assert_eq!(sum, view["total"].as_i64().unwrap(), "{view}");
        sum
    };
    let (_, own) = post(&server, "/api/terms", place(json!({}))).await;
    let (_, other) = post(&server, "/api/terms", place(json!({ "profile": "aggressive" }))).await;
    assert_ne!(sum(&own), sum(&other));
    assert!(own["sliders"].as_array().unwrap().is_empty());
    let sliders = other["sliders"].as_array().unwrap();
    let weights: Vec<Value> = sliders.iter().map(|it| json!([it["key"], it["value"]])).collect();
    let (_, same) = post(&server, "/api/terms", place(json!({ "weights": weights }))).await;
    assert_eq!(same["terms"], other["terms"], "the sliders stand where the profile has them");
    let (_, none) = post(&server, "/api/terms", place(json!({ "profile": "classic" }))).await;
    assert!(none["sliders"].as_array().unwrap().is_empty() && sum(&none) != sum(&own));
    for wrong in [
        json!({ "profile": "monte-carlo" }),
        json!({ "profile": "nobody" }),
        json!({ "profile": "../x" }),
        json!({ "weights": [["threats", 401]] }),
        json!({ "weights": [["luck", 1]] }),
    ] {
        let (status, problem) = post(&server, "/api/terms", place(wrong.clone())).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{wrong}: {problem}");
    }
}

#[tokio::test]
async fn what_comments_say_to_programs_is_kept() {
    let server = server();
    let text = "{[%csl Ge4] Before} 1. e4 {[%clk 0:01:00] [%cal Ge2e4] best} e5 *";
    let (_, found) = post(&server, "/api/read", json!({ "text": text })).await;
    let node = &found["nodes"][0];
    assert_eq!(node["comments"], json!(["best"]));
    let mut record = draft("chess", &["e4", "e5"]);
    for key in ["comments", "commands"] {
        record["nodes"][0][key] = node[key].clone();
        record[key] = found[key].clone();
    }
    let (_, written) = post(&server, "/api/write", record).await;
    let written = written["text"].as_str().unwrap().replace('\n', " ");
    let wanted = "{[%csl Ge4] Before} 1. e4 {[%clk 0:01:00] [%cal Ge2e4] best}";
    assert!(written.contains(wanted), "{written}");
}

#[tokio::test]
async fn variations_of_a_draft_stand_where_they_belong() {
    let server = server();
    let node = |parent: Option<usize>, code: &str| json!({ "parent": parent, "code": code });
    let nodes = [
        node(None, "e4"),
        node(Some(0), "e5"),
        node(Some(1), "Nf3"),
        node(Some(0), "c5"),
        node(Some(3), "Nc3"),
        node(None, "d4"),
    ];
    let draft = json!({ "game": "chess", "nodes": nodes });
    let (_, written) = post(&server, "/api/write", draft).await;
    let text = written["text"].as_str().unwrap();
    assert!(text.contains("1. e4 (1. d4) 1... e5 (1... c5 2. Nc3) 2. Nf3"), "{text}");
    let late = json!({ "game": "chess", "nodes": [node(Some(1), "e4"), node(None, "e4")] });
    let (status, _) = post(&server, "/api/write", late).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
}

/// Whole analyses take all there is; a move is judged all the same.
#[tokio::test]
async fn a_move_is_judged_while_games_are_analysed() {
    // The queue has no place: behind the analysis the question would be refused.
    let effort = Effort { patience: Duration::from_secs(3_600), waiting: 0, ..effort() };
    let server = server_with(Store::in_memory().unwrap(), effort);
    let question = json!({ "game": "chess" });
    let mut analysis =
        Events::open(&server, request("POST", "/api/analysis", Some(&question))).await;
    assert_eq!(analysis.next().await.unwrap().0, "line");
    let (status, judged) =
        post(&server, "/api/judge", json!({ "game": "chess", "move": "e4" })).await;
    assert_eq!(status, StatusCode::OK, "{judged}");
}
