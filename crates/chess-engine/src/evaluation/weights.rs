//! The tuned weights: middlegame and endgame value of every feature, in centipawns.
//!
//! Written by `examples/tune_evaluation`; `features.rs` explains the groups.

/// Groups with the values of their features.
#[rustfmt::skip]
pub(super) const WEIGHTS: &[(&str, &[(i32, i32)])] = &[
    // pieces: pawn, knight, bishop, rook, queen
    ("material", &[
        ( 90, 100),(325, 310),(340, 325),(470, 535),(960, 990),
    ]),
    // knights times own pawns above five
    ("knight_pawns", &[(3, 5)]),
    // rooks times own pawns above five
    ("rook_pawns", &[(-5, -2)]),
    // pawn on a1, b1 … h8 seen from its side
    ("pawn_squares", &[
        (  0,   0),(  0,   0),(  0,   0),(  0,   0),(  0,   0),(  0,   0),(  0,   0),(  0,   0),
        (  2,   4),(  4,   4),( -2,   2),(-10,   2),(-10,   2),(  2,   2),(  6,   4),(  2,   4),
        (  0,   0),(  2,   0),(  4,  -2),(  6,  -2),(  6,  -2),(  0,  -2),(  2,   0),(  0,   0),
        ( -4,   2),(  0,   2),( 10,   0),( 22,   0),( 22,   0),(  6,   0),(  0,   2),( -4,   2),
        ( -2,  10),(  4,  10),( 12,   8),( 24,   8),( 24,   8),( 12,   8),(  4,  10),( -2,  10),
        (  6,  24),( 10,  24),( 18,  22),( 26,  22),( 26,  22),( 18,  22),( 10,  24),(  6,  24),
        ( 26,  44),( 30,  44),( 34,  42),( 38,  42),( 38,  42),( 34,  42),( 30,  44),( 26,  44),
        (  0,   0),(  0,   0),(  0,   0),(  0,   0),(  0,   0),(  0,   0),(  0,   0),(  0,   0),
    ]),
    // knight on a1 … d1, a2 … d8, other wing alike
    ("knight_squares", &[
        (-52, -45),(-37, -36),(-28, -27),(-19, -18),
        (-35, -33),(-20, -24),(-11, -15),( -2,  -6),
        (-18, -22),( -3, -13),(  6,  -4),( 15,   5),
        ( -5, -11),( 10,  -2),( 19,   7),( 28,  16),
        ( -1, -10),( 14,  -1),( 23,   8),( 32,  17),
        (-12, -20),(  3, -11),( 12,  -2),( 21,   7),
        (-31, -32),(-16, -23),( -7, -14),(  2,  -5),
        (-52, -45),(-37, -36),(-28, -27),(-19, -18),
    ]),
    // bishop, likewise
    ("bishop_squares", &[
        (-15,  -6),(-15,  -6),(-15,  -6),(-15,  -6),
        ( -5,  -6),( 10,  -2),(  0,  -2),(  0,  -2),
        ( -3,  -6),(  2,  -2),(  7,   2),(  7,   2),
        ( -3,  -6),(  2,  -2),(  7,   2),( 12,   6),
        ( -5,  -6),(  0,  -2),(  5,   2),( 10,   6),
        ( -7,  -6),( -2,  -2),(  3,   2),(  3,   2),
        (-11,  -6),( -6,  -2),( -6,  -2),( -6,  -2),
        (-15,  -6),(-15,  -6),(-15,  -6),(-15,  -6),
    ]),
    // rook, likewise
    ("rook_squares", &[
        ( -6,  -2),( -2,  -2),(  2,  -2),(  6,  -2),
        (-14,  -4),(-10,  -4),( -6,  -4),( -2,  -4),
        (-14,  -3),(-10,  -3),( -6,  -3),( -2,  -3),
        (-12,   0),( -8,   0),( -4,   0),(  0,   0),
        ( -8,   3),( -4,   3),(  0,   3),(  4,   3),
        ( -4,   4),(  0,   4),(  4,   4),(  8,   4),
        (  2,   6),(  6,   6),( 10,   6),( 14,   6),
        ( -2,   5),(  2,   5),(  6,   5),( 10,   5),
    ]),
    // queen, likewise
    ("queen_squares", &[
        ( -9, -28),( -5, -22),( -3, -16),( -2, -10),
        ( -3, -20),(  1, -14),(  3,  -8),(  4,  -2),
        ( -2, -10),(  2,  -4),(  4,   2),(  5,   8),
        ( -4,   0),(  0,   6),(  2,  12),(  3,  18),
        ( -6,   2),( -2,   8),(  0,  14),(  1,  20),
        ( -7,  -6),( -3,   0),( -1,   6),(  0,  12),
        (-11, -16),( -7, -10),( -5,  -4),( -4,   2),
        ( -9, -26),( -5, -20),( -3, -14),( -2,  -8),
    ]),
    // king on a1, b1 … h8 seen from its side
    ("king_squares", &[
        ( 30, -30),( 40, -26),( 12, -22),(-14, -18),(-12, -18),(  8, -22),( 44, -26),( 34, -30),
        ( 14, -18),( 16,  -6),( -8,  -2),(-24,   2),(-24,   2),( -8,  -2),( 18,  -6),( 16, -18),
        (-28, -10),(-36,   2),(-44,  14),(-52,  18),(-52,  18),(-44,  14),(-36,   2),(-28, -10),
        (-44,  -4),(-52,   8),(-60,  20),(-68,  32),(-68,  32),(-60,  20),(-52,   8),(-44,  -4),
        (-60,  -2),(-68,  10),(-76,  22),(-84,  34),(-84,  34),(-76,  22),(-68,  10),(-60,  -2),
        (-60,  -6),(-68,   6),(-76,  18),(-84,  22),(-84,  22),(-76,  18),(-68,   6),(-60,  -6),
        (-60, -14),(-68,  -2),(-76,   2),(-84,   6),(-84,   6),(-76,   2),(-68,  -2),(-60, -14),
        (-60, -26),(-68, -22),(-76, -18),(-84, -14),(-84, -14),(-76, -18),(-68, -22),(-60, -26),
    ]),
    // squares among d4, e4, d5, e5 that are attacked
    ("centre_core", &[(5, 1)]),
    // squares of c3–f6 around those that are attacked
    ("centre_ring", &[(2, 1)]),
    // knights and bishops on their own first rank
    ("undeveloped", &[(-8, 0)]),
    // the same, if the root is after move 10
    ("late_undeveloped", &[(-5, 0)]),
    // knight that reaches this many squares
    ("knight_mobility", &[
        (-44, -50),(-22, -26),(-13, -16),( -6,  -8),(  0,  -2),(  5,   4),( 10,   9),( 14,  14),
        ( 18,  18),
    ]),
    // bishop, likewise
    ("bishop_mobility", &[
        (-40, -48),(-20, -25),(-12, -15),( -5,  -8),(  0,  -1),(  5,   4),(  9,   9),( 13,  14),
        ( 16,  18),( 20,  22),( 23,  26),( 26,  29),( 29,  33),( 32,  36),
    ]),
    // rook, likewise
    ("rook_mobility", &[
        (-38, -56),(-22, -29),(-15, -18),(-10, -10),( -6,  -3),( -2,   4),(  1,   9),(  4,  15),
        (  7,  20),( 10,  24),( 13,  29),( 15,  33),( 18,  37),( 20,  40),( 22,  44),
    ]),
    // queen, likewise
    ("queen_mobility", &[
        (-30, -50),(-20, -32),(-16, -24),(-13, -18),(-10, -13),( -8,  -9),( -5,  -5),( -4,  -1),
        ( -2,   2),(  0,   5),(  2,   8),(  3,  11),(  5,  14),(  6,  17),(  7,  19),(  9,  22),
        ( 10,  24),( 11,  26),( 12,  28),( 14,  31),( 15,  33),( 16,  35),( 17,  37),( 18,  39),
        ( 19,  41),( 20,  42),( 21,  44),( 22,  46),
    ]),
    // pawns with an own pawn ahead on the file
    ("doubled", &[(-6, -16)]),
    // pawns without own pawns on the files beside
    ("isolated", &[(-8, -9)]),
    // isolated pawns not opposed on their file
    ("isolated_open", &[(-8, -5)]),
    // pawns left behind that cannot advance safely
    ("backward", &[(-6, -6)]),
    // backward pawns not opposed on their file
    ("backward_open", &[(-9, -5)]),
    // pawns with a neighbour abreast, by rank
    ("phalanx", &[
        (  0,   0),(  3,   0),(  6,   4),(  9,   8),( 20,  18),( 40,  42),( 70,  80),(  0,   0),
    ]),
    // pawns defended by a pawn, by rank
    ("supported", &[
        (  0,   0),(  0,   0),( 10,   6),(  9,   6),( 14,  14),( 34,  36),( 70,  60),(  0,   0),
    ]),
    // pawns that can become passed, by rank
    ("candidate", &[
        (  0,   0),(  2,   4),(  2,   6),(  6,  14),( 16,  28),( 30,  48),(  0,   0),(  0,   0),
    ]),
    // groups of pawns on adjoining files
    ("islands", &[(-3, -4)]),
    // passed pawns by rank
    ("passed", &[
        (  0,   0),(  2,  10),(  2,  16),(  8,  30),( 28,  52),( 60,  88),(110, 140),(  0,   0),
    ]),
    // distance of the own king to the square ahead, by rank
    ("passed_own_king", &[
        (  0,   0),(  0,   0),(  0,   0),(  0,  -4),(  0,  -7),( -1, -10),( -2, -11),(  0,   0),
    ]),
    // distance of the enemy king, likewise
    ("passed_enemy_king", &[
        (  0,   0),(  0,   0),(  0,   0),(  0,   5),(  1,  11),(  2,  17),(  3,  22),(  0,   0),
    ]),
    // an enemy piece stands ahead, by rank
    ("passed_blocked", &[
        (  0,   0),(  0,   0),(  0,   0),( -4,  -8),( -8, -16),(-14, -28),(-22, -46),(  0,   0),
    ]),
    // square ahead free and not attacked, by rank
    ("passed_safe_step", &[
        (  0,   0),(  0,   0),(  0,   0),(  2,   6),(  5,  10),( 10,  18),( 18,  32),(  0,   0),
    ]),
    // whole path free and not attacked, by rank
    ("passed_free_path", &[
        (  0,   0),(  0,   0),(  0,   0),(  2,   8),(  6,  16),( 14,  30),( 26,  54),(  0,   0),
    ]),
    // own rook or queen behind it
    ("passed_rook_behind", &[(4, 14)]),
    // enemy rook or queen behind it
    ("passed_enemy_behind", &[(-4, -16)]),
    // the lone enemy king is outside the square
    ("passed_unstoppable", &[(0, 300)]),
    // king on the d- or e-file
    ("uncastled_king", &[(-14, 0)]),
    // own pawns on the three squares before the king
    ("shield_pawns", &[(7, 0)]),
    // nearest own pawn by file (edge to centre) and its rank, 0 if none
    ("shelter", &[
        (-13,   0),( 13,   0),(  5,   0),( -2,   0),( -5,   0),( -7,   0),( -7,   0),(  0,   0),
        (-20,   0),( 20,   0),(  8,   0),( -3,   0),( -8,   0),(-11,   0),(-11,   0),(  0,   0),
        (-15,   0),( 15,   0),(  7,   0),( -2,   0),( -7,   0),( -9,   0),( -9,   0),(  0,   0),
        ( -8,   0),(  8,   0),(  4,   0),( -1,   0),( -4,   0),( -5,   0),( -5,   0),(  0,   0),
    ]),
    // nearest enemy pawn near the king by rank, 0 if none
    ("storm", &[
        (  2,   0),(  0,   0),(-26,   0),(-18,   0),( -8,   0),( -2,   0),(  0,   0),(  0,   0),
    ]),
    // the same if an own pawn stops it
    ("storm_blocked", &[
        (  0,   0),(  0,   0),( -2,  -8),( -4,  -4),( -2,  -2),(  0,   0),(  0,   0),(  0,   0),
    ]),
    // attack units against the king, in steps
    ("king_danger", &[
        (  0,   0),( -2,  -1),( -5,  -2),( -9,  -4),
        (-14,  -5),(-20,  -6),(-27,  -7),(-35,  -8),
        (-44, -10),(-54, -11),(-65, -12),(-77, -13),
        (-90, -14),(-104, -16),(-119, -17),(-135, -18),
        (-152, -19),(-170, -20),(-189, -22),(-209, -23),
        (-230, -24),(-252, -25),(-275, -26),(-299, -28),
        (-324, -29),(-350, -30),(-377, -31),(-405, -32),
        (-434, -34),(-464, -35),(-495, -36),(-527, -37),
    ]),
    // attacked and undefended, the enemy to move: pawn … queen
    ("hanging", &[
        (-10, -16),(-40, -36),(-42, -38),(-56, -50),(-80, -70),
    ]),
    // the same with one's own turn to save it
    ("hanging_to_move", &[
        ( -3,  -6),(-10, -10),(-10, -10),(-14, -14),(-20, -18),
    ]),
    // pawn attacks knight, bishop, rook, queen
    ("pawn_threat", &[
        ( 44,  32),( 44,  36),( 58,  30),( 52,  32),
    ]),
    // knight or bishop attacks weak pawn … bishop, any rook, queen
    ("minor_threat", &[
        (  4,  16),( 22,  22),( 24,  24),( 40,  30),( 36,  34),
    ]),
    // rook attacks weak pawn … rook, any queen
    ("rook_threat", &[
        (  2,  20),( 22,  24),( 22,  26),(  4,  14),( 40,  32),
    ]),
    // king attacks a weak piece
    ("king_threat", &[(10, 30)]),
    // safe pawn steps that would attack a piece
    ("push_threat", &[(13, 10)]),
    // bishops on both colours
    ("bishop_pair", &[(24, 48)]),
    // knight no pawn can chase: alone, held by a pawn
    ("knight_outpost", &[
        ( 10,   6),( 28,  18),
    ]),
    // bishop, likewise
    ("bishop_outpost", &[
        (  6,   4),( 22,  12),
    ]),
    // own pawns on the colour of the bishop
    ("bad_bishop", &[(-2, -4)]),
    // those of them that are blocked
    ("blocked_bishop", &[(-4, -4)]),
    // minor piece right behind a pawn
    ("behind_pawn", &[(6, 4)]),
    // rook on a file without pawns
    ("rook_open_file", &[(32, 8)]),
    // rook on a file without own pawns
    ("rook_half_open_file", &[(12, 6)]),
    // rook on the seventh with enemy king or pawns there
    ("rook_seventh", &[(8, 20)]),
    // rook shut in beside its king that cannot castle
    ("rook_trapped", &[(-34, -8)]),
    // safe central squares in the own half
    ("space", &[(2, 0)]),
    // those behind own pawns
    ("space_behind", &[(3, 0)]),
    // the right to move
    ("tempo", &[(18, 12)]),
];
