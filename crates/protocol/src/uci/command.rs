//! Commands as values. Moves stay text here: only a position can read them.

use damier_core::{Depth, Side};
use damier_search::{Limits, PlayerClock};
use std::time::Duration;

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UciCommand {
    /// `uci`: introduce yourself.
    Uci,
    /// `isready`: have you done what was asked so far?
    IsReady,
    /// `setoption name … [value …]`.
    SetOption {
        /// The name, words separated by single spaces.
        name: String,
        /// The value as it was written; empty for a button.
        value: String,
    },
    /// `ucinewgame`: what follows has nothing to do with what was before.
    NewGame,
    /// `position …`.
    Position {
        /// Where the game begins.
        start: Start,
        /// The moves after that.
        moves: Vec<String>,
    },
    /// `go …`.
    Go(Go),
    /// `stop`: answer now.
    Stop,
    /// `ponderhit`: the expected move was played.
    PonderHit,
    /// `quit`.
    Quit,
    /// `d`: draw the board.
    Draw,
    /// `eval`: show the terms of the evaluation.
    Explain,
    /// `bench [depth]`: do a fixed piece of work.
    Bench {
        /// How deep; the usual depth if it is not given.
        depth: Option<u32>,
    },
    /// `genfens …`: make openings.
    Openings(OpeningsOrder),
    /// `help`.
    Help,
    /// `debug` and `register`, which change nothing here.
    Ignored,
}

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The usual position.
    Standard,
    /// A position as FEN.
    Fen(String),
}

/// What `go` asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// What the search may cost.
    pub limits: Limits,
    /// Whether it begins in the opponent's time.
    pub ponder: bool,
    /// The moves to choose from; all if empty.
    pub search_moves: Vec<String>,
    /// Count the move paths of so many plies instead of searching.
    pub perft: Option<u32>,
    /// What could not be read; the rest counts all the same, for a `go` has to be answered.
    pub misread: Vec<CommandError>,
}

/// What `genfens` asks for: `genfens N seed S book <None|path>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningsOrder {
    /// The number of openings.
    pub count: u64,
    /// What they depend on.
    pub seed: u64,
    /// A file with a position a line; the usual start if there is none.
    pub book: Option<String>,
}

/// Why a line that begins with a command is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// Something has to follow, and nothing did.
    #[error("{command}: {expected} is missing")]
    Missing {
        /// The command.
        command: &'static str,
        /// What should have come.
        expected: &'static str,
    },
    /// Something else has to stand there.
    #[error("{command}: {expected} has to stand where {found:?} does")]
    Unexpected {
        /// The command.
        command: &'static str,
        /// What should have come.
        expected: &'static str,
        /// What came.
        found: String,
    },
    /// A value that is no number, or none that makes sense there.
    #[error("{command}: {field} needs a whole number, not {found:?}")]
    BadNumber {
        /// The command.
        command: &'static str,
        /// The word before the number.
        field: String,
        /// What was there; empty if nothing was.
        found: String,
    },
}

/// No time is longer, in milliseconds: thirty years. It keeps sums far from overflow.
const MAX_MILLISECONDS: i64 = 1_000_000_000_000;

/// A count of more plies would take for ever, and each takes room on the stack.
const MAX_PERFT: u32 = 100;

/// The words that may follow `go`; each ends the list of moves after `searchmoves`.
const GO_WORDS: [&str; 13] = [
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
];

impl UciCommand {
    /// Reads a line. Unknown words in front of a command are passed over, as the protocol asks;
    /// `None` if there is no command at all.
    pub fn from_line(line: &str) -> Result<Option<Self>, CommandError> {
        let mut words = CommandWords { rest: line };
        while let Some(word) = words.next() {
            if let Some(command) = Self::read(word, &mut words) {
                return command.map(Some);
            }
        }
        Ok(None)
    }

    /// Whether the first word of a line is a command.
    pub fn begins(line: &str) -> bool {
        let mut words = CommandWords { rest: line };
        words.next().is_some_and(|word| Self::read(word, &mut words).is_some())
    }

