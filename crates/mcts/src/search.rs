//! Games played to the end at random, and a tree that remembers how they ended.

use crate::tree::{HalfPoints, Node, ROOT, SearchTree, WIN};
use damier_core::random::Random;
use damier_core::{Ending, Game, Outcome, Rules, Side};
use std::ops::RangeInclusive;

/// How many games a move is usually worth,
pub const DEFAULT_SIMULATIONS: u32 = 300;
/// and how many people may ask for.
pub const SIMULATIONS: RangeInclusive<u32> = 50..=2000;

/// A random game that is not over after so many plies counts as drawn.
const LONGEST_GAME: usize = 300;

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Games played in this search.
    pub simulations: u32,
    /// Positions in the tree.
    pub nodes: usize,
}

/// What is known of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveStatistics<M> {
    /// The move.
    pub mv: M,
    /// Games that began with it, those of earlier searches included.
    pub visits: u32,
    /// Points a game for the side to move, from 0 to 1.
    pub mean: f64,
    /// Whether these points are proved.
    pub is_proved: bool,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings<M> {
    /// Every legal move, the one to play first.
    pub moves: Vec<MoveStatistics<M>>,
    /// The line that was looked at most.
    pub line: Vec<M>,
    /// Games played in this search.
    pub simulations: u32,
    /// Games known from earlier searches.
    pub kept: u32,
    /// Positions in the tree.
    pub nodes: usize,
    /// Plies from the root to the deepest position in the tree that was reached in this search.
    pub deepest: usize,
    /// Plies played at random.
    pub random_plies: u64,
}

/// A player that knows nothing but the rules. It keeps what it has seen from move to move.
#[derive(Clone, Debug)]
pub struct MonteCarlo<R: Rules> {
    seed: u64,
    random: Random,
    tree: Option<SearchTree<R>>,
}

impl<R: Rules> MonteCarlo<R> {
    /// A player whose games depend on the seed.
    pub fn new(seed: u64) -> Self {
        Self { seed, random: Random::new(seed), tree: None }
    }

    /// Forgets everything; the next game is the one that the seed gives.
    pub fn new_game(&mut self) {
        *self = Self::new(self.seed);
    }

    /// Plays up to so many games from the position on the board. `on_game` is told after each how
    /// far it is; it returns whether to go on. Stops early when everything is proved. `None` if
    /// there is no legal move.
    pub fn search(
        &mut self,
        game: &Game<R>,
        simulations: u32,
        on_game: &mut dyn FnMut(&Progress) -> bool,
    ) -> Option<Findings<R::Move>> {
        if game.position().count_legal_moves() == 0 {
            return None;
        }
        let mut tree = self.tree_of(game);
        if !tree.node(ROOT).is_expanded() {
            tree.expand(ROOT, game.position());
        }
        let kept = tree.node(ROOT).visits;
        let mut board = game.clone();
        let (mut played, mut deepest, mut random_plies) = (0, 0, 0);
        while played < simulations {
            let run = simulate(&mut tree, &mut board, &mut self.random);
            played += 1;
            deepest = deepest.max(run.depth);
            random_plies += run.random_plies as u64;
            let is_proved = tree.node(ROOT).verdict.is_some();
            if is_proved || !on_game(&Progress { simulations: played, nodes: tree.len() }) {
                break;
            }
        }
        let findings = Findings {
            moves: statistics(&tree),
            line: line(&tree),
            simulations: played,
            kept,
            nodes: tree.len(),
            deepest,
            random_plies,
        };
        self.tree = Some(tree);
        Some(findings)
    }

    /// What is left of the tree of an earlier search that this game went through, or a new one.
    fn tree_of(&mut self, game: &Game<R>) -> SearchTree<R> {
        let kept = self.tree.take().and_then(|tree| {
            let positions = game.past_positions().chain([game.position()]);
            let reached = positions.collect::<Vec<_>>();
            let place = reached.iter().rposition(|&position| position == tree.root())?;
            tree.after(game.moves().skip(place), game.position().clone())
        });
        kept.unwrap_or_else(|| SearchTree::new(game.position().clone()))
    }
}

