//! Whether a move gives check, without playing it.

use crate::attacks::{attacks, between};
use crate::bitboard::Bitboard;
use crate::castling::Wing;
use crate::moves::{Move, MoveKind};
use crate::piece::Role;
use crate::position::Position;

impl Position {
    /// Whether a legal move leaves the opponent in check.
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        let us = self.side_to_move;
        let enemy_king = self.king(!us);
        let (from, to) = (mv.from(), mv.to());
        let mut occupied = self.occupied() - from.into();
        if let Some((taken, _)) = self.captured(mv) {
            occupied -= taken.into();
        }

        // What arrives, and where.
        let (role, arrival) = match mv.kind() {
            MoveKind::Castle => {
                let wing = Wing::of_rook(from, to);
                let rook_target = from.with_file(wing.rook_target());
                occupied -= to.into();
                occupied |= from.with_file(wing.king_target()).into();
                (Role::Rook, rook_target)
            }
            MoveKind::Promotion(role) | MoveKind::CapturePromotion(role) => (role, to),
            _ => (self.role_at(from).expect("a legal move starts on a piece"), to),
        };
        occupied |= arrival.into();
        if role != Role::King && attacks(us, role, arrival, occupied).contains(enemy_king) {
            return true;
        }
        // A line may have been opened behind what moved.
        let moved = Bitboard::from(from) | to.into();
        self.sliders_in_line(enemy_king, self.side(us) - moved)
            .into_iter()
            .any(|slider| !between(enemy_king, slider).intersects(occupied))
    }
}
