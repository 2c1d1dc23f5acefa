//! How games of draughts are judged.

use crate::game::ReviewGame;
use crate::judging::Curve;
use crate::review::{Opening, Phase};
use damier_draughts::{Move, Position};
use damier_reasons::DRAUGHTS_SPREAD as SPREAD;

impl ReviewGame for Position {
    /// A man, in an even position.
    const THRESHOLD: f64 = 0.15;

    /// Our own fit of the chances (see `SPREAD`), to scores of which +100 stands for 168 points of
    /// the search; the present network tells 196 of them as +1.00. A man less in an even position
    /// costs sixteen points of a hundred.
    const CURVE: Curve =
        Curve { scale: 196.0 / 168.0, slope: 1.0 / SPREAD, thresholds: [3.75, 7.5, 15.0] };

    const START_POINTS: f64 = 0.0;

    const TERMS_UNIT: i32 = 226;

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