/// What one game was like.
struct Run {
    depth: usize,
    random_plies: usize,
}

/// Goes down the tree, adds a position to it, plays on from there at random and tells the result to
/// all that led there. The board comes back as it was.
fn simulate<R: Rules>(tree: &mut SearchTree<R>, board: &mut Game<R>, random: &mut Random) -> Run {
    // Step 1. Selection: down to where the tree ends or the rest is proved.
    let mut path = vec![ROOT];
    let mut place = ROOT;
    while tree.node(place).is_expanded() && (place == ROOT || tree.node(place).verdict.is_none()) {
        place = tree.choose(place, random);
        let mv = tree.node(place).mv.expect("only the root has no move");
        board.play_unchecked(mv);
        path.push(place);
        // Step 2. Expansion: a position that comes up again is worth a look at what follows.
        let is_new = tree.node(place).visits == 0;
        if is_new {
            break;
        }
        if !tree.node(place).is_expanded() && tree.node(place).verdict.is_none() {
            tree.expand(place, board.position());
        }
    }
    let mover = !board.position().side_to_move();

    // Step 3. Playout, unless the end is known.
    let mut random_plies = 0;
    let half_points = match tree.node(place).verdict {
        Some(verdict) => verdict,
        None => match board.ending() {
            Some(ending) => {
                let points = half_points(ending.outcome(), mover);
                tree.set_verdict(place, points);
                points
            }
            None => {
                let (outcome, plies) = play_out(board, random);
                random_plies = plies;
                half_points(outcome, mover)
            }
        },
    };
    for _ in 1..path.len() {
        board.undo();
    }

    // Step 4. Backpropagation: what is good for one side is bad for the other.
    let depth = path.len() - 1;
    for (distance, &place) in path.iter().rev().enumerate() {
        let own = if distance.is_multiple_of(2) { half_points } else { WIN - half_points };
        tree.count(place, own);
        if distance > 0 {
            tree.conclude(place);
        }
    }
    Run { depth, random_plies }
}

/// Plays at random to the end. The board comes back as it was.
fn play_out<R: Rules>(board: &mut Game<R>, random: &mut Random) -> (Outcome, usize) {
    let mut moves = R::Moves::default();
    let mut plies = 0;
    let mut outcome = None;
    while plies < LONGEST_GAME && outcome.is_none() {
        board.position().legal_moves_into(&mut moves);
        board.play_unchecked(*random.pick(&moves));
        plies += 1;
        outcome = board.ending().map(Ending::outcome);
    }
    for _ in 0..plies {
        board.undo();
    }
    (outcome.unwrap_or(Outcome::Draw), plies)
}

fn half_points(outcome: Outcome, side: Side) -> HalfPoints {
    match outcome {
        Outcome::Win(winner) if winner == side => WIN,
        Outcome::Win(_) => 0,
        Outcome::Draw => 1,
    }
}

/// The moves of the root, best first.
fn statistics<R: Rules>(tree: &SearchTree<R>) -> Vec<MoveStatistics<R::Move>> {
    let children = tree.ranked_children(ROOT).into_iter().map(|place| tree.node(place));
    let statistics = |child: &Node<R::Move>| {
        Some(MoveStatistics {
            mv: child.mv?,
            visits: child.visits,
            mean: child.mean(),
            is_proved: child.verdict.is_some(),
        })
    };
    children.filter_map(statistics).collect()
}

/// From the root along the best moves, as far as games went.
fn line<R: Rules>(tree: &SearchTree<R>) -> Vec<R::Move> {
    let mut line = Vec::new();
    let mut place = ROOT;
    while let Some(&best) = tree.ranked_children(place).first() {
        let node = tree.node(best);
        let Some(mv) = node.mv.filter(|_| node.visits > 0) else { break };
        line.push(mv);
        place = best;
    }
    line
}