    /// Reads what follows the word of a command; `None` if the word is no command.
    fn read(word: &str, words: &mut CommandWords) -> Option<Result<Self, CommandError>> {
        Some(match word {
            "uci" => Ok(Self::Uci),
            "isready" => Ok(Self::IsReady),
            "setoption" => read_option(words),
            "ucinewgame" => Ok(Self::NewGame),
            "position" => read_position(words),
            "go" => Ok(Self::Go(read_go(words))),
            "stop" => Ok(Self::Stop),
            "ponderhit" => Ok(Self::PonderHit),
            "quit" => Ok(Self::Quit),
            "d" => Ok(Self::Draw),
            "eval" => Ok(Self::Explain),
            "bench" => match words.next() {
                None => Ok(Self::Bench { depth: None }),
                Some(word) => number("bench", "the depth", Some(word))
                    .map(|depth| Self::Bench { depth: Some(depth) }),
            },
            "genfens" => read_openings(words).map(Self::Openings),
            "help" => Ok(Self::Help),
            "debug" | "register" => Ok(Self::Ignored),
            _ => return None,
        })
    }
}

/// The words of a line, and what is left of it.
struct CommandWords<'a> {
    rest: &'a str,
}

impl<'a> Iterator for CommandWords<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let text = self.rest.trim_start();
        let (word, rest) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }
}

impl CommandWords<'_> {
    /// The next word has to be this one.
    fn expect(&mut self, command: &'static str, word: &'static str) -> Result<(), CommandError> {
        match self.next() {
            Some(found) if found == word => Ok(()),
            Some(found) => {
                let found = found.to_owned();
                Err(CommandError::Unexpected { command, expected: word, found })
            }
            None => Err(CommandError::Missing { command, expected: word }),
        }
    }
}

fn read_option(words: &mut CommandWords) -> Result<UciCommand, CommandError> {
    words.expect("setoption", "name")?;
    let name: Vec<&str> = words.by_ref().take_while(|&word| word != "value").collect();
    if name.is_empty() {
        return Err(CommandError::Missing { command: "setoption", expected: "the name" });
    }
    // Not word by word: paths may have several blanks in a row.
    Ok(UciCommand::SetOption { name: name.join(" "), value: words.rest.trim().to_owned() })
}

fn read_position(words: &mut CommandWords) -> Result<UciCommand, CommandError> {
    const COMMAND: &str = "position";
    const EXPECTED: &str = "startpos or fen";
    let start = match words.next() {
        Some("startpos") => {
            if let Some(found) = words.next().filter(|&word| word != "moves") {
                let found = found.to_owned();
                return Err(CommandError::Unexpected {
                    command: COMMAND,
                    expected: "moves",
                    found,
                });
            }
            Start::Standard
        }
        Some("fen") => {
            let fields: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
            Start::Fen(fields.join(" "))
        }
        Some(found) => {
            let found = found.to_owned();
            return Err(CommandError::Unexpected { command: COMMAND, expected: EXPECTED, found });
        }
        None => return Err(CommandError::Missing { command: COMMAND, expected: EXPECTED }),
    };
    Ok(UciCommand::Position { start, moves: words.map(str::to_owned).collect() })
}

fn read_go(words: &mut CommandWords) -> Go {
    let mut go = Go::default();
    let mut clocks = GoClocks::default();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        match word {
            "infinite" => go.limits.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                while let Some(mv) = words.next_if(|word| !GO_WORDS.contains(word)) {
                    go.search_moves.push(mv.to_owned());
                }
            }
            field if GO_WORDS.contains(&field) => {
                // Without a number the next word is a field of its own.
                let value = words.next_if(|word| !GO_WORDS.contains(word));
                let read = read_limit(&mut go, &mut clocks, field, value);
                go.misread.extend(read.err());
            }
            // Words of tomorrow, or of other programs.
            _ => {}
        }
    }
    for side in Side::ALL {
        let increment = clocks.increments[side.index()];
        let clock =
            |remaining| PlayerClock { remaining, increment, moves_to_go: clocks.moves_to_go };
        go.limits.clocks[side.index()] = clocks.times[side.index()].map(clock);
    }
    go
}

