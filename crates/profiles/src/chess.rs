//! Opponents in chess: what can be weighed, and what can be lost.

use crate::game::Judgement;
use crate::level::{Basis, Ladder};
use crate::profile::Weights;
use crate::{OpponentGame, people};
use damier_chess::attacks::king_attacks;
use damier_chess::{Move, Position, Role, Side};
use damier_chess_engine::ChessEngine;
use damier_chess_engine::evaluation::{
    GROUPS, HandEvaluator, Judgement as EngineJudgement, Pair, Parameters, TERM_OF, Term,
};
use damier_core::random::Random;
use damier_core::{Evaluate, Game};
use damier_search::{Noise, OptionError};
use std::ops::RangeInclusive;
use std::sync::{Arc, LazyLock};

/// The name that files use: one word.
fn weight_name(term: Term) -> String {
    term.name().replace(' ', "-")
}

/// The terms that can be weighed: the others are no weights but facts about endings.
fn weighed() -> impl Iterator<Item = Term> {
    Term::ALL.into_iter().filter(|term| !matches!(term, Term::Scaling | Term::Endgame))
}

/// What the weights of a profile make of the tuned ones.
pub(crate) fn parameters(weights: &Weights) -> Parameters {
    let percent = |term: &Term| {
        let name = weight_name(*term);
        weights.weights.iter().find(|(known, _)| *known == name).map(|&(_, percent)| percent)
    };
    let named: Vec<(Term, i32)> =
        weighed().filter_map(|term| Some((term, percent(&term)?))).collect();
    let mut parameters = Parameters::weighted(&named);
    if weights.from_nothing {
        let is_named = |term: Term| named.iter().any(|&(known, _)| known == term);
        let unnamed = parameters.pairs.iter_mut().zip(TERM_OF).filter(|&(_, term)| !is_named(term));
        unnamed.for_each(|(pair, _)| *pair = Pair::ZERO);
    }
    for (name, values) in &weights.values {
        if let Some(group) = GROUPS.iter().find(|group| group.name == name) {
            let places = &mut parameters.pairs[group.start..group.start + group.length];
            for (pair, &(middlegame, endgame)) in places.iter_mut().zip(values) {
                *pair = Pair::new(middlegame, endgame);
            }
        }
    }
    parameters
}

/// Pieces and nothing else.
static MATERIAL: LazyLock<Arc<Parameters>> = LazyLock::new(|| {
    let values = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    let values = values.map(|role| (role.exchange_value(), role.exchange_value()));
    let values = vec![("material".to_owned(), values.to_vec())];
    Arc::new(parameters(&Weights { from_nothing: true, weights: Vec::new(), values }))
});

static TERMS: LazyLock<Arc<Parameters>> = LazyLock::new(Arc::default);

