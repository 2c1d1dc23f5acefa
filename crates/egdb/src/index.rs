//! Numbers of positions: every board of a material class has one, without gaps.
//!
//! Men of the two sides may stand on different squares: those of the side to move on rows 1 to 9,
//! those of the other side on rows 0 to 8. So a class falls into blocks by the number of own men on
//! row 9, which the other side's men cannot reach; within a block the own men leave the same number
//! of squares to the other men, whatever they do, and the kings stand on what remains. Each set is
//! numbered among the squares left to it in the combinatorial number system.

use crate::board::TurnedBoard;
use crate::class::{Class, MAX_PIECES};
use damier_draughts::{Bitboard, Side};

/// `CHOOSE[n][k]` is the number of ways to choose `k` of `n` squares.
static CHOOSE: [[u32; MAX_PIECES + 1]; 51] = pascal();

const fn pascal() -> [[u32; MAX_PIECES + 1]; 51] {
    let mut rows = [[0; MAX_PIECES + 1]; 51];
    let mut n = 0;
    while n <= 50 {
        rows[n][0] = 1;
        let mut k = 1;
        while k <= MAX_PIECES && n > 0 {
            rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    rows
}

fn choose(n: usize, k: usize) -> usize {
    CHOOSE[n][k] as usize
}

/// Where own men may stand and no man of the other side.
const OWN_ROW: Bitboard = Bitboard::promotion_row(Side::Black);
/// Where men of the other side may stand and no own man.
const OTHER_ROW: Bitboard = Bitboard::promotion_row(Side::White);

/// The boards with a given number of own men on row 9.
#[derive(Clone, Copy, Debug, Default)]
struct IndexBlock {
    /// Number of its first board.
    start: usize,
    /// Ways to place the own men on rows 1 to 8.
    inner: usize,
    /// Ways to place the other side's men after that.
    others: usize,
}

/// Numbers the boards of one class.
#[derive(Clone, Debug)]
pub(crate) struct PositionIndex {
    class: Class,
    blocks: [IndexBlock; 6],
    own_kings: usize,
    other_kings: usize,
    len: usize,
}

impl PositionIndex {
    pub(crate) fn new(class: Class) -> Self {
        let (own, other) = (class.own(), class.other());
        let free = 50 - class.men();
        let own_kings = choose(free, own.kings.into());
        let other_kings = choose(free - usize::from(own.kings), other.kings.into());
        let mut blocks = [IndexBlock::default(); 6];
        let mut len = 0;
        for (on_row, block) in blocks.iter_mut().enumerate() {
            let Some(inner_men) = usize::from(own.men).checked_sub(on_row) else {
                // Beyond the last number, so that no search for a block ends here.
                *block = IndexBlock { start: usize::MAX, ..IndexBlock::default() };
                continue;
            };
            let inner = choose(40, inner_men);
            let others = choose(45 - inner_men, other.men.into());
            *block = IndexBlock { start: len, inner, others };
            len += choose(5, on_row) * inner * others * own_kings * other_kings;
        }
        Self { class, blocks, own_kings, other_kings, len }
    }

    /// The class whose boards these are.
    pub(crate) fn class(&self) -> Class {
        self.class
    }

    /// How many boards there are.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The number of a board, which must be of this class.
    #[inline]
    pub(crate) fn number(&self, board: &TurnedBoard) -> usize {
        debug_assert_eq!(board.class(), Some(self.class), "a board of another class");
        let TurnedBoard { own_men, own_kings, other_men, other_kings } = *board;
        let on_row = own_men & OWN_ROW;
        // Own men are never on the other row, so what they leave to the other men needs no care.
        let block = &self.blocks[on_row.count()];
        let mut number = rank(on_row, OWN_ROW);
        number = number * block.inner + rank(own_men - OWN_ROW, !(OWN_ROW | OTHER_ROW));
        number = number * block.others + rank(other_men, !(OWN_ROW | own_men));
        let free = !(own_men | other_men);
        number = number * self.own_kings + rank(own_kings, free);
        number = number * self.other_kings + rank(other_kings, free - own_kings);
        block.start + number
    }

    /// The board with a number, which must be less than [`PositionIndex::len`].
    pub(crate) fn board(&self, number: usize) -> TurnedBoard {
        debug_assert!(number < self.len, "no such board");
        let (own, other) = (self.class.own(), self.class.other());
        let block_number = self.blocks.iter().rposition(|block| block.start <= number);
        // The first block starts at zero.
        let on_row = block_number.unwrap_or(0);
        let block = &self.blocks[on_row];
        let number = number - block.start;
        let (number, other_king_rank) = (number / self.other_kings, number % self.other_kings);
        let (number, own_king_rank) = (number / self.own_kings, number % self.own_kings);
        let (number, other_rank) = (number / block.others, number % block.others);
        let (row_rank, inner_rank) = (number / block.inner, number % block.inner);

        let inner_men = usize::from(own.men).saturating_sub(on_row);
        let own_men = unrank(row_rank, on_row, OWN_ROW)
            | unrank(inner_rank, inner_men, !(OWN_ROW | OTHER_ROW));
        let other_men = unrank(other_rank, other.men.into(), !(OWN_ROW | own_men));
        let free = !(own_men | other_men);
        let own_kings = unrank(own_king_rank, own.kings.into(), free);
        let other_kings = unrank(other_king_rank, other.kings.into(), free - own_kings);
        TurnedBoard { own_men, own_kings, other_men, other_kings }
    }
}

/// The number of a set among those of its size within `room`.
#[inline]
fn rank(set: Bitboard, room: Bitboard) -> usize {
    let (mut rest, room) = (set.to_bits(), room.to_bits());
    let mut rank = 0;
    let mut k = 1;
    while rest != 0 {
        let below = (rest & rest.wrapping_neg()) - 1;
        rank += CHOOSE[(room & below).count_ones() as usize][k];
        rest &= rest - 1;
        k += 1;
    }
    rank as usize
}

/// The set of `size` squares of `room` with a number.
#[inline]
fn unrank(rank: usize, size: usize, room: Bitboard) -> Bitboard {
    let mut rank = rank as u32;
    let mut bits = 0;
    for k in (1..=size).rev() {
        let place = if k == 1 {
            rank as usize
        } else {
            // The greatest n with CHOOSE[n][k] <= rank: columns grow, so the condition holds up to
            // it.
            CHOOSE.partition_point(|row| row[k] <= rank) - 1
        };
        rank -= CHOOSE[place][k];
        bits |= nth_bit(room.to_bits(), place as u32);
    }
    Bitboard::from_bits(bits)
}

/// The set bit with `place` others below it.
#[inline]
fn nth_bit(bits: u64, mut place: u32) -> u64 {
    let mut base = 0;
    for half in [32, 16, 8, 4, 2, 1] {
        let count = (bits >> base & ((1 << half) - 1)).count_ones();
        if place >= count {
            place -= count;
            base += half;
        }
    }
    1 << base
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_core::random::Random;

    fn total(pieces: usize) -> usize {
        Class::all(pieces).into_iter().map(|class| PositionIndex::new(class).len()).sum()
    }

    #[test]
    fn the_numbers_of_positions_are_the_published_ones() {
        assert_eq!([2, 3, 4, 5].map(total), [8_845, 806_300, 41_971_200, 1_570_600_750]);
    }

    #[test]
    fn every_number_up_to_three_pieces_is_one_board() {
        for class in (2..=3).flat_map(Class::all) {
            let index = PositionIndex::new(class);
            for number in 0..index.len() {
                let board = index.board(number);
                assert_eq!(board.class(), Some(class), "{class} {number}");
                assert_eq!(index.number(&board), number, "{class} {board:?}");
                // Panics if a man stands where it would be a king, or two pieces share a square.
                assert_eq!(TurnedBoard::of(&board.to_position()), board);
            }
        }
    }

    #[test]
    fn sampled_numbers_of_more_pieces_are_one_board() {
        let mut random = Random::new(1);
        for class in (4..=MAX_PIECES).flat_map(Class::all) {
            let index = PositionIndex::new(class);
            let samples = (0..2000).map(|_| random.below(index.len()));
            for number in samples.chain([0, index.len() - 1]) {
                let board = index.board(number);
                assert_eq!(board.class(), Some(class), "{class} {number}");
                assert_eq!(index.number(&board), number, "{class} {board:?}");
                assert_eq!(TurnedBoard::of(&board.to_position()), board);
            }
        }
    }

    #[test]
    fn the_other_player_sees_the_same_board_after_passing_twice() {
        let index = PositionIndex::new("MKvMK".parse().expect("a class"));
        for number in (0..index.len()).step_by(9973) {
            let board = index.board(number);
            assert_eq!(board.passed().passed(), board);
            assert_eq!(TurnedBoard::of(&board.to_position().rotated()), board);
            let mut position = board.to_position();
            position.pass();
            assert_eq!(TurnedBoard::of(&position), board.passed());
        }
    }
}
