//! Clients that send nonsense, too much, too slowly or nothing: an honest one is always answered,
//! and the server ends when it is told to.

use crate::harness::{Folder, mutated, random, report, scale, worst};
use crate::server::{Client, Server, against, legal};
use damier_core::random::Random;
use rustix::process::Signal;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

const METHODS: [&str; 9] =
    ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "get"];

/// Paths; `{}` is the name of a game.
const PATHS: [&str; 34] = [
    "/",
    "/api/games",
    "/api/games/{}",
    "/api/games/{}/move",
    "/api/games/{}/take-back",
    "/api/games/{}/resign",
    "/api/games/{}/draw",
    "/api/games/{}/hint",
    "/api/games/{}/pause",
    "/api/games/{}/record",
    "/api/catalogue",
    "/api/position",
    "/api/read",
    "/api/write",
    "/api/terms",
    "/api/judge",
    "/api/review",
    "/api/retell",
    "/api/report",
    "/api/analysis",
    "/api/library",
    "/api/library/names",
    "/api/library/collections",
    "/api/library/collections/18446744073709551615",
    "/api/library/import",
    "/api/library/search",
    "/api/library/delete",
    "/api/library/export",
    "/api/library/games/9007199254740993",
    "/api/library/games/1/tags",
    "/api/nothing",
    "/../../etc/passwd",
    "//%00%ff",
    "/api/games/..%2f{}",
];

/// Bodies that mean something somewhere.
fn bodies() -> Vec<Value> {
    let queens = "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1";
    let mut nested = json!(1);
    (0..100).for_each(|_| nested = json!([nested]));
    vec![
        json!({}),
        json!({ "move": "e4", "ply": 0 }),
        json!({ "move": "32-28", "ply": -1 }),
        json!({ "paused": true }),
        json!({ "side": "white" }),
        against("chess", 1),
        against("draughts", 99),
        json!({ "game": "chess", "fen": queens, "moves": [] }),
        json!({ "game": "draughts", "fen": "W:WK1-20:BK31-50" }),
        json!({ "game": "chess", "text": "1. e4 e5 2. Nf3 (2. f4 exf4) Nc6 *" }),
        json!({ "game": "chess", "chess960": 1e300 }),
        json!({ "name": "Club", "file": ["x.pgn", u64::MAX] }),
        json!({ "names": ["Ada"] }),
        json!({ "collection": 1, "text": "1. e4 *", "file": [0, u64::MAX, false] }),
        json!({ "words": "a", "offset": u64::MAX, "limit": u64::MAX, "sort": "date" }),
        json!({ "games": [1], "collections": [u64::MAX], "is_deleted": true }),
        json!({ "tags": [["White", "\""], ["x", "\n"]] }),
        json!({ "record": { "game": "chess", "moves": [] }, "review": {}, "nodes": 1e12 }),
        nested,
        Value::Null,
    ]
}

/// A request that makes no sense, or little.
fn request(client: &Client, game: &str, bodies: &[Value], random: &mut Random) -> Vec<u8> {
    // In place of `{}` there is never a game of the honest client, which would find it spoilt.
    let path = random.pick(&PATHS).replace("{}", game);
    let mut body = random.pick(bodies).to_string().into_bytes();
    if random.below(2) == 0 {
        body = mutated(&body, random);
    }
    if random.below(40) == 0 {
        body.resize(5 << 20, b' ');
    }
    let method = *random.pick(&METHODS);
    let bytes = client.bytes(method, &path, &body);
    match random.below(6) {
        0 => mutated(&bytes, random),
        1 => (0..random.below(400)).map(|_| random.next_bits() as u8).collect(),
        _ => bytes,
    }
}

/// What clients do that do not mean well, until it is over.
struct Siege<'a> {
    client: Client,
    /// A game that may be spoilt.
    game: String,
    is_over: &'a AtomicBool,
    sent: &'a AtomicUsize,
}

