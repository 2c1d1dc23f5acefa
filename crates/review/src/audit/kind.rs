//! What sort of blunder a move is.

use serde::Serialize;
use std::fmt;

/// What a blunder did. Each game uses those of its own list,
/// [`ReviewGame::KINDS`](super::ReviewGame::KINDS).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The opponent can force mate now, and could not before.
    AllowedMate,
    /// There was a forced mate, and it is gone.
    MissedMate,
    /// A queen is left to be taken for less.
    HungQueen,
    /// A rook is left to be taken for less, or as much as a rook in all.
    HungRook,
    /// A knight or a bishop is left to be taken for less, or as much in all.
    HungMinor,
    /// A pawn is left to be taken, or little more than one in all.
    HungPawn,
    /// Material is lost, but nothing that could be taken at once: to a fork, a skewer or a longer
    /// line.
    AllowedCombination,
    /// A pawn of the opponent becomes a piece.
    AllowedPromotion,
    /// Material was there to be won, and is not won.
    MissedMaterial,
    /// The game was as good as won.
    LostWin,
    /// The game was not lost, and now is as good as lost.
    LostDraw,
    /// The opponent can force the end of the game now, and could not before.
    AllowedLoss,
    /// The end of the game could be forced, and cannot any more.
    MissedWin,
    /// Two men or more are lost, or a king.
    AllowedShot,
    /// A man is lost.
    LostMan,
    /// A man or more could be won, and is not.
    MissedShot,
    /// Nothing that a line proves: a matter of position.
    Other,
}

impl Kind {
    /// How many kinds there are, those of both games together.
    pub const COUNT: usize = Self::Other as usize + 1;

    /// Words for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AllowedMate => "allowed mate",
            Self::MissedMate => "missed mate",
            Self::HungQueen => "hung queen",
            Self::HungRook => "hung rook",
            Self::HungMinor => "hung minor piece",
            Self::HungPawn => "hung pawn",
            Self::AllowedCombination => "allowed a combination",
            Self::AllowedPromotion => "let a pawn through",
            Self::MissedMaterial => "missed material",
            Self::LostWin => "threw away a win",
            Self::LostDraw => "threw away a draw",
            Self::AllowedLoss => "allowed a forced loss",
            Self::MissedWin => "missed a forced win",
            Self::AllowedShot => "allowed shot",
            Self::LostMan => "lost man",
            Self::MissedShot => "missed shot",
            Self::Other => "other",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}
