//! How games of draughts are judged.

use crate::game::ReviewGame;
use crate::judging::Curve;
use crate::review::{Opening, Phase};
use damier_draughts::{Move, Position};
use damier_reasons::DRAUGHTS_SPREAD as SPREAD;

impl ReviewGame for Position {
    /// A man, in an even position.
    const THRESHOLD: f64 = 0.15;

    /// The most likely number for 300 games of our own with 10,000 positions a move (`damier learn
    /// fit`).
    const EVEN_CHANCE: i32 = 168;

    /// Our own fit of the chances (see `SPREAD`). A man less in an even position costs sixteen
    /// points.
    const CURVE: Curve = Curve { slope: 1.0 / SPREAD, thresholds: [3.75, 7.5, 15.0] };

    const START_POINTS: f64 = 0.0;

    fn phase(&self, _plies: usize) -> Phase {
        match self.occupied().count() {
            0..=14 => Phase::Endgame,
            15..=32 => Phase::Middlegame,
            _ => Phase::Opening,
        }
    }

    /// Openings of draughts have names in several schools that do not agree.
    fn opening(_start: &Self, _moves: &[Move]) -> Option<Opening> {
        None
    }
}
