//! Why a position is judged as it is: named terms that add up.

use crate::game::ReviewGame;
use crate::review::Evaluation;
use damier_core::Side;
use damier_reasons::{Reason, ScoredLine, Witness};
use serde::{Deserialize, Serialize};

/// Terms that mean something to a player by their name alone.
const TELLING: [&str; 10] = [
    "king-safety",
    "pawn-structure",
    "passed-pawns",
    "mobility",
    "development",
    "centre",
    "space",
    "bishop-pair",
    "rooks",
    "breakthrough",
];

/// Two lines side by side, term by term.
///
/// The terms are those of the positions at the ends of both lines, for the mover: what the best
/// line has more of than the other. With the remainder, which is what search and network see beyond
/// them, they add up to the gap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comparison {
    /// Names and differences, the largest first; those without a difference are left out.
    pub terms: Vec<(String, i32)>,
    /// What the terms do not explain.
    pub remainder: i32,
    /// The score of the best move less that of the move played.
    pub gap: i32,
}

impl Comparison {
    /// Compares the lines of a choice; `None` if one of them ends the game by force, or is so good
    /// for a side that no number says more, which no terms explain.
    pub(crate) fn of<G: ReviewGame>(witness: &Witness<G>) -> Option<Self> {
        let (best, played) = (&witness.best, &witness.played);
        let is_decided = |verdict: &ScoredLine<G::Move>| {
            verdict.score.is_decisive() || verdict.score.value().abs() >= Evaluation::WINNING
        };
        if is_decided(best) || is_decided(played) {
            return None;
        }
        // Shown scores and terms are counted alike.
        let unit = 100.0 / f64::from(G::TERMS_UNIT);
        let sign = if witness.position.side_to_move() == Side::White { 1 } else { -1 };
        let [best_terms, played_terms] =
            [best, played].map(|verdict| witness.end_of(&verdict.line).terms());
        let differences = best_terms.into_iter().zip(played_terms);
        let mut terms: Vec<(String, i32)> = differences
            .map(|(best, played)| {
                let difference = sign * (best.total() - played.total());
                (best.name.clone(), (f64::from(difference) * unit).round() as i32)
            })
            .filter(|&(_, difference)| difference != 0)
            .collect();
        terms.sort_by_key(|&(_, difference)| -difference.abs());
        let gap = best.score.value() - played.score.value();
        let explained: i32 = terms.iter().map(|(_, difference)| difference).sum();
        Some(Self { terms, remainder: gap - explained, gap })
    }

    /// The term that carries most of the gap, if one does, and what is unnamed is less than half
    /// of it. Terms that say nothing to a player are no reasons.
    pub(crate) fn reason(&self) -> Option<Reason> {
        let (term, difference) = self.terms.first()?;
        let is_telling = TELLING.contains(&term.as_str());
        let carries = 2 * difference >= self.gap && 2 * self.remainder.abs() <= self.gap;
        (is_telling && self.gap > 0 && carries).then(|| Reason::Positional { term: term.clone() })
    }
}
