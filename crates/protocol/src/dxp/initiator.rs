//! Asks for games.

use super::connection::Connection;
use super::error::DxpError;
use super::game::{Afterwards, DxpGame, DxpSession, attend};
use super::message::{GameRequest, Message, VERSION};
use super::settings::{DxpEvent, DxpSettings};
use damier_draughts::{Position, Side};
use damier_search::Engine;
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The games to ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DxpMatch {
    /// The number of games.
    pub games: u32,
    /// Who plays which side.
    pub colours: Colours,
    /// Thinking time of each player for a game.
    pub time: Duration,
    /// Moves of each player after which a game ends; `None` for no limit.
    pub moves: Option<u16>,
    /// The positions to begin with, in turn; the usual one if there are none. With alternating
    /// colours each is played twice before the next.
    pub starts: Vec<Position>,
}

/// Who plays which side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// We always play this side.
    Always(Side),
    /// We play White in the first game and change sides after each.
    Alternating,
}

impl DxpMatch {
    /// What to ask for in a game, counted from 0.
    fn request(&self, number: u32, name: &str) -> GameRequest {
        let (us, round) = match self.colours {
            Colours::Always(side) => (side, number),
            Colours::Alternating => {
                (if number.is_multiple_of(2) { Side::White } else { Side::Black }, number / 2)
            }
        };
        let start = match self.starts.len() {
            0 => None,
            count => Some(self.starts[round as usize % count].clone()),
        };
        GameRequest {
            version: VERSION,
            name: name.to_owned(),
            follower: !us,
            time: self.time,
            moves: self.moves,
            start: start.filter(|position| *position != Position::start()),
        }
    }
}

/// Plays a match against the program at the other end, and returns the games. There are fewer than
/// asked for if the other side wants no more.
pub fn initiate<E: Engine<Rules = Position>>(
    stream: TcpStream,
    engine: &mut E,
    settings: &DxpSettings,
    plan: &DxpMatch,
    on_event: &mut dyn FnMut(DxpEvent),
) -> Result<Vec<DxpGame>, DxpError> {
    let mut connection = Connection::new(stream)?;
    on_event(DxpEvent::Connected(connection.peer()));
    let mut records = Vec::new();
    for number in 0..plan.games {
        let request = plan.request(number, &settings.name);
        let opponent = ask(&mut connection, &request, settings.patience, on_event)?;
        let mut keep = |event: DxpEvent| {
            if let DxpEvent::Over(record) = &event {
                records.push(record.clone());
            }
            on_event(event);
        };
        let mut session = DxpSession {
            connection: &mut connection,
            engine: &mut *engine,
            settings,
            on_event: &mut keep,
            is_last: number + 1 == plan.games,
        };
        if session.play(!request.follower, &opponent, &request)? == Afterwards::Stops {
            break;
        }
    }
    Ok(records)
}

/// Asks for a game and waits for the answer: the name of the other side.
pub(super) fn ask(
    connection: &mut Connection,
    request: &GameRequest,
    patience: Duration,
    on_event: &mut dyn FnMut(DxpEvent),
) -> Result<String, DxpError> {
    connection.send(&Message::GameRequest(request.clone()))?;
    let deadline = Instant::now().checked_add(patience);
    loop {
        match connection.receive(deadline, "answer to the request for a game")? {
            Ok(Message::GameAcceptance(answer)) if answer.code == 0 => return Ok(answer.name),
            Ok(Message::GameAcceptance(answer)) => {
                return Err(DxpError::Declined { name: answer.name, code: answer.code });
            }
            other => attend(connection, other, on_event)?,
        }
    }
}
