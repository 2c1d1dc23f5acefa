//! Chess as one of the games that generic code can play.

use crate::ending::Ending;
use crate::fen::FenError;
use crate::generate::Kind;
use crate::moves::{Move, MoveList};
use crate::piece::Piece;
use crate::position::Position;
use crate::san::MoveError;
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

    const NAME: &'static str = "chess";

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
        usize::from(self.halfmove_clock)
    }
    #[inline]
    fn legal_moves(&self) -> MoveList {
        Position::legal_moves(self)
    }
    #[inline]
    fn legal_moves_into(&self, moves: &mut MoveList) {
        moves.clear();
        self.legal_moves_of(Kind::All, moves);
    }
    #[inline]
    fn count_legal_moves(&self) -> usize {
        Position::count_legal_moves(self)
    }
    fn is_legal(&self, mv: Move) -> bool {
        Position::is_legal(self, mv)
    }
    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        Position::play_unchecked(self, mv);
    }
    #[inline]
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
        Move::from_bits(hint.0).filter(|&mv| self.is_legal(mv))
    }
    fn write_move(&self, mv: Move) -> String {
        self.write_san(mv)
    }
    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        Position::read_move(self, text)
    }
}
