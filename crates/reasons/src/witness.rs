//! What is known about a choice: two moves, scored side by side.

use damier_core::{Ending, Outcome, Ply, Rules, Score, Side};

/// A score for the mover and the line that proves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredLine<M> {
    /// The score.
    pub score: Score,
    /// The line, which begins with the move that is judged.
    pub line: Vec<M>,
}

/// What the two moves of a choice lead to if both sides count nothing but pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted<M> {
    /// After the best move.
    pub best: ScoredLine<M>,
    /// After the move that was played.
    pub played: ScoredLine<M>,
}

/// All that is known about a move that was not the best: both moves, scored in one search.
#[derive(Clone, Debug)]
pub struct Witness<'a, G: Rules> {
    /// The position before the opponent's last move; `None` at the start of a game.
    pub earlier: Option<&'a G>,
    /// The position in which the choice was made.
    pub position: &'a G,
    /// The best move.
    pub best: ScoredLine<G::Move>,
    /// The move that was played.
    pub played: ScoredLine<G::Move>,
    /// Both again, by a search that counts nothing but pieces; `None` if the lines above are such
    /// already, or are to prove what they prove alone.
    pub counted: Option<Counted<G::Move>>,
}

impl<G: Rules> Witness<'_, G> {
    /// Whether a line really ends with the game won for a side: a score alone is only a claim.
    fn ends_in_win(&self, line: &[G::Move], winner: Side) -> bool {
        // A win on the board comes before any draw, so it does not matter how often it has stood
        // there.
        let ending = self.end_of(line).ending(1);
        ending.is_some_and(|ending| ending.outcome() == Outcome::Win(winner))
    }

    /// The opponent can force the end of the game after the move played, and only after that.
    pub fn allows_forced_loss(&self) -> bool {
        let opponent = !self.position.side_to_move();
        self.played.score.is_mate()
            && self.played.score.is_loss()
            && !self.best.score.is_loss()
            && self.ends_in_win(&self.played.line, opponent)
    }

    /// The end of the game could be forced, but not with the move played.
    pub fn misses_forced_win(&self) -> bool {
        let mover = self.position.side_to_move();
        self.best.score.is_mate()
            && self.best.score.is_win()
            && !self.played.score.is_win()
            && self.ends_in_win(&self.best.line, mover)
    }

    /// The position at the end of a line.
    pub fn end_of(&self, line: &[G::Move]) -> G {
        end_of(self.position, line)
    }
}

/// The position at the end of a line of legal moves.
pub fn end_of<G: Rules>(start: &G, line: &[G::Move]) -> G {
    let mut position = start.clone();
    for &mv in line {
        position.play_unchecked(mv);
    }
    position
}

/// The moves of a line in the words of its players.
pub fn write_line<G: Rules>(start: &G, line: &[G::Move]) -> Vec<String> {
    let mut position = start.clone();
    let write = |&mv: &G::Move| {
        let text = position.write_move(mv);
        position.play_unchecked(mv);
        text
    };
    line.iter().map(write).collect()
}

/// The score for the other side, one ply nearer to the end.
pub fn one_ply_later(score: Score) -> Score {
    match score.plies_to_mate() {
        Some(plies) if plies > 0 => Score::mated_in(Ply::new((plies - 1).unsigned_abs() as u16)),
        Some(plies) => Score::mate_in(Ply::new((plies.abs() - 1).unsigned_abs() as u16)),
        None => -score,
    }
}

/// The score for the other side, one ply further from the end.
pub fn one_ply_earlier(score: Score) -> Score {
    match score.plies_to_mate() {
        Some(plies) if plies > 0 => Score::mated_in(Ply::new((plies + 1).unsigned_abs() as u16)),
        Some(plies) => Score::mate_in(Ply::new((plies.abs() + 1).unsigned_abs() as u16)),
        None => -score,
    }
}
