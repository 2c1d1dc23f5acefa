//! Plies to the end of the game, in memory only.

use crate::board::TurnedBoard;
use crate::class::{Class, Force, MAX_PIECES};
use crate::index::PositionIndex;
use crate::solver::{OutsideValues, Solution, SolvingMethod, solve};
use crate::wdl::Outlook;
use damier_draughts::Position;
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Which draw rules distances respect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawRules {
    /// None: the verdicts are those of the tables.
    None,
    /// The 5- and the 16-move rule, counted from the position that is asked about: a win that best
    /// play does not finish in time is a draw. Whatever the winner does in such material, the count
    /// goes on, so this is exact. The 25-move rule and repetition are not considered: a win within
    /// 50 plies never meets them, a longer one may.
    LoneKing,
}

/// How many plies best play takes to the end of the game, for every position of a class and of
/// those that its moves lead to: the winner makes it as short, the loser as long as possible.
///
/// Two bytes a position in memory, so 86 MB for all of 4 pieces; nothing is kept on disk.
///
/// Up to 4 pieces every win is short enough for the draw rules if they begin to count with it: a
/// lone king against two pieces falls within 9 plies of the 10, against three within 32 of the 32,
/// and no ending takes 50. `examples/distances.rs` shows it.
pub struct Distances {
    solutions: HashMap<Class, Solution>,
}

impl Distances {
    /// Counts for some classes and all that can follow from them.
    ///
    /// `progress` is told how many positions are done and how many there are.
    pub fn of_classes(
        classes: &[Class],
        rules: DrawRules,
        threads: NonZeroUsize,
        progress: &(dyn Fn(u64, u64) + Sync),
    ) -> Self {
        let follows = |class: Class| classes.iter().any(|&start| can_follow(start, class));
        let mut pairs = Class::pairs(MAX_PIECES);
        pairs.retain(|&(class, _)| follows(class) || follows(class.swapped()));
        let count = |class: Class| PositionIndex::new(class).len() as u64;
        let total = pairs.iter().map(|&(class, other)| count(class) + other.map_or(0, count)).sum();
        let done = AtomicU64::new(0);
        let look = |more: usize| {
            let before = done.fetch_add(more as u64, Relaxed);
            progress(before + more as u64, total);
        };
        let mut distances = Self { solutions: HashMap::new() };
        for pair in pairs {
            let limit = match rules {
                DrawRules::None => None,
                DrawRules::LoneKing => pair.0.lone_king_limit(),
            };
            let solutions = solve(pair, &distances, SolvingMethod { threads, limit }, &look);
            let by_class = solutions.into_iter().map(|solution| (solution.index.class(), solution));
            distances.solutions.extend(by_class);
        }
        distances
    }

    /// Wdl and plies for any position of the classes, also with a capture at hand; `None` for
    /// others.
    pub fn probe(&self, position: &Position) -> Option<Outlook> {
        let us = position.side_to_move();
        if position.side(us).is_empty() {
            return Some(Outlook::Loss(0));
        }
        let board = TurnedBoard::of(position);
        let Solution { index, states } = self.solutions.get(&board.class()?)?;
        Some(states[index.number(&board)].outlook())
    }

    /// The longest win or loss of a class, in plies, with the first position that takes so long;
    /// `None` if the class was not counted or has nothing but draws.
    pub fn longest(&self, class: Class) -> Option<(u16, Position)> {
        let Solution { index, states } = self.solutions.get(&class)?;
        let plies = states.iter().filter_map(|state| state.outlook().plies()).max()?;
        let number = states.iter().position(|state| state.outlook().plies() == Some(plies))?;
        Some((plies, index.board(number).to_position()))
    }
}

impl OutsideValues for Distances {
    fn outlook(&self, position: &Position) -> Outlook {
        self.probe(position).expect("classes are solved after those they depend on")
    }
}

/// Whether a game can lead from one material to another, for either side to move: men may become
/// kings, and pieces of either kind may leave.
fn can_follow(start: Class, class: Class) -> bool {
    let fits = |from: Force, to: Force| to.pieces() <= from.pieces() && to.men <= from.men;
    let fits_both =
        |start: Class| fits(start.own(), class.own()) && fits(start.other(), class.other());
    fits_both(start) || fits_both(start.swapped())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No ending of few pieces lasts longer than its draw rule allows, so a shorter one is made up.
    #[test]
    fn what_a_limit_cuts_off_is_drawn_and_nothing_else() {
        let class: Class = "KKvK".parse().expect("a class");
        let threads = NonZeroUsize::MIN;
        let free = Distances::of_classes(&[class], DrawRules::None, threads, &|_, _| {});
        let pair = (class.swapped(), Some(class));
        let method = SolvingMethod { threads, limit: Some(4) };
        let solutions = solve(pair, &free, method, &|_| {});
        let mut drawn = 0;
        for Solution { index, states } in &solutions {
            for (number, state) in states.iter().enumerate() {
                let outlook = free.solutions[&index.class()].states[number].outlook();
                let expected = match outlook.plies() {
                    Some(plies) if plies > 4 => Outlook::Draw,
                    _ => outlook,
                };
                assert_eq!(state.outlook(), expected, "{} {number}", index.class());
                drawn += usize::from(expected != outlook);
            }
        }
        assert!(drawn > 100, "{drawn}");
    }

    #[test]
    fn only_what_can_follow_is_solved() {
        let class: Class = "MvKK".parse().expect("a class");
        let threads = NonZeroUsize::MIN;
        let distances = Distances::of_classes(&[class], DrawRules::None, threads, &|_, _| {});
        let mut names: Vec<String> = distances.solutions.keys().map(Class::to_string).collect();
        names.sort();
        assert_eq!(names, ["KKvK", "KKvM", "KvK", "KvKK", "KvM", "MvK", "MvKK"]);
        let outside = Position::from_fen("W:W40:B1").expect("a position");
        assert_eq!(distances.probe(&outside), None);
    }
}
