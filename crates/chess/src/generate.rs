//! Legal moves, found by masks: nothing is played to see whether the king survives.
//!
//! There is one generator. It tells a receiver which pieces may go where; a list makes moves of
//! that, a counter only counts bits, which is why counting is several times faster than listing.

use crate::attacks::{
    between, bishop_attacks, bishop_lines, king_attacks, knight_attacks, line, rising_diagonal,
    rook_attacks,
};
use crate::bitboard::Bitboard;
use crate::castling::Wing;
use crate::moves::{Move, MoveKind, MoveList};
use crate::piece::Role;
use crate::position::Position;
use crate::square::{Rank, Square};
use damier_core::Side;

/// Which moves to generate.
///
/// In check every kind yields evasions only, so evasions need no kind of their own: they are
/// [`Kind::All`] of a position in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Every legal move.
    All,
    /// Captures and promotions of every sort.
    Noisy,
    /// What is left: castling, pushes and other moves that change no material.
    Quiet,
}

impl Position {
    /// Every legal move.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate(Kind::All, Bitboard::ALL, &mut Lister { moves: &mut moves, position: self });
        moves
    }

    /// Appends the legal moves of one kind to a list, for a picker that works in stages.
    pub fn legal_moves_of(&self, kind: Kind, moves: &mut MoveList) {
        let mut lister = Lister { moves, position: self };
        match kind {
            Kind::All => self.generate(Kind::All, Bitboard::ALL, &mut lister),
            Kind::Noisy => self.generate(Kind::Noisy, Bitboard::ALL, &mut lister),
            Kind::Quiet => self.generate(Kind::Quiet, Bitboard::ALL, &mut lister),
        }
    }

    /// The number of legal moves, without listing them.
    pub fn count_legal_moves(&self) -> usize {
        let mut counter = MoveCounter(0);
        self.generate(Kind::All, Bitboard::ALL, &mut counter);
        counter.0
    }

    /// Whether there is any legal move: if not, it is mate or stalemate.
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        let us = self.side_to_move;
        let free_pawns = self.pieces(us, Role::Pawn) - self.pinned;
        // Most positions have a pawn that can simply step ahead.
        let can_push = !self.is_check() && !(free_pawns.forward(us) - self.occupied()).is_empty();
        can_push || self.count_legal_moves() > 0
    }

    /// Whether a move, which may come from a table or from outside, is legal here.
    pub fn is_legal(&self, mv: Move) -> bool {
        let mut moves = MoveList::new();
        let movers = Bitboard::from(mv.from());
        self.generate(Kind::All, movers, &mut Lister { moves: &mut moves, position: self });
        moves.contains(&mv)
    }

    /// Tells the receiver all legal moves of a kind that start on one of the squares `movers`.
    #[inline(always)]
    fn generate<R: Receiver>(&self, kind: Kind, movers: Bitboard, receiver: &mut R) {
        let us = self.side_to_move;
        let king = self.king(us);
        let own = self.side(us);
        let targets = match kind {
            Kind::All => !own,
            Kind::Noisy => self.side(!us),
            Kind::Quiet => !self.occupied(),
        };
        if movers.contains(king) {
            receiver.piece(king, self.safe_for_king(king_attacks(king) & targets));
            if kind != Kind::Noisy && !self.is_check() {
                self.generate_castling(receiver);
            }
        }
        // Against two checkers only the king can help.
        if self.checkers.has_several() {
            return;
        }
        // Against one, a move must take it or step between.
        let answers = match self.checkers.first() {
            Some(checker) => between(king, checker) | self.checkers,
            None => Bitboard::ALL,
        };
        let targets = targets & answers;
        let movers = movers & own;

        for from in movers & (self.role(Role::Knight) - self.pinned) {
            receiver.piece(from, knight_attacks(from) & targets);
        }
        let diagonal = movers & self.bishops_and_queens();
        for from in diagonal - self.pinned {
            receiver.piece(from, bishop_attacks(from, self.occupied()) & targets);
        }
        let straight = movers & self.rooks_and_queens();
        for from in straight - self.pinned {
            receiver.piece(from, rook_attacks(from, self.occupied()) & targets);
        }
        for from in diagonal & self.pinned {
            let reachable = bishop_attacks(from, self.occupied()) & line(king, from);
            receiver.piece(from, reachable & targets);
        }
        for from in straight & self.pinned {
            let reachable = rook_attacks(from, self.occupied()) & line(king, from);
            receiver.piece(from, reachable & targets);
        }
        self.generate_pawns(kind, movers & self.role(Role::Pawn), answers, receiver);
    }

    /// Pawns move all at once, by shifting sets. A pinned pawn may advance if it is pinned along
    /// the king's file and take if the diagonal it takes along leads to the king.
    #[inline(always)]
    fn generate_pawns<R: Receiver>(
        &self,
        kind: Kind,
        pawns: Bitboard,
        answers: Bitboard,
        receiver: &mut R,
    ) {
        let us = self.side_to_move;
        let king = self.king(us);
        let last_rank = Bitboard::from_rank(Rank::relative(us, 8));
        let free = pawns - self.pinned;

        let may_push = free | pawns & Bitboard::from_file(king.file());
        let one_step = may_push.forward(us) - self.occupied();
        if kind != Kind::Noisy {
            let third_rank = Bitboard::from_rank(Rank::relative(us, 3));
            let two_steps = (one_step & third_rank).forward(us) - self.occupied();
            receiver.pawns(one_step & (answers - last_rank), us, 0, MoveKind::Quiet);
            receiver.double_pushes(two_steps & answers, us);
        }
        if kind == Kind::Quiet {
            return;
        }
        receiver.promotions(one_step & answers & last_rank, us, 0, MoveKind::Promotion);

        let prey = self.side(!us) & answers;
        let rising = rising_diagonal(king);
        let falling = bishop_lines(king) - rising;
        // White takes to the right along rising diagonals, Black along falling ones.
        let (right_line, left_line) = match us {
            Side::White => (rising, falling),
            Side::Black => (falling, rising),
        };
        let right = (free | pawns & right_line).to_the_right().forward(us) & prey;
        let left = (free | pawns & left_line).to_the_left().forward(us) & prey;
        for (takes, shift) in [(right, 1), (left, -1)] {
            receiver.pawns(takes - last_rank, us, shift, MoveKind::Capture);
            receiver.promotions(takes & last_rank, us, shift, MoveKind::CapturePromotion);
        }
        if let Some(target) = self.en_passant {
            for from in self.en_passant_takers(target) & pawns {
                receiver.one(Move::new(from, target, MoveKind::EnPassant));
            }
        }
    }

    /// Castling with each rook that may. The squares that king and rook cross must be free but for
    /// those two, and the king's path safe; both leave the rank before it is looked along, since in
    /// Chess960 the rook may have shielded the king's target.
    #[inline(always)]
    fn generate_castling<R: Receiver>(&self, receiver: &mut R) {
        let us = self.side_to_move;
        let king = self.king(us);
        for rook in self.castling.rooks_of(us) {
            let wing = Wing::of_rook(king, rook);
            let king_target = king.with_file(wing.king_target());
            let rook_target = king.with_file(wing.rook_target());
            let others = self.occupied() - king.into() - rook.into();
            let king_path = between(king, king_target) | king_target.into();
            let rook_path = between(rook, rook_target) | rook_target.into();
            let is_open = !others.intersects(king_path | rook_path);
            if is_open && king_path.into_iter().all(|step| !self.is_attacked(!us, step, others)) {
                receiver.one(Move::new(king, rook, MoveKind::Castle));
            }
        }
    }

    /// Those of the squares on which the king of the side to move would not be attacked.
    #[inline(always)]
    fn safe_for_king(&self, targets: Bitboard) -> Bitboard {
        let us = self.side_to_move;
        // The king does not shield the squares behind it.
        let occupied = self.occupied() ^ self.pieces(us, Role::King);
        let mut safe = targets;
        for target in targets {
            if self.is_attacked(!us, target, occupied) {
                safe -= target.into();
            }
        }
        safe
    }
}

