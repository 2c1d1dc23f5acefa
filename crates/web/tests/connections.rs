//! The server at a socket: clients that are slow, that say nothing, that are many; and its end.

use damier_web::{Bounds, Door, Effort, Site, Store, serve};
use serde_json::json;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// Longer than anything here takes: what is not done then hangs.
const HANGS: Duration = Duration::from_secs(20);

struct Server {
    address: SocketAddr,
    over: oneshot::Sender<()>,
    task: JoinHandle<std::io::Result<()>>,
}

impl Server {
    async fn start(bounds: Bounds) -> Self {
        let effort = Effort { threads: 1, hash: 1, ..Effort::default() };
        let site = Site::new(Store::in_memory().unwrap(), Door::default(), effort);
        let (over, ended) = oneshot::channel::<()>();
        let (tell, told) = oneshot::channel();
        let told_address = move |address| tell.send(address).unwrap();
        let ended = async move {
            let _ = ended.await;
        };
        let here = "127.0.0.1:0".parse().unwrap();
        let task =
            tokio::spawn(async move { serve(site, &bounds, here, told_address, ended).await });
        Self { address: told.await.unwrap(), over, task }
    }

    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    async fn say(&self, words: &str) -> TcpStream {
        let mut stream = self.connect().await;
        stream.write_all(words.as_bytes()).await.unwrap();
        stream
    }

    /// The first line of the answer to a request.
    async fn answer(&self, request: &str) -> String {
        let stream = self.say(request).await;
        first_line(stream).await
    }

    async fn end(self) {
        self.over.send(()).unwrap();
        timeout(HANGS, self.task).await.expect("the server does not end").unwrap().unwrap();
    }
}

async fn first_line(mut stream: TcpStream) -> String {
    let mut text = Vec::new();
    while !text.contains(&b'\n') {
        let mut part = [0; 512];
        let read = timeout(HANGS, stream.read(&mut part)).await.expect("no answer").unwrap();
        if read == 0 {
            break;
        }
        text.extend(&part[..read]);
    }
    let text = String::from_utf8_lossy(&text);
    text.lines().next().unwrap_or_default().to_owned()
}

/// Reads until the server closes the connection.
async fn until_closed(mut stream: TcpStream) {
    let mut rest = Vec::new();
    let read = timeout(HANGS, stream.read_to_end(&mut rest)).await;
    read.expect("the connection stays open").ok();
}

const HALF_A_HEAD: &str = "GET /api/games HTTP/1.1\r\nHost: localhost\r\n";
const HALF_A_BODY: &str = "POST /api/games HTTP/1.1\r\nHost: localhost\r\n\
    Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
const WHOLE: &str = "GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n";

#[tokio::test]
async fn the_server_ends_though_requests_are_half_open_and_streams_go_on() {
    let bounds = Bounds { farewell: Duration::from_secs(3_600), ..Bounds::default() };
    let server = Server::start(bounds).await;
    let body = json!({ "game": "chess" }).to_string();
    let head = "POST /api/analysis HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json";
    let analysis = format!("{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len());
    let mut streaming = server.say(&analysis).await;
    let mut part = [0; 4096];
    assert!(streaming.read(&mut part).await.unwrap() > 0);
    let _half = [
        server.connect().await,
        server.say(HALF_A_HEAD).await,
        server.say(HALF_A_BODY).await,
        server.say(&format!("{WHOLE}{HALF_A_HEAD}")).await,
    ];
    // All of them are known to the server before this one is answered.
    assert_eq!(server.answer(WHOLE).await, "HTTP/1.1 200 OK");
    server.end().await;
}

#[tokio::test]
async fn an_answer_that_takes_too_long_is_not_waited_for_at_the_end() {
    let bounds = Bounds { farewell: Duration::from_millis(50), ..Bounds::default() };
    let server = Server::start(bounds).await;
    // Answers that are never read, until the server can neither write nor read any more.
    let many = "GET /assets/languages/en.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(1_000);
    let mut greedy = server.connect().await;
    while timeout(Duration::from_millis(300), greedy.write_all(many.as_bytes())).await.is_ok() {}
    server.end().await;
}

#[tokio::test]
async fn clients_that_send_nothing_make_room_for_others() {
    let server = Server::start(Bounds { connections: 4, ..Bounds::default() }).await;
    let mut silent = Vec::new();
    for _ in 0..10 {
        silent.push(server.connect().await);
        silent.push(server.say(HALF_A_HEAD).await);
        silent.push(server.say(HALF_A_BODY).await);
        assert_eq!(server.answer(WHOLE).await, "HTTP/1.1 200 OK");
    }
    until_closed(silent.remove(0)).await;
    server.end().await;
}

#[tokio::test]
async fn a_stream_keeps_its_place_and_without_any_place_a_client_is_told() {
    let server = Server::start(Bounds { connections: 2, ..Bounds::default() }).await;
    let human = json!({ "kind": "human" });
    let body = json!({ "game": "chess", "white": human, "black": human }).to_string();
    let head = "POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json";
    let request = format!("{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len());
    let mut begun = server.say(&request).await;
    let mut answer = vec![0; 1 << 16];
    let read = begun.read(&mut answer).await.unwrap();
    let answer = String::from_utf8_lossy(&answer[..read]).into_owned();
    let id = answer.split_once("\"id\":\"").unwrap().1.split('"').next().unwrap();
    drop(begun);
    let events = format!("GET /api/games/{id}/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
    let mut first = server.say(&events).await;
    assert!(first.read(&mut [0; 4096]).await.unwrap() > 0);
    for _ in 0..5 {
        assert_eq!(server.answer(WHOLE).await, "HTTP/1.1 200 OK");
    }
    let mut second = server.say(&events).await;
    assert!(second.read(&mut [0; 4096]).await.unwrap() > 0);
    assert_eq!(server.answer(WHOLE).await, "HTTP/1.1 503 Service Unavailable");
    // A stream that was cut off would have ended.
    let more = timeout(Duration::from_millis(50), first.read(&mut [0; 4096])).await;
    assert!(!matches!(more, Ok(Ok(0))));
    drop((first, second));
    for _ in 0..2_000 {
        if server.answer(WHOLE).await == "HTTP/1.1 200 OK" {
            return server.end().await;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("the places of those who went away stay taken");
}

#[tokio::test]
async fn a_request_that_does_not_come_is_not_waited_for() {
    let server = Server::start(Bounds { head: Duration::from_millis(100), ..Bounds::default() });
    let server = server.await;
    until_closed(server.connect().await).await;
    until_closed(server.say(HALF_A_HEAD).await).await;
    until_closed(server.say(WHOLE).await).await;
    server.end().await;
}

#[tokio::test]
async fn a_client_that_takes_nothing_is_given_up() {
    let server = Server::start(Bounds { stall: Duration::from_millis(100), ..Bounds::default() });
    let server = server.await;
    let (mut reading, mut writing) = server.connect().await.into_split();
    let request = "GET /assets/languages/en.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let asking = async { while writing.write_all(request.as_bytes()).await.is_ok() {} };
    timeout(HANGS, asking).await.expect("the server waits for ever");
    let _ = reading.read(&mut [0; 16]).await;
    server.end().await;
}
