//! The terms behind a value, in whole centipawns that add up exactly.

use super::features::Term;
use super::parameters::{Pair, Parameters};
use super::tally::Terms;
use super::{Context, DENOMINATOR, FULL_SCALE, blend, endgame, phase, scale_of, walk};
use damier_chess::{Position, Side};
use damier_core::Score;

/// What each term is worth to each side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakdown {
    /// By term and side, all seen from White.
    cells: [[i32; 2]; Term::COUNT],
}

impl Breakdown {
    pub(super) fn new(position: &Position, context: Context, parameters: &Parameters) -> Self {
        let mut terms = Terms::new(parameters);
        walk(position, context, &mut terms);
        let mut total = Pair::ZERO;
        for [white, black] in terms.pairs {
            total += white - black;
        }
        let (phase, scale) = (phase(position), scale_of(position, total));
        let full = |pair| blend(pair, phase, FULL_SCALE);
        let mut numerators = [[0; 2]; Term::COUNT];
        for (cells, [white, black]) in numerators.iter_mut().zip(terms.pairs) {
            *cells = [full(white), -full(black)];
        }
        let sum = blend(total, phase, scale);
        numerators[Term::Scaling.index()][0] = sum - full(total);

        let value = sum / DENOMINATOR;
        let mut breakdown = Self { cells: apportion(&numerators, value) };
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

    /// What a side has of a term, seen from that side. Scaling and endgame belong to nobody and stand
    /// with White.
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

/// Divides each number by [`DENOMINATOR`] so that the quotients add up to `value`, which is the quotient
/// of the sum: the largest remainders are rounded up.
fn apportion(numerators: &[[i32; 2]; Term::COUNT], value: i32) -> [[i32; 2]; Term::COUNT] {
    // Done for the side that is ahead, lest the two colours be rounded differently.
    let sign = if value < 0 { -1 } else { 1 };
    let mut cells = [[0; 2]; Term::COUNT];
    let mut remainders: Vec<(i32, usize)> = Vec::with_capacity(2 * Term::COUNT);
    let mut missing = value * sign;
    for (place, &numerator) in numerators.as_flattened().iter().enumerate() {
        let quotient = (numerator * sign).div_euclid(DENOMINATOR);
        remainders.push(((numerator * sign).rem_euclid(DENOMINATOR), place));
        cells.as_flattened_mut()[place] = quotient * sign;
        missing -= quotient;
    }
    remainders.sort_by_key(|&(remainder, place)| (-remainder, place));
    for &(_, place) in remainders.iter().take(usize::try_from(missing).unwrap_or(0)) {
        cells.as_flattened_mut()[place] += sign;
    }
    cells
}
