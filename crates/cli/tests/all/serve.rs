//! `damier serve` as a process: who may connect, and how it ends.
#![cfg(unix)]

use crate::common::{Folder, program};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Longer than anything here takes: what is not done then hangs.
const HANGS: Duration = Duration::from_secs(60);

struct Server {
    child: Child,
    /// What it printed before the first request.
    greeting: String,
    /// Host and port.
    address: String,
    _folder: Folder,
}

impl Server {
    fn start(name: &str, options: &str) -> Self {
        Self::start_with(name, options, Stdio::null())
    }

    fn start_with(name: &str, options: &str, stderr: Stdio) -> Self {
        let folder = Folder::new(name);
        let binary = program(&[]).get_program().to_string_lossy().into_owned();
        let data = folder.0.to_string_lossy().into_owned();
        // Few descriptors, which a shell can ask for.
        let line = format!("ulimit -n 128; exec {binary} serve --port 0 --data {data} {options}");
        let mut command = Command::new("sh");
        command.args(["-c", &line]).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.stderr(stderr).spawn().expect("damier runs");
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let greeting: Vec<String> = (0..2).map(|_| lines.next().unwrap().unwrap()).collect();
        let greeting = greeting.join("\n");
        let url = greeting.split("http://").nth(1).expect("an address");
        let address = url.split('/').next().unwrap().to_owned();
        Self { child, greeting, address, _folder: folder }
    }

    fn say(&self, words: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(HANGS)).unwrap();
        stream.write_all(words.as_bytes()).unwrap();
        stream
    }

    /// The whole answer to a request without a body.
    fn get(&self, path: &str, headers: &str) -> String {
        let head = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n", self.address);
        let mut stream = self.say(&format!("{head}{headers}Connection: close\r\n\r\n"));
        let mut text = Vec::new();
        stream.read_to_end(&mut text).unwrap();
        String::from_utf8_lossy(&text).into_owned()
    }

    /// Ends it as systems do. It does so by itself.
    fn end(mut self) {
        let kill = Command::new("kill").arg(self.child.id().to_string()).status();
        assert!(kill.unwrap().success());
        let begin = Instant::now();
        while self.child.try_wait().unwrap().is_none() {
            assert!(begin.elapsed() < HANGS, "the server does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn clients_that_say_nothing_lock_out_no_one_and_do_not_delay_the_end() {
    let server = Server::start("serve-silent", "");
    assert!(server.greeting.starts_with("Damier is at http://127.0.0.1:"), "{}", server.greeting);
    let silent: Vec<TcpStream> = (0..200).map(|_| server.say("GET / HTTP/1.1\r\n")).collect();
    assert!(server.get("/", "").starts_with("HTTP/1.1 200 OK"));
    drop(silent);
    let _half =
        server.say("POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n");
    server.end();
}

#[test]
fn a_second_one_to_be_opened_finds_the_first() {
    let server = Server::start("serve-twice", "");
    let (host, port) = server.address.split_once(':').unwrap();
    // Nothing is opened: where no programs are found there is no browser either.
    let open = |port: &str| {
        let arguments = ["serve", "--open", "--host", host, "--port", port, "--data", "/dev/null"];
        let output = program(&arguments).env("PATH", "").output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.success(), text)
    };
    let (is_well, text) = open(port);
    assert!(is_well && text.starts_with("Damier is running already"), "{text}");
    assert!(!open("0").0, "nothing is served there, and the folder is none");
    server.end();
}

/// `script` gives it a terminal. Another program may have the usual port: nobody has chosen it.
#[test]
#[cfg(target_os = "linux")]
fn without_arguments_in_a_terminal_it_is_the_page() {
    let folder = Folder::new("serve-terminal");
    let other = TcpListener::bind("127.0.0.1:8010");
    let damier = program(&[]);
    // Nothing is opened: where no programs are found there is no browser either.
    let mut child = Command::new("/usr/bin/script")
        .args(["-qec", &damier.get_program().to_string_lossy(), "/dev/null"])
        .envs([("PATH", ""), ("SHELL", "/bin/sh"), ("XDG_DATA_HOME", &folder.file(""))])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("there is a script");
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let greeting = lines.next().unwrap().unwrap();
    if other.is_ok() {
        assert!(greeting.starts_with("Damier is at http://127.0.0.1:"), "{greeting}");
        assert!(!greeting.contains(":8010/"), "{greeting}");
    } else {
        assert!(greeting.contains("http://127.0.0.1:"), "{greeting}");
    }
    // Ctrl-C
    let _ = child.stdin.as_mut().unwrap().write_all(b"\x03");
    child.wait().unwrap();
}

#[test]
fn other_machines_need_the_token_and_this_one_does_not() {
    let server = Server::start("serve-here", "");
    assert!(!server.greeting.contains("token"), "{}", server.greeting);
    assert!(server.get("/", "").starts_with("HTTP/1.1 200 OK"));
    let server = Server::start("serve-everywhere", "--host 0.0.0.0 --name mybox.local");
    let token = server
        .greeting
        .split("?token=")
        .nth(1)
        .expect("a token")
        .lines()
        .next()
        .unwrap()
        .to_owned();
    let named = |path: &str, headers: &str| {
        let port = server.address.split(':').next_back().unwrap();
        let head = format!("GET {path} HTTP/1.1\r\nHost: mybox.local\r\n{headers}");
        let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
        stream.write_all(format!("{head}Connection: close\r\n\r\n").as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    };
    assert!(server.greeting.contains("http://mybox.local:"), "{}", server.greeting);
    assert!(named("/api/games", "").starts_with("HTTP/1.1 403"));
    assert!(named(&format!("/?token={token}"), "").contains("set-cookie: damier="));
    let cookie = format!("Cookie: damier={token}\r\n");
    assert!(named("/api/games", &cookie).starts_with("HTTP/1.1 200"));
}

#[test]
fn the_memory_of_all_engines_is_told() {
    let server = Server::start("serve-memory", "--memory 100");
    assert!(server.greeting.contains("take at most 100 MB"), "{}", server.greeting);
    let usual = Server::start("serve-usual-memory", "--searches 2 --hash 64");
    assert!(usual.greeting.contains("take at most 280 MB"), "{}", usual.greeting);
}

#[test]
fn the_log_has_each_request_and_no_token() {
    let server = Server::start_with("serve-log", "--log info", Stdio::piped());
    let mut server = server;
    let mut log = server.child.stderr.take().unwrap();
    assert!(server.get("/api/games?token=secret", "").starts_with("HTTP/1.1 200"));
    assert!(server.get("/api/nothing", "").starts_with("HTTP/1.1 404"));
    server.end();
    let mut text = String::new();
    log.read_to_string(&mut text).unwrap();
    for line in ["INFO serving address=127.0.0.1:", "path=/api/games status=200", "status=404"] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(!text.contains("secret"), "{text}");
    let quiet = Server::start_with("serve-quiet", "", Stdio::piped());
    let mut quiet = quiet;
    let mut log = quiet.child.stderr.take().unwrap();
    assert!(quiet.get("/api/games", "").starts_with("HTTP/1.1 200"));
    quiet.end();
    let mut text = String::new();
    log.read_to_string(&mut text).unwrap();
    assert_eq!(text, "", "only what is wrong is told");
}
