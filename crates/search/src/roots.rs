//! The moves at the root, with what each iteration found about them.

use damier_core::{Depth, Score, Window};

/// A root move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootMove<M> {
    /// The move itself.
    pub mv: M,
    /// Its score in the running iteration: [`Score::LOWEST`] if it was not searched, or only seen
    /// to be no better than another.
    pub score: Score,
    /// The line that gave this score, the move itself in front.
    pub line: Vec<M>,
    /// The longest line looked at.
    pub selective_depth: usize,
    /// Nodes spent on it in this search.
    pub nodes: u64,
    /// The last exact result.
    pub settled: Option<Settled<M>>,
}

/// A result of a root move that may be played: exact, or at least proved to beat the
/// others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled<M> {
    /// The iteration.
    pub depth: Depth,
    /// The score.
    pub score: Score,
    /// The line, never empty.
    pub line: Vec<M>,
    /// The longest line looked at.
    pub selective_depth: usize,
}

/// The root moves in the order of search. With several lines asked for, the first ones belong to
/// lines that this iteration has found already.
#[derive(Clone, Debug)]
pub struct Roots<M> {
    moves: Vec<RootMove<M>>,
    first: usize,
}

impl<M: Copy + PartialEq> Roots<M> {
    /// The moves to choose from, none searched yet.
    pub fn new(moves: impl IntoIterator<Item = M>) -> Self {
        let fresh = |mv| RootMove {
            mv,
            score: Score::LOWEST,
            line: vec![mv],
            selective_depth: 0,
            nodes: 0,
            settled: None,
        };
        Self { moves: moves.into_iter().map(fresh).collect(), first: 0 }
    }

    /// All moves.
    pub fn all(&self) -> &[RootMove<M>] {
        &self.moves
    }

    /// The moves to search for the line at hand.
    pub fn open(&mut self) -> &mut [RootMove<M>] {
        &mut self.moves[self.first..]
    }

    /// The best move so far, if there is one at all.
    pub fn best(&self) -> Option<&RootMove<M>> {
        self.moves.first()
    }

    /// How many moves there are.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there is no move.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Turns to the line with this index: the moves before it have lines already.
    pub(crate) fn turn_to(&mut self, line: usize) {
        self.first = line;
    }

    /// A search of the open moves begins: old scores say nothing about it.
    pub(crate) fn begin_search(&mut self) {
        for root in self.open() {
            root.score = Score::LOWEST;
        }
    }

    /// Puts the best open move in front. Equal ones stay in order: most were only seen to be no
    /// better, and their old order is worth keeping.
    pub(crate) fn sort_open(&mut self) {
        self.open().sort_by_key(|root| std::cmp::Reverse(root.score));
    }

    /// Takes the result of the open move in front as exact.
    pub(crate) fn settle(&mut self, depth: Depth) {
        let Some(root) = self.open().first_mut() else { return };
        root.settled = Some(Settled {
            depth,
            score: root.score,
            line: root.line.clone(),
            selective_depth: root.selective_depth,
        });
    }

    /// Takes what is proved about the open move in front for its score: at least so much. A mate
    /// whose line is not known is no mate yet.
    pub(crate) fn settle_at_least(&mut self, depth: Depth, score: Score) {
        self.settle(depth);
        if let Some(settled) = self.open().first_mut().and_then(|root| root.settled.as_mut()) {
            settled.score = score.unproven();
        }
    }

    /// Puts what a broken-off search of the open moves has really shown to use: if its first move
    /// was searched to the end and the best result lies inside the window, that result is exact.
    /// Otherwise `fallback` leads again, the best move before: a bound may have put another in
    /// front. A result below the score of a rival that may not have been searched yet says nothing
    /// about which is better; without rivals it stands for the move that will be played anyway.
    pub(crate) fn salvage(&mut self, window: Window, depth: Depth, fallback: M, rivals: &[M]) {
        let open = self.open();
        // The last of equals would be wrong: only a strictly better score replaces another.
        let mut best = 0;
        for index in 1..open.len() {
            if open[index].score > open[best].score {
                best = index;
            }
        }
        let score = open.get(best).map_or(Score::LOWEST, |root| root.score);
        let beats = |root: &RootMove<M>| root.settled.as_ref().is_none_or(|it| it.score <= score);
        let is_exact = open.first().is_some_and(|root| root.score != Score::LOWEST)
            && window.contains(score)
            && open[best + 1..].iter().filter(|root| rivals.contains(&root.mv)).all(beats);
        if is_exact {
            open[..=best].rotate_right(1);
            self.settle(depth);
        } else if let Some(place) = open.iter().position(|root| root.mv == fallback) {
            open[..=place].rotate_right(1);
        }
    }

