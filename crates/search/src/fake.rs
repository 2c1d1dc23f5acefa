//! What the tests of this room play with: a game of letters, a node search that follows a script,
//! and a clock that is set by hand. With them the shell of a search runs in milliseconds.

use crate::clock::Clock;
use crate::{Control, NodeSearch, Roots};
use damier_core::{
    Depth, Ending, Game, IllegalMove, Listener, MoveHint, Outcome, Rules, Score, Side, Window,
};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A position of a game without end: the letters played so far. Four letters are always legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FakeLetters(pub(crate) String);

/// There is no ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Never {}

impl fmt::Display for Never {
    fn fmt(&self, _: &mut fmt::Formatter) -> fmt::Result {
        match *self {}
    }
}

impl Ending for Never {
    fn outcome(self) -> Outcome {
        match self {}
    }

    fn needs_claim(self) -> bool {
        match self {}
    }
}

impl Rules for FakeLetters {
    type Move = char;
    type Moves = Vec<char>;
    type Piece = ();
    type Square = ();
    type Ending = Never;
    type FenError = IllegalMove;
    type MoveError = IllegalMove;

    const NAME: &'static str = "letters";

    fn start() -> Self {
        Self(String::new())
    }

    fn from_fen(text: &str) -> Result<Self, IllegalMove> {
        Ok(Self(text.to_owned()))
    }

    fn to_fen(&self) -> String {
        self.0.clone()
    }

    fn side_to_move(&self) -> Side {
        Side::ALL[self.0.len() % 2]
    }

    fn key(&self) -> u64 {
        self.0.bytes().fold(1, |key, letter| key << 8 | u64::from(letter))
    }

    fn reversible_plies(&self) -> usize {
        0
    }

    fn legal_moves(&self) -> Vec<char> {
        ('a'..='d').collect()
    }

    fn play_observed<L: Listener<Self> + ?Sized>(&mut self, mv: char, _: &mut L) {
        self.0.push(mv);
    }

    fn ending(&self, _: usize) -> Option<Never> {
        None
    }

    fn hint(mv: char) -> MoveHint {
        MoveHint(mv as u16)
    }

    fn write_move(&self, mv: char) -> String {
        mv.to_string()
    }

    fn read_move(&self, text: &str) -> Result<char, IllegalMove> {
        text.chars().next().ok_or(IllegalMove)
    }
}

/// A clock that stands still until it is told to go on.
#[derive(Default)]
pub(crate) struct ManualClock(AtomicU64);

impl ManualClock {
    pub(crate) fn advance(&self, milliseconds: u64) {
        self.0.fetch_add(milliseconds, Ordering::Relaxed);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.load(Ordering::Relaxed))
    }
}

/// One call of [`NodeSearch::iterate`].
pub(crate) struct Iteration<'a> {
    pub(crate) control: &'a mut Control,
    pub(crate) roots: &'a mut Roots<char>,
    pub(crate) window: Window,
    pub(crate) depth: i32,
}

impl Iteration<'_> {
    /// What a search would find if the moves had these scores, one node each.
    pub(crate) fn find(&mut self, score: impl Fn(char) -> Score) -> Option<Score> {
        self.find_until('\0', score)
    }

    /// The same, broken off when a move's turn comes.
    pub(crate) fn find_until(&mut self, end: char, score: impl Fn(char) -> Score) -> Option<Score> {
        let mut open = self.window;
        let mut best = Score::LOWEST;
        for (index, root) in self.roots.open().iter_mut().enumerate() {
            self.control.enter_node()?;
            if root.mv == end {
                return None;
            }
            root.nodes += 1;
            let score = score(root.mv);
            if index == 0 || score > open.alpha() {
                root.score = score;
            }
            best = best.max(score);
            if open.fails_high(score) {
                break;
            }
            if score > open.alpha() {
                open = open.raised_to(score);
            }
        }
        Some(best)
    }

    /// Enters so many nodes; says whether the search was broken off on the way.
    pub(crate) fn is_broken_off_within(&mut self, nodes: u64) -> bool {
        (0..nodes).any(|_| self.control.enter_node().is_none())
    }
}

type Script = Arc<dyn Fn(&mut Iteration) -> Option<Score> + Send + Sync>;

/// A node search that does what a script says.
pub(crate) struct FakeSearch {
    control: Option<Control>,
    script: Script,
    times_forgotten: Arc<AtomicU64>,
}

impl FakeSearch {
    /// Makes workers that follow a script, as a pool wants it.
    pub(crate) fn maker(
        script: impl Fn(&mut Iteration) -> Option<Score> + Send + Sync + 'static,
    ) -> impl Fn() -> Self + Clone + Send + Sync + 'static {
        Self::forgetful_maker(Arc::default(), script)
    }

    /// The same, and counts how often the workers were told to forget.
    pub(crate) fn forgetful_maker(
        times_forgotten: Arc<AtomicU64>,
        script: impl Fn(&mut Iteration) -> Option<Score> + Send + Sync + 'static,
    ) -> impl Fn() -> Self + Clone + Send + Sync + 'static {
        let script: Script = Arc::new(script);
        move || Self {
            control: None,
            script: Arc::clone(&script),
            times_forgotten: Arc::clone(&times_forgotten),
        }
    }
}

impl NodeSearch for FakeSearch {
    type Rules = FakeLetters;

    fn forget(&mut self) {
        self.times_forgotten.fetch_add(1, Ordering::Relaxed);
    }

    fn begin(&mut self, _: &Game<FakeLetters>, control: Control) {
        self.control = Some(control);
    }

    fn control(&mut self) -> &mut Control {
        self.control.as_mut().expect("a search has begun")
    }

    fn standing_score(&mut self) -> Score {
        points(0)
    }

    fn iterate(
        &mut self,
        roots: &mut Roots<char>,
        window: Window,
        depth: Depth,
        on_move: &mut dyn FnMut(char, usize),
    ) -> Option<Score> {
        for (index, root) in roots.open().iter().enumerate() {
            on_move(root.mv, index + 1);
        }
        let script = Arc::clone(&self.script);
        let control = self.control();
        script(&mut Iteration { control, roots, window, depth: depth.plies() })
    }
}

/// A score of the evaluation.
pub(crate) fn points(value: i32) -> Score {
    Score::from_evaluation(value)
}
