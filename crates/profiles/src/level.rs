//! How strong a player is: twelve levels, and any Elo between them.
//!
//! A weaker player looks less far and judges less exactly. It never plays a move that it believes to be
//! worse than another: such players throw pieces away, and nobody learns anything from beating them.

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
    /// Its Elo, as measured.
    pub elo: i32,
    /// How far the Elo may be wrong, with a confidence of 95 %.
    pub error: i32,
}

/// What is taken away from a player.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strength {
    /// What positions are judged by if no profile is chosen.
    pub judgement: Basis,
    /// How many plies it looks ahead; of a fraction so many moves go one ply deeper.
    pub depth: Option<f64>,
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

    /// Between this strength and a greater one, from 0 to 1.
    fn towards(&self, other: &Self, share: f64) -> Self {
        let between = |low: f64, high: f64| low + (high - low) * share;
        let nearer = if share < 0.5 { self } else { other };
        let depth = self.depth.zip(other.depth).map(|(low, high)| between(low, high));
        // Strength grows with the logarithm of the nodes. Full strength is far away but not without end.
        let nodes = self.nodes.map(|low| {
            let high = other.nodes.unwrap_or(low.saturating_mul(FULL_STRENGTH_FACTOR));
            between((low as f64).ln(), (high as f64).ln()).exp().round() as u64
        });
        Self {
            judgement: nearer.judgement,
            depth: depth.or(self.depth.filter(|_| share < 0.5)),
            nodes,
            noise: between(self.noise.into(), other.noise.into()).round() as u16,
            firewall: nearer.firewall,
        }
    }
}

/// How many times the nodes of the level below full strength takes up for one that lies just below it.
const FULL_STRENGTH_FACTOR: u64 = 64;

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
        ladder
    }

    /// The level with a number from 1 to [`LEVELS`]; others count as the nearest.
    pub fn level(&self, number: u8) -> &Level {
        &self.levels[usize::from(number).clamp(1, LEVELS) - 1]
    }

    /// The Elo that can be asked for: from the weakest level that thinks at all.
    pub fn elo_range(&self) -> RangeInclusive<i32> {
        self.levels[1].elo..=self.levels[LEVELS - 1].elo
    }

    /// The strength of an Elo.
    pub fn at_elo(&self, elo: i32) -> Strength {
        let thinking = || {
            self.levels[1..]
                .iter()
                .filter_map(|level| level.strength.as_ref().map(|strength| (level.elo, strength)))
        };
        for ((low_elo, low), (high_elo, high)) in thinking().zip(thinking().skip(1)) {
            if elo < high_elo {
                let share = f64::from(elo - low_elo) / f64::from((high_elo - low_elo).max(1));
                return low.towards(high, share.clamp(0.0, 1.0));
            }
        }
        Strength::FULL
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Discipline;

    fn check<D: Discipline>() {
        let ladder = D::ladder();
        assert_eq!(ladder.level(1).strength, None, "level 1 plays anything (001-01)");
        let easy = ladder.level(2).strength.clone().unwrap();
        assert_eq!((easy.judgement, easy.depth), (Basis::Material, Some(2.0)), "001-02");
        let medium = ladder.level(3).strength.clone().unwrap();
        assert_eq!(medium.judgement, Basis::Terms, "001-03");
        assert!(medium.depth.is_some_and(|depth| (3.0..=4.0).contains(&depth)), "001-03");
        assert!(ladder.level(FULL_STRENGTH).strength.as_ref().unwrap().is_full());
        for pair in ladder.levels.windows(2) {
            assert!(pair[0].elo < pair[1].elo, "{} and {}", pair[0].about, pair[1].about);
        }
        // Every level is met again at its own Elo, and there is no step down in between.
        for level in &ladder.levels[1..] {
            assert_eq!(Some(ladder.at_elo(level.elo)), level.strength);
        }
        let strengths: Vec<Strength> = ladder.elo_range().map(|elo| ladder.at_elo(elo)).collect();
        for pair in strengths.windows(2) {
            let nodes = |strength: &Strength| strength.nodes.unwrap_or(u64::MAX);
            let depth = |strength: &Strength| strength.depth.unwrap_or(f64::MAX);
            assert!(nodes(&pair[0]) <= nodes(&pair[1]));
            assert!(depth(&pair[0]) <= depth(&pair[1]));
            assert!(pair[0].noise >= pair[1].noise || pair[0].judgement != pair[1].judgement);
        }
        assert_eq!(ladder.at_elo(-5_000), easy);
        assert!(ladder.at_elo(9_000).is_full());
    }

    #[test]
    fn levels_are_steps_on_one_scale() {
        check::<damier_chess::Position>();
        check::<damier_draughts::Position>();
    }
}
