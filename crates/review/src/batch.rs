//! Many games: several at a time, in parts, and again where it was after an interruption.
//!
//! A review depends on its game and the settings alone, so it does not matter which thread, which
//! part or which run made it. Which part a game belongs to is a matter of its number.

use crate::analysis::{Analyst, Settings};
use crate::game::ReviewGame;
use crate::review::Review;
use damier_files::{JournalEntry, JournalSettings, checksum};
use damier_games::FileError;
use damier_records::Record;
use damier_search::Signals;
use serde::{Deserialize, Serialize};
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// One of several parts of the work, as `2/4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 1 on.
    number: usize,
    count: usize,
}

impl Shard {
    /// All of it.
    pub const WHOLE: Self = Self { number: 1, count: 1 };

    /// Whether the game with this index, counted from 0, belongs to the part.
    pub fn contains(self, index: usize) -> bool {
        index % self.count == self.number - 1
    }
}

/// A text that names no part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} names no part; 2/4 is the second of four")]
pub struct ShardError(String);

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let numbers = text
            .split_once('/')
            .and_then(|(number, count)| Some((number.parse().ok()?, count.parse().ok()?)));
        match numbers {
            Some((number, count)) if 0 < number && number <= count => Ok(Self { number, count }),
            _ => Err(ShardError(text.to_owned())),
        }
    }
}

/// A line of a journal: the review of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reviewed {
    /// Which game of all, counted from 1.
    pub game: usize,
    /// What tells its moves from others.
    pub fingerprint: String,
    /// What was found.
    pub review: Review,
}

impl JournalEntry for Reviewed {
    const MARK: &'static str = "damier_review";
    const VERSION: u64 = 1;
    type Id = usize;

    fn fault(&self, _settings: &JournalSettings) -> Option<String> {
        (self.game == 0).then(|| "games are counted from 1".to_owned())
    }

    fn id(&self) -> usize {
        self.game
    }

    fn name(&self) -> String {
        format!("game {}", self.game)
    }
}

/// What tells the moves of a game from those of another: a journal may be used with a file that has
/// changed.
pub fn fingerprint<G: ReviewGame>(record: &Record<G>) -> String {
    let game = record.to_game();
    let moves: Vec<G::Move> = game.moves().collect();
    let text = format!("{} {}", game.start().to_fen(), game.start().write_line(&moves));
    format!("{:016x}", checksum(text.bytes()))
}

/// Reviews some of these games, several at the same time. `on_move` is told of each move that is
/// done with and `on_game` of each game, in whatever order they are finished. A signal ends it
/// early; a game that is not finished then is not told.
pub fn review_all<G: ReviewGame>(
    games: &[&Record<G>],
    wanted: &[usize],
    settings: &Settings,
    jobs: NonZeroUsize,
    signals: &Arc<Signals>,
    on_move: &(dyn Fn() + Sync),
    on_game: &mut (dyn FnMut(usize, Review) -> Result<(), FileError> + Send),
) -> Result<(), FileError> {
    let next = AtomicUsize::new(0);
    let on_game = Mutex::new(on_game);
    let work = || -> Result<(), FileError> {
        let mut analyst = Analyst::<G>::new(settings.clone())?;
        analyst.obey(signals);
        while let Some(&index) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
            let Some(review) = analyst.review(games[index], &mut |_| on_move()) else { break };
            let mut on_game = on_game.lock().unwrap_or_else(PoisonError::into_inner);
            // What cannot be kept need not be found out: everybody stops.
            on_game(index, review).inspect_err(|_| signals.stop())?;
        }
        Ok(())
    };
    thread::scope(|scope| {
        let workers = (0..jobs.get().min(wanted.len())).map(|number| {
            let worker = thread::Builder::new().name(format!("review {number}"));
            worker.spawn_scoped(scope, work)
        });
        let workers = workers.collect::<Result<Vec<_>, _>>()?;
        workers.into_iter().try_for_each(|worker| worker.join().expect("a review does not panic"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_and_share_the_games() {
        let parts: Vec<Shard> = ["1/3", "2/3", "3/3"].map(|text| text.parse().unwrap()).to_vec();
        for index in 0..10 {
            let owners = parts.iter().filter(|part| part.contains(index)).count();
            assert_eq!(owners, 1, "game {index}");
        }
        assert!((0..10).all(|index| Shard::WHOLE.contains(index)));
        for text in ["", "1", "0/3", "4/3", "1/0", "a/b", "1/2/3"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
