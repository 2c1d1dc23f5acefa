//! How strong a player is: twelve levels, and any Elo between them.
//!
//! A weaker player looks less far and judges less exactly. Above the first level, which plays
//! anything, it never plays a move that it believes to be worse than another: such players throw
//! pieces away, and people learn nothing from beating them.

use serde::Deserialize;
use std::ops::RangeInclusive;

/// How many levels there are.
pub const LEVELS: usize = 12;
/// The level of full strength.
pub const FULL_STRENGTH: u8 = LEVELS as u8;

/// One of the twelve.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// What to expect, in a sentence.
    pub about: String,
    /// How it plays; `None` for any legal move.
    pub strength: Option<Strength>,
    /// Its Elo, as measured; the one that plays any legal move has none.
    #[serde(default)]
    pub elo: Option<i32>,
    /// How far the Elo may be wrong, with a confidence of 95 %.
    #[serde(default)]
    pub error: i32,
}

/// What is taken away from a player.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strength {
    /// What positions are judged by if no profile is chosen.
    pub judgement: Basis,
    /// How many plies it looks ahead.
    pub depth: Option<i32>,
    /// How many positions it looks at.
    pub nodes: Option<u64>,
    /// The largest error of its judgement, in hundredths of a pawn or a man.
    #[serde(default)]
    pub noise: u16,
    /// Whether a guard looks after it.
    #[serde(default)]
    pub firewall: bool,
}

/// What positions are judged by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// Pieces are counted.
    Material,
    /// The named terms.
    Terms,
    /// What was learned from games.
    Learned,
}

impl Strength {
    /// Nothing is taken away.
    pub const FULL: Self =
        Self { judgement: Basis::Learned, depth: None, nodes: None, noise: 0, firewall: false };

    /// Whether nothing is taken away.
    pub fn is_full(&self) -> bool {
        *self == Self::FULL
    }
}

/// The levels of a game.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ladder {
    /// How the Elo figures were measured.
    pub measured: String,
    /// From the weakest to the strongest.
    #[serde(rename = "level")]
    pub levels: Vec<Level>,
}

impl Ladder {
    /// Reads the file of a game.
    ///
    /// # Panics
    /// If the file, which is part of the program, is not well formed: a test reads it.
    pub(crate) fn from_toml(text: &str) -> Self {
        let ladder: Self = toml::from_str(text).expect("the levels are well formed");
        assert_eq!(ladder.levels.len(), LEVELS, "the number of levels");
        let are_measured = ladder.levels[1..].iter().all(|level| level.elo.is_some());
        assert!(are_measured, "every level that thinks has an Elo");
        ladder
    }

    /// The level with a number from 1 to [`LEVELS`]; others count as the nearest.
    pub fn level(&self, number: u8) -> &Level {
        &self.levels[usize::from(number).clamp(1, LEVELS) - 1]
    }

    /// The Elo of a level that thinks, by its number.
    fn elo(&self, number: u8) -> i32 {
        self.level(number.max(2)).elo.unwrap_or_default()
    }

    /// The Elo that can be asked for: from the weakest level that thinks at all.
    pub fn elo_range(&self) -> RangeInclusive<i32> {
        self.elo(2)..=self.elo(FULL_STRENGTH)
    }

    /// The levels that an Elo lies between: the lower one, and how many of a thousand moves are to
    /// be played like the one above it. Both are sensible players, so there is nothing absurd in
    /// between, and a higher Elo is never weaker.
    pub fn at_elo(&self, elo: i32) -> (u8, u32) {
        for number in 2..FULL_STRENGTH {
            let (low, high) = (self.elo(number), self.elo(number + 1));
            if elo < high {
                let share = 1_000 * (elo - low).max(0) / (high - low).max(1);
                return (number, share.unsigned_abs());
            }
        }
        (FULL_STRENGTH, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OpponentGame;

    fn check<G: OpponentGame>() {
        let ladder = G::ladder();
        assert_eq!(ladder.level(1).strength, None, "level 1 plays anything");
        let easy = ladder.level(2).strength.clone().unwrap();
        assert_eq!(
            (easy.judgement, easy.depth),
            (Basis::Material, Some(2)),
            "level 2 counts pieces"
        );
        let medium = ladder.level(3).strength.clone().unwrap();
        assert_eq!(medium.judgement, Basis::Terms, "level 3 weighs positions");
        assert!(medium.depth.is_some_and(|depth| (3..=4).contains(&depth)), "level 3");
        assert!(ladder.level(FULL_STRENGTH).strength.as_ref().unwrap().is_full());
        for pair in ladder.levels.windows(2) {
            // Nothing is less than any number.
            assert!(pair[0].elo < pair[1].elo, "{} and {}", pair[0].about, pair[1].about);
        }
        // Every level is met again at its own Elo, and there is no step down in between.
        for number in 2..=FULL_STRENGTH {
            assert_eq!(ladder.at_elo(ladder.level(number).elo.unwrap()), (number, 0));
        }
        let places: Vec<(u8, u32)> = ladder.elo_range().map(|elo| ladder.at_elo(elo)).collect();
        assert!(places.is_sorted() && places.iter().all(|&(_, share)| share < 1_000));
        assert_eq!(ladder.at_elo(-5_000), (2, 0));
        assert_eq!(ladder.at_elo(9_000), (FULL_STRENGTH, 0));
    }

    #[test]
    fn levels_are_steps_on_one_scale() {
        check::<damier_chess::Position>();
        check::<damier_draughts::Position>();
    }
}
