//! Transposition table shared by all search threads.
//!
//! Knows nothing of chess or draughts: it stores a key, a score, an evaluation, a depth and a
//! 16-bit [`MoveHint`]. It never blocks and may forget; a reader must treat a hit as advice. Start
//! at [`Table::probe`].
//!
//! A slot is two atomic words: the data, and the key mixed with the data. Two threads that write
//! one slot at the same time may leave a word of each; then the words do not fit and the slot reads
//! as a miss. So a torn entry is never seen, without locks and without undefined behaviour.

use crate::Bound;
use bytemuck::Zeroable;
use damier_core::{Depth, MoveHint, Ply, Score};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// The move that was best or refuted the position.
    pub hint: Option<MoveHint>,
    /// The score, seen from the ply that asks.
    pub score: Score,
    /// What the score says about the true one; `None` if only the evaluation is known.
    pub bound: Option<Bound>,
    /// The static evaluation, if it was computed.
    pub evaluation: Option<Score>,
    /// How deep the search was that found the score.
    pub depth: Depth,
    /// Whether the position was once on a principal variation.
    pub was_pv: bool,
}

impl TableEntry {
    /// Nothing known yet.
    pub const EMPTY: Self = Self {
        hint: None,
        score: Score::DRAW,
        bound: None,
        evaluation: None,
        depth: Depth::ZERO,
        was_pv: false,
    };

    /// Whether the stored score settles a question with this window at this depth.
    #[inline]
    pub fn decides(&self, beta: Score, depth: Depth) -> bool {
        self.depth >= depth
            && match self.bound {
                Some(Bound::Exact) => true,
                Some(Bound::Lower) => self.score >= beta,
                Some(Bound::Upper) => self.score < beta,
                None => false,
            }
    }
}

/// The evaluation, or a table score that is closer to the truth.
#[inline]
pub fn refine(evaluation: Score, entry: Option<TableEntry>) -> Score {
    match entry {
        Some(TableEntry { score, bound: Some(bound), .. })
            if !score.is_decisive()
                && match bound {
                    Bound::Exact => true,
                    Bound::Lower => score > evaluation,
                    Bound::Upper => score < evaluation,
                } =>
        {
            score
        }
        _ => evaluation,
    }
}

/// Marks an evaluation that was never computed.
const NO_EVALUATION: i16 = i16::MIN;
const GENERATIONS: u8 = 32;
/// How many plies of depth one search of age counts when an entry has to go.
const AGE_IN_PLIES: i32 = 4;
/// A result so much deeper than a new one of the same position is kept.
const KEPT_ABOVE: i32 = 4;

/// An entry as it is stored: hint, score and evaluation in 16 bits each, depth in 8, then
/// generation (5 bits), PV mark (1) and bound (2).
#[derive(Clone, Copy)]
struct Packed(u64);

impl Packed {
    #[inline]
    fn new(entry: &TableEntry, ply: Ply, generation: u8) -> Self {
        let hint = entry.hint.map_or(0, |hint| hint.0);
        let evaluation = entry.evaluation.map_or(NO_EVALUATION, |score| score.value() as i16);
        let depth = entry.depth.plies().clamp(0, 255) as u8;
        let bound = entry.bound.map_or(0, |bound| bound as u8);
        let marks = generation << 3 | u8::from(entry.was_pv) << 2 | bound;
        Self(
            u64::from(hint)
                | u64::from(entry.score.to_table(ply) as u16) << 16
                | u64::from(evaluation as u16) << 32
                | u64::from(depth) << 48
                | u64::from(marks) << 56,
        )
    }

    #[inline]
    fn unpack(self, ply: Ply) -> TableEntry {
        let evaluation = (self.0 >> 32) as i16;
        TableEntry {
            hint: self.hint(),
            score: Score::from_table((self.0 >> 16) as i16, ply),
            bound: self.bound(),
            evaluation: (evaluation != NO_EVALUATION)
                .then(|| Score::from_evaluation(evaluation.into())),
            depth: Depth::new(self.depth()),
            was_pv: self.0 >> 58 & 1 != 0,
        }
    }

