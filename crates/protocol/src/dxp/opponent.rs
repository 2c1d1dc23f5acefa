//! A program at the other end of a connection as an engine that can be asked for moves.

use super::connection::Connection;
use super::error::DxpError;
use super::game::{attend, break_off};
use super::initiator::ask;
use super::message::{EndReason, GameEnd, GameRequest, Message, MoveMessage, VERSION};
use super::settings::{DxpEvent, DxpSettings};
use damier_core::Game;
use damier_draughts::{Move, Position};
use damier_search::{Answer, Engine, Event, Limits, Query};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// A game is planned as if a player made so many moves, where only the time for a move is known.
const MOVES_IN_A_GAME: u32 = 60;

/// A DXP follower behind the facade of engines, so that it can play where engines play.
///
/// It gives moves and nothing else: no lines, no scores, no options. DXP has a state that the
/// facade has not, so a game is asked for with the first search and whenever a search does not
/// continue the game of the last one; it then begins with the position of that search, and earlier
/// repetitions are forgotten. Thinking time is told once, when a game is asked for: the clock of
/// the first search, or sixty times the time for a move. Limits of depth or nodes have no words in
/// DXP. Nor has a stop: after one the answer is waited for as long as [`DxpSettings::patience`]
/// allows.
pub struct DxpOpponent {
    connection: Connection,
    settings: DxpSettings,
    /// How it introduced itself.
    name: String,
    current: Option<Current>,
}

/// The game that the other side believes to be playing.
struct Current {
    start: Position,
    /// All moves, those before the game was asked for included.
    moves: Vec<Move>,
}

impl DxpOpponent {
    /// Takes over a stream at whose other end a follower waits.
    pub fn new(stream: TcpStream, settings: DxpSettings) -> Result<Self, DxpError> {
        let connection = Connection::new(stream)?;
        let name = connection.peer().map_or_else(|| "DXP".to_owned(), |peer| peer.to_string());
        Ok(Self { connection, settings, name, current: None })
    }

    /// Says goodbye to the game that is being played.
    fn leave(&mut self, stops: bool) -> Result<(), DxpError> {
        if self.current.take().is_none() {
            return Ok(());
        }
        let end = GameEnd { reason: EndReason::Unknown, stops };
        self.connection.send(&Message::GameEnd(end))?;
        let deadline = Instant::now().checked_add(self.settings.patience);
        loop {
            let message = self.connection.receive(deadline, "end of the game")?;
            if matches!(message, Ok(Message::GameEnd(_))) {
                return Ok(());
            }
            attend(&mut self.connection, message, &mut |_| {})?;
        }
    }

    /// Tells the other side the position of a search, by a move if that is enough.
    fn show(&mut self, game: &Game<Position>, limits: &Limits) -> Result<(), DxpError> {
        let moves: Vec<Move> = game.moves().collect();
        let start = game.start();
        let is_continued = self.current.as_ref().is_some_and(|current| {
            current.start == *start
                && moves.len() == current.moves.len() + 1
                && moves.starts_with(&current.moves)
        });
        match moves.last() {
            Some(&mv) if is_continued => {
                let message = MoveMessage::new(mv, Duration::ZERO);
                self.connection.send(&Message::Move(message))?;
            }
            _ => {
                self.leave(false)?;
                let position = game.position();
                let side = position.side_to_move();
                let of_moves = limits.move_time.map(|time| time.saturating_mul(MOVES_IN_A_GAME));
                let clock = limits.clock(side).map(|clock| clock.remaining);
                let request = GameRequest {
                    version: VERSION,
                    name: self.settings.name.clone(),
                    follower: side,
                    time: clock.or(of_moves).unwrap_or_default(),
                    moves: None,
                    start: Some(position.clone()).filter(|start| *start != Position::start()),
                };
                let patience = self.settings.patience;
                self.name = ask(&mut self.connection, &request, patience, &mut |_| {})?;
            }
        }
        self.current = Some(Current { start: start.clone(), moves });
        Ok(())
    }
}

impl Engine for DxpOpponent {
    type Rules = Position;
    type Error = DxpError;

    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self) -> Result<(), DxpError> {
        self.leave(false)
    }

    fn search(
        &mut self,
        query: &Query<Position>,
        on_event: &mut dyn FnMut(Event<Move>),
    ) -> Result<Answer<Move>, DxpError> {
        let Query { game, limits, among, signals, .. } = query;
        if !among.is_empty() {
            return Err(DxpError::Unsupported("a choice among some of the moves"));
        }
        // Nothing can be asked of it in our own time, so that time just passes.
        signals.wait(false);
        let position = game.position();
        if signals.is_stopped() || !position.has_legal_move() {
            return Ok(Answer { best: None, ponder: None });
        }
        self.show(game, limits)?;
        let clock = limits.clock(position.side_to_move()).map(|clock| clock.remaining);
        let allowed = limits.move_time.or(clock).unwrap_or_default();
        let allowed = allowed.saturating_add(self.settings.patience);
        let deadline = Instant::now().checked_add(allowed);
        loop {
            match self.connection.receive(deadline, "move")? {
                Ok(Message::Move(message)) => {
                    let Some(mv) = message.find(position) else {
                        let error = DxpError::illegal(game, &message);
                        break_off(&mut self.connection, &error);
                        self.current = None;
                        return Err(error);
                    };
                    if let Some(current) = &mut self.current {
                        current.moves.push(mv);
                    }
                    return Ok(Answer { best: Some(mv), ponder: None });
                }
                Ok(Message::GameEnd(end)) => {
                    self.current = None;
                    let answer = GameEnd { reason: EndReason::Unknown, stops: false };
                    self.connection.send(&Message::GameEnd(answer))?;
                    return Err(DxpError::Ended(end.reason));
                }
                other => attend(&mut self.connection, other, &mut |event| {
                    if let DxpEvent::Chat(words) = event {
                        on_event(Event::Remark(words));
                    }
                })?,
            }
        }
    }
}

impl Drop for DxpOpponent {
    fn drop(&mut self) {
        if self.current.take().is_some() {
            let end = GameEnd { reason: EndReason::Unknown, stops: true };
            // A farewell that is not heard does no harm.
            let _ = self.connection.send(&Message::GameEnd(end));
        }
    }
}
