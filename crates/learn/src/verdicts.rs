//! Ending games that are decided: their last moves teach nothing and take a quarter of the time.

use damier_core::{Outcome, Side};
use std::fmt;

/// When a game against oneself is over before the rules say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdicts {
    /// A score that wins nearly always, in points of the search.
    pub win: i32,
    /// For so many plies in a row, for the same side, it wins the game.
    pub win_plies: u32,
    /// A score at most so far from zero is a level one.
    pub level: i32,
    /// So many of them in a row draw the game.
    pub level_plies: u32,
    /// But not before so many moves were chosen: openings are level too.
    pub level_after: u32,
}

impl fmt::Display for Verdicts {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { win, win_plies, level, level_plies, level_after } = self;
        write!(f, "won {win}x{win_plies} level {level}x{level_plies} after {level_after}")
    }
}

/// A game as far as verdicts look at it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VerdictWatch {
    verdicts: Verdicts,
    plies: u32,
    ahead: Option<Side>,
    ahead_plies: u32,
    level_plies: u32,
}

impl VerdictWatch {
    pub(crate) fn new(verdicts: Verdicts) -> Self {
        Self { verdicts, plies: 0, ahead: None, ahead_plies: 0, level_plies: 0 }
    }

    /// Takes note of the score of a chosen move. Returns how the game ends, if it ends with it.
    pub(crate) fn note(&mut self, side: Side, score: i32) -> Option<Outcome> {
        let Verdicts { win, win_plies, level, level_plies, level_after } = self.verdicts;
        self.plies += 1;
        let ahead = (score.abs() >= win).then_some(if score > 0 { side } else { !side });
        self.ahead_plies = if ahead == self.ahead { self.ahead_plies + 1 } else { 1 };
        self.ahead = ahead;
        self.level_plies = if score.abs() <= level { self.level_plies + 1 } else { 0 };
        match ahead {
            Some(winner) if self.ahead_plies >= win_plies => Some(Outcome::Win(winner)),
            None if self.level_plies >= level_plies && self.plies >= level_after => {
                Some(Outcome::Draw)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VERDICTS: Verdicts =
        Verdicts { win: 700, win_plies: 3, level: 10, level_plies: 4, level_after: 6 };

    /// The scores as White sees them; White chooses the first move. Returns how the game ends and
    /// with which move.
    fn end(scores: &[i32]) -> Option<(usize, Outcome)> {
        let mut watch = VerdictWatch::new(VERDICTS);
        scores.iter().enumerate().find_map(|(index, &score)| {
            let is_white = index.is_multiple_of(2);
            let side = if is_white { Side::White } else { Side::Black };
            Some((index, watch.note(side, if is_white { score } else { -score })?))
        })
    }

    #[test]
    fn a_game_is_won_when_one_side_is_far_ahead_for_long_enough() {
        let won = |side| Some((3, Outcome::Win(side)));
        assert_eq!(end(&[0, 700, 900, 5000]), won(Side::White));
        assert_eq!(end(&[0, -700, -900, -5000]), won(Side::Black));
        assert_eq!(end(&[0, 900, 699, 900, 900]), None, "an interrupted lead");
        assert_eq!(end(&[900, 900, -900, -900]), None, "the leads of two sides");
    }

    #[test]
    fn a_game_is_drawn_when_it_is_level_for_long_enough_and_long_enough_under_way() {
        assert_eq!(end(&[0, 5, -10, 10, 0, 3]), Some((5, Outcome::Draw)));
        assert_eq!(end(&[0, 0, 0, 0]), None, "too early");
        assert_eq!(end(&[40, 0, 0, 11, 0, 0, 0]), None, "not level all the time");
        assert_eq!(end(&[40, 40, 40, 40, 0, 0, 0, 0]), Some((7, Outcome::Draw)));
    }
}
