//! A player can be asked for moves: a program behind a protocol, or an engine of this process.

use damier_core::{Game, Rules};
use damier_profiles::{MAX_SEED, OpponentGame, Player as OwnPlayer};
use damier_protocol::client::{Client, ClientError, Dialect, EngineReply};
use damier_protocol::dxp::{DxpError, EndReason};
use damier_search::{Engine, Event, Limits, Query, Report, Signals};
use std::any::Any;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// How often a thread that waits looks whether the match is broken off.
const GLANCE: Duration = Duration::from_millis(100);
/// How long an engine of this process may take to forget the last game.
const PATIENCE: Duration = Duration::from_secs(60);

/// What can happen instead of an answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// The answer cannot be played.
    #[error("{0}")]
    BadMove(String),
    /// No answer came in time; one may still come.
    #[error("{0}")]
    Silence(String),
    /// The player gives the game up.
    #[error("{0}")]
    Resigned(String),
    /// The engine is gone.
    #[error("{0}")]
    Gone(String),
    /// The match was broken off.
    #[error("the match was broken off")]
    BrokenOff,
}

impl From<ClientError> for Trouble {
    fn from(error: ClientError) -> Self {
        let text = error.to_string();
        match error {
            ClientError::BadMove(_) => Self::BadMove(text),
            ClientError::TimedOut { .. } | ClientError::Deaf => Self::Silence(text),
            _ => Self::Gone(text),
        }
    }
}

impl From<DxpError> for Trouble {
    fn from(error: DxpError) -> Self {
        let text = error.to_string();
        match error {
            DxpError::IllegalMove { .. } => Self::BadMove(text),
            DxpError::TimedOut { .. } => Self::Silence(text),
            DxpError::Ended(EndReason::ILose) => Self::Resigned(text),
            _ => Self::Gone(text),
        }
    }
}

impl From<Infallible> for Trouble {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

/// What can be asked for moves, one at a time.
pub trait Player<R: Rules> {
    /// Forgets earlier games. Who plays by chance may let the seed decide.
    fn new_game(&mut self, seed: u64) -> Result<(), Trouble>;

    /// What it lacks for a game that begins like this, if anything.
    fn lacks(&self, _game: &Game<R>) -> Option<String> {
        None
    }

    /// Begins to think and returns at once. With `pondering` the last move of the game is the one
    /// expected of the opponent, and the search goes on until [`Player::ponder_hit`] or
    /// [`Player::stop`].
    fn go(&mut self, game: &Game<R>, limits: &Limits, pondering: bool) -> Result<(), Trouble>;

    /// The expected move was played.
    fn ponder_hit(&mut self) -> Result<(), Trouble>;

    /// The answer is wanted now; it still has to be waited for.
    fn stop(&mut self) -> Result<(), Trouble>;

    /// Waits for the answer. After [`Trouble::Silence`] it can be waited for again.
    fn wait(
        &mut self,
        deadline: Instant,
        end: &AtomicBool,
    ) -> Result<EngineReply<R::Move>, Trouble>;
}

impl<D: Dialect> Player<D::Rules> for Client<D> {
    /// Programs have seeds of their own, if they have any.
    fn new_game(&mut self, _seed: u64) -> Result<(), Trouble> {
        Ok(Engine::new_game(self)?)
    }

    fn lacks(&self, game: &Game<D::Rules>) -> Option<String> {
        self.missing_option(game).map(|name| format!("the option {name}"))
    }

    fn go(
        &mut self,
        game: &Game<D::Rules>,
        limits: &Limits,
        pondering: bool,
    ) -> Result<(), Trouble> {
        Ok(Client::go(self, game, limits, &[], pondering)?)
    }

    fn ponder_hit(&mut self) -> Result<(), Trouble> {
        Ok(Client::ponder_hit(self)?)
    }

    fn stop(&mut self) -> Result<(), Trouble> {
        Ok(Client::stop(self)?)
    }

