//! The server, and a client that can be honest or not.

use crate::harness::{PATIENCE, damier, drain, wait};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) port: u16,
}

/// What a server answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Value,
}

impl Server {
    /// A server whose games are in a folder.
    pub(crate) fn new(folder: &Path) -> Self {
        Self::from_command(&mut damier(&Self::arguments(folder)))
    }

    pub(crate) fn arguments(folder: &Path) -> [&str; 7] {
        let folder = folder.to_str().expect("a plain name");
        ["serve", "--port", "0", "--hash", "1", "--data", folder]
    }

    pub(crate) fn from_command(command: &mut Command) -> Self {
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("damier runs");
        let mut output = BufReader::new(child.stdout.take().expect("output is piped"));
        let mut line = String::new();
        output.read_line(&mut line).expect("it tells its address");
        let port = line.trim().trim_end_matches('/').rsplit(':').next();
        let port = port.and_then(|port| port.parse().ok());
        let Some(port) = port else {
            let errors = drain(child.stderr.take().expect("errors are piped")).join();
            panic!("the server does not start: {line:?} {errors:?}");
        };
        drain(output);
        drain(child.stderr.take().expect("errors are piped"));
        Self { child, port }
    }

    pub(crate) fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Ends it with a signal; says how long that took.
    pub(crate) fn end(&mut self, signal: Signal) -> Duration {
        let _ = kill_process(Pid::from_child(&self.child), signal);
        wait(&mut self.child, "the server").1
    }

    pub(crate) fn client(&self) -> Client {
        Client { address: self.address() }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends requests and waits for the answers.
#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) address: String,
}

impl Client {
    pub(crate) fn connect(&self) -> std::io::Result<TcpStream> {
        let stream = TcpStream::connect(&self.address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        Ok(stream)
    }

    /// A whole request as bytes.
    pub(crate) fn bytes(&self, method: &str, path: &str, body: &[u8]) -> Vec<u8> {
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\nconnection: close\r\n\r\n",
            self.address,
            body.len()
        );
        [head.as_bytes(), body].concat()
    }

    /// Sends bytes and reads whatever comes; `None` if that is no answer, or the connection broke.
    pub(crate) fn send_bytes(&self, bytes: &[u8]) -> Option<Answer> {
        let mut stream = self.connect().ok()?;
        stream.write_all(bytes).ok()?;
        let mut answer = Vec::new();
        // A server that has refused a request without reading all of it may break off after that.
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer);
        let (head, body) = answer.split_once("\r\n\r\n")?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some(Answer { status, body: serde_json::from_str(body).unwrap_or(Value::Null) })
    }

    /// An answer if there is one: the server may be gone.
    pub(crate) fn try_ask(&self, method: &str, path: &str, body: &Value) -> Option<Answer> {
        let body = if method == "GET" { String::new() } else { body.to_string() };
        self.send_bytes(&self.bytes(method, path, body.as_bytes()))
    }

    /// The answer to an honest request. Where too much is going on it asks again, as a browser
    /// would.
    pub(crate) fn ask(&self, method: &str, path: &str, body: &Value) -> Answer {
        let start = Instant::now();
        loop {
            let answer = self.try_ask(method, path, body);
            match answer {
                Some(answer) if answer.status != 503 => return answer,
                _ if start.elapsed() < PATIENCE => thread::sleep(Duration::from_millis(50)),
                other => panic!("{method} {path} is not answered: {other:?}"),
            }
        }
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, body)
    }

    /// The body of an answer that must be a good one.
    pub(crate) fn get(&self, path: &str) -> Value {
        let answer = self.ask("GET", path, &Value::Null);
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
        answer.body
    }

    /// Begins a game; returns its path.
    pub(crate) fn begin(&self, terms: &Value) -> String {
        let answer = self.post("/api/games", terms);
        assert_eq!(answer.status, 200, "{answer:?}");
        format!("/api/games/{}", answer.body["id"].as_str().expect("a name"))
    }

    /// Waits until a person is to move or the game is over.
    pub(crate) fn our_turn(&self, game: &str) -> Value {
        let start = Instant::now();
        loop {
            let view = self.get(game);
            if view["thinking"] == false {
                return view;
            }
            assert!(start.elapsed() < PATIENCE, "the engine does not move: {view}");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Terms of a game between people.
pub(crate) fn friends(game: &str) -> Value {
    json!({ "game": game, "white": { "kind": "human" }, "black": { "kind": "human" } })
}

/// Terms of a game in which the engine is Black.
pub(crate) fn against(game: &str, level: u8) -> Value {
    let engine = json!({ "kind": "engine", "level": level, "seed": 7 });
    json!({ "game": game, "white": { "kind": "human" }, "black": engine })
}

/// The codes of the moves that were played.
pub(crate) fn moves(view: &Value) -> Vec<String> {
    let moves = view["moves"].as_array().expect("a list of moves").iter();
    moves.map(|node| node["move"]["code"].as_str().expect("a code").to_owned()).collect()
}

/// A legal move, chosen by a number.
pub(crate) fn legal(view: &Value, number: usize) -> Option<String> {
    let legal = view["position"]["legal"].as_array().expect("a list of moves");
    let mv = legal.get(number % legal.len().max(1))?;
    Some(mv["code"].as_str().expect("a code").to_owned())
}
