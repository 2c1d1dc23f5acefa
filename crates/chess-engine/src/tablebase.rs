//! Endgame tables in the Syzygy format: the truth about positions with few pieces.
//!
//! A table of verdicts (WDL) tells who wins; a table of distances (DTZ) tells how many plies remain
//! to the next capture, pawn move or mate, which is what it takes to make progress. Files are
//! opened when they are first needed. Nothing here counts, caches or prints.
//!
//! Start at [`Tablebase::open`]; a search asks [`Tablebase::probe_wdl`] at its nodes and
//! [`Tablebase::rank_root_moves`] before it begins.

mod root;

pub use root::RootRank;

use crate::shakmaty_bridge::to_shakmaty;
use damier_chess::Position;
use shakmaty::Chess;
use shakmaty_syzygy::{MaybeRounded, Metric, SyzygyError, Wdl};
use std::ffi::OsStr;
use std::fmt;
use std::io;
use std::ops::Neg;
use std::path::{Path, PathBuf};

/// Endings of the names of the two kinds of files.
const VERDICT_FILES: &str = "rtbw";
const DISTANCE_FILES: &str = "rtbz";

/// Who wins, for the side to move. Better verdicts are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TablebaseVerdict {
    /// The opponent wins.
    Loss,
    /// The opponent would win, but not before a draw by fifty moves can be claimed.
    BlessedLoss,
    /// Neither side wins.
    Draw,
    /// The side to move would win, but not before a draw by fifty moves can be claimed.
    CursedWin,
    /// The side to move wins.
    Win,
}

impl TablebaseVerdict {
    /// The verdict of a game without the fifty-move rule.
    #[must_use]
    pub const fn without_fifty_moves(self) -> Self {
        match self {
            Self::Loss | Self::BlessedLoss => Self::Loss,
            Self::Draw => Self::Draw,
            Self::CursedWin | Self::Win => Self::Win,
        }
    }
}

/// The same verdict from the other side.
impl Neg for TablebaseVerdict {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::Win => Self::Loss,
        }
    }
}

impl From<Wdl> for TablebaseVerdict {
    fn from(wdl: Wdl) -> Self {
        match wdl {
            Wdl::Loss => Self::Loss,
            Wdl::BlessedLoss => Self::BlessedLoss,
            Wdl::Draw => Self::Draw,
            Wdl::CursedWin => Self::CursedWin,
            Wdl::Win => Self::Win,
        }
    }
}

/// One word, so that programs can split a line at its spaces.
impl fmt::Display for TablebaseVerdict {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Self::Loss => "loss",
            Self::BlessedLoss => "blessed-loss",
            Self::Draw => "draw",
            Self::CursedWin => "cursed-win",
            Self::Win => "win",
        })
    }
}

/// What the tables say about one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probe {
    /// Who wins if the last move was a capture or a pawn move: the tables know no clock.
    pub verdict: TablebaseVerdict,
    /// Plies to the next capture, pawn move or mate; negative for the losing side, 0 for a draw,
    /// and 100 further from 0 if fifty moves can be claimed first. `None` without a table of
    /// distances.
    pub dtz: Option<i32>,
    /// The true distance may be one ply longer: some tables count whole moves.
    pub is_rounded: bool,
}

/// Why tables cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TablebaseError {
    /// The list of folders is empty.
    #[error("no folder with endgame tables is named")]
    NoFolder,
    /// A folder cannot be listed.
    #[error("cannot read the folder {folder} of endgame tables: {reason}")]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// A file has the name of a table, but cannot be one.
    #[error("cannot use the endgame table {file}: {reason}")]
    File {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        reason: io::Error,
    },
    /// A folder holds nothing of use.
    #[error("there are no Syzygy tables (files like KQvK.{VERDICT_FILES}) in the folder {folder}")]
    NoTables {
        /// The folder.
        folder: PathBuf,
    },
}

