//! How long to think.
//!
//! The *soft* limit is asked between iterations and stretched or shortened by what they found; the
//! *hard* limit ends a search in the middle of one. Both come from the player's clock, or are the
//! time for the move if that was given.

use crate::tunables::{self as tune, hundredths};
use crate::{Limits, PlayerClock};
use std::time::Duration;
#[cfg(not(target_family = "wasm"))]
use std::time::Instant;

/// A source of time. Searches are given one, so that tests need not wait.
pub trait Clock: Send + Sync {
    /// Time since some fixed moment.
    fn now(&self) -> Duration;
}

/// The computer's clock, counted from the moment it was made.
#[cfg(not(target_family = "wasm"))]
#[derive(Clone, Copy, Debug)]
pub struct SystemClock(Instant);

#[cfg(not(target_family = "wasm"))]
impl SystemClock {
    /// A clock that shows zero now.
    pub fn start() -> Self {
        Self(Instant::now())
    }
}

#[cfg(not(target_family = "wasm"))]
impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

#[cfg(target_family = "wasm")]
pub use given::{SystemClock, give_time};

/// In a browser the system has no clock that the standard library knows: the page gives one.
#[cfg(target_family = "wasm")]
mod given {
    use super::Clock;
    use std::sync::OnceLock;
    use std::time::Duration;

    static TIME: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Says where the time comes from, once and before the first search.
    pub fn give_time(now: fn() -> Duration) {
        let _ = TIME.set(now);
    }

    fn time() -> Duration {
        TIME.get().map_or(Duration::ZERO, |now| now())
    }

    /// The clock that was given, counted from the moment it was made.
    #[derive(Clone, Copy, Debug)]
    pub struct SystemClock(Duration);

    impl SystemClock {
        /// A clock that shows zero now.
        pub fn start() -> Self {
            Self(time())
        }
    }

    impl Clock for SystemClock {
        fn now(&self) -> Duration {
            time().saturating_sub(self.0)
        }
    }
}

/// The time for one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeBudget {
    /// When to stop between iterations, before it is scaled by how the search goes.
    pub soft: Option<Duration>,
    /// When to stop in any case.
    pub hard: Option<Duration>,
    /// Whether the soft limit may be scaled: not if the time for the move was given.
    pub is_flexible: bool,
}

impl TimeBudget {
    /// Plans the time for a move. `overhead` is what is lost between a clock and the engine with
    /// every move: it is taken off clocks, never off a time that is given for the move.
    pub fn new(limits: &Limits, clock: Option<PlayerClock>, overhead: Duration) -> Self {
        let mut budget =
            clock.map_or_else(Self::default, |clock| Self::from_clock(clock, overhead));
        if let Some(time) = limits.move_time {
            // The time for the move is to be used up, so that only the hard limit ends it.
            let least = |limit: Option<Duration>| Some(limit.map_or(time, |limit| limit.min(time)));
            budget = Self { hard: least(budget.hard), ..budget };
        }
        budget
    }

    fn from_clock(clock: PlayerClock, overhead: Duration) -> Self {
        // What is left minus a margin: never think longer than that, and always think a little.
        let reserve = overhead * tune::clock_reserve() as u32;
        let kept = overhead + reserve.min(clock.remaining / 2);
        let usable = clock.remaining.saturating_sub(kept).max(Duration::from_millis(1));
        let most = tune::moves_left() as u32;
        let moves = clock.moves_to_go.unwrap_or(most).clamp(1, most);
        let gain = clock.increment.mul_f64(hundredths(tune::increment_share()));
        let base = usable.div_f64(moves.into()) + gain;
        let is_last = clock.moves_to_go == Some(1);
        let share = if is_last { 1.0 } else { hundredths(tune::hard_share()) };
        let hard = base.mul_f64(hundredths(tune::hard_factor())).min(usable.mul_f64(share));
        Self { soft: Some(base.min(hard)), hard: Some(hard), is_flexible: true }
    }
}

/// How the search has gone so far, as far as it matters for the time.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Iterations in a row with the same best move.
    pub stable_iterations: u32,
    /// By how many points the score has fallen since the last iterations; negative if it has risen.
    pub score_drop: i32,
    /// The part of all nodes that went into the best move, 0 to 1.
    pub best_move_share: f64,
}

