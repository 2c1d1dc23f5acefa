//! Whether one line wins and no other does.

use crate::game::PuzzleGame;
use crate::theme::{Theme, is_missed};
use damier_core::{Ending, Game, Outcome, Side};
use damier_reasons::{Examiner, ScoredLine, Witness, completed, end_of, last_lines, reasons};
use damier_search::{Limits, Signals};
use std::sync::Arc;

/// More moves of the solver than this are no puzzle but a game.
const MOST_MOVES: usize = 9;
/// Megabytes for the table.
const MEGABYTES: usize = 16;
/// The opponent's answer is searched for with this part of the effort: the table knows it mostly.
const REPLY_PART: u64 = 4;

/// A line that wins, with what speaks against all others.
#[derive(Clone, Debug)]
pub struct Proof<G: PuzzleGame> {
    /// The position.
    pub start: G,
    /// The moves of both sides; the first and the last are the solver's.
    pub line: Vec<G::Move>,
    /// The choices of the solver, in their order; moves to which there is no other are none.
    pub steps: Vec<ProofStep<G>>,
}

/// A choice of the solver.
#[derive(Clone, Debug)]
pub struct ProofStep<G: PuzzleGame> {
    /// After so many plies.
    pub ply: usize,
    /// The move that wins.
    pub mv: G::Move,
    /// What the search says of it and of the best among the others.
    pub pair: [ScoredLine<G::Move>; 2],
}

impl<G: PuzzleGame> Proof<G> {
    /// Whether the game is over at the end of the line.
    pub fn is_over(&self) -> bool {
        end_of(&self.start, &self.line).ending(1).is_some()
    }

    /// What the reasons of the reviewer say that the line is about: what the best of the other
    /// moves misses, at each choice.
    pub fn themes(&self) -> Vec<Theme> {
        let mut themes = Vec::new();
        for step in &self.steps {
            let position = end_of(&self.start, &self.line[..step.ply]);
            let earlier = step.ply.checked_sub(1).map(|ply| end_of(&self.start, &self.line[..ply]));
            let [best, second] = step.pair.clone();
            let line = self.line[step.ply..].to_vec();
            // What was proved is the line of the puzzle, which may be longer.
            let line = if line.len() >= best.line.len() { line } else { best.line };
            let witness = Witness {
                earlier: earlier.as_ref(),
                position: &position,
                best: ScoredLine { line, ..best },
                played: second,
                counted: None,
            };
            let reasons = reasons(&witness);
            themes.extend(reasons.iter().filter(|it| is_missed(it)).map(Theme::of));
        }
        themes.retain(|theme| theme.is_a_how() || *theme == Theme::Win);
        if let Some(theme) = G::theme_of_line(self) {
            themes.push(theme);
        }
        if themes.is_empty() {
            themes.push(Theme::Material);
        }
        themes.sort_unstable();
        themes.dedup();
        themes
    }
}

/// Looks for lines that win alone.
pub struct Prover<G: PuzzleGame> {
    pub(crate) examiner: Examiner<G>,
}

impl<G: PuzzleGame> Default for Prover<G> {
    fn default() -> Self {
        Self { examiner: Examiner::new(MEGABYTES) }
    }
}

impl<G: PuzzleGame> Prover<G> {
    /// Ends its searches from now on if these signals say so; what it says then is worth nothing.
    pub fn obey(&mut self, signals: &Arc<Signals>) {
        self.examiner.obey(signals);
    }

    /// Forgets what it has seen: what it says next depends on nothing before.
    pub fn forget(&mut self) {
        self.examiner.forget();
    }

    /// The best move and the best of the others, if there are two.
    pub(crate) fn pair(&mut self, game: &Game<G>, nodes: u64) -> Option<[ScoredLine<G::Move>; 2]> {
        let limits = Limits::to_nodes(nodes);
        let (_, reports) = self.examiner.search(game, Vec::new(), 2, &limits);
        last_lines(&reports).try_into().ok()
    }

    /// Whether the first move of a pair wins, and the second does not.
    pub(crate) fn is_clear(pair: &[ScoredLine<G::Move>; 2]) -> bool {
        let [best, second] = pair.each_ref().map(|it| G::CURVE.chances(it.score));
        G::is_clear(best, second)
    }

    /// The line that wins alone, looked at with so many nodes for each choice; `None` if there is
    /// none, or what it wins does not stand on the board at its end.
    pub fn prove(&mut self, game: &Game<G>, nodes: u64) -> Option<Proof<G>> {
        let start = game.position().clone();
        let solver = start.side_to_move();
        let mut game = game.clone();
        let (mut line, mut steps) = (Vec::new(), Vec::new());
        // Up to the last choice.
        let mut proved = 0;
        while line.len() < 2 * MOST_MOVES {
            let legal = game.position().legal_moves();
            let mv = match *legal {
                [] => break,
                [only] => only,
                _ => {
                    let Some(pair) = self.pair(&game, nodes).filter(Self::is_clear) else { break };
                    let mv = *pair[0].line.first()?;
                    steps.push(ProofStep { ply: line.len(), mv, pair });
                    proved = line.len() + 1;
                    mv
                }
            };
            game.play_unchecked(mv);
            line.push(mv);
            if game.ending().is_some() {
                break;
            }
            let limits = Limits::to_nodes((nodes / REPLY_PART).max(1));
            let reply = *self.examiner.best(&game, Vec::new(), &limits)?.line.first()?;
            game.play_unchecked(reply);
            line.push(reply);
            if game.ending().is_some() {
                break;
            }
        }
        // A capture to which there is no other belongs to the line if it brings the gain.
        let end = if has_gained(&start, &line[..proved], solver) { proved } else { line.len() };
        line.truncate(if end % 2 == 0 { end.saturating_sub(1) } else { end });
        let is_proof = !steps.is_empty() && has_gained(&start, &line, solver);
        is_proof.then_some(Proof { start, line, steps })
    }
}

/// Whether a line has won something that stays, when what is due has been taken.
pub fn has_gained<G: PuzzleGame>(start: &G, line: &[G::Move], solver: Side) -> bool {
    let end = end_of(start, &completed(start, line));
    if let Some(ending) = end.ending(1) {
        return ending.outcome() == Outcome::Win(solver);
    }
    let worth = |position: &G| {
        let balance = position.balance();
        if position.side_to_move() == solver { balance } else { -balance }
    };
    worth(&end) - worth(start) >= G::LEAST_MATERIAL
}