/// Why the tables do not know a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProbeError {
    /// One of the sides may still castle.
    #[error("positions in which a side may castle are in no table")]
    Castling,
    /// More pieces than the largest table has.
    #[error("the position has {pieces} pieces, and the largest table {largest}")]
    TooManyPieces {
        /// Pieces on the board, kings included.
        pieces: usize,
        /// Pieces of the largest table.
        largest: usize,
    },
    /// No table for these pieces, or for pieces that a capture or promotion leads to.
    #[error("there is no {kind} table for {pieces}")]
    MissingTable {
        /// `WDL` or `DTZ`.
        kind: &'static str,
        /// The pieces, as `KQvK`.
        pieces: String,
    },
    /// A table that cannot be read.
    #[error("{reason}")]
    Unreadable {
        /// What is wrong with it, in words.
        reason: String,
    },
}

/// Tables from one or several folders. All threads of a search share it.
#[derive(Debug)]
pub struct Tablebase {
    tables: shakmaty_syzygy::Tablebase<Chess>,
    verdict_tables: usize,
    distance_tables: usize,
}

const _: () = {
    const fn is_shared<T: Send + Sync>() {}
    is_shared::<Tablebase>();
};

/// A collection without any table in it.
#[cfg(not(target_family = "wasm"))]
fn no_tables() -> shakmaty_syzygy::Tablebase<Chess> {
    shakmaty_syzygy::Tablebase::new()
}

/// In a browser there are no files, so that every folder is one that cannot be read.
#[cfg(target_family = "wasm")]
fn no_tables() -> shakmaty_syzygy::Tablebase<Chess> {
    use shakmaty_syzygy::filesystem::{Filesystem, RandomAccessFile};

    struct NoFiles;

    impl Filesystem for NoFiles {
        fn regular_file_size(&self, _: &Path) -> io::Result<u64> {
            Err(io::ErrorKind::Unsupported.into())
        }

        fn read_dir(&self, _: &Path) -> io::Result<Vec<PathBuf>> {
            Err(io::ErrorKind::Unsupported.into())
        }

        fn open(&self, _: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
            Err(io::ErrorKind::Unsupported.into())
        }
    }

    shakmaty_syzygy::Tablebase::with_filesystem(std::sync::Arc::new(NoFiles))
}

impl Tablebase {
    /// Finds the tables in folders whose names are separated as the system separates paths: by
    /// colons, on Windows by semicolons. Each folder must hold at least one table; a folder with
    /// distances alone is fine as long as another has verdicts.
    pub fn open(path_list: &str) -> Result<Self, TablebaseError> {
        let mut tablebase = Self { tables: no_tables(), verdict_tables: 0, distance_tables: 0 };
        let mut last_folder = None;
        for folder in std::env::split_paths(path_list).filter(|path| !path.as_os_str().is_empty()) {
            let before = tablebase.files();
            tablebase.add_folder(&folder)?;
            if tablebase.files() == before {
                return Err(TablebaseError::NoTables { folder });
            }
            last_folder = Some(folder);
        }
        let folder = last_folder.ok_or(TablebaseError::NoFolder)?;
        if tablebase.verdict_tables == 0 {
            return Err(TablebaseError::NoTables { folder });
        }
        Ok(tablebase)
    }

    fn add_folder(&mut self, folder: &Path) -> Result<(), TablebaseError> {
        let unreadable = |reason| TablebaseError::Folder { folder: folder.to_owned(), reason };
        for entry in std::fs::read_dir(folder).map_err(unreadable)? {
            let file = entry.map_err(unreadable)?.path();
            let count = match file.extension().and_then(OsStr::to_str) {
                Some(VERDICT_FILES) => &mut self.verdict_tables,
                Some(DISTANCE_FILES) => &mut self.distance_tables,
                _ => continue,
            };
            match self.tables.add_file(&file) {
                Ok(()) => *count += 1,
                // Something else that shares the ending of its name.
                Err(error) if error.kind() == io::ErrorKind::InvalidInput => {}
                Err(reason) => return Err(TablebaseError::File { file, reason }),
            }
        }
        Ok(())
    }

    fn files(&self) -> usize {
        self.verdict_tables + self.distance_tables
    }

    /// How many tables of verdicts (WDL) were found.
    pub fn verdict_tables(&self) -> usize {
        self.verdict_tables
    }

    /// How many tables of distances (DTZ) were found.
    pub fn distance_tables(&self) -> usize {
        self.distance_tables
    }

