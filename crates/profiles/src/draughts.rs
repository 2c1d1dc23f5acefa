//! Opponents in draughts: the nine heuristics, and shots.

use crate::OpponentGame;
use crate::game::Judgement;
use crate::level::{Basis, Ladder};
use crate::profile::Weights;
use damier_core::random::Random;
use damier_draughts::{Move, Position, Side};
use damier_draughts_engine::DraughtsEngine;
use damier_draughts_engine::evaluation::{
    Heuristic, HeuristicEvaluator, Judgement as EngineJudgement, JudgementBasis as EngineBasis,
    Weights as NineWeights,
};
use damier_search::{Noise, OptionError};
use std::ops::RangeInclusive;
use std::sync::LazyLock;

const MAN: i32 = 100;

/// Counts pieces and nothing else.
const MATERIAL: NineWeights = NineWeights([1, 0, 0, 0, 0, 0, 0, 0, 0]);

/// What is not named counts for nothing.
fn nine(weights: &Weights) -> NineWeights {
    NineWeights(Heuristic::ALL.map(|heuristic| {
        let weight = weights.weights.iter().find(|(name, _)| name == heuristic.name());
        weight.map_or(0, |&(_, weight)| weight as u16)
    }))
}

impl OpponentGame for Position {
    const WEIGHTS: RangeInclusive<i64> = 0..=1000;
    const WEIGHT_MEANING: &'static str =
        "How much each of the nine heuristics counts; what is not named counts 0";
    const UNNAMED: i32 = 0;
    const PROFILES: &'static [(&'static str, &'static str)] = &[
        ("perdant", include_str!("../data/draughts/perdant.toml")),
        ("intermediaire", include_str!("../data/draughts/intermediaire.toml")),
        ("expert", include_str!("../data/draughts/expert.toml")),
        ("agressif", include_str!("../data/draughts/agressif.toml")),
        ("defensif", include_str!("../data/draughts/defensif.toml")),
        ("equilibre", include_str!("../data/draughts/equilibre.toml")),
        ("poids-random", include_str!("../data/draughts/poids-random.toml")),
        ("joue-random", include_str!("../data/draughts/joue-random.toml")),
        ("monte-carlo", include_str!("../data/draughts/monte-carlo.toml")),
    ];
    const USUAL_PROFILE: &'static str = "equilibre";
    const BLUNDER: i32 = MAN;
    const GUARD_DEPTH: i32 = 6;

    const MANNERS: &'static [&'static str] = &[
        "captures %",
        "offers %",
        "mean row",
        "centre %",
        "edge %",
        "king moves %",
        "promotions %",
    ];

    fn ladder() -> &'static Ladder {
        static LADDER: LazyLock<Ladder> =
            LazyLock::new(|| Ladder::from_toml(include_str!("../data/draughts/levels.toml")));
        &LADDER
    }

    fn judge(
        engine: &mut DraughtsEngine,
        judgement: &Judgement,
        noise: Noise,
    ) -> Result<(), OptionError> {
        let basis = match judgement {
            Judgement::Usual(Basis::Learned) => EngineBasis::Usual,
            Judgement::Usual(Basis::Terms) => EngineBasis::Terms,
            Judgement::Usual(Basis::Material) => EngineBasis::Heuristics(MATERIAL),
            Judgement::Weights(weights) => EngineBasis::Heuristics(nine(weights)),
        };
        engine.set_judgement(EngineJudgement { basis, noise })
    }

    fn weight_names() -> Vec<String> {
        Heuristic::ALL.map(|heuristic| heuristic.name().to_owned()).to_vec()
    }

    fn weight_meaning(name: &str) -> &'static str {
        match name {
            "material" => "a man 1, a king 3",
            "centre" => "3 on squares 23 and 28, 1 on the six around them",
            "structure" => "a man alone -2, a man with a friend behind it +2",
            "mobility" => "the moves that the rules allow",
            "king-activity" => {
                "a king's distance from the edge, and a fifth for each square it sees"
            }
            "promotion" => "how near the last row; a king has arrived",
            "safety" => "-4 for a piece that can be taken at once",
            "tempo" => "rows advanced; a king counts 9",
            "locks" => "-8 for a king in a corner where it is easily locked in",
            _ => "",
        }
    }

    fn feature_groups() -> Vec<(&'static str, usize)> {
        Vec::new()
    }

    fn weighed(&self, weights: &Weights) -> Vec<(String, [i32; 2])> {
        let cells = HeuristicEvaluator::new(nine(weights)).explain(self);
        Self::weight_names().into_iter().zip(cells).collect()
    }

    fn weighs_nothing(weights: &Weights) -> bool {
        nine(weights) == NineWeights([0; 9])
    }

    /// Nine whole numbers from 0 to 50.
    fn draw_weights(random: &mut Random) -> Weights {
        let weights =
            Self::weight_names().into_iter().map(|name| (name, random.below(51) as i32)).collect();
        Weights { weights, ..Weights::default() }
    }

    /// An offer is a move after which the other side has to capture.
    fn manners(&self, mv: Move) -> Vec<f64> {
        let us = self.side_to_move();
        let mut after = self.clone();
        after.play_unchecked(mv);
        let row = mv.to().row();
        let row = if us == Side::White { 10 - row } else { row + 1 };
        let column = mv.to().column();
        let percent = |claim: bool| if claim { 100.0 } else { 0.0 };
        vec![
            percent(mv.is_capture()),
            percent(!mv.is_capture() && after.can_capture(!us)),
            f64::from(row),
            percent((3..=6).contains(&column)),
            percent(column == 0 || column == 9),
            percent(self.kings(us).contains(mv.from())),
            percent(self.promotes(mv)),
        ]
    }

    /// One piece left on either side, and not many on the other.
    fn is_elementary(&self) -> bool {
        let is_alone = |side| self.side(side).count() <= 1;
        Side::ALL.into_iter().any(is_alone) && self.occupied().count() <= 8
    }

    /// Captures are compulsory: whether to take is no question.
    fn plain_gain(&self) -> i32 {
        0
    }
}
