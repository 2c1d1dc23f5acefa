//! Counting move paths ("perft"): the proof and the speedometer of a move generator.
//!
//! [`count`] is the plain recursion; [`Perft`] adds threads, a table of counts already known, the
//! division by first move, and progress for people who wait.

use crate::Rules;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::thread;

/// Number of move paths of exactly `depth` plies. The last ply is counted, not played. Counting
/// past 64 bits would take centuries.
pub fn count<R: Rules>(position: &R, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves() as u64,
        // A loop of its own: the compiler sees that these positions are only counted and leaves out
        // what counting does not look at.
        2 => {
            let mut moves = R::Moves::default();
            position.legal_moves_into(&mut moves);
            moves.iter().map(|&mv| child(position, mv).count_legal_moves() as u64).sum()
        }
        _ => {
            let mut moves = R::Moves::default();
            position.legal_moves_into(&mut moves);
            moves.iter().map(|&mv| count(&child(position, mv), depth - 1)).sum()
        }
    }
}

#[inline(always)]
fn child<R: Rules>(position: &R, mv: R::Move) -> R {
    let mut child = position.clone();
    child.play_unchecked(mv);
    child
}

/// One counting job.
pub struct Perft {
    /// Length of the paths in plies.
    pub depth: u32,
    /// How many threads share the work; fewer if the system does not grant them.
    pub threads: NonZeroUsize,
    /// Counts of positions that were met before; costs memory, saves most of the work.
    pub table: Option<PerftTable>,
}

/// How far a job has come.
#[derive(Clone, Copy, Debug)]
pub struct PerftProgress {
    /// Pieces of work done so far.
    pub done: usize,
    /// Pieces of work in all.
    pub total: usize,
    /// Paths counted so far.
    pub nodes: u64,
}

/// What a job has counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Division<M> {
    /// Each first move with its number of paths, in the order of the list of legal moves. Empty at
    /// depth 0, where there is no first move.
    pub moves: Vec<(M, u64)>,
    /// All paths.
    pub total: u64,
}

/// With a table of known counts, numbers beyond 64 bits are within reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are more than {} paths, which is as far as this counts", u64::MAX)]
pub struct TooMany;

/// A subtree that one thread counts without asking the others.
struct PerftJob<R> {
    /// The first move whose paths these are, as a place in the list of legal moves.
    root_move: usize,
    position: R,
    depth: u32,
}

impl Perft {
    /// Counts. `report` is called after each piece of work, from whichever thread did it.
    pub fn divide<R: Rules>(
        &self,
        root: &R,
        report: &(dyn Fn(PerftProgress) + Sync),
    ) -> Result<Division<R::Move>, TooMany> {
        let Some(depth_below) = self.depth.checked_sub(1) else {
            return Ok(Division { moves: Vec::new(), total: 1 });
        };
        let moves = root.legal_moves();
        let jobs = split(root, depth_below);
        let next = AtomicUsize::new(0);
        // Held while reporting, so that reports come one at a time and never run backwards.
        let progress = PerftProgress { done: 0, total: jobs.len(), nodes: 0 };
        let results = Mutex::new((progress, vec![0u64; moves.len()]));

        let work = || {
            while let Some(job) = jobs.get(next.fetch_add(1, Relaxed)) {
                let nodes = match &self.table {
                    Some(table) => table.count(&job.position, job.depth),
                    None => count(&job.position, job.depth),
                };
                let mut results = results.lock().expect("no thread panics while reporting");
                let (progress, counts) = &mut *results;
                counts[job.root_move] = counts[job.root_move].saturating_add(nodes);
                progress.done += 1;
                progress.nodes = progress.nodes.saturating_add(nodes);
                report(*progress);
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.threads.get() {
                // The threads that there are do all the work.
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
        let (PerftProgress { nodes: total, .. }, counts) =
            results.into_inner().expect("no thread panics while reporting");
        // Sums stop at the greatest number: that is how they say that it was not great enough.
        if total == u64::MAX {
            return Err(TooMany);
        }
        Ok(Division { moves: moves.iter().copied().zip(counts).collect(), total })
    }
}

/// Two plies make some hundreds of jobs, enough to keep threads equally busy to the end.
fn split<R: Rules>(root: &R, depth_below: u32) -> Vec<PerftJob<R>> {
    let mut jobs = Vec::new();
    for (root_move, &mv) in root.legal_moves().iter().enumerate() {
        let position = child(root, mv);
        if depth_below < 2 {
            jobs.push(PerftJob { root_move, position, depth: depth_below });
        } else {
            let depth = depth_below - 1;
            let job = |&mv| PerftJob { root_move, position: child(&position, mv), depth };
            jobs.extend(position.legal_moves().iter().map(job));
        }
    }
    jobs
}

/// Remembers counts by position and depth; shared by threads without locks.
///
/// A slot is two words, the count and the key mixed with the count. Words torn apart by two writers
/// do not fit each other and read as a miss, so a wrong count needs a collision of 64-bit keys.
pub struct PerftTable {
    slots: Box<[[AtomicU64; 2]]>,
}

impl PerftTable {
    /// A table that fills the given number of mebibytes, rounded down to a power of two.
    /// `None` if the memory cannot be had.
    pub fn new(mebibytes: NonZeroUsize) -> Option<Self> {
        let wanted = mebibytes.get().checked_mul(1 << 20)? / size_of::<[AtomicU64; 2]>();
        let length = 1 << wanted.ilog2();
        let mut slots = Vec::new();
        slots.try_reserve_exact(length).ok()?;
        slots.resize_with(length, Default::default);
        Some(Self { slots: slots.into_boxed_slice() })
    }

    fn count<R: Rules>(&self, position: &R, depth: u32) -> u64 {
        // Below depth 2 counting is as fast as looking up.
        if depth < 2 {
            return count(position, depth);
        }
        // An odd multiplier spreads the depth over the whole key.
        let key = position.key() ^ u64::from(depth).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let slot = &self.slots[key as usize & (self.slots.len() - 1)];
        let known = slot[0].load(Relaxed);
        // A count of zero is never looked for: it would make an empty slot match the key zero.
        if known != 0 && slot[1].load(Relaxed) == key ^ known {
            return known;
        }
        let moves = position.legal_moves();
        let below = moves.iter().map(|&mv| self.count(&child(position, mv), depth - 1));
        let nodes = below.fold(0, u64::saturating_add);
        slot[0].store(nodes, Relaxed);
        slot[1].store(key ^ nodes, Relaxed);
        nodes
    }
}
