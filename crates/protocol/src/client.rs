//! Engines next door: a program that speaks UCI, run as a process and asked for moves.
//!
//! A thread of its own reads what the engine says, so nothing here blocks for longer than the caller
//! allows. The client does not judge: it reports a late answer as late and an unreadable move as
//! unreadable; whether that loses a game is for others to say.
//!
//! Start at [`UciClient::start`]; [`UciClient::go`] and [`UciClient::wait`] are for those who ponder
//! and watch clocks, the facade [`Engine`] for everybody else.

mod parse;
mod process;

use damier_chess::{CastlingStyle, Move, MoveError, Position};
use damier_core::{Game, Side};
use damier_search::{
    Answer, Engine, Event, Limits, OptionError, OptionKind, Query, Report, Signals,
};
use process::{Message, Process};
use std::fmt::Write;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How long an engine may take for what costs no thought: to introduce itself, to get ready, to
/// answer after `stop`.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// How to start an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineCommand {
    /// The program: a path, or a name to look up as a shell does.
    pub program: String,
    /// What to pass to it.
    pub arguments: Vec<String>,
    /// The folder to start it in; ours if there is none.
    pub folder: Option<PathBuf>,
}

/// What can go wrong with a program next door.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClientError {
    /// The program cannot be run.
    #[error("cannot start {program:?}: {reason}")]
    Start {
        /// The program.
        program: String,
        /// What the system says.
        reason: io::Error,
    },
    /// The process is gone.
    #[error("the engine ended by itself{}", last_words(last_line))]
    Died {
        /// The last line that it wrote; empty if there was none.
        last_line: String,
    },
    /// It took longer than allowed.
    #[error("the engine was silent for too long: no answer to {command:?}")]
    TimedOut {
        /// What was waited for.
        command: &'static str,
    },
    /// It answered with something that is no legal move.
    #[error("the engine's answer cannot be played: {0}")]
    BadMove(#[from] MoveError),
    /// An option was not set.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A search was begun or asked for at the wrong moment: a mistake of ours, not the engine's.
    #[error("the engine {0}")]
    OutOfTurn(&'static str),
}

fn last_words(line: &str) -> String {
    if line.is_empty() {
        ", without a word".to_owned()
    } else {
        format!("; its last words: {line}")
    }
}

/// What an engine answered, and when.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The move.
    pub answer: Answer<Move>,
    /// The last it said about its best line, if it said anything.
    pub report: Option<Report<Move>>,
    /// When the answer arrived.
    pub at: Instant,
}

/// A search under way in the process.
struct Searching {
    position: Position,
    report: Option<Report<Move>>,
    /// The line `bestmove …` and when it came.
    answer: Option<(String, Instant)>,
}

/// A UCI engine in a process of its own. Dropping it ends the process.
pub struct UciClient {
    process: Process,
    name: String,
    options: Vec<(String, OptionKind)>,
    searching: Option<Searching>,
    chess960: bool,
}

impl UciClient {
    /// Starts a program and lets it introduce itself.
    pub fn start(command: &EngineCommand) -> Result<Self, ClientError> {
        Self::start_within(command, PATIENCE)
    }

    /// [`UciClient::start`] with another limit to the time that the introduction may take.
    pub fn start_within(command: &EngineCommand, time: Duration) -> Result<Self, ClientError> {
        let mut client = Self {
            process: Process::start(command)?,
            name: command.program.clone(),
            options: Vec::new(),
            searching: None,
            chess960: false,
        };
        client.process.send("uci")?;
        let deadline = Instant::now() + time;
        loop {
            let Message::Line(line, _) = client.process.receive(Some(deadline), "uci")? else {
                continue;
            };
            let mut words = line.split_whitespace();
            match (words.next(), words.next()) {
                (Some("uciok"), _) => return Ok(client),
                (Some("id"), Some("name")) => client.name = words.collect::<Vec<_>>().join(" "),
                (Some("option"), _) => client.options.extend(parse::option(&line)),
                _ => {}
            }
        }
    }

