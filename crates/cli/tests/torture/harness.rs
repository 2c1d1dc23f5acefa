//! Programs that are run, talked to, signalled and waited for; nothing here waits for ever.

use damier_core::random::Random;
use rustix::process::{Pid, Signal, kill_process};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// What takes longer hangs. Searches without optimisation on a busy machine take seconds.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

fn number(name: &str) -> Option<usize> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is {text:?}, and no number")))
}

/// How many times as much is done as in the short version.
pub(crate) fn scale() -> usize {
    number("DAMIER_TORTURE").unwrap_or(1).max(1)
}

/// Whether figures are wanted.
pub(crate) fn is_long() -> bool {
    scale() > 1
}

/// Prints a figure of the long version.
pub(crate) fn report(words: &str) {
    if is_long() {
        println!("{words}");
    }
}

/// Numbers for an attack, different ones for each round of it.
pub(crate) fn random(round: usize) -> Random {
    let seed = number("DAMIER_TORTURE_SEED").unwrap_or(1);
    Random::new((seed as u64) << 32 | round as u64)
}

/// The program with arguments.
pub(crate) fn damier(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Sends a signal to a process that is not yet waited for.
pub(crate) fn signal(child: &Child, signal: Signal) {
    // One that has just ended cannot be found any more.
    let _ = kill_process(Pid::from_child(child), signal);
}

/// How a process ended, and how long that took; one that hangs is killed and has failed.
pub(crate) fn wait(child: &mut Child, what: &str) -> (ExitStatus, Duration) {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a process can be asked") {
            return (status, start.elapsed());
        }
        if start.elapsed() > PATIENCE {
            let _ = child.kill();
            let _ = child.wait();
            panic!("{what} does not end");
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// Reads a stream to its end on a thread of its own.
pub(crate) fn drain(mut stream: impl Read + Send + 'static) -> JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// What a run that ends by itself or by a signal left behind.
pub(crate) struct Run {
    pub(crate) status: ExitStatus,
    pub(crate) errors: String,
}

/// Runs a command to its end. A panic is a failure whatever the end.
pub(crate) fn run(command: &mut Command) -> Run {
    run_until(command, |_| {})
}

/// Runs a command to its end, after something was done to it.
pub(crate) fn run_until(command: &mut Command, attack: impl FnOnce(&mut Child)) -> Run {
    let mut child = command.spawn().expect("damier runs");
    let errors = drain(child.stderr.take().expect("errors are read"));
    attack(&mut child);
    child.stdout.take().map(drain);
    let (status, _) = wait(&mut child, &format!("{command:?}"));
    let errors = errors.join().expect("errors are read");
    assert!(!errors.contains("panicked"), "{command:?}: {errors}");
    Run { status, errors }
}

/// A folder that goes away with its test.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("damier-torture-{name}-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    /// A file of the folder, as an argument.
    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The second number of such a file: nanoseconds in the run queue. Where there is none, nothing is
/// known.
fn run_queue(path: &Path) -> u64 {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0)
}

/// The same of this thread.
fn own_run_queue() -> u64 {
    run_queue(Path::new("/proc/thread-self/schedstat"))
}

/// A program that is told lines and answers lines. Neither saying nor hearing can block.
pub(crate) struct Talk {
    child: Child,
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<(Instant, String)>,
    errors: Option<JoinHandle<String>>,
    /// How long the threads that hear and speak have waited, in nanoseconds.
    reader_waited: Arc<AtomicU64>,
    writer_waited: Arc<AtomicU64>,
    /// What was said last, by whom, for the message of a failure.
    last: VecDeque<String>,
}

impl Talk {
    pub(crate) fn new(arguments: &[&str]) -> Self {
        let mut child = damier(arguments).stdin(Stdio::piped()).spawn().expect("damier runs");
        let mut stdin = child.stdin.take().expect("input is piped");
        let stdout = BufReader::new(child.stdout.take().expect("output is piped"));
        let errors = drain(child.stderr.take().expect("errors are piped"));
        let (input, to_say) = mpsc::channel::<Vec<u8>>();
        let writer_waited = Arc::new(AtomicU64::new(0));
        let waited = Arc::clone(&writer_waited);
        thread::spawn(move || {
            while let Ok(bytes) = to_say.recv()
                && stdin.write_all(&bytes).is_ok()
            {
                waited.store(own_run_queue(), Ordering::Relaxed);
            }
        });
        let (heard, output) = mpsc::channel();
        let reader_waited = Arc::new(AtomicU64::new(0));
        let waited = Arc::clone(&reader_waited);
        thread::spawn(move || {
            for line in stdout.split(b'\n').map_while(Result::ok) {
                let now = Instant::now();
                waited
                    .store(run_queue(Path::new("/proc/thread-self/schedstat")), Ordering::Relaxed);
                let line = String::from_utf8_lossy(&line).trim_end().to_owned();
                if heard.send((now, line)).is_err() {
                    break;
                }
            }
        });
        let (input, errors) = (Some(input), Some(errors));
        Self { child, input, output, errors, reader_waited, writer_waited, last: VecDeque::new() }
    }

    /// How long its threads have waited for a processor so far, as the system counts it, and those
    /// here that talk to it: what is said goes through all of them, one after the other.
    pub(crate) fn waited(&self) -> Duration {
        let folder = format!("/proc/{}/task", self.child.id());
        let threads = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let own: u64 = threads.map(|thread| run_queue(&thread.path().join("schedstat"))).sum();
        let ours = [&self.reader_waited, &self.writer_waited];
        let ours: u64 = ours.map(|waited| waited.load(Ordering::Relaxed)).iter().sum();
        Duration::from_nanos(own + ours)
    }

    fn remember(&mut self, who: &str, bytes: &[u8]) {
        if self.last.len() == 60 {
            self.last.pop_front();
        }
        let line = String::from_utf8_lossy(&bytes[..bytes.len().min(300)]);
        self.last.push_back(format!("{who} {line:?}"));
    }

    /// Says bytes as they are.
    pub(crate) fn say_bytes(&mut self, bytes: &[u8]) {
        self.remember(">", bytes);
        let input = self.input.as_ref().expect("the input is not closed yet");
        let _ = input.send(bytes.to_vec());
    }

    pub(crate) fn say(&mut self, line: &str) {
        self.say_bytes(format!("{line}\n").as_bytes());
    }

    /// The next line, and when it came.
    pub(crate) fn hear(&mut self) -> (Instant, String) {
        self.hear_while("an answer is due")
    }

    /// The same; a failure says what was waited for.
    pub(crate) fn hear_while(&mut self, what: &str) -> (Instant, String) {
        match self.output.recv_timeout(PATIENCE) {
            Ok((at, line)) => {
                self.remember("<", line.as_bytes());
                (at, line)
            }
            Err(RecvTimeoutError::Timeout) => panic!("{what}:\n{}", self.transcript()),
            Err(RecvTimeoutError::Disconnected) => {
                let status = self.child.wait();
                let errors = self.errors.take().map(|errors| errors.join().unwrap_or_default());
                panic!("it has ended ({status:?}, {errors:?}):\n{}", self.transcript())
            }
        }
    }

    /// The next line that begins so, and when it came.
    pub(crate) fn hear_of(&mut self, beginning: &str) -> (Instant, String) {
        loop {
            let (at, line) = self.hear();
            if line.starts_with(beginning) {
                return (at, line);
            }
        }
    }

    pub(crate) fn transcript(&self) -> String {
        self.last.iter().map(|line| format!("{line}\n")).collect()
    }

    /// Closes the input, and expects a proper end; returns what was still said.
    pub(crate) fn end(mut self) -> Vec<String> {
        self.input = None;
        let words = format!("after\n{}the program", self.transcript());
        let (status, _) = wait(&mut self.child, &words);
        let errors = self.errors.take().expect("only an end takes it").join().unwrap_or_default();
        assert!(status.success() && !errors.contains("panicked"), "{words}: {status} {errors}");
        self.output.iter().map(|(_, line)| line).collect()
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Changes some bytes: flipped, gone, doubled, swapped, cut off, or others put in.
pub(crate) fn mutated(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(4) {
        let place = random.below(bytes.len() + 1);
        match random.below(7) {
            0 if place < bytes.len() => bytes[place] ^= 1 << random.below(8),
            1 if place < bytes.len() => drop(bytes.remove(place)),
            2 => bytes.truncate(place),
            3 => {
                let piece = bytes[place..].to_vec();
                bytes.splice(place..place, piece);
            }
            4 if place + 1 < bytes.len() => bytes.swap(place, place + 1),
            5 => bytes.insert(place, random.next_bits() as u8),
            _ => {
                let odd: &[&str] = &["\0", "\"", "=", " ", "-1", "9999999999999999999", "é", "\r"];
                let odd = random.pick(odd).bytes();
                bytes.splice(place..place, odd);
            }
        }
    }
    bytes
}

/// The largest and the one that 99 % do not exceed.
pub(crate) fn worst(times: &mut [Duration]) -> (Duration, Duration) {
    times.sort_unstable();
    let at = |share: usize| times.get((times.len() * share / 100).min(times.len() - 1)).copied();
    (at(100).unwrap_or_default(), at(99).unwrap_or_default())
}