/// The numbers of both clocks, which come in any order.
#[derive(Default)]
struct GoClocks {
    times: [Option<Duration>; 2],
    increments: [Duration; 2],
    moves_to_go: Option<u32>,
}

/// Reads one of the words that have a number behind them.
fn read_limit(
    go: &mut Go,
    clocks: &mut GoClocks,
    field: &str,
    value: Option<&str>,
) -> Result<(), CommandError> {
    let [white, black] = Side::ALL.map(Side::index);
    let limits = &mut go.limits;
    match field {
        "wtime" => clocks.times[white] = Some(milliseconds(field, value)?),
        "btime" => clocks.times[black] = Some(milliseconds(field, value)?),
        "winc" => clocks.increments[white] = milliseconds(field, value)?,
        "binc" => clocks.increments[black] = milliseconds(field, value)?,
        "movetime" => limits.move_time = Some(milliseconds(field, value)?),
        "movestogo" => {
            // Some programs write 0, or less, for "the rest of the game".
            let moves = whole_part(field, value)?;
            clocks.moves_to_go = u32::try_from(moves).ok().filter(|&moves| moves > 0);
        }
        "depth" => {
            let plies = count(field, value)?.clamp(1, Depth::MAX.plies().unsigned_abs().into());
            limits.depth = Some(Depth::new(plies as i32));
        }
        "nodes" => limits.nodes = Some(count(field, value)?.max(1)),
        "mate" => limits.mate = Some(count(field, value)?.clamp(1, u32::MAX.into()) as u32),
        "perft" => go.perft = Some(count(field, value)?.min(MAX_PERFT.into()) as u32),
        _ => unreachable!("{field} is not among the words of go"),
    }
    Ok(())
}

fn read_openings(words: &mut CommandWords) -> Result<OpeningsOrder, CommandError> {
    const COMMAND: &str = "genfens";
    let count = number(COMMAND, "the count", words.next())?;
    words.expect(COMMAND, "seed")?;
    let seed = number(COMMAND, "seed", words.next())?;
    words.expect(COMMAND, "book")?;
    let book = words
        .next()
        .ok_or(CommandError::Missing { command: COMMAND, expected: "None or a path after book" })?;
    let book = (!book.eq_ignore_ascii_case("none")).then(|| book.to_owned());
    Ok(OpeningsOrder { count, seed, book })
}

fn number<N: std::str::FromStr>(
    command: &'static str,
    field: &str,
    word: Option<&str>,
) -> Result<N, CommandError> {
    let found = word.unwrap_or_default();
    found.parse().map_err(|_| CommandError::BadNumber {
        command,
        field: field.to_owned(),
        found: found.to_owned(),
    })
}

/// A number as programs write it: some put a decimal point behind it, and some have no limit but
/// their largest number.
fn whole_part(field: &str, word: Option<&str>) -> Result<i64, CommandError> {
    let found = word.unwrap_or_default();
    let decimal = || found.parse().ok().filter(|number: &f64| number.is_finite());
    let number = found.parse().ok().or_else(|| decimal().map(|number| number as i64));
    number.ok_or_else(|| CommandError::BadNumber {
        command: "go",
        field: field.to_owned(),
        found: found.to_owned(),
    })
}

/// A number of plies, nodes or moves. Less than nothing is no number of them.
fn count(field: &str, word: Option<&str>) -> Result<u64, CommandError> {
    u64::try_from(whole_part(field, word)?).map_err(|_| CommandError::BadNumber {
        command: "go",
        field: field.to_owned(),
        found: word.unwrap_or_default().to_owned(),
    })
}

/// A time. A clock that has run out may be shown as less than nothing.
fn milliseconds(field: &str, word: Option<&str>) -> Result<Duration, CommandError> {
    let number = whole_part(field, word)?;
    Ok(Duration::from_millis(number.clamp(0, MAX_MILLISECONDS).unsigned_abs()))
}

#[cfg(test)]
mod tests;
