//! Protectors that are lured away, taken or held fast, and pieces that are lured to a bad square.
//!
//! All of these are seen from the move that profits, `step + 2`: what was done one move before made
//! it possible. Each is named only if the same move would not have profited without it.

use super::board::{attacks_from, best_exchange, captures_of, passed, placed, placed_at, threat};
use super::replay::Step;
use super::{Case, is_mate};
use crate::chess::LEAST_MATERIAL;
use crate::reason::Reason;
use damier_chess::attacks::attacks;
use damier_chess::{Bitboard, Position, Role, Square};

/// What a move of the line wins where it goes: the end of the game, a piece, or a new queen.
fn profit(case: &Case, number: usize) -> Option<i32> {
    let step = case.played.steps.get(number)?;
    if is_mate(&step.after) {
        return Some(Role::Queen.exchange_value());
    }
    let gain = step.before.see(step.mv);
    let is_gain = step.captured().is_some() || step.mv.promotion().is_some();
    (is_gain && gain >= LEAST_MATERIAL).then_some(gain)
}

/// Whether the move that profits would have done so before the other side was lured or robbed.
fn profits_already(before: &Position, step: &Step) -> bool {
    if !before.legal_moves().contains(&step.mv) {
        return false;
    }
    let mut next = before.clone();
    next.play_unchecked(step.mv);
    is_mate(&next) || !is_mate(&step.after) && before.see(step.mv) >= LEAST_MATERIAL
}

/// Squares that matter to a move that profits: where it goes, and what it takes.
fn points(step: &Step) -> Bitboard {
    let taken = step.captured().map(|(square, _)| Bitboard::from(square));
    Bitboard::from(step.mv.to()) | taken.unwrap_or(Bitboard::EMPTY)
}

/// A piece that protects something has to take or to answer a check, and what it protected falls.
pub(super) fn deflection(case: &Case, step: usize) -> Option<Reason> {
    let [lure, answer, taking] = three(case, step)?;
    let gain = profit(case, step + 2)?;
    let stood = answer.mv.from();
    let role = answer.before.role_at(stood)?;
    let goal = points(taking);
    let takes_lure = lure.arrivals().contains(&answer.mv.to()) && answer.captured().is_some();
    let is_forced = takes_lure || lure.after.is_check();
    // What moves on to profit does not shield the goal from behind.
    let reach = |board: &Position, square: Square| {
        attacks(case.us, role, square, board.occupied() - taking.mv.from().into())
    };
    let protected = reach(&answer.before, stood) & goal;
    let protects_still =
        reach(&answer.after, answer.mv.to()).intersects(goal) || goal.contains(answer.mv.to());
    // A piece that stood in the way of the profit is no protector, and one that took it neither.
    let is_proved = is_forced
        && !answer.mv.is_castle()
        && !protected.is_empty()
        && !protects_still
        && !profits_already(&lure.before, taking)
        && case.bears_out(gain);
    let square = protected.into_iter().next()?;
    let defender = placed(role, stood);
    is_proved.then(|| Reason::Deflection { defender, square: square.to_string() })
}

/// A king, a queen or a rook takes what goes to a square, and what moves next attacks it there: the
/// king at once, the others to take them with the move after. What only takes back there has drawn
/// nothing anywhere.
pub(super) fn attraction(case: &Case, step: usize) -> Option<Reason> {
    let [lure, answer, next] = three(case, step)?;
    let square = answer.mv.to();
    let role = answer.before.role_at(answer.mv.from())?;
    let is_taken = lure.arrivals().contains(&square) && answer.captured().is_some();
    if !is_taken || !matches!(role, Role::King | Role::Queen | Role::Rook) {
        return None;
    }
    let hits = |from: &Square| attacks_from(&next.after, *from).contains(square);
    let is_hit = next.arrivals().iter().any(hits);
    let falls = || {
        let taking = case.played.steps.get(step + 4).and_then(Step::captured);
        taking.is_some_and(|(taken, _)| taken == square)
    };
    // Wherever it stood before, the same blow would have found nothing to hit.
    let stood = answer.mv.from();
    let was_hit = next.arrivals().iter().any(|&from| {
        attacks(
            !case.us,
            next.after.role_at(from).unwrap_or(Role::Pawn),
            from,
            lure.before.occupied(),
        )
        .contains(stood)
    });
    // A mate needs the king where it was drawn to.
    let is_mate = is_mate(&next.after) && !profits_already(&lure.before, next);
    let is_hit = is_hit && (!was_hit || is_mate);
    let is_proved = is_hit && (role == Role::King || falls()) && case.matters();
    is_proved.then(|| Reason::Attraction { prey: placed(role, square) })
}

