//! Positions as text: FEN, with X-FEN and Shredder-FEN for Chess960.
//!
//! The reader takes any of the three and says exactly what is wrong and where. The clocks may be
//! missing, and so may castling and en passant. The writer gives X-FEN, which is plain FEN for
//! every standard position. Like the key, it names an en-passant square only if the capture is
//! legal, so equal positions have equal text.

mod error;

pub use error::FenError;

use crate::bitboard::Bitboard;
use crate::castling::{CastlingRights, Wing};
use crate::piece::{Piece, Role};
use crate::position::Position;
use crate::square::{File, Rank, Square};
use damier_core::{Side, check_fen_text};
use std::fmt;

/// The position in which a game of standard chess begins.
pub const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// No FEN is longer: 71 characters of board, the other fields at their longest, some spaces.
const MAX_LENGTH: usize = 128;

/// A field of the text with the column where it begins.
#[derive(Clone, Copy)]
struct FenField<'a> {
    text: &'a str,
    column: usize,
}

impl FenField<'_> {
    /// Each character with its column.
    fn letters(&self) -> impl Iterator<Item = (usize, char)> {
        let first = self.column;
        self.text.chars().enumerate().map(move |(place, letter)| (first + place, letter))
    }
}

/// Splits ASCII text at white space.
fn fields(text: &str) -> impl Iterator<Item = FenField<'_>> {
    text.split_ascii_whitespace().map(move |field| {
        // Both are parts of one string: the distance of their beginnings is the place.
        let place = field.as_ptr() as usize - text.as_ptr() as usize;
        FenField { text: field, column: place + 1 }
    })
}

impl Position {
    /// The position in which a game of standard chess begins.
    pub fn start() -> Self {
        Self::from_fen(START_FEN).expect("the start position is legal")
    }

    /// Reads a FEN, X-FEN or Shredder-FEN.
    ///
    /// ```
    /// use damier_chess::{FenError, Position};
    ///
    /// let text = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    /// assert_eq!(Position::from_fen(text)?.to_fen(), text);
    /// // A mistake has a name and a place.
    /// let error = Position::from_fen("4k3/8/8/3x4/8/8/8/4K3 w - - 0 1").unwrap_err();
    /// assert_eq!(error, FenError::UnknownPiece { letter: 'x', column: 10 });
    /// # Ok::<(), FenError>(())
    /// ```
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        check_fen_text(text, MAX_LENGTH)?;
        let mut fields = fields(text);
        let mut position = Self::empty();

