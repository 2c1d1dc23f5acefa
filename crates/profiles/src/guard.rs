//! The firewall (002): is this move safe, and if not, why?
//!
//! It stands at the root only and looks at single moves: a short search that counts nothing but
//! pieces says what a move gives away, and a fault is named only if the line of that search or an
//! exchange bears it out. Letting a chance go by is a fault only if all it takes is one capture.
//! What is done about a fault is decided elsewhere.

use crate::OpponentGame;
use crate::game::Judgement;
use crate::level::Basis;
use damier_core::{Depth, Ending, Game, Outcome, Score};
use damier_search::{
    Engine, Event, Limits, LocalEngine, Noise, OptionError, Query, ScoreUnit, Signals,
};
use std::sync::Arc;

/// Examines moves. It has an engine of its own, which counts pieces.
pub struct Guard<G: OpponentGame> {
    engine: G::Engine,
    depth: i32,
    nodes: u64,
    /// Whether a yes or no will do where nothing is lost; whoever asks wants the line too.
    glances: bool,
    signals: Arc<Signals>,
    /// What can be expected in the position that was last asked about, with its key and its place
    /// in the game.
    standard: Option<(u64, usize, Score)>,
}

/// What a move gives away.
#[derive(Clone, Debug, PartialEq)]
pub struct Harm<M> {
    /// How much, in hundredths of a pawn or a man, of what could be kept; 0 for nothing.
    pub loss: i32,
    /// Plies until the game is lost by force, if it is and need not be.
    pub mated_in: Option<i32>,
    /// How: the move, and best play after it.
    pub line: Vec<M>,
}

/// What is known of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<G: OpponentGame> {
    /// The move.
    pub mv: G::Move,
    /// What it gives away.
    pub harm: Harm<G::Move>,
    /// Whether it is seen to win; a glance does not look.
    pub wins: bool,
    /// What is wrong with it, proved; nothing if it is safe.
    pub faults: Vec<G::Fault>,
}

impl<G: OpponentGame> Report<G> {
    fn harmless(mv: G::Move, line: Vec<G::Move>, wins: bool) -> Self {
        Self { mv, harm: Harm { loss: 0, mated_in: None, line }, wins, faults: Vec::new() }
    }

    /// The first thing that is wrong with it, in words; `None` if it is safe.
    pub fn objection(&self) -> Option<String> {
        self.faults.first().map(ToString::to_string)
    }

    /// Whether it may be played without regret.
    pub fn is_safe(&self) -> bool {
        self.faults.is_empty()
    }
}

/// What a search of the guard found.
struct Finding<M> {
    score: Score,
    line: Vec<M>,
}

/// A short look,
const QUICK_NODES: u64 = 20_000;
/// and a long one for somebody who asks: so many plies more,
const THOROUGH_PLIES: i32 = 4;
const THOROUGH_NODES: u64 = 400_000;

impl<G: OpponentGame> Guard<G> {
    /// One that looks after every move of a game.
    pub fn quick() -> Result<Self, OptionError> {
        Self::new(G::GUARD_DEPTH, QUICK_NODES, true)
    }

    /// One that takes its time.
    pub fn thorough() -> Result<Self, OptionError> {
        Self::new(G::GUARD_DEPTH + THOROUGH_PLIES, THOROUGH_NODES, false)
    }

    fn new(depth: i32, nodes: u64, glances: bool) -> Result<Self, OptionError> {
        let mut engine = G::engine();
        engine.set_memory(1)?;
        G::judge(&mut engine, &Judgement::Usual(Basis::Material), Noise::default())?;
        Ok(Self { engine, depth, nodes, glances, signals: Arc::default(), standard: None })
    }

    /// Ends its searches from now on if these signals say so.
    pub fn obey(&mut self, signals: &Arc<Signals>) {
        self.signals = Arc::clone(signals);
    }

    /// Examines a legal move.
    pub fn examine(&mut self, game: &Game<G>, mv: G::Move) -> Report<G> {
        let position = game.position();
        let mut after = game.clone();
        after.play_unchecked(mv);
        let found = match after.ending().map(Ending::outcome) {
            Some(Outcome::Draw) => Finding { score: Score::DRAW, line: Vec::new() },
            Some(Outcome::Win(_)) => Finding { score: -Score::MATE, line: Vec::new() },
            // Most moves keep what there is, and nothing more need be known.
            None if self.glances && !self.reaches(&after, -(plain(position) - G::BLUNDER)) => {
                return Report::harmless(mv, vec![mv], false);
            }
            None => self.search(&after, self.depth - 1, None),
        };
        let score = -found.score;
        let mut line = vec![mv];
        line.extend(found.line);
        let wins = score.is_win();
        if score > plain(position) - G::BLUNDER {
            return Report::harmless(mv, line, wins);
        }
        let standard = self.standard(game);
        let is_mated = score.is_loss() && !standard.is_loss();
        if !is_mated {
            play_out(position, &mut line);
            line.truncate(settled_after(position, &line));
        }
        let harm = Harm {
            loss: if is_mated { 0 } else { (standard.value() - score.value()).max(0) },
            mated_in: score.plies_to_mate().filter(|_| is_mated).map(|plies| 1 - plies),
            line,
        };
        let is_harmful = is_mated || harm.loss >= G::BLUNDER;
        let faults = if is_harmful { position.faults(mv, &harm) } else { Vec::new() };
        Report { mv, harm, wins, faults }
    }

    /// What can be expected of a move: the score of the best one, and no more than what there is
    /// now with what a plain exchange wins.
    fn standard(&mut self, game: &Game<G>) -> Score {
        let (key, place) = (game.position().key(), game.moves().len());
        if let Some((known_key, known_place, standard)) = self.standard
            && (known_key, known_place) == (key, place)
        {
            return standard;
        }
        let standard = self.search(game, self.depth, None).score.min(plain(game.position()));
        self.standard = Some((key, place, standard));
        standard
    }

    /// Whether whoever is to move can expect so much.
    fn reaches(&mut self, game: &Game<G>, score: Score) -> bool {
        self.search(game, self.depth - 1, Some(score)).score >= score
    }

    /// A short search; with a score to be reached, what is found is a bound.
    fn search(&mut self, game: &Game<G>, depth: i32, reaching: Option<Score>) -> Finding<G::Move> {
        // What is known of a position must not depend on what was asked before, and lines that a
        // table remembers are cut short.
        let Ok(()) = self.engine.new_game();
        let limits =
            Limits { nodes: Some(self.nodes), ..Limits::to_depth(Depth::new(depth.max(1))) };
        let signals = Arc::clone(&self.signals);
        let unit = Some(ScoreUnit::Evaluation);
        let query = Query { reaching, signals, unit, ..Query::new(game.clone(), limits) };
        let mut finding = Finding { score: Score::DRAW, line: Vec::new() };
        let Ok(_) = self.engine.search(&query, &mut |event| {
            if let Event::Report(report) = event {
                finding = Finding { score: report.score, line: report.line };
            }
        });
        finding
    }
}

/// What there is now, with what a plain exchange wins.
fn plain<G: OpponentGame>(position: &G) -> Score {
    Score::from_evaluation(position.balance() + position.plain_gain())
}

/// Adds the captures that are pending at the end of a line: a search may end before the last one is
/// made.
fn play_out<G: OpponentGame>(start: &G, line: &mut Vec<G::Move>) {
    const MOST: usize = 16;
    let mut end = start.clone();
    line.iter().for_each(|&mv| end.play_unchecked(mv));
    for _ in 0..MOST {
        let Some(mv) = end.pending() else { break };
        end.play_unchecked(mv);
        line.push(mv);
    }
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
