//! The switches of a move: their groups, their numbers, and the steps of what is measured.

use damier_chess::{Bitboard, Square};

pub(super) const PHASES: usize = 6;
/// How many steps a danger or a threat has.
pub(super) const STEPS: usize = 6;
pub(super) const DROPS: usize = 12;
pub(super) const RANKS: usize = 7;

/// The groups of switches of a move: their names and how many they are.
pub const GROUPS: [(&str, usize); 24] = [
    ("kind", 36),
    ("target", 384),
    ("exchange", 16),
    ("recapture", 4),
    ("check", 3),
    ("flight", 13),
    ("habit", 7),
    ("shape", 22),
    ("special", 8),
    ("safety", 24),
    ("attack", 8),
    ("loss", 2 * DROPS),
    ("order", RANKS),
    ("threat", STEPS),
    ("mate", 1),
    ("parry", 2 * STEPS),
    ("king distance", 42),
    ("last move", 10),
    ("repetition", 3),
    ("phase", 6 * PHASES),
    ("pawn", 12),
    ("trade", 3),
    ("search", DROPS),
    ("search order", RANKS),
];

/// Where each group begins.
pub(super) const STARTS: [usize; GROUPS.len()] = {
    let mut starts = [0; GROUPS.len()];
    let mut group = 1;
    while group < GROUPS.len() {
        starts[group] = starts[group - 1] + GROUPS[group - 1].1;
        group += 1;
    }
    starts
};

/// How many switches a move has.
pub(crate) const MOVE_INPUTS: usize = STARTS[GROUPS.len() - 1] + GROUPS[GROUPS.len() - 1].1;
const _: () = assert!(MOVE_INPUTS < 1 << 16, "numbers of switches have sixteen bits");

/// Names of groups as places in [`GROUPS`].
#[derive(Clone, Copy)]
pub(super) enum Group {
    Kind,
    Target,
    Exchange,
    Recapture,
    Check,
    Flight,
    Habit,
    Shape,
    Special,
    Safety,
    Attack,
    Loss,
    Order,
    Threat,
    Mate,
    Parry,
    KingDistance,
    LastMove,
    Repetition,
    Phase,
    Pawn,
    Trade,
    Search,
    SearchOrder,
}

/// The group that a switch belongs to.
pub(crate) fn group_of(input: usize) -> usize {
    STARTS.partition_point(|&start| start <= input) - 1
}

/// How many pairs of squares lie a leap or a line apart.
pub(crate) const PATHS: usize = 1792;

/// The number of each pair of squares that a piece can go.
pub(super) static PATH_NUMBERS: std::sync::LazyLock<Vec<u16>> = std::sync::LazyLock::new(|| {
    let mut numbers = vec![u16::MAX; 64 * 64];
    let mut next = 0;
    for from in Square::all() {
        for to in Square::all() {
            let leaps = damier_chess::attacks::knight_attacks(from).contains(to);
            let slides = damier_chess::attacks::queen_attacks(from, Bitboard::EMPTY).contains(to);
            if leaps || slides {
                numbers[from.index() * 64 + to.index()] = next;
                next += 1;
            }
        }
    }
    assert_eq!(usize::from(next), PATHS, "paths on the board");
    numbers
});

/// In which of the steps that `bounds` separate a number lies.
pub(super) fn step(bounds: &[i32], value: i32) -> usize {
    bounds.partition_point(|&bound| bound <= value)
}

pub(super) const LOSSES: [i32; DROPS - 1] = [1, 12, 30, 60, 100, 150, 220, 310, 450, 650, 1000];
pub(super) const THREATS: [i32; STEPS - 1] = [30, 100, 250, 400, 700];
pub(super) const SWAPS: [i32; 7] = [-700, -400, -200, -50, 1, 200, 450];
