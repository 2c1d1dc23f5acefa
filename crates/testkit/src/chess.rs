//! Chess positions as text, with what is known about them.

use crate::Random;

/// A position with its numbers of move paths, from depth 1 on.
pub struct PerftCase {
    /// What it shows.
    pub name: &'static str,
    /// The position.
    pub fen: &'static str,
    /// Paths of length 1, 2, 3 …
    pub counts: &'static [u64],
}

/// The best known position for testing generators: castling, pins, en passant, promotions.
pub const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Positions that together hold every kind of move and every trap of generators.
///
/// The first six are well known, with counts that all generators agree on. The others are ours;
/// `tests/differential.rs` of the chess room checks all against an independent library.
pub const PERFT: &[PerftCase] = &[
    PerftCase {
        name: "start position",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        counts: &[20, 400, 8902, 197_281, 4_865_609],
    },
    PerftCase {
        name: "Kiwipete: castling, pins and promotions together",
        fen: KIWIPETE,
        counts: &[48, 2039, 97_862, 4_085_603],
    },
    PerftCase {
        name: "rook ending with horizontal pins of en-passant pawns",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        counts: &[14, 191, 2812, 43_238, 674_624],
    },
    PerftCase {
        name: "few replies to check, then promotions with and without capture",
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        counts: &[6, 264, 9467, 422_333],
    },
    PerftCase {
        name: "a pawn promotes by taking beside the king",
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        counts: &[44, 1486, 62_379, 2_103_487],
    },
    PerftCase {
        name: "quiet symmetrical middlegame",
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        counts: &[46, 2079, 89_890, 3_894_594],
    },
    PerftCase {
        name: "attackers on the a- and h-file: castling is barred",
        fen: "1r2k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPB1PPP/R2BK2R w KQk - 2 2",
        counts: &[39, 1737, 71_445],
    },
    PerftCase {
        name: "en passant would uncover a queen along the rank",
        fen: "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
        counts: &[6, 136, 863, 20_471, 117_741],
    },
    PerftCase {
        name: "en passant takes the pawn that gives check",
        fen: "8/8/8/2k5/3Pp3/8/8/3K4 b - d3 0 1",
        counts: &[9, 49, 364, 2233, 16_574],
    },
    PerftCase {
        name: "a pawn pinned on a diagonal takes en passant along it",
        fen: "8/8/8/1k6/2pPp3/8/8/3K1B2 b - d3 0 1",
        counts: &[9, 90, 694, 7344, 54_798],
    },
    PerftCase {
        name: "double check: only the king moves",
        fen: "4k3/8/5N2/6b1/8/8/4R3/4K3 b - - 0 1",
        counts: &[3, 72, 720, 13_878, 158_163],
    },
    PerftCase {
        name: "the taken rook loses its right",
        fen: "r3k2r/8/8/8/3B4/8/8/R3K2R w KQkq - 0 1",
        counts: &[38, 860, 28_731, 663_782, 21_217_414],
    },
    PerftCase {
        name: "pinned pawns push along the file and take along the diagonal",
        fen: "4r1k1/8/8/8/4P1b1/5P2/4K3/8 w - - 0 1",
        counts: &[9, 181, 1498, 31_356, 245_917],
    },
    PerftCase {
        name: "all promotions, straight and by capture, both sides",
        fen: "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        counts: &[24, 496, 9483, 182_838],
    },
    PerftCase {
        name: "Chess960: king and rook change places",
        fen: "1k6/8/8/8/8/8/8/5KR1 w G - 0 1",
        counts: &[13, 60, 1065, 5379, 100_560],
    },
    PerftCase {
        name: "Chess960: the rook shields the square where the king would stay",
        fen: "4k3/8/8/8/8/8/8/rRK5 w B - 0 1",
        counts: &[5, 57, 821, 12_489, 201_102],
    },
    PerftCase {
        name: "Chess960: the inner rook has the right, the outer one has not",
        fen: "1rkr2r1/8/8/8/8/8/8/1RKR2R1 w DBdb - 0 1",
        counts: &[28, 656, 18_622, 503_752, 14_735_041],
    },
    PerftCase {
        name: "Chess960 start position",
        fen: "nrbbqnkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQNKR w HBhb - 0 1",
        counts: &[19, 361, 7870],
    },
];

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