impl Progress {
    /// The factor for the soft limit: less for a move that nothing threatens to replace, more when
    /// the score falls or the search hesitates.
    pub fn factor(self) -> f64 {
        let stability = hundredths(match self.stable_iterations {
            0 => tune::stability_none(),
            1 => tune::stability_one(),
            2 => tune::stability_two(),
            3 => tune::stability_three(),
            some if some < tune::stability_iterations() as u32 => tune::stability_some(),
            _ => tune::stability_many(),
        });
        let drop = 1.0 + f64::from(self.score_drop) / f64::from(tune::drop_points());
        let drop = drop.clamp(hundredths(tune::drop_least()), hundredths(tune::drop_most()));
        let effort = hundredths(tune::effort_base()) - self.best_move_share;
        let effort =
            effort.clamp(hundredths(tune::effort_least()), hundredths(tune::effort_most()));
        stability * drop * effort
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> TimeBudget {
        let clock =
            PlayerClock { remaining: millis(remaining), increment: millis(increment), moves_to_go };
        TimeBudget::new(&Limits::default(), Some(clock), millis(10))
    }

    #[test]
    fn a_move_gets_a_thirtieth_and_most_of_the_increment() {
        let budget = clock(60_050, 1_000, None);
        assert_eq!(budget.soft, Some(millis(2_000 + 750)));
        assert!(clock(60_050, 2_000, None).soft > budget.soft, "the increment counts");
    }

    #[test]
    fn no_move_takes_more_than_is_left() {
        for remaining in [0, 1, 5, 11, 50, 100, 1_000, 100_000] {
            for increment in [0, 100, 10_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40)] {
                    let budget = clock(remaining, increment, moves_to_go);
                    let hard = budget.hard.unwrap();
                    assert!(hard <= millis(remaining.saturating_sub(10).max(1)), "{budget:?}");
                    assert!(budget.soft.unwrap() <= hard && hard > Duration::ZERO, "{budget:?}");
                }
            }
        }
    }

    #[test]
    fn a_long_game_on_a_small_increment_keeps_a_reserve() {
        // Every move takes twice what was planned and a few milliseconds more, as on a busy
        // machine.
        let mut remaining = millis(1_000);
        for _ in 0..300 {
            let player = PlayerClock { remaining, increment: millis(10), moves_to_go: None };
            let budget = TimeBudget::new(&Limits::default(), Some(player), millis(20));
            let spent = (budget.soft.unwrap() * 2).min(budget.hard.unwrap()) + millis(4);
            remaining = remaining.saturating_sub(spent) + millis(10);
        }
        assert!(remaining > millis(50), "{remaining:?}");
    }

    #[test]
    fn the_last_move_before_the_control_may_use_what_is_left() {
        assert!(clock(10_000, 0, Some(1)).hard.unwrap() > millis(9_000));
        assert!(clock(10_000, 0, Some(40)).hard.unwrap() < millis(2_000));
    }

    #[test]
    fn time_for_the_move_is_used_up() {
        let limits = Limits::to_time(millis(500));
        let budget = TimeBudget::new(&limits, None, millis(10));
        assert_eq!(budget, TimeBudget { soft: None, hard: Some(millis(500)), is_flexible: false });
        // A clock that runs out earlier counts, with what is lost on the way.
        let clock = PlayerClock { remaining: millis(50), ..PlayerClock::default() };
        let budget = TimeBudget::new(&limits, Some(clock), millis(10));
        assert!(budget.hard.unwrap() < millis(40), "{budget:?}");
    }

    #[test]
    fn trouble_gets_more_time_and_calm_less() {
        let calm = Progress { stable_iterations: 8, score_drop: -5, best_move_share: 0.95 };
        let usual = Progress { stable_iterations: 3, score_drop: 0, best_move_share: 0.6 };
        let trouble = Progress { stable_iterations: 0, score_drop: 60, best_move_share: 0.3 };
        assert!(calm.factor() < 0.6 && trouble.factor() > 2.0);
        assert!((0.8..1.2).contains(&usual.factor()));
    }
}
