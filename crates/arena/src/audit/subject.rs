//! What the audit asks of a game, and what it shows it.

use super::kind::Kind;
use crate::sport::Sport;
use damier_core::{Ending, Outcome, Rules, Score, Side};

/// A game whose moves can be judged.
pub trait Subject: Sport {
    /// The kinds of blunder that there are, the most serious first.
    const KINDS: &'static [Kind];

    /// What a piece is worth, in the order of [`Subject::surplus`].
    const WORTH: &'static [i32];

    /// The expected points that a blunder loses, unless somebody wants it otherwise.
    const THRESHOLD: f64;

    /// The points that the side to move may expect at this score: 1 for a sure win, ½ for a draw.
    fn expected_points(&self, score: Score) -> f64;

    /// How many pieces of each kind a side has more than the other.
    fn surplus(&self, side: Side) -> Vec<i32>;

    /// The position when nothing is left to be taken at a profit.
    #[must_use]
    fn settled(self) -> Self;

    /// What sort of blunder it was.
    fn kind(witness: &Witness<Self>) -> Kind;
}

/// A score for the mover and the line that proves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict<M> {
    /// The score.
    pub score: Score,
    /// The line, which begins with the move that is judged.
    pub line: Vec<M>,
}

/// All that is known about a blunder: two moves, scored side by side.
#[derive(Clone, Debug)]
pub struct Witness<'a, S: Rules> {
    /// The position before the opponent's last move; `None` at the start of a game.
    pub earlier: Option<&'a S>,
    /// The position in which the choice was made.
    pub position: &'a S,
    /// The best move.
    pub best: Verdict<S::Move>,
    /// The move that was played.
    pub played: Verdict<S::Move>,
}

impl<S: Subject> Witness<'_, S> {
    /// Whether a line really ends with the game won for a side: a score alone is only a claim.
    fn ends_in_win(&self, line: &[S::Move], winner: Side) -> bool {
        // A win on the board comes before any draw, so it does not matter how often it has stood there.
        let ending = self.end_of(line).ending(1);
        ending.is_some_and(|ending| ending.outcome() == Outcome::Win(winner))
    }

    /// The opponent can force the end of the game after the move played, and only after that.
    pub(super) fn allows_forced_loss(&self) -> bool {
        let opponent = !self.position.side_to_move();
        self.played.score.is_mate()
            && self.played.score.is_loss()
            && !self.best.score.is_loss()
            && self.ends_in_win(&self.played.line, opponent)
    }

    /// The end of the game could be forced, but not with the move played.
    pub(super) fn misses_forced_win(&self) -> bool {
        let mover = self.position.side_to_move();
        self.best.score.is_mate()
            && self.best.score.is_win()
            && !self.played.score.is_win()
            && self.ends_in_win(&self.best.line, mover)
    }

    /// The position at the end of a line.
    pub(super) fn end_of(&self, line: &[S::Move]) -> S {
        let mut position = self.position.clone();
        for &mv in line {
            position.play_unchecked(mv);
        }
        position
    }
}
