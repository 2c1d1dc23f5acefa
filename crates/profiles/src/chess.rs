//! Opponents in chess: what can be weighed, and what can be lost.

use crate::OpponentGame;
use crate::game::Judgement;
use crate::guard::Harm;
use crate::level::{Basis, Ladder};
use crate::profile::Weights;
use damier_chess::attacks::king_attacks;
use damier_chess::{Move, Position, Role, Side, Square};
use damier_chess_engine::ChessEngine;
use damier_chess_engine::evaluation::{
    GROUPS, HandEvaluator, Judgement as EngineJudgement, Pair, Parameters, TERM_OF, Term,
};
use damier_core::Evaluate;
use damier_core::random::Random;
use damier_search::{Noise, OptionError};
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::{Arc, LazyLock};

/// What is wrong with a move: the four checks (002-05 to 002-08), of which that of captures looks
/// both at those that are made and at those that are not.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChessFault {
    /// It lets a forced mate in.
    King {
        /// In so many moves of the other side.
        mate_in: u32,
    },
    /// It loses the queen.
    Queen(Lost),
    /// It loses a rook, a bishop or a knight.
    Piece(Lost),
    /// It captures, and what captures is lost for less than it is worth.
    Capture {
        /// What was taken.
        taken: Role,
        /// What that costs.
        lost: Lost,
    },
    /// It does not take what is there to be taken.
    Untaken {
        /// What it is.
        role: Role,
        /// Where it stands.
        square: Square,
    },
}

/// A piece that is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// What it is.
    pub role: Role,
    /// Where it stood before the move.
    pub square: Square,
    /// What is won for it, the most valuable first.
    pub gained: Vec<Role>,
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "the {} on {} is lost", self.role.name(), self.square)?;
        if !self.gained.is_empty() {
            write!(f, " for {}", listed(&self.gained))?;
        }
        Ok(())
    }
}

/// Pieces in words, the most valuable first: a rook and two pawns.
fn listed(roles: &[Role]) -> String {
    let mut words = Vec::new();
    for role in Role::ALL.into_iter().rev() {
        match roles.iter().filter(|&&other| other == role).count() {
            0 => {}
            1 => words.push(format!("a {}", role.name())),
            2 => words.push(format!("two {}s", role.name())),
            count => words.push(format!("{count} {}s", role.name())),
        }
    }
    words.join(" and ")
}

impl fmt::Display for ChessFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::King { mate_in: 1 } => f.write_str("the king is mated at once"),
            Self::King { mate_in } => write!(f, "the king is mated in {mate_in} moves"),
            Self::Queen(lost) | Self::Piece(lost) => lost.fmt(f),
            Self::Capture { taken, lost } => {
                write!(f, "taking the {} does not pay: {lost}", taken.name())
            }
            Self::Untaken { role, square } => {
                write!(f, "the {} on {square} is there to be taken", role.name())
            }
        }
    }
}

/// The name that files use: one word.
fn weight_name(term: Term) -> String {
    term.name().replace(' ', "-")
}

/// The terms that can be weighed: the others are no weights but facts about endings.
fn weighed() -> impl Iterator<Item = Term> {
    Term::ALL.into_iter().filter(|term| !matches!(term, Term::Scaling | Term::Endgame))
}

/// What the weights of a profile make of the tuned ones.
fn parameters(weights: &Weights) -> Parameters {
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
    type Fault = ChessFault;

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
            // Whoever does not count pieces at all has no style, only bad luck.
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

    /// A bare king, on either side.
    fn is_elementary(&self) -> bool {
        Side::ALL.into_iter().any(|side| !self.side(side).has_several())
    }

    fn balance(&self) -> i32 {
        let of = |side| -> i32 {
            let worth = |role: Role| self.pieces(side, role).count() as i32 * role.exchange_value();
            Role::ALL.into_iter().filter(|&role| role != Role::King).map(worth).sum()
        };
        of(self.side_to_move()) - of(!self.side_to_move())
    }

    fn plain_gain(&self) -> i32 {
        self.best_capture().map_or(0, |(gain, ..)| gain)
    }

    fn pending(&self) -> Option<Move> {
        let moves = self.legal_moves();
        let gains = moves.iter().filter(|mv| mv.is_capture()).map(|&mv| (self.see(mv), mv));
        gains.filter(|&(gain, _)| gain > 0).max_by_key(|&(gain, _)| gain).map(|(_, mv)| mv)
    }

    fn faults(&self, mv: Move, harm: &Harm<Move>) -> Vec<ChessFault> {
        if let Some(plies) = harm.mated_in {
            return vec![ChessFault::King { mate_in: plies.unsigned_abs() / 2 }];
        }
        let lost = self.lost_in_line(&harm.line).or_else(|| self.lost_in_exchange(mv));
        let Some((lost, is_retaken)) = lost else {
            let untaken = self.best_capture().filter(|&(.., square)| square != mv.to());
            let fault = untaken.map(|(_, role, square)| ChessFault::Untaken { role, square });
            return fault.into_iter().collect();
        };
        let fault = match self.captured(mv) {
            Some((_, taken)) if is_retaken => ChessFault::Capture { taken, lost },
            _ if lost.role == Role::Queen => ChessFault::Queen(lost),
            _ => ChessFault::Piece(lost),
        };
        vec![fault]
    }
}

