//! A position: where the pieces stand, whose turn it is, and what the rules remember.
//!
//! This file holds the data and the questions one can ask. Moves are played in `play`, generated in
//! `generate`; text is read and written in `fen`. A position is copied rather than unmade: it is
//! small, and a copy cannot restore anything wrongly.

use crate::attacks::{
    between, bishop_attacks, bishop_lines, king_attacks, knight_attacks, pawn_attacks,
    rook_attacks, rook_lines,
};
use crate::bitboard::Bitboard;
use crate::castling::{CastlingRights, Wing};
use crate::material::Material;
use crate::moves::{Move, MoveKind};
use crate::piece::{Piece, Role};
use crate::square::{File, Square};
use crate::zobrist;
use damier_core::{Listener, Side};

/// A position of chess or Chess960 with one king a side, in which the side that is not to move is
/// not in check.
///
/// ```
/// use damier_chess::{Piece, Position, Role, Side, Square};
///
/// let mut position = Position::start();
/// for text in ["e4", "e5", "Nf3"] {
///     let mv = position.read_san(text)?;
///     position.play(mv);
/// }
/// assert_eq!(position.side_to_move(), Side::Black);
/// let f3 = Square::from_name("f3").unwrap();
/// assert_eq!(position.piece_at(f3), Some(Piece { side: Side::White, role: Role::Knight }));
/// assert_eq!(position.pieces(Side::White, Role::Pawn).count(), 8);
/// # Ok::<(), damier_chess::MoveError>(())
/// ```
// In the order of writing, with the sets and keys that every node reads together in front: perft on
// a thread of its own took 5 to 8 % less time than with the order that the compiler chose.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct Position {
    pub(crate) roles: [Bitboard; 6],
    pub(crate) sides: [Bitboard; 2],
    pub(crate) key: u64,
    pub(crate) pawn_key: u64,
    pub(crate) material: Material,
    pub(crate) checkers: Bitboard,
    pub(crate) pinned: Bitboard,
    pub(crate) castling: CastlingRights,
    /// Where a pawn can be taken en passant; set only if such a capture is legal.
    pub(crate) en_passant: Option<Square>,
    pub(crate) side_to_move: Side,
    pub(crate) halfmove_clock: u16,
    pub(crate) fullmove_number: u16,
    /// What stands on each square. The side is not repeated here: `sides` knows it.
    pub(crate) board: [Option<Role>; 64],
}

const _: () = assert!(size_of::<Position>() <= 192, "positions are copied at every node");

