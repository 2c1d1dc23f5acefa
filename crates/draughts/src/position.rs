//! A position: where the pieces stand, whose turn it is, and what the draw rules remember.
//!
//! This file holds the data and the questions one can ask. Moves are played in `play`, generated in
//! `generate` and `captures`; text is read and written in `fen` and `compact`. A position is copied
//! rather than unmade: it is small, and a copy cannot restore anything wrongly.

use crate::bitboard::Bitboard;
use crate::clocks::Clocks;
use crate::moves::Move;
use crate::piece::{Piece, Role};
use crate::square::Square;
use crate::zobrist;
use damier_core::Side;

/// A position of international draughts in which no man stands where it would be a king.
///
/// Any number of pieces may stand on the board, none included. Two positions are equal if the board
/// and the side to move are: what the draw rules count is not compared, as it is not part of the
/// key and of the text.
///
/// ```
/// use damier_draughts::{Position, Role, Side, Square};
///
/// let mut position = Position::from_fen("W:W31,32,33:B20,K4")?;
/// assert_eq!(position.side_to_move(), Side::White);
/// assert_eq!(position.men(Side::White).count(), 3);
/// let king = position.piece_at(Square::from_number(4).unwrap()).unwrap();
/// assert_eq!((king.side, king.role), (Side::Black, Role::King));
/// let mv = position.read_move("32-28")?;
/// position.play(mv);
/// assert_eq!(position.to_fen(), "B:W28,31,33:BK4,20");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[repr(C)]
pub struct Position {
    pub(crate) sides: [Bitboard; 2],
    pub(crate) kings: Bitboard,
    pub(crate) key: u64,
    pub(crate) clocks: Clocks,
    pub(crate) side_to_move: Side,
}

const _: () = assert!(size_of::<Position>() <= 40, "positions are copied at every node");

impl Position {
    /// An empty board, for readers to fill.
    pub(crate) fn empty_board() -> Self {
        Self {
            sides: [Bitboard::EMPTY; 2],
            kings: Bitboard::EMPTY,
            key: 0,
            clocks: Clocks::default(),
            side_to_move: Side::White,
        }
    }

    /// Puts a piece on an empty square.
    pub(crate) fn put(&mut self, piece: Piece, square: Square) {
        self.sides[piece.side.index()] |= square.into();
        if piece.role == Role::King {
            self.kings |= square.into();
        }
        self.key ^= zobrist::piece(piece, square);
    }

    /// Gives the turn to the other side.
    #[inline]
    pub(crate) fn switch_side(&mut self) {
        self.side_to_move = !self.side_to_move;
        self.key ^= zobrist::BLACK_TO_MOVE;
    }

    /// The squares on which a piece of this side stands.
    #[inline]
    pub fn side(&self, side: Side) -> Bitboard {
        self.sides[side.index()]
    }

    /// The squares on which a man of this side stands.
    #[inline]
    pub fn men(&self, side: Side) -> Bitboard {
        self.side(side) - self.kings
    }

    /// The squares on which a king of this side stands.
    #[inline]
    pub fn kings(&self, side: Side) -> Bitboard {
        self.side(side) & self.kings
    }

    /// The squares on which this piece stands.
    #[inline]
    pub fn pieces(&self, side: Side, role: Role) -> Bitboard {
        match role {
            Role::Man => self.men(side),
            Role::King => self.kings(side),
        }
    }

    /// The squares on which something stands.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    /// The squares on which nothing stands.
    #[inline]
    pub fn empty(&self) -> Bitboard {
        !self.occupied()
    }

    /// What stands on a square, and whose it is.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let side = Side::ALL.into_iter().find(|&side| self.side(side).contains(square))?;
        Some(Piece { side, role: self.role_at(square) })
    }

    /// What stands on an occupied square, of either side.
    #[inline]
    pub(crate) fn role_at(&self, square: Square) -> Role {
        if self.kings.contains(square) { Role::King } else { Role::Man }
    }

    /// The side whose turn it is.
    #[inline]
    pub fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    /// Key of everything that the repetition rule compares: pieces and side to move.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The key after a move, before it is played: so that what is stored under it can be fetched
    /// meanwhile.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let (us, them) = (self.side_to_move, !self.side_to_move);
        let role = self.role_at(mv.from());
        let new_role = if self.promotes(mv) { Role::King } else { role };
        let mut key = self.key
            ^ zobrist::BLACK_TO_MOVE
            ^ zobrist::piece(Piece { side: us, role }, mv.from())
            ^ zobrist::piece(Piece { side: us, role: new_role }, mv.to());
        for square in mv.captured() {
            key ^= zobrist::piece(Piece { side: them, role: self.role_at(square) }, square);
        }
        key
    }

    /// What the draw rules count.
    #[inline]
    pub fn clocks(&self) -> Clocks {
        self.clocks
    }

    /// Whether a legal move makes a king of a man.
    #[inline]
    pub fn promotes(&self, mv: Move) -> bool {
        let last_row = Bitboard::promotion_row(self.side_to_move);
        last_row.contains(mv.to()) && !self.kings.contains(mv.from())
    }

    /// The position as the other player sees it: the board turned round, colours and turn
    /// exchanged. What the draw rules count stays.
    pub fn rotated(&self) -> Self {
        let mut rotated = Self::empty_board();
        for square in self.occupied() {
            if let Some(Piece { side, role }) = self.piece_at(square) {
                rotated.put(Piece { side: !side, role }, square.rotated());
            }
        }
        if self.side_to_move == Side::White {
            rotated.switch_side();
        }
        rotated.clocks = self.clocks;
        rotated
    }
}

/// Board and turn agree; see [`Position`].
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.sides == other.sides
            && self.kings == other.kings
            && self.side_to_move == other.side_to_move
    }
}

impl Eq for Position {}