/// How naming a loss sees the board.
trait Losses {
    fn lost_in_line(&self, line: &[Move]) -> Option<(Lost, bool)>;
    fn lost_in_exchange(&self, mv: Move) -> Option<(Lost, bool)>;
    fn best_capture(&self) -> Option<(i32, Role, Square)>;
}

impl Losses for Position {
    /// The most valuable piece that goes in a line without its like going too, and whether it is
    /// the piece that moved, taken where it went. `None` if what is on the board at the end does
    /// not bear it out.
    fn lost_in_line(&self, line: &[Move]) -> Option<(Lost, bool)> {
        let us = self.side_to_move();
        let mut position = self.clone();
        // Where each piece stood at the beginning.
        let mut origins: Vec<(Square, Square)> =
            self.side(us).into_iter().map(|square| (square, square)).collect();
        let (mut lost, mut gained): (Vec<(Role, Square, bool)>, Vec<Role>) = Default::default();
        for (ply, &mv) in line.iter().enumerate() {
            let captured = position.captured(mv);
            if position.side_to_move() == us {
                gained.extend(captured.map(|(_, role)| role));
                if let Some(place) = origins.iter_mut().find(|(now, _)| *now == mv.from()) {
                    place.0 = mv.to();
                }
            } else if let Some((square, role)) = captured {
                let origin = origins.iter().find(|(now, _)| *now == square);
                let origin = origin.map_or(square, |&(_, origin)| origin);
                lost.push((role, origin, ply == 1 && square == line[0].to()));
                origins.retain(|(now, _)| *now != square);
            }
            position.play(mv);
        }
        let now =
            if position.side_to_move() == us { position.balance() } else { -position.balance() };
        if self.balance() - now < Self::BLUNDER {
            return None;
        }
        // What was exchanged for its like is not lost; knight and bishop are alike.
        let worth = |role: Role| role.exchange_value() / 50;
        lost.retain(|&(role, _, _)| {
            let like = gained.iter().position(|&gain| worth(gain) == worth(role));
            like.map(|place| gained.swap_remove(place)).is_none()
        });
        let (role, square, is_retaken) = lost.into_iter().max_by_key(|&(role, ..)| worth(role))?;
        gained.sort_by_key(|&role| std::cmp::Reverse(worth(role)));
        (role != Role::Pawn).then_some((Lost { role, square, gained }, is_retaken))
    }

    /// The most valuable piece that can be taken with profit after a move.
    fn lost_in_exchange(&self, mv: Move) -> Option<(Lost, bool)> {
        let mut after = self.clone();
        after.play(mv);
        let (_, role, square) = after.best_capture()?;
        let is_retaken = square == mv.to();
        let origin = if is_retaken { mv.from() } else { square };
        let gained = self.captured(mv).filter(|_| is_retaken).map(|(_, taken)| taken);
        Some((Lost { role, square: origin, gained: gained.into_iter().collect() }, is_retaken))
    }
    /// The capture of a piece that wins most by exchanges alone: what it wins, what is taken, and
    /// where.
    fn best_capture(&self) -> Option<(i32, Role, Square)> {
        let moves = self.legal_moves();
        let captures = moves.iter().filter_map(|&mv| {
            let (square, role) = self.captured(mv)?;
            let gain = self.see(mv);
            (role != Role::Pawn && gain >= Self::BLUNDER).then_some((gain, role, square))
        });
        captures.max_by_key(|&(gain, ..)| gain)
    }
}
