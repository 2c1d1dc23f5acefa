//! Games that are played, kept and ended.

use crate::common::{
    Events, Folder, against, begin, effort, friends, get, length, play, post, request, send,
    server, server_with,
};
use axum::body::to_bytes;
use axum::http::StatusCode;
use damier_web::Store;
use serde_json::{Value, json};
use tower::ServiceExt;

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
