//! What a puzzle or a mistake is about: the reasons of the reviewer, put together as people look
//! for them.

use damier_reasons::Reason;
use damier_reasons::reason::ShotName;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

macro_rules! themes {
    ($($(#[$words:meta])* $name:ident $key:literal),* $(,)?) => {
        /// What a puzzle or a mistake is about.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        #[serde(rename_all = "kebab-case")]
        pub enum Theme {
            $($(#[$words])* $name),*
        }

        impl Theme {
            /// All of them, those that say most first: of several, the first one names a mistake.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// As files write it.
            pub const fn key(self) -> &'static str {
                match self { $(Self::$name => $key),* }
            }
        }
    };
}

themes! {
    /// A knight mates a king among its own pieces.
    Smothered "smothered",
    /// Mate along the first rank.
    BackRank "back-rank",
    /// One piece attacks two.
    Fork "fork",
    /// A piece that must not move away.
    Pin "pin",
    /// A piece has to move, and what is behind it falls.
    Skewer "skewer",
    /// A line is opened.
    DiscoveredAttack "discovered-attack",
    /// Two pieces give check at once.
    DoubleCheck "double-check",
    /// A protector is drawn away.
    Deflection "deflection",
    /// A piece is drawn to where it does not want to be.
    Attraction "attraction",
    /// A protector is taken.
    RemovedDefender "removed-defender",
    /// A piece has nowhere to go.
    Trapped "trapped",
    /// Something else comes first.
    InBetween "in-between",
    /// A lost piece is sold.
    Desperado "desperado",
    /// Every move loses.
    Zugzwang "zugzwang",
    /// Coup royal.
    Royal "royal",
    /// Coup Philippe.
    Philippe "philippe",
    /// Coup Napoléon.
    Napoleon "napoleon",
    /// Coup de l'escargot.
    Snail "snail",
    /// Coup de talon.
    Heel "heel",
    /// A king that is taken.
    KingTaken "king-taken",
    /// A man becomes a king.
    Breakthrough "breakthrough",
    /// A pawn becomes a piece.
    Promotion "promotion",
    /// Kings and pawns: the opposition, the square, the wrong bishop.
    PawnEnding "pawn-ending",
    /// Men are given and more are taken.
    Shot "shot",
    /// Every move gives something.
    ForcedToGive "forced-to-give",
    /// A man too far forward.
    Outpost "outpost",
    /// Nothing can move.
    Blocked "blocked",
    /// A mate.
    Mate "mate",
    /// Something that can simply be taken.
    Hanging "hanging",
    /// A threat that is not seen.
    Threat "threat",
    /// A draw by stalemate, perpetual check or repetition.
    Draw "draw",
    /// The game is won by force.
    Win "win",
    /// Castling, and the right to it.
    Castling "castling",
    /// Material, in whatever way.
    Material "material",
    /// Nothing but a better position.
    Positional "positional",
}

impl Theme {
    /// What a reason is about.
    pub fn of(reason: &Reason) -> Self {
        match reason {
            Reason::Misses { motif } => Self::of(motif),
            Reason::Smothered => Self::Smothered,
            Reason::BackRank => Self::BackRank,
            Reason::Fork { .. } => Self::Fork,
            Reason::Pin { .. } => Self::Pin,
            Reason::Skewer { .. } => Self::Skewer,
            Reason::DiscoveredAttack { .. } => Self::DiscoveredAttack,
            Reason::DoubleCheck { .. } => Self::DoubleCheck,
            Reason::Deflection { .. } => Self::Deflection,
            Reason::Attraction { .. } => Self::Attraction,
            Reason::RemovedDefender { .. } => Self::RemovedDefender,
            Reason::Trapped { .. } => Self::Trapped,
            Reason::InBetween { .. } => Self::InBetween,
            Reason::Desperado { .. } => Self::Desperado,
            Reason::Zugzwang => Self::Zugzwang,
            Reason::AllowsShot { name: Some(name), .. }
            | Reason::MissesShot { name: Some(name), .. } => Self::of_shot(*name),
            Reason::AllowsShot { .. } | Reason::MissesShot { .. } => Self::Shot,
            Reason::LosesKing { .. } => Self::KingTaken,
            Reason::AllowsBreakthrough { .. } | Reason::MissesBreakthrough { .. } => {
                Self::Breakthrough
            }
            Reason::PassedPawnRuns { .. }
            | Reason::AllowsPromotion { .. }
            | Reason::MissesPromotion { .. } => Self::Promotion,
            Reason::LosesOpposition | Reason::LeavesSquare { .. } | Reason::WrongBishop { .. } => {
                Self::PawnEnding
            }
            Reason::ForcedToGive => Self::ForcedToGive,
            Reason::LosesOutpost { .. } => Self::Outpost,
            Reason::RunsOutOfMoves => Self::Blocked,
            Reason::IgnoresThreat { .. } | Reason::IgnoresMateThreat { .. } => Self::Threat,
            Reason::AllowsMate { .. } | Reason::MissesMate { .. } | Reason::Mates { .. } => {
                Self::Mate
            }
            Reason::Hangs { .. }
            | Reason::LosingExchange { .. }
            | Reason::LeavesUntaken { .. }
            | Reason::Falls { .. } => Self::Hanging,
            Reason::Stalemate | Reason::PerpetualCheck | Reason::Repetition => Self::Draw,
            Reason::AllowsLoss { .. } | Reason::MissesWin { .. } => Self::Win,
            Reason::LosesCastling | Reason::LeavesCastling => Self::Castling,
            Reason::LosesMaterial(_) | Reason::MissesMaterial(_) => Self::Material,
            Reason::Positional { .. } => Self::Positional,
        }
    }

    const fn of_shot(name: ShotName) -> Self {
        match name {
            ShotName::Royal => Self::Royal,
            ShotName::Philippe => Self::Philippe,
            ShotName::Napoleon => Self::Napoleon,
            ShotName::Snail => Self::Snail,
            ShotName::Heel => Self::Heel,
        }
    }

    /// What a mistake is about: the reason that says most, and whether it is something that was let
    /// go; what it allows counts as much.
    pub fn of_mistake(reasons: &[Reason]) -> (Self, bool) {
        let named = reasons.iter().map(|reason| (Self::of(reason), is_missed(reason)));
        named.min_by_key(|&(theme, _)| theme).unwrap_or((Self::Positional, false))
    }

    /// Whether it says how something is done, and not only what it comes to.
    pub fn is_a_how(self) -> bool {
        !matches!(self, Self::Material | Self::Positional | Self::Win | Self::Castling)
    }
}

/// Whether something was to be had and was not taken.
pub(crate) fn is_missed(reason: &Reason) -> bool {
    matches!(
        reason,
        Reason::Misses { .. }
            | Reason::MissesMate { .. }
            | Reason::MissesWin { .. }
            | Reason::MissesMaterial(_)
            | Reason::MissesShot { .. }
            | Reason::MissesPromotion { .. }
            | Reason::MissesBreakthrough { .. }
            | Reason::LeavesUntaken { .. }
            | Reason::LeavesCastling
    )
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.key())
    }
}

/// A theme that there is none of.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no theme {0:?}")]
pub struct UnknownTheme(String);

impl FromStr for Theme {
    type Err = UnknownTheme;

    fn from_str(text: &str) -> Result<Self, UnknownTheme> {
        let known = Self::ALL.iter().copied().find(|theme| theme.key() == text);
        known.ok_or_else(|| UnknownTheme(text.chars().take(30).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_reasons::reason::{Piece, Placed, Stake};

    #[test]
    fn every_theme_reads_back_and_is_written_alike_by_both_ways() {
        for &theme in Theme::ALL {
            assert_eq!(theme.key().parse(), Ok(theme));
            let data = serde_json::to_string(&theme).unwrap();
            assert_eq!(data, format!("{:?}", theme.key()));
        }
        assert!("forks".parse::<Theme>().is_err());
    }

    #[test]
    fn the_reason_that_says_most_names_a_mistake() {
        let stake = Stake { lost: vec![Piece::Rook], gained: vec![], worth: 500 };
        let by = Placed { piece: Piece::Knight, square: "f7".into() };
        let fork = Reason::Fork { by, targets: Vec::new() };
        let missed = Reason::Misses { motif: Box::new(fork.clone()) };
        let lost = Reason::LosesMaterial(stake);
        assert_eq!(Theme::of_mistake(&[lost.clone(), fork]), (Theme::Fork, false));
        assert_eq!(Theme::of_mistake(&[lost.clone(), missed]), (Theme::Fork, true));
        assert_eq!(Theme::of_mistake(&[lost]), (Theme::Material, false));
        assert_eq!(Theme::of_mistake(&[]), (Theme::Positional, false));
    }
}
