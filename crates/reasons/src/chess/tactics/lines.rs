//! What sliders do along lines: skewers, discovered attacks and pins.

use super::Case;
use super::board::{attacks_from, is_slider, loss_after, moves_of, placed_at, threat, worth};
use super::replay::Step;
use crate::chess::LEAST_MATERIAL;
use crate::reason::Reason;
use damier_chess::attacks::{attacks, between, line};
use damier_chess::{Bitboard, Position, Role, Side, Square};

/// A slider and the two pieces of the other side that stand one behind the other on its line.
#[derive(Clone, Copy)]
struct Row {
    slider: Square,
    front: Square,
    behind: Square,
}

/// All such rows in which pieces of `side` stand.
fn rows(board: &Position, side: Side) -> Vec<Row> {
    let sliders = board
        .side(!side)
        .into_iter()
        .filter(|&square| board.role_at(square).is_some_and(is_slider));
    sliders.flat_map(|slider| rows_of(board, slider, side)).collect()
}

fn rows_of(board: &Position, slider: Square, side: Side) -> Vec<Row> {
    let ours = board.side(side);
    let Some(role) = board.role_at(slider) else { return Vec::new() };
    let fronts = attacks_from(board, slider) & ours;
    let row = |front: Square| {
        let without = board.occupied() - front.into();
        let seen = attacks(!side, role, slider, without) & ours & line(slider, front);
        let mut behind = seen.into_iter().filter(|&square| between(slider, square).contains(front));
        Some(Row { slider, front, behind: behind.next()? })
    };
    fronts.into_iter().filter_map(row).collect()
}

/// The piece in front has to go, and the slider takes what stood behind it.
pub(super) fn skewer(case: &Case, step: usize) -> Option<Reason> {
    let board = &case.played.steps.get(step)?.after;
    rows(board, case.us).into_iter().find_map(|row| {
        let is_skewer = worth(board, row.front) >= worth(board, row.behind)
            && board.role_at(row.behind) != Some(Role::King)
            && must_go(board, row)
            && is_taken_behind(case, step, row);
        let at = |square| placed_at(board, square);
        let (by, front, prey) = (at(row.slider)?, at(row.front)?, at(row.behind)?);
        is_skewer.then_some(Reason::Skewer { by, front, prey })
    })
}

fn must_go(board: &Position, row: Row) -> bool {
    board.role_at(row.front) == Some(Role::King)
        || threat(board, row.slider, row.front).is_some_and(|gain| gain >= LEAST_MATERIAL)
}

/// The answer takes the front piece off the line, and the slider takes the other one with one of
/// its next two moves.
fn is_taken_behind(case: &Case, step: usize, row: Row) -> bool {
    let Some(answer) = case.played.steps.get(step + 1) else { return false };
    let taking = case.played.taken_there(step, row.behind);
    taking.is_some_and(|(number, taking)| {
        number <= step + 4
            && taking.mv.from() == row.slider
            && case.bears_out(taking.before.see(taking.mv))
    }) && answer.mv.from() == row.front
        && !answer.arrivals().contains(&row.behind)
        && case.is_decided_by(step, row.behind)
}

/// A piece moves away, and another one behind it takes something; or gives check, while the one
/// that moved takes.
pub(super) fn discovered_attack(case: &Case, step: usize) -> Option<Reason> {
    let unveiling = case.played.steps.get(step)?;
    unveiled(unveiling).into_iter().find_map(|(slider, target)| {
        let is_check = unveiling.after.role_at(target) == Some(Role::King);
        let prey = match is_check {
            true => prey_of_check(case, step, target)?,
            false => prey_of(case, step, slider).filter(|&prey| prey == target)?,
        };
        let at = |square| placed_at(&unveiling.after, square);
        let mover = at(*unveiling.arrivals().first()?)?;
        let (by, target, prey) = (at(slider)?, at(target)?, at(prey)?);
        Some(Reason::DiscoveredAttack { by, mover, target, prey })
    })
}

/// What the piece that opened a line to the king attacks meanwhile, whatever the answer to the
/// check; the king itself if it has taken something already, or if the king is mated.
fn prey_of_check(case: &Case, step: usize, king: Square) -> Option<Square> {
    let unveiling = case.played.steps.get(step)?;
    let board = &unveiling.after;
    let took = unveiling.captured().is_some_and(|(_, role)| case.bears_out(role.exchange_value()));
    if case.is_mated() || took && case.matters() {
        return Some(king);
    }
    let arrivals = unveiling.arrivals();
    let attacked = arrivals.iter().flat_map(|&mover| {
        let victims = attacks_from(board, mover) & board.side(case.us);
        victims.into_iter().filter_map(move |prey| Some((threat(board, mover, prey)?, prey)))
    });
    let is_prey = |&(gain, prey): &(i32, Square)| prey != king && gain >= LEAST_MATERIAL;
    let prey = attacked.filter(is_prey).max_by_key(|&(gain, _)| gain).map(|(_, prey)| prey);
    // A check that begins the line and costs something is to be named even if it wins by force
    // only.
    prey.or((step == case.first).then_some(king)).filter(|_| case.matters())
}

