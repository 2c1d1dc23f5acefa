//! What can be told of an error without telling the answer.

use crate::reason::Reason;
use serde::Serialize;

/// Of what sort an error is, before it is final: enough to look again, and no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Warning {
    /// The own king is in danger.
    Mate,
    /// The game is lost by force.
    Loss,
    /// Something was to be had.
    Missed,
    /// A combination is allowed.
    Shot,
    /// A pawn or a man gets through.
    Promotion,
    /// Something is lost.
    Material,
    /// A game that was not drawn becomes a draw.
    Draw,
    /// The position becomes worse.
    Other,
}

impl Warning {
    /// What the reasons against a move come to: the first that can be told counts.
    pub fn of(reasons: &[Reason]) -> Self {
        reasons.iter().find_map(one).unwrap_or(Self::Other)
    }
}

/// A reason that only says how something comes about waits for the one that says what it comes to.
fn one(reason: &Reason) -> Option<Warning> {
    Some(match reason {
        Reason::AllowsMate { .. }
        | Reason::IgnoresMateThreat { .. }
        | Reason::BackRank
        | Reason::Smothered
        | Reason::Mates { .. } => Warning::Mate,
        Reason::AllowsLoss { .. } | Reason::RunsOutOfMoves => Warning::Loss,
        Reason::MissesMate { .. }
        | Reason::MissesWin { .. }
        | Reason::MissesMaterial(_)
        | Reason::MissesShot { .. }
        | Reason::MissesPromotion { .. }
        | Reason::MissesBreakthrough { .. }
        | Reason::Misses { .. }
        | Reason::LeavesUntaken { .. } => Warning::Missed,
        Reason::AllowsShot { .. } => Warning::Shot,
        Reason::AllowsPromotion { .. }
        | Reason::PassedPawnRuns { .. }
        | Reason::LeavesSquare { .. }
        | Reason::AllowsBreakthrough { .. } => Warning::Promotion,
        Reason::LosesMaterial(_)
        | Reason::Hangs { .. }
        | Reason::LosingExchange { .. }
        | Reason::Falls { .. }
        | Reason::Trapped { .. }
        | Reason::IgnoresThreat { .. }
        | Reason::LosesKing { .. }
        | Reason::ForcedToGive => Warning::Material,
        Reason::Stalemate
        | Reason::PerpetualCheck
        | Reason::Repetition
        | Reason::WrongBishop { .. } => Warning::Draw,
        Reason::Fork { .. }
        | Reason::Pin { .. }
        | Reason::Skewer { .. }
        | Reason::DiscoveredAttack { .. }
        | Reason::DoubleCheck { .. }
        | Reason::Deflection { .. }
        | Reason::Attraction { .. }
        | Reason::RemovedDefender { .. }
        | Reason::InBetween { .. }
        | Reason::Desperado { .. }
        | Reason::LosesCastling
        | Reason::LeavesCastling
        | Reason::LosesOpposition
        | Reason::Zugzwang
        | Reason::LosesOutpost { .. }
        | Reason::Positional { .. } => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_error_comes_to_is_told_before_how_it_does() {
        let square = "e8".to_owned();
        let reasons = [Reason::Zugzwang, Reason::AllowsPromotion { square }, Reason::BackRank];
        assert_eq!(Warning::of(&reasons), Warning::Promotion);
        assert_eq!(Warning::of(&reasons[..1]), Warning::Other);
        assert_eq!(Warning::of(&[]), Warning::Other);
    }
}
