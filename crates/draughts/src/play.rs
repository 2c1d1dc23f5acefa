//! Playing moves.

use crate::bitboard::Bitboard;
use crate::moves::Move;
use crate::piece::{Piece, Role};
use crate::position::Position;
use crate::zobrist;
use damier_core::{IllegalMove, Listener};

impl Position {
    /// Plays a move if it is legal; otherwise changes nothing.
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

    /// Plays a legal move without asking whether it is; an illegal one may leave a board that makes
    /// no sense.
    #[inline(always)]
    pub fn play_unchecked(&mut self, mv: Move) {
        self.play_observed(mv, &mut ());
    }

    /// [`Position::play_unchecked`] that tells a listener what changes on the board.
    #[inline(always)]
    pub fn play_observed<L: Listener<Self> + ?Sized>(&mut self, mv: Move, listener: &mut L) {
        debug_assert!(self.is_legal(mv), "{mv:?} is illegal in {}", self.to_fen());
        let (us, them) = (self.side_to_move, !self.side_to_move);
        let (from, to, captured) = (mv.from(), mv.to(), mv.captured());
        let role = self.role_at(from);
        // A man that only passes the last row in a capture stays a man.
        let new_role = if self.promotes(mv) { Role::King } else { role };
        let (mover, arrival) = (Piece { side: us, role }, Piece { side: us, role: new_role });

        for square in captured {
            let piece = Piece { side: them, role: self.role_at(square) };
            self.key ^= zobrist::piece(piece, square);
            listener.vanished(piece, square);
        }
        listener.vanished(mover, from);
        self.key ^= zobrist::piece(mover, from) ^ zobrist::piece(arrival, to);
        let own = self.side(us) ^ Bitboard::from(from) ^ to.into();
        let others = self.side(them) - captured;
        let mut kings = self.kings - captured - from.into();
        if new_role == Role::King {
            kings |= to.into();
        }
        // Each field is written once: reading a position back while its parts are still being
        // written makes the processor wait.
        self.sides[us.index()] = own;
        self.sides[them.index()] = others;
        self.kings = kings;
        listener.appeared(arrival, to);

        self.switch_side();
        let is_reversible = role == Role::King && captured.is_empty();
        self.clocks.tick(is_reversible, own, others, kings);
    }

    /// Hands the turn over without moving, to ask what the other side could do: its mobility, its
    /// threats. What the draw rules count stays.
    #[inline]
    pub fn pass(&mut self) {
        self.switch_side();
    }
}