/// A protector is taken, and what it protected falls.
pub(super) fn removed_defender(case: &Case, step: usize) -> Option<Reason> {
    let [robbing, answer, taking] = three(case, step)?;
    let gain = profit(case, step + 2)?;
    let (square, role) = robbing.captured()?;
    let goal = points(taking);
    let is_elsewhere = !goal.contains(square) && !answer.arrivals().contains(&taking.mv.to());
    let protected = attacks_from(&robbing.before, square) & goal;
    let is_proved = is_elsewhere
        && !protected.is_empty()
        && !profits_already(&robbing.before, taking)
        && case.bears_out(gain);
    let prey = taking.captured().map_or_else(
        || placed_at(&taking.after, taking.mv.to()),
        |(square, role)| Some(placed(role, square)),
    )?;
    is_proved.then(|| Reason::RemovedDefender { defender: placed(role, square), prey })
}

/// Something of the opponent stands where a piece would take it and win by that, were it not pinned
/// to its king: what goes there with a move that gains, what gains with the next one, or what else
/// the line leaves standing until its end.
pub(super) fn pinned_defender(case: &Case, step: usize) -> Option<Reason> {
    let landing = case.played.steps.get(step)?;
    let board = &landing.after;
    if landing.mv.is_castle() || !case.matters() {
        return None;
    }
    let square = landing.mv.to();
    let role = board.role_at(square)?;
    // What wins even if it is taken there owes nothing to the pin.
    let taken = landing.captured().map_or(0, |(_, role)| role.exchange_value());
    let wins_anyhow = taken - role.exchange_value() >= LEAST_MATERIAL;
    let gains = is_mate(board)
        || profit(case, step).is_some()
        || board.is_check()
        || step == case.first && threatens(board, square);
    let landed = Some(square).filter(|_| gains && !wins_anyhow);
    let hunter = case.played.steps.get(step + 2).map(|step| step.mv.from());
    let hunter = hunter.filter(|&hunter| profit(case, step + 2).is_some() && hunter != square);
    let squares = [landed, hunter];
    let found = squares.into_iter().flatten().find_map(|square| held_from(case, board, square, 0));
    // What stays where it is although it costs as much as the whole line wins.
    let least = case.gaps.iter().copied().min().unwrap_or(0) / 2;
    found.or_else(|| {
        let standing = board.side(!case.us).into_iter();
        let mut standing = standing.filter(|&square| stays(case, step, square));
        let is_early = step <= case.first + 2;
        standing.find_map(|square| held_from(case, board, square, least).filter(|_| is_early))
    })
}

/// Whether what stands on a square threatens to win something by an exchange.
fn threatens(board: &Position, hunter: Square) -> bool {
    let targets = attacks_from(board, hunter) & board.side(board.side_to_move());
    targets
        .into_iter()
        .any(|prey| threat(board, hunter, prey).is_some_and(|gain| gain >= LEAST_MATERIAL))
}

/// Whether a piece of the opponent stands where it is until the end of the line, and could not
/// simply have been taken before.
fn stays(case: &Case, step: usize, square: Square) -> bool {
    let landing = &case.played.steps[step];
    let was_there = !landing.arrivals().contains(&square);
    let view = passed(&landing.before).filter(|_| was_there);
    case.played.next_move(step, square).is_none()
        && case.played.taken_there(step, square).is_none()
        && view.is_none_or(|view| best_exchange(&view, square) < LEAST_MATERIAL)
}

/// A pinned piece of ours that would take what stands on a square, and win at least so much by it.
fn held_from(case: &Case, board: &Position, square: Square, least: i32) -> Option<Reason> {
    let role = board.piece_at(square).filter(|piece| piece.side != case.us)?.role;
    let king = board.king(case.us);
    let supported = !board.attackers(!case.us, square).is_empty();
    board.pinned().into_iter().find_map(|pinned| {
        let held = board.role_at(pinned)?;
        let price = if supported { held.exchange_value() } else { 0 };
        let gain = role.exchange_value() - price;
        let would_take = attacks_from(board, pinned).contains(square)
            && role != Role::King
            && captures_of(board, square).iter().all(|mv| mv.from() != pinned)
            && gain > 0
            && gain >= least
            && best_exchange(board, square) < LEAST_MATERIAL;
        let line = damier_chess::attacks::line(king, pinned);
        let pinner = board.side(!case.us)
            & line
            & board.attackers_through(!case.us, king, board.occupied() - pinned.into());
        let by = pinner
            .into_iter()
            .find(|&slider| damier_chess::attacks::between(king, slider).contains(pinned))?;
        let at = |square| placed_at(board, square);
        let (by, prey, behind) = (at(by)?, at(pinned)?, at(king)?);
        would_take.then_some(Reason::Pin { by, prey, behind })
    })
}

/// Two pieces give check at once.
pub(super) fn double_check(case: &Case, step: usize) -> Option<Reason> {
    let board = &case.played.steps.get(step)?.after;
    let checkers = board.checkers();
    let by = checkers.into_iter().filter_map(|square| placed_at(board, square)).collect();
    (checkers.has_several() && case.matters()).then_some(Reason::DoubleCheck { by })
}

fn three<'a>(case: &'a Case, step: usize) -> Option<[&'a Step; 3]> {
    let steps = &case.played.steps;
    Some([steps.get(step)?, steps.get(step + 1)?, steps.get(step + 2)?])
}
