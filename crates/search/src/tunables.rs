//! The numbers of the clock and of the deepening loop, one line each.
//!
//! Constants in play, like those of the two node searches. Built with the feature `tuning` they are
//! options of both engines.

use crate::{OptionKind, Tunable};

crate::tunables! {
    /// A game without a time control is planned as if so many moves were left.
    moves_left: i32 = 30, 10..=60, step 3;
    /// The part of the increment that is spent at once, in hundredths; the rest is a reserve.
    increment_share: i32 = 75, 20..=100, step 5;
    /// How much more than planned a single move may take in trouble, in hundredths.
    hard_factor: i32 = 400, 150..=1000, step 40;
    /// The part of the clock that a single move may take, in hundredths, unless it is the last one
    /// before more time is given.
    hard_share: i32 = 40, 10..=80, step 5;
    /// What is kept for moments in which the system has no time for us, in overheads; but at most
    /// half of the clock. Without it a long game on a small increment ends with a few milliseconds
    /// on the clock, and the first such moment loses it.
    clock_reserve: i32 = 4, 0..=20, step 1;

    /// Hundredths of the planned time if the best move has just changed.
    stability_none: i32 = 160, 100..=300, step 8;
    /// The same if it led one iteration before.
    stability_one: i32 = 130, 80..=250, step 6;
    /// The same if it led two iterations before.
    stability_two: i32 = 110, 70..=200, step 5;
    /// The same if it led three iterations before.
    stability_three: i32 = 95, 60..=150, step 5;
    /// The same if it led some iterations before.
    stability_some: i32 = 85, 50..=130, step 5;
    /// The same if it led many iterations before.
    stability_many: i32 = 75, 40..=120, step 5;
    /// So many iterations are many.
    stability_iterations: i32 = 7, 5..=15, step 1;

    /// A score that falls by so many points doubles the time.
    drop_points: i32 = 100, 30..=400, step 10;
    /// Least factor of a score that rises, in hundredths.
    drop_least: i32 = 80, 50..=100, step 5;
    /// Largest factor of a score that falls, in hundredths.
    drop_most: i32 = 160, 100..=300, step 10;
    /// Weight of the usual score against the new one, whose weight is 1.
    drop_memory: i32 = 2, 0..=8, step 1;

    /// From so many hundredths the part of nodes that the best move took is subtracted: one that
    /// took nearly all had no rival worth looking at.
    effort_base: i32 = 165, 110..=250, step 5;
    /// Least factor of a move without rivals, in hundredths.
    effort_least: i32 = 60, 30..=100, step 5;
    /// Largest factor of a move with rivals, in hundredths.
    effort_most: i32 = 140, 100..=200, step 5;

    /// A single legal move is not worth more than so many iterations of a clock.
    forced_move_depth: i32 = 6, 1..=20, step 1;

    /// Below this depth every score is new, and a narrow window would only miss.
    aspiration_depth: i32 = 4, 2..=10, step 1;
    /// Half the width of the first window.
    aspiration_margin: i32 = 14, 4..=60, step 2;
    /// What a margin that missed grows by, in hundredths of itself.
    aspiration_growth: i32 = 50, 10..=200, step 10;
    /// And in points, so that the smallest grows too.
    aspiration_step: i32 = 2, 1..=20, step 1;
    /// With a larger margin nothing is expected any more, and the window is opened.
    aspiration_limit: i32 = 1000, 200..=4000, step 100;
}

/// The options of an engine with tunables of its own besides these; none in play.
pub fn options(own: &[Tunable]) -> Vec<(&'static str, OptionKind)> {
    let all = own.iter().chain(ALL).filter(|_| cfg!(feature = "tuning"));
    let option = |tunable: &Tunable| {
        let Tunable { name, default, min, max, .. } = *tunable;
        (name, OptionKind::Spin { default: default.into(), min: min.into(), max: max.into() })
    };
    all.map(option).collect()
}

/// A tunable in hundredths as the number that it stands for.
#[inline]
pub(crate) fn hundredths(value: i32) -> f64 {
    f64::from(value) / 100.0
}
