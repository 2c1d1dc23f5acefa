//! What the room asks of a game.

use crate::kind::BlunderKind;
use crate::reason::{Piece, Reason};
use crate::witness::Witness;
use damier_core::{Score, Side};
use damier_games::EngineGame;
use damier_search::OptionError;

/// A game in which it can be said what is wrong with a move.
pub trait ReasonGame: EngineGame {
    /// The kinds of blunder that there are, the most serious first.
    const KINDS: &'static [BlunderKind];

    /// Pieces that can be lost, the least valuable first.
    const PIECES: &'static [Piece];

    /// What each of [`ReasonGame::PIECES`] is worth, in hundredths of a pawn or a man.
    const WORTH: &'static [i32];

    /// Less than this, in hundredths of a pawn or a man, is not called material.
    const LEAST_MATERIAL: i32;

    /// Lets an engine count nothing but pieces from now on.
    fn count_pieces(engine: &mut Self::Engine) -> Result<(), OptionError>;

    /// The points that the side to move may expect at this score: 1 for a sure win, ½ for a draw.
    fn expected_points(&self, score: Score) -> f64;

    /// How many of each of [`ReasonGame::PIECES`] a side has more than the other.
    fn surplus(&self, side: Side) -> Vec<i32>;

    /// What the pieces of the side to move are worth more than those of the other, in hundredths
    /// of a pawn or a man.
    fn balance(&self) -> i32 {
        worth::<Self>(&self.surplus(self.side_to_move()))
    }

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
    fn kind(witness: &Witness<Self>) -> BlunderKind;
}

/// What pieces are worth together, by how many there are of each kind.
pub(crate) fn worth<G: ReasonGame>(surplus: &[i32]) -> i32 {
    surplus.iter().zip(G::WORTH).map(|(count, worth)| count * worth).sum()
}
