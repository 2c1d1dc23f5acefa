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

/// Each side's king behind some full ranks of heavy pieces; at times with a hole here and there.
pub fn crowded_chess(random: &mut Random) -> String {
    let pieces: &[&str] = &["q", "qqqr", "qrbn", "qn", "qqqqqqp"];
    let pieces: Vec<char> = random.pick(pieces).chars().collect();
    let ranks = 1 + random.below(3);
    let holes = random.below(3);
    let king = random.below(8);
    let mut board = vec!["8".to_owned(); 8];
    for rank in 0..ranks {
        let mut draw = |file| match *random.pick(&pieces) {
            _ if (rank, file) == (0, king) => 'k',
            _ if random.below(10) < holes => '1',
            // Pawns have no place on the first rank.
            'p' if rank == 0 => 'q',
            piece => piece,
        };
        board[rank] = (0..8).map(&mut draw).collect();
        board[7 - rank] = (0..8).map(&mut draw).collect::<String>().to_uppercase();
    }
    format!("{} {} - - 0 1", board.join("/"), random.pick(&["w", "b"]))
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