        let board = fields.next().ok_or(FenError::MissingField { field: "the board" })?;
        position.read_board(board)?;
        let side = fields.next().ok_or(FenError::MissingField { field: "the side to move" })?;
        if read_side(side)? == Side::Black {
            position.switch_side();
        }
        position.validate()?;
        if let Some(field) = fields.next() {
            let castling = position.read_castling(field)?;
            position.set_castling(castling);
        }
        position.find_checkers_and_pins();
        if let Some(field) = fields.next() {
            let en_passant = position.read_en_passant(field)?;
            position.set_en_passant(en_passant);
        }
        if let Some(field) = fields.next() {
            position.halfmove_clock = read_clock(field, "the halfmove clock")?;
        }
        if let Some(field) = fields.next() {
            // Some programs count from 0; they mean the first move.
            position.fullmove_number = read_clock(field, "the move number")?.max(1);
        }
        match fields.next() {
            Some(FenField { text, column }) => {
                Err(FenError::TrailingText { column, text: text.to_owned() })
            }
            None => Ok(position),
        }
    }

    fn read_board(&mut self, field: FenField) -> Result<(), FenError> {
        let found = field.text.split('/').count();
        if found != 8 {
            return Err(FenError::WrongRankCount { found });
        }
        let mut column = field.column;
        for (text, rank) in field.text.split('/').zip((0..8).rev().filter_map(Rank::from_index)) {
            let row = FenField { text, column };
            let mut squares = 0;
            for (column, letter) in row.letters() {
                if let '1'..='8' = letter {
                    squares += usize::from(letter as u8 - b'0');
                } else {
                    let unknown = FenError::UnknownPiece { letter, column };
                    let piece = Piece::from_letter(letter).ok_or(unknown)?;
                    // A rank that is too long is reported as a whole, below.
                    if let Some(file) = u8::try_from(squares).ok().and_then(File::from_index) {
                        self.put(piece, Square::new(file, rank), &mut ());
                    }
                    squares += 1;
                }
            }
            if squares != 8 {
                return Err(FenError::WrongRankLength { rank, squares, column });
            }
            column += text.len() + 1;
        }
        Ok(())
    }

    /// What must hold of pieces and turn whatever else the text says.
    fn validate(&self) -> Result<(), FenError> {
        for side in Side::ALL {
            let kings = self.pieces(side, Role::King);
            let mut squares = kings.into_iter();
            squares.next().ok_or(FenError::NoKing { side })?;
            if let Some(square) = squares.next() {
                return Err(FenError::SeveralKings { side, count: kings.count(), square });
            }
            let count = self.side(side).count();
            if count > 16 {
                return Err(FenError::TooManyPieces { side, count });
            }
            let count = self.pieces(side, Role::Pawn).count();
            if count > 8 {
                return Err(FenError::TooManyPawns { side, count });
            }
        }
        let edges = [Side::White, Side::Black].map(|side| Rank::relative(side, 1));
        let last_ranks = Bitboard::from_rank(edges[0]) | Bitboard::from_rank(edges[1]);
        if let Some(square) = (self.role(Role::Pawn) & last_ranks).first() {
            return Err(FenError::PawnOnLastRank { square });
        }
        let waiting = !self.side_to_move;
        let king = self.king(waiting);
        if !self.attackers(self.side_to_move, king).is_empty() {
            return Err(FenError::OpponentInCheck { side: waiting, king });
        }
        Ok(())
    }

    fn read_castling(&self, field: FenField) -> Result<CastlingRights, FenError> {
        let mut rights = CastlingRights::NONE;
        if field.text == "-" {
            return Ok(rights);
        }
        for (column, letter) in field.letters() {
            let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
            let impossible = |reason| FenError::ImpossibleCastling { side, letter, column, reason };
            let king = self.king(side);
            let home = Bitboard::from_rank(Rank::relative(side, 1));
            if !matches!(letter.to_ascii_lowercase(), 'k' | 'q' | 'a'..='h') {
                return Err(FenError::UnknownCastling { letter, column });
            }
            if !home.contains(king) {
                return Err(impossible("its king has left the first rank"));
            }
            let rooks = self.pieces(side, Role::Rook) & home;
            let wing_of = |rook: &Square| Wing::of_rook(king, *rook);
            let rook = match letter.to_ascii_lowercase() {
                // The outermost rook on that wing.
                'k' => rooks.into_iter().filter(|r| wing_of(r) == Wing::KingSide).last(),
                'q' => rooks.into_iter().find(|r| wing_of(r) == Wing::QueenSide),
                file => File::from_letter(file)
                    .map(|file| king.with_file(file))
                    .filter(|&square| rooks.contains(square)),
            };
            let rook = rook.ok_or_else(|| impossible("no rook stands there to castle with"))?;
            if rights.rook(side, king, wing_of(&rook)).is_some() {
                return Err(FenError::RepeatedCastling { letter, column });
            }
            rights = CastlingRights::of_rooks(rights.rooks() | rook.into());
        }
        Ok(rights)
    }

    /// The square if the capture is legal, nothing if it is merely possible, an error otherwise.
    fn read_en_passant(&self, field: FenField) -> Result<Option<Square>, FenError> {
        let FenField { text, column } = field;
        if text == "-" {
            return Ok(None);
        }
        let square = Square::from_name(text)
            .ok_or_else(|| FenError::UnknownEnPassant { text: text.to_owned(), column })?;
        let impossible = |reason| FenError::ImpossibleEnPassant { square, column, reason };
        let passer = !self.side_to_move;
        let on_file = |number| Square::new(square.file(), Rank::relative(passer, number));
        if square != on_file(3) {
            return Err(impossible("it is not on the rank that pawns pass"));
        }
        if !self.pieces(passer, Role::Pawn).contains(on_file(4)) {
            return Err(impossible("no pawn stands in front of it"));
        }
        if self.occupied().contains(square) || self.occupied().contains(on_file(2)) {
            return Err(impossible("a piece stands where the pawn came along"));
        }
        Ok(self.can_take_en_passant(square).then_some(square))
    }

    /// The position as X-FEN, which for standard chess is plain FEN.
    pub fn to_fen(&self) -> String {
        self.to_string()
    }

    /// The position as Shredder-FEN: rights to castle are always the files of the rooks.
    pub fn to_shredder_fen(&self) -> String {
        self.fen_with(|side, _, rook| cased(side, rook.file().letter()))
    }

    /// The first four fields, without the clocks, as EPD lines begin.
    pub fn to_epd(&self) -> String {
        let fen = self.to_fen();
        fen.splitn(5, ' ').take(4).collect::<Vec<_>>().join(" ")
    }

    fn fen_with(&self, castling_letter: impl Fn(Side, Wing, Square) -> char) -> String {
        let ranks: Vec<String> =
            (0..8).rev().filter_map(Rank::from_index).map(|rank| self.rank_text(rank)).collect();
        let mut castling = String::new();
        for side in Side::ALL {
            for wing in Wing::ALL {
                if let Some(rook) = self.castling_rook(side, wing) {
                    castling.push(castling_letter(side, wing, rook));
                }
            }
        }
        if castling.is_empty() {
            castling.push('-');
        }
        format!(
            "{} {} {castling} {} {} {}",
            ranks.join("/"),
            if self.side_to_move == Side::White { 'w' } else { 'b' },
            self.en_passant.map_or("-".to_owned(), |square| square.to_string()),
            self.halfmove_clock,
            self.fullmove_number,
        )
    }

    fn rank_text(&self, rank: Rank) -> String {
        let mut text = String::new();
        let mut empty = 0;
        for file in (0..8).filter_map(File::from_index) {
            match self.piece_at(Square::new(file, rank)) {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        text.push_str(&empty.to_string());
                        empty = 0;
                    }
                    text.push(piece.letter());
                }
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        text
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::start()
    }
}