/// Where the generator puts what it finds.
trait Receiver {
    /// A piece other than a pawn may go from one square to any of several.
    fn piece(&mut self, from: Square, targets: Bitboard);
    /// Pawns of `side` arrive on the targets, each from one rank back and `shift` files aside.
    fn pawns(&mut self, targets: Bitboard, side: Side, shift: i8, kind: MoveKind);
    /// Pawns arrive on the targets from two ranks back.
    fn double_pushes(&mut self, targets: Bitboard, side: Side);
    /// As `pawns`, on the last rank: each arrival is four moves.
    fn promotions(&mut self, targets: Bitboard, side: Side, shift: i8, kind: fn(Role) -> MoveKind);
    /// A move that is like no other.
    fn one(&mut self, mv: Move);
}

/// Counts moves.
struct MoveCounter(usize);

impl Receiver for MoveCounter {
    #[inline(always)]
    fn piece(&mut self, _: Square, targets: Bitboard) {
        self.0 += targets.count();
    }
    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, _: Side, _: i8, _: MoveKind) {
        self.0 += targets.count();
    }
    #[inline(always)]
    fn double_pushes(&mut self, targets: Bitboard, _: Side) {
        self.0 += targets.count();
    }
    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, _: Side, _: i8, _: fn(Role) -> MoveKind) {
        self.0 += 4 * targets.count();
    }
    #[inline(always)]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Writes moves into a list.
struct Lister<'a> {
    moves: &'a mut MoveList,
    position: &'a Position,
}

/// The square from which a pawn came, `ranks` back and `shift` files aside.
#[inline(always)]
fn pawn_origin(to: Square, side: Side, ranks: i8, shift: i8) -> Square {
    let up = match side {
        Side::White => 8,
        Side::Black => -8,
    };
    Square::from_low_bits((to.index() as i8 - up * ranks - shift) as u8)
}

impl Receiver for Lister<'_> {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        let enemies = self.position.side(!self.position.side_to_move);
        for to in targets & enemies {
            self.one(Move::new(from, to, MoveKind::Capture));
        }
        for to in targets - enemies {
            self.one(Move::new(from, to, MoveKind::Quiet));
        }
    }
    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, side: Side, shift: i8, kind: MoveKind) {
        for to in targets {
            self.one(Move::new(pawn_origin(to, side, 1, shift), to, kind));
        }
    }
    #[inline(always)]
    fn double_pushes(&mut self, targets: Bitboard, side: Side) {
        for to in targets {
            self.one(Move::new(pawn_origin(to, side, 2, 0), to, MoveKind::DoublePush));
        }
    }
    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, side: Side, shift: i8, kind: fn(Role) -> MoveKind) {
        for to in targets {
            let from = pawn_origin(to, side, 1, shift);
            for role in Role::PROMOTIONS {
                self.one(Move::new(from, to, kind(role)));
            }
        }
    }
    #[inline(always)]
    fn one(&mut self, mv: Move) {
        self.moves.push(mv);
    }
}