    /// Pieces of the largest table, kings included.
    #[inline]
    pub fn max_pieces(&self) -> usize {
        self.tables.max_pieces()
    }

    /// The verdict on a position inside a search. `None` if the tables do not know it: too many
    /// pieces, a right to castle, a missing table.
    ///
    /// If fifty moves count, the tables know the truth only right after a capture or a pawn move,
    /// so the answer to any other position is `None` as well, at no cost.
    #[inline]
    pub fn probe_wdl(
        &self,
        position: &Position,
        fifty_moves_count: bool,
    ) -> Option<TablebaseVerdict> {
        if !self.may_know(position) || fifty_moves_count && position.halfmove_clock() > 0 {
            return None;
        }
        let wdl = self.tables.probe_wdl_after_zeroing(&to_shakmaty(position)?).ok()?;
        let verdict = TablebaseVerdict::from(wdl);
        Some(if fifty_moves_count { verdict } else { verdict.without_fifty_moves() })
    }

    /// All that the tables say about a position, or in words why they do not know it.
    pub fn probe(&self, position: &Position) -> Result<Probe, ProbeError> {
        let (pieces, largest) = (position.occupied().count(), self.max_pieces());
        if !position.castling().rooks().is_empty() {
            return Err(ProbeError::Castling);
        }
        if pieces > largest {
            return Err(ProbeError::TooManyPieces { pieces, largest });
        }
        let reason = || ProbeError::Unreadable { reason: "the position is too strange".to_owned() };
        let chess = to_shakmaty(position).ok_or_else(reason)?;
        let verdict = self.tables.probe_wdl_after_zeroing(&chess)?.into();
        match self.tables.probe_dtz(&chess) {
            Ok(dtz) => {
                let is_rounded = matches!(dtz, MaybeRounded::Rounded(_));
                Ok(Probe { verdict, dtz: Some(dtz.ignore_rounding().0), is_rounded })
            }
            Err(SyzygyError::MissingTable { metric: Metric::Dtz, .. }) => {
                Ok(Probe { verdict, dtz: None, is_rounded: false })
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Whether it is worth asking the tables.
    #[inline]
    fn may_know(&self, position: &Position) -> bool {
        position.occupied().count() <= self.max_pieces() && position.castling().rooks().is_empty()
    }
}

impl From<SyzygyError> for ProbeError {
    fn from(error: SyzygyError) -> Self {
        match error {
            SyzygyError::MissingTable { metric, material } => Self::MissingTable {
                kind: if metric == Metric::Wdl { "WDL" } else { "DTZ" },
                pieces: material.to_string(),
            },
            error => Self::Unreadable { reason: error.to_string() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_turns_with_the_board() {
        let all = [
            TablebaseVerdict::Loss,
            TablebaseVerdict::BlessedLoss,
            TablebaseVerdict::Draw,
            TablebaseVerdict::CursedWin,
            TablebaseVerdict::Win,
        ];
        assert!(all.is_sorted());
        for (verdict, opposite) in all.into_iter().zip(all.into_iter().rev()) {
            assert_eq!(-verdict, opposite);
            assert_eq!(-verdict.without_fifty_moves(), opposite.without_fifty_moves());
        }
    }

    #[test]
    fn a_folder_without_tables_is_refused_by_name() {
        assert!(matches!(Tablebase::open(""), Err(TablebaseError::NoFolder)));
        let error = Tablebase::open("/no/such/folder").unwrap_err().to_string();
        assert!(error.starts_with("cannot read the folder /no/such/folder of"), "{error}");
        let empty = std::env::temp_dir().join(format!("damier-tables-{}", std::process::id()));
        std::fs::create_dir_all(&empty).unwrap();
        let text = empty.to_str().unwrap();
        let none = Tablebase::open(text).unwrap_err().to_string();
        std::fs::write(empty.join("KQvK.rtbw"), "no table").unwrap();
        let broken = Tablebase::open(text).unwrap_err().to_string();
        std::fs::remove_dir_all(&empty).unwrap();
        assert!(none.starts_with("there are no Syzygy tables") && none.ends_with(text), "{none}");
        assert!(broken.contains("KQvK.rtbw: unexpected file size"), "{broken}");
    }
}
