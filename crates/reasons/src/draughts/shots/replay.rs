//! A line with every position on the way.

use crate::draughts::{KING, MAN};
use damier_draughts::{Move, Position, Side, Square};

/// A line, played out. "We" are the side that makes its first move.
pub(super) struct Replay<'a> {
    moves: &'a [Move],
    /// One more than there are moves.
    positions: Vec<Position>,
}

impl<'a> Replay<'a> {
    pub(super) fn of(start: &Position, moves: &'a [Move]) -> Self {
        let mut positions = vec![start.clone()];
        let mut position = start.clone();
        for &mv in moves {
            position.play_unchecked(mv);
            positions.push(position.clone());
        }
        Self { moves, positions }
    }

    pub(super) fn us(&self) -> Side {
        self.positions[0].side_to_move()
    }

    /// How many moves there are.
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether it shows what happens at this ply: it is long enough, or the game is over before.
    pub(super) fn reaches(&self, ply: usize) -> bool {
        self.len() > ply || !self.end().has_legal_move()
    }

    /// The move after so many plies.
    pub(super) fn mv(&self, ply: usize) -> Option<Move> {
        self.moves.get(ply).copied()
    }

    /// The position after so many plies, or at the end if there are not so many.
    pub(super) fn position(&self, ply: usize) -> &Position {
        &self.positions[ply.min(self.len())]
    }

    pub(super) fn end(&self) -> &Position {
        self.position(self.len())
    }

    /// Whether a capture is due at the end.
    pub(super) fn ends_in_an_exchange(&self) -> bool {
        self.end().can_capture(self.end().side_to_move())
    }

    /// What we have more than the opponent after so many plies.
    pub(super) fn worth(&self, ply: usize) -> i32 {
        let position = self.position(ply);
        let of = |side| {
            MAN * position.men(side).count() as i32 + KING * position.kings(side).count() as i32
        };
        of(self.us()) - of(!self.us())
    }

    /// The same at the end.
    pub(super) fn final_worth(&self) -> i32 {
        self.worth(self.len())
    }

    /// The plies at which a man of this side becomes a king, and where.
    pub(super) fn promotions(&self, side: Side) -> impl Iterator<Item = (usize, Square)> {
        let plies = self.moves.iter().zip(&self.positions).enumerate();
        plies
            .filter(move |(_, (mv, position))| {
                position.side_to_move() == side && position.promotes(**mv)
            })
            .map(|(ply, (mv, _))| (ply, mv.to()))
    }

    /// When the piece that stands on a square after so many plies is taken, if it is.
    pub(super) fn taken_at(&self, ply: usize, mut square: Square) -> Option<usize> {
        for (ply, mv) in self.moves.iter().enumerate().skip(ply) {
            if mv.captured().contains(square) {
                return Some(ply);
            }
            // No two pieces stand on one square, so who moves from here is the piece.
            if mv.from() == square {
                square = mv.to();
            }
        }
        None
    }
}
