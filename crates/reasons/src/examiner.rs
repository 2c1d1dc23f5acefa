//! An engine that is asked about moves.

use crate::game::ReasonGame;
use crate::witness::ScoredLine;
use damier_core::Game;
use damier_search::{
    Answer, Bound, Engine, Event, Limits, LocalEngine, OptionError, Query, Report, Signals,
};
use std::sync::Arc;

/// Damier's own engine at full strength, for questions about moves.
pub struct Examiner<G: ReasonGame> {
    engine: G::Engine,
    signals: Arc<Signals>,
}

impl<G: ReasonGame> Examiner<G> {
    /// With so many megabytes for its table.
    pub fn new(hash_megabytes: usize) -> Self {
        let mut examiner = Self { engine: G::engine(), signals: Arc::default() };
        // If the system refuses it, the usual table does.
        let _ = examiner.engine.set_memory(hash_megabytes);
        examiner
    }

    /// Asks endgame tables in a folder from now on.
    pub fn use_tables(&mut self, folder: &str) -> Result<(), OptionError> {
        self.engine.set_tables(folder)
    }

    /// Ends its searches from now on if these signals say so.
    pub fn obey(&mut self, signals: &Arc<Signals>) {
        self.signals = Arc::clone(signals);
    }

    /// Forgets what earlier questions found.
    pub fn forget(&mut self) {
        let Ok(()) = self.engine.new_game();
    }

    /// Searches some of the moves, or all if none is named, and collects what was settled: up to so
    /// many lines in each iteration.
    pub fn search(
        &mut self,
        game: &Game<G>,
        among: Vec<G::Move>,
        lines: usize,
        limits: &Limits,
    ) -> (Answer<G::Move>, Vec<Report<G::Move>>) {
        let signals = Arc::clone(&self.signals);
        let query = Query {
            among,
            signals,
            lines: Some(lines),
            ..Query::new(game.clone(), limits.clone())
        };
        let mut reports = Vec::new();
        let Ok(answer) = self.engine.search(&query, &mut |event| match event {
            Event::Report(report) if report.bound == Bound::Exact => reports.push(report),
            _ => {}
        });
        (answer, reports)
    }

    /// What a search of some moves, or of all if none is named, thinks of the best of them.
    pub fn best(
        &mut self,
        game: &Game<G>,
        among: Vec<G::Move>,
        limits: &Limits,
    ) -> Option<ScoredLine<G::Move>> {
        let (_, reports) = self.search(game, among, 1, limits);
        reports.last().map(scored_line)
    }

    /// Scores two moves side by side: at the last depth at which the search settled both.
    pub fn compare(
        &mut self,
        game: &Game<G>,
        best: G::Move,
        played: G::Move,
        limits: &Limits,
    ) -> Option<[ScoredLine<G::Move>; 2]> {
        let (_, reports) = self.search(game, vec![best, played], 2, limits);
        let of_move =
            |mv| reports.iter().rev().filter(move |report| report.line.first() == Some(&mv));
        of_move(best).find_map(|best| {
            let played = of_move(played).find(|played| played.depth == best.depth)?;
            Some([best, played].map(scored_line))
        })
    }
}

/// What a report says of its first move.
pub fn scored_line<M: Copy>(report: &Report<M>) -> ScoredLine<M> {
    ScoredLine { score: report.score, line: report.line.clone() }
}

/// The lines of the last iteration that settled as many as there are, the best first.
pub fn last_lines<M: Copy + PartialEq>(reports: &[Report<M>]) -> Vec<ScoredLine<M>> {
    let most = reports.iter().map(|report| report.rank).max().unwrap_or(0);
    let complete = |depth| (1..=most).all(|rank| find(reports, depth, rank).is_some());
    let depth = reports.iter().rev().map(|report| report.depth).find(|&depth| complete(depth));
    let lines = depth.into_iter().flat_map(|depth| {
        (1..=most).filter_map(move |rank| find(reports, depth, rank).map(scored_line))
    });
    lines.collect()
}

/// The last report of a rank in an iteration.
fn find<M>(reports: &[Report<M>], depth: damier_core::Depth, rank: usize) -> Option<&Report<M>> {
    reports.iter().rev().find(|report| report.depth == depth && report.rank == rank)
}
