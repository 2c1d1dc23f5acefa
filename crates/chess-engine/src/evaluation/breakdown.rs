//! The terms behind a value, in whole centipawns that add up exactly.

use super::features::Term;
use super::parameters::{Pair, Parameters};
use super::tally::TermSums;
use super::{Context, DENOMINATOR, FULL_SCALE, blend, endgame, phase, scale_of, walk};
use damier_chess::{Position, Side};
use damier_core::{Score, apportion};

/// What each term is worth to each side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChessBreakdown {
    /// By term and side, all seen from White.
    cells: [[i32; 2]; Term::COUNT],
}

impl ChessBreakdown {
    pub(super) fn new(position: &Position, context: Context, parameters: &Parameters) -> Self {
        let mut terms = TermSums::new(parameters);
        walk(position, context, &mut terms);
        let mut total = Pair::ZERO;
        for [white, black] in terms.pairs {
            total += white - black;
        }
        let (phase, scale) = (phase(position), scale_of(position, total));
        let full = |pair| blend(pair, phase, FULL_SCALE);
        let mut numerators = [[0_i64; 2]; Term::COUNT];
        for (cells, [white, black]) in numerators.iter_mut().zip(terms.pairs) {
            *cells = [full(white).into(), (-full(black)).into()];
        }
        let sum = blend(total, phase, scale);
        numerators[Term::Scaling.index()][0] = (sum - full(total)).into();

        let value = sum / DENOMINATOR;
        let parts = apportion(numerators.as_flattened(), DENOMINATOR.into());
        let mut breakdown = Self { cells: [[0; 2]; Term::COUNT] };
        for (cell, part) in breakdown.cells.as_flattened_mut().iter_mut().zip(parts) {
            *cell = part as i32;
        }
        let shown =
            endgame::verdict(position).unwrap_or_else(|| Score::from_evaluation(value).value());
        breakdown.cells[Term::Endgame.index()][0] = shown - value;
        breakdown
    }

    /// What a term is worth to White.
    pub fn of(&self, term: Term) -> i32 {
        let [white, black] = self.cells[term.index()];
        white + black
    }

    /// What a side has of a term, seen from that side. Scaling and endgame belong to neither side
    /// and stand with White.
    pub fn of_side(&self, term: Term, side: Side) -> i32 {
        let [white, black] = self.cells[term.index()];
        match side {
            Side::White => white,
            Side::Black => -black,
        }
    }

    /// All terms together: the value for White.
    pub fn total(&self) -> i32 {
        Term::ALL.into_iter().map(|term| self.of(term)).sum()
    }
}
