//! Chess positions as text, with what is known about them.

use crate::Random;
use crate::perft::PerftCase;
use std::sync::LazyLock;

/// The best known position for testing generators: castling, pins, en passant, promotions.
pub const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Positions that together hold every kind of move and every trap of generators.
///
/// The first six are well known, with counts that all generators agree on. The others are ours;
/// `tests/differential.rs` of the chess room checks all against an independent library.
pub static PERFT: LazyLock<Vec<PerftCase>> =
    LazyLock::new(|| PerftCase::read(include_str!("../data/chess-perft.txt")));

/// Positions from which random play soon ends in mate, stalemate or a dead position.
pub const SHORT_ENDINGS: &[&str] = &[
    "7k/8/5K2/8/8/8/8/6R1 w - - 0 1",
    "8/8/8/8/8/2k1q3/8/K7 b - - 0 1",
    "7k/7P/8/5K2/8/8/8/8 w - - 0 1",
];

/// The first rank of a random Chess960 game as a FEN of its start position: bishops on squares of
/// different colours, the king between the rooks.
pub fn chess960_fen(random: &mut Random) -> String {
    loop {
        let mut pieces = *b"RNBQKBNR";
        for last in (1..8).rev() {
            pieces.swap(last, random.below(last + 1));
        }
        let places = |piece| (0..8).filter(|&file| pieces[file] == piece).collect::<Vec<_>>();
        let (bishops, rooks, king) = (places(b'B'), places(b'R'), places(b'K')[0]);
        if bishops[0] % 2 != bishops[1] % 2 && rooks[0] < king && king < rooks[1] {
            let white = String::from_utf8_lossy(&pieces).into_owned();
            let black = white.to_lowercase();
            return format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1");
        }
    }
}

/// A board of random pieces as a FEN that is legal more often than not, and strange nearly always:
/// crowded or empty, with rights to castle where king and rook allow them and with en-passant
/// squares where a pawn may just have passed. What it writes keeps all rules but one: the side that
/// is not to move may be in check.
pub fn random_fen(random: &mut Random) -> String {
    let mut board = [[' '; 8]; 8];
    let white_moves = random.below(2) == 0;
    // Kings are at home more often than chance would have it, so that some may castle.
    for (king, home) in [('K', 7), ('k', 0)] {
        let square = &mut board[home][random.below(8)];
        if *square == ' ' && random.below(2) == 0 {
            *square = king;
        } else {
            place(&mut board, king, random);
        }
    }
    for is_white in [true, false] {
        let mut pawns = 0;
        for _ in 0..random.below(16) {
            let piece = match *random.pick(&['p', 'p', 'p', 'n', 'b', 'r', 'r', 'q']) {
                'p' if pawns == 8 => 'n',
                piece => piece,
            };
            pawns += usize::from(piece == 'p');
            place(&mut board, if is_white { piece.to_ascii_uppercase() } else { piece }, random);
        }
    }
    let ranks: Vec<String> =
        board.iter().map(|rank| rank.iter().collect::<String>().replace(' ', "1")).collect();
    let turn = if white_moves { 'w' } else { 'b' };
    let castling = castling_field(&board, random);
    let en_passant = en_passant_field(&board, white_moves);
    format!("{} {turn} {castling} {en_passant} 0 1", ranks.join("/"))
}

/// Rank 8 comes first, as in a FEN. Pawns keep off the last ranks.
fn place(board: &mut [[char; 8]; 8], piece: char, random: &mut Random) {
    loop {
        let (rank, file) = (random.below(8), random.below(8));
        let is_pawn = piece.eq_ignore_ascii_case(&'p');
        if board[rank][file] == ' ' && !(is_pawn && (rank == 0 || rank == 7)) {
            board[rank][file] = piece;
            return;
        }
    }
}

/// The file of a rook on each wing of each king that is at home, half of the time.
fn castling_field(board: &[[char; 8]; 8], random: &mut Random) -> String {
    let mut field = String::new();
    for (rank, king, rook, first_file) in [(7, 'K', 'R', b'A'), (0, 'k', 'r', b'a')] {
        if let Some(king) = board[rank].iter().position(|&piece| piece == king) {
            let is_rook = |file: &usize| board[rank][*file] == rook;
            for rook in
                [(king..8).rev().find(is_rook), (0..king).find(is_rook)].into_iter().flatten()
            {
                if random.below(2) == 0 {
                    field.push((first_file + rook as u8) as char);
                }
            }
        }
    }
    if field.is_empty() { "-".to_owned() } else { field }
}

/// The first square that a pawn of the side that has just moved may have passed.
fn en_passant_field(board: &[[char; 8]; 8], white_moves: bool) -> String {
    let (start, passed, arrival, pawn, digit) =
        if white_moves { (1, 2, 3, 'p', 6) } else { (6, 5, 4, 'P', 3) };
    let file = (0..8).find(|&file| {
        board[arrival][file] == pawn && board[passed][file] == ' ' && board[start][file] == ' '
    });
    file.map_or("-".to_owned(), |file| format!("{}{digit}", (b'a' + file as u8) as char))
}
