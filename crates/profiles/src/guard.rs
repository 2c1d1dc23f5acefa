//! The firewall: is this move safe, and if not, why?
//!
//! It stands at the root only and looks at single moves: a short search that counts nothing but
//! pieces says what a move gives away, and a fault is named only if the line of that search or an
//! exchange bears it out. Letting a chance go by is a fault only if all it takes is one capture.
//! What is done about it is decided in `player/choosing`.

use crate::OpponentGame;
use damier_core::{Depth, Ending, Game, Outcome, Score};
use damier_reasons::{
    Reason, ScoredLine, Witness, completed, makes_unsafe, one_ply_earlier, reasons,
};
use damier_search::{Engine, Event, Limits, LocalEngine, OptionError, Query, ScoreUnit, Signals};
use std::sync::Arc;

/// Examines moves. It has an engine of its own, which counts pieces.
pub struct Guard<G: OpponentGame> {
    engine: G::Engine,
    look: Look,
    signals: Arc<Signals>,
    /// Nodes that it may still spend, and those that it has spent.
    allowance: u64,
    spent: u64,
    /// What can be expected in the position that was last asked about.
    standard: Option<(Asked, ScoredLine<G::Move>)>,
}

/// What was asked: how far to look, about a position with this key, at this place in the game.
type Asked = (Look, u64, usize);

/// How far it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Look {
    depth: i32,
    nodes: u64,
    /// Whether a yes or no will do where nothing is lost; a person who asks wants the line too.
    glances: bool,
}

impl Look {
    /// A short look.
    fn quick<G: OpponentGame>() -> Self {
        Self { depth: G::GUARD_DEPTH, nodes: QUICK_NODES, glances: true }
    }

    /// A long one for a person who asks.
    fn thorough<G: OpponentGame>() -> Self {
        let depth = G::GUARD_DEPTH + THOROUGH_PLIES;
        Self { depth, nodes: THOROUGH_NODES, glances: false }
    }
}

/// What is known of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct GuardReport<M> {
    /// How much it gives away, in hundredths of a pawn or a man, of what could be kept; 0 for
    /// nothing.
    pub loss: i32,
    /// Plies until the game is lost by force, if it is and need not be.
    pub mated_in: Option<i32>,
    /// How: the move, and best play after it.
    pub line: Vec<M>,
    /// Whether it is seen to win; a glance does not look.
    pub wins: bool,
    /// What is wrong with it, proved; nothing if it is safe.
    pub reasons: Vec<Reason>,
}

impl<M> GuardReport<M> {
    fn harmless(line: Vec<M>, wins: bool) -> Self {
        Self { loss: 0, mated_in: None, line, wins, reasons: Vec::new() }
    }

    /// Whether it may be played without regret.
    pub fn is_safe(&self) -> bool {
        self.reasons.is_empty()
    }
}

const QUICK_NODES: u64 = 20_000;
/// Plies by which a long look is deeper than a short one.
const THOROUGH_PLIES: i32 = 4;
const THOROUGH_NODES: u64 = 400_000;

impl<G: OpponentGame> Guard<G> {
    /// One that looks after every move of a game.
    pub fn quick() -> Result<Self, OptionError> {
        Self::new(Look::quick::<G>())
    }

    /// One that takes its time.
    pub fn thorough() -> Result<Self, OptionError> {
        Self::new(Look::thorough::<G>())
    }

    fn new(look: Look) -> Result<Self, OptionError> {
        let mut engine = G::engine();
        engine.set_memory(1)?;
        G::count_pieces(&mut engine)?;
        let (signals, allowance) = (Arc::default(), u64::MAX);
        Ok(Self { engine, look, signals, allowance, spent: 0, standard: None })
    }

    /// A new question: its searches end if these signals say so, and nothing counts that an earlier
    /// one, with less time or fewer nodes, has found.
    pub fn obey(&mut self, signals: &Arc<Signals>) {
        self.signals = Arc::clone(signals);
        self.standard = None;
    }

    /// May spend so many nodes from now on.
    pub(crate) fn allow(&mut self, nodes: u64) {
        self.allowance = nodes;
        self.spent = 0;
    }

    /// Nodes spent since then.
    pub(crate) fn spent(&self) -> u64 {
        self.spent
    }

    /// Examines a legal move; one that leaves something to be taken, as long and as deep as for a
    /// person who asks. Where everything seems lost, a short look takes a piece left behind for one
    /// more loss among others, and a person would not understand it.
    pub fn examine_for_play(&mut self, game: &Game<G>, mv: G::Move) -> GuardReport<G::Move> {
        let report = self.examine(game, mv);
        let mut after = game.position().clone();
        after.play_unchecked(mv);
        if !report.is_safe() || after.ending(1).is_some() || after.plain_gain() < G::BLUNDER {
            return report;
        }
        let usual = std::mem::replace(&mut self.look, Look::thorough::<G>());
        let report = self.examine(game, mv);
        self.look = usual;
        report
    }

