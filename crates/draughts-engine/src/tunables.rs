//! The numbers of the search that were found by playing games, one line each.
//!
//! Constants in play. Built with the feature `tuning` they are options, and so are the switches of
//! whole steps, with which a match measures what a step is worth.

damier_search::tunables! {
    /// Depth up to which an evaluation far above beta is believed.
    reverse_futility_depth: i32 = 5, 0..=14, step 1;
    /// Height above beta, per remaining ply, at which it is believed.
    reverse_futility_margin: i32 = 40, 5..=200, step 5;

    /// Least depth at which a missing hash move costs a ply.
    iterative_reduction_depth: i32 = 4, 2..=10, step 1;

    /// Least depth for reducing late moves.
    reduction_depth: i32 = 2, 1..=6, step 1;
    /// Reduction in hundredths of a ply before anything else.
    reduction_base: i32 = 60, 0..=200, step 10;
    /// The larger, the less depth and move number count, in hundredths.
    reduction_divisor: i32 = 200, 100..=400, step 12;
    /// So much history takes one ply off a reduction.
    reduction_history: i32 = 8200, 2000..=20000, step 700;
    /// Root moves that are never reduced.
    root_full_moves: i32 = 3, 1..=10, step 1;
    /// Plies by which other root moves are reduced less.
    root_reduction_less: i32 = 1, 0..=3, step 1;

    /// Plies below the horizon down to which a threat is answered before standing pat.
    threat_plies: i32 = 2, 0..=12, step 1;
    /// Plies that one answer to a threat takes off these: a move of each side.
    threat_cost: i32 = 2, 1..=6, step 1;
    /// How far below alpha a threatened side must stand to be given up at once.
    threat_margin: i32 = 0, 0..=200, step 10;

    /// What one ply of depth adds to a history bonus, and its cap.
    history_bonus: i32 = 150, 50..=400, step 15;
    /// See `history_bonus`.
    history_bonus_cap: i32 = 1700, 500..=4000, step 150;

    /// Step 5: 1 on, 0 off; the same below.
    use_single_reply: i32 = 1, 0..=1, step 1;
    /// Step 10: 1 on, 0 off; the same below.
    use_reverse_futility: i32 = 1, 0..=1, step 1;
    /// Step 13.
    use_iterative_reduction: i32 = 1, 0..=1, step 1;
    /// Step 8 of quiescence: answers to threats.
    use_threats: i32 = 1, 0..=1, step 1;
    /// Step 17: late moves at reduced depth.
    use_reductions: i32 = 1, 0..=1, step 1;
    /// Step 14: the order of quiet moves by the moves before them.
    use_continuation: i32 = 1, 0..=1, step 1;
    /// Step 14: killers before other quiet moves.
    use_killers: i32 = 1, 0..=1, step 1;
}
