//! Static exchange evaluation: what a capture is worth if both sides go on taking on its square.
//!
//! Each side takes with its least valuable piece that legally can, and may stop whenever going on
//! would lose. The sequence of captures comes from one iterator, `Exchange`; the exact value folds
//! it from the end, the threshold form reads only as much of it as decides the question.
//!
//! The result equals that of really playing those captures, move by move, with these conventions:
//! of several least valuable attackers the one nearest to a1 takes first; a pawn that takes on the
//! last rank becomes a queen; the recapture of a pawn *en passant* is not an exchange on the
//! square, so a double push that allows one is seen as safe from it.

use crate::attacks::{between, bishop_attacks, rook_attacks};
use crate::bitboard::Bitboard;
use crate::moves::Move;
use crate::piece::Role;
use crate::position::Position;
use crate::square::{Rank, Square};
use arrayvec::ArrayVec;
use damier_core::Side;

impl Role {
    /// Value in an exchange and in the classic capture score, in hundredths of a pawn.
    #[inline]
    pub const fn exchange_value(self) -> i32 {
        match self {
            Self::Pawn => 100,
            Self::Knight => 320,
            Self::Bishop => 330,
            Self::Rook => 500,
            Self::Queen => 900,
            // More than all else together: a king is never given for anything.
            Self::King => 20_000,
        }
    }
}

impl Position {
    /// What a legal move wins or loses in hundredths of a pawn if both sides go on taking on its
    /// target square as long as it pays. A quiet move wins nothing but can lose the piece.
    ///
    /// ```
    /// use damier_chess::Position;
    ///
    /// // The pawn is defended: a rook for a pawn.
    /// let position = Position::from_fen("4k3/2p5/3p4/8/8/8/8/3RK3 w - - 0 1")?;
    /// let mv = position.read_san("Rxd6")?;
    /// assert_eq!(position.see(mv), 100 - 500);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn see(&self, mv: Move) -> i32 {
        if mv.is_castle() {
            return 0;
        }
        let first = FirstMove::new(self, mv);
        let gain = first.gain;
        let gains: ArrayVec<i32, 32> = Exchange::begin(self, mv, first).collect();
        // From the end: taking is worth the gain less what the other side then makes of it.
        gain - gains.iter().rev().fold(0, |reply, gain| (gain - reply).max(0))
    }

    /// Whether [`Position::see`] is at least `threshold`, decided as early as possible.
    pub fn see_at_least(&self, mv: Move, threshold: i32) -> bool {
        if mv.is_castle() {
            return threshold <= 0;
        }
        let first = FirstMove::new(self, mv);
        // The mover reaches the threshold if the reply makes no more than `spare`. Each further
        // capture turns the question round: the side to take must make more than `spare`, or else
        // the question is decided against it.
        let mut spare = first.gain - threshold;
        if spare < 0 {
            return false;
        }
        // Most questions end here: not even the loss of what moved would matter. (A pawn that takes
        // on the last rank wins more than that.)
        if first.role.exchange_value() <= spare && !Bitboard::BACK_RANKS.contains(mv.to()) {
            return true;
        }
        let exchange = Exchange::begin(self, mv, first);
        let mut mover_is_content = true;
        for gain in exchange {
            if gain <= spare {
                break;
            }
            spare = gain - spare - 1;
            mover_is_content = !mover_is_content;
        }
        mover_is_content
    }
}

/// The captures on one square after a first move, each worth what it yields: the piece that stood
/// there, and the promotion if there is one.
struct Exchange<'a> {
    position: &'a Position,
    square: Square,
    occupied: Bitboard,
    /// Pieces of both sides that see the square now; those that have left are not among them.
    attackers: Bitboard,
    /// The side to take.
    side: Side,
    /// Value of what stands on the square.
    prey: i32,
    /// Each side's king, and the enemy sliders that would attack it but for pieces between.
    kings: [(Square, Bitboard); 2],
}

/// The move that an exchange begins with: what it yields, what then stands on the square, and the
/// board after it.
#[derive(Clone, Copy)]
struct FirstMove {
    gain: i32,
    role: Role,
    occupied: Bitboard,
}

impl FirstMove {
    #[inline]
    fn new(position: &Position, mv: Move) -> Self {
        let mut role = position.role_at(mv.from()).expect("a legal move starts on a piece");
        let mut occupied = position.occupied() - mv.from().into();
        let mut gain = 0;
        if let Some((taken, role)) = position.captured(mv) {
            occupied -= taken.into();
            gain = role.exchange_value();
        }
        occupied |= mv.to().into();
        if let Some(promoted) = mv.promotion() {
            gain += promoted.exchange_value() - role.exchange_value();
            role = promoted;
        }
        Self { gain, role, occupied }
    }
}

