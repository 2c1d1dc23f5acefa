//! An engine that misbehaves on request, for tests of programs that have to survive it.
//!
//! ```text
//! hostile uci crash
//! hostile hub flood
//! ```
//!
//! Without a manner, or as `fair`, it is a proper engine that plays legal moves, always the same
//! one in the same position; the manners are those of [`Manner`]. Whatever it does, it ends by
//! itself after [`LIFETIME`], so that no test leaves it behind for good.

mod board;

use board::Board;
use std::io::{self, BufRead, Write};
use std::process::{Command, ExitCode};
use std::thread;
use std::time::Duration;

const LIFETIME: Duration = Duration::from_secs(10 * 60);

/// How much too late a late answer comes.
const DELAY: Duration = Duration::from_millis(300);

/// What is written at once when there shall be no end of it.
const CHUNK: usize = 64 * 1024;

/// How many options a boaster has.
const OPTIONS: usize = 100;

/// What it does wrong. Unless something else is said, it does so when a search begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// Plays as it should.
    Fair,
    /// Complains and is killed by a signal.
    Crash,
    /// Ends without a word, as if all were well.
    Exit,
    /// Hears everything from then on and reacts to nothing.
    Hang,
    /// Reads nothing from then on, and says nothing.
    Deaf,
    /// Never answers a search, and is otherwise polite.
    IgnoreStop,
    /// Answers with a move that is never legal.
    Illegal,
    /// Answers with something that is no text.
    Garbage,
    /// Says all sorts of nonsense, and then answers properly.
    Noise,
    /// Says lines without end, and hears nothing.
    Flood,
    /// Says one line without end, and hears nothing.
    FloodLine,
    /// Complains without end, in one line, and plays on.
    FloodErrors,
    /// Declares many options with long values, and plays on.
    Boast,
    /// Closes its output and keeps running.
    CloseOutput,
    /// Closes its input, says so and keeps running.
    CloseInput,
    /// Answers when its time is over.
    Late,
    /// Gives a second answer after the first.
    Twice,
    /// Repeats its last answer when it is told something else.
    Stale,
    /// Answers before it is asked, whenever it is asked whether it is ready.
    Early,
    /// Starts another process, which keeps the output open, and says its number.
    Brood,
    /// Does nothing at all from the beginning.
    Sleep,
}

const MANNERS: [(&str, Manner); 21] = [
    ("fair", Manner::Fair),
    ("crash", Manner::Crash),
    ("exit", Manner::Exit),
    ("hang", Manner::Hang),
    ("deaf", Manner::Deaf),
    ("ignore-stop", Manner::IgnoreStop),
    ("illegal", Manner::Illegal),
    ("garbage", Manner::Garbage),
    ("noise", Manner::Noise),
    ("flood", Manner::Flood),
    ("flood-line", Manner::FloodLine),
    ("flood-errors", Manner::FloodErrors),
    ("boast", Manner::Boast),
    ("close-output", Manner::CloseOutput),
    ("close-input", Manner::CloseInput),
    ("late", Manner::Late),
    ("twice", Manner::Twice),
    ("stale", Manner::Stale),
    ("early", Manner::Early),
    ("brood", Manner::Brood),
    ("sleep", Manner::Sleep),
];

struct Hostile {
    board: Board,
    manner: Manner,
    /// The time for a move as far as it was told.
    allowance: Duration,
    /// An answer that is not wanted before the search is stopped.
    withheld: bool,
    /// An answer to be repeated.
    stale: Option<String>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let board = arguments.first().and_then(|protocol| Board::new(protocol));
    let name = arguments.get(1).map_or("fair", String::as_str);
    let manner = MANNERS.iter().find(|(known, _)| *known == name);
    let (Some(board), Some(&(_, manner))) = (board, manner) else {
        let names = MANNERS.map(|(name, _)| name).join("|");
        eprintln!("usage: hostile uci|hub [{names}]");
        return ExitCode::FAILURE;
    };
    thread::spawn(|| {
        thread::sleep(LIFETIME);
        std::process::exit(1);
    });
    let allowance = Duration::ZERO;
    let mut engine = Hostile { board, manner, allowance, withheld: false, stale: None };
    if manner == Manner::Sleep {
        sleep();
    }
    let mut line = Vec::new();
    while io::stdin().lock().read_until(b'\n', &mut line).is_ok_and(|count| count > 0) {
        if !engine.obey(String::from_utf8_lossy(&line).trim()) {
            break;
        }
        line.clear();
    }
    ExitCode::SUCCESS
}

impl Hostile {
    /// Does what a line says; whether to go on.
    fn obey(&mut self, line: &str) -> bool {
        if let Some(answer) = self.stale.take() {
            say(&answer);
        }
        match line.split_whitespace().next().unwrap_or_default() {
            "uci" | "hub" => self.introduce(),
            "init" => say("ready"),
            "isready" | "ping" => {
                if self.manner == Manner::Early {
                    say(&self.board.answer(1));
                }
                say(if self.board.protocol() == "uci" { "readyok" } else { "pong" });
            }
            "position" | "pos" => {
                if let Some(board) = self.board.read(line) {
                    self.board = board;
                }
            }
            "level" => self.allow(line),
            "go" => {
                self.allow(line);
                self.withheld =
                    ["infinite", "ponder", "analyze"].iter().any(|word| line.contains(word));
                self.go();
            }
            "stop" | "ponderhit" | "ponder-hit" if self.withheld => {
                self.withheld = false;
                self.answer();
            }
            "quit" => return false,
            _ => {}
        }
        true
    }

