//! What the room asks of a game.

use crate::audit::Kind;
use crate::judging::Curve;
use crate::reason::{Piece, Reason};
use crate::review::{Opening, Phase};
use crate::witness::Witness;
use damier_core::{Score, Side};
use damier_games::EngineGame;

/// A game whose moves can be judged.
pub trait ReviewGame: EngineGame {
    /// The kinds of blunder that there are, the most serious first.
    const KINDS: &'static [Kind];

    /// What a piece is worth, in the order of [`ReviewGame::surplus`].
    const WORTH: &'static [i32];

    /// The expected points that a blunder loses, unless somebody wants it otherwise.
    const THRESHOLD: f64;

    /// The points that the side to move may expect at this score: 1 for a sure win, ½ for a draw.
    fn expected_points(&self, score: Score) -> f64;

    /// The score of the search with which one game of two is won: what reviews show as +100. (A
    /// network knows its own, but from the fast games that it learnt from, which are less certain.)
    const EVEN_CHANCE: i32;

    /// What scores mean, and from which drop of the chances on a move is an error.
    const CURVE: Curve;

    /// The score with which the usual start position counts, for White.
    const START_POINTS: f64;

    /// In which part of a game this position is, when so many plies have been played.
    fn phase(&self, plies: usize) -> Phase;

    /// The opening of a game, if it has a name.
    fn opening(start: &Self, moves: &[Self::Move]) -> Option<Opening>;

    /// How many pieces of each kind a side has more than the other.
    fn surplus(&self, side: Side) -> Vec<i32>;

    /// Pieces in the order of [`ReviewGame::WORTH`].
    const PIECES: &'static [Piece];

    /// Less than this, in hundredths of a pawn or a man, is not called material.
    const LEAST_MATERIAL: i32;

    /// The captures after which nothing is left to be taken at a profit.
    fn due_captures(&self) -> Vec<Self::Move>;

    /// Whether a pawn or a man becomes something else in a line of moves.
    fn has_promotion(&self, line: &[Self::Move]) -> bool;

    /// The reason that the opponent wins by force, in so many of his moves.
    fn allows_loss(moves: u32) -> Reason;

    /// The reason that we could have won by force, in so many of our moves.
    fn misses_win(moves: u32) -> Reason;

    /// How what a move loses or lets go comes about: what the lines prove, or an exchange, or the
    /// rules. Both lines are complete. That material goes, or the game, has been said already.
    fn ways(witness: &Witness<Self>) -> Vec<Reason>;

    /// What sort of blunder it was.
    fn kind(witness: &Witness<Self>) -> Kind;
}
