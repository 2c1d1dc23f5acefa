//! Who sits at the board.

use crate::errors::Problem;
use crate::game::PageGame;
use damier_core::Side;
use damier_profiles::{FULL_STRENGTH, is_name, library};
use serde::{Deserialize, Serialize};

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Seat {
    Human,
    Engine(Opponent),
}

/// An engine at the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opponent {
    #[serde(default = "full_strength")]
    pub(crate) level: u8,
    /// The rating of people that it plays like, which counts more than the level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) like: Option<i32>,
    /// Whether it gives up what is lost, also where people of its rating go on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) resigns: bool,
    #[serde(default)]
    pub(crate) profile: Option<String>,
    /// The same seed, level and profile play the same game; 0 for any.
    #[serde(default)]
    pub(crate) seed: u64,
}

#[cfg(test)]
impl Opponent {
    /// A random mover, or somebody like a person of a rating; always the same games.
    pub(crate) fn for_tests(like: Option<i32>) -> Self {
        Self { level: 1, like, resigns: false, profile: None, seed: 1 }
    }
}

fn full_strength() -> u8 {
    FULL_STRENGTH
}

/// The largest seed that engines take.
const MAX_SEED: u64 = i32::MAX as u64;

impl Seat {
    /// The seat with everything in it that can be there, or why not.
    pub(crate) fn checked<G: PageGame>(self) -> Result<Self, Problem> {
        let Self::Engine(mut opponent) = self else { return Ok(self) };
        if !(1..=FULL_STRENGTH).contains(&opponent.level) {
            return Err(Problem::Refused(format!("levels are numbered 1 to {FULL_STRENGTH}")));
        }
        if let Some(rating) = opponent.like {
            let Some(ratings) = G::LIKE else {
                let words = "no games of rated people are known in draughts: there are levels only";
                return Err(Problem::Refused(words.to_owned()));
            };
            if !ratings.contains(&rating) {
                let (least, most) = ratings.into_inner();
                let words = format!("there are players like those of {least} to {most}");
                return Err(Problem::Refused(words));
            }
        }
        if opponent.seed > MAX_SEED {
            return Err(Problem::Refused(format!("a seed is a number up to {MAX_SEED}")));
        }
        opponent.profile = opponent.profile.filter(|name| !name.is_empty());
        if let Some(name) = &opponent.profile {
            // By name only: a page should not make the server read whatever file it likes.
            if !is_name(name) {
                return Err(Problem::Refused(format!("{name:?} is no name of a profile")));
            }
            let found = library::find::<G>(name);
            let found = found.map_err(|error| Problem::Refused(error.to_string()))?;
            opponent.profile = Some(found.profile.name);
        }
        if opponent.seed == 0 {
            opponent.seed = random_number() % MAX_SEED + 1;
        }
        Ok(Self::Engine(opponent))
    }

    pub(crate) fn opponent(&self) -> Option<&Opponent> {
        match self {
            Self::Human => None,
            Self::Engine(opponent) => Some(opponent),
        }
    }

    /// The name for records.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Human => "Human".to_owned(),
            Self::Engine(Opponent { level, like, profile, .. }) => {
                let strength = match like {
                    Some(rating) => format!("like {rating}"),
                    None => format!("level {level}"),
                };
                let profile = profile.as_ref().map(|profile| format!(", {profile}"));
                format!("Damier, {strength}{}", profile.unwrap_or_default())
            }
        }
    }
}

/// Whether only engines sit there.
pub(crate) fn are_engines(seats: &[Seat; 2]) -> bool {
    Side::ALL.iter().all(|side| seats[side.index()].opponent().is_some())
}

/// A number that cannot be foreseen.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn random_number() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(std::process::id())
}

#[cfg(target_family = "wasm")]
pub use given::give_random_numbers;
#[cfg(target_family = "wasm")]
pub(crate) use given::random_number;

/// In a browser the standard library has no random numbers: the page gives them.
#[cfg(target_family = "wasm")]
mod given {
    use std::sync::OnceLock;

    static NUMBERS: OnceLock<fn() -> u64> = OnceLock::new();

    /// Says where random numbers come from, once and before the first question.
    pub fn give_random_numbers(number: fn() -> u64) {
        let _ = NUMBERS.set(number);
    }

    pub(crate) fn random_number() -> u64 {
        NUMBERS.get().map_or(0, |number| number())
    }
}
