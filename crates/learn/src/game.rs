//! What the learner asks of a game besides its rules: how a network sees it.

use crate::model::{Model, Perspective};
use damier_chess::Position as Chess;
use damier_chess_engine::evaluation::network as chess;
use damier_core::Evaluate;
use damier_draughts::Position as Draughts;
use damier_draughts_engine::evaluation::network as draughts;
use damier_games::EngineGame;
use damier_nnue::{BoardFeatures, FeatureSet as _, Origin, Units};

/// A game that can be learnt.
pub trait LearnGame: EngineGame {
    /// What the inputs of its network mean.
    type Features: BoardFeatures<Rules = Self>;
    /// What is trained.
    type Model: Model + Default;
    /// The evaluation by named terms.
    type Teacher: Evaluate<Self> + Default;

    /// Whether the position can be judged as it stands, when this move was the best that a search
    /// found: nothing is being taken, so that what the pieces are worth is what counts.
    fn is_quiet(&self, best: Self::Move) -> bool;

    /// The file of a network with these weights, rounded for play.
    fn export(weights: &[f32], units: Units, origin: Origin) -> Vec<u8>;
}

impl LearnGame for Chess {
    type Features = chess::Features;
    type Teacher = damier_chess_engine::evaluation::HandEvaluator;
    type Model = Perspective<chess::Features, { chess::Features::HIDDEN }>;

    fn export(weights: &[f32], units: Units, origin: Origin) -> Vec<u8> {
        chess::Network::from_floats(weights, units, origin).to_bytes()
    }

    fn is_quiet(&self, best: Self::Move) -> bool {
        !self.is_check() && best.is_quiet()
    }
}

impl LearnGame for Draughts {
    type Features = draughts::Features;
    type Teacher = damier_draughts_engine::evaluation::HandEvaluator;
    type Model = Perspective<draughts::Features, { draughts::Features::HIDDEN }>;

    fn export(weights: &[f32], units: Units, origin: Origin) -> Vec<u8> {
        draughts::Network::from_floats(weights, units, origin).to_bytes()
    }

    fn is_quiet(&self, _best: Self::Move) -> bool {
        let side = self.side_to_move();
        !self.can_capture(side) && !self.can_capture(!side)
    }
}
