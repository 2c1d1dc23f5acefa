//! Judges the moves of finished games: who blunders, how often, and how.
//!
//! Every position in which the mover had a choice is searched by Damier's own engine at full
//! strength with a fixed number of nodes. A move other than the best is then scored beside the best
//! one, *in the same search and at the same depth*: scores of searches that were made apart differ
//! by accident. What a move loses is counted in expected points (a draw is half of one), so a
//! queen dropped in a lost position costs next to nothing: that game was lost before.
//!
//! A blunder has one [`BlunderKind`](damier_reasons::BlunderKind), and only one that a line of the
//! search proves; what no line proves is
//! [`BlunderKind::Other`](damier_reasons::BlunderKind::Other). Each position is searched with an
//! empty table, so a verdict depends on nothing but the game up to there, and neither on the order
//! of the games nor on the number of threads.
//!
//! This room opens no file and prints nothing. Endgame tables are not used. Start at [`audit`].

mod judge;
mod ledger;
mod transcript;

#[cfg(test)]
mod tests;

pub use judge::{Blunder, Standard};
pub use ledger::{Account, Ledger};
pub use transcript::{Transcript, transcripts};

use crate::game::ReviewGame;
use judge::Judge;
use std::io;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// What was found in one game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Findings {
    /// What each side did, White first.
    pub accounts: [Account; 2],
    /// The blunders, in the order of the game.
    pub blunders: Vec<Blunder>,
}

/// Judges games, several at the same time, and returns what was found in each, in their order.
/// Tells of every move that is done with, and of the blunder if it was one.
pub fn audit<G: ReviewGame>(
    games: &[Transcript<G>],
    standard: Standard,
    jobs: NonZeroUsize,
    on_move: &(dyn Fn(Option<&Blunder>) + Sync),
) -> io::Result<Vec<Findings>> {
    let next = AtomicUsize::new(0);
    let findings = Mutex::new(vec![Findings::default(); games.len()]);
    let work = || {
        let mut judge = Judge::<G>::new(standard);
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(game) = games.get(index) else { break };
            let found = judge.examine(game, on_move);
            findings.lock().expect("no thread has failed")[index] = found;
        }
    };
    thread::scope(|scope| {
        let workers = jobs.get().min(games.len());
        (0..workers).try_for_each(|number| {
            let worker = thread::Builder::new().name(format!("audit {number}"));
            worker.spawn_scoped(scope, work).map(drop)
        })
    })?;
    Ok(findings.into_inner().expect("no thread has failed"))
}
