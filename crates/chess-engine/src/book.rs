//! Opening books in the Polyglot format: moves with weights, found by the key of a position.
//!
//! A book is read into memory whole and never written. It knows nothing of games: when to leave the
//! book is up to the caller. Start at [`Book::open`].
//!
//! Polyglot counts a pawn that may be taken en passant even if the taker is pinned; our positions
//! remember it only if the capture is legal. The few positions that differ are not found.

use crate::shakmaty_bridge::to_shakmaty;
use damier_chess::{Move, Position, Role, Square};
use damier_files::read_regular;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{EnPassantMode, Position as _};
use std::io;
use std::path::{Path, PathBuf};

/// Bytes of an entry: key 8, move 2, weight 2, learning 4; the highest byte first.
const ENTRY_SIZE: usize = 16;

/// The largest file that is read, in bytes; the largest books in use have about a third of it.
const MAX_SIZE: u64 = 512 << 20;

/// Why a book cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// The file cannot be read.
    #[error("{file}: {reason}")]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// The contents are no book.
    #[error("{file} is no Polyglot book: {reason}")]
    Malformed {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        reason: BookFlaw,
    },
}

/// What is wrong with the bytes of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BookFlaw {
    /// No entry at all.
    #[error("it is empty")]
    Empty,
    /// Part of an entry is missing.
    #[error("its size is {size} bytes, not a multiple of {ENTRY_SIZE}")]
    Size {
        /// Bytes found.
        size: usize,
    },
    /// The keys go down somewhere.
    #[error("entry {entry} has a smaller key than the one before it")]
    Unsorted {
        /// Which entry, counted from 1.
        entry: usize,
    },
}

/// A move that a book knows for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move; legal in the position that was asked about.
    pub mv: Move,
    /// How often it should be played, compared with the others; 0 for never.
    pub weight: u16,
}

#[derive(Clone, Copy, Debug)]
struct BookEntry {
    key: u64,
    mv: u16,
    weight: u16,
}

/// An opening book.
#[derive(Clone, Debug)]
pub struct Book {
    /// In the order of their keys.
    entries: Vec<BookEntry>,
}

impl Book {
    /// Reads a book from a file.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, BookError> {
        let file = path.as_ref();
        let bytes = read_regular(file, MAX_SIZE)
            .map_err(|reason| BookError::Unreadable { file: file.to_owned(), reason })?;
        Self::from_bytes(&bytes)
            .map_err(|reason| BookError::Malformed { file: file.to_owned(), reason })
    }

    /// Reads a book from the bytes of its file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookFlaw> {
        let (chunks, rest) = bytes.as_chunks::<ENTRY_SIZE>();
        if bytes.is_empty() {
            return Err(BookFlaw::Empty);
        }
        if !rest.is_empty() {
            return Err(BookFlaw::Size { size: bytes.len() });
        }
        let entries: Vec<BookEntry> = chunks.iter().map(BookEntry::from_bytes).collect();
        match entries.windows(2).position(|pair| pair[0].key > pair[1].key) {
            Some(place) => Err(BookFlaw::Unsorted { entry: place + 2 }),
            None => Ok(Self { entries }),
        }
    }

    /// The number of entries, of all positions together.
    pub fn entries(&self) -> usize {
        self.entries.len()
    }

    /// The moves that the book knows here, in its own order. Entries that are not legal, because
    /// another position has the same key or the book is damaged, are left out.
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        let Some(key) = polyglot_key(position) else {
            return Vec::new();
        };
        let first = self.entries.partition_point(|entry| entry.key < key);
        let entries = self.entries[first..].iter().take_while(|entry| entry.key == key);
        entries
            .filter_map(|entry| {
                Some(BookMove { mv: entry.legal_move(position)?, weight: entry.weight })
            })
            .collect()
    }

    /// One of the moves, each as often as its weight asks. The same bits give the same move. `None`
    /// if the book knows no move here that it wants to be played.
    pub fn pick(&self, position: &Position, random_bits: u64) -> Option<Move> {
        let moves = self.moves(position);
        let total: u64 = moves.iter().map(|known| u64::from(known.weight)).sum();
        // The bits are a fraction of one; the product's upper half is that fraction of the total.
        let mut ticket = ((u128::from(random_bits) * u128::from(total)) >> 64) as u64;
        moves.into_iter().find_map(|known| match ticket.checked_sub(known.weight.into()) {
            None => Some(known.mv),
            Some(rest) => {
                ticket = rest;
                None
            }
        })
    }
}

impl BookEntry {
    fn from_bytes(bytes: &[u8; ENTRY_SIZE]) -> Self {
        let short = |place: usize| u16::from_be_bytes([bytes[place], bytes[place + 1]]);
        let [key @ .., _, _, _, _, _, _, _, _] = *bytes;
        Self { key: u64::from_be_bytes(key), mv: short(8), weight: short(10) }
    }

    /// From the lowest bit: target in six bits, origin in six, promotion in three. Castling is the
    /// king taking its rook, as we write it too.
    fn legal_move(self, position: &Position) -> Option<Move> {
        let square = |bits: u16| Square::from_index((bits & 63) as u8);
        let (to, from) = (square(self.mv)?, square(self.mv >> 6)?);
        let promotion = match self.mv >> 12 & 7 {
            0 => None,
            1 => Some(Role::Knight),
            2 => Some(Role::Bishop),
            3 => Some(Role::Rook),
            4 => Some(Role::Queen),
            _ => return None,
        };
        let is_meant =
            |mv: &Move| mv.from() == from && mv.to() == to && mv.promotion() == promotion;
        position.legal_moves().into_iter().find(is_meant)
    }
}

/// The key under which Polyglot books list a position; `None` for positions too strange for any.
pub fn polyglot_key(position: &Position) -> Option<u64> {
    let Zobrist64(key) = to_shakmaty(position)?.zobrist_hash(EnPassantMode::Legal);
    Some(key)
}
