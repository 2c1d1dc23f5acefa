//! One game, refereed by our rules.

use super::connection::Connection;
use super::error::DxpError;
use super::message::{EndReason, GameEnd, GameRequest, Message, MessageError, MoveMessage};
use super::settings::{DxpEvent, DxpSettings};
use damier_core::{Ending as _, Game, Outcome, Score};
use damier_draughts::{Ending, Move, Position, Side};
use damier_search::{Bound, Engine, Event, Limits, PlayerClock, Query};
use std::error::Error;
use std::time::{Duration, Instant};

/// Time for a move if no thinking time was agreed.
const UNTIMED_MOVE: Duration = Duration::from_secs(1);

/// BACKREQ is not supported.
const NO_WAY_BACK: Message = Message::BackAcceptance { code: 1 };

/// A game that was played.
#[derive(Clone, Debug)]
pub struct DxpGame {
    /// The side that we played.
    pub us: Side,
    /// The name of the other side.
    pub opponent: String,
    /// What was agreed.
    pub request: GameRequest,
    /// The moves.
    pub game: Game<Position>,
    /// Who won, if that is known.
    pub outcome: Option<Outcome>,
    /// How we know.
    pub source: ResultSource,
}

/// How the result of a game is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultSource {
    /// The rules say so.
    Board(Ending),
    /// The agreed number of moves was played; the outcome is what our search has proved by then.
    MoveLimit,
    /// The other side says so, and the board does not contradict.
    Claimed(EndReason),
}

/// What the players share while they play.
pub(super) struct DxpSession<'a, E> {
    pub(super) connection: &'a mut Connection,
    pub(super) engine: &'a mut E,
    pub(super) settings: &'a DxpSettings,
    pub(super) on_event: &'a mut dyn FnMut(DxpEvent),
    /// Whether we want no other game after this one.
    pub(super) is_last: bool,
}

/// The state of a game.
struct Play {
    us: Side,
    opponent: String,
    request: GameRequest,
    game: Game<Position>,
    /// How the board ended the game. It stays, even if the other side moves on.
    ended: Option<Ending>,
    /// Time used by each side.
    used: [Duration; 2],
    /// What our last search has proved, if anything.
    proved: Option<Outcome>,
}

/// Whether another game may follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Afterwards {
    GoesOn,
    Stops,
}

