//! What is known about the positions that can follow.

use crate::logarithm::natural_logarithm;
use damier_core::Rules;
use damier_core::random::Random;

/// Points of one game, in halves: 0, 1 or 2.
pub(crate) type HalfPoints = u8;
/// A won game.
pub(crate) const WIN: HalfPoints = 2;

/// How much a move is tried for being little known rather than good: the square root of two, which
/// the theory of the multi-armed bandit gives for results between 0 and 1.
const CURIOSITY: f64 = std::f64::consts::SQRT_2;
/// The tree stops growing here, some 200 megabytes.
const MOST_NODES: usize = 4_000_000;

/// A position, reached by a move. Points are those of the side that made it.
#[derive(Clone, Debug)]
pub(crate) struct Node<M> {
    /// `None` at the root.
    pub(crate) mv: Option<M>,
    pub(crate) visits: u32,
    half_points: u64,
    /// What the move leads to whatever happens, once that is proved.
    pub(crate) verdict: Option<HalfPoints>,
    /// The place of its first child in the list of nodes, and how many there are; 0 before it is
    /// expanded.
    first_child: u32,
    children: u32,
}

impl<M> Node<M> {
    fn new(mv: Option<M>) -> Self {
        Self { mv, visits: 0, half_points: 0, verdict: None, first_child: 0, children: 0 }
    }

    /// Points a game, from 0 to 1.
    pub(crate) fn mean(&self) -> f64 {
        match self.verdict {
            Some(verdict) => f64::from(verdict) / 2.0,
            None => self.half_points as f64 / (2.0 * f64::from(self.visits.max(1))),
        }
    }

    pub(crate) fn is_expanded(&self) -> bool {
        self.children > 0
    }
}

/// Nodes in one list, children side by side.
#[derive(Clone, Debug)]
pub(crate) struct SearchTree<R: Rules> {
    /// The position at the root.
    root: R,
    nodes: Vec<Node<R::Move>>,
}

/// The place of the root.
pub(crate) const ROOT: usize = 0;

impl<R: Rules> SearchTree<R> {
    pub(crate) fn new(root: R) -> Self {
        Self { root, nodes: vec![Node::new(None)] }
    }

