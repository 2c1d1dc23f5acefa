//! The right to castle.

use super::Case;
use super::is_mate;
use super::replay::Step;
use crate::chess::LEAST_MATERIAL;
use crate::reason::Reason;
use damier_chess::{Position, Role, Side};

/// So many plies the better line must keep the right, or castle, to keep it at all.
const SOON: usize = 5;

/// The move played gives up the last right to castle, the better one does not, and there is a queen
/// to fear. Only where nothing else is lost: it would be a poor reason for a lost piece.
pub(super) fn lost(case: &Case) -> Option<Reason> {
    let [played, best] = [case.played.steps.first()?, case.best.steps.first()?];
    // What the better line gives up a little later it does not keep either.
    let later = case.best.steps.get(..SOON).and_then(<[Step]>::last);
    let has_castled = |step: &Step| step.mv.is_castle() && step.side() == case.us;
    let castles = case.best.steps.iter().any(has_castled);
    let may_castle =
        |position: &Position, side: Side| !position.castling().rooks_of(side).is_empty();
    let may_castle_or = |step: &Step| step.mv.is_castle() || may_castle(&step.after, case.us);
    let mover = played.before.role_at(played.mv.from());
    let is_lost = may_castle(case.position, case.us)
        && matches!(mover, Some(Role::King | Role::Rook))
        && !played.mv.is_castle()
        && !may_castle(&played.after, case.us)
        && may_castle_or(best)
        && (castles || later.is_none_or(|step| may_castle(&step.after, case.us)));
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
