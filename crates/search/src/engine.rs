//! The facade behind which every engine plays: ours in this process, others over pipes.

use crate::{Event, Limits, OptionError, Signals, Statistics};
use damier_core::{Game, Rules, Score};
use std::convert::Infallible;
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

/// A question to an engine: which move, here, within these limits?
#[derive(Clone, Debug)]
pub struct Query<R: Rules> {
    /// The game so far; repetitions are counted in it.
    pub game: Game<R>,
    /// What the answer may cost.
    pub limits: Limits,
    /// The root moves to choose from; all legal ones if empty.
    pub among: Vec<R::Move>,
    /// Whether the score reaches this one is all that is asked, which makes a shorter search of
    /// ours: what it tells of the best line is then a bound of its score. Programs next door find
    /// out more than that.
    pub reaching: Option<Score>,
    /// If several moves are proved equal, this number decides between them; without one, the order
    /// of the search does. Programs next door decide for themselves.
    pub lot: Option<u64>,
    /// How many of the best lines are told; `None` for as many as the engine's options say, which
    /// is what programs next door always do.
    pub lines: Option<usize>,
    /// In what unit scores are told; `None` for the one that the engine's options say.
    pub unit: Option<ScoreUnit>,
    /// How to reach the search while it runs.
    pub signals: Arc<Signals>,
}

/// The unit in which an engine of ours tells scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreUnit {
    /// Hundredths of the score with which one game of two is won.
    Chances,
    /// The unit of the evaluation that the search uses.
    Evaluation,
}

impl<R: Rules> Query<R> {
    /// A question about a game, within limits.
    pub fn new(game: Game<R>, limits: Limits) -> Self {
        Self {
            game,
            limits,
            among: Vec::new(),
            reaching: None,
            lot: None,
            lines: None,
            unit: None,
            signals: Arc::new(Signals::new()),
        }
    }

    /// Whether the answer is known before any search, as only one move is legal, and is wanted in
    /// some time, fixed or on a clock. Where depth or nodes are the limit, or only a stop, the
    /// search itself is what is asked for.
    pub fn is_forced(&self) -> bool {
        let limits = &self.limits;
        let position = self.game.position();
        let is_timed =
            limits.move_time.is_some() || limits.clock(position.side_to_move()).is_some();
        is_timed && !limits.infinite && position.count_legal_moves() == 1
    }
}

/// What an engine answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer<M> {
    /// The move to play; `None` if there is no legal one.
    pub best: Option<M>,
    /// The reply that it expects.
    pub ponder: Option<M>,
}

/// A player that can be asked for a move. Implemented by our engines in this process and by clients
/// of protocols, so that rooms above need not know which one it is. What can be set in one by name
/// is [`NamedOptions`](crate::NamedOptions), for protocols and the command line.
pub trait Engine {
    /// The game it plays.
    type Rules: Rules;
    /// What can go wrong: never for our own engines, a lot for a program next door.
    type Error: Error + Send + Sync + 'static;

    /// The name to show.
    fn name(&self) -> String;

    /// Forgets everything learnt in earlier games.
    fn new_game(&mut self) -> Result<(), Self::Error>;

    /// Searches until a limit or a signal ends it, and tells what it finds on the way. The last
    /// report of the best line has an exact score and begins with the answer. It may end before an
    /// answer is wanted, see [`Engine::answer`].
    fn search(
        &mut self,
        query: &Query<Self::Rules>,
        on_event: &mut dyn FnMut(Event<<Self::Rules as Rules>::Move>),
    ) -> Result<Answer<<Self::Rules as Rules>::Move>, Self::Error>;

    /// Searches, and holds the answer back as long as it is not wanted: while the search is in the
    /// opponent's time, and until a stop if that was agreed. Programs take an answer that comes
    /// earlier for the answer to something else.
    fn answer(
        &mut self,
        query: &Query<Self::Rules>,
        on_event: &mut dyn FnMut(Event<<Self::Rules as Rules>::Move>),
    ) -> Result<Answer<<Self::Rules as Rules>::Move>, Self::Error> {
        let answer = self.search(query, on_event);
        query.signals.wait(query.limits.infinite);
        answer
    }

    /// What the last search counted, as far as the engine tells.
    fn statistics(&self) -> Statistics {
        Statistics::default()
    }

    /// Why the engine judges a position as it does, as a table for people; `None` if it cannot say.
    fn explain(&mut self, _position: &Self::Rules) -> Option<String> {
        None
    }
}

/// An engine of ours, in this process: it never fails, and what rooms of this process set in it has
/// types instead of names.
pub trait LocalEngine: Engine<Error = Infallible> + Send + 'static {
    /// Megabytes for the table.
    fn memory(&self) -> usize;

    /// Gives the table so many megabytes, or changes nothing and says why.
    fn set_memory(&mut self, megabytes: usize) -> Result<(), OptionError>;

    /// Searches on so many threads from now on, or changes nothing and says why. With none it
    /// searches on the thread that asks, which must have [`STACK_BYTES`](crate::STACK_BYTES) of
    /// stack.
    fn set_threads(&mut self, threads: usize) -> Result<(), OptionError>;

    /// The time that is lost between a clock and the engine with every move.
    fn overhead(&self) -> Duration;

    /// Asks the endgame tables in these folders from now on, or none if there is no text; or
    /// changes nothing and says why.
    fn set_tables(&mut self, folders: &str) -> Result<(), OptionError>;
}
