//! When an exercise comes again: Leitner's boxes, three of them.
//!
//! What is found at the first try goes one box further and rests longer there; what is not goes
//! back to the first box and comes again the next day. After three successes in a row it is done
//! with. Days are whole numbers, so that whoever asks brings the clock.

use serde::{Deserialize, Serialize};

/// After so many successes in a row an exercise does not come again.
pub(super) const SUCCESSES: u8 = 3;
/// Days of rest after the first success, and after the second.
const REST: [u32; 2] = [3, 10];
/// New exercises of a day.
pub(super) const NEW_A_DAY: usize = 10;

const DAY: i64 = 24 * 60 * 60;

/// The day at some seconds since 1970, so many minutes east of Greenwich.
pub(super) fn day_at(seconds: u64, zone: i32) -> u32 {
    let local = i64::try_from(seconds).unwrap_or(i64::MAX / 2) + i64::from(zone) * 60;
    u32::try_from(local.max(0) / DAY).unwrap_or(u32::MAX)
}

/// How well something is known, and when it is asked again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Repetition {
    /// Successes in a row.
    pub(super) successes: u8,
    /// The day from which on it is due.
    pub(super) due: u32,
}

impl Repetition {
    /// That of something new: today.
    pub(super) const fn begun(today: u32) -> Self {
        Self { successes: 0, due: today }
    }

    /// After an answer.
    pub(super) fn answered(self, is_found: bool, today: u32) -> Self {
        if !is_found {
            return Self { successes: 0, due: today + 1 };
        }
        let successes = (self.successes + 1).min(SUCCESSES);
        let rest = REST.get(usize::from(successes) - 1).copied().unwrap_or(0);
        Self { successes, due: today + rest }
    }

    pub(super) const fn is_retired(self) -> bool {
        self.successes >= SUCCESSES
    }

    pub(super) const fn is_due(self, today: u32) -> bool {
        !self.is_retired() && self.due <= today
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_successes_retire_and_a_failure_begins_anew() {
        let new = Repetition::begun(100);
        assert!(new.is_due(100) && !new.is_due(99));
        let once = new.answered(true, 100);
        assert_eq!((once.due, once.is_due(102), once.is_due(103)), (103, false, true));
        let twice = once.answered(true, 105);
        assert_eq!((twice.due, twice.is_retired()), (115, false));
        assert!(twice.answered(true, 115).is_retired());
        assert!(!twice.answered(true, 115).is_due(1000));
        let failed = twice.answered(false, 115);
        assert_eq!(failed, Repetition { successes: 0, due: 116 });
    }

    #[test]
    fn days_begin_at_midnight_where_the_reader_is() {
        let seconds = 20_000 * 86_400 - 1;
        assert_eq!(day_at(seconds, 0), 19_999);
        assert_eq!(day_at(seconds, 60), 20_000);
        assert_eq!(day_at(seconds + 1, -60), 19_999);
        assert_eq!(day_at(0, -600), 0);
    }
}