    fn wait(
        &mut self,
        deadline: Instant,
        end: &AtomicBool,
    ) -> Result<EngineReply<<D::Rules as Rules>::Move>, Trouble> {
        loop {
            let until = deadline.min(Instant::now() + GLANCE);
            match Client::wait(self, Some(until)) {
                Err(ClientError::TimedOut { .. }) if end.load(Ordering::Relaxed) => {
                    return Err(Trouble::BrokenOff);
                }
                Err(ClientError::TimedOut { .. }) if until < deadline => {}
                other => return Ok(other?),
            }
        }
    }
}

/// What is said to the thread of a [`Resident`].
enum Order<R: Rules> {
    NewGame { seed: u64 },
    Search(Box<Query<R>>),
}

/// What comes back.
enum PlayerMessage<M> {
    Ready,
    Reply(EngineReply<M>),
    Trouble(Trouble),
}

/// An engine behind the facade, on a thread of its own: ours, or one at the end of a connection.
/// Dropped, it is told to stop and left to itself.
pub struct Resident<R: Rules> {
    orders: Sender<Order<R>>,
    messages: Receiver<PlayerMessage<R::Move>>,
    /// The line to the search under way.
    signals: Arc<Signals>,
    /// What is to end with it.
    kept: Vec<Box<dyn Any>>,
}

impl<R: Rules> Resident<R> {
    /// Gives an engine its thread.
    pub fn new<E>(engine: E) -> std::io::Result<Self>
    where
        E: Engine<Rules = R> + Send + 'static,
        Trouble: From<E::Error>,
    {
        Self::start(engine, |_, _| ())
    }

    /// Gives one of our own players its thread; it takes the seed of each game for its own.
    pub fn seeded(player: OwnPlayer<R>) -> std::io::Result<Self>
    where
        R: OpponentGame,
    {
        Self::start(player, |player, seed| player.set_seed(1 + seed % MAX_SEED))
    }

    fn start<E>(engine: E, sow: fn(&mut E, u64)) -> std::io::Result<Self>
    where
        E: Engine<Rules = R> + Send + 'static,
        Trouble: From<E::Error>,
    {
        let (orders, received) = mpsc::channel();
        let (sender, messages) = mpsc::channel();
        let work = move || attend(engine, sow, &received, &sender);
        thread::Builder::new().name("engine".to_owned()).spawn(work)?;
        Ok(Self { orders, messages, signals: Arc::default(), kept: Vec::new() })
    }

    /// Keeps something that is to end with the player, such as the process that it talks to.
    pub fn keep(&mut self, thing: impl Any) {
        self.kept.push(Box::new(thing));
    }

    fn order(&self, order: Order<R>) -> Result<(), Trouble> {
        self.orders.send(order).map_err(|_| gone())
    }
}

/// The thread of an engine: does what it is told until the player is dropped.
fn attend<E: Engine>(
    mut engine: E,
    sow: fn(&mut E, u64),
    orders: &Receiver<Order<E::Rules>>,
    messages: &Sender<PlayerMessage<<E::Rules as Rules>::Move>>,
) where
    Trouble: From<E::Error>,
{
    while let Ok(order) = orders.recv() {
        let message = match order {
            Order::NewGame { seed } => {
                sow(&mut engine, seed);
                engine.new_game().map(|()| PlayerMessage::Ready)
            }
            Order::Search(query) => {
                let mut best: Option<Report<_>> = None;
                let answer = engine.answer(&query, &mut |event| {
                    if let Event::Report(report) = event
                        && report.rank == 1
                    {
                        best = Some(report);
                    }
                });
                let at = Instant::now();
                answer.map(|answer| PlayerMessage::Reply(EngineReply { answer, report: best, at }))
            }
        };
        let message = message.unwrap_or_else(|error| PlayerMessage::Trouble(error.into()));
        if messages.send(message).is_err() {
            return;
        }
    }
}

/// A thread ends early only if the engine panics.
fn gone() -> Trouble {
    Trouble::Gone("the engine broke down".to_owned())
}

impl<R: Rules> Player<R> for Resident<R> {
    fn new_game(&mut self, seed: u64) -> Result<(), Trouble> {
        self.order(Order::NewGame { seed })?;
        match self.messages.recv_timeout(PATIENCE) {
            Ok(PlayerMessage::Trouble(trouble)) => Err(trouble),
            Ok(PlayerMessage::Ready | PlayerMessage::Reply(_)) => Ok(()),
            Err(RecvTimeoutError::Timeout) => {
                Err(Trouble::Silence("the engine does not end its last game".to_owned()))
            }
            Err(RecvTimeoutError::Disconnected) => Err(gone()),
        }
    }