impl<E: Engine<Rules = Position>> DxpSession<'_, E> {
    /// Plays a game that was agreed on.
    pub(super) fn play(
        &mut self,
        us: Side,
        opponent: &str,
        request: &GameRequest,
    ) -> Result<Afterwards, DxpError> {
        let game = Game::new(request.start.clone().unwrap_or_else(Position::start));
        let mut play = Play {
            us,
            opponent: opponent.to_owned(),
            request: request.clone(),
            ended: game.ending(),
            game,
            used: [Duration::ZERO; 2],
            proved: None,
        };
        let (request, opponent) = (request.clone(), opponent.to_owned());
        (self.on_event)(DxpEvent::Began { us, opponent, request });
        let result = self.engine.new_game().map_err(engine_error);
        let result = result.and_then(|()| self.play_on(&mut play));
        if let Err(error @ (DxpError::IllegalMove { .. } | DxpError::Engine(_))) = &result {
            break_off(self.connection, error);
        }
        result
    }

    fn play_on(&mut self, play: &mut Play) -> Result<Afterwards, DxpError> {
        loop {
            let (outcome, source, afterwards) = if play.is_our_turn() {
                if let Some((reason, outcome, source)) = play.end() {
                    (outcome, source, self.end(reason)?)
                } else if let Some(end) = self.think(play)? {
                    self.accept_end(play, end)?
                } else {
                    continue;
                }
            } else if let Some(end) = self.listen(play)? {
                self.accept_end(play, end)?
            } else {
                continue;
            };
            (self.on_event)(DxpEvent::Over(DxpGame {
                us: play.us,
                opponent: play.opponent.clone(),
                request: play.request.clone(),
                game: play.game.clone(),
                outcome,
                source,
            }));
            return Ok(afterwards);
        }
    }

    /// Finds and sends a move, unless the other side ends the game meanwhile.
    fn think(&mut self, play: &mut Play) -> Result<Option<GameEnd>, DxpError> {
        let begin = Instant::now();
        let query = Query::new(play.game.clone(), play.limits(self.settings));
        self.connection.watch(&query.signals);
        let mut proved = None;
        let mut listen = |event: Event<Move>| {
            if let Event::Report(report) = event
                && report.rank == 1
                && report.bound == Bound::Exact
            {
                proved = proved_outcome(report.score, play.us);
            }
        };
        let answer = self.engine.search(&query, &mut listen).map_err(engine_error)?;
        play.proved = proved;
        // Whatever came in the meantime comes first.
        while let Some(message) = self.connection.try_receive()? {
            match message {
                Ok(Message::GameEnd(end)) => return Ok(Some(end)),
                other => self.attend(other)?,
            }
        }
        let mv = answer.best.filter(|&mv| play.game.position().is_legal(mv));
        let mv = mv.ok_or_else(|| DxpError::Engine("it offered no legal move".into()))?;
        let time = begin.elapsed();
        self.connection.send(&Message::Move(MoveMessage::new(mv, time)))?;
        self.played(play, mv, time);
        Ok(None)
    }

    /// Waits for a move of the other side, or for it to end the game.
    fn listen(&mut self, play: &mut Play) -> Result<Option<GameEnd>, DxpError> {
        let begin = Instant::now();
        let allowed = play.remaining(!play.us).saturating_add(self.settings.patience);
        let deadline = begin.checked_add(allowed);
        loop {
            let message = match self.connection.receive(deadline, "move") {
                // The board has spoken; that it is not confirmed changes nothing.
                Err(_) if play.ended.is_some() => {
                    return Ok(Some(GameEnd { reason: EndReason::Unknown, stops: true }));
                }
                other => other?,
            };
            match message {
                Ok(Message::GameEnd(end)) => return Ok(Some(end)),
                Ok(Message::Move(message)) => {
                    let Some(mv) = message.find(play.game.position()) else {
                        return Err(DxpError::illegal(&play.game, &message));
                    };
                    self.played(play, mv, begin.elapsed());
                    return Ok(None);
                }
                other => self.attend(other)?,
            }
        }
    }

    fn played(&mut self, play: &mut Play, mv: Move, time: Duration) {
        let side = play.game.position().side_to_move();
        play.used[side.index()] += time;
        play.game.play_unchecked(mv);
        play.ended = play.ended.or_else(|| play.game.ending());
        (self.on_event)(DxpEvent::Moved { side, mv, time });
    }

    /// Ends the game and waits until the other side has heard of it.
    fn end(&mut self, reason: EndReason) -> Result<Afterwards, DxpError> {
        self.connection.send(&Message::GameEnd(GameEnd { reason, stops: self.is_last }))?;
        let deadline = Instant::now().checked_add(self.settings.patience);
        loop {
            match self.connection.receive(deadline, "end of the game") {
                Ok(Ok(Message::GameEnd(end))) => return Ok(self.afterwards(end)),
                Ok(other) => self.attend(other)?,
                // It is over all the same.
                Err(_) => return Ok(Afterwards::Stops),
            }
        }
    }

    /// The other side ends the game.
    fn accept_end(
        &mut self,
        play: &Play,
        end: GameEnd,
    ) -> Result<(Option<Outcome>, ResultSource, Afterwards), DxpError> {
        let answer = GameEnd { reason: EndReason::Unknown, stops: self.is_last };
        // Some hang up without waiting; the game is over all the same.
        let heard = self.connection.send(&Message::GameEnd(answer)).is_ok();
        let (outcome, source) = match (play.ended, end.reason) {
            (Some(ending), _) => (Some(ending.outcome()), ResultSource::Board(ending)),
            (None, EndReason::Unknown) if play.is_at_limit() => {
                (play.proved, ResultSource::MoveLimit)
            }
            (None, reason) => {
                let outcome = match reason {
                    EndReason::ILose => Some(Outcome::Win(play.us)),
                    EndReason::Draw => Some(Outcome::Draw),
                    EndReason::IWin | EndReason::Unknown => None,
                };
                (outcome, ResultSource::Claimed(reason))
            }
        };
        let afterwards = if heard { self.afterwards(end) } else { Afterwards::Stops };
        Ok((outcome, source, afterwards))
    }

    fn afterwards(&self, end: GameEnd) -> Afterwards {
        if end.stops || self.is_last { Afterwards::Stops } else { Afterwards::GoesOn }
    }

    /// Deals with what may come at any time.
    pub(super) fn attend(
        &mut self,
        message: Result<Message, MessageError>,
    ) -> Result<(), DxpError> {
        attend(self.connection, message, self.on_event)
    }
}

