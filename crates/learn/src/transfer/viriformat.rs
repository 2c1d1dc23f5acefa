//! Viriformat: games of chess as the programs around Viridithas and the trainer bullet keep them.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | the occupied squares, a1 in the lowest bit |
//! | 16 | four bits for each piece, in the order of the squares: kind, and 8 more for Black |
//! | 1 | the square to take en passant on, 64 for none, and 128 more if Black is to move |
//! | 1, 2 | plies since the last capture or pawn move, number of the move |
//! | 2, 1, 1 | a score that is not used here, the result in half points of White, nothing |
//!
//! A rook that may castle is a kind of its own;
//! then for each move two bytes for the move and two for the score as White sees it, and four zeros
//! at the end. All numbers are little-endian. There is no header, no length and no sum.

use super::{Importer, Input, MAX_PLIES, TransferError, refused};
use crate::record::{PackedGame, outcome_code, outcome_of, seen_from_white};
use damier_chess::{Move, MoveKind, Piece, Position, Role, Square};
use damier_core::{Outcome, Side};
use std::fmt::Write as _;
use std::io::{self, ErrorKind, Read};

const BOARD: usize = 32;
const ENTRY: usize = 4;
const END: [u8; ENTRY] = [0; ENTRY];
const NO_SQUARE: u8 = 64;
const BLACK_TO_MOVE: u8 = 0x80;
/// The kinds of pieces are numbered from the pawn to the king; then this.
const CASTLING_ROOK: u8 = 6;
const BLACK_PIECE: u8 = 8;

const EN_PASSANT: u16 = 1 << 14;
const CASTLING: u16 = 2 << 14;
const PROMOTION: u16 = 3 << 14;

/// The game from the end of its opening on.
pub(super) fn to_bytes(record: &PackedGame<Position>) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(BOARD + ENTRY * (record.moves.len() + 1));
    bytes.extend_from_slice(&board(&record.after_opening(), record.outcome));
    for (position, mv, score) in record.positions() {
        let score = seen_from_white(i32::from(score), position.side_to_move());
        // The lowest score of all has no opposite.
        let score = score.min(i16::MAX.into()) as i16;
        bytes.extend_from_slice(&move_bits(mv).to_le_bytes());
        bytes.extend_from_slice(&score.to_le_bytes());
    }
    bytes.extend_from_slice(&END);
    bytes
}

fn board(position: &Position, outcome: Outcome) -> [u8; BOARD] {
    let mut bytes = [0; BOARD];
    bytes[..8].copy_from_slice(&position.occupied().0.to_le_bytes());
    for (index, square) in position.occupied().into_iter().enumerate() {
        let piece = position.piece_at(square).expect("the square is occupied");
        let may_castle = position.castling().rooks().contains(square);
        let kind = if may_castle { CASTLING_ROOK } else { piece.role.index() as u8 };
        let code = kind | if piece.side == Side::Black { BLACK_PIECE } else { 0 };
        bytes[8 + index / 2] |= code << (4 * (index % 2));
    }
    let square = position.en_passant().map_or(NO_SQUARE, |square| square.index() as u8);
    let is_black = position.side_to_move() == Side::Black;
    bytes[24] = square | if is_black { BLACK_TO_MOVE } else { 0 };
    // More than a hundred and fifty plies end any game.
    bytes[25] = position.halfmove_clock().min(u8::MAX.into()) as u8;
    bytes[26..28].copy_from_slice(&position.fullmove_number().to_le_bytes());
    bytes[30] = outcome_code(outcome);
    bytes
}

/// Castling is the king taking its own rook, there as here.
fn move_bits(mv: Move) -> u16 {
    let squares = mv.from().index() as u16 | (mv.to().index() as u16) << 6;
    squares
        | match (mv.kind(), mv.promotion()) {
            (_, Some(role)) => PROMOTION | (role as u16 - Role::Knight as u16) << 12,
            (MoveKind::EnPassant, None) => EN_PASSANT,
            (MoveKind::Castle, None) => CASTLING,
            _ => 0,
        }
}

/// Reads a file to its end.
pub(super) fn read(input: Input, importer: &mut Importer) -> Result<(), TransferError> {
    let Input { path, mut reader } = input;
    let mut place = 0u64;
    loop {
        let begin = place;
        let game = read_game(&mut reader, &mut place, importer);
        match game.map_err(refused(&path))? {
            None => return Ok(()),
            Some(Ok(record)) => importer.keep(&record)?,
            Some(Err(words)) => {
                importer.fault(&path, format!("the game at byte {begin}: {words}"))?;
            }
        }
        importer.tell_progress()?;
    }
}