impl Position {
    /// An empty board, for readers to fill.
    pub(crate) fn empty() -> Self {
        Self {
            roles: [Bitboard::EMPTY; 6],
            sides: [Bitboard::EMPTY; 2],
            board: [None; 64],
            key: 0,
            pawn_key: 0,
            material: Material::default(),
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            castling: CastlingRights::NONE,
            en_passant: None,
            side_to_move: Side::White,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(crate) fn put<L>(&mut self, piece: Piece, square: Square, listener: &mut L)
    where
        L: Listener<Self> + ?Sized,
    {
        self.toggle(piece, square);
        self.board[square.index()] = Some(piece.role);
        self.material.add(piece);
        listener.appeared(piece, square);
    }

    /// Takes a piece from the square it stands on.
    #[inline]
    pub(crate) fn lift<L>(&mut self, piece: Piece, square: Square, listener: &mut L)
    where
        L: Listener<Self> + ?Sized,
    {
        self.toggle(piece, square);
        self.board[square.index()] = None;
        self.material.remove(piece);
        listener.vanished(piece, square);
    }

    /// Changes whether a piece is on a square, in the sets and the keys.
    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let number = zobrist::piece(piece, square);
        self.roles[piece.role.index()] ^= square.into();
        self.sides[piece.side.index()] ^= square.into();
        self.key ^= number;
        if piece.role == Role::Pawn {
            self.pawn_key ^= number;
        }
    }

    /// Sets the rights and their share of the key.
    #[inline]
    pub(crate) fn set_castling(&mut self, castling: CastlingRights) {
        for rook in self.castling.rooks() ^ castling.rooks() {
            self.key ^= zobrist::castling_rook(rook);
        }
        self.castling = castling;
    }

    /// Sets the en-passant square and its share of the key. The capture must be legal.
    #[inline]
    pub(crate) fn set_en_passant(&mut self, square: Option<Square>) {
        for square in [self.en_passant, square].into_iter().flatten() {
            self.key ^= zobrist::en_passant(square.file());
        }
        self.en_passant = square;
    }

    /// Gives the turn to the other side.
    #[inline]
    pub(crate) fn switch_side(&mut self) {
        self.side_to_move = !self.side_to_move;
        self.key ^= zobrist::black_to_move();
    }

    /// Finds checkers and pinned pieces of the side to move, after the board has changed.
    #[inline]
    pub(crate) fn find_checkers_and_pins(&mut self) {
        let us = self.side_to_move;
        let king = self.king(us);
        let enemies = self.side(!us);
        self.checkers = enemies
            & (knight_attacks(king) & self.role(Role::Knight)
                | pawn_attacks(us, king) & self.role(Role::Pawn));
        self.pinned = Bitboard::EMPTY;
        let own = self.side(us);
        for slider in self.sliders_in_line(king, enemies) {
            let in_the_way = between(king, slider) & self.occupied();
            if in_the_way.is_empty() {
                self.checkers |= slider.into();
            } else if !in_the_way.has_several() {
                self.pinned |= in_the_way & own;
            }
        }
    }

    /// Sliders among `pieces` that would attack the square if nothing stood between.
    #[inline]
    pub(crate) fn sliders_in_line(&self, square: Square, pieces: Bitboard) -> Bitboard {
        pieces
            & (rook_lines(square) & self.rooks_and_queens()
                | bishop_lines(square) & self.bishops_and_queens())
    }

    #[inline]
    pub(crate) fn rooks_and_queens(&self) -> Bitboard {
        self.role(Role::Rook) | self.role(Role::Queen)
    }

    #[inline]
    pub(crate) fn bishops_and_queens(&self) -> Bitboard {
        self.role(Role::Bishop) | self.role(Role::Queen)
    }

    /// The squares on which a piece of this role stands, of either side.
    #[inline]
    pub fn role(&self, role: Role) -> Bitboard {
        self.roles[role.index()]
    }

    /// The squares on which a piece of this side stands.
    #[inline]
    pub fn side(&self, side: Side) -> Bitboard {
        self.sides[side.index()]
    }

    /// The squares on which this piece stands.
    #[inline]
    pub fn pieces(&self, side: Side, role: Role) -> Bitboard {
        self.side(side) & self.role(role)
    }

    /// The squares on which something stands.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    /// Where the king of a side stands.
    #[inline]
    pub fn king(&self, side: Side) -> Square {
        self.pieces(side, Role::King).first_or_a1()
    }

    /// What stands on a square, of either side.
    #[inline]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        self.board[square.index()]
    }

