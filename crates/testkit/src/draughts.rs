//! Draughts positions as text, with what is known about them.

use crate::Random;

/// A position with its numbers of move paths, from depth 1 on.
pub struct PerftCase {
    /// What it shows.
    pub name: &'static str,
    /// The position.
    pub fen: &'static str,
    /// Paths of length 1, 2, 3 …; zero where the game is over before.
    pub counts: &'static [u64],
}

/// The position in which a game begins.
pub const START: &str = "W:W31-50:B1-20";

/// Full of long captures with many paths each.
pub const MANY_ROADS: &str = "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24";

/// The best known position of the draughts literature, men only and much forced.
pub const WOLDOUBY: &str = "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26";

/// Positions on which several independent programs agree, captures that differ only in their path
/// counted once.
pub const PERFT: &[PerftCase] = &[
    PerftCase {
        name: "start position",
        fen: "W:W31-50:B1-20",
        counts: &[9, 81, 658, 4265, 27_117, 167_140, 1_049_442],
    },
    PerftCase {
        name: "flying kings and many paths for one capture",
        fen: "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24",
        counts: &[14, 55, 1168, 5432, 87_195, 629_010],
    },
    PerftCase {
        name: "Woldouby, the classic position",
        fen: "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26",
        counts: &[6, 12, 30, 73, 215, 590, 1944, 6269, 22_369, 88_050, 377_436],
    },
    PerftCase {
        name: "opening with all forty men",
        fen: "B:W25,27,28,31,32,33,35,36,37,38,39,40,42,43,45,46,47,48,49,50\
            :B1,3,4,5,6,7,8,9,11,12,13,14,15,16,17,18,19,20,23,24",
        counts: &[9, 53, 286, 1372, 7212, 37_933, 197_857, 1_061_451],
    },
    PerftCase {
        name: "middlegame of men",
        fen: "W:W31,34,36,37,39,44,46,47,49:B2,3,6,10,11,13,15,16,20,28",
        counts: &[11, 120, 1091, 10_672, 91_868, 851_882],
    },
    PerftCase {
        name: "jumped pieces block; the game is over after three plies",
        fen: "W:WK7,24,25,35,42,46,48:B9,17,18,19,27,28,30,34,37,44",
        counts: &[1, 1, 3, 0],
    },
    PerftCase {
        name: "kings on both sides, many paths",
        fen: "W:W7,10,K15,16,K19,K45,48,50:B1,K2,8,14,23,K24,K31,32,35,37,41,42",
        counts: &[7, 24, 135, 445, 5271, 43_433, 643_931],
    },
    PerftCase {
        name: "a capture that leads back to its origin",
        fen: "W:W6,17,22,40,41,42,K43,44:B3,K8,9,10,11,14,20,21,29,33,35,37,39",
        counts: &[6, 11, 96, 793, 7625, 60_850, 614_316],
    },
    PerftCase {
        name: "four kings a side amid men",
        fen: "W:WK5,K6,13,18,24,35,K37,39,40,43,K50\
            :B2,8,10,K11,14,19,21,K22,29,K30,K31,32,38,41,44",
        counts: &[1, 4, 28, 45, 158, 226, 801, 1245, 16_688, 52_517, 772_697],
    },
    PerftCase {
        name: "promotion row passed in a capture, kings around",
        fen: "W:WK1,10,11,K26,27:B7,9,K13,K17,18,22,23,29,40,45",
        counts: &[20, 40, 159, 365, 3263, 24_176, 199_688],
    },
    PerftCase {
        name: "kings and men about to promote",
        fen: "B:WK2,12,K21,24,26,34,43,44:B4,11,13,14,K15,K16,41",
        counts: &[5, 15, 97, 197, 2706, 23_696, 342_225],
    },
    PerftCase {
        name: "three kings against one, the sixteen-move rule",
        fen: "W:WK48,K49,K50:BK5",
        counts: &[27, 225, 4383, 47_010, 979_109],
    },
    PerftCase {
        name: "kings on the long diagonal and beside it",
        fen: "W:WK1,K6,K46:BK5,K28",
        counts: &[8, 58, 508, 3461, 61_120, 618_422],
    },
    PerftCase {
        name: "men only: the promotion row is passed",
        fen: "W:W11,28,32,37,48:B7,8,17,19,27,36",
        counts: &[3, 7, 66, 221, 1420, 5156, 37_368, 139_386, 1_059_878],
    },
    PerftCase {
        name: "one king amid nine men",
        fen: "W:WK28:B17,18,19,22,23,24,32,33,34",
        counts: &[2, 10, 73, 469, 2261, 14_270, 83_165, 503_735],
    },
];

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
pub const WRONG_RULES: &[WrongRuleCase] = &[
    WrongRuleCase {
        fen: "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24",
        correct: [14, 55, 1168],
        removed_at_once: [32, 63, 1289],
        promoted_in_passing: [14, 55, 1168],
        not_merged: [436, 1728, 38_080],
    },
    WrongRuleCase {
        fen: "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26",
        correct: [6, 12, 30],
        removed_at_once: [6, 12, 30],
        promoted_in_passing: [6, 12, 30],
        not_merged: [6, 13, 35],
    },
    WrongRuleCase {
        fen: "W:WK7,24,25,35,42,46,48:B9,17,18,19,27,28,30,34,37,44",
        correct: [1, 1, 3],
        removed_at_once: [8, 8, 114],
        promoted_in_passing: [1, 1, 3],
        not_merged: [3, 3, 9],
    },
    WrongRuleCase {
        fen: "W:W7,10,K15,16,K19,K45,48,50:B1,K2,8,14,23,K24,K31,32,35,37,41,42",
        correct: [7, 24, 135],
        removed_at_once: [2, 8, 97],
        promoted_in_passing: [7, 24, 135],
        not_merged: [28, 92, 508],
    },
    WrongRuleCase {
        fen: "W:W6,17,22,40,41,42,K43,44:B3,K8,9,10,11,14,20,21,29,33,35,37,39",
        correct: [6, 11, 96],
        removed_at_once: [3, 7, 96],
        promoted_in_passing: [6, 12, 104],
        not_merged: [7, 12, 103],
    },
    WrongRuleCase {
        fen: "W:W11,28,32,37,48:B7,8,17,19,27,36",
        correct: [3, 7, 66],
        removed_at_once: [3, 7, 66],
        promoted_in_passing: [6, 10, 87],
        not_merged: [3, 7, 66],
    },
    WrongRuleCase {
        fen: "W:WK1,10,11,K26,27:B7,9,K13,K17,18,22,23,29,40,45",
        correct: [20, 40, 159],
        removed_at_once: [5, 5, 62],
        promoted_in_passing: [31, 52, 184],
        not_merged: [20, 40, 159],
    },
    WrongRuleCase {
        fen: "W:WK28:B17,18,19,22,23,24,32,33,34",
        correct: [2, 10, 73],
        removed_at_once: [2, 10, 75],
        promoted_in_passing: [2, 10, 73],
        not_merged: [2, 10, 73],
    },
];

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
