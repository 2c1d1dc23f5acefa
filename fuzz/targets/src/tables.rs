//! Endgame tables of both games.

use crate::scratch;
use damier_chess::Position as Chess;
use damier_chess_engine::tablebase::Tablebase;
use damier_draughts::Position as Draughts;
use damier_egdb::{Build, Tables};
use damier_files::checksum;
use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::LazyLock;

/// A folder with the tables of two pieces, of which one is replaced.
static DRAUGHTS: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = scratch("endgame_tables", "egdb");
    fs::create_dir_all(&folder).expect("a temporary folder");
    let build = Build { pieces: 2, threads: NonZeroUsize::MIN };
    build.run(&folder, &|_| ()).expect("two pieces are soon done");
    folder
});

/// A folder for a table of king and bishop against king.
static CHESS: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = scratch("endgame_tables", "syzygy");
    fs::create_dir_all(&folder).expect("a temporary folder");
    folder
});

/// A table of two kings of draughts, as it is and with the numbers mended that cannot be guessed;
/// or, if it does not begin like one, a Syzygy table. Opening and asking them never panics.
pub(crate) fn endgame_tables(bytes: &[u8]) {
    if bytes.starts_with(b"DAMI") {
        let mut mended = bytes.to_vec();
        mend(&mut mended);
        for bytes in [bytes, &mended] {
            let file = DRAUGHTS.join("KvK.egdb");
            fs::write(&file, bytes).expect("a temporary file can be written");
            let Ok(tables) = Tables::open(&DRAUGHTS) else { continue };
            for fen in ["W:WK1:BK50", "B:WK5:BK46", "W:WK28:BK33"] {
                let position = Draughts::from_fen(fen).expect("a position");
                assert!(tables.probe(&position).is_some());
            }
        }
    } else {
        let mut whole = bytes.to_vec();
        // Other sizes are refused at once.
        whole.resize(bytes.len().next_multiple_of(64) + 16, 0);
        for ending in ["rtbw", "rtbz"] {
            let file = CHESS.join(format!("KBvK.{ending}"));
            fs::write(&file, &whole).expect("a temporary file can be written");
        }
        let Ok(tables) = Tablebase::open(&CHESS.to_string_lossy()) else { return };
        for fen in ["8/8/8/8/8/2k5/8/K2B4 w - - 0 1", "8/8/8/4k3/8/8/1B6/K7 b - - 0 1"] {
            let _ = tables.probe(&Chess::from_fen(fen).expect("a position"));
        }
    }
}

/// Where the header of a table of draughts has the length of what follows, and a checksum.
const LENGTH: std::ops::Range<usize> = 48..56;
const SUM: std::ops::Range<usize> = 56..64;

fn mend(bytes: &mut [u8]) {
    let Some(runs) = bytes.len().checked_sub(SUM.end) else { return };
    bytes[LENGTH].copy_from_slice(&(runs as u64).to_le_bytes());
    let sum = checksum(bytes[..SUM.start].iter().chain(&bytes[SUM.end..]).copied());
    bytes[SUM].copy_from_slice(&sum.to_le_bytes());
}
