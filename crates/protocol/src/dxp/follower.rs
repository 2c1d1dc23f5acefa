//! Waits for programs that ask for games.

use super::connection::Connection;
use super::error::DxpError;
use super::game::{Afterwards, DxpSession, attend};
use super::message::{GameAcceptance, GameRequest, Message, MessageError, VERSION};
use super::settings::{DxpEvent, DxpSettings};
use damier_draughts::Position;
use damier_search::Engine;
use std::io::{self, ErrorKind};
use std::net::{TcpListener, TcpStream};
use std::time::Instant;

/// The version of the protocol is not supported.
const OTHER_VERSION: u8 = 1;
/// The request cannot be read.
const UNREADABLE: u8 = 2;

/// Plays games with all who connect, one after the other, until [`DxpSettings::games`] are played;
/// without such a limit, until the listener fails. Returns how many games were played to an end.
///
/// What goes wrong with a connection is told as an event and is no reason to stop.
pub fn follow<E: Engine<Rules = Position>>(
    listener: &TcpListener,
    engine: &mut E,
    settings: &DxpSettings,
    on_event: &mut dyn FnMut(DxpEvent),
) -> io::Result<u32> {
    let mut games = 0;
    while settings.games.is_none_or(|most| games < most) {
        let stream = match listener.accept() {
            Ok((stream, _)) => stream,
            // The connection was given up before it was made.
            Err(error) if error.kind() == ErrorKind::ConnectionAborted => continue,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let left = settings.games.map(|most| most - games);
        let settings = DxpSettings { games: left, ..settings.clone() };
        let mut played = 0;
        let mut count = |event: DxpEvent| {
            played += u32::from(matches!(event, DxpEvent::Over(_)));
            on_event(event);
        };
        if let Err(error) = follow_stream(stream, engine, &settings, &mut count) {
            on_event(DxpEvent::Failed(error));
        }
        games += played;
    }
    Ok(games)
}

/// Plays games with the program at the other end, until one side wants no more or hangs up.
pub fn follow_stream<E: Engine<Rules = Position>>(
    stream: TcpStream,
    engine: &mut E,
    settings: &DxpSettings,
    on_event: &mut dyn FnMut(DxpEvent),
) -> Result<(), DxpError> {
    let mut connection = Connection::new(stream)?;
    on_event(DxpEvent::Connected(connection.peer()));
    let mut left = settings.games;
    while left != Some(0) {
        let Some(request) = next_request(&mut connection, settings, on_event)? else {
            return Ok(());
        };
        let mut session = DxpSession {
            connection: &mut connection,
            engine: &mut *engine,
            settings,
            on_event: &mut *on_event,
            is_last: left == Some(1),
        };
        if session.play(request.follower, &request.name, &request)? == Afterwards::Stops {
            return Ok(());
        }
        left = left.map(|games| games - 1);
    }
    Ok(())
}

/// Waits for a request that can be accepted and accepts it; `None` if none will come.
fn next_request(
    connection: &mut Connection,
    settings: &DxpSettings,
    on_event: &mut dyn FnMut(DxpEvent),
) -> Result<Option<GameRequest>, DxpError> {
    let answer =
        |code| Message::GameAcceptance(GameAcceptance { name: settings.name.clone(), code });
    loop {
        let deadline = Instant::now().checked_add(settings.patience);
        let message = match connection.receive(deadline, "request for a game") {
            Err(DxpError::Closed) => return Ok(None),
            other => other?,
        };
        match message {
            Ok(Message::GameRequest(request)) if request.version == VERSION => {
                connection.send(&answer(0))?;
                return Ok(Some(request));
            }
            Ok(Message::GameRequest(_)) => connection.send(&answer(OTHER_VERSION))?,
            Ok(Message::GameEnd(end)) => {
                if end.stops {
                    return Ok(None);
                }
            }
            Err(error) if is_of_request(&error) => {
                connection.send(&Message::Chat(error.to_string()))?;
                connection.send(&answer(UNREADABLE))?;
                on_event(DxpEvent::Garbage(error));
            }
            other => attend(connection, other, on_event)?,
        }
    }
}

/// Whether the other side waits for an answer to what could not be read.
fn is_of_request(error: &MessageError) -> bool {
    match error {
        MessageError::WrongLength { kind, .. } | MessageError::BadField { kind, .. } => {
            *kind == 'R'
        }
        MessageError::BadPosition(_) => true,
        _ => false,
    }
}