/// Says why a game cannot go on, and ends it.
pub(super) fn break_off(connection: &mut Connection, error: &DxpError) {
    // The error is what counts; whether the other side hears of it is another matter.
    let _ = connection.send(&Message::Chat(error.to_string()));
    let end = GameEnd { reason: EndReason::Unknown, stops: true };
    let _ = connection.send(&Message::GameEnd(end));
}

/// Deals with what may come at any time.
pub(super) fn attend(
    connection: &mut Connection,
    message: Result<Message, MessageError>,
    on_event: &mut dyn FnMut(DxpEvent),
) -> Result<(), DxpError> {
    match message {
        Ok(Message::Chat(words)) => on_event(DxpEvent::Chat(words)),
        Ok(Message::BackRequest { .. }) => connection.send(&NO_WAY_BACK)?,
        Ok(other) => on_event(DxpEvent::Unexpected(other)),
        Err(error) => on_event(DxpEvent::Garbage(error)),
    }
    Ok(())
}

impl Play {
    fn is_our_turn(&self) -> bool {
        self.game.position().side_to_move() == self.us
    }

    fn is_at_limit(&self) -> bool {
        let limit = self.request.moves.map(|moves| 2 * usize::from(moves));
        limit.is_some_and(|limit| self.game.moves().len() >= limit)
    }

    /// How the game has ended, if it has and it is for us to say so.
    fn end(&self) -> Option<(EndReason, Option<Outcome>, ResultSource)> {
        let (outcome, source) = match self.ended {
            Some(ending) => (Some(ending.outcome()), ResultSource::Board(ending)),
            None if self.is_at_limit() => (self.proved, ResultSource::MoveLimit),
            None => return None,
        };
        let reason = match outcome {
            None => EndReason::Unknown,
            Some(Outcome::Draw) => EndReason::Draw,
            Some(Outcome::Win(side)) if side == self.us => EndReason::IWin,
            Some(Outcome::Win(_)) => EndReason::ILose,
        };
        Some((reason, outcome, source))
    }

    fn remaining(&self, side: Side) -> Duration {
        self.request.time.saturating_sub(self.used[side.index()])
    }

    fn limits(&self, settings: &DxpSettings) -> Limits {
        let no_time = self.request.time.is_zero().then_some(UNTIMED_MOVE);
        if let Some(time) = settings.move_time.or(no_time) {
            return Limits::to_time(time);
        }
        // Each player has made at least half of the moves, rounded down.
        let made = self.game.moves().len() / 2;
        let moves_to_go =
            self.request.moves.map(|moves| (u32::from(moves)).saturating_sub(made as u32).max(1));
        let clock = |side| {
            let remaining = self.remaining(side);
            Some(PlayerClock { remaining, increment: Duration::ZERO, moves_to_go })
        };
        Limits { clocks: Side::ALL.map(clock), ..Limits::default() }
    }
}

fn proved_outcome(score: Score, us: Side) -> Option<Outcome> {
    if score.is_win() {
        Some(Outcome::Win(us))
    } else if score.is_loss() {
        Some(Outcome::Win(!us))
    } else {
        None
    }
}

fn engine_error(error: impl Error + Send + Sync + 'static) -> DxpError {
    DxpError::Engine(Box::new(error))
}
