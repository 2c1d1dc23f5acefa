//! The seven kinds of message: 1 to 127 characters, the first of which is the kind.
//!
//! Numbers have leading zeros, names are filled up with blanks, and Black is `Z`, *zwart*.

mod fields;

use damier_draughts::{Bitboard, CompactError, Move, Position, Side, Square};
use fields::Fields;
use std::fmt;
use std::time::Duration;

/// No message is longer.
pub const MAX_LENGTH: usize = 127;

/// The version of the protocol that is spoken here.
pub const VERSION: u8 = 1;

const NAME_LENGTH: usize = 32;

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// R, GAMEREQ: shall we play?
    GameRequest(GameRequest),
    /// A, GAMEACC: the answer to that.
    GameAcceptance(GameAcceptance),
    /// M, MOVE.
    Move(MoveMessage),
    /// E, GAMEEND: the game is over; also the answer to that.
    GameEnd(GameEnd),
    /// C, CHAT: words for people.
    Chat(String),
    /// B, BACKREQ: may we go back?
    BackRequest {
        /// The move number to go back to.
        number: u16,
        /// The side that would be to move there.
        side: Side,
    },
    /// K, BACKACC: the answer to that.
    BackAcceptance {
        /// 0 for yes.
        code: u8,
    },
}

/// What GAMEREQ asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRequest {
    /// The version of the protocol.
    pub version: u8,
    /// Who asks.
    pub name: String,
    /// The side that the other plays.
    pub follower: Side,
    /// Thinking time of each player for the game; nothing means that nothing was agreed.
    pub time: Duration,
    /// Moves of each player after which the game ends; `None` if it has no such limit.
    pub moves: Option<u16>,
    /// The position to begin with; the usual one if there is none.
    pub start: Option<Position>,
}

/// What GAMEACC answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameAcceptance {
    /// Who answers.
    pub name: String,
    /// 0 for yes, 1 for an unknown version, other digits for other reasons.
    pub code: u8,
}

/// What MOVE says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveMessage {
    /// Seconds that the move took; for information only.
    pub seconds: u16,
    /// Where the piece stands.
    pub from: Square,
    /// Where it arrives.
    pub to: Square,
    /// The squares of the pieces that it takes, in any order.
    pub captured: Vec<Square>,
}

/// What GAMEEND says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// How the game ended in the eyes of the sender.
    pub reason: EndReason,
    /// Whether the sender wants no other game.
    pub stops: bool,
}

/// How a game ended in the eyes of the sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// It does not say.
    Unknown = 0,
    /// It has lost or gives up.
    ILose = 1,
    /// The game is drawn.
    Draw = 2,
    /// It has won.
    IWin = 3,
}

/// Why bytes are no message. Columns are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MessageError {
    /// Nothing between two ends.
    #[error("an empty message")]
    Empty,
    /// No end in sight.
    #[error("a message of more than {MAX_LENGTH} characters")]
    TooLong,
    /// The first character is no kind.
    #[error("there is no kind of message {kind:?}; there are R, A, M, E, C, B and K")]
    UnknownKind {
        /// What it is.
        kind: char,
    },
    /// A message must have a length and has another.
    #[error("{kind}: the message has {found} characters, but needs {expected}")]
    WrongLength {
        /// The kind of message.
        kind: char,
        /// What it needs.
        expected: usize,
        /// What it has.
        found: usize,
    },
    /// Something other than what has to stand there.
    #[error("{kind}, column {column}: {found:?} is not {expected}")]
    BadField {
        /// The kind of message.
        kind: char,
        /// Where the field begins.
        column: usize,
        /// What has to stand there.
        expected: &'static str,
        /// What stands there.
        found: String,
    },
    /// The position of a game request cannot be set up.
    #[error("R, column 44: {0}")]
    BadPosition(#[from] CompactError),
}

impl Message {
    /// Reads a message without its end.
    pub fn read(bytes: &[u8]) -> Result<Self, MessageError> {
        let kind = *bytes.first().ok_or(MessageError::Empty)?;
        if bytes.len() > MAX_LENGTH {
            return Err(MessageError::TooLong);
        }
        if kind == b'C' {
            return Ok(Self::Chat(String::from_utf8_lossy(&bytes[1..]).into_owned()));
        }
        // Some programs add blanks or line ends, which mean nothing anywhere.
        let text = String::from_utf8_lossy(bytes);
        let text: Vec<char> = text.trim_end().chars().collect();
        let mut fields = Fields { kind: kind.into(), text: &text, place: 1 };
        match kind {
            b'R' => fields.game_request().map(Self::GameRequest),
            b'A' => {
                fields.expect_length(34)?;
                let name = fields.name();
                let code = fields.digit("a digit that accepts or declines")?;
                Ok(Self::GameAcceptance(GameAcceptance { name, code }))
            }
            b'M' => fields.move_message().map(Self::Move),
            b'E' => {
                fields.expect_length(3)?;
                let reason = fields.one("a reason from 0 to 3", |letter| match letter {
                    '0' => Some(EndReason::Unknown),
                    '1' => Some(EndReason::ILose),
                    '2' => Some(EndReason::Draw),
                    '3' => Some(EndReason::IWin),
                    _ => None,
                })?;
                let stops = fields.one("a stop code, 0 or 1", |letter| match letter {
                    '0' => Some(false),
                    '1' => Some(true),
                    _ => None,
                })?;
                Ok(Self::GameEnd(GameEnd { reason, stops }))
            }
            b'B' => {
                fields.expect_length(5)?;
                let number = fields.number(3, "a move number")?;
                Ok(Self::BackRequest { number, side: fields.side()? })
            }
            b'K' => {
                fields.expect_length(2)?;
                Ok(Self::BackAcceptance { code: fields.digit("a digit")? })
            }
            other => Err(MessageError::UnknownKind { kind: other.into() }),
        }
    }

