//! Attacks of rooks and bishops by "magic" multiplication.
//!
//! For each square, the pieces that can stand in the way occupy some of a dozen squares (the mask).
//! Multiplying that occupancy by a well-chosen number gathers the relevant bits at the top, which
//! then index a table of ready answers. Every square's table is exactly as large as its number of
//! occupancies, and both tables together take 841 KB; the compiler fills them.

use super::magics::{BISHOP_MAGICS, ROOK_MAGICS};
use super::{BISHOP_DIRECTIONS, PerSquare, ROOK_DIRECTIONS, ray};
use crate::bitboard::Bitboard;
use crate::square::Square;

/// How to find one square's part of the attack table.
#[derive(Clone, Copy)]
struct Magic {
    mask: u64,
    factor: u64,
    /// Where this square's entries begin in the table.
    offset: u32,
    /// How far to shift the product down: 64 less the number of squares in the mask.
    shift: u32,
}

impl Magic {
    #[inline]
    const fn index(&self, occupied: u64) -> usize {
        let product = (occupied & self.mask).wrapping_mul(self.factor);
        self.offset as usize + (product >> self.shift) as usize
    }
}

const ROOK_ENTRIES: usize = 102_400;
const BISHOP_ENTRIES: usize = 5_248;

static ROOK: [Magic; 64] = magics(ROOK_DIRECTIONS, ROOK_MAGICS);
static BISHOP: [Magic; 64] = magics(BISHOP_DIRECTIONS, BISHOP_MAGICS);
#[expect(long_running_const_eval, reason = "it is long, but it ends: 102,400 entries")]
static ROOK_TABLE: [Bitboard; ROOK_ENTRIES] = attack_table(ROOK_DIRECTIONS, &ROOK);
static BISHOP_TABLE: [Bitboard; BISHOP_ENTRIES] = attack_table(BISHOP_DIRECTIONS, &BISHOP);

/// Squares that a rook attacks on a board occupied as given, the first piece in each direction
/// included.
#[inline]
pub fn rook_attacks(from: Square, occupied: Bitboard) -> Bitboard {
    ROOK_TABLE[ROOK[from.index()].index(occupied.0)]
}

/// Squares that a bishop attacks on a board occupied as given, the first piece in each direction
/// included.
#[inline]
pub fn bishop_attacks(from: Square, occupied: Bitboard) -> Bitboard {
    BISHOP_TABLE[BISHOP[from.index()].index(occupied.0)]
}

/// Attacks along one line through a square. Subtracting twice the slider's bit from the pieces on
/// the line borrows from the first of them, which flips all bits up to it; the other direction is
/// the same seen in a mirror. The compiler runs this 107,648 times; walking square by square took
/// it three times as long.
const fn line_attacks(square: usize, line: u64, occupied: u64) -> u64 {
    let slider = 1u64 << square;
    let blockers = occupied & line;
    let upwards = blockers.wrapping_sub(slider << 1);
    let mirrored = blockers.reverse_bits().wrapping_sub(slider.reverse_bits() << 1);
    (upwards ^ mirrored.reverse_bits()) & line
}

/// The two lines on which a slider moves, edge to edge without its own square. Directions come in
/// the order of the clock, so the third is opposite to the first and the fourth to the second.
const fn lines(directions: [(i8, i8); 4], square: usize) -> [u64; 2] {
    [
        ray(square, directions[0], 0) | ray(square, directions[2], 0),
        ray(square, directions[1], 0) | ray(square, directions[3], 0),
    ]
}

/// Attacks from each square of an empty board.
pub(super) const fn empty_board_table(directions: [(i8, i8); 4]) -> PerSquare {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let [first, second] = lines(directions, square);
        table[square] = Bitboard(first | second);
        square += 1;
    }
    table
}

/// Squares whose occupancy changes the attacks: all on the lines but the last of each, behind which
/// nothing follows.
const fn relevant_squares(directions: [(i8, i8); 4], square: usize) -> u64 {
    let mut mask = 0;
    let mut direction = 0;
    while direction < 4 {
        let line = ray(square, directions[direction], 0);
        let mut current = square;
        // Walk to the end of the line, then leave that square out.
        while let Some(next) = super::step(current, directions[direction]) {
            current = next;
        }
        mask |= line & !(1 << current);
        direction += 1;
    }
    mask
}

const fn magics(directions: [(i8, i8); 4], factors: [u64; 64]) -> [Magic; 64] {
    let mut magics = [Magic { mask: 0, factor: 0, offset: 0, shift: 0 }; 64];
    let mut offset = 0;
    let mut square = 0;
    while square < 64 {
        let mask = relevant_squares(directions, square);
        let shift = 64 - mask.count_ones();
        magics[square] = Magic { mask, factor: factors[square], offset, shift };
        offset += 1 << mask.count_ones();
        square += 1;
    }
    magics
}

const fn attack_table<const N: usize>(
    directions: [(i8, i8); 4],
    magics: &[Magic; 64],
) -> [Bitboard; N] {
    let mut table = [Bitboard::EMPTY; N];
    let mut square = 0;
    while square < 64 {
        let magic = &magics[square];
        let [first, second] = lines(directions, square);
        // Visits every subset of the mask once, from the empty one back to the empty one.
        let mut occupied: u64 = 0;
        loop {
            let attacks =
                line_attacks(square, first, occupied) | line_attacks(square, second, occupied);
            let entry = &mut table[magic.index(occupied)];
            // Two occupancies may share an entry only if they have the same attacks.
            assert!(entry.is_empty() || entry.0 == attacks, "this factor is no magic");
            *entry = Bitboard(attacks);
            occupied = occupied.wrapping_sub(magic.mask) & magic.mask;
            if occupied == 0 {
                break;
            }
        }
        square += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_testkit::Random;

    fn walked_attacks(directions: [(i8, i8); 4], square: Square, occupied: u64) -> u64 {
        directions.iter().fold(0, |all, &direction| all | ray(square.index(), direction, occupied))
    }

    /// Half the random boards are crowded and half are sparse.
    fn boards() -> impl Iterator<Item = u64> {
        let mut random = Random::new(1);
        let mut bits = move || random.next_bits();
        (0..2000).map(move |round| if round % 2 == 0 { bits() } else { bits() & bits() & bits() })
    }

    #[test]
    fn looking_up_equals_walking() {
        for occupied in boards().chain([0, !0]) {
            for square in Square::all() {
                assert_eq!(
                    rook_attacks(square, Bitboard(occupied)).0,
                    walked_attacks(ROOK_DIRECTIONS, square, occupied)
                );
                assert_eq!(
                    bishop_attacks(square, Bitboard(occupied)).0,
                    walked_attacks(BISHOP_DIRECTIONS, square, occupied)
                );
            }
        }
    }
}
