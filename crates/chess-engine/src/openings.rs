//! Openings for games that shall differ from each other: a few random moves, from a seed.

use damier_chess::{Epd, EpdError, Position};
use damier_core::Score;
use damier_core::random::Random;

/// Random plies of the shorter openings; the others have one more, so that both sides come to move.
const PLIES: usize = 8;
/// The largest advantage, in hundredths of a pawn, that a fair opening gives.
const FAIR_ADVANTAGE: i32 = 150;
/// Tries after which a book is called unusable: from the usual start one or two are enough.
const MAX_TRIES: usize = 1000;

/// Whether an opening is fair, by the word of a short search.
pub fn is_balanced(position: &Position, score: impl FnOnce(&Position) -> Score) -> bool {
    score(position).value().abs() <= FAIR_ADVANTAGE
}

/// Why a book gives no openings. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// A line that is no position.
    #[error("line {line}: {error}")]
    Line {
        /// Which line.
        line: usize,
        /// What is wrong with it.
        error: EpdError,
    },
    /// No line at all.
    #[error("there is no position in it")]
    Empty,
}

/// A source of openings that depend on the seed, and on the book if there is one.
#[derive(Clone, Debug)]
pub struct Openings {
    random: Random,
    /// Where they begin; never empty.
    starts: Vec<Position>,
}

impl Openings {
    /// Openings from the usual start.
    pub fn new(seed: u64) -> Self {
        Self { random: Random::new(seed), starts: vec![Position::start()] }
    }

    /// Openings that continue the positions of a book, which has one FEN or EPD a line.
    pub fn from_book(seed: u64, text: &str) -> Result<Self, BookError> {
        let lines = (1..).zip(text.lines());
        let starts = lines
            .filter(|(_, text)| !text.trim().is_empty() && !text.starts_with('#'))
            .map(|(line, text)| match Epd::from_line(text) {
                Ok(epd) => Ok(epd.position),
                Err(error) => Err(BookError::Line { line, error }),
            })
            .collect::<Result<Vec<_>, _>>()?;
        if starts.is_empty() {
            return Err(BookError::Empty);
        }
        Ok(Self { random: Random::new(seed), starts })
    }

    /// The next opening that is not over, not in check and accepted by the caller, who may ask
    /// [`is_balanced`]. `None` if many in a row were none of it.
    pub fn draw(&mut self, accepts: &mut dyn FnMut(&Position) -> bool) -> Option<Position> {
        (0..MAX_TRIES)
            .filter_map(|_| {
                let start = self.random.pick(&self.starts).clone();
                let plies = PLIES + self.random.below(2);
                self.random.walk(start, plies)
            })
            .find(|position| {
                position.ending(1).is_none() && !position.is_check() && accepts(position)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn a_seed_gives_the_same_opening_every_time_and_others_give_others() {
        let of = |seed| Openings::new(seed).draw(&mut |_| true).unwrap();
        let openings: HashSet<String> = (0..100).map(|seed| of(seed).to_fen()).collect();
        assert!(openings.len() > 95, "{}", openings.len());
        assert_eq!(of(7), of(7));
    }

    #[test]
    fn openings_can_be_played_on_and_are_quiet() {
        let mut openings = Openings::new(3);
        for _ in 0..200 {
            let position = openings.draw(&mut |_| true).unwrap();
            assert!(!position.is_check() && position.ending(1).is_none());
            let plies = 2 * (position.fullmove_number() - 1) + position.side_to_move() as u16;
            assert!((8..=9).contains(&plies), "{plies}");
        }
    }

    #[test]
    fn unbalanced_openings_are_passed_over() {
        let mut openings = Openings::new(3);
        let first = openings.clone().draw(&mut |_| true).unwrap();
        let fair = |position: &Position| {
            let score = if *position == first { -151 } else { 150 };
            is_balanced(position, |_| Score::from_evaluation(score))
        };
        assert_ne!(openings.draw(&mut |position| fair(position)), Some(first.clone()));
        assert_eq!(openings.draw(&mut |_| false), None);
    }

    #[test]
    fn books_are_read_line_by_line() {
        let book = "# one\n\n4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 1\n";
        let opening = Openings::from_book(1, book).unwrap().draw(&mut |_| true).unwrap();
        assert!(opening.occupied().count() <= 10);
        let error = Openings::from_book(1, &book.replace("4K3 w", "4K3 x")).unwrap_err();
        assert!(error.to_string().starts_with("line 3: column"), "{error}");
        assert_eq!(Openings::from_book(1, "\n").unwrap_err(), BookError::Empty);
        // A stalemate has no continuation, and the search for one ends.
        let over = Openings::from_book(1, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
        assert_eq!(over.unwrap().draw(&mut |_| true), None);
    }
}