/// X-FEN: the letter K or Q while the rook is the outermost on its wing, else its file.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.fen_with(|side, wing, rook| {
            let home = Bitboard::from_rank(Rank::relative(side, 1));
            let mut rooks = (self.pieces(side, Role::Rook) & home).into_iter();
            let (outermost, letter) = match wing {
                Wing::KingSide => (rooks.last(), 'k'),
                Wing::QueenSide => (rooks.next(), 'q'),
            };
            cased(side, if outermost == Some(rook) { letter } else { rook.file().letter() })
        }))
    }
}

impl std::str::FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        Self::from_fen(text)
    }
}

fn cased(side: Side, letter: char) -> char {
    match side {
        Side::White => letter.to_ascii_uppercase(),
        Side::Black => letter,
    }
}

fn read_side(field: FenField) -> Result<Side, FenError> {
    match field.text {
        "w" => Ok(Side::White),
        "b" => Ok(Side::Black),
        text => Err(FenError::UnknownSide { text: text.to_owned(), column: field.column }),
    }
}

fn read_clock(field: FenField, name: &'static str) -> Result<u16, FenError> {
    let FenField { text, column } = field;
    clock_from(text).ok_or_else(|| FenError::BadClock {
        field: name,
        text: text.to_owned(),
        column,
    })
}

/// A clock written in digits only.
pub(crate) fn clock_from(text: &str) -> Option<u16> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}
