//! Verdicts on demand: all classes up to some number of pieces, in memory.

use crate::board::TurnedBoard;
use crate::class::{Class, MAX_PIECES};
use crate::error::Error;
use crate::file;
use crate::solver::OutsideValues;
use crate::table::{ClassTable, WdlCounts};
use crate::wdl::{Outlook, Wdl};
use damier_draughts::Position;
use std::path::Path;

/// Places for a class: each of the four numbers is at most [`MAX_PIECES`].
const SLOTS: usize = (MAX_PIECES + 1).pow(4);

/// Endgame tables in memory, two bits a position: 11 MB for 4 pieces, 0.4 GB for 5.
///
/// A verdict is that of best play without clocks: the 25-, 16- and 5-move rules and repetition are
/// not considered, as in all such tables, so some wins cannot be had over the board (see
/// [`Distances`](crate::Distances)). Any number of threads may ask at once.
#[derive(Clone, Debug)]
pub struct Tables {
    tables: Vec<Option<ClassTable>>,
    max_pieces: usize,
}

fn slot(class: Class) -> usize {
    let (own, other) = (class.own(), class.other());
    [own.men, own.kings, other.men, other.kings]
        .iter()
        .fold(0, |slot, &count| slot * (MAX_PIECES + 1) + usize::from(count))
}

impl Tables {
    /// Reads all tables in a folder, up to the largest number of pieces for which every class is
    /// there.
    pub fn open(folder: &Path) -> Result<Self, Error> {
        Self::open_up_to(folder, MAX_PIECES)
    }

    /// [`Tables::open`] that leaves out tables of more than `max_pieces` pieces.
    pub fn open_up_to(folder: &Path, max_pieces: usize) -> Result<Self, Error> {
        let mut tables = Self::none();
        for pieces in 2..=max_pieces.min(MAX_PIECES) {
            let classes = Class::all(pieces);
            let missing = classes.iter().find(|&&class| !file::path(folder, class).exists());
            if let Some(&class) = missing {
                if pieces == 2 {
                    let file = class.file_name();
                    return Err(Error::Missing { folder: folder.to_owned(), file });
                }
                break;
            }
            for class in classes {
                match file::read(folder, class)? {
                    Some(table) => tables.insert(table),
                    // It was there a moment ago.
                    None => {
                        let file = class.file_name();
                        return Err(Error::Missing { folder: folder.to_owned(), file });
                    }
                }
            }
            tables.max_pieces = pieces;
        }
        Ok(tables)
    }

    /// No table yet, for the builder.
    pub(crate) fn none() -> Self {
        Self { tables: vec![None; SLOTS], max_pieces: 0 }
    }

    pub(crate) fn insert(&mut self, table: ClassTable) {
        let slot = slot(table.index.class());
        self.tables[slot] = Some(table);
    }

    pub(crate) fn set_max_pieces(&mut self, max_pieces: usize) {
        self.max_pieces = max_pieces;
    }

    pub(crate) fn table(&self, class: Class) -> Option<&ClassTable> {
        self.tables[slot(class)].as_ref()
    }

    /// The greatest number of pieces, of both sides together, for which every position is known.
    pub fn max_pieces(&self) -> usize {
        self.max_pieces
    }

    /// The classes that are known, those with few pieces first, with their numbers of wins, draws
    /// and losses.
    pub fn tallies(&self) -> impl Iterator<Item = (Class, WdlCounts)> {
        let classes = (2..=self.max_pieces).flat_map(Class::all);
        classes.filter_map(|class| Some((class, self.table(class)?.tally)))
    }

    /// The result of best play for the side to move; `None` with more pieces than
    /// [`Tables::max_pieces`].
    ///
    /// Any position may be asked, also those in which a capture is compulsory: the tables do not
    /// hold these, so the captures are played, and what follows is asked, down to quiet positions.
    /// That takes longer; a search that has resolved captures anyway asks [`Tables::probe_quiet`].
    pub fn probe(&self, position: &Position) -> Option<Wdl> {
        if position.occupied().count() > self.max_pieces {
            return None;
        }
        self.resolve(position)
    }

    /// [`Tables::probe`] for a position in which the side to move cannot capture; otherwise the
    /// answer is nonsense, though not a panic.
    #[inline]
    pub fn probe_quiet(&self, position: &Position) -> Option<Wdl> {
        let board = TurnedBoard::of(position);
        let table = self.table(board.class()?)?;
        Some(table.verdict(table.index.number(&board)))
    }

    /// The verdict on any position whose table is there, or the tables after its captures.
    pub(crate) fn resolve(&self, position: &Position) -> Option<Wdl> {
        let us = position.side_to_move();
        if position.side(us).is_empty() || position.side(!us).is_empty() {
            // A side without pieces has no move; the other side has won when it has moved.
            let wins = position.has_legal_move();
            return Some(if wins { Wdl::Win } else { Wdl::Loss });
        }
        if !position.can_capture(us) {
            return self.probe_quiet(position);
        }
        let mut best = Wdl::Loss;
        for &mv in &position.legal_moves() {
            let mut after = position.clone();
            after.play_unchecked(mv);
            best = best.max(self.resolve(&after)?.opposite());
            if best == Wdl::Win {
                break;
            }
        }
        Some(best)
    }
}

impl OutsideValues for Tables {
    fn outlook(&self, position: &Position) -> Outlook {
        match self.resolve(position).expect("classes are built after those they depend on") {
            Wdl::Loss => Outlook::Loss(0),
            Wdl::Draw => Outlook::Draw,
            Wdl::Win => Outlook::Win(0),
        }
    }
}
