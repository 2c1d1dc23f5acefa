//! What the protocols say differently, and what an engine can say in any of them.

use damier_core::{Depth, Game, Rules, Score};
use damier_search::{Answer, Bound, Limits, OptionKind, Report};
use std::error::Error;
use std::time::Duration;

/// No engine has searched so many nodes: more than ten days at a billion a second. Sums of such
/// numbers still fit.
const MOST_NODES: u64 = 1 << 50;

/// No engine has searched for so long.
const LONGEST_SEARCH: Duration = Duration::from_secs(1 << 25);

/// What one protocol says where another says something else.
pub trait Dialect: Default {
    /// The game that is played in it.
    type Rules: Rules;

    /// Asks an engine to introduce itself.
    const GREETING: &'static str;
    /// Asks whether it has digested everything, and what it answers.
    const PING: (&'static str, &'static str);
    /// Announces another game.
    const NEW_GAME: &'static str;
    /// Says that the expected move was played.
    const PONDER_HIT: &'static str;
    /// Says that all options are set, and what it answers; none if they may be set at any time.
    const INIT: Option<(&'static str, &'static str)>;

    /// Reads a line of the introduction.
    fn introduction(line: &str) -> Introduction;

    /// The line that sets an option to a value that fits its kind, or why there is none.
    fn set_option(name: &str, kind: &OptionKind, value: &str) -> Result<String, String>;

    /// An option that this game needs and the last did not, with its value.
    fn option_before(&mut self, game: &Game<Self::Rules>) -> Option<(&'static str, &'static str)> {
        let _ = game;
        None
    }

    /// The lines that begin a search, or what the protocol cannot express.
    fn go(&self, order: &SearchOrder<Self::Rules>) -> Result<String, &'static str>;

    /// Reads a line that was said during a search of a position.
    fn hear(line: &str, position: &Self::Rules) -> Heard<<Self::Rules as Rules>::Move>;
}

/// What a search is to do.
#[derive(Clone, Copy, Debug)]
pub struct SearchOrder<'a, R: Rules> {
    /// The game so far.
    pub game: &'a Game<R>,
    /// What the search may cost.
    pub limits: &'a Limits,
    /// The moves to choose from; all if there are none.
    pub among: &'a [R::Move],
    /// Whether the opponent is still to move.
    pub is_pondering: bool,
}

/// A line of an introduction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Introduction {
    /// The name of the engine.
    Name(String),
    /// Something that can be set.
    Option(String, OptionKind),
    /// That was all.
    End,
    /// Something else.
    Other,
}

/// An answer, or what is wrong with it in the words of the game.
pub type Played<M> = Result<Answer<M>, Box<dyn Error + Send + Sync>>;

/// Something said during a search.
#[derive(Debug)]
pub enum Heard<M> {
    /// The answer, or what is wrong with it.
    Answer(Played<M>),
    /// A line with a score.
    Report(Report<M>),
    /// What the search has cost so far, without a line.
    Cost {
        /// Nodes so far.
        nodes: u64,
        /// Time so far, if it was told.
        time: Option<Duration>,
    },
    /// Words for people.
    Remark(String),
    /// Nothing of interest.
    Nothing,
}

impl<M> Heard<M> {
    /// A report is one only with a line and a score. Numbers that cannot be true count as not said.
    pub(super) fn info(
        mut report: Report<M>,
        score: Option<Score>,
        nodes: Option<u64>,
        time: Option<Duration>,
    ) -> Self {
        let nodes = nodes.filter(|&nodes| nodes <= MOST_NODES);
        let time = time.filter(|&time| time <= LONGEST_SEARCH);
        report.depth = report.depth.clamp(Depth::ZERO, Depth::MAX);
        match score {
            Some(score) if !report.line.is_empty() => {
                report.score = score;
                report.nodes = nodes.unwrap_or(0);
                report.time = time.unwrap_or_default();
                Self::Report(report)
            }
            _ => nodes.map_or(Self::Nothing, |nodes| Self::Cost { nodes, time }),
        }
    }
}

/// A report that says nothing yet.
pub(super) fn blank_report<M>() -> Report<M> {
    Report {
        depth: Depth::ZERO,
        selective_depth: 0,
        mean_depth: None,
        rank: 1,
        score: Score::DRAW,
        bound: Bound::Exact,
        nodes: 0,
        time: Duration::ZERO,
        table_fill: 0,
        endgame_hits: 0,
        line: Vec::new(),
    }
}
