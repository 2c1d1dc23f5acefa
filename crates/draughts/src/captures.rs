//! Captures: who can jump, and which sequences of jumps take the most.
//!
//! Jumped pieces stay where they are until the move is over, so they block; a piece is jumped once;
//! the origin counts as empty. Only sequences that take the greatest number are legal, and those
//! that take the same pieces between the same ends are one move.

use crate::bitboard::Bitboard;
use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::rays::{nearest, ray, run};
use crate::square::{Direction, Square};
use damier_core::Side;

/// The board as one side sees it when it looks for moves.
#[derive(Clone, Copy)]
pub(crate) struct Hunt {
    pub(crate) side: Side,
    pub(crate) men: Bitboard,
    pub(crate) kings: Bitboard,
    pub(crate) prey: Bitboard,
    pub(crate) empty: Bitboard,
}

impl Hunt {
    #[inline(always)]
    pub(crate) fn new(position: &Position, side: Side) -> Self {
        Self {
            side,
            men: position.men(side),
            kings: position.kings(side),
            prey: position.side(!side),
            empty: position.empty(),
        }
    }

    /// The squares from which a man can jump in a direction.
    #[inline(always)]
    fn jumps(&self, direction: Direction) -> Bitboard {
        let back = direction.opposite();
        self.prey.step(back) & self.empty.leap(back)
    }

    /// The squares from which a man can jump.
    #[inline(always)]
    fn all_jumps(&self) -> Bitboard {
        Direction::union(|direction| self.jumps(direction))
    }

    /// The men that can jump.
    #[inline(always)]
    pub(crate) fn jumping_men(&self) -> Bitboard {
        self.men & self.all_jumps()
    }

    /// Pieces that can jump over a neighbour: all men that can capture, and some kings.
    #[inline(always)]
    pub(crate) fn jumping_neighbours(&self) -> Bitboard {
        (self.men | self.kings) & self.all_jumps()
    }

    /// Whether a king can jump.
    #[inline(always)]
    pub(crate) fn has_jumping_king(&self) -> bool {
        let occupied = !self.empty;
        self.kings.into_iter().any(|king| {
            Direction::ALL.into_iter().any(|direction| {
                nearest(direction, ray(direction, king) & occupied).is_some_and(|first| {
                    let first = Bitboard::from(first);
                    first.intersects(self.prey) && first.step(direction).intersects(self.empty)
                })
            })
        })
    }

    /// The men that can jump in a direction.
    #[inline(always)]
    fn jumpers(&self, direction: Direction) -> Bitboard {
        self.men & self.jumps(direction)
    }

    /// The squares on which men that jump in a direction land and can jump again.
    ///
    /// Their origin is empty by then, but a man comes back to it at its fourth jump at the
    /// earliest, so it need not be considered.
    #[inline(always)]
    fn chains(&self, direction: Direction) -> Bitboard {
        self.jumpers(direction).leap(direction) & self.all_jumps()
    }

    /// The number of jumps if no man can jump twice; kings are left out of account.
    #[inline(always)]
    pub(crate) fn count_single_jumps(&self) -> Option<usize> {
        if !Direction::union(|direction| self.chains(direction)).is_empty() {
            return None;
        }
        let mut count = 0;
        for direction in Direction::ALL {
            count += self.jumpers(direction).count();
        }
        Some(count)
    }

    /// Lists the captures that take the most, if there are any, in an empty list.
    pub(crate) fn list(&self, moves: &mut MoveList) {
        if !self.kings.is_empty() {
            self.list_with_kings(moves);
        } else if self.count_single_jumps().is_some() {
            for direction in Direction::ALL {
                for from in self.jumpers(direction) {
                    let over = Bitboard::from(from).step(direction);
                    let to = over.step(direction).first_unchecked();
                    moves.push(Move::capture(from, to, over));
                }
            }
        } else {
            let mut search = CaptureSearch::new(self, moves, 2);
            for direction in Direction::ALL {
                for landing in self.chains(direction) {
                    let landing = Bitboard::from(landing);
                    let over = landing.step(direction.opposite());
                    search.begin(landing.leap(direction.opposite()).first_unchecked());
                    search.man(landing, over, 1);
                }
            }
        }
    }

    fn list_with_kings(&self, moves: &mut MoveList) {
        let mut search = CaptureSearch::new(self, moves, 1);
        for origin in self.jumping_men() {
            search.begin(origin);
            search.man(origin.into(), Bitboard::EMPTY, 0);
        }
        for origin in self.kings {
            search.begin(origin);
            for direction in Direction::ALL {
                search.king(origin, direction, Bitboard::EMPTY, 0);
            }
        }
    }
}

/// A search for the longest captures. Sequences shorter than the longest known are dropped at the
/// end, not pruned: whether they grow is only known then.
struct CaptureSearch<'a> {
    hunt: &'a Hunt,
    moves: &'a mut MoveList,
    /// Empty squares, the origin among them.
    empty: Bitboard,
    origin: Square,
    /// The greatest number of pieces taken so far.
    most: usize,
}

impl<'a> CaptureSearch<'a> {
    /// `most` is a number that can be reached or surpassed.
    fn new(hunt: &'a Hunt, moves: &'a mut MoveList, most: usize) -> Self {
        Self { hunt, moves, empty: hunt.empty, origin: Square::from_place(0), most }
    }

    #[inline(always)]
    fn begin(&mut self, origin: Square) {
        self.origin = origin;
        self.empty = self.hunt.empty | origin.into();
    }

    /// Jumps on with a man that stands on one square and has taken `count` pieces.
    fn man(&mut self, at: Bitboard, taken: Bitboard, count: usize) {
        for direction in Direction::ALL {
            let over = at.step(direction) & (self.hunt.prey - taken);
            let to = over.step(direction) & self.empty;
            if !to.is_empty() {
                self.man(to, taken | over, count + 1);
            }
        }
        self.arrive(at, taken, count);
    }

    /// Jumps on with a king from a square in one direction.
    ///
    /// Which of the empty squares behind a jumped piece the king lands on matters only where it
    /// turns: flying straight on is looked at once, from the first.
    fn king(&mut self, from: Square, direction: Direction, taken: Bitboard, count: usize) {
        let occupied = !self.empty;
        let Some(over) = nearest(direction, ray(direction, from) & occupied) else {
            return;
        };
        if !(self.hunt.prey - taken).contains(over) {
            return;
        }
        let landings = run(direction, over, occupied);
        if landings.is_empty() {
            return;
        }
        let (taken, count) = (taken | over.into(), count + 1);
        for landing in landings {
            for turn in direction.turns() {
                self.king(landing, turn, taken, count);
            }
        }
        self.king(over, direction, taken, count);
        self.arrive(landings, taken, count);
    }

    /// The sequence may end on any of the targets, and does unless a longer one is known.
    #[inline(always)]
    fn arrive(&mut self, targets: Bitboard, taken: Bitboard, count: usize) {
        if count < self.most {
            return;
        }
        if count > self.most {
            self.most = count;
            self.moves.clear();
        }
        for to in targets {
            let mv = Move::capture(self.origin, to, taken);
            // The same pieces in another order: that takes four at least.
            if count < 4 || !self.moves.contains(&mv) {
                self.moves.push(mv);
            }
        }
    }
}
