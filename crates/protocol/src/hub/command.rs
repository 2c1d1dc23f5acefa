//! Lines as commands. Moves stay text here: only a position can read them.

use super::syntax::{HubLine, SyntaxError};
use damier_core::{Depth, Side};
use damier_search::{Limits, PlayerClock};
use std::time::Duration;

/// What a line asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum HubCommand {
    /// `hub`: introduce yourself.
    Hub,
    /// `set-param name=… value=…`.
    SetParameter {
        /// The parameter.
        name: String,
        /// Its value.
        value: String,
    },
    /// `init`: all parameters are set, get ready.
    Init,
    /// `new-game`: what follows has nothing to do with what was before.
    NewGame,
    /// `ping`: are you there?
    Ping,
    /// `pos …`.
    Position {
        /// The position as 51 letters; the usual start if there is none.
        start: Option<String>,
        /// The moves after that.
        moves: Vec<String>,
    },
    /// `level …`: what the next search may cost, besides what was said before.
    Level {
        /// What could be read.
        level: HubLevel,
        /// What could not.
        misread: Vec<HubCommandError>,
    },
    /// `go …`.
    Go(Mode),
    /// `ponder-hit`: the expected move was played.
    PonderHit,
    /// `stop`: answer now.
    Stop,
    /// `quit`.
    Quit,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// To play.
    Think,
    /// To play, in the opponent's time.
    Ponder,
    /// To know.
    Analyze,
}

/// What a search may cost, as Hub says it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HubLevel {
    /// Whole iterations.
    pub depth: Option<u32>,
    /// Nodes that the search may visit.
    pub nodes: Option<u64>,
    /// Seconds for this move.
    pub move_time: Option<f64>,
    /// Moves to the next time control.
    pub moves: Option<u32>,
    /// Seconds on the clock. They do not contain the increment of this move, so they may be less
    /// than nothing.
    pub time: Option<f64>,
    /// Seconds that are added before each move.
    pub increment: Option<f64>,
    /// Search until stopped.
    pub infinite: bool,
}

/// Why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HubCommandError {
    /// The line cannot be taken apart.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// There is no such command.
    #[error(
        "there is no command {0:?}; there are hub, set-param, init, new-game, ping, pos, level, \
        go, ponder-hit, stop and quit"
    )]
    Unknown(String),
    /// A search cannot be for that.
    #[error("go: there is think, ponder and analyze, not {0:?}; nothing is searched")]
    UnknownMode(String),
    /// Something has to be there, and is not.
    #[error("{command}: {expected} is missing")]
    Missing {
        /// The command.
        command: &'static str,
        /// What should be there.
        expected: &'static str,
    },
    /// A value that is no number, or none that makes sense there.
    #[error("{command}: {argument} needs {expected}, not {found:?}")]
    BadNumber {
        /// The command.
        command: &'static str,
        /// The argument.
        argument: &'static str,
        /// What it takes.
        expected: &'static str,
        /// What was there; empty if nothing was.
        found: String,
    },
}

/// No time is longer, in seconds: thirty years. It keeps sums far from overflow.
const MAX_SECONDS: f64 = 1e9;

impl HubCommand {
    /// Reads a line; `None` if it is empty. Unknown arguments are passed over, as the protocol
    /// asks, but for those of `go`.
    pub fn from_line(text: &str) -> Result<Option<Self>, HubCommandError> {
        let Some(line) = HubLine::read(text)? else {
            return Ok(None);
        };
        Ok(Some(match line.command {
            "hub" => Self::Hub,
            "set-param" => Self::SetParameter {
                name: required(&line, "set-param", "name", "name=…")?,
                value: required(&line, "set-param", "value", "value=…")?,
            },
            "init" => Self::Init,
            "new-game" => Self::NewGame,
            "ping" => Self::Ping,
            "pos" => read_position(&line)?,
            "level" => {
                let (level, misread) = HubLevel::read(&line);
                Self::Level { level, misread }
            }
            "go" => Self::Go(read_mode(&line)?),
            "ponder-hit" => Self::PonderHit,
            "stop" => Self::Stop,
            "quit" => Self::Quit,
            unknown => return Err(HubCommandError::Unknown(unknown.chars().take(40).collect())),
        }))
    }
}

fn required(
    line: &HubLine,
    command: &'static str,
    name: &str,
    expected: &'static str,
) -> Result<String, HubCommandError> {
    let value = line.value(name).map(str::to_owned);
    value.ok_or(HubCommandError::Missing { command, expected })
}

/// What a search is for. Another word is an error: it may be a limit, which belongs to `level`, and
/// a search without it might never end.
fn read_mode(line: &HubLine) -> Result<Mode, HubCommandError> {
    let mut mode = Mode::Think;
    for argument in &line.arguments {
        mode = match argument.name {
            "think" => mode,
            "ponder" => Mode::Ponder,
            "analyze" | "analyse" => Mode::Analyze,
            unknown => {
                return Err(HubCommandError::UnknownMode(unknown.chars().take(40).collect()));
            }
        };
    }
    Ok(mode)
}