    #[inline]
    fn hint(self) -> Option<MoveHint> {
        let bits = self.0 as u16;
        (bits != 0).then_some(MoveHint(bits))
    }

    #[inline]
    fn bound(self) -> Option<Bound> {
        match self.0 >> 56 & 3 {
            1 => Some(Bound::Upper),
            2 => Some(Bound::Lower),
            3 => Some(Bound::Exact),
            _ => None,
        }
    }

    #[inline]
    fn depth(self) -> i32 {
        (self.0 >> 48 & 0xFF) as i32
    }

    #[inline]
    fn generation(self) -> u8 {
        (self.0 >> 59) as u8
    }

    /// How much we want to keep it: deep entries of this search most.
    #[inline]
    fn worth(self, generation: u8) -> i32 {
        let age = generation.wrapping_sub(self.generation()) % GENERATIONS;
        self.depth() - AGE_IN_PLIES * i32::from(age)
    }
}

#[derive(Zeroable)]
#[repr(C)]
struct Slot {
    /// Key and data, mixed.
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    #[inline]
    fn read(&self) -> (u64, Packed) {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data, Packed(data))
    }

    #[inline]
    fn write(&self, key: u64, packed: Packed) {
        self.check.store(key ^ packed.0, Ordering::Relaxed);
        self.data.store(packed.0, Ordering::Relaxed);
    }
}

/// The size of a large page of the system, where it has them.
const LARGE_PAGE: usize = 2 << 20;