    pub(crate) fn root(&self) -> &R {
        &self.root
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn node(&self, place: usize) -> &Node<R::Move> {
        &self.nodes[place]
    }

    pub(crate) fn children(&self, place: usize) -> &[Node<R::Move>] {
        let node = &self.nodes[place];
        &self.nodes[node.first_child as usize..][..node.children as usize]
    }

    /// Adds a child for every legal move, if there is room for them.
    pub(crate) fn expand(&mut self, place: usize, position: &R) {
        let moves = position.legal_moves();
        if self.nodes.len() + moves.len() > MOST_NODES {
            return;
        }
        self.nodes[place].first_child = self.nodes.len() as u32;
        self.nodes[place].children = moves.len() as u32;
        self.nodes.extend(moves.iter().map(|&mv| Node::new(Some(mv))));
    }

    /// The child to look at next: one that was never tried, else the best by upper confidence bound
    /// (UCT). Moves that are proved to lose are left alone while there are others.
    pub(crate) fn choose(&self, place: usize, random: &mut Random) -> usize {
        let node = &self.nodes[place];
        let begin = node.first_child as usize;
        let untried = self.children(place).iter().filter(|child| child.visits == 0).count();
        if untried > 0 {
            let number = random.below(untried);
            let places = begin..begin + node.children as usize;
            let mut places = places.filter(|&place| self.nodes[place].visits == 0);
            return places.nth(number).expect("so many were counted");
        }
        let logarithm = natural_logarithm(node.visits);
        let bound = |child: &Node<R::Move>| {
            let curiosity = CURIOSITY * (logarithm / f64::from(child.visits)).sqrt();
            match child.verdict {
                Some(0) => -1.0,
                Some(_) | None => child.mean() + curiosity,
            }
        };
        let (mut best, mut highest) = (begin, f64::NEG_INFINITY);
        for (index, child) in self.children(place).iter().enumerate() {
            let bound = bound(child);
            if bound > highest {
                (best, highest) = (begin + index, bound);
            }
        }
        best
    }

    /// The children of a node, best first: proved wins, then those tried most, then proved losses.
    pub(crate) fn ranked_children(&self, place: usize) -> Vec<usize> {
        let node = &self.nodes[place];
        let begin = node.first_child as usize;
        let mut places: Vec<usize> = (begin..begin + node.children as usize).collect();
        let standing = |node: &Node<R::Move>| match node.verdict {
            Some(WIN) => 2,
            Some(0) => 0,
            Some(_) | None => 1,
        };
        places.sort_by(|&one, &other| {
            let (one, other) = (&self.nodes[one], &self.nodes[other]);
            let order = standing(other).cmp(&standing(one)).then(other.visits.cmp(&one.visits));
            order.then(other.mean().total_cmp(&one.mean()))
        });
        places
    }

    /// A game that went through this node gave its side so many points.
    pub(crate) fn count(&mut self, place: usize, half_points: HalfPoints) {
        let node = &mut self.nodes[place];
        node.visits = node.visits.saturating_add(1);
        node.half_points += u64::from(half_points);
    }

    /// The game is over here.
    pub(crate) fn set_verdict(&mut self, place: usize, verdict: HalfPoints) {
        self.nodes[place].verdict = Some(verdict);
    }

    /// The side to move takes what is proved best: a win, if one is proved, or the best of all,
    /// if everything is.
    pub(crate) fn conclude(&mut self, place: usize) {
        let children = self.children(place);
        let verdicts = || children.iter().map(|child| child.verdict);
        let is_won = verdicts().any(|verdict| verdict == Some(WIN));
        let all: Option<Vec<HalfPoints>> = verdicts().collect();
        let best = match all {
            _ if is_won => Some(WIN),
            Some(all) => all.into_iter().max(),
            None => None,
        };
        if let Some(best) = best {
            self.nodes[place].verdict = Some(WIN - best);
        }
    }

    /// What follows after these moves, as a tree of its own; `None` if it was never looked at.
    pub(crate) fn after(&self, moves: impl Iterator<Item = R::Move>, root: R) -> Option<Self> {
        let mut place = ROOT;
        for mv in moves {
            let begin = self.nodes[place].first_child as usize;
            let child = self.children(place).iter().position(|child| child.mv == Some(mv))?;
            place = begin + child;
        }
        let mut copy = Self { root, nodes: vec![self.nodes[place].clone()] };
        copy.nodes[ROOT].mv = None;
        // A draw that was not claimed ended the games there, but not this one.
        copy.nodes[ROOT].verdict = None;
        // Breadth first, so that children stay side by side.
        let mut next = ROOT;
        while next < copy.nodes.len() {
            let (begin, count) = (copy.nodes[next].first_child, copy.nodes[next].children);
            copy.nodes[next].first_child = copy.nodes.len() as u32;
            copy.nodes.extend_from_slice(&self.nodes[begin as usize..][..count as usize]);
            next += 1;
        }
        Some(copy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_chess::Position;

    #[test]
    fn a_move_that_is_proved_to_lose_is_left_alone_while_there_are_others() {
        let mut tree = SearchTree::new(Position::start());
        tree.expand(ROOT, &Position::start());
        let places = ROOT + 1..=tree.children(ROOT).len();
        // All games were lost, and of the first move least is known.
        for place in places.clone() {
            let games = if place == ROOT + 1 { 1 } else { 50 };
            for _ in 0..games {
                tree.count(place, 0);
                tree.count(ROOT, 0);
            }
        }
        let choose = |tree: &SearchTree<Position>| tree.choose(ROOT, &mut Random::new(1));
        assert_eq!(choose(&tree), ROOT + 1, "it is tried for being little known");
        tree.set_verdict(ROOT + 1, 0);
        assert_ne!(choose(&tree), ROOT + 1, "until it is proved to lose");
        assert_eq!(tree.ranked_children(ROOT).last(), Some(&(ROOT + 1)));
    }
}
