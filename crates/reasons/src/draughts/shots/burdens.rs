//! Men that go without a shot: taken for nothing, or given because every other move costs as much.

use super::{Lines, MAN, Replay};
use crate::game::ReasonGame;
use crate::reason::{Piece, Placed, Reason};
use damier_draughts::{Position, Square};

/// What comes later than this was not brought about by one move.
const PLIES: usize = 6;

/// What the side to move has more once all captures are made, by the best for both sides.
fn settled(position: &Position) -> i32 {
    if !position.can_capture(position.side_to_move()) {
        return position.balance();
    }
    let moves = position.legal_moves();
    let after = moves.iter().map(|&mv| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        -settled(&next)
    });
    after.max().unwrap_or_else(|| position.balance())
}

/// Whether whoever is to move has moves enough, and each of them gives a man.
fn must_give(position: &Position) -> bool {
    let moves = position.legal_moves();
    let gives = |&mv: &_| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        -settled(&next) <= position.balance() - MAN
    };
    !moves.is_empty() && !position.can_capture(position.side_to_move()) && moves.iter().all(gives)
}

impl Lines<'_> {
    /// We come to the move within two moves and each one gives a man, which the better line avoids.
    pub(super) fn forced_to_give(&self) -> Option<Reason> {
        let burdened = |replay: &Replay| {
            [2, 4].into_iter().any(|ply| replay.len() > ply && must_give(replay.position(ply)))
        };
        (self.lost_worth() >= MAN && burdened(&self.played) && !burdened(&self.best))
            .then_some(Reason::ForcedToGive)
    }

    /// The first exchange of the line from which a man of ours does not come back, and what goes
    /// first in it.
    pub(super) fn man_that_falls(&self) -> Option<Reason> {
        let replay = &self.played;
        if self.lost_worth() < MAN {
            return None;
        }
        let is_capture = |ply: usize| replay.mv(ply).is_some_and(damier_draughts::Move::is_capture);
        let first = (1..replay.len().min(PLIES)).find(|&ply| is_capture(ply))?;
        let end = (first..replay.len()).find(|&ply| !is_capture(ply)).unwrap_or(replay.len());
        let is_lost = replay.worth(end) <= replay.worth(first) - MAN;
        let taking = (first..end).find(|ply| ply % 2 == 1)?;
        let (position, mv) = (replay.position(taking), replay.mv(taking)?);
        let square = mv.captured().first()?;
        let is_man = position.men(replay.us()).contains(square);
        if !is_lost || !is_man {
            return None;
        }
        if is_outpost(&self.played, square) && self.keeps(square) {
            return Some(Reason::LosesOutpost { square: square.to_string() });
        }
        let role = if position.kings(!replay.us()).contains(mv.from()) {
            Piece::Crowned
        } else {
            Piece::Man
        };
        let by = Placed { piece: role, square: mv.from().to_string() };
        Some(Reason::Falls { by, prey: Placed { piece: Piece::Man, square: square.to_string() } })
    }

    /// Whether the man that stands on a square at the beginning is not taken there in the better
    /// line.
    fn keeps(&self, square: Square) -> bool {
        self.best.taken_at(0, square).is_none()
    }
}

/// A man of ours that stands beyond the middle of the board from the beginning.
fn is_outpost(replay: &Replay, square: Square) -> bool {
    let us = replay.us();
    let beyond = match us {
        damier_draughts::Side::White => square.row() < 5,
        damier_draughts::Side::Black => square.row() > 4,
    };
    beyond && replay.position(0).men(us).contains(square)
}