/// Asks the system to back this memory with large pages. A probe goes to a random place: with small
/// pages nearly each one would miss the processor's page cache as well. Only pages that were never
/// touched become large ones at once. A system that refuses costs only time.
#[allow(unsafe_code, reason = "advice to the system has no safe form; it changes no contents")]
fn ask_for_large_pages(slots: &[Slot]) {
    // Miri runs no system calls but a few.
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        const PAGE: usize = 4096;
        let start = slots.as_ptr().addr().next_multiple_of(PAGE);
        let end = slots.as_ptr_range().end.addr() / PAGE * PAGE;
        if start < end {
            let address = slots.as_ptr().with_addr(start).cast_mut().cast();
            // SAFETY: the range lies inside memory that we own, and this advice changes neither its
            // contents nor who may use it.
            unsafe { libc::madvise(address, end - start, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(any(not(target_os = "linux"), miri))]
    let _ = slots;
}

/// The slots that share an index: one line of the processor's cache.
type Bucket = [Slot; SLOTS];
const SLOTS: usize = 4;

const _: () = assert!(size_of::<Bucket>() == 64, "a bucket is one cache line");

/// There is not enough memory for a table of the size that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no memory for a table of {megabytes} MB; ask for a smaller one")]
pub struct OutOfMemory {
    /// What was asked for.
    pub megabytes: usize,
}

/// A table of fixed size; see the module's description.
pub struct Table {
    /// A large page more than the buckets need, so that they can begin where one begins. Memory
    /// that is asked for with that alignment would be written to before we get it.
    slots: Box<[Slot]>,
    /// Where the first bucket begins.
    first: usize,
    buckets: usize,
    generation: AtomicU8,
}

impl Table {
    /// An empty table. All of its memory is asked for here: to get and clear a large page takes the
    /// system long enough to lose a short game on time.
    pub fn new(megabytes: usize) -> Result<Self, OutOfMemory> {
        let out_of_memory = OutOfMemory { megabytes };
        let bytes = megabytes.max(1).checked_mul(1 << 20).ok_or(out_of_memory)?;
        let slots = bytes.saturating_add(LARGE_PAGE) / size_of::<Slot>();
        let slots: Box<[Slot]> =
            bytemuck::try_zeroed_slice_box(slots).map_err(|()| out_of_memory)?;
        let address = slots.as_ptr().addr();
        let first = (address.next_multiple_of(LARGE_PAGE) - address) / size_of::<Slot>();
        let buckets = bytes / size_of::<Bucket>();
        ask_for_large_pages(&slots[first..]);
        let table = Self { slots, first, buckets, generation: AtomicU8::new(0) };
        const SMALL_PAGE: usize = 4096;
        for bucket in table.buckets().iter().step_by(SMALL_PAGE / size_of::<Bucket>()) {
            bucket[0].write(0, Packed(0));
        }
        Ok(table)
    }

    fn buckets(&self) -> &[Bucket] {
        let slots = &self.slots[self.first..self.first + self.buckets * SLOTS];
        slots.as_chunks().0
    }

    /// The bucket of a key. Multiplying instead of masking lets the table have any size.
    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets as u128) >> 64;
        let slots = self.slots[self.first + index as usize * SLOTS..].first_chunk();
        slots.expect("the last bucket is whole")
    }

    /// What is known about the position with this key, with scores seen from `ply`.
    #[inline]
    pub fn probe(&self, key: u64, ply: Ply) -> Option<TableEntry> {
        self.bucket(key).iter().find_map(|slot| {
            let (stored, packed) = slot.read();
            // An empty slot has the key 0; it must not be taken for a position with that key.
            (stored == key && packed.0 != 0).then(|| packed.unpack(ply))
        })
    }

    /// Remembers an entry, in place of what is worth least in its bucket.
    #[inline]
    pub fn store(&self, key: u64, ply: Ply, entry: &TableEntry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let mut packed = Packed::new(entry, ply, generation);
        let bucket = self.bucket(key);
        let mut least = (&bucket[0], i32::MAX);
        for slot in bucket {
            let (stored, old) = slot.read();
            if stored == key && old.0 != 0 {
                if packed.hint().is_none() {
                    packed.0 |= old.0 & 0xFFFF;
                }
                // A much deeper result of this search is worth more than a fresh shallow bound.
                let is_exact = entry.bound == Some(Bound::Exact) && entry.depth > 0;
                let keep = !is_exact
                    && old.generation() == generation
                    && old.depth() > packed.depth() + KEPT_ABOVE;
                if !keep {
                    slot.write(key, packed);
                }
                return;
            }
            let worth = old.worth(generation);
            if worth < least.1 {
                least = (slot, worth);
            }
        }
        least.0.write(key, packed);
    }

    /// Asks the processor to fetch the bucket of a key that will soon be probed.
    #[inline]
    #[allow(unsafe_code, reason = "prefetching has no safe form; it touches no memory")]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Bucket = self.bucket(key);
            // SAFETY: prefetching is a hint without effect on memory, and the address is that of a
            // bucket we hold a reference to. Every x86_64 processor has the instruction.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// A new search begins: what is stored so far grows older.
    pub fn age(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// Forgets everything, with so many threads at work.
    pub fn clear(&self, threads: usize) {
        let clear = |buckets: &[Bucket]| {
            let slots = buckets.iter().flatten();
            slots.for_each(|slot| slot.write(0, Packed(0)));
        };
        let mut chunks = self.buckets().chunks(self.buckets.div_ceil(threads.max(1)));
        // The caller does its share: starting a thread takes longer than clearing a small table.
        let own = chunks.next().unwrap_or_default();
        std::thread::scope(|scope| {
            chunks.for_each(|buckets| drop(scope.spawn(move || clear(buckets))));
            clear(own);
        });
        self.generation.store(0, Ordering::Relaxed);
    }

    /// How much of the table the current search has filled, in thousandths, from a sample.
    pub fn fill(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = &self.buckets()[..self.buckets.min(250)];
        let is_fresh = |slot: &&Slot| {
            let packed = slot.read().1;
            packed.0 != 0 && packed.generation() == generation
        };
        let filled = sample.iter().flatten().filter(is_fresh).count();
        (filled * 1000 / (sample.len() * SLOTS)) as u32
    }

    /// Its size in megabytes.
    pub fn megabytes(&self) -> usize {
        size_of_val(self.buckets()) >> 20
    }
}

#[cfg(test)]
mod tests;