    /// Whether the engine declared an option.
    pub fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|(declared, _)| declared.eq_ignore_ascii_case(name))
    }

    /// Waits until the engine has digested everything it was told.
    pub fn is_ready(&mut self, time: Duration) -> Result<(), ClientError> {
        self.process.send("isready")?;
        let deadline = Instant::now() + time;
        loop {
            if let Message::Line(line, at) = self.process.receive(Some(deadline), "isready")? {
                if line.trim() == "readyok" {
                    return Ok(());
                }
                self.hear(&line, at, &mut |_| {});
            }
        }
    }

    /// Begins a search and returns at once. With `pondering` the last move of the game is the one
    /// expected of the opponent, and the search goes on until [`UciClient::ponder_hit`] or
    /// [`UciClient::stop`]. `among` are the root moves to choose from; all if there are none.
    pub fn go(
        &mut self,
        game: &Game<Position>,
        limits: &Limits,
        among: &[Move],
        pondering: bool,
    ) -> Result<(), ClientError> {
        if self.searching.is_some() {
            return Err(ClientError::OutOfTurn("is still busy with another search"));
        }
        let chess960 = game.start().is_chess960();
        if chess960 != self.chess960 {
            self.set_option("UCI_Chess960", if chess960 { "true" } else { "false" })?;
            self.chess960 = chess960;
        }
        let style = if chess960 { CastlingStyle::Chess960 } else { CastlingStyle::Standard };
        let position = game.position();
        let mut text = position_text(game, style);
        text.push_str(&go_text(limits, pondering));
        if !among.is_empty() {
            text.push_str(" searchmoves");
        }
        for &mv in among {
            let _ = write!(text, " {}", position.write_uci(mv, style));
        }
        self.process.send(&text)?;
        let position = position.clone();
        self.searching = Some(Searching { position, report: None, answer: None });
        Ok(())
    }

    /// Tells a pondering engine that the expected move was played.
    pub fn ponder_hit(&mut self) -> Result<(), ClientError> {
        self.process.send("ponderhit")
    }

    /// Asks for the answer now; it still has to be waited for.
    pub fn stop(&mut self) -> Result<(), ClientError> {
        self.process.send("stop")
    }

    /// Waits for the answer to [`UciClient::go`]. After [`ClientError::TimedOut`] the search is still
    /// under way and can be waited for again.
    pub fn wait(&mut self, deadline: Option<Instant>) -> Result<Reply, ClientError> {
        self.wait_and_tell(deadline, None, &mut |_| {})
    }

    fn wait_and_tell(
        &mut self,
        mut deadline: Option<Instant>,
        signals: Option<&Signals>,
        on_event: &mut dyn FnMut(Event<Move>),
    ) -> Result<Reply, ClientError> {
        let mut was_pondering = signals.is_some_and(Signals::is_pondering);
        let mut was_stopped = false;
        loop {
            if let Some(reply) = self.answer()? {
                return Ok(reply);
            }
            if let Some(signals) = signals {
                if was_pondering && !signals.is_pondering() {
                    was_pondering = false;
                    self.ponder_hit()?;
                }
                if !was_stopped && signals.is_stopped() {
                    was_stopped = true;
                    self.stop()?;
                    deadline = Some(Instant::now() + PATIENCE);
                }
            }
            let asked = if was_stopped { "stop" } else { "go" };
            if let Message::Line(line, at) = self.process.receive(deadline, asked)? {
                self.hear(&line, at, on_event);
            }
        }
    }

    /// Takes note of something that the engine said.
    fn hear(&mut self, line: &str, at: Instant, on_event: &mut dyn FnMut(Event<Move>)) {
        let Some(searching) = &mut self.searching else {
            return;
        };
        let line = line.trim_start();
        if line.starts_with("bestmove") {
            searching.answer.get_or_insert_with(|| (line.to_owned(), at));
        } else if let Some(text) = line.strip_prefix("info ") {
            let info = parse::info(text, &searching.position);
            if let (Some(nodes), Some(last)) = (info.nodes, &mut searching.report) {
                last.nodes = nodes;
                last.time = info.time.unwrap_or(last.time);
            }
            if let Some(remark) = info.remark {
                on_event(Event::Remark(remark));
            } else if let Some(report) = info.report {
                if report.rank == 1 {
                    searching.report = Some(report.clone());
                }
                on_event(Event::Report(report));
            }
        }
    }

    /// The answer, if it has come.
    fn answer(&mut self) -> Result<Option<Reply>, ClientError> {
        match &self.searching {
            None => return Err(ClientError::OutOfTurn("was never asked for a move")),
            Some(searching) if searching.answer.is_none() => return Ok(None),
            Some(_) => {}
        }
        let Some(Searching { position, report, answer: Some((line, at)) }) = self.searching.take()
        else {
            return Ok(None);
        };
        let answer = parse::answer(&line, &position)?;
        Ok(Some(Reply { answer, report, at }))
    }
}

