//! Who may ask, and what is answered to requests that make no sense.

use crate::common::{effort, friends, get, post, request, send, server};
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{Request, StatusCode};
use damier_web::{AccessToken, Door, Site, Store, router};
use serde_json::json;
use tower::ServiceExt;

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