    /// What stands on a square, and whose it is.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let role = self.role_at(square)?;
        let side = if self.sides[0].contains(square) { Side::White } else { Side::Black };
        Some(Piece { side, role })
    }

    /// The side whose turn it is.
    #[inline]
    pub fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    /// Key of everything that the repetition rule compares: pieces, side to move, castling rights
    /// and, if such a capture is legal, the en-passant file.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The key after a move, before it is played: so that what is stored under it can be fetched
    /// meanwhile. Castling, promotions, captures en passant and moves that change what may be done
    /// later (castling rights, a pawn that can be taken en passant) are too rare to be worth the
    /// trouble: after them the key is another one.
    #[inline]
    pub fn likely_key_after(&self, mv: Move) -> u64 {
        let (from, to) = (mv.from(), mv.to());
        let mut key = self.key ^ zobrist::black_to_move();
        if let Some(mover) = self.piece_at(from) {
            key ^= zobrist::piece(mover, from) ^ zobrist::piece(mover, to);
        }
        if let Some(taken) = self.piece_at(to) {
            key ^= zobrist::piece(taken, to);
        }
        if let Some(square) = self.en_passant {
            key ^= zobrist::en_passant(square.file());
        }
        key
    }

    /// Key of the pawns of both sides alone.
    #[inline]
    pub fn pawn_key(&self) -> u64 {
        self.pawn_key
    }

    /// The number of pieces of each kind.
    #[inline]
    pub fn material(&self) -> Material {
        self.material
    }

    /// The rooks that may still castle.
    #[inline]
    pub fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// The rook with which a side may still castle on a wing.
    pub fn castling_rook(&self, side: Side, wing: Wing) -> Option<Square> {
        self.castling.rook(side, self.king(side), wing)
    }

    /// The square behind a pawn that can legally be taken en passant now.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Plies since the last capture or pawn move.
    #[inline]
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// Number of the move that is next, counted from 1 and raised after Black's turn.
    #[inline]
    pub fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// Enemy pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    /// Pieces of the side to move that must stay on a line with their king.
    #[inline]
    pub fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// Pieces of `side` that attack the square, whatever stands on it: an attacker of the
    /// other side threatens the piece there, one of its own defends it. Pins are not considered.
    #[inline]
    pub fn attackers(&self, side: Side, square: Square) -> Bitboard {
        self.attackers_through(side, square, self.occupied())
    }

    /// [`Position::attackers`] on a board occupied otherwise than it is. Pieces on squares that are
    /// not occupied are counted all the same: take them out of the answer if they have left.
    #[inline]
    pub fn attackers_through(&self, side: Side, square: Square, occupied: Bitboard) -> Bitboard {
        self.side(side)
            & (pawn_attacks(!side, square) & self.role(Role::Pawn)
                | knight_attacks(square) & self.role(Role::Knight)
                | king_attacks(square) & self.role(Role::King)
                | bishop_attacks(square, occupied) & self.bishops_and_queens()
                | rook_attacks(square, occupied) & self.rooks_and_queens())
    }

    /// Whether some piece of `side` attacks the square on a board occupied as given.
    #[inline]
    pub(crate) fn is_attacked(&self, side: Side, square: Square, occupied: Bitboard) -> bool {
        let pieces = self.side(side);
        let leapers = pawn_attacks(!side, square) & self.role(Role::Pawn)
            | knight_attacks(square) & self.role(Role::Knight)
            | king_attacks(square) & self.role(Role::King);
        leapers.intersects(pieces)
            || self
                .sliders_in_line(square, pieces)
                .into_iter()
                .any(|slider| !between(square, slider).intersects(occupied))
    }

    /// What a legal move takes, and where; that is the target square but for en passant.
    #[inline]
    pub fn captured(&self, mv: Move) -> Option<(Square, Role)> {
        if !mv.is_capture() {
            return None;
        }
        let square = match mv.kind() {
            MoveKind::EnPassant => Square::new(mv.to().file(), mv.from().rank()),
            _ => mv.to(),
        };
        self.role_at(square).map(|role| (square, role))
    }

    /// Whether castling needs the Chess960 notation because king or rook start elsewhere than in
    /// standard chess. Without rights there is nothing to tell the two games apart.
    pub fn is_chess960(&self) -> bool {
        let corners = Bitboard::from_file(File::A) | Bitboard::from_file(File::H);
        Side::ALL.into_iter().any(|side| {
            let rooks = self.castling.rooks_of(side);
            let is_usual = self.king(side).file() == File::E && (rooks - corners).is_empty();
            !rooks.is_empty() && !is_usual
        })
    }
}

/// Everything that a FEN says must agree: equal positions allow the same moves and have the same
/// counters.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.sides == other.sides
            && self.roles == other.roles
            && self.side_to_move == other.side_to_move
            && self.castling == other.castling
            && self.en_passant == other.en_passant
            && self.halfmove_clock == other.halfmove_clock
            && self.fullmove_number == other.fullmove_number
    }
}

impl Eq for Position {}
