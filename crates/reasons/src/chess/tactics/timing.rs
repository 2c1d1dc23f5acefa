//! Moves whose time is the point: the turn that is a burden, the blow before the recapture, the
//! piece that sells itself, the threat that is left standing.

use super::Case;
use super::board::{balance, best_exchange, captures_of, loss_after, passed, placed, placed_at};
use super::trapped::is_trapped;
use crate::chess::LEAST_MATERIAL;
use crate::reason::Reason;
use damier_chess::{Position, Role};

/// With more pieces than this, kings and pawns apart, there is always a move to spare.
const FEW_PIECES: usize = 2;

/// After the reply every move of ours loses something, and nothing would be lost if one could
/// pass.
pub(super) fn zugzwang(case: &Case) -> Option<Reason> {
    let [best, played] = [&case.best, &case.played].map(|line| line.steps.get(1));
    let is_avoided = best.is_none_or(|step| !is_zugzwang(&step.after));
    let is_proved = case.matters() && is_avoided && is_zugzwang(&played?.after);
    is_proved.then_some(Reason::Zugzwang)
}

fn is_zugzwang(position: &Position) -> bool {
    let others = position.occupied() - position.role(Role::King) - position.role(Role::Pawn);
    let Some(view) = passed(position).filter(|_| others.count() <= FEW_PIECES) else {
        return false;
    };
    let is_safe = view.legal_moves().iter().all(|&mv| {
        let wins = mv.is_capture() || mv.promotion().is_some();
        !wins || view.see(mv) < LEAST_MATERIAL
    });
    let moves = position.legal_moves();
    is_safe
        && !moves.is_empty()
        && moves.iter().all(|&mv| loss_after(position, mv, None) >= LEAST_MATERIAL)
}

/// The opponent does not take back at once: he gives check or takes something else first, and takes
/// back with his next move, which costs more than if he had done so at once.
pub(super) fn in_between(case: &Case, step: usize) -> Option<Reason> {
    let [ours, blow, _, taking] = case.played.steps.get(step.checked_sub(1)?..step + 3)? else {
        return None;
    };
    let square = ours.mv.to();
    let is_delayed = ours.captured().is_some()
        && !ours.mv.is_castle()
        && !captures_of(&blow.before, square).is_empty()
        && blow.mv.to() != square
        && (blow.after.is_check() || blow.captured().is_some())
        && taking.captured().is_some_and(|(taken, _)| taken == square);
    let at_once = balance(&ours.after, case.us) - best_exchange(&ours.after, square);
    let costs_more = balance(case.played.end(), case.us) + LEAST_MATERIAL <= at_once;
    let by = placed_at(&blow.after, *blow.arrivals().first()?)?;
    let prey = placed_at(&ours.after, square)?;
    (is_delayed && costs_more && case.matters()).then_some(Reason::InBetween { by, prey })
}

/// A piece of ours is lost wherever it goes, and is taken in the line; the better move sells it for
/// something.
pub(super) fn desperado(case: &Case) -> Option<Reason> {
    let [selling, answer, ..] = &case.best.steps[..] else { return None };
    let (square, role) = selling.captured()?;
    let stood = selling.mv.from();
    let piece = placed_at(case.position, stood)?;
    let is_sold = answer.captured().is_some_and(|(taken, _)| taken == selling.mv.to());
    let reply = case.played.steps.get(1)?;
    let is_taken = reply.captured().is_some_and(|(taken, _)| taken == stood)
        && reply.before.see(reply.mv) >= LEAST_MATERIAL;
    let is_proved = is_sold
        && is_taken
        && case.gap().is_some_and(|gap| gap >= LEAST_MATERIAL)
        && selling.before.see(selling.mv) <= -LEAST_MATERIAL
        && is_trapped(case.position, stood);
    is_proved.then(|| Reason::Desperado { piece, prey: placed(role, square) })
}

/// What the reply takes could be taken already, since the opponent's last move, and was left where
/// it stood.
pub(super) fn ignored_threat(case: &Case) -> Option<Reason> {
    let earlier = case.witness.earlier?;
    let [ours, reply, ..] = &case.played.steps[..] else { return None };
    let (square, role) = reply.captured()?;
    let view = passed(case.position)?;
    let is_threatened = captures_of(&view, square)
        .into_iter()
        .any(|mv| mv == reply.mv && view.see(mv) >= LEAST_MATERIAL);
    let is_new = best_exchange(earlier, square) < LEAST_MATERIAL
        && earlier.role_at(square) == Some(role)
        && earlier.side_to_move() != case.us;
    let is_proved = is_threatened
        && is_new
        && !ours.arrivals().contains(&square)
        && case.bears_out(reply.before.see(reply.mv))
        && case.could_be_kept(0, square);
    is_proved.then(|| Reason::IgnoresThreat { prey: placed(role, square) })
}
