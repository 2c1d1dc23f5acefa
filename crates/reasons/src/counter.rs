//! An engine that counts pieces, and nothing else.
//!
//! What a move loses is not where the line of a search happens to end: it is what both sides can
//! force if they play for material alone, mates and promotions included. The counter looks at a
//! move with a fixed effort and an empty table, so that what it says depends on the position and
//! on nothing else; neither the budget of a review nor its network changes it.

use crate::game::ReasonGame;
use crate::witness::{Counted, ScoredLine, one_ply_earlier};
use damier_core::{Depth, Ending, Game, Outcome, Score};
use damier_search::{Engine, Event, Limits, LocalEngine, OptionError, Query, ScoreUnit, Signals};
use std::sync::Arc;

/// Plies that are searched; captures go on until the board is quiet.
const PLIES: i32 = 9;

/// Most positions for a move: it is broken off at a smaller depth then.
const NODES: u64 = 40_000;

/// Counts what moves lead to.
pub struct Counter<G: ReasonGame> {
    engine: G::Engine,
    signals: Arc<Signals>,
}

impl<G: ReasonGame> Counter<G> {
    /// One with a small table of its own.
    pub fn new() -> Result<Self, OptionError> {
        let mut engine = G::engine();
        engine.set_memory(1)?;
        G::count_pieces(&mut engine)?;
        Ok(Self { engine, signals: Arc::default() })
    }

    /// Ends its searches from now on if these signals say so.
    pub fn obey(&mut self, signals: &Arc<Signals>) {
        self.signals = Arc::clone(signals);
    }

    /// What the better move and the one played lead to.
    pub fn count(&mut self, game: &Game<G>, best: G::Move, played: G::Move) -> Counted<G::Move> {
        let [best, played] = [best, played].map(|mv| self.after(game, mv));
        Counted { best, played }
    }

    /// What a move leads to, for its mover: the pieces that he has more than the other in the end.
    fn after(&mut self, game: &Game<G>, mv: G::Move) -> ScoredLine<G::Move> {
        let mut next = game.clone();
        next.play_unchecked(mv);
        let found = match next.ending().map(Ending::outcome) {
            Some(Outcome::Draw) => ScoredLine { score: Score::DRAW, line: Vec::new() },
            Some(Outcome::Win(_)) => ScoredLine { score: -Score::MATE, line: Vec::new() },
            None => self.search(&next),
        };
        let line = [mv].into_iter().chain(found.line).collect();
        ScoredLine { score: one_ply_earlier(found.score), line }
    }

    fn search(&mut self, game: &Game<G>) -> ScoredLine<G::Move> {
        let Ok(()) = self.engine.new_game();
        let limits = Limits { nodes: Some(NODES), ..Limits::to_depth(Depth::new(PLIES)) };
        let signals = Arc::clone(&self.signals);
        let unit = Some(ScoreUnit::Evaluation);
        let query = Query { signals, unit, ..Query::new(game.clone(), limits) };
        let mut finding = ScoredLine { score: Score::DRAW, line: Vec::new() };
        let Ok(_) = self.engine.search(&query, &mut |event| {
            if let Event::Report(report) = event {
                finding = ScoredLine { score: report.score, line: report.line };
            }
        });
        finding
    }
}
