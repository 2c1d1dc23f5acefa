//! What players know of endings by name: the opposition, the square of a pawn, the wrong bishop.

use super::Case;
use super::board::placed;
use super::pawns::{is_without, origin_after_move};
use super::replay::{Replay, Step};
use crate::reason::Reason;
use damier_chess::{Bitboard, File, Position, Rank, Role, Side, Square};

/// So many plies of both lines are a matter of kings alone, where the opposition decides.
const KINGS_ALONE: usize = 3;

/// The one of them that tells the two lines apart.
pub(super) fn find(case: &Case) -> Option<Reason> {
    square_of_a_pawn(case).or_else(|| opposition(case)).or_else(|| wrong_bishop(case))
}

fn is_pawn_ending(position: &Position) -> bool {
    position.occupied() == position.role(Role::King) | position.role(Role::Pawn)
}

/// The better move brings the kings face to face with the opponent to move; after the one played he
/// does it.
fn opposition(case: &Case) -> Option<Reason> {
    let kings_alone = |line: &Replay| {
        let steps = line.steps.get(..KINGS_ALONE)?;
        steps.iter().all(is_king_step).then_some(())
    };
    kings_alone(&case.best).and_then(|()| kings_alone(&case.played))?;
    let faces = |step: &Step| faces(&step.after);
    let [best, played] = [&case.best.steps, &case.played.steps];
    let is_taken = played.iter().skip(1).step_by(2).take(2).any(faces);
    let is_proved =
        is_pawn_ending(case.position) && faces(&best[0]) && !faces(&played[0]) && is_taken;
    is_proved.then_some(Reason::LosesOpposition)
}

fn is_king_step(step: &Step) -> bool {
    step.before.role_at(step.mv.from()) == Some(Role::King)
        && step.captured().is_none()
        && !step.mv.is_castle()
}

/// Whether the kings stand on a line with one square between them.
fn faces(position: &Position) -> bool {
    let [ours, theirs] = Side::ALL.map(|side| position.king(side));
    let [files, ranks] = offsets(ours, theirs);
    matches!([files, ranks], [0, 2] | [2, 0])
}

/// A pawn of the opponent runs, and the king that the better move keeps near enough to catch it is
/// too far away.
fn square_of_a_pawn(case: &Case) -> Option<Reason> {
    let them = !case.us;
    let (number, step) = case.played.promotion(them)?;
    let pawn = origin_after_move(case, number, step);
    let [best, played] = [case.best.steps.first()?, case.played.steps.first()?];
    let stands = |step: &Step| step.after.pieces(them, Role::Pawn).contains(pawn);
    let goal = Square::new(pawn.file(), Rank::relative(them, 8));
    let moves = moves_to(pawn, goal, them);
    let catches = |step: &Step| distance(step.after.king(case.us), goal) <= moves;
    let way = damier_chess::attacks::between(pawn, goal) | goal.into();
    let is_free = (way & played.after.occupied()).is_empty();
    let is_proved = is_pawn_ending(case.position)
        && is_free
        && stands(best)
        && stands(played)
        && is_king_step(best)
        && catches(best)
        && !catches(played)
        && is_without(&case.best, them, number, false);
    is_proved.then(|| Reason::LeavesSquare { pawn: placed(Role::Pawn, pawn) })
}

/// Moves that a pawn needs to become a piece.
fn moves_to(pawn: Square, goal: Square, side: Side) -> usize {
    let [_, ranks] = offsets(pawn, goal);
    ranks - usize::from(pawn.rank() == Rank::relative(side, 2))
}

/// A bishop that does not control the corner where its last pawns become pieces: a king that gets
/// there holds the draw in one of the lines and not in the other.
fn wrong_bishop(case: &Case) -> Option<Reason> {
    let [best, played] = [case.best.end(), case.played.end()];
    let holds = |position: &Position, strong: Side| {
        corner(position, strong).filter(|&corner| distance(position.king(!strong), corner) <= 1)
    };
    let found = match corner(case.position, !case.us) {
        // We hold it in the better line only.
        Some(_) => holds(best, !case.us).filter(|_| holds(played, !case.us).is_none()),
        // We let the other one hold it.
        None => holds(played, case.us).filter(|_| corner(best, case.us).is_none()),
    };
    found.map(|corner| Reason::WrongBishop { corner: corner.to_string() })
}

/// The corner that the bishop of a side does not control, if that side has nothing else but pawns
/// that go there, and the other nothing at all.
fn corner(position: &Position, strong: Side) -> Option<Square> {
    let [pawns, bishops] = [Role::Pawn, Role::Bishop].map(|role| position.pieces(strong, role));
    let all = position.side(strong) - position.king(strong).into();
    let bishop = bishops.first().filter(|_| !bishops.has_several())?;
    let file = pawns.first()?.file();
    let is_rim = file.index() == 0 || file.index() == 7;
    let is_alone = position.side(!strong) == Bitboard::from(position.king(!strong));
    let is_all = all == pawns | bishops && pawns == pawns & Bitboard::from_file(file);
    let corner = Square::new(file, Rank::relative(strong, 8));
    (is_rim && is_alone && is_all && colour(bishop) != colour(corner)).then_some(corner)
}

fn colour(square: Square) -> usize {
    (square.file().index() + square.rank().index()) % 2
}

fn offsets(from: Square, to: Square) -> [usize; 2] {
    let file = |square: Square| -> usize { File::index(square.file()) };
    [file(from).abs_diff(file(to)), from.rank().index().abs_diff(to.rank().index())]
}

/// Moves of a king on an empty board.
fn distance(from: Square, to: Square) -> usize {
    offsets(from, to).into_iter().max().unwrap_or(0)
}
