//! Partners over DXP who talk nonsense, say nothing or hang up: the next one gets its game.

use crate::harness::{PATIENCE, damier, drain, mutated, random, report, scale, signal, wait};
use damier_core::random::Random;
use rustix::process::Signal;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

/// A program that waits for partners.
struct Listener {
    child: Child,
    address: String,
}

impl Listener {
    fn new() -> Self {
        // A partner may be silent for a second.
        let arguments = ["dxp", "listen", "--port", "0", "--movetime", "3", "--patience", "1"];
        let mut child = damier(&arguments).spawn().expect("damier runs");
        let mut output = BufReader::new(child.stdout.take().expect("output is piped"));
        let mut line = String::new();
        output.read_line(&mut line).expect("it tells its address");
        let address = line.trim().strip_prefix("Listening on ").expect("an address").to_owned();
        // What is not read would hold it up.
        drain(output);
        drain(child.stderr.take().expect("errors are piped"));
        Self { child, address }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time limit can be set");
        stream.set_write_timeout(Some(PATIENCE)).expect("a time limit can be set");
        stream
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Asks for a game in which the other side plays White or Black (`Z`), a hundredth of a minute
/// long: a partner may be silent for as long as its clock runs.
fn request(follower: char) -> String {
    format!("R01{:32}{follower}.01000A", "Torture")
}

/// The next message that is no chat, without its end.
fn receive(stream: &mut TcpStream) -> Option<String> {
    let mut text = Vec::new();
    let mut byte = [0];
    loop {
        stream.read_exact(&mut byte).ok()?;
        if byte != [0] {
            text.push(byte[0]);
        } else if text.first() == Some(&b'C') {
            text.clear();
        } else {
            return Some(String::from_utf8_lossy(&text).into_owned());
        }
    }
}

/// Plays the first move of a game.
fn play_honestly(listener: &Listener) {
    let mut stream = listener.connect();
    write!(stream, "{}\0", request('W')).expect("it listens to us");
    let answer = receive(&mut stream).expect("a request is answered");
    assert!(answer.starts_with('A') && answer.ends_with('0'), "{answer:?}");
    let mv = receive(&mut stream).expect("White moves");
    assert!(mv.starts_with('M'), "{mv:?}");
    write!(stream, "E01\0").expect("it listens to us");
    let answer = receive(&mut stream).expect("the end of a game is answered");
    assert!(answer.starts_with('E'), "{answer:?}");
}

fn message(random: &mut Random) -> Vec<u8> {
    let requests = [request('W'), request('Z')];
    let known = [
        requests[0].as_str(),
        &requests[1],
        "M0001201500",
        "M0001322800",
        "M9999010199",
        "E00",
        "E01",
        "E31",
        "Chello",
        "B001W",
        "K0",
        "A                                0",
        "",
    ];
    let line = random.pick(&known).as_bytes();
    match random.below(10) {
        0..6 => [line, b"\0"].concat(),
        6..8 => [mutated(line, random), vec![0]].concat(),
        8 => (0..random.below(300)).map(|_| random.next_bits() as u8).collect(),
        _ => line.repeat(200),
    }
}

/// One partner who misbehaves.
fn misbehave(listener: &Listener, random: &mut Random) {
    let mut stream = listener.connect();
    let answers = drain(stream.try_clone().expect("a second handle"));
    for _ in 0..random.below(60) {
        // It may have hung up already.
        if stream.write_all(&message(random)).is_err() {
            break;
        }
    }
    match random.below(3) {
        // Silent for longer than it may be, unless the time of the game was mutated.
        0 => {
            let start = Instant::now();
            while !answers.is_finished() && start.elapsed() < Duration::from_secs(3) {
                thread::sleep(Duration::from_millis(10));
            }
        }
        1 => drop(stream.shutdown(Shutdown::Write)),
        _ => drop(stream.shutdown(Shutdown::Both)),
    }
}

#[test]
fn after_any_partner_the_next_one_gets_its_game() {
    let mut listener = Listener::new();
    let partners = 4 * scale();
    for round in 0..partners {
        misbehave(&listener, &mut random(round));
        if round % 4 == 3 {
            play_honestly(&listener);
        }
    }
    report(&format!("dxp: {partners} partners who misbehave"));
    // In the middle of a game too.
    let mut stream = listener.connect();
    write!(stream, "{}\0", request('W')).expect("it listens to us");
    receive(&mut stream).expect("a request is answered");
    signal(&listener.child, Signal::TERM);
    let (_, time) = wait(&mut listener.child, "dxp listen");
    report(&format!("dxp: SIGTERM in the middle of a game took {time:.1?}"));
}