/// The facade: what can go wrong with options is told in the words of options.
impl Engine for UciClient {
    type Rules = Position;
    type Error = ClientError;

    fn name(&self) -> String {
        self.name.clone()
    }

    fn options(&self) -> Vec<(String, OptionKind)> {
        self.options.clone()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let declared = self.options.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let (name, kind) = declared.ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let value = kind.check(name, value)?;
        let text = match kind {
            OptionKind::Button => format!("setoption name {name}"),
            _ if value.is_empty() => format!("setoption name {name} value <empty>"),
            _ => format!("setoption name {name} value {value}"),
        };
        let unusable = |error: ClientError| OptionError::Unusable {
            name: name.clone(),
            reason: error.to_string(),
        };
        // A line break would smuggle in another command.
        if text.contains(['\n', '\r']) {
            let reason = "the value has more than one line".to_owned();
            return Err(OptionError::Unusable { name: name.clone(), reason });
        }
        self.process.send(&text).map_err(unusable)
    }

    fn new_game(&mut self) -> Result<(), ClientError> {
        self.process.send("ucinewgame")?;
        self.is_ready(PATIENCE)
    }

    fn search(
        &mut self,
        query: &Query<Position>,
        on_event: &mut dyn FnMut(Event<Move>),
    ) -> Result<Answer<Move>, ClientError> {
        let Query { game, limits, among, signals } = query;
        signals.listen(self.process.nudge());
        let is_pondering = signals.is_pondering();
        self.go(game, limits, among, is_pondering)?;
        let own_clock = limits.clock(game.position().side_to_move()).map(|clock| clock.remaining);
        let deadline = limits
            .move_time
            .or(own_clock)
            .filter(|_| !is_pondering && !limits.infinite)
            .and_then(|time| Instant::now().checked_add(time.saturating_add(PATIENCE)));
        Ok(self.wait_and_tell(deadline, Some(signals), on_event)?.answer)
    }
}

fn position_text(game: &Game<Position>, style: CastlingStyle) -> String {
    let mut text = if *game.start() == Position::start() {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", game.start().to_fen())
    };
    if game.moves().len() > 0 {
        text.push_str(" moves");
    }
    for (position, mv) in game.past_positions().zip(game.moves()) {
        let _ = write!(text, " {}", position.write_uci(mv, style));
    }
    text.push('\n');
    text
}

fn go_text(limits: &Limits, pondering: bool) -> String {
    let mut text = String::from("go");
    if pondering {
        text.push_str(" ponder");
    }
    let mut add = |word: &str, number: Option<u128>| {
        if let Some(number) = number {
            let _ = write!(text, " {word} {number}");
        }
    };
    let whole = |time: Duration| time.as_millis();
    for (side, time, increment) in [(Side::White, "wtime", "winc"), (Side::Black, "btime", "binc")]
    {
        let clock = limits.clock(side);
        // Some engines take a clock at zero for one that is not there.
        add(time, clock.map(|clock| whole(clock.remaining).max(1)));
        add(increment, clock.map(|clock| whole(clock.increment)));
    }
    let moves_to_go = limits.clocks.iter().flatten().find_map(|clock| clock.moves_to_go);
    add("movestogo", moves_to_go.map(u128::from));
    add("depth", limits.depth.map(|depth| depth.plies().max(1).unsigned_abs().into()));
    add("nodes", limits.nodes.map(u128::from));
    add("movetime", limits.move_time.map(whole));
    add("mate", limits.mate.map(u128::from));
    if limits.infinite || text == "go" {
        text.push_str(" infinite");
    }
    text
}

#[cfg(test)]
mod tests;
