//! Whether a move gives check, without playing it.

use crate::attacks::{
    attacks, between, bishop_attacks, knight_attacks, line, pawn_attacks, rook_attacks,
};
use crate::bitboard::Bitboard;
use crate::castling::Wing;
use crate::moves::{Move, MoveKind};
use crate::piece::Role;
use crate::position::Position;
use crate::square::Square;

/// What is needed to see at a glance which moves of a position give check.
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    enemy_king: Square,
    /// By role: where such a piece would attack the enemy king.
    squares: [Bitboard; 6],
    /// Own pieces that alone stand between an own slider and the enemy king.
    discoverers: Bitboard,
}

impl Position {
    /// Found once, for all moves of the position.
    #[inline]
    pub fn checks(&self) -> Checks {
        let us = self.side_to_move;
        let enemy_king = self.king(!us);
        let diagonal = bishop_attacks(enemy_king, self.occupied());
        let straight = rook_attacks(enemy_king, self.occupied());
        let mut squares = [Bitboard::EMPTY; 6];
        squares[Role::Pawn.index()] = pawn_attacks(!us, enemy_king);
        squares[Role::Knight.index()] = knight_attacks(enemy_king);
        squares[Role::Bishop.index()] = diagonal;
        squares[Role::Rook.index()] = straight;
        squares[Role::Queen.index()] = diagonal | straight;
        let mut discoverers = Bitboard::EMPTY;
        for slider in self.sliders_in_line(enemy_king, self.side(us)) {
            let in_the_way = between(enemy_king, slider) & self.occupied();
            if !in_the_way.has_several() {
                discoverers |= in_the_way & self.side(us);
            }
        }
        Checks { enemy_king, squares, discoverers }
    }

    /// Whether a legal move leaves the opponent in check. For several moves of one position, ask
    /// [`Position::checks`] once.
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        self.checks().are_given_by(self, mv)
    }

    /// The same for moves that take a second piece along or change what they move.
    #[cold]
    fn special_move_gives_check(&self, mv: Move, enemy_king: Square) -> bool {
        let us = self.side_to_move;
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

impl Checks {
    /// Whether a legal move of the position that this was made from leaves the opponent in check.
    #[inline]
    pub fn are_given_by(&self, position: &Position, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if matches!(mv.kind(), MoveKind::Castle | MoveKind::EnPassant) || mv.promotion().is_some() {
            return position.special_move_gives_check(mv, self.enemy_king);
        }
        let role = position.role_at(from).expect("a legal move starts on a piece");
        // What moves may leave a line open behind it, unless it stays on that line.
        self.squares[role.index()].contains(to)
            || self.discoverers.contains(from) && !line(self.enemy_king, from).contains(to)
    }
}
