//! How games of chess are judged.

mod openings;

use crate::game::ReviewGame;
use crate::judging::Curve;
use crate::review::{Opening, Phase};
use damier_chess::{Move, Position, Role};

impl ReviewGame for Position {
    /// Somewhat more than a pawn, in an even position.
    const THRESHOLD: f64 = 0.2;

    /// The curve was made for scores of Stockfish. On the positions of 15 games of club players 64
    /// of ours are about what that program calls +100, and says to win one game of two. Between our
    /// own players with 10,000 positions a move it takes some 140: they win less often with the
    /// same advantage.
    const EVEN_CHANCE: i32 = 64;

    /// The curve that chess players know; the scale of the scores is our own.
    const CURVE: Curve = Curve { slope: 0.003_682_08, thresholds: [5.0, 10.0, 15.0] };

    const START_POINTS: f64 = 15.0;

    /// Twenty plies are an opening, as long as there is more than an endgame on the board: two
    /// rooks and a minor piece on each side, or as much in other pieces.
    fn phase(&self, plies: usize) -> Phase {
        let count = |role| self.role(role).count();
        let pieces = 3 * (count(Role::Knight) + count(Role::Bishop))
            + 5 * count(Role::Rook)
            + 9 * count(Role::Queen);
        match pieces {
            0..=26 => Phase::Endgame,
            _ if plies < 20 => Phase::Opening,
            _ => Phase::Middlegame,
        }
    }

    fn opening(start: &Self, moves: &[Move]) -> Option<Opening> {
        openings::find(start, moves)
    }
}
