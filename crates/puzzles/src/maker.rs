//! Puzzles out of games: positions in which somebody has just gone wrong, or might have.

use crate::game::{PuzzleGame, drawn};
use crate::prover::{Proof, Prover};
use crate::puzzle::Puzzle;
use damier_core::Game;
use damier_core::random::Random;
use damier_reasons::write_line;
use damier_search::Signals;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// How puzzles are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MakerSettings {
    /// Positions to look at with which a line is proved, for each choice of the solver.
    pub nodes: u64,
    /// Ratings of the people after whom games are played that are needed for nothing else.
    pub ratings: RangeInclusive<i32>,
}

impl Default for MakerSettings {
    fn default() -> Self {
        Self { nodes: 200_000, ratings: 700..=1800 }
    }
}

/// Looks at a position before a line is proved, ever closer, in positions: most have nothing to
/// show at the first one.
const LOOKS: [u64; 3] = [1_500, 8_000, 40_000];
/// What is proved is proved once more with so many times the positions.
const LONGER: u64 = 5;
/// Plies of a game that is played for its puzzles: the first of them are left alone.
const FIRST_PLY: usize = 8;
const MOST_PLIES: usize = 120;
/// A game is over for us when one side has such chances for so many plies.
const DECIDED: f64 = 97.0;
const PATIENCE: usize = 10;

/// Makes puzzles.
pub struct Maker<G: PuzzleGame> {
    prover: Prover<G>,
    settings: MakerSettings,
    signals: Arc<Signals>,
    /// That of the puzzle that was found last.
    last_line: Vec<String>,
}

impl<G: PuzzleGame> Maker<G> {
    /// One with these settings.
    pub fn new(settings: MakerSettings) -> Self {
        let (prover, signals) = (Prover::default(), Arc::default());
        Self { prover, settings, signals, last_line: Vec::new() }
    }

    /// Ends what it does if these signals say so.
    pub fn obey(&mut self, signals: &Arc<Signals>) {
        self.prover.obey(signals);
        self.signals = Arc::clone(signals);
    }

    /// Goes through a game that was played, and tells each puzzle in it.
    pub fn from_moves(&mut self, start: G, moves: &[G::Move], tell: &mut dyn FnMut(Puzzle)) {
        let mut game = Game::new(start);
        for &mv in moves {
            if self.signals.is_stopped() {
                return;
            }
            self.look(&game, tell);
            game.play_unchecked(mv);
        }
        self.look(&game, tell);
    }

    /// Plays a game as people of some rating would, by a seed, and tells each puzzle in it.
    pub fn from_seed(&mut self, seed: u64, tell: &mut dyn FnMut(Puzzle)) {
        let mut random = Random::new(seed);
        let (low, high) = (*self.settings.ratings.start(), *self.settings.ratings.end());
        let rating = low + random.below((high - low).max(0) as usize + 1) as i32;
        let mut game = Game::new(G::start());
        let mut decided = 0;
        while game.moves().len() < MOST_PLIES && game.ending().is_none() && decided < PATIENCE {
            if self.signals.is_stopped() {
                return;
            }
            if game.moves().len() >= FIRST_PLY {
                let best = self.look(&game, tell);
                let is_decided =
                    best.is_some_and(|best| !(100.0 - DECIDED..DECIDED).contains(&best));
                decided = if is_decided { decided + 1 } else { 0 };
            }
            let choices = G::natural_moves(&game, rating, &mut self.prover.examiner);
            let Some(mv) = drawn(&choices, &mut random) else { return };
            game.play_unchecked(mv);
        }
    }

    /// Looks at a position, ever closer; the chances of the side to move.
    fn look(&mut self, game: &Game<G>, tell: &mut dyn FnMut(Puzzle)) -> Option<f64> {
        if game.position().count_legal_moves() < 2 || game.ending().is_some() {
            return None;
        }
        self.prover.forget();
        let mut chances = None;
        for nodes in LOOKS {
            let pair = self.prover.pair(game, nodes)?;
            chances.get_or_insert(G::CURVE.chances(pair[0].score));
            if !Prover::<G>::is_clear(&pair) {
                return chances;
            }
        }
        if let Some(puzzle) = self.proved(game) {
            tell(puzzle);
        }
        chances
    }

    /// The puzzle of a position, if a search as long as was asked for proves it without knowing how
    /// it came about, and a longer one again.
    fn proved(&mut self, game: &Game<G>) -> Option<Puzzle> {
        let alone = Game::new(game.position().clone());
        let proof = self.prover.prove(&alone, self.settings.nodes)?;
        if G::is_plain(&proof) || self.signals.is_stopped() {
            return None;
        }
        let found = puzzle(&proof);
        // A look that is much longer and knows nothing of the first one says the same.
        self.prover.forget();
        let again = self.prover.prove(&alone, self.settings.nodes * LONGER)?;
        if again.line != proof.line {
            return None;
        }
        // Who lets a chance go may have it again two plies later.
        let is_again = self.last_line == found.line;
        self.last_line.clone_from(&found.line);
        (!is_again).then_some(found)
    }
}

/// What is kept of a proof.
pub(crate) fn puzzle<G: PuzzleGame>(proof: &Proof<G>) -> Puzzle {
    Puzzle {
        fen: proof.start.to_fen(),
        line: write_line(&proof.start, &proof.line),
        rating: G::difficulty(proof),
        themes: proof.themes(),
    }
}
