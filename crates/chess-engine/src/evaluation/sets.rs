//! Sets of squares that only the evaluation asks for.

use damier_chess::{Bitboard, File, Rank, Side, Square};

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// d4, e4, d5, e5.
pub(super) const CORE_SQUARES: Bitboard = Bitboard(0x0000_0018_1800_0000);
/// The squares from c3 to f6 around the core.
pub(super) const RING_SQUARES: Bitboard = Bitboard(0x0000_3C24_243C_0000);
/// The files c to f.
pub(super) const FILES_C_TO_F: Bitboard = Bitboard(0x3C3C_3C3C_3C3C_3C3C);

/// Tables of squares in front of a square, by side.
struct Fronts {
    /// On the same file.
    file: [[u64; 64]; 2],
    /// On the same file and both beside.
    span: [[u64; 64]; 2],
}

static FRONTS: Fronts = fronts();

const fn fronts() -> Fronts {
    let mut fronts = Fronts { file: [[0; 64]; 2], span: [[0; 64]; 2] };
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        let above = if rank == 7 { 0 } else { !0 << (8 * (rank + 1)) };
        let below = (1_u64 << (8 * rank)) - 1;
        let own = FILE_A << file;
        let wide = own | (own & !FILE_A) >> 1 | (own & !FILE_H) << 1;
        fronts.file[0][square] = own & above;
        fronts.file[1][square] = own & below;
        fronts.span[0][square] = wide & above;
        fronts.span[1][square] = wide & below;
        square += 1;
    }
    fronts
}

/// The squares ahead on the same file.
#[inline]
pub(super) fn file_ahead(side: Side, square: Square) -> Bitboard {
    Bitboard(FRONTS.file[side.index()][square.index()])
}

/// The squares ahead on the same file and on those beside it.
#[inline]
pub(super) fn span_ahead(side: Side, square: Square) -> Bitboard {
    Bitboard(FRONTS.span[side.index()][square.index()])
}

/// The files beside a file.
#[inline]
pub(super) fn files_beside(file: File) -> Bitboard {
    let own = Bitboard::from_file(file);
    to_left(own) | to_right(own)
}

#[inline]
pub(super) fn to_left(set: Bitboard) -> Bitboard {
    Bitboard((set.0 & !FILE_A) >> 1)
}

#[inline]
pub(super) fn to_right(set: Bitboard) -> Bitboard {
    Bitboard((set.0 & !FILE_H) << 1)
}

/// Every square one rank further; what leaves the board is gone.
#[inline]
pub(super) fn forward(side: Side, set: Bitboard) -> Bitboard {
    match side {
        Side::White => Bitboard(set.0 << 8),
        Side::Black => Bitboard(set.0 >> 8),
    }
}

/// The squares that pawns attack.
#[inline]
pub(super) fn attacks_of_pawns(side: Side, pawns: Bitboard) -> Bitboard {
    let ahead = forward(side, pawns);
    to_left(ahead) | to_right(ahead)
}

/// Everything in front of the squares on their files, the squares excluded.
#[inline]
pub(super) fn fill_ahead(side: Side, set: Bitboard) -> Bitboard {
    let mut filled = forward(side, set).0;
    match side {
        Side::White => {
            filled |= filled << 8;
            filled |= filled << 16;
            filled |= filled << 32;
        }
        Side::Black => {
            filled |= filled >> 8;
            filled |= filled >> 16;
            filled |= filled >> 32;
        }
    }
    Bitboard(filled)
}

/// One bit for each file on which the set has a square, the a-file lowest.
#[inline]
pub(super) fn files_of(set: Bitboard) -> u8 {
    let mut folded = set.0 | set.0 >> 32;
    folded |= folded >> 16;
    folded |= folded >> 8;
    folded as u8
}

/// Number of a square as its side sees it: a1 is White's and a8 is Black's left corner at home.
#[inline]
pub(super) fn relative(side: Side, square: Square) -> usize {
    square.index() ^ (56 * side.index())
}

/// Rank of a square as its side sees it, from 0.
#[inline]
pub(super) fn relative_rank(side: Side, square: Square) -> usize {
    relative(side, square) >> 3
}

/// The rank that a side counts as its `number`th, from 1.
#[inline]
pub(super) fn rank_of(side: Side, number: u8) -> Bitboard {
    Bitboard::from_rank(Rank::relative(side, number))
}

/// King steps between two squares on an empty board.
#[inline]
pub(super) fn distance(a: Square, b: Square) -> i32 {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    files.max(ranks) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_ahead_of_one_side_is_behind_the_other() {
        for a in Square::all() {
            for b in Square::all() {
                let same_file = a.file() == b.file();
                assert_eq!(
                    file_ahead(Side::White, a).contains(b),
                    same_file && a.rank() < b.rank()
                );
                assert_eq!(
                    file_ahead(Side::White, a).contains(b),
                    file_ahead(Side::Black, b).contains(a)
                );
                assert_eq!(
                    span_ahead(Side::White, a).contains(b),
                    span_ahead(Side::Black, b).contains(a)
                );
            }
            for side in Side::ALL {
                assert_eq!(fill_ahead(side, a.into()), file_ahead(side, a));
            }
        }
        assert_eq!(CORE_SQUARES.count() + RING_SQUARES.count(), 16);
    }
}
