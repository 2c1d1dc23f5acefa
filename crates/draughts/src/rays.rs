//! Diagonals: what a flying king sees.

use crate::bitboard::Bitboard;
use crate::square::{Direction, Square};

/// By direction and place, the squares up to the edge, the first one excluded. The entries of
/// ghosts and of places beyond the board are empty.
static RAYS: [[Bitboard; 64]; 4] = draw();

/// The squares from `square` to the edge, itself excluded.
#[inline]
pub(crate) fn ray(direction: Direction, square: Square) -> Bitboard {
    RAYS[direction.index()][square.place()]
}

/// Of the squares on one ray, the one that is met first.
#[inline]
pub(crate) fn nearest(direction: Direction, squares: Bitboard) -> Option<Square> {
    if direction.is_down() { squares.first() } else { squares.last() }
}

/// The empty squares from `square` on, up to the first that is occupied.
#[inline]
pub(crate) fn run(direction: Direction, square: Square, occupied: Bitboard) -> Bitboard {
    let all = ray(direction, square);
    match nearest(direction, all & occupied) {
        Some(blocker) => all - ray(direction, blocker) - blocker.into(),
        None => all,
    }
}

const fn draw() -> [[Bitboard; 64]; 4] {
    let mut rays = [[Bitboard::EMPTY; 64]; 4];
    let mut direction = 0;
    while direction < 4 {
        let mut place = 0;
        while place < 54 {
            let mut step = Bitboard::from_bits(1 << place);
            let mut bits = 0;
            while !step.is_empty() {
                step = step.shifted(Direction::ALL[direction]);
                bits |= step.to_bits();
            }
            rays[direction][place] = Bitboard::from_bits(bits);
            place += 1;
        }
        direction += 1;
    }
    rays
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_king_in_the_centre_sees_seventeen_squares() {
        let seen = |number| {
            let square = Square::from_number(number).unwrap();
            Direction::ALL.map(|direction| ray(direction, square).count()).iter().sum::<usize>()
        };
        assert_eq!([23, 28, 5, 46, 1, 26].map(seen), [17, 17, 9, 9, 9, 9]);
        assert_eq!((1..=50).map(seen).max(), Some(17));
    }

    #[test]
    fn a_run_ends_before_the_first_piece() {
        let square = |number| Square::from_number(number).unwrap();
        let occupied = Bitboard::from(square(19)) | square(14).into();
        let squares = run(Direction::UpRight, square(46), occupied);
        assert_eq!(squares, [41, 37, 32, 28, 23].map(square).into_iter().collect());
        let squares = run(Direction::DownLeft, square(5), occupied);
        assert_eq!(squares, square(10).into());
    }
}
