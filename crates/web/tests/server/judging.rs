//! Moves and games that are judged and explained.

use crate::common::{Events, effort, friends, post, request, server, server_with};
use axum::http::StatusCode;
use damier_web::{Effort, Store};
use serde_json::{Value, json};
use std::time::Duration;

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
    assert!(words.starts_with("This allows mate in one move. "), "{words}");
    assert!(words.contains(judged["better_move"]["text"].as_str().unwrap()), "{words}");
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
    let words = "This allows mate in one move. The queen on h4 gives mate. ";
    let told = blunder["comments"][0].as_str().unwrap();
    assert!(told.starts_with(words) && told.len() > words.len(), "{blunder}");
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
