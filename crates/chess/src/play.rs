//! Playing moves.

use crate::attacks::{between, pawn_attacks};
use crate::bitboard::Bitboard;
use crate::castling::{CastlingRights, Wing};
use crate::moves::{Move, MoveKind};
use crate::piece::{Piece, Role};
use crate::position::Position;
use crate::square::{Rank, Square};
use damier_core::{IllegalMove, Listener};

impl Position {
    /// Plays a move if it is legal; otherwise changes nothing.
    ///
    /// ```
    /// use damier_chess::Position;
    ///
    /// let start = Position::start();
    /// let mv = start.read_san("e4")?;
    /// let mut position = start.clone();
    /// assert!(position.try_play(mv).is_ok());
    /// // The pawn has left e2.
    /// assert!(position.try_play(mv).is_err());
    /// # Ok::<(), damier_chess::MoveError>(())
    /// ```
    pub fn try_play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove);
        }
        self.play_unchecked(mv);
        Ok(())
    }

    /// Plays a move that the caller knows to be legal.
    ///
    /// # Panics
    /// If the move is illegal.
    pub fn play(&mut self, mv: Move) {
        self.try_play(mv).unwrap_or_else(|_| panic!("{mv:?} is illegal in {}", self.to_fen()));
    }

    /// Plays a legal move without asking whether it is; an illegal one may panic or leave a board
    /// that makes no sense.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        self.play_observed(mv, &mut ());
    }

    /// [`Position::play_unchecked`] that tells a listener what changes on the board.
    #[inline]
    pub fn play_observed<L: Listener<Self> + ?Sized>(&mut self, mv: Move, listener: &mut L) {
        debug_assert!(self.is_legal(mv), "{mv:?} is illegal in {}", self.to_fen());
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        let role = self.role_at(from).expect("a legal move starts on a piece");
        let mover = Piece { side: us, role };

        self.set_en_passant(None);
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        if mv.is_capture() || role == Role::Pawn {
            self.halfmove_clock = 0;
        }
        self.fullmove_number = self.fullmove_number.saturating_add(us as u16);

        let kind = mv.kind();
        if let Some((square, role)) = self.captured(mv) {
            self.lift(Piece { side: !us, role }, square, listener);
        }
        self.lift(mover, from, listener);
        match kind {
            MoveKind::Castle => {
                let wing = Wing::of_rook(from, to);
                let rook = Piece { side: us, role: Role::Rook };
                self.lift(rook, to, listener);
                self.put(mover, from.with_file(wing.king_target()), listener);
                self.put(rook, from.with_file(wing.rook_target()), listener);
            }
            MoveKind::Promotion(role) | MoveKind::CapturePromotion(role) => {
                self.put(Piece { side: us, role }, to, listener);
            }
            _ => self.put(mover, to, listener),
        }

        // On either side: a rook that leaves its square or is taken on it loses its right, and a
        // king that moves takes both rights with it.
        let mut rooks = self.castling.rooks();
        if !rooks.is_empty() {
            rooks -= Bitboard::from(from) | to.into();
            if role == Role::King {
                rooks -= Bitboard::from_rank(Rank::relative(us, 1));
            }
            self.set_castling(CastlingRights::of_rooks(rooks));
        }

        self.switch_side();
        self.find_checkers_and_pins();
        if kind == MoveKind::DoublePush {
            let target = between(from, to).first_or_a1();
            if self.can_take_en_passant(target) {
                self.set_en_passant(Some(target));
            }
        }
    }

    /// Hands the turn over without moving, as a search does to see what the opponent threatens.
    /// Not allowed in check.
    #[inline]
    pub fn pass(&mut self) {
        debug_assert!(!self.is_check(), "passing in check would leave the king to capture");
        self.set_en_passant(None);
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.fullmove_number = self.fullmove_number.saturating_add(self.side_to_move as u16);
        self.switch_side();
        self.find_checkers_and_pins();
    }

    /// Whether the side to move has a legal capture on `target`, the square that an enemy pawn has
    /// just passed.
    #[inline]
    pub(crate) fn can_take_en_passant(&self, target: Square) -> bool {
        !self.en_passant_takers(target).is_empty()
    }

    /// The pawns of the side to move that may legally take en passant on `target`.
    #[inline]
    pub(crate) fn en_passant_takers(&self, target: Square) -> Bitboard {
        let us = self.side_to_move;
        let mut takers = pawn_attacks(!us, target) & self.pieces(us, Role::Pawn);
        for taker in takers {
            if !self.en_passant_is_safe(taker, target) {
                takers -= taker.into();
            }
        }
        takers
    }

    /// Two pawns leave their squares at once, which can open a line that no pin shows, so the
    /// board after the capture is looked at.
    fn en_passant_is_safe(&self, taker: Square, target: Square) -> bool {
        let us = self.side_to_move;
        let taken = Bitboard::from(Square::new(target.file(), taker.rank()));
        let occupied = (self.occupied() - taken - taker.into()) | target.into();
        let attackers = self.attackers_through(!us, self.king(us), occupied);
        (attackers - taken).is_empty()
    }
}
