//! Lines that no sane program sends, and sane ones out of step, for UCI and Hub.
//!
//! `bench`, `genfens` and `go perft` do a piece of work that scripts ask for before they `quit` on
//! the next line, so they are let finish; they have no place in a storm.

use crate::harness::{Talk, mutated, random, report, scale};
use damier_core::random::Random;
use damier_protocol::hub;

/// What a line asks for, as far as an answer is due.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Asks {
    Search,
    Ready,
    Quit,
    /// Work of unknown length.
    Work,
    Nothing,
}

/// A protocol in which storms are made.
struct Protocol {
    command: &'static str,
    /// Lines as programs send them.
    lines: &'static [&'static str],
    /// Words to make lines of.
    words: &'static str,
    ready: [&'static str; 2],
    /// How the answer to a search begins.
    answer: &'static str,
    asks: fn(&str) -> Asks,
}

const UCI: Protocol = Protocol {
    command: "uci",
    lines: &[
        "uci",
        "isready",
        "ucinewgame",
        "stop",
        "ponderhit",
        "position startpos",
        "position startpos moves e2e4 e7e5 g1f3",
        "position startpos moves e2e4 e7e5 e1e3",
        "position fen qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
        "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "go",
        "go infinite",
        "go movetime 5",
        "go movetime 1.5",
        "go depth 3",
        "go depth -1",
        "go nodes 200",
        "go mate 2",
        "go wtime 50 btime 50 winc 1 binc 1 movestogo 2",
        "go wtime 60000.0 btime -5",
        "go ponder wtime 50 btime 50",
        "go ponder infinite",
        "go searchmoves e2e4 a1a1 depth 2",
        "setoption name MultiPV value 3",
        "setoption name MultiPV value 1",
        "setoption name Threads value 2",
        "setoption name Threads value 1",
        "setoption name Clear Hash",
        "setoption name Level value 3",
        "setoption name Level value 12",
        "setoption name UCI_Chess960 value true",
        "setoption name UCI_ShowWDL value maybe",
        "setoption name EvalFile value /dev/zero",
        "setoption name BookFile value /",
        "setoption name SyzygyPath value /dev/full",
        "setoption name Profile value nobody",
        "setoption name",
        "setoption value name value",
        "debug on",
        "d",
        "eval",
        "help",
    ],
    words: "uci isready ucinewgame stop ponderhit position startpos fen moves e2e4 0000 go \
        infinite ponder searchmoves depth nodes movetime wtime btime winc movestogo mate -1 \
        0 1 7 1e3 99999999999999999999 setoption name value Threads MultiPV register later w \
        - 8/8/8/8/8/8/8/8",
    ready: ["isready", "readyok"],
    answer: "bestmove",
    asks: |line| {
        const COMMANDS: [(&str, Asks); 15] = [
            ("go", Asks::Search),
            ("isready", Asks::Ready),
            ("quit", Asks::Quit),
            ("bench", Asks::Work),
            ("genfens", Asks::Work),
            ("uci", Asks::Nothing),
            ("ucinewgame", Asks::Nothing),
            ("setoption", Asks::Nothing),
            ("position", Asks::Nothing),
            ("stop", Asks::Nothing),
            ("ponderhit", Asks::Nothing),
            ("d", Asks::Nothing),
            ("eval", Asks::Nothing),
            ("help", Asks::Nothing),
            ("register", Asks::Nothing),
        ];
        // Unknown words before the first command are passed over; `debug` is followed by a word.
        let mut words = line.split_whitespace().take_while(|&word| word != "debug");
        let command = words.find_map(|word| COMMANDS.iter().find(|(name, _)| *name == word));
        match command {
            Some((_, Asks::Search)) if line.contains("perft") => Asks::Work,
            Some((_, asks)) => *asks,
            None => Asks::Nothing,
        }
    },
};

const HUB: Protocol = Protocol {
    command: "hub",
    lines: &[
        "hub",
        "init",
        "ping",
        "new-game",
        "stop",
        "ponder-hit",
        "pos",
        "pos start",
        "pos start moves=\"32-28 19-23 28x19\"",
        "pos pos=WWwwwwwwwwwwwwwwwwwwweeeeeeeeeebbbbbbbbbbbbbbbbbbbb",
        "pos pos=Weeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
        "pos pos=BWWWWWWWWWWWWWWWWWWWWeeeeeeeeeeBBBBBBBBBBBBBBBBBBBB",
        "level depth=3",
        "level depth=-1",
        "level nodes=200",
        "level move-time=0.005",
        "level move-time=soon",
        "level time=0.05 inc=0.001 moves=3",
        "level time=-1",
        "level infinite",
        "go think",
        "go ponder",
        "go analyze",
        "go",
        "go think ponder analyze",
        "set-param name=multi-pv value=3",
        "set-param name=multi-pv value=1",
        "set-param name=threads value=2",
        "set-param name=threads value=1",
        "set-param name=level value=2",
        "set-param name=level value=12",
        "set-param name=eval-file value=/dev/zero",
        "set-param name=bb-path value=/dev/full",
        "set-param name=nonsense value=\"\"",
        "set-param value=1",
        "\"",
    ],
    words: "hub init ping new-game stop ponder-hit pos start moves=32-28 level depth=2 nodes=9 \
        move-time=0.001 time=1e9 inc=nan infinite go think ponder analyze set-param \
        name=threads value=1 = \" a=\"b c\"",
    ready: ["ping", "pong"],
    answer: "done",
    asks: |line| match hub::HubCommand::from_line(line) {
        Ok(Some(hub::HubCommand::Go(_))) => Asks::Search,
        Ok(Some(hub::HubCommand::Ping)) => Asks::Ready,
        Ok(Some(hub::HubCommand::Quit)) => Asks::Quit,
        _ => Asks::Nothing,
    },
};

