//! A personality, and what can be wrong with the file it is written in.

mod file;

pub(crate) use file::GAMES;
pub use file::game_of;
use std::fmt;

/// What a player prefers on the board, or that it does not look at the board at all. How far it
/// looks is the business of a [`Level`](crate::Level).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Its name, as options write it.
    pub name: String,
    /// What it is like, in a sentence.
    pub about: String,
    /// How it decides.
    pub character: Character,
    /// Whether it wants a guard against blunders; `None` to leave that to the level.
    pub firewall: Option<bool>,
}

/// How a player decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Character {
    /// By a search that weighs named things in this way.
    Weights(Weights),
    /// The same with weights that are drawn anew for each game.
    RandomWeights,
    /// Any legal move: a complete player that no level changes.
    Random,
    /// By games played at random, so many for each move: a complete player too.
    MonteCarlo {
        /// How many; `None` to leave it to the option.
        simulations: Option<u32>,
    },
}

impl Character {
    /// Whether it has no use for a level.
    pub fn is_complete(&self) -> bool {
        matches!(self, Self::Random | Self::MonteCarlo { .. })
    }

    /// The word for it in files.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Weights(_) => "weights",
            Self::RandomWeights => "random-weights",
            Self::Random => "random",
            Self::MonteCarlo { .. } => "monte-carlo",
        }
    }
}

/// What is weighed how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    /// Whether everything that is not named counts for nothing, instead of what is usual.
    pub from_nothing: bool,
    /// Names with their weights, in the order of the file.
    pub weights: Vec<(String, i32)>,
    /// Single features with their exact values in the middlegame and the endgame.
    pub values: Vec<(String, Vec<(i32, i32)>)>,
}

/// Something wrong in a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {mistake}")]
pub struct ProfileError {
    /// Where, counted from 1.
    pub line: usize,
    /// What, and what would be right.
    pub mistake: Mistake,
}

/// What can be wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Mistake {
    /// Not TOML at all.
    #[error("this is no TOML: {0}")]
    Syntax(String),
    /// A key that means nothing.
    #[error("there is no {what} {name:?}; {}", remedy(near.as_deref(), known))]
    Unknown {
        /// What it would be.
        what: &'static str,
        /// The key.
        name: String,
        /// The one that looks most like it.
        near: Option<String>,
        /// All there are.
        known: Vec<String>,
    },
    /// A value of the wrong kind.
    #[error("{name} takes {expected}, not {found}")]
    Kind {
        /// The key.
        name: String,
        /// What it takes.
        expected: String,
        /// What is there.
        found: String,
    },
    /// A file for the other game.
    #[error("this is a profile for {found}, and {wanted} is played")]
    OtherGame {
        /// The game of the file.
        found: String,
        /// The game that is played.
        wanted: &'static str,
    },
    /// The file does not say for which game it is.
    #[error("the game is missing; write game = \"chess\" or game = \"draughts\"")]
    NoGame,
    /// Something that does not go with how the profile plays.
    #[error("{name} has no meaning for a profile that plays = {plays:?}; leave it out")]
    Useless {
        /// The key.
        name: String,
        /// How it plays.
        plays: &'static str,
    },
    /// A name that cannot be chosen.
    #[error(
        "a profile cannot be called {0:?}; letters, digits and hyphens make a name, and none \
         stands for no profile"
    )]
    Name(String),
    /// Something that the game does not have.
    #[error("{name} has no meaning in {game}; leave it out")]
    NotInGame {
        /// The key.
        name: String,
        /// The game.
        game: &'static str,
    },
    /// A profile that weighs nothing.
    #[error("every weight is 0, so all positions look alike; give something a weight")]
    AllZero,
}

fn remedy(near: Option<&str>, known: &[String]) -> String {
    match near {
        Some(near) => format!("perhaps {near} is meant"),
        None => format!("there are {}", known.join(", ")),
    }
}

/// Whether a profile can have this name: options and tables write it, and `none` stands for
/// no profile.
pub fn is_name(name: &str) -> bool {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_".contains(letter);
    name != "none" && (1..=40).contains(&name.chars().count()) && name.chars().all(is_plain)
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.name)
    }
}
