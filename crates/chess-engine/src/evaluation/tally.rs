//! Who listens while the evaluation walks over a board.
//!
//! The walk reports features; a receiver makes of them what it needs: the sum that the search
//! wants, the terms that an explanation shows, or the bare counts that the tuner fits weights to.
//! There is one walk, so these cannot disagree.

use super::features::{FEATURES, TERM_OF, Term};
use super::parameters::{Pair, Parameters};
use damier_chess::Side;

/// Receives features.
pub trait TermTally {
    /// `side` has the feature `times` times.
    fn count(&mut self, feature: usize, side: Side, times: i32);
}

/// Adds up what the features are worth, White's less Black's.
pub(super) struct Sum<'a> {
    parameters: &'a Parameters,
    pub(super) total: Pair,
}

impl<'a> Sum<'a> {
    pub(super) const fn new(parameters: &'a Parameters) -> Self {
        Self { parameters, total: Pair::ZERO }
    }
}

impl TermTally for Sum<'_> {
    #[inline(always)]
    fn count(&mut self, feature: usize, side: Side, times: i32) {
        let worth = self.parameters.pairs[feature] * times;
        match side {
            Side::White => self.total += worth,
            Side::Black => self.total -= worth,
        }
    }
}

/// Adds up what the features are worth, for each term and side.
pub(super) struct TermSums<'a> {
    parameters: &'a Parameters,
    pub(super) pairs: [[Pair; 2]; Term::COUNT],
}

impl<'a> TermSums<'a> {
    pub(super) const fn new(parameters: &'a Parameters) -> Self {
        Self { parameters, pairs: [[Pair::ZERO; 2]; Term::COUNT] }
    }
}

impl TermTally for TermSums<'_> {
    fn count(&mut self, feature: usize, side: Side, times: i32) {
        let term = TERM_OF[feature];
        self.pairs[term.index()][side.index()] += self.parameters.pairs[feature] * times;
    }
}

/// How often each feature occurs, White's less Black's.
#[derive(Clone, Debug)]
pub struct Coefficients {
    /// By number of the feature.
    pub counts: [i32; FEATURES],
}

impl Default for Coefficients {
    fn default() -> Self {
        Self { counts: [0; FEATURES] }
    }
}

impl TermTally for Coefficients {
    fn count(&mut self, feature: usize, side: Side, times: i32) {
        self.counts[feature] += match side {
            Side::White => times,
            Side::Black => -times,
        };
    }
}
