//! What is taken at once, or could have been.

use super::Case;
use super::board::{captures_of, placed};
use super::replay::Step;
use crate::chess::LEAST_MATERIAL;
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
            && case.bears_out(gain_in_line(case, number, taking))
            && role != Role::King
            && case.could_be_kept(number - 1, square);
        let by = placed(taking.before.role_at(taking.mv.from())?, taking.mv.from());
        is_proved.then(|| Reason::Falls { by, prey: placed(role, square) })
    })
}

/// What a capture wins: by exchanges on its square, or as the line goes, if nothing takes back
/// there.
fn gain_in_line(case: &Case, number: usize, taking: &Step) -> i32 {
    let by_exchanges = taking.before.see(taking.mv);
    let taken = taking.captured().map_or(0, |(_, role)| role.exchange_value());
    match case.played.taken_there(number, taking.mv.to()) {
        Some(_) => by_exchanges,
        None => by_exchanges.max(taken),
    }
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
    left_out(case, LEAST_PRIZE).filter(|(role, _)| *role != Role::Pawn).map(|(_, reason)| reason)
}

/// The same of a pawn, which is worth a word where nothing else is.
pub(super) fn untaken_pawn(case: &Case) -> Option<Reason> {
    left_out(case, LEAST_MATERIAL).filter(|(role, _)| *role == Role::Pawn).map(|(_, reason)| reason)
}

fn left_out(case: &Case, least: i32) -> Option<(Role, Reason)> {
    let taking = case.best.steps.first()?;
    let (square, role) = taking.captured()?;
    let prize = taking.before.see(taking.mv);
    let is_large = taking.mv.promotion().is_none() && prize >= least;
    let is_borne_out = case.gap().is_some_and(|gap| 2 * gap >= prize);
    // One that is exchanged later was not taken for nothing.
    let is_untaken = case
        .played
        .end_of_piece(square, usize::MAX)
        .is_none_or(|taking| taking.before.see(taking.mv) < least);
    let prey = placed(role, square);
    (is_large && is_borne_out && is_untaken).then_some((role, Reason::LeavesUntaken { prey }))
}
