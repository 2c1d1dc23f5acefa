//! Legal moves: captures if there are any, else quiet moves.
//!
//! Men move all at once, by shifting sets, and counting needs no list: that is why counting is
//! several times faster than listing.

use crate::bitboard::Bitboard;
use crate::captures::Hunt;
use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::rays::run;
use crate::square::{Direction, Square};
use damier_core::{MoveHint, Side};

impl Position {
    /// Every legal move.
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.legal_moves_into(&mut moves);
        moves
    }

    /// Fills a list with every legal move, for a search that keeps its lists.
    pub fn legal_moves_into(&self, moves: &mut MoveList) {
        moves.clear();
        let hunt = Hunt::new(self, self.side_to_move);
        if hunt.jumping_men().is_empty() && (hunt.kings.is_empty() || !hunt.has_jumping_king()) {
            self.list_quiet(Bitboard::ALL, moves);
        } else {
            hunt.list(moves);
        }
    }

    /// The number of legal moves, without listing them where that can be helped.
    #[inline(always)]
    pub fn count_legal_moves(&self) -> usize {
        let hunt = Hunt::new(self, self.side_to_move);
        if !hunt.kings.is_empty() {
            hunt.count_with_kings()
        } else if hunt.jumping_men().is_empty() {
            hunt.count_steps()
        } else {
            hunt.count_single_jumps().unwrap_or_else(|| hunt.count_captures())
        }
    }

    /// Whether there is any legal move: if not, the side to move has lost.
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        let hunt = Hunt::new(self, self.side_to_move);
        let [left, right] = hunt.men.forward(self.side_to_move);
        let king_steps = Direction::union(|direction| hunt.kings.step(direction));
        // A king that cannot step has no free neighbour, so it can only jump over one.
        (left | right | king_steps).intersects(hunt.empty) || !hunt.jumping_neighbours().is_empty()
    }

    /// Whether a side, if it were its turn, would have to capture.
    #[inline]
    pub fn can_capture(&self, side: Side) -> bool {
        let hunt = Hunt::new(self, side);
        !hunt.jumping_men().is_empty() || hunt.has_jumping_king()
    }

    /// Whether a move, which may come from a table or from outside, is legal here.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.find(mv.from(), |candidate| candidate == mv).is_some()
    }

    /// The legal move that a hint stands for, if there is one. Should captures share a hint, it is
    /// the first of them.
    pub fn find_move(&self, hint: MoveHint) -> Option<Move> {
        // As `Move` packs it into a hint; a place that is no square belongs to no move.
        let place = (hint.0 & 63) as u8;
        let from = Square::from_place(place.checked_sub(1)?);
        self.find(from, |candidate| MoveHint::from(candidate) == hint)
    }

    /// The first legal move from a square that is as asked.
    fn find(&self, from: Square, is_wanted: impl Fn(Move) -> bool) -> Option<Move> {
        let mut moves = MoveList::new();
        if !self.side(self.side_to_move).contains(from) {
            return None;
        }
        if self.can_capture(self.side_to_move) {
            // What others can take decides whether this piece may.
            Hunt::new(self, self.side_to_move).list(&mut moves);
        } else {
            self.list_quiet(from.into(), &mut moves);
        }
        moves.into_iter().find(|&mv| mv.from() == from && is_wanted(mv))
    }

    /// Lists the moves of some pieces that take nothing.
    #[inline]
    fn list_quiet(&self, movers: Bitboard, moves: &mut MoveList) {
        let us = self.side_to_move;
        let empty = self.empty();
        let men = movers & self.men(us);
        let ways = match us {
            Side::White => [Direction::UpLeft, Direction::UpRight],
            Side::Black => [Direction::DownLeft, Direction::DownRight],
        };
        for way in ways {
            for to in men.step(way) & empty {
                let from = Bitboard::from(to).step(way.opposite()).first_unchecked();
                moves.push(Move::quiet(from, to));
            }
        }
        for from in movers & self.kings(us) {
            for to in self.king_targets(from) {
                moves.push(Move::quiet(from, to));
            }
        }
    }

    /// Where a king could fly from a square if no capture were due.
    #[inline]
    pub fn king_targets(&self, square: Square) -> Bitboard {
        king_targets(square, self.occupied())
    }
}

// What most positions do not need is out of line and takes a copy: then a position that is only
// counted need not exist in memory.
impl Hunt {
    /// The number of steps that men can make.
    #[inline(always)]
    fn count_steps(self) -> usize {
        let [left, right] = self.men.forward(self.side);
        (left & self.empty).count() + (right & self.empty).count()
    }

    #[inline(never)]
    fn count_with_kings(self) -> usize {
        if !self.jumping_men().is_empty() || self.has_jumping_king() {
            return self.count_captures();
        }
        let targets = |king| king_targets(king, !self.empty).count();
        self.count_steps() + self.kings.into_iter().map(targets).sum::<usize>()
    }

    /// Lists the captures, which is how equal ones are found.
    #[inline(never)]
    fn count_captures(self) -> usize {
        let mut moves = MoveList::new();
        self.list(&mut moves);
        moves.len()
    }
}

/// Where a king can fly.
#[inline]
fn king_targets(square: Square, occupied: Bitboard) -> Bitboard {
    Direction::union(|direction| run(direction, square, occupied))
}