impl OpponentGame for Position {
    const WEIGHTS: RangeInclusive<i64> = 0..=400;
    const WEIGHT_MEANING: &'static str =
        "Percent of what each thing is usually worth; what is not named counts 100";
    const UNNAMED: i32 = 100;
    const PROFILES: &'static [(&'static str, &'static str)] = &[
        ("balanced", include_str!("../data/chess/balanced.toml")),
        ("aggressive", include_str!("../data/chess/aggressive.toml")),
        ("defensive", include_str!("../data/chess/defensive.toml")),
        ("positional", include_str!("../data/chess/positional.toml")),
        ("tactical", include_str!("../data/chess/tactical.toml")),
        ("gambler", include_str!("../data/chess/gambler.toml")),
        ("beginner", include_str!("../data/chess/beginner.toml")),
        ("classic", include_str!("../data/chess/classic.toml")),
        ("random-weights", include_str!("../data/chess/random-weights.toml")),
        ("random", include_str!("../data/chess/random.toml")),
        ("monte-carlo", include_str!("../data/chess/monte-carlo.toml")),
    ];
    const COSTS: &'static [(&'static str, i32)] = &[
        ("aggressive", 130),
        ("defensive", 100),
        ("positional", 180),
        ("tactical", 150),
        ("gambler", 220),
        ("beginner", 210),
        ("classic", 260),
        ("random-weights", 110),
    ];
    const USUAL_PROFILE: &'static str = "balanced";
    /// Less than a piece for two pawns.
    const BLUNDER: i32 = 150;
    const GUARD_DEPTH: i32 = 6;

    const MANNERS: &'static [&'static str] = &[
        "captures %",
        "even trades %",
        "sacrifices %",
        "checks %",
        "at the king %",
        "pawn moves %",
        "mean rank",
    ];

    const LIKE: Option<RangeInclusive<i32>> = Some(people::RATINGS);

    fn ladder() -> &'static Ladder {
        static LADDER: LazyLock<Ladder> =
            LazyLock::new(|| Ladder::from_toml(include_str!("../data/chess/levels.toml")));
        &LADDER
    }

    fn judge(
        engine: &mut ChessEngine,
        judgement: &Judgement,
        noise: Noise,
    ) -> Result<(), OptionError> {
        let terms = match judgement {
            Judgement::Usual(Basis::Learned) => None,
            Judgement::Usual(Basis::Terms) => Some(Arc::clone(&TERMS)),
            Judgement::Usual(Basis::Material) => Some(Arc::clone(&MATERIAL)),
            Judgement::Weights(weights) => Some(Arc::new(parameters(weights))),
        };
        engine.set_judgement(EngineJudgement { terms, noise })
    }

    fn weight_names() -> Vec<String> {
        weighed().map(weight_name).collect()
    }

    fn weight_meaning(name: &str) -> &'static str {
        match name {
            "material" => "what the pieces are worth by themselves",
            "piece-squares" => "where the pieces stand",
            "centre" => "control of the four squares in the middle and those around them",
            "development" => "knights and bishops that have left the first rank",
            "mobility" => "how many squares the pieces reach",
            "pawn-structure" => "doubled, isolated, backward and connected pawns",
            "passed-pawns" => "pawns that no pawn can stop",
            "king-safety" => "shelter of the king, and pieces that aim at the other one",
            "hanging-pieces" => "pieces that can be taken for nothing",
            "threats" => "pieces attacked by lesser ones",
            "bishop-pair" => "two bishops on squares of both colours",
            "minor-pieces" => "outposts, and bishops behind their own pawns",
            "rooks" => "open files and the seventh rank",
            "space" => "safe squares behind one's own pawns",
            "tempo" => "the right to move",
            _ => "",
        }
    }

    fn feature_groups() -> Vec<(&'static str, usize)> {
        GROUPS.iter().map(|group| (group.name, group.length)).collect()
    }

    fn weighed(&self, weights: &Weights) -> Vec<(String, [i32; 2])> {
        let mut evaluator = HandEvaluator::new(parameters(weights));
        evaluator.prepare(self);
        let breakdown = evaluator.explain(self);
        let of = |term| Side::ALL.map(|side| breakdown.of_side(term, side));
        Term::ALL.into_iter().map(|term| (weight_name(term), of(term))).collect()
    }

    fn weighs_nothing(weights: &Weights) -> bool {
        parameters(weights) == Parameters::zero()
    }

    fn draw_weights(random: &mut Random) -> Weights {
        let weight = |name: String| {
            // A player who does not count pieces at all has no style, only bad luck.
            let least = if name == "material" { 50 } else { 0 };
            (name, least + random.below(201 - 2 * least as usize) as i32)
        };
        let weights = Self::weight_names().into_iter().map(weight).collect();
        Weights { weights, ..Weights::default() }
    }

    /// A sacrifice puts a piece where exchanges lose it; a trade is a capture that exchanges even
    /// out. A move is at the king if what moved attacks a square beside the other king.
    fn manners(&self, mv: Move) -> Vec<f64> {
        let us = self.side_to_move();
        let mut after = self.clone();
        after.play(mv);
        let exchange = self.see(mv);
        let (is_capture, role) = (mv.is_capture(), self.role_at(mv.from()));
        let around = king_attacks(after.king(!us));
        let is_near =
            around.into_iter().any(|square| after.attackers(us, square).contains(mv.to()));
        let rank = mv.to().rank().index();
        let rank = if us == Side::White { rank + 1 } else { 8 - rank };
        let percent = |claim: bool| if claim { 100.0 } else { 0.0 };
        vec![
            percent(is_capture),
            percent(is_capture && exchange == 0),
            percent(exchange <= -200),
            percent(after.is_check()),
            percent(is_near),
            percent(role == Some(Role::Pawn)),
            rank as f64,
        ]
    }

    fn human_choices(
        game: &Game<Self>,
        rating: i32,
        weights: Option<&Weights>,
    ) -> Vec<(Move, f64)> {
        people::choices(game, rating, people::leaning(weights).as_ref())
    }

    /// A bare king, on either side.
    fn is_elementary(&self) -> bool {
        Side::ALL.into_iter().any(|side| !self.side(side).has_several())
    }

    /// By the capture of a piece, not of a pawn.
    fn plain_gain(&self) -> i32 {
        let moves = self.legal_moves();
        let gains = moves.iter().filter_map(|&mv| {
            let (_, role) = self.captured(mv)?;
            (role != Role::Pawn).then(|| self.see(mv)).filter(|&gain| gain >= Self::BLUNDER)
        });
        gains.max().unwrap_or(0)
    }
}