    /// Examines a legal move.
    pub fn examine(&mut self, game: &Game<G>, mv: G::Move) -> GuardReport<G::Move> {
        let position = game.position();
        let mut after = game.clone();
        after.play_unchecked(mv);
        let found = match after.ending().map(Ending::outcome) {
            Some(Outcome::Draw) => ScoredLine { score: Score::DRAW, line: Vec::new() },
            Some(Outcome::Win(_)) => ScoredLine { score: -Score::MATE, line: Vec::new() },
            // Most moves keep what there is, and nothing more need be known.
            None if self.look.glances && !self.reaches(&after, -(plain(position) - G::BLUNDER)) => {
                return GuardReport::harmless(vec![mv], false);
            }
            None => self.search(&after, self.look.depth - 1, None),
        };
        let score = one_ply_earlier(found.score);
        let mut line = vec![mv];
        line.extend(found.line);
        let wins = score.is_win();
        if score > plain(position) - G::BLUNDER {
            return GuardReport::harmless(line, wins);
        }
        let standard = self.standard(game);
        let is_mated = score.is_loss() && !standard.score.is_loss();
        if !is_mated {
            line = completed(position, &line);
            line.truncate(settled_after(position, &line));
        }
        let loss = if is_mated { 0 } else { (standard.score.value() - score.value()).max(0) };
        let mated_in = score.plies_to_mate().filter(|_| is_mated).map(|plies: i32| -plies);
        let is_harmful = is_mated || loss >= G::BLUNDER;
        let earlier = game.past_positions().next_back();
        let played = ScoredLine { score, line };
        let witness = Witness { earlier, position, best: standard, played, counted: None };
        let reasons = if is_harmful { objections(&witness, mated_in) } else { Vec::new() };
        GuardReport { loss, mated_in, line: witness.played.line, wins, reasons }
    }

    /// What can be expected of a move: what the best one leads to, and no more than what there is
    /// now with what plain exchanges win. A chance that takes a combination may go by.
    fn standard(&mut self, game: &Game<G>) -> ScoredLine<G::Move> {
        let asked = (self.look, game.position().key(), game.moves().len());
        if let Some((known, standard)) = &self.standard
            && *known == asked
        {
            return standard.clone();
        }
        let best = self.search(game, self.look.depth, None);
        let (position, plain) = (game.position(), plain(game.position()));
        let standard = match best.score > plain {
            true => ScoredLine { score: plain, line: completed(position, &[]) },
            false => best,
        };
        self.standard = Some((asked, standard.clone()));
        standard
    }

    /// Whether the side to move can expect so much.
    fn reaches(&mut self, game: &Game<G>, score: Score) -> bool {
        self.search(game, self.look.depth - 1, Some(score)).score >= score
    }

    /// A short search; with a score to be reached, what is found is a bound.
    fn search(
        &mut self,
        game: &Game<G>,
        depth: i32,
        reaching: Option<Score>,
    ) -> ScoredLine<G::Move> {
        // What is known of a position must not depend on what was asked before, and lines that a
        // table remembers are cut short.
        let Ok(()) = self.engine.new_game();
        let nodes = self.look.nodes.min(self.allowance.saturating_sub(self.spent));
        let limits = Limits { nodes: Some(nodes), ..Limits::to_depth(Depth::new(depth.max(1))) };
        let signals = Arc::clone(&self.signals);
        let unit = Some(ScoreUnit::Evaluation);
        let query = Query { reaching, signals, unit, ..Query::new(game.clone(), limits) };
        let mut finding = ScoredLine { score: Score::DRAW, line: Vec::new() };
        let Ok(_) = self.engine.search(&query, &mut |event| {
            if let Event::Report(report) = event {
                finding = ScoredLine { score: report.score, line: report.line };
            }
        });
        self.spent += self.engine.statistics().nodes;
        finding
    }
}

/// What there is now, with what a plain exchange wins.
fn plain<G: OpponentGame>(position: &G) -> Score {
    Score::from_evaluation(position.balance() + position.plain_gain())
}

/// What speaks against a harmful move. What could have been won counts here, since no more is
/// expected than plain exchanges win. A forced loss that the search has seen counts even if its
/// line is cut short; all else that is said, the lines prove.
fn objections<G: OpponentGame>(witness: &Witness<G>, mated_in: Option<i32>) -> Vec<Reason> {
    let found = reasons(witness);
    let misses = |reason: &Reason| matches!(reason, Reason::MissesMaterial(_));
    if makes_unsafe(&found) || found.iter().any(misses) {
        return found;
    }
    mated_in.map(|plies| G::allows_loss(plies.unsigned_abs() / 2)).into_iter().collect()
}

/// How many moves of a line it takes until it has cost what it costs in the end, and nothing is
/// taken back at once: what comes after that proves nothing.
fn settled_after<G: OpponentGame>(start: &G, line: &[G::Move]) -> usize {
    let us = start.side_to_move();
    let mut position = start.clone();
    let balances = line.iter().map(|&mv| {
        position.play_unchecked(mv);
        if position.side_to_move() == us { position.balance() } else { -position.balance() }
    });
    let balances: Vec<i32> = balances.collect();
    let is_settled =
        |place: &usize| balances[*place..].iter().take(2).all(|it| Some(it) == balances.last());
    (0..balances.len()).find(is_settled).map_or(line.len(), |place| place + 1)
}