    fn introduce(&self) {
        let is_uci = self.board.protocol() == "uci";
        let is_boasting = self.manner == Manner::Boast;
        let words = "x".repeat(if is_boasting { CHUNK / 2 } else { 1 });
        say(if is_uci { "id name Hostile" } else { "id name=Hostile" });
        for _ in 0..if is_boasting { OPTIONS } else { 1 } {
            say(&if is_uci {
                format!("option name Words type string default {words}")
            } else {
                format!("param name=words value={words} type=string")
            });
        }
        say(if is_uci { "uciok" } else { "wait" });
    }

    /// Notes how long a search may take: what comes after the words of time.
    fn allow(&mut self, line: &str) {
        let words: Vec<&str> = line.split([' ', '=']).collect();
        for pair in words.windows(2) {
            let unit = match pair[0] {
                "movetime" | "wtime" | "btime" => 0.001,
                "move-time" | "time" => 1.0,
                _ => continue,
            };
            let seconds = pair[1].parse::<f64>().unwrap_or_default() * unit;
            self.allowance = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        }
    }

    fn go(&mut self) {
        match self.manner {
            Manner::Crash => {
                eprintln!("out of luck");
                std::process::abort();
            }
            Manner::Exit => std::process::exit(0),
            Manner::Hang => {
                while io::stdin().lock().skip_until(b'\n').is_ok_and(|count| count > 0) {}
                sleep();
            }
            Manner::Deaf => sleep(),
            Manner::IgnoreStop => self.withheld = false,
            Manner::Flood => {
                let line = format!("info depth 1 string message={}\n", "x".repeat(1000));
                let block = line.repeat(CHUNK / line.len());
                loop {
                    write(block.as_bytes());
                }
            }
            Manner::FloodLine => loop {
                write(&[b'x'; CHUNK]);
            },
            Manner::FloodErrors => {
                thread::spawn(|| while io::stderr().write_all(&[b'x'; CHUNK]).is_ok() {});
            }
            Manner::Noise => self.make_noise(),
            Manner::CloseOutput => return close(Stream::Output),
            Manner::CloseInput => {
                close(Stream::Input);
                self.remark("closed");
                sleep();
            }
            Manner::Late => thread::sleep(self.allowance + DELAY),
            Manner::Brood => self.brood(),
            _ => {}
        }
        if !self.withheld && self.manner != Manner::IgnoreStop {
            self.answer();
        }
    }

    fn answer(&mut self) {
        let is_uci = self.board.protocol() == "uci";
        let answer = self.board.answer(0);
        match self.manner {
            Manner::Illegal => say(if is_uci { "bestmove a1a1" } else { "done move=1-50" }),
            Manner::Garbage => {
                write(if is_uci {
                    b"bestmove \xff\xfe\0e2\n"
                } else {
                    b"done move=\xff\xfe\0-2\n"
                });
            }
            Manner::Twice => {
                say(&answer);
                say(&self.board.answer(1));
            }
            Manner::Stale => {
                say(&answer);
                self.stale = Some(answer);
            }
            _ => say(&answer),
        }
    }

    /// Things that no engine should say, most of them about a line that can be played.
    fn make_noise(&self) {
        write(b"\xff\xfe\0\x1b[2J\n\n\n   \n\0\nreadyokay\nuciok\nwait\n");
        let absurd = ["999999999999", "-7", "2147483647", "1e308", "NaN", "18446744073709551615"];
        let answer = self.board.answer(0);
        for number in absurd {
            say(&if self.board.protocol() == "uci" {
                let mv = answer.trim_start_matches("bestmove ");
                format!(
                    "info depth {number} seldepth {number} multipv 1 score cp {number} nodes \
                    {number} time {number} hashfull {number} tbhits {number} pv {mv}"
                )
            } else {
                let mv = answer.trim_start_matches("done move=");
                format!(
                    "info depth={number} mean-depth={number} score={number} nodes={number} \
                     time={number} nps={number} pv=\"{mv}\""
                )
            });
        }
        for line in
            ["info", "info depth", "info score mate", "info pv=\"", "info =", "bestmov", "don"]
        {
            say(line);
        }
    }

    fn brood(&self) {
        let program = std::env::current_exe();
        let protocol = self.board.protocol();
        let child =
            program.and_then(|program| Command::new(program).args([protocol, "sleep"]).spawn());
        self.remark(&child.map_or(0, |child| child.id()).to_string());
    }

    /// Says a word to people.
    fn remark(&self, word: &str) {
        say(&match self.board {
            Board::Uci(_) => format!("info string {word}"),
            Board::Hub(_) => format!("info message={word}"),
        });
    }
}

fn sleep() -> ! {
    loop {
        thread::sleep(LIFETIME);
    }
}

fn say(line: &str) {
    write(format!("{line}\n").as_bytes());
}

/// Writes at once. If our output is no longer read there is nothing left to do.
fn write(bytes: &[u8]) {
    let mut output = io::stdout().lock();
    if output.write_all(bytes).and_then(|()| output.flush()).is_err() {
        std::process::exit(0);
    }
}

#[derive(Clone, Copy)]
enum Stream {
    Input,
    Output,
}

/// Closes our end of a pipe, by putting something else in its place.
#[cfg(unix)]
fn close(stream: Stream) {
    let nothing = std::fs::File::options().read(true).write(true).open("/dev/null");
    let Ok(nothing) = nothing else { return };
    let closed = match stream {
        Stream::Input => rustix::stdio::dup2_stdin(&nothing),
        Stream::Output => rustix::stdio::dup2_stdout(&nothing),
    };
    closed.expect("a stream can be replaced");
}

/// Elsewhere nothing short of the end closes a stream.
#[cfg(not(unix))]
fn close(_stream: Stream) {
    std::process::exit(0);
}