impl<'a> Exchange<'a> {
    /// What may follow a first move.
    #[inline]
    fn begin(position: &'a Position, mv: Move, first: FirstMove) -> Self {
        let us = position.side_to_move();
        let square = mv.to();
        let FirstMove { role, occupied, .. } = first;
        // A king that made the first move stands on the square itself.
        let king_and_sliders = |side: Side| {
            let is_mover = role == Role::King && side == us;
            let king = if is_mover { square } else { position.king(side) };
            (king, position.sliders_in_line(king, position.side(!side)))
        };
        // Written out for both sides: a map over an array is not inlined here.
        let kings = [king_and_sliders(Side::White), king_and_sliders(Side::Black)];
        let attackers = (position.attackers_through(Side::White, square, occupied)
            | position.attackers_through(Side::Black, square, occupied))
            & (occupied - square.into());
        let side = !us;
        let prey = role.exchange_value();
        Self { position, square, occupied, attackers, side, prey, kings }
    }

    /// Whether the king of the side to take stays safe when the piece on `from` takes. Only lines
    /// can open, since any check by a leaper would come from the square itself.
    #[inline]
    fn is_legal(&self, from: Square) -> bool {
        let (king, snipers) = self.kings[self.side.index()];
        let occupied = self.occupied - from.into();
        if from == king {
            let attackers = self.position.attackers_through(!self.side, self.square, occupied);
            return (attackers & (occupied - self.square.into())).is_empty();
        }
        // Those on the square itself are being taken; those that have left are not occupied.
        (snipers & (occupied - self.square.into()))
            .into_iter()
            .all(|sniper| between(king, sniper).intersects(occupied))
    }

    /// The least valuable piece that may take.
    #[inline]
    fn next_attacker(&self) -> Option<(Square, Role)> {
        let candidates = self.attackers & self.position.side(self.side);
        if candidates.is_empty() {
            return None;
        }
        Role::ALL.into_iter().find_map(|role| {
            let of_role = candidates & self.position.role(role);
            of_role.into_iter().find(|&from| self.is_legal(from)).map(|from| (from, role))
        })
    }
}

impl Iterator for Exchange<'_> {
    type Item = i32;

    #[inline]
    fn next(&mut self) -> Option<i32> {
        let (from, role) = self.next_attacker()?;
        let mut gain = self.prey;
        self.prey = role.exchange_value();
        if role == Role::Pawn && self.square.rank() == Rank::relative(self.side, 8) {
            let queen = Role::Queen.exchange_value();
            gain += queen - self.prey;
            self.prey = queen;
        }
        self.occupied -= from.into();
        // Who stood behind sees the square now.
        let position = self.position;
        let uncovered = bishop_attacks(self.square, self.occupied) & position.bishops_and_queens()
            | rook_attacks(self.square, self.occupied) & position.rooks_and_queens();
        self.attackers = (self.attackers | uncovered) & (self.occupied - self.square.into());
        self.side = !self.side;
        Some(gain)
    }
}

/// What makes up the classic capture score: a number that people can check by hand. The engine
/// orders captures by [`Position::see`], which this cannot replace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassicScore {
    /// Added: 1000 for a capture, 1900 for a queen promotion.
    pub base: i32,
    /// Added: the value of what is taken; 0 for a promotion without capture.
    pub victim: i32,
    /// Subtracted: the value of the capturing piece; 0 for a promotion.
    pub attacker: i32,
    /// Subtracted if the opponent can take on the target square afterwards: the capturing piece
    /// again, or 800 for a new queen.
    pub defended: i32,
    /// Added: 50 for giving check.
    pub check: i32,
}

impl ClassicScore {
    /// The sum.
    pub const fn total(self) -> i32 {
        self.base + self.victim - self.attacker - self.defended + self.check
    }
}

impl Position {
    /// The classic score of a legal move that takes without promoting or promotes to a queen;
    /// `None` for others, which it does not rank.
    pub fn classic_score(&self, mv: Move) -> Option<ClassicScore> {
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        let mover = self.role_at(from)?.exchange_value();
        let (base, attacker, risk) = match mv.promotion() {
            Some(Role::Queen) => (1900, 0, 800),
            Some(_) => return None,
            None if mv.is_capture() => (1000, mover, mover),
            None => return None,
        };
        let mut occupied = self.occupied() - from.into();
        let mut victim = 0;
        if let Some((taken, role)) = self.captured(mv) {
            occupied -= taken.into();
            victim = role.exchange_value();
        }
        // Seen through the square that the capturing piece has left; pins do not count,
        // nor does it matter whether a king may really take. A piece that was taken is gone.
        let defenders = self.attackers_through(!us, to, occupied | to.into()) & occupied;
        let defended = if defenders.is_empty() { 0 } else { risk };
        let check = if self.gives_check(mv) { 50 } else { 0 };
        Some(ClassicScore { base, victim, attacker, defended, check })
    }

    /// Pieces of `side` that the other side could win something by taking, if it were its turn.
    /// `None` if the question makes no sense because `side` has to answer a check first.
    pub fn hanging(&self, side: Side) -> Option<Bitboard> {
        let mut view = self.clone();
        if side == self.side_to_move {
            if self.is_check() {
                return None;
            }
            view.pass();
        }
        let moves = view.legal_moves();
        let wins = moves.iter().filter(|&&mv| mv.is_capture() && view.see_at_least(mv, 1));
        Some(wins.filter_map(|&mv| Some(view.captured(mv)?.0)).collect())
    }
}