/// Sliders that attack something only because of what moved away, and what they attack.
fn unveiled(step: &Step) -> Vec<(Square, Square)> {
    let (before, after) = (&step.before, &step.after);
    let arrivals: Bitboard = step.arrivals().into_iter().collect();
    let sliders = (after.side(step.side()) - arrivals)
        .into_iter()
        .filter(|&square| after.role_at(square).is_some_and(is_slider));
    let opened = sliders.flat_map(|slider| {
        let seen = attacks_from(after, slider) - attacks_from(before, slider);
        let targets = seen & after.side(!step.side());
        targets.into_iter().map(move |target| (slider, target))
    });
    // En passant what is taken may have stood on the line.
    let gone = [Some(step.mv.from()), step.captured().map(|(square, _)| square)];
    let is_opened = |&(slider, target): &(Square, Square)| {
        gone.into_iter().flatten().any(|square| between(slider, target).contains(square))
    };
    opened.filter(is_opened).collect()
}

/// What a piece takes with its next move, if that is what the line loses and the piece attacks it
/// already.
fn prey_of(case: &Case, step: usize, hunter: Square) -> Option<Square> {
    let board = &case.played.steps.get(step)?.after;
    let (_, taking) = case.played.next_move(step, hunter)?;
    let (prey, role) = taking.captured()?;
    let is_same =
        case.played.taken_there(step, prey).is_some_and(|(_, first)| first.mv == taking.mv);
    // Wherever pawns are exchanged lines are opened, and other pawns fall.
    let is_proved = is_same
        && role != Role::Pawn
        && attacks_from(board, hunter).contains(prey)
        && case.bears_out(taking.before.see(taking.mv))
        && case.is_decided_by(step, prey);
    is_proved.then_some(prey)
}

/// A piece that stands before a dearer one, or before the king, is attacked and cannot get away
/// because of that.
pub(super) fn pin(case: &Case, step: usize) -> Option<Reason> {
    let board = &case.played.steps.get(step)?.after;
    rows(board, case.us).into_iter().find_map(|row| {
        let is_pin = worth(board, row.front) < worth(board, row.behind)
            && board.role_at(row.front) != Some(Role::Pawn)
            && is_held(board, row)
            && is_taken_in_front(case, step, row);
        let at = |square| placed_at(board, square);
        let (by, prey, behind) = (at(row.slider)?, at(row.front)?, at(row.behind)?);
        is_pin.then_some(Reason::Pin { by, prey, behind })
    })
}

/// What the line loses in one of the next two moves is the pinned piece, where it stands; or where
/// it went to sell itself dearly, if it could not leave the line to its king.
fn is_taken_in_front(case: &Case, step: usize, row: Row) -> bool {
    let steps = &case.played.steps;
    let Some(answer) = steps.get(step + 1) else { return false };
    let is_held_by_king = answer.before.king(case.us) == row.behind;
    let moves = answer.mv.from() == row.front && is_held_by_king;
    let stands = if moves { answer.mv.to() } else { row.front };
    let taking = [step + 2, step + 4].into_iter().filter_map(|number| steps.get(number));
    let mut taking = taking.filter(|taking| {
        taking.captured().is_some_and(|(square, _)| square == stands)
            && case.played.taken_there(step + 1, stands).is_some_and(|(_, it)| it.mv == taking.mv)
    });
    taking.next().is_some_and(|taking| case.bears_out(taking.before.see(taking.mv)))
        && case.is_decided_by(step, row.front)
}

/// Whether every move of the pinned piece loses something, and one of them only because of what
/// stands behind.
fn is_held(board: &Position, row: Row) -> bool {
    if board.is_check() {
        return false;
    }
    let moves = moves_of(board, row.front);
    if moves.iter().any(|&mv| loss_after(board, mv, None) < LEAST_MATERIAL) {
        return false;
    }
    if board.role_at(row.behind) == Some(Role::King) {
        return has_refuge_off_the_line(board, row);
    }
    moves.iter().any(|&mv| loss_after(board, mv, Some(row.behind)) < LEAST_MATERIAL)
}

/// Whether a piece that may not leave the line to its king attacks a square off that line where
/// nothing could take it.
fn has_refuge_off_the_line(board: &Position, row: Row) -> bool {
    let them = !board.side_to_move();
    let reached = attacks_from(board, row.front) - board.side(!them) - line(row.slider, row.behind);
    let without = board.occupied() - row.front.into();
    let is_safe = |square: Square| {
        (board.attackers_through(them, square, without) - square.into()).is_empty()
    };
    reached.into_iter().any(is_safe)
}