    /// Writes a message without its end. What does not fit its field is cut or the nearest that
    /// does; what is not ASCII becomes a question mark.
    pub fn write(&self) -> String {
        match self {
            Self::GameRequest(request) => {
                let head = format!(
                    "R{:02}{}{}{}{:03}",
                    request.version.min(99),
                    padded(&request.name),
                    letter(request.follower),
                    write_minutes(request.time),
                    request.moves.unwrap_or(0).min(999),
                );
                match &request.start {
                    None => head + "A",
                    Some(position) => format!("{head}B{}", position.to_dxp()),
                }
            }
            Self::GameAcceptance(GameAcceptance { name, code }) => {
                format!("A{}{}", padded(name), code.min(&9))
            }
            Self::Move(MoveMessage { seconds, from, to, captured }) => {
                let squares: String =
                    captured.iter().map(|square| format!("{:02}", square.number())).collect();
                let (from, to, count) = (from.number(), to.number(), captured.len());
                format!("M{:04}{from:02}{to:02}{count:02}{squares}", seconds.min(&9999))
            }
            Self::GameEnd(GameEnd { reason, stops }) => {
                format!("E{}{}", *reason as u8, u8::from(*stops))
            }
            Self::Chat(words) => {
                let words = ascii(words, MAX_LENGTH - 1);
                format!("C{}", if words.is_empty() { " " } else { &words })
            }
            Self::BackRequest { number, side } => {
                format!("B{:03}{}", number.min(&999), letter(*side))
            }
            Self::BackAcceptance { code } => format!("K{}", code.min(&9)),
        }
    }
}

impl MoveMessage {
    /// The message for a move that took some time.
    pub fn new(mv: Move, time: Duration) -> Self {
        let seconds = time.as_secs().try_into().unwrap_or(u16::MAX);
        Self {
            seconds,
            from: mv.from(),
            to: mv.to(),
            captured: mv.captured().into_iter().collect(),
        }
    }

    /// The legal move that is meant, if there is one.
    pub fn find(&self, position: &Position) -> Option<Move> {
        let set: Bitboard = self.captured.iter().copied().collect();
        let is_meant = |mv: &&Move| {
            (mv.from(), mv.to(), mv.captured()) == (self.from, self.to, set)
                && self.captured.len() == set.count()
        };
        position.legal_moves().iter().find(is_meant).copied()
    }
}

/// The move as Hub writes it.
impl fmt::Display for MoveMessage {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let separator = if self.captured.is_empty() { '-' } else { 'x' };
        write!(f, "{}{separator}{}", self.from, self.to)?;
        self.captured.iter().try_for_each(|square| write!(f, "x{square}"))
    }
}

impl EndReason {
    /// What the same end is for the other side.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::ILose => Self::IWin,
            Self::IWin => Self::ILose,
            same => same,
        }
    }
}

fn letter(side: Side) -> char {
    match side {
        Side::White => 'W',
        Side::Black => 'Z',
    }
}

fn ascii(text: &str, length: usize) -> String {
    let plain = |letter: char| match letter {
        ' '..='~' => letter,
        letter if letter.is_whitespace() => ' ',
        _ => '?',
    };
    text.chars().map(plain).take(length).collect()
}

fn padded(name: &str) -> String {
    format!("{:NAME_LENGTH$}", ascii(name.trim(), NAME_LENGTH))
}

/// The number of three characters that is nearest to a time, but not nothing if that is not meant.
fn write_minutes(time: Duration) -> String {
    let minutes = time.as_secs_f64() / 60.0;
    let hundredths = (minutes * 100.0).round();
    let tenths = (minutes * 10.0).round();
    let is_whole = (minutes - minutes.round()).abs() < 1e-9;
    if time.is_zero() || is_whole || tenths >= 100.0 {
        format!("{:03}", minutes.round().min(999.0))
    } else if hundredths < 100.0 {
        format!(".{:02}", hundredths.max(1.0))
    } else {
        format!("{:.1}", tenths / 10.0)
    }
}

#[cfg(test)]
mod tests;
