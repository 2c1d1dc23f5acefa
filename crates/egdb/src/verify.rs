//! Proof by other means: a plain search over the rules, and the definition of a verdict.

use crate::class::Class;
use crate::index::PositionIndex;
use crate::tables::Tables;
use crate::wdl::Wdl;
use damier_core::random::Random;
use damier_draughts::Position;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Every position of a class, White to move; the draw rules begin to count.
pub fn positions(class: Class) -> impl Iterator<Item = Position> {
    let index = PositionIndex::new(class);
    (0..index.len()).map(move |number| index.board(number).to_position())
}

/// A random position of a class, all equally likely, White to move; the draw rules begin to count.
pub fn random_position(class: Class, random: &mut Random) -> Position {
    let index = PositionIndex::new(class);
    index.board(random.below(index.len())).to_position()
}

/// The verdict as a full-width search over the rules finds it, without any table: `None` if it
/// needs more than `depth` plies, or if `nodes`, which it counts down, runs out. Draws it cannot
/// prove.
pub fn search(position: &Position, depth: u32, nodes: &mut u64) -> Option<Wdl> {
    // The shallow searches first: a quick win is found without looking at long lines.
    (0..=depth).find_map(|depth| decide(position, depth, nodes))
}

fn decide(position: &Position, depth: u32, nodes: &mut u64) -> Option<Wdl> {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return Some(Wdl::Loss);
    }
    if depth == 0 || *nodes == 0 {
        return None;
    }
    *nodes -= 1;
    let mut all_lose = true;
    for &mv in &moves {
        let mut after = position.clone();
        after.play_unchecked(mv);
        match decide(&after, depth - 1, nodes) {
            Some(Wdl::Loss) => return Some(Wdl::Win),
            Some(Wdl::Win) => {}
            Some(Wdl::Draw) | None => all_lose = false,
        }
    }
    all_lose.then_some(Wdl::Loss)
}

/// What a comparison of tables with other means found.
#[derive(Clone, Debug, Default)]
pub struct ClassComparison {
    /// Positions looked at.
    pub positions: u64,
    /// Those that the search found won.
    pub wins: u64,
    /// Those that the search found lost.
    pub losses: u64,
    /// Positions on which the search and the table disagree, with what each says.
    pub contradicted: Vec<(Position, Wdl, Wdl)>,
    /// Positions whose verdict is not the best of what their moves lead to.
    pub inconsistent: Vec<Position>,
}

impl ClassComparison {
    /// Whether nothing is wrong.
    pub fn is_clean(&self) -> bool {
        self.contradicted.is_empty() && self.inconsistent.is_empty()
    }

    /// Adds the findings of another comparison.
    pub fn add_all(&mut self, other: Self) {
        self.positions += other.positions;
        self.wins += other.wins;
        self.losses += other.losses;
        self.contradicted.extend(other.contradicted);
        self.inconsistent.extend(other.inconsistent);
    }
}

/// How much to compare.
#[derive(Clone, Copy, Debug)]
pub struct ComparisonEffort {
    /// Positions for each class.
    pub samples: u64,
    /// Plies that the search looks ahead.
    pub depth: u32,
    /// Nodes that it may use for one position.
    pub nodes: u64,
    /// Decides which positions are looked at.
    pub seed: u64,
}

/// Compares random positions of one class with the search and with what their moves lead to.
///
/// Half of the positions are seen from the other side of the board, so that turning it is tested
/// too.
pub fn compare(tables: &Tables, class: Class, effort: ComparisonEffort) -> ClassComparison {
    let mut random = Random::new(effort.seed);
    let mut report = ClassComparison::default();
    for count in 0..effort.samples {
        let position = random_position(class, &mut random);
        let position = if count % 2 == 0 { position } else { position.rotated() };
        let Some(verdict) = tables.probe(&position) else {
            return report;
        };
        report.positions += 1;
        let mut nodes = effort.nodes;
        let found = search(&position, effort.depth, &mut nodes);
        match found {
            Some(Wdl::Win) => report.wins += 1,
            Some(Wdl::Loss) => report.losses += 1,
            Some(Wdl::Draw) | None => {}
        }
        if best_after(tables, &position) != Some(verdict) {
            report.inconsistent.push(position.clone());
        }
        if let Some(found) = found.filter(|&found| found != verdict) {
            report.contradicted.push((position, found, verdict));
        }
    }
    report
}

/// [`compare`] for all classes, shared out among threads. `progress` is told after each class.
pub fn compare_all(
    tables: &Tables,
    effort: ComparisonEffort,
    threads: NonZeroUsize,
    progress: &(dyn Fn(Class, &ClassComparison) + Sync),
) -> Vec<(Class, ClassComparison)> {
    let classes: Vec<Class> = tables.tallies().map(|(class, _)| class).collect();
    let next = AtomicUsize::new(0);
    let reports = Mutex::new(Vec::new());
    let work = || {
        while let Some(&class) = classes.get(next.fetch_add(1, Relaxed)) {
            let report = compare(tables, class, effort);
            progress(class, &report);
            reports.lock().unwrap_or_else(PoisonError::into_inner).push((class, report));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.get() {
            scope.spawn(work);
        }
        work();
    });
    let mut reports = reports.into_inner().unwrap_or_else(PoisonError::into_inner);
    reports.sort_by_key(|&(class, _)| (class.pieces(), class.men(), class));
    reports
}

/// The best of what the moves lead to, as the tables know it.
fn best_after(tables: &Tables, position: &Position) -> Option<Wdl> {
    let mut best = Wdl::Loss;
    for &mv in &position.legal_moves() {
        let mut after = position.clone();
        after.play_unchecked(mv);
        best = best.max(tables.probe(&after)?.opposite());
    }
    Some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn either_kind_of_fault_is_a_fault() {
        let clean = ClassComparison { positions: 3, wins: 1, losses: 1, ..Default::default() };
        assert!(clean.is_clean());
        let fault = Position::start();
        let contradicted = vec![(fault.clone(), Wdl::Win, Wdl::Loss)];
        assert!(!ClassComparison { contradicted, ..clean.clone() }.is_clean());
        assert!(!ClassComparison { inconsistent: vec![fault], ..clean }.is_clean());
    }
}
