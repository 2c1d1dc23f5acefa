use crate::Side;
use std::fmt;

/// Who won, or that it is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The named side won.
    Win(Side),
    /// A draw.
    Draw,
}

impl Outcome {
    /// The result as game records write it, White's points first.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Win(Side::White) => "1-0",
            Self::Win(Side::Black) => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Why a game is over, in the words of one game. Its `Display` is a short phrase for people.
pub trait Ending: Copy + Eq + fmt::Debug + fmt::Display + Send + Sync {
    /// The result that this ending gives.
    fn outcome(self) -> Outcome;

    /// Whether a player has to claim this ending: without a claim the game may go on.
    /// Engines and match runners treat a possible claim as made.
    fn needs_claim(self) -> bool;
}
