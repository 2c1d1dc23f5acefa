//! What the page believes it is sent (`types.d.ts`) is what the server sends: every field of every
//! view, by real answers.

mod typescript;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use damier_web::{Door, Effort, Site, Store, router};
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use tower::ServiceExt;
use typescript::{Reader, Type};

/// Fields that may be null, but are not in any answer that a test could wait for.
const NEVER_NULL_HERE: [&str; 3] = ["JudgedView.better_move", "LineView.first", "ShownView.theme"];

// ---- answers against the file ----

/// How a field was seen in answers.
#[derive(Default)]
struct Seen {
    there: bool,
    absent: bool,
    null: bool,
    filled: bool,
}

struct Checker {
    types: BTreeMap<String, Type>,
    seen: BTreeMap<String, Seen>,
}

impl Checker {
    fn new() -> Self {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/types.d.ts");
        let types = Reader::new(&std::fs::read_to_string(file).unwrap()).types();
        Self { types, seen: BTreeMap::new() }
    }

    /// An answer is what a type of the file says.
    fn is(&mut self, value: &Value, name: &str) {
        if let Err(wrong) = self.compare(value, &Type::Named(name.to_owned()), name) {
            panic!("{wrong}\n{value:#}");
        }
    }

    fn compare(&mut self, value: &Value, kind: &Type, place: &str) -> Result<(), String> {
        let wrong = || Err(format!("{place} is {value}, and not {kind:?}"));
        match (kind, value) {
            (Type::Text, Value::String(_))
            | (Type::Number, Value::Number(_))
            | (Type::Truth, Value::Bool(_))
            | (Type::Null, Value::Null)
            | (Type::Opaque, Value::Object(_)) => Ok(()),
            (Type::Word(word), Value::String(text)) if word == text => Ok(()),
            (Type::Named(name), _) => {
                let kind = self.types.get(name).cloned();
                self.compare(value, &kind.ok_or(format!("there is no type {name}"))?, name)
            }
            (Type::List(kind), Value::Array(items)) => {
                items.iter().try_for_each(|item| self.compare(item, kind, place))
            }
            (Type::Tuple(kinds), Value::Array(items)) if kinds.len() == items.len() => {
                kinds.iter().zip(items).try_for_each(|(kind, item)| self.compare(item, kind, place))
            }
            (Type::Record(kind), Value::Object(members)) => {
                members.values().try_for_each(|member| self.compare(member, kind, place))
            }
            (Type::AnyOf(kinds), _) => {
                match kinds.iter().any(|kind| self.compare(value, kind, place).is_ok()) {
                    true => Ok(()),
                    false => wrong(),
                }
            }
            (Type::Object(fields), Value::Object(members)) => {
                let strange = members.keys().find(|key| fields.iter().all(|f| f.name != **key));
                if let Some(key) = strange {
                    return Err(format!("{place}.{key} is sent, but not in the file"));
                }
                for field in fields {
                    let path = format!("{place}.{}", field.name);
                    let member = members.get(&field.name);
                    if let Some(value) = member {
                        self.compare(value, &field.kind, &path)?;
                    } else if !field.is_optional {
                        return Err(format!("{path} is not sent"));
                    }
                    let seen = self.seen.entry(path).or_default();
                    seen.there |= member.is_some();
                    seen.absent |= member.is_none();
                    seen.null |= member.is_some_and(Value::is_null);
                    seen.filled |= member.is_some_and(|value| !value.is_null());
                }
                Ok(())
            }
            _ => wrong(),
        }
    }

    /// Nothing in the file that no answer has: no field, no question mark, no null.
    fn all_was_seen(&self) {
        let mut doubts = BTreeSet::new();
        for (name, kind) in &self.types {
            let Type::Object(fields) = kind else { continue };
            for field in fields {
                let path = format!("{name}.{}", field.name);
                let Some(seen) = self.seen.get(&path) else {
                    doubts.insert(format!("{path} was never sent"));
                    continue;
                };
                let may_be_null = matches!(&field.kind, Type::AnyOf(kinds)
                    if kinds.iter().any(|kind| matches!(kind, Type::Null)));
                if !seen.there || field.is_optional && !seen.absent {
                    doubts.insert(format!("{path}: always there, or never"));
                }
                let is_unseen = may_be_null && !(seen.null && seen.filled);
                if is_unseen && !NEVER_NULL_HERE.contains(&path.as_str()) {
                    doubts.insert(format!("{path}: always null, or never"));
                }
            }
        }
        assert!(doubts.is_empty(), "{doubts:#?}");
    }
}

