//! What each feature is worth, in the middlegame and in the endgame.

use super::features::{FEATURES, GROUPS, PIECES, TERM_OF, Term, feature_number};
use super::weights::WEIGHTS;
use std::fmt::Write as _;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Two numbers in one machine word, so that both are added at once: the middlegame value in the
/// high half, the endgame value in the low half. A negative low half borrows from the high one, and
/// [`Pair::middlegame`] gives it back. Each half has 32 bits: no position and no weights overflow
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[repr(transparent)]
pub struct Pair(i64);

impl Pair {
    /// Nothing in either phase.
    pub const ZERO: Self = Self(0);

    /// From the two values.
    #[inline]
    pub const fn new(middlegame: i32, endgame: i32) -> Self {
        Self(((middlegame as i64) << 32) + endgame as i64)
    }

    /// Value while all pieces are on the board.
    #[inline]
    pub const fn middlegame(self) -> i32 {
        ((self.0 + 0x8000_0000) >> 32) as i32
    }

    /// Value when only kings and pawns are left.
    #[inline]
    pub const fn endgame(self) -> i32 {
        self.0 as i32
    }
}

impl Add for Pair {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Pair {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl SubAssign for Pair {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Neg for Pair {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Mul<i32> for Pair {
    type Output = Self;
    #[inline]
    fn mul(self, times: i32) -> Self {
        Self(self.0 * i64::from(times))
    }
}

/// The worth of every feature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// By number of the feature.
    pub pairs: [Pair; FEATURES],
}

/// The tuned weights.
impl Default for Parameters {
    fn default() -> Self {
        let mut parameters = Self::zero();
        for &(name, values) in WEIGHTS {
            let group = GROUPS.iter().find(|group| group.name == name);
            let group = group.unwrap_or_else(|| panic!("weights of an unknown group {name}"));
            assert_eq!(values.len(), group.length, "the number of weights of {name}");
            for (place, &(middlegame, endgame)) in values.iter().enumerate() {
                parameters.pairs[group.start + place] = Pair::new(middlegame, endgame);
            }
        }
        parameters
    }
}

impl Parameters {
    /// Everything is worth nothing: a start for profiles that set exact weights.
    pub const fn zero() -> Self {
        Self { pairs: [Pair::ZERO; FEATURES] }
    }

    /// Whether nothing counts but what pieces are there.
    pub(super) fn are_of_pieces_only(&self) -> bool {
        let mut others = self.pairs.iter().enumerate().filter(|(place, _)| !PIECES.contains(place));
        others.all(|(_, &pair)| pair == Pair::ZERO)
    }

    /// The tuned weights with some terms made stronger or weaker; 100 percent changes nothing.
    #[must_use]
    pub fn weighted(percents: &[(Term, i32)]) -> Self {
        let mut parameters = Self::default();
        for &(term, percent) in percents {
            for (pair, _) in
                parameters.pairs.iter_mut().zip(TERM_OF).filter(|&(_, other)| other == term)
            {
                *pair =
                    Pair::new(pair.middlegame() * percent / 100, pair.endgame() * percent / 100);
            }
        }
        parameters
    }

    /// Sets one feature by its name; `false` if there is none of that name.
    #[must_use]
    pub fn set(&mut self, name: &str, middlegame: i32, endgame: i32) -> bool {
        let number = feature_number(name);
        if let Some(number) = number {
            self.pairs[number] = Pair::new(middlegame, endgame);
        }
        number.is_some()
    }

    /// One feature by its name.
    pub fn get(&self, name: &str) -> Option<Pair> {
        feature_number(name).map(|number| self.pairs[number])
    }

    /// The text of `weights.rs` that holds these parameters.
    pub fn to_source(&self) -> String {
        let mut text = String::from(
            "//! The tuned weights: middlegame and endgame value of every feature, in centipawns.\n\
             //!\n\
             //! Written by `examples/tune_evaluation`; `features.rs` explains the groups.\n\
             \n\
             /// Groups with the values of their features.\n\
             #[rustfmt::skip]\n\
             pub(super) const WEIGHTS: &[(&str, &[(i32, i32)])] = &[\n",
        );
        for group in GROUPS {
            let _ = writeln!(text, "    // {}", group.about);
            let pairs = &self.pairs[group.start..group.start + group.length];
            let is_half_board = group.length == 32 && group.term == Term::PieceSquares;
            let has_room = |value: i32| (-99..=999).contains(&value);
            let mut values = pairs.iter().flat_map(|pair| [pair.middlegame(), pair.endgame()]);
            let columns = if is_half_board || !values.all(has_room) { 4 } else { 8 };
            if group.length == 1 {
                let pair = pairs[0];
                let (middlegame, endgame) = (pair.middlegame(), pair.endgame());
                let _ = writeln!(text, "    (\"{}\", &[({middlegame}, {endgame})]),", group.name);
                continue;
            }
            let _ = writeln!(text, "    (\"{}\", &[", group.name);
            for row in pairs.chunks(columns) {
                let cells: Vec<String> = row
                    .iter()
                    .map(|pair| format!("({:3}, {:3})", pair.middlegame(), pair.endgame()))
                    .collect();
                let _ = writeln!(text, "        {},", cells.join(","));
            }
            text.push_str("    ]),\n");
        }
        text.push_str("];\n");
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::features::feature_names;

    #[test]
    fn a_pair_keeps_both_numbers_whatever_their_signs() {
        for (a, b) in [(7, -9), (-7, 9), (-1, -1), (40_000, -40_000), (0, -1), (1, i32::MIN / 2)] {
            let pair = Pair::new(a, b);
            assert_eq!((pair.middlegame(), pair.endgame()), (a, b));
            let other = pair * 3 - pair - Pair::new(5, -6);
            assert_eq!((other.middlegame(), other.endgame()), (2 * a - 5, 2 * b + 6));
        }
    }

    #[test]
    fn every_feature_has_a_name_of_its_own_and_a_term() {
        let names: Vec<String> = feature_names().collect();
        assert_eq!(names.len(), FEATURES);
        for (number, name) in names.iter().enumerate() {
            assert_eq!(feature_number(name), Some(number), "{name}");
        }
        for name in ["", "tempo.0", "material", "material.5", "material.x", "nothing"] {
            assert_eq!(feature_number(name), None, "{name}");
        }
        for (place, term) in Term::ALL.into_iter().enumerate() {
            assert_eq!(term.index(), place);
            assert_eq!(Term::from_name(term.name()), Some(term));
            let is_computed = matches!(term, Term::Scaling | Term::Endgame);
            assert_ne!(TERM_OF.contains(&term), is_computed, "{}", term.name());
        }
    }

    #[test]
    fn every_group_has_weights_and_the_source_says_what_the_parameters_hold() {
        let named: Vec<&str> = WEIGHTS.iter().map(|&(name, _)| name).collect();
        let known: Vec<&str> = GROUPS.iter().map(|group| group.name).collect();
        assert_eq!(named, known);
        assert_eq!(Parameters::default().to_source(), include_str!("weights.rs"));
    }

    #[test]
    fn weighting_a_term_leaves_the_others_alone() {
        let (plain, doubled) =
            (Parameters::default(), Parameters::weighted(&[(Term::Mobility, 200)]));
        for (number, term) in TERM_OF.into_iter().enumerate() {
            let factor = if term == Term::Mobility { 2 } else { 1 };
            assert_eq!(doubled.pairs[number], plain.pairs[number] * factor);
        }
    }
}
