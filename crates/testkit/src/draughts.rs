//! Draughts positions as text, with what is known about them.

use crate::Random;
use crate::perft::{PerftCase, numbers, rows};
use std::sync::LazyLock;

/// The position in which a game begins.
pub const START: &str = "W:W31-50:B1-20";

/// Full of long captures with many paths each.
pub const MANY_ROADS: &str = "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24";

/// The best known position of the draughts literature, men only and much forced.
pub const WOLDOUBY: &str = "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26";

/// Positions on which several independent programs agree, captures that differ only in their path
/// counted once.
pub static PERFT: LazyLock<Vec<PerftCase>> =
    LazyLock::new(|| PerftCase::read(include_str!("../data/draughts-perft.txt")));

/// Counts of the next depths, for those who have minutes.
pub const DEEP_PERFT: &[(&str, u32, u64)] = &[
    (START, 8, 6_483_961),
    (START, 9, 41_022_423),
    (START, 10, 258_895_763),
    (START, 11, 1_665_861_398),
    (MANY_ROADS, 7, 9_041_010),
    (MANY_ROADS, 8, 86_724_219),
    (MANY_ROADS, 9, 1_216_917_193),
    (WOLDOUBY, 13, 9_872_645),
    (WOLDOUBY, 14, 58_360_286),
    (WOLDOUBY, 15, 346_184_885),
];

/// What a generator counts at depths 1, 2 and 3 if it has one rule wrong.
pub struct WrongRuleCase {
    /// The position.
    pub fen: &'static str,
    /// With all rules right.
    pub correct: [u64; 3],
    /// Jumped pieces leave the board at once and block no more.
    pub removed_at_once: [u64; 3],
    /// A man that touches the last row captures on as a king; it becomes one only if it stays
    /// there.
    pub promoted_in_passing: [u64; 3],
    /// Every path of a capture counts.
    pub not_merged: [u64; 3],
}

/// Positions that tell which rule is wrong.
pub static WRONG_RULES: LazyLock<Vec<WrongRuleCase>> = LazyLock::new(|| {
    let case = |[fen, correct, removed_at_once, promoted_in_passing, not_merged]: [_; 5]| {
        let counts = |column| numbers(column).try_into().expect("three counts");
        WrongRuleCase {
            fen,
            correct: counts(correct),
            removed_at_once: counts(removed_at_once),
            promoted_in_passing: counts(promoted_in_passing),
            not_merged: counts(not_merged),
        }
    };
    rows(include_str!("../data/draughts-wrong-rules.txt")).map(case).collect()
});

/// A board of random pieces as a FEN, strange nearly always: crowded or nearly empty, with any
/// share of kings. No man stands where it would be a king.
pub fn random_fen(random: &mut Random) -> String {
    let mut squares: Vec<u8> = (1..=50).collect();
    let kings_of_ten = random.below(11);
    let most = *random.pick(&[3, 6, 12, 20]);
    let mut lists = [const { Vec::new() }; 2];
    for (side, list) in lists.iter_mut().enumerate() {
        for _ in 0..1 + random.below(most) {
            let square = squares.swap_remove(random.below(squares.len()));
            let is_last_row = if side == 0 { square <= 5 } else { square > 45 };
            let is_king = is_last_row || random.below(10) < kings_of_ten;
            list.push(format!("{}{square}", if is_king { "K" } else { "" }));
        }
    }
    let turn = *random.pick(&['W', 'B']);
    format!("{turn}:W{}:B{}", lists[0].join(","), lists[1].join(","))
}