// ---- the server ----

struct Server(Router);

impl Server {
    fn new() -> Self {
        let store = Store::in_memory().unwrap();
        Self(router(Site::new(store, Door::default(), Effort::default())))
    }

    async fn body(&self, request: Request<Body>) -> Body {
        self.0.clone().oneshot(request).await.unwrap().into_body()
    }

    async fn get(&self, path: &str) -> Value {
        let request = Request::get(format!("/api{path}")).header("host", "localhost");
        let body = self.body(request.body(Body::empty()).unwrap()).await;
        let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    fn posting(path: &str, value: &Value) -> Request<Body> {
        let request = Request::post(format!("/api{path}")).header("host", "localhost");
        let request = request.header("content-type", "application/json");
        request.body(Body::from(value.to_string())).unwrap()
    }

    async fn post(&self, path: &str, value: Value) -> Value {
        let body = self.body(Self::posting(path, &value)).await;
        let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    /// The first event of a kind in a stream.
    async fn event(&self, path: &str, value: Value, kind: &str) -> Value {
        let mut stream = self.body(Self::posting(path, &value)).await.into_data_stream();
        let mut text = String::new();
        while let Some(bytes) = stream.next().await {
            text += std::str::from_utf8(&bytes.unwrap()).unwrap();
            let whole = text.split_inclusive("\n\n").filter(|block| block.ends_with("\n\n"));
            for block in whole {
                if block.starts_with(&format!("event: {kind}\n")) {
                    let data = block.lines().find_map(|line| line.strip_prefix("data: "));
                    return serde_json::from_str(data.unwrap()).unwrap();
                }
            }
        }
        panic!("{path} sent no {kind}: {text}");
    }
}

fn codes(text: &str) -> Vec<&str> {
    text.split(' ').collect()
}

/// Positions: a mate, a stalemate, a draw to be claimed, castling, a promotion, two ways to take.
async fn positions(server: &Server, checker: &mut Checker) {
    let chess = |moves: &str| json!({ "game": "chess", "moves": codes(moves) });
    let questions = [
        json!({ "game": "chess" }),
        chess("f3 e5 g4 Qh4"),
        chess("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"),
        chess("e4 e5 Nf3 Nc6 Bc4 Bc5"),
        json!({ "game": "chess", "fen": "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1" }),
        json!({ "game": "chess", "fen": "8/P6k/8/8/8/8/8/K7 w - - 0 1" }),
        json!({ "game": "draughts", "fen": "W:WK46:B37,38,18,19,9,10" }),
        json!({ "game": "draughts", "moves": codes("32-28 19-23 28x19") }),
    ];
    for question in questions {
        checker.is(&server.post("/position", question).await, "ArrivalView");
    }
    for place in [json!({ "game": "chess", "fen": "x" }), json!({ "game": "checkers" })] {
        checker.is(&server.post("/position", place).await, "ProblemView");
    }
}

async fn games(server: &Server, checker: &mut Checker) {
    let human = json!({ "kind": "human" });
    let engine =
        |profile: Value| json!({ "kind": "engine", "level": 1, "profile": profile, "seed": 3 });
    let clock = json!({ "time": 600, "increment": 5 });
    let terms = [
        json!({ "game": "chess", "white": human, "black": engine(Value::Null), "clock": clock }),
        json!({ "game": "chess", "white": human, "black": engine(json!("tactical")) }),
        json!({ "game": "chess", "white": human, "black": human, "clock": clock,
                "moves": codes("f3 e5 g4 Qh4") }),
        json!({ "game": "chess", "white": human, "black": human,
                "moves": codes("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8") }),
        json!({ "game": "chess", "white": human,
                "black": { "kind": "engine", "like": 1100, "resigns": true } }),
    ];
    let mut ids = Vec::new();
    for terms in terms {
        let game = server.post("/games", terms).await;
        checker.is(&game, "GameView");
        ids.push(game["id"].as_str().unwrap().to_owned());
    }
    let played = json!({ "move": "e4", "ply": 0 });
    let game = server.post(&format!("/games/{}/move", ids[0]), played).await;
    checker.is(&game, "GameView");
    checker.is(&server.post(&format!("/games/{}/hint", ids[1]), json!({})).await, "HintView");
    checker.is(&server.post(&format!("/games/{}/draw", ids[3]), json!({})).await, "DrawAnswer");
    checker.is(&server.get("/games").await, "GameList");
    checker.is(&server.get("/catalogue").await, "CatalogueView");
}

/// A game with everything that can be written beside a move, read, written and reviewed.
async fn records(server: &Server, checker: &mut Checker) {
    let text = "[White \"Ada\"]\n\n{Begin} 1. e4 $1 {[%clk 0:01:00] good} ({or} 1. d4) 1... e5 \
                2. Qh5 Ke7 3. Qxe5# 1-0";
    let found = server.post("/read", json!({ "text": text })).await;
    checker.is(&found, "RecordView");
    for broken in ["1. e4 e5 2. Kd4 1-0", "1. e4 e5 {open"] {
        checker.is(&server.post("/read", json!({ "text": broken })).await, "RecordView");
    }
    let node = |code: &str, parent: Value| json!({ "parent": parent, "code": code });
    let line = codes("e2e4 e7e5 d1h5 e8e7 h5e5").into_iter().enumerate();
    let nodes =
        line.map(|(at, code)| node(code, at.checked_sub(1).map_or(Value::Null, Value::from)));
    let draft = json!({ "game": "chess", "nodes": nodes.collect::<Vec<_>>() });
    checker.is(&server.post("/write", draft.clone()).await, "WrittenView");
    let asked = json!({ "record": draft, "nodes": 2000 });
    checker.is(&server.event("/review", asked.clone(), "progress").await, "ProgressView");
    let review = server.event("/review", asked, "review").await;
    checker.is(&review, "ReviewView");
    let told = json!({ "record": draft, "review": review["data"], "language": "nl" });
    checker.is(&server.post("/retell", told.clone()).await, "ReviewView");
    let report = server.post("/report", told).await;
    checker.is(&report, "WrittenView");
    assert!(report["text"].as_str().unwrap().contains("<html lang=\"nl\">"));
    // One move: the other side has nothing to be judged by, and no opening has that name.
    let fen = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
    let draft = json!({ "game": "chess", "fen": fen, "nodes": [node("a7a8q", Value::Null)] });
    let asked = json!({ "record": draft, "nodes": 1000 });
    checker.is(&server.event("/review", asked, "review").await, "ReviewView");
}

async fn judgements(server: &Server, checker: &mut Checker) {
    let moves = codes("e4 e5 Nf3 Nc6");
    let place = json!({ "game": "chess", "moves": moves });
    for mv in ["Bb5", "Nxe5"] {
        let asked = json!({ "game": "chess", "moves": moves, "move": mv });
        checker.is(&server.post("/judge", asked).await, "JudgedView");
    }
    checker.is(&server.event("/analysis", place, "line").await, "LineView");
    let seen = json!({ "game": "chess", "moves": moves, "profile": "aggressive" });
    checker.is(&server.post("/terms", seen).await, "TermsView");
}

/// A collection by hand and one from a file, of which one is to be reviewed.
async fn library(server: &Server, checker: &mut Checker) {
    let mut ids = Vec::new();
    for begin in [json!({ "name": "Club" }), json!({ "name": "File", "file": ["x.pgn", 9] })] {
        let begun = server.post("/library/collections", begin).await;
        checker.is(&begun, "BegunView");
        ids.push(begun["id"].clone());
    }
    let text = "[White \"Ada\"]\n[WhiteElo \"1800\"]\n\n1. e4 e5 2. Kd4 *";
    let piece = json!({ "collection": ids[0], "text": text });
    let found = server.post("/library/import", piece).await;
    checker.is(&found, "ImportView");
    let search = json!({ "limit": 9 });
    checker.is(&server.post("/library/search", search).await, "SearchView");
    let search = json!({ "around": found["games"][0] });
    checker.is(&server.post("/library/search", search).await, "SearchView");
    let path = format!("/library/games/{}", found["games"][0]);
    checker.is(&server.get(&path).await, "KeptGameView");
    checker.is(&server.post("/library/export", json!({})).await, "ExportView");
    let plan = format!("/library/collections/{}/review", ids[0]);
    let planned = server.post(&plan, json!({ "is_running": false })).await;
    checker.is(&planned, "LibraryView");
    let moved = json!({ "games": found["games"], "collection": ids[1] });
    checker.is(&server.post("/library/move", moved).await, "LibraryView");
    let tags = json!({ "tags": [["White", "Bea"]] });
    checker.is(&server.post(&format!("{path}/tags"), tags).await, "ImportView");
    let named = server.post("/library/names", json!({ "names": ["Ada"] })).await;
    checker.is(&named, "LibraryView");
    assert_eq!(named, server.get("/library").await);
}

/// A reader who has let himself be mated: the mistake, attempts at it, and a puzzle.
async fn training(server: &Server, checker: &mut Checker) {
    let chess = json!({ "game": "chess" });
    checker.is(&server.post("/training", chess.clone()).await, "TrainingView");
    checker.is(&server.post("/training/next", chess.clone()).await, "NextView");
    let begun = server.post("/library/collections", json!({ "name": "Mine" })).await;
    let text = "[White \"Ada\"]\n[Black \"Me\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0";
    let piece = json!({ "collection": begun["id"], "text": text });
    let found = server.post("/library/import", piece).await;
    let plan = format!("/library/collections/{}/review", begun["id"]);
    server.post(&plan, json!({ "is_running": true, "nodes": 1000 })).await;
    let review = format!("/library/games/{}/review", found["games"][0]);
    while server.post(&review, json!({})).await["error"] == "missing" {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    server.post("/library/names", json!({ "names": ["Me"] })).await;
    checker.is(&server.post("/training", chess.clone()).await, "TrainingView");
    let next = server.post("/training/next", chess.clone()).await;
    checker.is(&next, "NextView");
    let id = next["exercise"]["id"].clone();
    for mv in ["Nf6", "g6"] {
        let asked = json!({ "id": id, "game": "chess", "move": mv });
        checker.is(&server.post("/training/try", asked).await, "AttemptView");
    }
    let asked = json!({ "id": id, "game": "chess" });
    checker.is(&server.post("/training/shown", asked).await, "ShownView");
    for _ in 0..3 {
        let answer = json!({ "id": id, "game": "chess", "is_found": true });
        checker.is(&server.post("/training/answer", answer).await, "AnsweredView");
        checker.is(&server.post("/training", chess.clone()).await, "TrainingView");
    }
    checker.is(&server.post("/puzzles", chess.clone()).await, "PuzzlesView");
    let next = server.post("/puzzles/next", chess).await;
    checker.is(&next, "NextView");
    let answer = json!({ "id": next["exercise"]["id"], "game": "chess", "is_found": true });
    let told = server.post("/puzzles/answer", answer).await;
    checker.is(&told, "PuzzleAnswer");
    // The last move of the line: nothing comes after it.
    let (last, tried) = told["line"].as_array().unwrap().split_last().unwrap();
    let id = &next["exercise"]["id"];
    let asked = json!({ "id": id, "game": "chess", "tried": tried, "move": last });
    checker.is(&server.post("/training/try", asked).await, "AttemptView");
}

#[tokio::test]
async fn the_file_of_types_says_what_the_server_sends() {
    let (server, mut checker) = (Server::new(), Checker::new());
    positions(&server, &mut checker).await;
    games(&server, &mut checker).await;
    records(&server, &mut checker).await;
    judgements(&server, &mut checker).await;
    library(&server, &mut checker).await;
    training(&server, &mut checker).await;
    checker.all_was_seen();
}
