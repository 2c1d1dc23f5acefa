//! Which game, and the one way from there to its type.

use crate::{Chess, Draughts};
use damier_core::Rules;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Which of the two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameKind {
    /// Chess and Chess960.
    Chess,
    /// International draughts on 10×10 squares.
    Draughts,
}

impl GameKind {
    /// Both games, chess first.
    pub const ALL: [Self; 2] = [Self::Chess, Self::Draughts];

    /// The name in lower case, as options and files write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chess => Chess::NAME,
            Self::Draughts => Draughts::NAME,
        }
    }

    /// The game with this name, in letters of either case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(name))
    }

    /// What it is called in a list of games.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Chess => "Chess and Chess960",
            Self::Draughts => "International draughts, 10x10",
        }
    }

    /// How the names of files with games end: `pgn` or `pdn`.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Chess => "pgn",
            Self::Draughts => "pdn",
        }
    }

    /// The game whose records have files with this ending, in letters of either case.
    pub fn from_extension(extension: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.extension().eq_ignore_ascii_case(extension))
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Evaluates an expression for the game of some [`GameKind`], with a name for its type.
///
/// ```
/// use damier_core::Rules;
/// use damier_games::{GameKind, with_game};
///
/// let first_moves = |kind| with_game!(kind, G => G::start().legal_moves().len());
/// assert_eq!(GameKind::ALL.map(first_moves), [20, 9]);
/// ```
#[macro_export]
macro_rules! with_game {
    ($kind:expr, $game:ident => $body:expr) => {
        match $kind {
            $crate::GameKind::Chess => {
                type $game = $crate::Chess;
                $body
            }
            $crate::GameKind::Draughts => {
                type $game = $crate::Draughts;
                $body
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EngineGame;

    #[test]
    fn names_and_endings_read_back_as_their_game() {
        for kind in GameKind::ALL {
            assert_eq!(GameKind::from_name(&kind.name().to_uppercase()), Some(kind));
            assert_eq!(GameKind::from_extension(&kind.extension().to_uppercase()), Some(kind));
        }
        assert_eq!(GameKind::from_name("go"), None);
        assert_eq!(GameKind::from_extension("sgf"), None);
    }

    #[test]
    fn every_engine_has_a_signature_and_a_network() {
        let engines = GameKind::ALL
            .map(|kind| with_game!(kind, G => (G::signature(), G::network_checksum())));
        assert!(engines.iter().all(|&(signature, sum)| signature > 100_000 && sum > 0));
        assert!(engines[0].0 != engines[1].0 && engines[0].1 != engines[1].1);
    }

    #[test]
    fn a_kind_leads_to_the_type_of_its_game() {
        for kind in GameKind::ALL {
            let (found, name) = with_game!(kind, G => (G::KIND, G::NAME));
            assert_eq!((found, name), (kind, kind.name()));
        }
    }
}
