//! What each side did in a whole game.

use super::rounded;
use crate::game::ReviewGame;
use crate::judging::{Judgement, accuracy_of, weights};
use crate::review::{Mark, MoveReview, Phase, SideReview};
use damier_core::Side;

/// What each side did in all. White's chances at the usual start are agreed upon.
pub(super) fn sides<G: ReviewGame>(moves: &[MoveReview], is_usual_start: bool) -> [SideReview; 2] {
    let for_white = |side, chances| if side == Side::White { chances } else { 100.0 - chances };
    let start = match moves.first() {
        Some(first) if !is_usual_start => for_white(first.side, first.win_before),
        _ => G::CURVE.win_percent(G::START_POINTS),
    };
    let after = moves.iter().map(|mv| for_white(mv.side, mv.win_after));
    let chances: Vec<f64> = [start].into_iter().chain(after).collect();
    let weights = weights(&chances);
    Side::ALL.map(|side| side_review(side, moves, &weights))
}

fn side_review(side: Side, moves: &[MoveReview], weights: &[f64]) -> SideReview {
    // A move to which there is no other says nothing about the player.
    let is_own = |mv: &MoveReview| mv.side == side && !mv.marks.contains(&Mark::Forced);
    let own: Vec<(&MoveReview, f64)> =
        moves.iter().zip(weights.iter().copied()).filter(|(mv, _)| is_own(mv)).collect();
    let accuracy = |phase: Option<Phase>| {
        let of_phase = own.iter().filter(|(mv, _)| phase.is_none_or(|phase| mv.phase == phase));
        let moves: Vec<(f64, f64)> = of_phase.map(|(mv, weight)| (mv.accuracy, *weight)).collect();
        accuracy_of(&moves).map(rounded)
    };
    let count = |is_counted: &dyn Fn(&MoveReview) -> bool| {
        own.iter().filter(|(mv, _)| is_counted(mv)).count() as u32
    };
    let errors = |judgement| count(&|mv| mv.judgement == Some(judgement));
    SideReview {
        accuracy: accuracy(None),
        by_phase: Phase::ALL.map(|phase| accuracy(Some(phase))),
        moves: own.len() as u32,
        best: count(&|mv| mv.marks.iter().any(|mark| matches!(mark, Mark::Best | Mark::Only))),
        inaccuracies: errors(Judgement::Inaccuracy),
        mistakes: errors(Judgement::Mistake),
        blunders: errors(Judgement::Blunder),
        missed_wins: count(&|mv| mv.marks.contains(&Mark::MissedWin)),
    }
}
