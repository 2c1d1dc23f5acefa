//! The facade behind which every engine plays: ours in this process, others over pipes.

use crate::{Event, Limits, OptionError, OptionKind, Signals};
use damier_core::{Game, Rules, Score};
use std::error::Error;
use std::sync::Arc;

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
    /// How to reach the search while it runs.
    pub signals: Arc<Signals>,
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
            signals: Arc::new(Signals::new()),
        }
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
/// of protocols, so that nobody above needs to know which one it is.
pub trait Engine {
    /// The game it plays.
    type Rules: Rules;
    /// What can go wrong: never for our own engines, a lot for a program next door.
    type Error: Error + Send + Sync + 'static;

    /// The name to show.
    fn name(&self) -> String;

    /// What can be set, in the order to show.
    fn options(&self) -> Vec<(String, OptionKind)>;

    /// Sets an option from text, or changes nothing and says why.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError>;

    /// Forgets everything learnt in earlier games.
    fn new_game(&mut self) -> Result<(), Self::Error>;

    /// Searches until a limit or a signal ends it, and tells what it finds on the way. The last
    /// report of the best line has an exact score and begins with the answer.
    fn search(
        &mut self,
        query: &Query<Self::Rules>,
        on_event: &mut dyn FnMut(Event<<Self::Rules as Rules>::Move>),
    ) -> Result<Answer<<Self::Rules as Rules>::Move>, Self::Error>;
}
