//! The right to castle.

use super::Case;
use super::is_mate;
use crate::chess::LEAST_MATERIAL;
use crate::reason::Reason;
use damier_chess::{Position, Role, Side};

/// The move played gives up the last right to castle, the better one does not, and there is a queen
/// to fear. Only where nothing else is lost: it would be a poor reason for a lost piece.
pub(super) fn lost(case: &Case) -> Option<Reason> {
    let [played, best] = [case.played.steps.first()?, case.best.steps.first()?];
    let may_castle =
        |position: &Position, side: Side| !position.castling().rooks_of(side).is_empty();
    let mover = played.before.role_at(played.mv.from());
    let is_lost = may_castle(case.position, case.us)
        && matches!(mover, Some(Role::King | Role::Rook))
        && !played.mv.is_castle()
        && !may_castle(&played.after, case.us)
        && (best.mv.is_castle() || may_castle(&best.after, case.us));
    let has_queen = !played.after.pieces(!case.us, Role::Queen).is_empty();
    let is_even = case.gap().is_some_and(|gap| gap < LEAST_MATERIAL);
    let is_mated = is_mate(case.played.end()) || is_mate(case.best.end());
    (is_lost && has_queen && is_even && !is_mated).then_some(Reason::LosesCastling)
}

/// The better move makes the opponent give up his last right to castle with his answer, and the one
/// played lets him keep it.
pub(super) fn left_to_opponent(case: &Case) -> Option<Reason> {
    let them = !case.us;
    let may_castle = |position: &Position| !position.castling().rooks_of(them).is_empty();
    let [answer, kept] = [case.best.steps.get(1)?, case.played.steps.get(1)?];
    let is_forced = answer.before.is_check() || case.best.steps[0].mv.is_capture();
    let has_castled = answer.mv.is_castle() || kept.mv.is_castle();
    let is_even = case.gap().is_some_and(|gap| gap < LEAST_MATERIAL);
    let is_left =
        may_castle(case.position) && !may_castle(&answer.after) && may_castle(&kept.after);
    (is_left && is_forced && !has_castled && is_even).then_some(Reason::LeavesCastling)
}
