//! Engines next door: a program that speaks UCI or Hub, run as a process and asked for moves.
//!
//! Threads of their own talk and listen to the engine, so nothing here blocks for longer than the
//! caller allows, and what an engine says takes up limited memory, however much it is. The client
//! does not judge: it reports a late answer as late and an unreadable move as unreadable; whether
//! that loses a game is for others to say.
//!
//! An answer is for the search that was asked for last, so it must not be taken from an earlier
//! one. A search therefore begins with a ping, and what comes before the echo is history.
//!
//! Start at [`Client::start`] of [`UciClient`] or [`HubClient`]; [`Client::go`] and
//! [`Client::wait`] are for those who ponder and watch clocks, the facade [`Engine`] for all
//! others. What the protocols say differently is in their [`Dialect`].

mod dialect;
mod error;
mod hub;
mod process;
mod uci;

pub use dialect::{Dialect, Heard, Introduction, Played, SearchOrder};
pub use error::ClientError;
pub use hub::{Hub, HubClient};
pub use process::Companion;
pub use uci::{Uci, UciClient};

use damier_core::{Game, Rules};
use damier_search::{
    Answer, Engine, Event, Limits, NamedOptions, OptionError, OptionKind, Query, Report, Signals,
};
use process::{Process, ProcessEvent};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How long an engine may take for what costs no thought: to introduce itself, to get ready, to
/// answer after `stop`.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// An introduction may declare so many bytes of options; more are not kept.
const INTRODUCTION_ROOM: usize = 1024 * 1024;

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

/// What an engine answered, and when.
#[derive(Clone, Debug)]
pub struct EngineReply<M = damier_chess::Move> {
    /// The move.
    pub answer: Answer<M>,
    /// The last it said about its best line, if it said anything.
    pub report: Option<Report<M>>,
    /// When the answer arrived.
    pub at: Instant,
}

/// The moves of a game.
type MoveOf<D> = <<D as Dialect>::Rules as Rules>::Move;

/// A search under way in the process.
struct Searching<R: Rules> {
    position: R,
    /// The ping that came before it.
    ping: u64,
    report: Option<Report<R::Move>>,
    /// What came of it and when.
    answer: Option<(Played<R::Move>, Instant)>,
}

/// An engine in a process of its own. Dropping it ends the process.
pub struct Client<D: Dialect> {
    process: Process,
    name: String,
    options: Vec<(String, OptionKind)>,
    searching: Option<Searching<D::Rules>>,
    /// How often it was pinged. It answers each in order, so the count tells what it said before.
    pings: u64,
    /// How many of them it has answered.
    echoes: u64,
    /// Whether options can no longer be set.
    is_settled: bool,
    dialect: D,
}

impl<D: Dialect> Client<D> {
    /// Starts a program and lets it introduce itself.
    pub fn start(command: &EngineCommand) -> Result<Self, ClientError> {
        Self::start_within(command, PATIENCE)
    }

    /// [`Client::start`] with another limit to the time that the introduction may take.
    pub fn start_within(command: &EngineCommand, time: Duration) -> Result<Self, ClientError> {
        let mut client = Self {
            process: Process::start(command)?,
            name: command.program.clone(),
            options: Vec::new(),
            searching: None,
            pings: 0,
            echoes: 0,
            is_settled: false,
            dialect: D::default(),
        };
        client.process.send(D::GREETING)?;
        let deadline = Instant::now() + time;
        let mut room = INTRODUCTION_ROOM;
        loop {
            let ProcessEvent::Line(line, _) =
                client.process.receive(Some(deadline), D::GREETING)?
            else {
                continue;
            };
            match D::introduction(&line) {
                Introduction::End => return Ok(client),
                Introduction::Name(name) => client.name = name,
                Introduction::Option(name, kind) if line.len() <= room => {
                    room -= line.len();
                    client.options.push((name, kind));
                }
                Introduction::Option(..) | Introduction::Other => {}
            }
        }
    }

