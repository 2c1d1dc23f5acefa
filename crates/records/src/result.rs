//! How a game ended, as records write it.

use damier_core::{Outcome, Side};

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum GameResult {
    /// The named side won.
    Win(Side),
    /// Neither side won.
    Draw,
    /// Both lost, because neither came, say.
    BothLose,
    /// Not over, or not known.
    #[default]
    Unknown,
}

impl GameResult {
    /// Reads a result in the style of chess (`1-0`) or of draughts (`2-0`), whichever it is.
    pub fn from_text(text: &str) -> Option<Self> {
        Some(match text {
            "1-0" | "2-0" => Self::Win(Side::White),
            "0-1" | "0-2" => Self::Win(Side::Black),
            "1/2-1/2" | "1/2" | "½-½" | "½" | "1-1" => Self::Draw,
            "0-0" => Self::BothLose,
            "*" => Self::Unknown,
            _ => return None,
        })
    }

    /// The result as chess writes it: the winner has one point.
    pub const fn in_points(self) -> &'static str {
        match self {
            Self::Win(Side::White) => "1-0",
            Self::Win(Side::Black) => "0-1",
            Self::Draw => "1/2-1/2",
            Self::BothLose => "0-0",
            Self::Unknown => "*",
        }
    }

    /// The result as draughts writes it: the winner has two points.
    pub const fn in_double_points(self) -> &'static str {
        match self {
            Self::Win(Side::White) => "2-0",
            Self::Win(Side::Black) => "0-2",
            Self::Draw => "1-1",
            Self::BothLose => "0-0",
            Self::Unknown => "*",
        }
    }

    /// Who won; `None` if that is not known, or if both lost.
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Win(side) => Some(Outcome::Win(side)),
            Self::Draw => Some(Outcome::Draw),
            Self::BothLose | Self::Unknown => None,
        }
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(side) => Self::Win(side),
            Outcome::Draw => Self::Draw,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_styles_are_read() {
        let all = [
            GameResult::Win(Side::White),
            GameResult::Win(Side::Black),
            GameResult::Draw,
            GameResult::BothLose,
            GameResult::Unknown,
        ];
        for result in all {
            assert_eq!(GameResult::from_text(result.in_points()), Some(result));
            assert_eq!(GameResult::from_text(result.in_double_points()), Some(result));
        }
        assert_eq!(GameResult::from_text("28x19"), None);
    }
}