    /// After an iteration that was broken off: behind the lines that it has found, those of the
    /// iteration before keep their order, without the moves that have found a new line.
    pub(crate) fn close_ranks(&mut self, depth: Depth, before: &[M]) {
        let is_new = |root: &RootMove<M>| root.settled.as_ref().is_some_and(|it| it.depth == depth);
        let found = self.moves.iter().take_while(|root| is_new(root)).count();
        let place = |mv| before.iter().position(|&old| old == mv).unwrap_or(before.len());
        self.moves[found..].sort_by_key(|root| place(root.mv));
    }

    /// Before any move has a value the first one is taken, with what the position is worth as it
    /// stands.
    pub(crate) fn settle_unsearched(&mut self, standing: Score) {
        let Some(root) = self.moves.first_mut().filter(|root| root.settled.is_none()) else {
            return;
        };
        let line = vec![root.mv];
        root.settled =
            Some(Settled { depth: Depth::ZERO, score: standing, line, selective_depth: 0 });
    }

    /// Sorts the lines that an iteration has found, best first.
    pub(crate) fn sort_lines(&mut self, lines: usize) {
        let lines = lines.min(self.moves.len());
        self.moves[..lines].sort_by_key(|root| std::cmp::Reverse(root.score));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(value: i32) -> Score {
        Score::from_evaluation(value)
    }

    fn window() -> Window {
        Window::new(score(-50), score(50))
    }

    fn roots_with(scores: [Option<i32>; 3]) -> Roots<char> {
        let mut roots = Roots::new(['a', 'b', 'c']);
        roots.begin_search();
        for (root, value) in roots.open().iter_mut().zip(scores) {
            root.score = value.map_or(Score::LOWEST, score);
        }
        roots
    }

    #[test]
    fn a_search_that_did_not_finish_its_first_move_shows_nothing() {
        let mut roots = roots_with([None, Some(40), None]);
        roots.salvage(window(), Depth::new(9), 'a', &[]);
        assert_eq!(roots.best().unwrap().mv, 'a');
        assert!(roots.best().unwrap().settled.is_none());
    }

    #[test]
    fn a_better_move_of_a_broken_off_search_is_used() {
        let mut roots = roots_with([Some(10), None, Some(30)]);
        roots.salvage(window(), Depth::new(9), 'a', &[]);
        let best = roots.best().unwrap();
        assert_eq!((best.mv, best.settled.as_ref().unwrap().score), ('c', score(30)));
        let order: String = roots.all().iter().map(|root| root.mv).collect();
        assert_eq!(order, "cab");
    }

    #[test]
    fn a_result_below_that_of_a_rival_that_was_not_searched_is_not_used() {
        for (rival, best) in [('b', ('c', 30)), ('d', ('a', 45))] {
            let mut roots = Roots::new(['a', 'b', 'c', 'd']);
            for (root, value) in roots.open().iter_mut().zip([45, 40, 35, 32]) {
                root.score = score(value);
            }
            for line in 0..4 {
                roots.turn_to(line);
                roots.settle(Depth::new(8));
            }
            roots.turn_to(0);
            roots.begin_search();
            roots.open()[0].score = score(10);
            roots.open()[2].score = score(30);
            roots.salvage(window(), Depth::new(9), 'a', &[rival]);
            let first = roots.best().unwrap();
            let found = (first.mv, first.settled.as_ref().unwrap().score);
            assert_eq!(found, (best.0, score(best.1)), "rival {rival}");
        }
    }

    #[test]
    fn bounds_are_not_taken_for_scores() {
        for outside in [-60, 50, 200] {
            let mut roots = roots_with([Some(outside), None, None]);
            roots.salvage(window(), Depth::new(9), 'b', &[]);
            assert_eq!(roots.best().unwrap().mv, 'b', "the best move before leads again");
            assert!(roots.all().iter().all(|root| root.settled.is_none()), "{outside}");
        }
    }
}
