//! Which games of the files are judged, and how many at a time.

use damier_files::Shard;
use std::num::NonZeroUsize;
use std::thread::available_parallelism;

/// Options of all commands that judge games.
#[derive(clap::Args)]
pub(crate) struct GameChoice {
    /// Games to judge at the same time [default: as many as there are cores]
    #[arg(long, short, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Judge only one part of the games: 2/4 is the second of four; the results of all parts
    /// together are those of the whole
    #[arg(long, default_value = "1/1", value_name = "I/N")]
    pub(crate) shard: Shard,
    /// Judge only the first N games
    #[arg(long, value_name = "N")]
    pub(crate) games: Option<NonZeroUsize>,
    /// Judge only the games of this player; an audit judges only his moves in them
    #[arg(long, value_name = "NAME")]
    pub(crate) player: Option<String>,
}

impl GameChoice {
    pub(crate) fn jobs(&self) -> NonZeroUsize {
        let cores = || available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.jobs.unwrap_or_else(cores)
    }
}