    fn go(&mut self, game: &Game<R>, limits: &Limits, pondering: bool) -> Result<(), Trouble> {
        let mut query = Query::new(game.clone(), limits.clone());
        if pondering {
            query.signals = Arc::new(Signals::pondering());
        }
        self.signals = Arc::clone(&query.signals);
        self.order(Order::Search(Box::new(query)))
    }

    fn ponder_hit(&mut self) -> Result<(), Trouble> {
        self.signals.ponder_hit();
        Ok(())
    }

    fn stop(&mut self) -> Result<(), Trouble> {
        self.signals.stop();
        Ok(())
    }

    fn wait(
        &mut self,
        deadline: Instant,
        end: &AtomicBool,
    ) -> Result<EngineReply<R::Move>, Trouble> {
        loop {
            let until = deadline.min(Instant::now() + GLANCE);
            let time = until.saturating_duration_since(Instant::now());
            match self.messages.recv_timeout(time) {
                Ok(PlayerMessage::Reply(reply)) => return Ok(reply),
                Ok(PlayerMessage::Trouble(trouble)) => return Err(trouble),
                Ok(PlayerMessage::Ready) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(gone()),
                Err(RecvTimeoutError::Timeout) if end.load(Ordering::Relaxed) => {
                    return Err(Trouble::BrokenOff);
                }
                Err(RecvTimeoutError::Timeout) if until < deadline => {}
                Err(RecvTimeoutError::Timeout) => {
                    return Err(Trouble::Silence("the engine was silent for too long".to_owned()));
                }
            }
        }
    }
}

impl<R: Rules> Drop for Resident<R> {
    fn drop(&mut self) {
        self.signals.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_core::Depth;
    use damier_draughts::Position;

    static NEVER: AtomicBool = AtomicBool::new(false);

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(60)
    }

    #[test]
    fn an_engine_of_this_process_plays_ponders_and_stops() {
        let mut player = Resident::seeded(OwnPlayer::<Position>::new()).unwrap();
        player.new_game(1).unwrap();
        let mut game = Game::new(Position::start());
        player.go(&game, &Limits::to_depth(Depth::new(3)), false).unwrap();
        let reply = player.wait(soon(), &NEVER).unwrap();
        assert_eq!(reply.report.unwrap().depth, Depth::new(3));
        game.try_play(reply.answer.best.unwrap()).unwrap();

        player.go(&game, &Limits::to_depth(Depth::new(1)), true).unwrap();
        let now = player.wait(Instant::now(), &NEVER);
        assert!(matches!(now, Err(Trouble::Silence(_))), "it ponders: {now:?}");
        player.ponder_hit().unwrap();
        assert!(player.wait(soon(), &NEVER).unwrap().answer.best.is_some());

        player.go(&game, &Limits::default(), false).unwrap();
        let ended = player.wait(soon(), &AtomicBool::new(true));
        assert_eq!(ended.unwrap_err(), Trouble::BrokenOff);
        player.stop().unwrap();
        assert!(player.wait(soon(), &NEVER).unwrap().answer.best.is_some());
    }
}
