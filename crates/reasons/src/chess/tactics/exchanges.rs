//! What is taken at once, or could have been.

use super::Case;
use super::board::{captures_of, placed};
use super::replay::Step;
use crate::reason::Reason;
use damier_chess::Role;

/// What a capture must win to be worth a word of its own when it is not made: about a minor piece.
const LEAST_PRIZE: i32 = 300;

/// In so many moves of the opponent a piece falls.
const FALLS_WITHIN: usize = 4;

/// What the first reply takes, if exchanges on that square say that it is lost and the line agrees.
pub(super) fn lost(case: &Case) -> Option<Reason> {
    let [ours, reply, ..] = &case.plain.steps[..] else { return None };
    let (square, role) = reply.captured()?;
    let is_mover = ours.arrivals().contains(&square);
    if is_mover && ours.mv.is_capture() {
        return losing_capture(case, ours, role);
    }
    let worth = reply.before.see(reply.mv);
    if !case.is_lost_for_good(worth) || !case.could_be_kept(0, square) {
        return None;
    }
    let prey = placed(role, square);
    // En passant the pawn that took stands elsewhere than the one that it took.
    let is_answered = !captures_of(&reply.after, reply.mv.to()).is_empty();
    Some(if is_answered { Reason::LosingExchange { prey } } else { Reason::Hangs { prey } })
}

/// What the first move of a mate takes, which nothing protects.
pub(super) fn taken_on_the_way(case: &Case) -> Option<Reason> {
    let reply = case.plain.steps.get(1)?;
    let (square, role) = reply.captured()?;
    let is_free = reply.before.attackers(case.us, square).is_empty();
    let is_proved = is_free && role != Role::Pawn && case.could_be_kept(0, square);
    is_proved.then(|| Reason::Hangs { prey: placed(role, square) })
}

/// What one of the next moves of the opponent takes for good, where nothing has a name.
pub(super) fn falls(case: &Case) -> Option<Reason> {
    let steps = case.played.steps.iter().enumerate().skip(1).step_by(2).take(FALLS_WITHIN);
    steps.into_iter().find_map(|(number, taking)| {
        let (square, role) = taking.captured()?;
        // What takes back settles an exchange and wins nothing.
        let earlier = case.played.steps.get(number - 1)?;
        let is_taken_back = earlier.captured().is_some() && earlier.arrivals().contains(&square);
        let is_proved = !is_taken_back
            && case.bears_out(taking.before.see(taking.mv))
            && role != Role::King
            && case.could_be_kept(number - 1, square);
        let by = placed(taking.before.role_at(taking.mv.from())?, taking.mv.from());
        is_proved.then(|| Reason::Falls { by, prey: placed(role, square) })
    })
}

/// Whether what the first reply takes is most of what is lost.
pub(super) fn is_all(case: &Case) -> bool {
    let taken = case.plain.steps.get(1).map_or(0, |reply| reply.before.see(reply.mv));
    case.gaps.iter().all(|&gap| 5 * taken >= 3 * gap)
}

/// Our move takes something, and what took is lost for it.
fn losing_capture(case: &Case, ours: &Step, role: Role) -> Option<Reason> {
    let price = -ours.before.see(ours.mv);
    let prey = placed(role, ours.mv.to());
    case.is_lost_for_good(price).then_some(Reason::LosingExchange { prey })
}

/// What the best move takes at a profit, if the line played never takes it.
pub(super) fn untaken(case: &Case) -> Option<Reason> {
    let taking = case.best.steps.first()?;
    let (square, role) = taking.captured()?;
    let prize = taking.before.see(taking.mv);
    let is_large = role != Role::Pawn && taking.mv.promotion().is_none() && prize >= LEAST_PRIZE;
    let is_borne_out = case.gap().is_some_and(|gap| 2 * gap >= prize);
    // One that is exchanged later was not taken for nothing.
    let is_untaken = case
        .played
        .end_of_piece(square, usize::MAX)
        .is_none_or(|taking| taking.before.see(taking.mv) < LEAST_PRIZE);
    let prey = placed(role, square);
    (is_large && is_borne_out && is_untaken).then_some(Reason::LeavesUntaken { prey })
}