fn read_position(line: &HubLine) -> Result<HubCommand, HubCommandError> {
    let start = line.value("pos").map(str::to_owned);
    if start.is_none() && !line.has("start") {
        return Err(HubCommandError::Missing { command: "pos", expected: "start or pos=…" });
    }
    let moves = line.value("moves").unwrap_or_default();
    Ok(HubCommand::Position { start, moves: moves.split_whitespace().map(str::to_owned).collect() })
}

impl HubLevel {
    /// What can be read of a line, and what cannot.
    fn read(line: &HubLine) -> (Self, Vec<HubCommandError>) {
        let mut misread = Vec::new();
        let level = Self {
            depth: readable(whole(line, "depth"), &mut misread),
            nodes: readable(whole(line, "nodes"), &mut misread),
            move_time: readable(seconds(line, "move-time"), &mut misread),
            moves: readable(whole(line, "moves"), &mut misread),
            time: readable(seconds(line, "time"), &mut misread),
            increment: readable(seconds(line, "inc"), &mut misread),
            infinite: line.has("infinite"),
        };
        (level, misread)
    }

    /// Adds what another line says.
    pub fn add(&mut self, other: &Self) {
        self.depth = other.depth.or(self.depth);
        self.nodes = other.nodes.or(self.nodes);
        self.move_time = other.move_time.or(self.move_time);
        self.moves = other.moves.or(self.moves);
        self.time = other.time.or(self.time);
        self.increment = other.increment.or(self.increment);
        self.infinite |= other.infinite;
    }

    /// The same in our words, for a search of `side`. Hub adds the increment before a move and we
    /// after it, so the clock as it stands when it starts to run already contains it.
    pub fn to_limits(&self, side: Side) -> Limits {
        let mut limits = Limits {
            depth: self.depth.map(|plies| {
                let most = Depth::MAX.plies().unsigned_abs();
                Depth::new(plies.clamp(1, most).cast_signed())
            }),
            nodes: self.nodes.map(|nodes| nodes.max(1)),
            move_time: self.move_time.map(duration),
            infinite: self.infinite,
            ..Limits::default()
        };
        let increment = self.increment.unwrap_or(0.0).max(0.0);
        limits.clocks[side.index()] = self.time.map(|time| PlayerClock {
            remaining: duration(time + increment),
            increment: duration(increment),
            moves_to_go: self.moves.filter(|&moves| moves > 0),
        });
        limits
    }

    /// The opposite of [`HubLevel::to_limits`]. A search for a mate has no words in Hub.
    pub fn from_limits(limits: &Limits, side: Side) -> Self {
        let clock = limits.clock(side);
        let increment = clock.map(|clock| clock.increment.as_secs_f64()).filter(|&inc| inc > 0.0);
        Self {
            depth: limits.depth.map(|depth| depth.plies().max(1).unsigned_abs()),
            nodes: limits.nodes,
            move_time: limits.move_time.map(|time| time.as_secs_f64()),
            moves: clock.and_then(|clock| clock.moves_to_go),
            time: clock.map(|clock| clock.remaining.as_secs_f64() - increment.unwrap_or(0.0)),
            increment,
            infinite: limits.infinite,
        }
    }
}

/// A value, or none if it could not be read.
fn readable<T>(
    value: Result<Option<T>, HubCommandError>,
    misread: &mut Vec<HubCommandError>,
) -> Option<T> {
    value.unwrap_or_else(|error| {
        misread.push(error);
        None
    })
}

/// A time. A clock that has run out may be shown as less than nothing.
fn duration(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds.clamp(0.0, MAX_SECONDS))
}

fn whole<N: std::str::FromStr>(
    line: &HubLine,
    argument: &'static str,
) -> Result<Option<N>, HubCommandError> {
    number(line, argument, "a whole number")
}

fn seconds(line: &HubLine, argument: &'static str) -> Result<Option<f64>, HubCommandError> {
    let expected = "a number of seconds";
    match number::<f64>(line, argument, expected)? {
        Some(seconds) if !seconds.is_finite() => {
            let found = line.value(argument).unwrap_or_default().to_owned();
            Err(HubCommandError::BadNumber { command: "level", argument, expected, found })
        }
        seconds => Ok(seconds),
    }
}

fn number<N: std::str::FromStr>(
    line: &HubLine,
    argument: &'static str,
    expected: &'static str,
) -> Result<Option<N>, HubCommandError> {
    if !line.has(argument) {
        return Ok(None);
    }
    let text = line.value(argument).unwrap_or_default();
    text.parse().map(Some).map_err(|_| {
        let found = text.chars().take(40).collect();
        HubCommandError::BadNumber { command: "level", argument, expected, found }
    })
}

#[cfg(test)]
mod tests;
