//! Texts and positions that are read, written and analysed.

use crate::common::{Events, effort, post, request, server, server_with};
use axum::http::StatusCode;
use damier_web::{Effort, Store};
use serde_json::{Value, json};
use std::time::Duration;

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
