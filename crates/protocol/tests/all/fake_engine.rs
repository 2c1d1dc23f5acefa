//! An engine for tests of servers, which plays any game that it has a player for.

use damier_core::{Depth, Rules, Score};
use damier_search::{
    Answer, Bound, Engine, Event, Limits, NamedOptions, OptionError, OptionKind, Query, Report,
};
use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Waits for its signals where a real engine would be searching.
#[derive(Default)]
pub(crate) struct Fake<P> {
    /// What it was asked to do, in order.
    pub(crate) log: Arc<Mutex<Vec<String>>>,
    /// How long a search with limits takes.
    pub(crate) effort: Duration,
    /// Whether it answers at once even where it should wait.
    pub(crate) is_hasty: bool,
    /// Whether searches fail.
    pub(crate) is_broken: bool,
    /// Chooses the moves.
    pub(crate) player: P,
}

/// What a fake engine knows of a game.
pub(crate) trait FakePlayer {
    type Rules: Rules;

    /// The name of the engine.
    const NAME: &'static str;
    /// How many plies it claims to see.
    const DEPTH: i32;
    /// What it says of any position.
    const EXPLANATION: Option<&'static str> = None;

    fn options() -> Vec<(String, OptionKind)>;

    /// A move, if there is one, and its score.
    fn choose(&mut self, query: &Query<Self::Rules>)
    -> Option<(<Self::Rules as Rules>::Move, i32)>;
}

#[derive(Debug)]
pub(crate) struct Broken;

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("the engine is broken")
    }
}

impl std::error::Error for Broken {}

impl<P> Fake<P> {
    fn note(&self, words: String) {
        self.log.lock().unwrap().push(words);
    }

    /// Takes as long as a search would.
    fn pass_time<R: Rules>(&self, query: &Query<R>) {
        if self.is_hasty {
            return;
        }
        let Limits { depth, nodes, move_time, .. } = query.limits;
        let has_clock = query.limits.clock(query.game.position().side_to_move()).is_some();
        let is_limited = depth.is_some() || nodes.is_some() || move_time.is_some() || has_clock;
        query.signals.wait(!is_limited);
        std::thread::sleep(self.effort);
    }
}

impl<P: FakePlayer> NamedOptions for Fake<P> {
    fn options(&self) -> Vec<(String, OptionKind)> {
        P::options()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.note(format!("{name}={value}"));
        let options = self.options();
        let known = options.iter().find(|(known, _)| known == name);
        let (name, kind) = known.ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        kind.check(name, value).map(drop)
    }
}

impl<P: FakePlayer> Engine for Fake<P> {
    type Rules = P::Rules;
    type Error = Broken;

    fn name(&self) -> String {
        P::NAME.to_owned()
    }

    fn explain(&mut self, _position: &P::Rules) -> Option<String> {
        P::EXPLANATION.map(str::to_owned)
    }

    fn new_game(&mut self) -> Result<(), Broken> {
        self.note("new game".to_owned());
        Ok(())
    }

    fn search(
        &mut self,
        query: &Query<P::Rules>,
        on_event: &mut dyn FnMut(Event<<P::Rules as Rules>::Move>),
    ) -> Result<Answer<<P::Rules as Rules>::Move>, Broken> {
        if self.is_broken {
            return Err(Broken);
        }
        let choice = self.player.choose(query);
        if let Some((mv, score)) = choice {
            on_event(Event::Report(Report {
                depth: Depth::new(P::DEPTH),
                selective_depth: P::DEPTH as usize,
                mean_depth: Some(10 * u32::from(P::DEPTH as u8)),
                rank: 1,
                score: Score::from_evaluation(score),
                bound: Bound::Exact,
                nodes: 1,
                time: Duration::from_millis(1),
                table_fill: 0,
                endgame_hits: 0,
                line: vec![mv],
            }));
        }
        self.pass_time(query);
        let end = if query.signals.is_stopped() { "stopped" } else { "finished" };
        let (moves, times) = (query.game.moves().len(), query.game.occurrences());
        self.note(format!("search {end} after {moves} moves, position {times}"));
        Ok(Answer { best: choice.map(|(mv, _)| mv), ponder: None })
    }
}
