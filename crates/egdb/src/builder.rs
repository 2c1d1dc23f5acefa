//! Makes the files of all classes up to some number of pieces.

use crate::class::{Class, MAX_PIECES};
use crate::error::Error;
use crate::file;
use crate::index::PositionIndex;
use crate::solver::{SolvingMethod, solve};
use crate::table::ClassTable;
use crate::tables::Tables;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A build of all tables up to some number of pieces.
///
/// Classes are solved one after the other, each with all threads. Those whose files are there and
/// whole are read instead, so a build that was interrupted, in whatever way, goes on with the class
/// it was at. Memory: two bits for every position so far, and two bytes for each of those at work,
/// that is of a class and its other view: 25 MB for 4 pieces, 0.9 GB for 5.
#[derive(Clone, Copy, Debug)]
pub struct Build {
    /// Pieces of both sides together, 2 to [`MAX_PIECES`]; numbers outside are taken as the
    /// nearest.
    pub pieces: usize,
    /// Threads to work with.
    pub threads: NonZeroUsize,
}

/// How far a build is.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct BuildProgress {
    /// The class at work; its other view is solved with it.
    pub class: Class,
    /// Whether its file was there already.
    pub is_found: bool,
    /// Positions looked at or found so far.
    pub done: u64,
    /// Positions in all.
    pub total: u64,
}

impl Build {
    /// Makes the files that are not there yet, and returns all tables. Nothing is printed:
    /// `progress` is called now and then, from any of the threads.
    ///
    /// A file that is damaged is not replaced but reported: another program may have made it.
    pub fn run(
        self,
        folder: &Path,
        progress: &(dyn Fn(BuildProgress) + Sync),
    ) -> Result<Tables, Error> {
        std::fs::create_dir_all(folder)
            .map_err(|reason| Error::File { path: folder.to_owned(), reason })?;
        remove_drafts(folder);
        let pieces = self.pieces.clamp(2, MAX_PIECES);
        let pairs = Class::pairs(pieces);
        let size = |(class, other): &(Class, Option<Class>)| {
            let count = |class| PositionIndex::new(class).len() as u64;
            count(*class) + other.map_or(0, count)
        };
        let total = pairs.iter().map(size).sum();
        let done = AtomicU64::new(0);
        let report = |class, is_found, count| {
            let done = done.fetch_add(count, Relaxed) + count;
            progress(BuildProgress { class, is_found, done, total });
        };
        let mut tables = Tables::none();
        for pair in pairs {
            let (class, other) = pair;
            let views: Vec<Class> = std::iter::once(class).chain(other).collect();
            let mut found = Vec::new();
            for &view in &views {
                found.extend(file::read(folder, view)?);
            }
            if found.len() == views.len() {
                report(class, true, size(&pair));
            } else {
                report(class, false, 0);
                let method = SolvingMethod { threads: self.threads, limit: None };
                let look = |count| report(class, false, count as u64);
                let solutions = solve(pair, &tables, method, &look);
                found = solutions.iter().map(ClassTable::from_solution).collect();
                for table in &found {
                    file::write(folder, table)?;
                }
            }
            for table in found {
                tables.insert(table);
            }
        }
        tables.set_max_pieces(pieces);
        Ok(tables)
    }
}

/// Removes what builds that were interrupted left behind. Another build at work in the same folder
/// loses its draft then and says so; that is no worse than two builds at once deserve.
fn remove_drafts(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        if name.to_string_lossy().ends_with(".part") && name.to_string_lossy().contains(".egdb.") {
            // Room on the disk is all that depends on it.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}
