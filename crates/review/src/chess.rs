//! How games of chess are judged.

mod openings;

use crate::game::ReviewGame;
use crate::judging::Curve;
use crate::review::{Opening, Phase};
use damier_chess::{Move, Position, Role};

impl ReviewGame for Position {
    /// Somewhat more than a pawn, in an even position.
    const THRESHOLD: f64 = 0.2;

    /// The curve that chess players know was made for scores of Stockfish. On the positions of 15
    /// games of club players 64 points of our search are about what that program calls +100; the
    /// present network tells 127 of them as +100, so what we show counts nearly twice.
    const CURVE: Curve =
        Curve { scale: 127.0 / 64.0, slope: 0.003_682_08, thresholds: [5.0, 10.0, 15.0] };

    const START_POINTS: f64 = 15.0;

    /// As many points of the hand-written evaluation win one game of two.
    const TERMS_UNIT: i32 = 140;

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
