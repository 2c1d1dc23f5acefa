//! What each side did in a whole game.

use super::rounded;
use crate::game::ReviewGame;
use crate::judging::{Judgement, accuracy_of, weights};
use crate::review::{Evaluation, Mark, MoveReview, Phase, SideReview};
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
    let own: Vec<(&MoveReview, f64)> =
        moves.iter().zip(weights.iter().copied()).filter(|(mv, _)| mv.side == side).collect();
    let accuracy = |phase: Option<Phase>| {
        let of_phase = own.iter().filter(|(mv, _)| phase.is_none_or(|phase| mv.phase == phase));
        let moves: Vec<(f64, f64)> = of_phase.map(|(mv, weight)| (mv.accuracy, *weight)).collect();
        accuracy_of(&moves).map(rounded)
    };
    // A move to which there is no other is neither good nor bad.
    let count = |is_counted: &dyn Fn(&MoveReview) -> bool| {
        let is_free = |mv: &MoveReview| !mv.marks.contains(&Mark::Forced);
        own.iter().filter(|(mv, _)| is_free(mv) && is_counted(mv)).count() as u32
    };
    let errors = |judgement| count(&|mv| mv.judgement == Some(judgement));
    let losses: f64 = own.iter().map(|(mv, _)| loss(mv)).sum();
    SideReview {
        accuracy: accuracy(None),
        average_loss: (!own.is_empty()).then(|| rounded(losses / own.len() as f64)),
        by_phase: Phase::ALL.map(|phase| accuracy(Some(phase))),
        moves: count(&|_| true),
        best: count(&|mv| mv.marks.iter().any(|mark| matches!(mark, Mark::Best | Mark::Only))),
        inaccuracies: errors(Judgement::Inaccuracy),
        mistakes: errors(Judgement::Mistake),
        blunders: errors(Judgement::Blunder),
        missed_wins: count(&|mv| mv.marks.contains(&Mark::MissedWin)),
    }
}

/// What a move lost, in pawns or men. Who is winning loses nothing by winning more slowly.
fn loss(mv: &MoveReview) -> f64 {
    let shown = |evaluation: Evaluation| match evaluation {
        Evaluation::Points(score) => score.clamp(-Evaluation::WINNING, Evaluation::WINNING),
        Evaluation::Win { side, .. } | Evaluation::Table { side } => match side {
            Side::White => Evaluation::WINNING,
            Side::Black => -Evaluation::WINNING,
        },
    };
    let sign = if mv.side == Side::White { 1 } else { -1 };
    let lost = sign * (shown(mv.best_evaluation) - shown(mv.evaluation));
    f64::from(lost.max(0)) / 100.0
}
