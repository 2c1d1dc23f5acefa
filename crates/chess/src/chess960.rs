//! The 960 start positions of Chess960 and their usual numbers, 0 to 959.

use crate::position::Position;

/// The five files that are free for knights after bishops and queen, taken two at a time.
const KNIGHT_PAIRS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

impl Position {
    /// How many start positions Chess960 has.
    pub const CHESS960_STARTS: u16 = 960;

    /// The start position of Chess960 with a number below [`Position::CHESS960_STARTS`].
    ///
    /// ```
    /// use damier_chess::Position;
    ///
    /// // Standard chess is one of them.
    /// assert_eq!(Position::chess960_start(518), Some(Position::start()));
    /// let first = Position::chess960_start(0).unwrap();
    /// assert_eq!(first.to_fen(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    /// assert_eq!(Position::chess960_start(960), None);
    /// ```
    pub fn chess960_start(number: u16) -> Option<Self> {
        let white = back_rank(number)?;
        let black = white.to_ascii_lowercase();
        let fen = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1");
        Some(Self::from_fen(&fen).expect("every start position is legal"))
    }
}

/// The letters of White's pieces from the a-file to the h-file.
///
/// The number is read from its end, digit by digit: four squares for the bishop on light squares
/// and four for the one on dark squares, six free files for the queen, ten pairs of free files for
/// the knights. The king stands between the rooks on the three files that are left.
fn back_rank(number: u16) -> Option<String> {
    if number >= Position::CHESS960_STARTS {
        return None;
    }
    let mut rest = usize::from(number);
    let mut digit = |base: usize| {
        let digit = rest % base;
        rest /= base;
        digit
    };
    let mut rank = [None; 8];
    rank[2 * digit(4) + 1] = Some('B');
    rank[2 * digit(4)] = Some('B');
    rank[free_file(&rank, digit(6))] = Some('Q');
    let (first, second) = KNIGHT_PAIRS[digit(10)];
    let knights = [free_file(&rank, first), free_file(&rank, second)];
    for file in knights {
        rank[file] = Some('N');
    }
    for piece in ['R', 'K', 'R'] {
        rank[free_file(&rank, 0)] = Some(piece);
    }
    rank.into_iter().collect()
}

/// The free file before which there are `skipped` others.
fn free_file(rank: &[Option<char>; 8], skipped: usize) -> usize {
    (0..8).filter(|&file| rank[file].is_none()).nth(skipped).expect("enough files are free")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_first_the_last_and_the_standard_position_have_their_usual_numbers() {
        assert_eq!(back_rank(0).as_deref(), Some("BBQNNRKR"));
        assert_eq!(back_rank(518).as_deref(), Some("RNBQKBNR"));
        assert_eq!(back_rank(959).as_deref(), Some("RKRNNQBB"));
        assert_eq!(back_rank(960), None);
    }

    #[test]
    fn the_numbers_give_960_different_positions_with_all_rights_to_castle() {
        let starts: Vec<_> = (0..960).filter_map(Position::chess960_start).collect();
        let texts: HashSet<_> = starts.iter().map(Position::to_fen).collect();
        assert_eq!(texts.len(), 960);
        assert!(starts.iter().all(|start| start.castling().rooks().count() == 4));
    }
}