    /// Whether the engine declared an option.
    pub fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|(declared, _)| declared.eq_ignore_ascii_case(name))
    }

    /// Tells the engine that it will be asked to ponder, if it wants to know: it may plan its time
    /// differently.
    pub fn announce_pondering(&mut self) -> Result<(), OptionError> {
        if self.has_option("Ponder") { self.set_option("Ponder", "true") } else { Ok(()) }
    }

    /// An option that the engine would need for a game that begins like this and has not got.
    pub fn missing_option(&self, game: &Game<D::Rules>) -> Option<&'static str> {
        let (name, _) = D::default().option_before(game)?;
        (!self.has_option(name)).then_some(name)
    }

    /// Waits until the engine has digested everything it was told.
    pub fn is_ready(&mut self, time: Duration) -> Result<(), ClientError> {
        self.settle(time)?;
        self.process.send(D::PING.0)?;
        self.pings += 1;
        let (ping, deadline) = (self.pings, Instant::now() + time);
        while self.echoes < ping {
            if let ProcessEvent::Line(line, at) = self.process.receive(Some(deadline), D::PING.0)? {
                self.hear(&line, at, &mut |_| {});
            }
        }
        Ok(())
    }

    /// Tells an engine that wants to know that all options are set.
    fn settle(&mut self, time: Duration) -> Result<(), ClientError> {
        let Some((question, answer)) = D::INIT.filter(|_| !self.is_settled) else {
            return Ok(());
        };
        self.is_settled = true;
        self.process.send(question)?;
        let deadline = Instant::now() + time;
        loop {
            if let ProcessEvent::Line(line, _) = self.process.receive(Some(deadline), question)?
                && line.trim() == answer
            {
                return Ok(());
            }
        }
    }

    /// Begins a search and returns at once. With `pondering` the last move of the game is the one
    /// expected of the opponent, and the search goes on until [`Client::ponder_hit`] or
    /// [`Client::stop`]. `among` are the root moves to choose from; all if there are none.
    pub fn go(
        &mut self,
        game: &Game<D::Rules>,
        limits: &Limits,
        among: &[MoveOf<D>],
        pondering: bool,
    ) -> Result<(), ClientError> {
        if self.searching.is_some() {
            return Err(ClientError::OutOfTurn("is still busy with another search"));
        }
        if let Some((name, value)) = self.dialect.option_before(game) {
            self.set_option(name, value)?;
        }
        self.settle(PATIENCE)?;
        let order = SearchOrder { game, limits, among, is_pondering: pondering };
        let text = self.dialect.go(&order);
        let text = text.map_err(ClientError::Unsupported)?;
        self.process.send(&format!("{}\n{text}", D::PING.0))?;
        self.pings += 1;
        let (position, ping) = (game.position().clone(), self.pings);
        self.searching = Some(Searching { position, ping, report: None, answer: None });
        Ok(())
    }

    /// Tells a pondering engine that the expected move was played.
    pub fn ponder_hit(&mut self) -> Result<(), ClientError> {
        self.process.send(D::PONDER_HIT)
    }

    /// Asks for the answer now; it still has to be waited for.
    pub fn stop(&mut self) -> Result<(), ClientError> {
        self.process.send("stop")
    }

    /// Waits for the answer to [`Client::go`]. After [`ClientError::TimedOut`] the search is still
    /// under way and can be waited for again.
    pub fn wait(
        &mut self,
        deadline: Option<Instant>,
    ) -> Result<EngineReply<MoveOf<D>>, ClientError> {
        self.wait_and_tell(deadline, None, &mut |_| {})
    }

    fn wait_and_tell(
        &mut self,
        mut deadline: Option<Instant>,
        signals: Option<&Signals>,
        on_event: &mut dyn FnMut(Event<MoveOf<D>>),
    ) -> Result<EngineReply<MoveOf<D>>, ClientError> {
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
            if let ProcessEvent::Line(line, at) = self.process.receive(deadline, asked)? {
                self.hear(&line, at, on_event);
            }
        }
    }

    /// Takes note of something that the engine said.
    fn hear(&mut self, line: &str, at: Instant, on_event: &mut dyn FnMut(Event<MoveOf<D>>)) {
        if line.trim() == D::PING.1 {
            // What was not asked cannot have been answered.
            self.echoes = self.pings.min(self.echoes + 1);
            return;
        }
        let echoes = self.echoes;
        let Some(searching) = self.searching.as_mut().filter(|search| search.ping <= echoes) else {
            return;
        };
        match D::hear(line.trim_start(), &searching.position) {
            Heard::Answer(answer) => {
                searching.answer.get_or_insert((answer, at));
            }
            Heard::Report(report) => {
                if report.rank == 1 {
                    searching.report = Some(report.clone());
                }
                on_event(Event::Report(report));
            }
            Heard::Cost { nodes, time } => {
                if let Some(last) = &mut searching.report {
                    last.nodes = nodes;
                    last.time = time.unwrap_or(last.time);
                }
            }
            Heard::Remark(words) => on_event(Event::Remark(words)),
            Heard::Nothing => {}
        }
    }

    /// The answer, if it has come.
    fn answer(&mut self) -> Result<Option<EngineReply<MoveOf<D>>>, ClientError> {
        match &self.searching {
            None => return Err(ClientError::OutOfTurn("was never asked for a move")),
            Some(searching) if searching.answer.is_none() => return Ok(None),
            Some(_) => {}
        }
        let Some(Searching { report, answer: Some((answer, at)), .. }) = self.searching.take()
        else {
            return Ok(None);
        };
        let answer = answer.map_err(ClientError::BadMove)?;
        Ok(Some(EngineReply { answer, report, at }))
    }
}

/// What can go wrong with options is told in the words of options.
impl<D: Dialect> NamedOptions for Client<D> {
    fn options(&self) -> Vec<(String, OptionKind)> {
        self.options.clone()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let declared = self.options.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let (name, kind) = declared.ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let value = kind.check(name, value)?;
        let unusable = |reason: String| OptionError::Unusable { name: name.clone(), reason };
        if D::INIT.is_some() && self.is_settled {
            let reason = "this protocol sets options before the first game only".to_owned();
            return Err(unusable(reason));
        }
        let text = D::set_option(name, kind, &value).map_err(unusable)?;
        // A line break would smuggle in another command.
        if text.contains(['\n', '\r']) {
            return Err(unusable("the value has more than one line".to_owned()));
        }
        self.process.send(&text).map_err(|error| unusable(error.to_string()))
    }
}

impl<D: Dialect> Engine for Client<D> {
    type Rules = D::Rules;
    type Error = ClientError;

    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self) -> Result<(), ClientError> {
        self.settle(PATIENCE)?;
        self.process.send(D::NEW_GAME)?;
        self.is_ready(PATIENCE)
    }

    fn search(
        &mut self,
        query: &Query<D::Rules>,
        on_event: &mut dyn FnMut(Event<MoveOf<D>>),
    ) -> Result<Answer<MoveOf<D>>, ClientError> {
        let Query { game, limits, among, signals, .. } = query;
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

#[cfg(test)]
mod tests;
