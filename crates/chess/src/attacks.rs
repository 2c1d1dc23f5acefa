//! Where pieces attack, from tables computed at compile time.
//!
//! Nothing here knows of positions: only squares and what stands in the way. Sliding pieces are in
//! the submodule `sliders`.

mod magics;
mod sliders;

pub use sliders::{bishop_attacks, rook_attacks};

use crate::bitboard::Bitboard;
use crate::piece::Role;
use crate::square::Square;
use damier_core::Side;

type PerSquare = [Bitboard; 64];

/// Directions as (files to the right, ranks up).
const ROOK_DIRECTIONS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP_DIRECTIONS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT_LEAPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_STEPS: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The square one step away, if it is on the board. Squares are plain numbers here because the
/// compiler runs this code and cannot use iterators.
const fn step(square: usize, (right, up): (i8, i8)) -> Option<usize> {
    let file = (square % 8) as i8 + right;
    let rank = (square / 8) as i8 + up;
    if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
        Some((rank * 8 + file) as usize)
    } else {
        None
    }
}

const fn leaper_table<const N: usize>(leaps: [(i8, i8); N]) -> PerSquare {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < N {
            if let Some(target) = step(square, leaps[direction]) {
                table[square].0 |= 1 << target;
            }
            direction += 1;
        }
        square += 1;
    }
    table
}

/// Squares reached from `square` in one direction, up to and including the first that is occupied.
const fn ray(square: usize, direction: (i8, i8), occupied: u64) -> u64 {
    let mut reached = 0;
    let mut current = square;
    while let Some(next) = step(current, direction) {
        reached |= 1 << next;
        if occupied >> next & 1 == 1 {
            break;
        }
        current = next;
    }
    reached
}

static KNIGHT: PerSquare = leaper_table(KNIGHT_LEAPS);
static KING: PerSquare = leaper_table(KING_STEPS);
static PAWN: [PerSquare; 2] = [leaper_table([(-1, 1), (1, 1)]), leaper_table([(-1, -1), (1, -1)])];

/// The squares strictly between two squares on one line, and the whole line through both, edge to
/// edge. Both are empty if no rank, file or diagonal joins the two.
struct LineTables {
    between: [PerSquare; 64],
    through: [PerSquare; 64],
}

static LINES: LineTables = lines();

const fn lines() -> LineTables {
    let mut lines =
        LineTables { between: [[Bitboard::EMPTY; 64]; 64], through: [[Bitboard::EMPTY; 64]; 64] };
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (right, up) = KING_STEPS[direction];
            let line = 1 << from | ray(from, (right, up), 0) | ray(from, (-right, -up), 0);
            let mut passed = 0;
            let mut current = from;
            while let Some(next) = step(current, (right, up)) {
                lines.between[from][next] = Bitboard(passed);
                lines.through[from][next] = Bitboard(line);
                passed |= 1 << next;
                current = next;
            }
            direction += 1;
        }
        from += 1;
    }
    lines
}

/// Squares that a knight attacks.
#[inline]
pub fn knight_attacks(from: Square) -> Bitboard {
    KNIGHT[from.index()]
}

/// Squares that a king attacks.
#[inline]
pub fn king_attacks(from: Square) -> Bitboard {
    KING[from.index()]
}

/// Squares that a pawn of `side` attacks.
#[inline]
pub fn pawn_attacks(side: Side, from: Square) -> Bitboard {
    PAWN[side.index()][from.index()]
}

/// Squares that a queen attacks on a board occupied as given.
#[inline]
pub fn queen_attacks(from: Square, occupied: Bitboard) -> Bitboard {
    rook_attacks(from, occupied) | bishop_attacks(from, occupied)
}

/// Squares that a piece attacks on a board occupied as given.
#[inline]
pub fn attacks(side: Side, role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => pawn_attacks(side, from),
        Role::Knight => knight_attacks(from),
        Role::Bishop => bishop_attacks(from, occupied),
        Role::Rook => rook_attacks(from, occupied),
        Role::Queen => queen_attacks(from, occupied),
        Role::King => king_attacks(from),
    }
}

/// Squares strictly between two squares of one rank, file or diagonal; empty for other pairs.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    LINES.between[a.index()][b.index()]
}

/// The rank, file or diagonal through two squares, from edge to edge; empty for other pairs.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINES.through[a.index()][b.index()]
}

/// Squares on the same rank or file, blockers or not, the square itself excluded.
#[inline]
pub fn rook_lines(square: Square) -> Bitboard {
    static TABLE: PerSquare = sliders::empty_board_table(ROOK_DIRECTIONS);
    TABLE[square.index()]
}

/// Squares on the same diagonals, blockers or not, the square itself excluded.
#[inline]
pub fn bishop_lines(square: Square) -> Bitboard {
    static TABLE: PerSquare = sliders::empty_board_table(BISHOP_DIRECTIONS);
    TABLE[square.index()]
}

/// The diagonal through a square that rises to the right, the square itself excluded.
#[inline]
pub fn rising_diagonal(square: Square) -> Bitboard {
    const fn table() -> PerSquare {
        let mut table = [Bitboard::EMPTY; 64];
        let mut square = 0;
        while square < 64 {
            table[square] = Bitboard(ray(square, (1, 1), 0) | ray(square, (-1, -1), 0));
            square += 1;
        }
        table
    }
    static TABLE: PerSquare = table();
    TABLE[square.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attacks_are_mutual_and_pawn_attacks_mirror() {
        for from in Square::all() {
            for to in Square::all() {
                assert_eq!(knight_attacks(from).contains(to), knight_attacks(to).contains(from));
                assert_eq!(king_attacks(from).contains(to), king_attacks(to).contains(from));
                let (white, black) = (Side::White, Side::Black);
                assert_eq!(
                    pawn_attacks(white, from).contains(to),
                    pawn_attacks(black, to).contains(from)
                );
            }
        }
        let leaps: usize = Square::all().map(|square| knight_attacks(square).count()).sum();
        assert_eq!(leaps, 336, "a knight has 336 leaps on the board");
    }

    #[test]
    fn lines_join_exactly_the_squares_that_a_queen_joins() {
        for a in Square::all() {
            for b in Square::all() {
                let aligned = queen_attacks(a, Bitboard::EMPTY).contains(b);
                assert_eq!(!line(a, b).is_empty(), aligned);
                let open = queen_attacks(a, between(a, b)).contains(b);
                assert_eq!(open, aligned && between(a, b).is_empty());
                if aligned {
                    assert!(line(a, b).contains(a) && line(a, b).contains(b));
                    assert_eq!(between(a, b), between(b, a));
                    assert_eq!(between(a, b) - line(a, b), Bitboard::EMPTY);
                }
            }
        }
    }
}