impl Protocol {
    /// A line for a storm, without its end.
    fn line(&self, random: &mut Random) -> Vec<u8> {
        let line = *random.pick(self.lines);
        match random.below(20) {
            0..8 => line.into(),
            8..13 => mutated(line.as_bytes(), random),
            13..17 => {
                let known: Vec<&str> = self.words.split(' ').collect();
                let words = (0..=random.below(8)).map(|_| *random.pick(&known));
                words.collect::<Vec<_>>().join(" ").into()
            }
            17..19 => (0..random.below(200)).map(|_| random.next_bits() as u8).collect(),
            _ => line.repeat(1 + random.below(2_000)).into(),
        }
    }

    /// The same, if it does nothing that has no place in a storm.
    fn fitting_line(&self, random: &mut Random) -> Vec<u8> {
        loop {
            let mut line = self.line(random);
            line.retain(|&byte| byte != b'\n');
            let text = String::from_utf8_lossy(&line).to_lowercase();
            // Mutated sizes would fill the memory of the machine, and with it other tests'.
            let has_size = ["hash", "cache", "thread"].iter().any(|word| text.contains(word));
            let is_work = matches!((self.asks)(&text), Asks::Quit | Asks::Work);
            if !is_work && (!has_size || self.lines.iter().any(|line| *line == text)) {
                return line;
            }
        }
    }

    fn asks(&self, line: &[u8]) -> Asks {
        (self.asks)(&String::from_utf8_lossy(line))
    }

    /// One process, told `batches` times `lines` lines: whatever is asked is answered once.
    fn storm(&self, round: usize, batches: usize, lines: usize) {
        let mut random = random(round);
        let mut talk = Talk::new(&[self.command]);
        for _ in 0..batches {
            let (mut searches, mut questions) = (0, 0);
            for _ in 0..lines {
                let line = self.fitting_line(&mut random);
                match self.asks(&line) {
                    Asks::Search => searches += 1,
                    Asks::Ready => questions += 1,
                    Asks::Quit | Asks::Work | Asks::Nothing => {}
                }
                talk.say_bytes(&[&line[..], b"\n"].concat());
            }
            // After these nothing is under way; the last answer shows that none was one too many.
            talk.say("stop");
            talk.say(self.ready[0]);
            self.hear(&mut talk, searches, questions + 1);
            talk.say(self.ready[0]);
            self.hear(&mut talk, 0, 1);
        }
        // In the middle of something.
        (0..random.below(20)).for_each(|_| {
            let line = self.fitting_line(&mut random);
            talk.say_bytes(&[&line[..], b"\n"].concat());
        });
        talk.say("quit");
        talk.end();
    }

    /// Hears so many answers to searches and questions, in any order.
    fn hear(&self, talk: &mut Talk, mut searches: usize, mut questions: usize) {
        while searches + questions > 0 {
            let due = format!("{searches} searches and {questions} questions are not answered");
            let (_, line) = talk.hear_while(&due);
            let is_answer = line.split(' ').next() == Some(self.answer);
            let is_ready = line == self.ready[1];
            let due = if is_answer { &mut searches } else { &mut questions };
            if is_answer || is_ready {
                let words = "was not asked for";
                *due = due
                    .checked_sub(1)
                    .unwrap_or_else(|| panic!("{line} {words}:\n{}", talk.transcript()));
            }
        }
    }
}

fn storms(protocol: &Protocol) {
    let (rounds, batches, lines) = (scale() + 1, scale().min(5), 200);
    for round in 0..rounds {
        protocol.storm(round, batches, lines);
    }
    let lines = rounds * batches * lines;
    report(&format!("{}: {lines} lines to {rounds} processes", protocol.command));
}

#[test]
fn a_storm_of_uci_lines_is_answered() {
    storms(&UCI);
}

#[test]
fn a_storm_of_hub_lines_is_answered() {
    storms(&HUB);
}

#[test]
fn a_line_without_end_is_not_kept() {
    for protocol in [&UCI, &HUB] {
        let mut talk = Talk::new(&[protocol.command]);
        for _ in 0..8 {
            talk.say_bytes(&b"position startpos moves ".repeat(1 << 16));
        }
        talk.say("");
        talk.say(protocol.ready[0]);
        protocol.hear(&mut talk, 0, 1);
        // And one that the end of the input cuts off.
        talk.say_bytes(b"go depth");
        talk.end();
    }
}