impl Siege<'_> {
    fn storm(&self, round: usize) {
        let (mut random, bodies) = (random(round), bodies());
        while !self.is_over.load(Relaxed) {
            let bytes = request(&self.client, &self.game, &bodies, &mut random);
            let Ok(mut stream) = self.client.connect() else { continue };
            let _ = stream.set_read_timeout(Some(Duration::from_millis(50)));
            let _ = stream.write_all(&bytes);
            // Half of them do not wait for the answer.
            if random.below(2) == 0 {
                let _ = stream.read(&mut [0; 1_000]);
            }
            self.sent.fetch_add(1, Relaxed);
        }
    }

    /// Sends a request byte by byte, for ever.
    fn drip(&self) {
        let mut stream = None;
        while !self.is_over.load(Relaxed) {
            let open = stream.get_or_insert_with(|| self.client.connect());
            let is_taken = open.as_mut().is_ok_and(|open| open.write_all(b"G").is_ok());
            if !is_taken {
                stream = None;
            }
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Plays some moves of a game against an engine; returns how long each answer took.
fn play_honestly(client: &Client, kind: &str, plies: usize) -> Vec<Duration> {
    let game = client.begin(&against(kind, 1));
    let mut times = Vec::new();
    for ply in (0..2 * plies).step_by(2) {
        let view = client.our_turn(&game);
        let Some(mv) = legal(&view, ply).filter(|_| view["verdict"].is_null()) else { break };
        let start = Instant::now();
        let answer = client.post(&format!("{game}/move"), &json!({ "move": mv, "ply": ply }));
        times.push(start.elapsed());
        assert_eq!(answer.status, 200, "{answer:?}");
        let played = answer.body["moves"].as_array().map_or(0, Vec::len);
        assert!(played > ply, "the move is on the board: {answer:?}");
    }
    times
}

/// Requests of which only the beginning came, and connections on which nothing did.
fn leave_open(client: &Client, count: usize) -> Vec<TcpStream> {
    let beginnings: [&[u8]; 4] = [
        b"",
        b"GET /api/catal",
        b"POST /api/games HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100\r\n\r\n{",
        b"GET / HTTP/1.1\r\nx: ",
    ];
    let open = (0..count).filter_map(|number| {
        let mut stream = client.connect().ok()?;
        let _ = stream.write_all(beginnings[number % beginnings.len()]);
        Some(stream)
    });
    open.collect()
}

#[test]
fn an_honest_client_is_answered_among_others() {
    let folder = Folder::new("http");
    let mut server = Server::new(&folder.0);
    let client = server.client();
    let spoilt = client.begin(&against("chess", 1));
    let name = spoilt.rsplit('/').next().expect("a name").to_owned();
    let (is_over, sent) = (AtomicBool::new(false), AtomicUsize::new(0));
    let idle = leave_open(&client, 40 * scale().min(20));
    let mut times = Vec::new();
    thread::scope(|scope| {
        for round in 0..3 {
            let (client, game) = (client.clone(), name.clone());
            let siege = Siege { client, game, is_over: &is_over, sent: &sent };
            scope.spawn(move || if round == 0 { siege.drip() } else { siege.storm(round) });
        }
        // Also if the honest client fails the others have to end.
        let result = thread::scope(|inner| {
            inner
                .spawn(|| {
                    for round in 0..scale() {
                        let kind = if round % 2 == 0 { "chess" } else { "draughts" };
                        times.extend(play_honestly(&client, kind, 10));
                    }
                })
                .join()
        });
        is_over.store(true, Relaxed);
        if let Err(panic) = result {
            std::panic::resume_unwind(panic);
        }
    });
    assert!(client.get("/api/games")["games"].as_array().is_some_and(|games| !games.is_empty()));
    let (most, usual) = worst(&mut times);
    report(&format!(
        "http: {} hostile requests, {} open connections; {} honest moves answered within \
         {usual:.1?} (99 %), {most:.1?} (all)",
        sent.load(Relaxed),
        idle.len(),
        times.len()
    ));
    let time = server.end(Signal::TERM);
    report(&format!("http: SIGTERM among open connections took {time:.1?}"));
}

/// What a server may be doing when it is told to end.
const STATES: [&str; 5] = ["nothing", "open requests", "a game", "an analysis", "events"];

#[test]
fn sigterm_ends_the_server_in_every_state() {
    for state in STATES {
        for round in 0..scale().div_ceil(10) {
            let folder = Folder::new("sigterm");
            let mut server = Server::new(&folder.0);
            let client = server.client();
            let queens = "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1";
            let send = |method, path: &str, body: &str| {
                let mut stream = client.connect().expect("the server listens");
                let bytes = client.bytes(method, path, body.as_bytes());
                stream.write_all(&bytes).expect("the server listens");
                vec![stream]
            };
            let open = match state {
                "open requests" => leave_open(&client, 20),
                "a game" => {
                    let engine = json!({ "kind": "engine", "level": 12 });
                    let terms = json!({ "game": "chess", "white": engine, "black": engine,
                                        "fen": queens });
                    let game = client.begin(&terms);
                    send("GET", &format!("{game}/events"), "")
                }
                "an analysis" => {
                    let body = json!({ "game": "chess", "fen": queens }).to_string();
                    send("POST", "/api/analysis", &body)
                }
                "events" => {
                    let game = client.begin(&against("draughts", 1));
                    send("GET", &format!("{game}/events"), "")
                }
                _ => Vec::new(),
            };
            thread::sleep(Duration::from_millis(random(round).below(100) as u64));
            let time = server.end(Signal::TERM);
            report(&format!("http: SIGTERM during {state} took {time:.1?}"));
            drop(open);
        }
    }
}
