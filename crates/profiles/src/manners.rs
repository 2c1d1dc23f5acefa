//! What people do at a board besides moving: they take their time, give up, offer draws and agree
//! to them.
//!
//! Functions of what is given: clock, odds, chances and lot. Nothing here waits or searches.

use damier_search::PlayerClock;
use std::ops::RangeInclusive;
use std::time::Duration;

/// From this rating on people give up by themselves.
pub const RESIGNS_FROM: i32 = 1400;

/// A game has about so many moves to come, whatever has been played.
const MOVES_TO_COME: f64 = 36.0;
/// The share of the increment that is spent.
const OF_INCREMENT: f64 = 0.7;
/// The opening is known: so many plies are played faster.
const KNOWN_PLIES: usize = 10;
/// With less than this on the clock people hurry.
const HURRY: f64 = 20.0;

/// How long a person thinks about a move. `odds` says how likely each move is, in any unit: the
/// more moves are likely, the harder is the choice. Never more than a tenth of what is left, a
/// thirtieth when time is short, and nothing in the last second.
pub fn thinking_time(clock: &PlayerClock, odds: &[f64], plies: usize, lot: u64) -> Duration {
    let left = clock.remaining.as_secs_f64();
    if left < 1.0 {
        return Duration::ZERO;
    }
    let usual = left / MOVES_TO_COME + OF_INCREMENT * clock.increment.as_secs_f64();
    let hardness = (0.15 + 0.75 * doubt(odds)).min(2.5);
    let known = if plies < KNOWN_PLIES { 0.35 } else { 1.0 };
    // Between two thirds and a half more: nobody is a clockwork.
    let mood = 0.66 + 0.84 * ((lot >> 11) as f64 / (1_u64 << 53) as f64);
    let most = if left < HURRY { left / 30.0 } else { left / 10.0 };
    Duration::from_secs_f64((usual * hardness * known * mood).min(most))
}

/// How open a choice is: 0 where one move is certain, 0.7 between two, 2.3 among ten.
fn doubt(odds: &[f64]) -> f64 {
    let sum: f64 = odds.iter().sum();
    let terms = odds.iter().map(|odds| odds / sum).filter(|&share| share > 0.0);
    terms.map(|share| -share * share.ln()).sum()
}

/// Whether a player gives up: its chances, in percent, are next to nothing now and were so at its
/// move before, and the opponent is not about to lose by the clock. Who plays better knows sooner.
pub fn gives_up(rating: i32, chances: [f64; 2], opponent_left: Option<Duration>) -> bool {
    let skill = f64::from((rating - RESIGNS_FROM).clamp(0, 800)) / 800.0;
    let hopeless = 2.5 + 3.5 * skill;
    let has_time = opponent_left.is_none_or(|left| left >= Duration::from_secs(15));
    has_time && chances.iter().all(|&chance| chance <= hopeless)
}

/// Draws are neither offered nor agreed to before so many plies.
const EARLIEST_DRAW: usize = 30;
/// An offer comes later, and only after so many plies without a capture.
const EARLIEST_OFFER: usize = 70;
const QUIET_PLIES: usize = 16;
/// Who was refused asks again after so many plies.
const UNTIL_NEXT_OFFER: usize = 20;
/// Such chances are even, in percent.
const EVEN: RangeInclusive<f64> = 46.0..=54.0;

/// Whether a player offers a draw with its move: chances are even now and were so at its move
/// before, nothing has been taken for long, and it has not asked just before.
pub fn offers_draw(chances: [f64; 2], plies: usize, quiet_plies: usize) -> bool {
    plies >= EARLIEST_OFFER
        && quiet_plies >= QUIET_PLIES
        && plies % UNTIL_NEXT_OFFER < 2
        && chances.iter().all(|chance| EVEN.contains(chance))
}

/// Whether a player agrees to a draw: it has played for a while, and does not stand better.
pub fn accepts_draw(chances: f64, plies: usize) -> bool {
    plies >= EARLIEST_DRAW && chances <= 50.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(seconds: f64, increment: u64) -> PlayerClock {
        PlayerClock {
            remaining: Duration::from_secs_f64(seconds),
            increment: Duration::from_secs(increment),
            moves_to_go: None,
        }
    }

    const CERTAIN: [f64; 3] = [0.98, 0.01, 0.01];
    const OPEN: [f64; 8] = [0.2, 0.2, 0.2, 0.1, 0.1, 0.1, 0.05, 0.05];

    #[test]
    fn hard_choices_take_longer_and_the_opening_is_fast() {
        let time = |odds: &[f64], plies| thinking_time(&clock(300.0, 0), odds, plies, 1 << 63);
        assert!(time(&OPEN, 30) > 4 * time(&CERTAIN, 30));
        assert!(time(&OPEN, 30) > 2 * time(&OPEN, 4));
        // The unit of the odds says nothing.
        assert_eq!(time(&[1.0, 1.0], 30), time(&[0.5, 0.5], 30));
    }

    #[test]
    fn who_has_little_time_hurries_and_does_not_lose_by_it() {
        let time = |left| thinking_time(&clock(left, 0), &OPEN, 30, u64::MAX);
        assert!(time(600.0) > time(60.0) && time(60.0) > time(10.0));
        assert_eq!(time(0.9), Duration::ZERO);
        // Three hundred hard moves without an increment.
        let mut left = 180.0;
        for _ in 0..300 {
            left -= time(left).as_secs_f64();
        }
        assert!(left > 0.5, "{left} seconds are left");
        for left in [1.0, 5.0, 19.0, 21.0, 100.0, 3_600.0] {
            assert!(time(left).as_secs_f64() <= left / 10.0 + 1e-9);
        }
    }

    #[test]
    fn an_increment_is_used_and_moods_differ() {
        let time = |increment, lot| thinking_time(&clock(60.0, increment), &OPEN, 30, lot);
        assert!(time(5, 0) > time(0, 0));
        assert!(time(0, u64::MAX) > time(0, 0));
    }

    #[test]
    fn only_what_is_really_over_is_given_up() {
        assert!(gives_up(1400, [1.0, 2.0], None));
        assert!(!gives_up(1400, [1.0, 20.0], None), "a moment ago there was hope");
        assert!(!gives_up(1400, [20.0, 1.0], None));
        assert!(gives_up(2200, [5.0, 5.0], None) && !gives_up(1400, [5.0, 5.0], None));
        let left = |seconds| Some(Duration::from_secs(seconds));
        assert!(gives_up(1800, [1.0; 2], left(60)) && !gives_up(1800, [1.0; 2], left(5)));
    }

    #[test]
    fn draws_are_offered_late_rarely_and_where_nothing_happens() {
        assert!(offers_draw([50.0, 51.0], 80, 20));
        assert!(!offers_draw([50.0, 51.0], 40, 20), "too early");
        assert!(!offers_draw([50.0, 51.0], 80, 3), "something was taken");
        assert!(!offers_draw([50.0, 70.0], 80, 20), "it stood better");
        let offers = (70..170).filter(|&plies| offers_draw([50.0; 2], plies, 20));
        // Each side has every second ply.
        assert_eq!(offers.filter(|plies| plies % 2 == 0).count(), 5);
        assert!(accepts_draw(50.0, 40) && accepts_draw(20.0, 40));
        assert!(!accepts_draw(55.0, 40) && !accepts_draw(50.0, 10));
    }
}
