//! Reviews that journals have, found again without keeping them in memory.
//!
//! A journal is read once; of every few entries only the smallest number and the place are kept.
//! Games are asked for in their order, and entries are nearly in that order too, so that only few
//! are loaded at any time. A journal in any other order is answered as well, with more memory.

use super::{BatchError, ENGINE, Reviewed};
use crate::review::Review;
use damier_files::{Journal, JournalError, JournalSettings, open_regular};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// Entries that are loaded together.
const BLOCK: usize = 8;

/// Some entries that stand one after the other.
struct Block {
    /// The smallest number of a game among them.
    first: usize,
    /// Where they begin.
    place: u64,
    entries: usize,
}

/// The reviews of a journal.
pub(super) struct KnownReviews {
    path: PathBuf,
    file: BufReader<File>,
    /// Those that are not loaded, the one with the smallest number last.
    blocks: Vec<Block>,
    loaded: BTreeMap<usize, Reviewed>,
}

impl KnownReviews {
    /// Opens a journal to go on with it, or begins one.
    pub(super) fn open(
        path: &Path,
        settings: &JournalSettings,
    ) -> Result<(Journal<Reviewed>, Self), BatchError> {
        let mut blocks = Vec::new();
        let journal = Journal::open_with_places(path, settings, &mut |place, entry: Reviewed| {
            add(&mut blocks, place, entry.game);
            Ok(())
        });
        let journal = journal.map_err(|error| match error {
            JournalError::OtherSettings { path, key, was, now }
                if ENGINE.contains(&key.as_str()) =>
            {
                BatchError::OtherEngine { path, key, was, now }
            }
            error => BatchError::Journal(error),
        })?;
        Ok((journal, Self::new(path, blocks)?))
    }

    /// Reads what another journal has, if its reviews were made in the same way.
    pub(super) fn read(path: &Path, settings: &JournalSettings) -> Result<Self, BatchError> {
        let mut other = None;
        let mut blocks = Vec::new();
        Journal::read_with_places(
            path,
            &mut |found| {
                let mut all = settings.iter();
                other = all
                    .find(|(key, value)| found.get(*key) != Some(*value))
                    .map(|(key, value)| (key, found.get(key).cloned(), value));
                Ok(())
            },
            &mut |place, entry: Reviewed| {
                add(&mut blocks, place, entry.game);
                Ok(())
            },
        )?;
        if let Some((key, was, now)) = other {
            let (path, key, now) = (path.to_owned(), key.clone(), now.to_string());
            return Err(match ENGINE.contains(&key.as_str()) {
                true => {
                    let was = was.unwrap_or_default().to_string();
                    BatchError::OtherEngine { path, key, was, now }
                }
                false => BatchError::OtherSettings { path, key, value: now },
            });
        }
        Self::new(path, blocks)
    }

    fn new(path: &Path, mut blocks: Vec<Block>) -> Result<Self, BatchError> {
        let failed = |reason| JournalError::File { path: path.to_owned(), reason };
        let file = BufReader::new(open_regular(path).map_err(failed)?);
        blocks.sort_by_key(|block| std::cmp::Reverse(block.first));
        Ok(Self { path: path.to_owned(), file, blocks, loaded: BTreeMap::new() })
    }

    /// The review of a game, by its number, if its moves are those. Numbers are asked for in
    /// ascending order.
    pub(super) fn find(
        &mut self,
        game: usize,
        fingerprint: impl FnOnce() -> String,
    ) -> Result<Option<Review>, BatchError> {
        while let Some(block) = self.blocks.pop_if(|block| block.first <= game) {
            self.load(&block, game).map_err(|reason| {
                BatchError::Journal(JournalError::File { path: self.path.clone(), reason })
            })?;
        }
        // Nobody asks for those before it any more.
        self.loaded = self.loaded.split_off(&game);
        let Some(entry) = self.loaded.remove(&game) else { return Ok(None) };
        Ok((entry.fingerprint == fingerprint()).then_some(entry.review))
    }

    fn load(&mut self, block: &Block, least: usize) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(block.place))?;
        let mut line = Vec::new();
        for _ in 0..block.entries {
            line.clear();
            self.file.read_until(b'\n', &mut line)?;
            let entry: Reviewed = serde_json::from_slice(&line)?;
            if entry.game >= least {
                self.loaded.insert(entry.game, entry);
            }
        }
        Ok(())
    }
}

/// Remembers where an entry stands.
fn add(blocks: &mut Vec<Block>, place: u64, game: usize) {
    match blocks.last_mut() {
        Some(block) if block.entries < BLOCK => {
            block.first = block.first.min(game);
            block.entries += 1;
        }
        _ => blocks.push(Block { first: game, place, entries: 1 }),
    }
}
