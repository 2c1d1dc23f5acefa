//! Draughts as one of the games that generic code can play.

use crate::ending::Ending;
use crate::fen::FenError;
use crate::moves::{Move, MoveList};
use crate::notation::MoveError;
use crate::piece::Piece;
use crate::position::Position;
use crate::square::Square;
use damier_core::{Listener, MoveHint, Rules, Side};

/// Where [`Position`] has a method of the same name, it means the same.
impl Rules for Position {
    type Move = Move;
    type Moves = MoveList;
    type Piece = Piece;
    type Square = Square;
    type Ending = Ending;
    type FenError = FenError;
    type MoveError = MoveError;

    const NAME: &'static str = "draughts";

    fn start() -> Self {
        Position::start()
    }
    fn from_fen(text: &str) -> Result<Self, FenError> {
        Position::from_fen(text)
    }
    fn to_fen(&self) -> String {
        Position::to_fen(self)
    }
    #[inline]
    fn side_to_move(&self) -> Side {
        self.side_to_move
    }
    #[inline]
    fn key(&self) -> u64 {
        self.key
    }
    #[inline]
    fn reversible_plies(&self) -> usize {
        usize::from(self.clocks.king_moves())
    }
    #[inline]
    fn legal_moves(&self) -> MoveList {
        Position::legal_moves(self)
    }
    #[inline]
    fn legal_moves_into(&self, moves: &mut MoveList) {
        Position::legal_moves_into(self, moves);
    }
    #[inline(always)]
    fn count_legal_moves(&self) -> usize {
        Position::count_legal_moves(self)
    }
    fn is_legal(&self, mv: Move) -> bool {
        Position::is_legal(self, mv)
    }
    #[inline(always)]
    fn play_unchecked(&mut self, mv: Move) {
        Position::play_unchecked(self, mv);
    }
    #[inline(always)]
    fn play_observed<L: Listener<Self> + ?Sized>(&mut self, mv: Move, listener: &mut L) {
        Position::play_observed(self, mv, listener);
    }
    fn ending(&self, occurrences: usize) -> Option<Ending> {
        Position::ending(self, occurrences)
    }
    fn hint(mv: Move) -> MoveHint {
        mv.into()
    }
    fn find_move(&self, hint: MoveHint) -> Option<Move> {
        Position::find_move(self, hint)
    }
    fn write_move(&self, mv: Move) -> String {
        Position::write_move(self, mv)
    }
    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        Position::read_move(self, text)
    }
}
