//! The numbers of the search that were found by playing games, one line each.
//!
//! Constants in play. Built with the feature `tuning` they are UCI options, and so are the switches
//! of whole steps, with which a match measures what a step is worth.

damier_search::tunables! {
    /// Depth up to which an evaluation far above beta is believed.
    reverse_futility_depth: i32 = 8, 0..=14, step 1;
    /// Height above beta, per remaining ply, at which it is believed.
    reverse_futility_margin: i32 = 75, 20..=200, step 8;
    /// What an improving position is allowed to miss of that height.
    reverse_futility_improving: i32 = 60, 0..=200, step 8;

    /// Least depth for skipping a turn.
    null_move_depth: i32 = 3, 1..=8, step 1;
    /// Plies by which a skipped turn is searched shallower, at least.
    null_move_base: i32 = 4, 2..=8, step 1;
    /// One ply more for each so many plies of depth.
    null_move_divisor: i32 = 4, 2..=10, step 1;
    /// One ply more for each so many points above beta, up to three.
    null_move_evaluation: i32 = 180, 80..=500, step 20;
    /// From this depth on a skipped turn that succeeds is verified.
    null_move_verification: i32 = 14, 6..=30, step 2;

    /// Least depth at which a missing hash move costs a ply.
    iterative_reduction_depth: i32 = 4, 2..=10, step 1;

    /// Depth up to which late quiet moves are not searched.
    late_move_depth: i32 = 8, 0..=14, step 1;
    /// Moves searched at depth zero before quiet ones are left out; grows with the square of the
    /// depth.
    late_move_base: i32 = 3, 0..=10, step 1;

    /// Depth up to which quiet moves are not searched if the evaluation is far below alpha.
    futility_depth: i32 = 8, 0..=14, step 1;
    /// How far, for any depth and per ply.
    futility_base: i32 = 120, 0..=300, step 15;
    /// See `futility_base`.
    futility_slope: i32 = 130, 20..=200, step 10;

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

    /// Depth up to which a safe check on the principal variation is extended.
    check_extension_depth: i32 = 8, 0..=30, step 1;

    /// What a capture must add to come near alpha in quiescence.
    quiescence_margin: i32 = 140, 50..=400, step 20;

    /// What one ply of depth adds to a history bonus, and its cap.
    history_bonus: i32 = 150, 50..=400, step 15;
    /// See `history_bonus`.
    history_bonus_cap: i32 = 1700, 500..=4000, step 150;

    /// Switches of whole steps: 1 on, 0 off.
    use_reverse_futility: i32 = 1, 0..=1, step 1;
    /// A switch.
    use_null_move: i32 = 1, 0..=1, step 1;
    /// A switch.
    use_iterative_reduction: i32 = 1, 0..=1, step 1;
    /// A switch.
    use_late_move_pruning: i32 = 1, 0..=1, step 1;
    /// A switch.
    use_futility: i32 = 1, 0..=1, step 1;
    /// A switch.
    use_exchange_pruning: i32 = 1, 0..=1, step 1;
    /// A switch.
    use_history_pruning: i32 = 1, 0..=1, step 1;
    /// A switch.
    use_singular: i32 = 1, 0..=1, step 1;
    /// A switch.
    use_check_extension: i32 = 1, 0..=1, step 1;
    /// A switch.
    use_quiet_checks: i32 = 1, 0..=1, step 1;
    /// A switch.
    use_reductions: i32 = 1, 0..=1, step 1;
    /// A switch.
    use_correction: i32 = 1, 0..=1, step 1;
    /// A switch.
    use_continuation: i32 = 1, 0..=1, step 1;
    /// A switch.
    use_capture_history: i32 = 1, 0..=1, step 1;
    /// A switch.
    use_killers: i32 = 1, 0..=1, step 1;
}