/// Reads a game to its end, whatever is wrong with it; `None` if there is no more.
fn read_game(
    reader: &mut impl Read,
    place: &mut u64,
    importer: &Importer,
) -> io::Result<Option<Result<PackedGame<Position>, String>>> {
    let cut_off = |place: u64| Ok(Some(Err(format!("the file is cut off at byte {place}"))));
    let mut bytes = [0; BOARD];
    match take(reader, &mut bytes, place)? {
        0 => return Ok(None),
        BOARD => (),
        _ => return cut_off(*place),
    }
    let mut game = read_board(&bytes);
    let mut position = game.as_ref().map_or_else(|_| Position::start(), |game| game.start.clone());
    loop {
        let at = *place;
        let mut entry = END;
        if take(reader, &mut entry, place)? < ENTRY {
            return cut_off(*place);
        }
        if entry == END {
            return Ok(Some(game));
        }
        // The rest is passed over.
        let Ok(record) = &mut game else { continue };
        let [low, high, score @ ..] = entry;
        let bits = u16::from_le_bytes([low, high]);
        let moves = position.legal_moves();
        let Some(&mv) = moves.iter().find(|&&mv| move_bits(mv) == bits) else {
            game = Err(format!("no legal move at byte {at}"));
            continue;
        };
        if record.moves.len() == MAX_PLIES {
            game = Err(format!("more than {MAX_PLIES} moves"));
            continue;
        }
        let score = i32::from(i16::from_le_bytes(score));
        let score = importer.settings.scaled(seen_from_white(score, position.side_to_move()));
        record.moves.push((mv, score));
        position.play_unchecked(mv);
    }
}

/// Reads until the buffer is full or the file ends, and says how much that was.
fn take(reader: &mut impl Read, buffer: &mut [u8], place: &mut u64) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match reader.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == ErrorKind::Interrupted => (),
            Err(error) => return Err(error),
        }
    }
    *place += filled as u64;
    Ok(filled)
}

/// A game without moves. The board goes through FEN, whose reader knows what can be on a board.
fn read_board(bytes: &[u8; BOARD]) -> Result<PackedGame<Position>, String> {
    let occupied = u64::from_le_bytes(*bytes.first_chunk().expect("thirty-two bytes"));
    if occupied.count_ones() > 32 {
        return Err(format!("{} pieces on the board", occupied.count_ones()));
    }
    let mut board = [None; 64];
    let mut castling = String::new();
    let squares = Square::all().filter(|square| occupied >> square.index() & 1 == 1);
    for (index, square) in squares.enumerate() {
        let code = bytes[8 + index / 2] >> (4 * (index % 2)) & 15;
        let side = if code & BLACK_PIECE == 0 { Side::White } else { Side::Black };
        let kind = code & !BLACK_PIECE;
        let role = match Role::ALL.get(usize::from(kind)) {
            Some(&role) => role,
            None if kind == CASTLING_ROOK => {
                let file = square.file().letter();
                castling.push(if side == Side::White { file.to_ascii_uppercase() } else { file });
                Role::Rook
            }
            None => return Err(format!("{kind} is no kind of piece")),
        };
        board[square.index()] = Some(Piece { side, role });
    }
    let mut fen = String::new();
    for rank in board.chunks_exact(8).rev() {
        let letters = rank.iter().map(|piece| piece.map_or('1', Piece::letter));
        fen.extend(letters.chain(['/']));
    }
    fen.pop();
    let side = if bytes[24] & BLACK_TO_MOVE == 0 { 'w' } else { 'b' };
    let en_passant = match bytes[24] & !BLACK_TO_MOVE {
        NO_SQUARE => "-".to_owned(),
        index => {
            Square::from_index(index).ok_or_else(|| format!("{index} is no square"))?.to_string()
        }
    };
    if castling.is_empty() {
        castling.push('-');
    }
    let number = u16::from_le_bytes([bytes[26], bytes[27]]);
    let _ = write!(fen, " {side} {castling} {en_passant} {} {number}", bytes[25]);
    let outcome = outcome_of(bytes[30]).ok_or_else(|| format!("{} is no result", bytes[30]))?;
    let start = Position::from_fen(&fen).map_err(|error| format!("no position: {error}"))?;
    Ok(PackedGame { id: 0, start, opening: Vec::new(), moves: Vec::new(), outcome })
}
