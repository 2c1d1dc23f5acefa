//! The clocks of a game. They are kept here; the page only shows them. A moment is the time since
//! the host began to count.

use damier_core::Side;
use damier_search::PlayerClock;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How much time was agreed, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Pace {
    /// For the whole game.
    pub(crate) time: u32,
    /// Given back after each move.
    #[serde(default)]
    pub(crate) increment: u32,
}

impl Pace {
    /// The longest time of a player, in seconds.
    pub(crate) fn is_sensible(self) -> bool {
        (1..=24 * 3_600).contains(&self.time) && self.increment <= 3_600
    }

    pub(crate) fn start(self) -> [u64; 2] {
        [u64::from(self.time) * 1_000; 2]
    }
}

/// The clocks of both sides, in milliseconds.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    pace: Pace,
    left: [u64; 2],
    /// Whose clock runs, and since when.
    running: Option<(Side, Duration)>,
}

impl Clocks {
    pub(crate) fn new(pace: Pace, left: [u64; 2]) -> Self {
        Self { pace, left, running: None }
    }

    /// What is left to both now.
    pub(crate) fn left(&self, now: Duration) -> [u64; 2] {
        let mut left = self.left;
        if let Some((side, since)) = self.running {
            let passed = now.saturating_sub(since).as_millis();
            let place = &mut left[side.index()];
            *place = place.saturating_sub(u64::try_from(passed).unwrap_or(u64::MAX));
        }
        left
    }

    /// Has the clock of a side run, or none.
    pub(crate) fn run(&mut self, side: Option<Side>, now: Duration) {
        if self.running.map(|(side, _)| side) != side {
            self.left = self.left(now);
            self.running = side.map(|side| (side, now));
        }
    }

    /// A side has moved: its clock stops and gets its increment.
    pub(crate) fn press(&mut self, side: Side, now: Duration) {
        self.run(None, now);
        self.left[side.index()] += u64::from(self.pace.increment) * 1_000;
    }

    /// Goes back to an earlier state.
    pub(crate) fn set(&mut self, left: [u64; 2]) {
        self.left = left;
        self.running = None;
    }

    pub(crate) fn running(&self) -> Option<Side> {
        self.running.map(|(side, _)| side)
    }

    /// Whose time is up.
    pub(crate) fn fallen(&self, now: Duration) -> Option<Side> {
        let (side, _) = self.running?;
        (self.left(now)[side.index()] == 0).then_some(side)
    }

    /// How long until the running clock falls.
    pub(crate) fn until_fall(&self, now: Duration) -> Option<Duration> {
        let (side, _) = self.running?;
        Some(Duration::from_millis(self.left(now)[side.index()]))
    }

    /// The clocks as an engine is told.
    pub(crate) fn for_engine(&self, now: Duration) -> [Option<PlayerClock>; 2] {
        self.left(now).map(|left| {
            Some(PlayerClock {
                remaining: Duration::from_millis(left),
                increment: Duration::from_secs(self.pace.increment.into()),
                moves_to_go: None,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_running_clock_loses_time_and_it_falls_at_zero() {
        let start = Duration::from_secs(7);
        let pace = Pace { time: 60, increment: 2 };
        let mut clocks = Clocks::new(pace, pace.start());
        let at = |seconds| start + Duration::from_secs(seconds);
        assert_eq!(clocks.left(at(100)), [60_000, 60_000]);
        clocks.run(Some(Side::White), start);
        assert_eq!(clocks.left(at(10)), [50_000, 60_000]);
        clocks.press(Side::White, at(10));
        clocks.run(Some(Side::Black), at(10));
        assert_eq!(clocks.left(at(15)), [52_000, 55_000]);
        assert_eq!((clocks.fallen(at(69)), clocks.fallen(at(70))), (None, Some(Side::Black)));
        assert_eq!(clocks.until_fall(at(15)), Some(Duration::from_secs(55)));
    }

    #[test]
    fn a_pace_has_a_day_and_an_hour_for_each_move_at_most() {
        let is_sensible = |(time, increment)| Pace { time, increment }.is_sensible();
        assert!([(1, 0), (86_400, 3_600)].into_iter().all(is_sensible));
        assert!(![(0, 1), (86_401, 0), (60, 3_601)].into_iter().any(is_sensible));
    }
}
