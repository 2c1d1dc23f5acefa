//! What the room asks of a game.

use crate::judging::Curve;
use crate::review::{Opening, Phase};
use damier_reasons::ReasonGame;

/// A game whose moves can be judged.
pub trait ReviewGame: ReasonGame {
    /// The expected points that a blunder loses, unless the user wants it otherwise.
    const THRESHOLD: f64;

    /// What scores mean, and from which drop of the chances on a move is an error.
    const CURVE: Curve;

    /// Points of the curve with which the usual start position counts, for White.
    const START_POINTS: f64;

    /// How many points of the named terms are told as one hundred.
    const TERMS_UNIT: i32;

    /// In which part of a game this position is, when so many plies have been played.
    fn phase(&self, plies: usize) -> Phase;

    /// The opening of a game, if it has a name.
    fn opening(start: &Self, moves: &[Self::Move]) -> Option<Opening>;
}
