//! Positions that no game comes to, and that a program has to answer all the same: boards crowded
//! with queens or kings, on which captures go on for ever.

use damier_core::Rules;
use damier_core::random::Random;

/// So many positions with a move to play, out of texts that may describe none.
pub fn positions<R: Rules>(count: usize, mut write: impl FnMut(&mut Random) -> String) -> Vec<R> {
    let mut random = Random::new(22);
    let texts = std::iter::repeat_with(|| write(&mut random));
    let positions = texts.filter_map(|fen| R::from_fen(&fen).ok());
    positions.filter(|position| position.count_legal_moves() > 0).take(count).collect()
}

/// Each side's king behind some full ranks of heavy pieces; at times without a piece between them.
pub fn crowded_chess(random: &mut Random) -> String {
    let pieces: &[&[u8]] = &[b"q", b"qqqr", b"qrbn", b"qn", b"qqqqqqp"];
    let pieces = *random.pick(pieces);
    let ranks = 1 + random.below(3);
    let holes = random.below(3);
    let mut board = [[b'1'; 8]; 8];
    let king = random.below(8);
    for rank in 0..ranks {
        for file in 0..8 {
            let is_king = rank == 0 && file == king;
            let is_hole = !is_king && random.below(10) < holes;
            let mut draw = || match *random.pick(pieces) {
                // Pawns have no place on the first rank.
                b'p' if rank == 0 => b'q',
                piece => piece,
            };
            if !is_hole {
                board[rank][file] = if is_king { b'k' } else { draw() };
                board[7 - rank][file] = if is_king { b'K' } else { draw().to_ascii_uppercase() };
            }
        }
    }
    let ranks = board.map(|rank| String::from_utf8_lossy(&rank).into_owned());
    format!("{} {} - - 0 1", ranks.join("/"), random.pick(&["w", "b"]))
}

/// Kings and some men of both sides on any squares.
pub fn crowded_draughts(random: &mut Random) -> String {
    let crowd = 1 + random.below(4);
    let men = random.below(3);
    let mut sides = [Vec::new(), Vec::new()];
    for square in 1..=50 {
        let side = random.below(2);
        if random.below(5) < crowd {
            // Men stand where they are not promoted yet.
            let is_man = random.below(4) < men && (6..=45).contains(&square);
            sides[side].push(format!("{}{square}", if is_man { "" } else { "K" }));
        }
    }
    let [white, black] = sides.map(|side| side.join(","));
    format!("{}:W{white}:B{black}", random.pick(&["W", "B"]))
}
