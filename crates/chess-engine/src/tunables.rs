//! The numbers of the search that were found by playing games, one line each.
//!
//! Constants in play. Built with the feature `tuning` they are UCI options, and so are the switches
//! of whole steps, with which a match measures what a step is worth.

damier_search::tunables! {
    /// Plies without capture or pawn move from which the table is no longer believed: its key knows
    /// nothing of the fifty-move rule.
    table_halfmoves: i32 = 90, 40..=100, step 5;
    /// Plies by which a verdict of the endgame tables counts as deeper than the node that asked: it
    /// is worth more than what a few plies more would find.
    endgame_depth: i32 = 6, 0..=20, step 1;

    /// Depth up to which an evaluation far above beta is believed.
    reverse_futility_depth: i32 = 8, 0..=14, step 1;
    /// Height above beta, per remaining ply, at which it is believed.
    reverse_futility_margin: i32 = 75, 20..=200, step 8;
    /// What an improving position is allowed to miss of that height.
    reverse_futility_improving: i32 = 60, 0..=200, step 8;
    /// One part in so many of what stands above beta is returned with it.
    reverse_futility_share: i32 = 3, 1..=8, step 1;

    /// Least depth for skipping a turn.
    null_move_depth: i32 = 3, 1..=8, step 1;
    /// How far the bare evaluation may be below beta, per ply of depth.
    null_move_slope: i32 = 20, 0..=60, step 4;
    /// How far above beta it must be before that is taken off.
    null_move_margin: i32 = 120, 0..=300, step 15;
    /// Plies by which a skipped turn is searched shallower, at least.
    null_move_base: i32 = 4, 2..=8, step 1;
    /// One ply more for each so many plies of depth.
    null_move_divisor: i32 = 4, 2..=10, step 1;
    /// One ply more for each so many points above beta,
    null_move_evaluation: i32 = 180, 80..=500, step 20;
    /// but not more than this.
    null_move_evaluation_most: i32 = 3, 0..=6, step 1;
    /// From this depth on a skipped turn that succeeds is verified.
    null_move_verification: i32 = 14, 6..=30, step 2;
    /// The part of a verification in which no turn is skipped, in hundredths.
    null_move_verified_share: i32 = 75, 25..=100, step 5;

    /// Least depth at which a missing hash move costs a ply.
    iterative_reduction_depth: i32 = 4, 2..=10, step 1;

    /// Depth up to which late quiet moves are not searched.
    late_move_depth: i32 = 8, 0..=14, step 1;
    /// Moves searched at depth zero before quiet ones are left out; grows with the square of the
    /// depth.
    late_move_base: i32 = 3, 0..=10, step 1;
    /// What divides that number in a position that does not improve.
    late_move_divisor: i32 = 2, 1..=4, step 1;

    /// Depth up to which quiet moves are not searched if the evaluation is far below alpha.
    futility_depth: i32 = 8, 0..=14, step 1;
    /// How far, for any depth and per ply.
    futility_base: i32 = 120, 0..=300, step 15;
    /// See `futility_base`.
    futility_slope: i32 = 130, 20..=200, step 10;
    /// So much history is worth one point of it.
    futility_history: i32 = 128, 32..=512, step 16;

    /// Depth up to which moves that lose too much in the exchange are not searched.
    exchange_depth: i32 = 8, 0..=14, step 1;
    /// What a quiet move may lose, per ply squared.
    exchange_quiet: i32 = 22, 5..=80, step 4;
    /// What a capture may lose, per ply.
    exchange_noisy: i32 = 95, 20..=250, step 10;

    /// Depth up to which quiet moves with a bad history are not searched.
    history_depth: i32 = 4, 0..=10, step 1;
    /// How bad, per ply.
    history_slope: i32 = 3200, 500..=8000, step 400;

    /// Least depth for asking whether the hash move is the only good one.
    singular_depth: i32 = 7, 4..=14, step 1;
    /// Plies by which the entry of the table may be shallower.
    singular_entry_depth: i32 = 3, 1..=6, step 1;
    /// The others are searched to the depth divided by this.
    singular_divisor: i32 = 2, 1..=4, step 1;
    /// How much worse all others must be, per ply, in sixteenths.
    singular_margin: i32 = 24, 4..=64, step 4;
    /// How much worse still for a second ply.
    double_margin: i32 = 18, 0..=100, step 4;

    /// Least depth for reducing late moves.
    reduction_depth: i32 = 2, 1..=6, step 1;
    /// Reduction in hundredths of a ply before anything else.
    reduction_base: i32 = 70, 0..=200, step 10;
    /// The larger, the less depth and move number count, in hundredths.
    reduction_divisor: i32 = 225, 100..=400, step 12;
    /// So much history takes one ply off a reduction.
    reduction_history: i32 = 8200, 2000..=20000, step 700;
    /// Plies more where some move is expected to reach beta.
    reduction_cut: i32 = 2, 0..=4, step 1;
    /// Root moves that are never reduced.
    root_full_moves: i32 = 3, 1..=10, step 1;
    /// Plies by which other root moves are reduced less.
    root_reduction_less: i32 = 1, 0..=3, step 1;

    /// Depth up to which a safe check on the principal variation is extended.
    check_extension_depth: i32 = 8, 0..=30, step 1;

    /// What a capture must add to come near alpha in quiescence.
    quiescence_margin: i32 = 140, 50..=400, step 20;

    /// What one ply of depth adds to a history bonus, and its cap.
    history_bonus: i32 = 150, 50..=400, step 15;
    /// See `history_bonus`.
    history_bonus_cap: i32 = 1700, 500..=4000, step 150;
    /// What divides the continuation history of four plies ago: it says less than the nearer ones.
    continuation_far_divisor: i32 = 2, 1..=8, step 1;

    /// Weight of the captured piece against experience in the order of captures.
    capture_victim_weight: i32 = 16, 1..=64, step 4;
    /// What divides the experience there.
    capture_history_divisor: i32 = 2, 1..=16, step 1;
    /// So much in that order lets a capture lose one point and still come early.
    capture_liked: i32 = 64, 16..=256, step 8;

    /// What an error of the evaluation adds to its correction, per point and ply.
    correction_rate: i32 = 8, 1..=32, step 2;
    /// The most that it adds.
    correction_cap: i32 = 4000, 500..=8000, step 300;
    /// Weight of the correction by pawns against that by the last moves, in halves.
    correction_pawns: i32 = 2, 0..=6, step 1;

    /// Step 10: 1 on, 0 off; the same below.
    use_reverse_futility: i32 = 1, 0..=1, step 1;
    /// Step 11.
    use_null_move: i32 = 1, 0..=1, step 1;
    /// Step 13.
    use_iterative_reduction: i32 = 1, 0..=1, step 1;
    /// Step 15: late quiet moves.
    use_late_move_pruning: i32 = 1, 0..=1, step 1;
    /// Step 15: quiet moves far below alpha.
    use_futility: i32 = 1, 0..=1, step 1;
    /// Step 15: moves that lose material.
    use_exchange_pruning: i32 = 1, 0..=1, step 1;
    /// Step 15: quiet moves that failed elsewhere.
    use_history_pruning: i32 = 1, 0..=1, step 1;
    /// Step 16: the only good move.
    use_singular: i32 = 1, 0..=1, step 1;
    /// Step 16: checks on the principal variation.
    use_check_extension: i32 = 1, 0..=1, step 1;
    /// Step 14 of quiescence: quiet checks at the horizon.
    use_quiet_checks: i32 = 1, 0..=1, step 1;
    /// Step 17: late moves at reduced depth.
    use_reductions: i32 = 1, 0..=1, step 1;
    /// Step 8: the evaluation corrected by experience.
    use_correction: i32 = 1, 0..=1, step 1;
    /// Step 14: the order of quiet moves by the moves before them.
    use_continuation: i32 = 1, 0..=1, step 1;
    /// Step 14: the order of captures by experience.
    use_capture_history: i32 = 1, 0..=1, step 1;
    /// Step 14: killers before other quiet moves.
    use_killers: i32 = 1, 0..=1, step 1;
}
