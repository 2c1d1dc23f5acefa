//! How long an engine may think about its moves.

use damier_core::Depth;
use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

/// No game is longer, and sums of such times fit everywhere.
const LONGEST: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// What limits the thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamePace {
    /// A clock.
    Clock {
        /// Time at the start.
        time: Duration,
        /// Time given back after each move.
        increment: Duration,
        /// After so many moves the time is given once more; `None` if it has to last for the game.
        moves: Option<NonZeroU32>,
    },
    /// So many nodes a move.
    Nodes(u64),
    /// So many plies a move.
    Depth(Depth),
    /// So much time a move.
    MoveTime(Duration),
}

/// A text that is no pace.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not {expected}")]
pub struct PaceError {
    text: String,
    expected: &'static str,
}

impl GamePace {
    /// Reads a clock: seconds for the game, perhaps with seconds for each move, as `4+0.04`; for
    /// the next forty moves only, as `40/60+0.5`.
    pub fn clock(text: &str) -> Result<Self, PaceError> {
        let error = || wrong(text, "a clock such as 4+0.04 or 40/60, in seconds");
        let (moves, times) = match text.split_once('/') {
            Some((moves, times)) => (Some(moves.parse().map_err(|_| error())?), times),
            None => (None, text),
        };
        let (time, increment) = times.split_once('+').unwrap_or((times, "0"));
        let times = seconds(time).zip(seconds(increment)).filter(|(time, _)| !time.is_zero());
        let (time, increment) = times.ok_or_else(error)?;
        Ok(Self::Clock { time, increment, moves })
    }

    /// Reads a number of nodes.
    pub fn nodes(text: &str) -> Result<Self, PaceError> {
        positive(text).map(Self::Nodes).ok_or_else(|| wrong(text, "a number of nodes"))
    }

    /// Reads a number of plies.
    pub fn depth(text: &str) -> Result<Self, PaceError> {
        let depth = positive(text).filter(|&plies: &i32| Depth::new(plies) <= Depth::MAX);
        let depth = depth.map(|plies| Self::Depth(Depth::new(plies)));
        depth.ok_or_else(|| wrong(text, "a depth in plies, 1 to 239"))
    }

    /// Reads a time for each move in milliseconds.
    pub fn move_time(text: &str) -> Result<Self, PaceError> {
        let time =
            positive(text).map(|time: u32| Self::MoveTime(Duration::from_millis(time.into())));
        time.ok_or_else(|| wrong(text, "a number of milliseconds"))
    }
}

fn seconds(text: &str) -> Option<Duration> {
    let time = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|&time| time <= LONGEST)
}

fn positive<N: FromStr + Default + PartialOrd>(text: &str) -> Option<N> {
    text.parse().ok().filter(|number| *number > N::default())
}

fn wrong(text: &str, expected: &'static str) -> PaceError {
    PaceError { text: text.to_owned(), expected }
}

impl fmt::Display for GamePace {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Clock { time, increment, moves } => {
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}+{}", time.as_secs_f64(), increment.as_secs_f64())
            }
            Self::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Self::Depth(depth) => write!(f, "depth {depth}"),
            Self::MoveTime(time) => write!(f, "{} ms a move", time.as_millis()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_and_written() {
        let pace = GamePace::clock("4+0.04").unwrap();
        let (time, increment) = (Duration::from_secs(4), Duration::from_millis(40));
        assert_eq!(pace, GamePace::Clock { time, increment, moves: None });
        assert_eq!(pace.to_string(), "4+0.04");
        assert_eq!(GamePace::clock("60").unwrap().to_string(), "60+0");
        assert_eq!(GamePace::clock("40/60+0.5").unwrap().to_string(), "40/60+0.5");
        for text in
            ["", "0+1", "-1", "x", "1+", "1+-1", "1e99", "1e19", "nan", "0/60", "/60", "40/"]
        {
            assert!(GamePace::clock(text).is_err(), "{text}");
        }
        assert!(GamePace::nodes("0").is_err() && GamePace::depth("240").is_err());
    }
}
