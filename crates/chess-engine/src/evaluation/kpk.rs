//! King and pawn against king, solved.
//!
//! The table is worked out at first use, in well under a millisecond, because it treats all squares
//! of the black king at once: for a pawn and a white king, the won squares of the black king are
//! one set.

use damier_chess::attacks::{king_attacks, pawn_attacks};
use damier_chess::{Bitboard, File, Position, Role, Side, Square};
use std::sync::LazyLock;

/// Squares of the black king with which White wins, by white king.
type PerKing = [Bitboard; 64];

#[derive(Clone, Copy)]
struct PawnVerdicts {
    white_to_move: PerKing,
    black_to_move: PerKing,
}

/// For a white pawn on each square of files a to d.
static TABLE: LazyLock<Box<[PawnVerdicts; 64]>> = LazyLock::new(solve);

/// Whether the side with the pawn wins, with `strong` its side and `pawn` its only pawn. All other
/// pieces but the kings are ignored.
pub(super) fn is_won(position: &Position, strong: Side, pawn: Square) -> bool {
    let flip_files = pawn.file() > File::D;
    let turn = |square: Square| {
        let index = square.index() ^ if strong == Side::Black { 56 } else { 0 };
        index ^ if flip_files { 7 } else { 0 }
    };
    let verdicts = &TABLE[turn(pawn)];
    let is_strong_to_move = position.side_to_move() == strong;
    let sets = if is_strong_to_move { &verdicts.white_to_move } else { &verdicts.black_to_move };
    let (king, defender) = (position.king(strong), position.king(!strong));
    sets[turn(king)].0 >> turn(defender) & 1 == 1
}

/// The only pawn on the board, if there is nothing else but kings.
pub(super) fn lone_pawn(position: &Position) -> Option<Square> {
    let pawns = position.role(Role::Pawn);
    let others = position.occupied() - position.role(Role::King);
    if others != pawns || pawns.has_several() { None } else { pawns.first() }
}

/// All squares next to a set.
fn neighbours(set: Bitboard) -> Bitboard {
    set.into_iter().fold(Bitboard::EMPTY, |all, square| all | king_attacks(square))
}

fn solve() -> Box<[PawnVerdicts; 64]> {
    let nothing =
        PawnVerdicts { white_to_move: [Bitboard::EMPTY; 64], black_to_move: [Bitboard::EMPTY; 64] };
    let mut table = Box::new([nothing; 64]);
    // From the seventh rank back: a pawn's steps lead to what is solved already.
    for pawn in Square::all().rev().filter(|pawn| (8..56).contains(&pawn.index())) {
        if pawn.file() > File::D {
            continue;
        }
        let steps = pushes(&table, pawn);
        table[pawn.index()] = solve_pawn(pawn, &steps);
    }
    table
}

/// Won squares of the black king after some step of the pawn, by white king.
fn pushes(table: &[PawnVerdicts; 64], pawn: Square) -> PerKing {
    let ahead = Bitboard(1 << (pawn.index() + 8));
    let next = ahead.first().expect("the pawn is not on the last rank");
    let mut won = [Bitboard::EMPTY; 64];
    for king in Square::all().filter(|&king| king != next && king != pawn) {
        let free = !ahead;
        won[king.index()] = if pawn.index() >= 48 {
            // The new queen must not fall; a rook avoids any stalemate.
            let is_protected = king_attacks(king).contains(next);
            if is_protected { free } else { free - king_attacks(next) }
        } else {
            let mut set = table[next.index()].black_to_move[king.index()] & free;
            if pawn.index() < 16 && king.index() != pawn.index() + 16 {
                let twice = Bitboard(1 << (pawn.index() + 16));
                set |= table[pawn.index() + 16].black_to_move[king.index()] - ahead - twice;
            }
            set
        };
    }
    won
}

/// The smallest sets of wins that agree with each other: what is not forced stays a draw.
fn solve_pawn(pawn: Square, pushes: &PerKing) -> PawnVerdicts {
    let cover = pawn_attacks(Side::White, pawn);
    let mut verdicts =
        PawnVerdicts { white_to_move: [Bitboard::EMPTY; 64], black_to_move: [Bitboard::EMPTY; 64] };
    loop {
        let before = (verdicts.white_to_move, verdicts.black_to_move);
        for king in Square::all().filter(|&king| king != pawn) {
            let near = king_attacks(king);
            let taken = near | king.into() | pawn.into();
            let mut won = pushes[king.index()];
            for target in near {
                won |= verdicts.black_to_move[target.index()];
            }
            verdicts.white_to_move[king.index()] = won - taken - cover;

            let targets = !(near | cover | king.into());
            let escapes = targets - verdicts.white_to_move[king.index()];
            let stalemates = !neighbours(targets) - cover;
            verdicts.black_to_move[king.index()] = !(neighbours(escapes) | stalemates | taken);
        }
        if before == (verdicts.white_to_move, verdicts.black_to_move) {
            return verdicts;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn won(fen: &str) -> bool {
        let position = Position::from_fen(fen).unwrap();
        let pawn = lone_pawn(&position).unwrap();
        let strong = position.piece_at(pawn).unwrap().side;
        is_won(&position, strong, pawn)
    }

    #[test]
    fn textbook_positions_have_their_textbook_verdicts() {
        let cases = [
            ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", true),
            ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", true),
            ("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", false),
            ("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", true),
            ("k7/8/1K6/P7/8/8/8/8 w - - 0 1", false),
            ("7k/8/8/8/8/8/P7/7K w - - 0 1", true),
            ("8/8/8/8/8/6k1/P7/7K w - - 0 1", true),
            ("8/8/8/8/8/5k2/P7/7K w - - 0 1", false),
            ("8/8/8/3k4/8/8/P7/7K w - - 0 1", false),
            ("k7/P7/K7/8/8/8/8/8 b - - 0 1", false),
            ("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", false),
            ("8/8/8/8/4p3/4k3/8/4K3 w - - 0 1", true),
            ("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", false),
            ("8/8/8/8/8/1k6/7p/3K4 b - - 0 1", true),
            ("8/8/8/8/8/8/1k4Kp/8 b - - 0 1", false),
        ];
        for (fen, verdict) in cases {
            assert_eq!(won(fen), verdict, "{fen}");
        }
    }

    #[test]
    fn the_number_of_wins_is_the_known_one() {
        // Counted by every published table of this ending: files a to d, both turns.
        let total: usize = TABLE
            .iter()
            .flat_map(|verdicts| verdicts.white_to_move.iter().chain(&verdicts.black_to_move))
            .map(|set| set.count())
            .sum();
        assert_eq!(total, 111_282);
    }
}
