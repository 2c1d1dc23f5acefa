//! Pawn structure, and a table that remembers it.
//!
//! Everything here depends on the pawns alone, so it is found once for each pawn formation and
//! thread.

use super::features::*;
use super::parameters::{Pair, Parameters};
use super::sets::{
    attacks_of_pawns, file_ahead, files_beside, files_of, fill_ahead, forward, relative, span_ahead,
};
use super::tally::{Sum, TermTally};
use damier_chess::attacks::pawn_attacks;
use damier_chess::{Bitboard, Position, Role, Side};

/// What the rest of the evaluation wants to know about the pawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PawnFacts {
    /// Squares that the pawns of a side attack.
    pub(super) attacks: [Bitboard; 2],
    /// Squares that they attack or could attack by advancing.
    pub(super) spans: [Bitboard; 2],
    /// Passed pawns of both sides.
    pub(super) passed: Bitboard,
    /// Files on which a side has a pawn, one bit each.
    pub(super) files: [u8; 2],
}

/// Reports all features of pawns alone, their material and squares included.
#[inline]
pub(super) fn survey<T: TermTally>(position: &Position, tally: &mut T) -> PawnFacts {
    let mut facts = PawnFacts::default();
    for side in Side::ALL {
        let pawns = position.pieces(side, Role::Pawn);
        let attacks = attacks_of_pawns(side, pawns);
        facts.attacks[side.index()] = attacks;
        facts.spans[side.index()] = attacks | fill_ahead(side, attacks);
        facts.files[side.index()] = files_of(pawns);
    }
    // Written out, so that each half is compiled for its side.
    let white = survey_side(position, Side::White, &facts, tally);
    let black = survey_side(position, Side::Black, &facts, tally);
    facts.passed = white | black;
    facts
}

/// The part of one side; returns its passed pawns.
#[inline(always)]
fn survey_side<T: TermTally>(
    position: &Position,
    side: Side,
    facts: &PawnFacts,
    tally: &mut T,
) -> Bitboard {
    let own = position.pieces(side, Role::Pawn);
    let enemies = position.pieces(!side, Role::Pawn);
    let mut passed = Bitboard::EMPTY;
    tally.count(MATERIAL, side, own.count() as i32);
    for square in own {
        let place = relative(side, square);
        let rank = place >> 3;
        tally.count(PAWN_SQUARES + place, side, 1);

        let ahead = file_ahead(side, square);
        let span = span_ahead(side, square);
        let beside = own & files_beside(square.file());
        let is_doubled = ahead.intersects(own);
        let is_opposed = ahead.intersects(enemies);
        let stoppers = span & enemies;
        let is_phalanx = beside.intersects(Bitboard::from_rank(square.rank()));
        let supporters = own & pawn_attacks(!side, square);

        if is_doubled {
            tally.count(DOUBLED, side, 1);
        }
        if is_phalanx {
            tally.count(PHALANX + rank, side, 1);
        }
        if !supporters.is_empty() {
            tally.count(SUPPORTED + rank, side, supporters.count() as i32);
        }
        if beside.is_empty() {
            tally.count(ISOLATED, side, 1);
            if !is_opposed {
                tally.count(ISOLATED_OPEN, side, 1);
            }
        } else if !is_phalanx
            && (beside - span).is_empty()
            && forward(side, square.into()).intersects(facts.attacks[(!side).index()])
        {
            tally.count(BACKWARD, side, 1);
            if !is_opposed {
                tally.count(BACKWARD_OPEN, side, 1);
            }
        }
        if is_doubled || is_opposed {
            continue;
        }
        if stoppers.is_empty() {
            passed |= square.into();
        } else {
            // As many helpers beside or behind as there are guards ahead: one exchange makes it
            // passed.
            let helpers = beside - span;
            if helpers.count() >= stoppers.count() {
                tally.count(CANDIDATE + rank, side, 1);
            }
        }
    }
    let files = facts.files[side.index()];
    // An island begins on each file whose left neighbour is empty.
    let islands = (files & !(files << 1)).count_ones() as i32;
    tally.count(ISLANDS, side, islands);
    passed
}

/// One remembered formation.
#[derive(Clone, Copy, Default)]
struct PawnEntry {
    key: u64,
    total: Pair,
    facts: PawnFacts,
}

/// Remembers pawn formations of one evaluator with one set of weights.
pub(super) struct PawnTable {
    entries: Box<[PawnEntry]>,
}

impl PawnTable {
    /// A power of two; the key's low bits choose the entry. 8192 entries take 576 KB.
    const SIZE: usize = 8192;

    pub(super) fn new() -> Self {
        // The key of no pawns at all is 0, and what an empty entry says is right for it.
        Self { entries: vec![PawnEntry::default(); Self::SIZE].into_boxed_slice() }
    }

    /// The sum and the facts, remembered or found now.
    #[inline]
    pub(super) fn look_up(
        &mut self,
        position: &Position,
        parameters: &Parameters,
    ) -> (Pair, PawnFacts) {
        let key = position.pawn_key();
        let entry = &mut self.entries[key as usize & (Self::SIZE - 1)];
        if entry.key != key {
            let mut sum = Sum::new(parameters);
            let facts = survey(position, &mut sum);
            *entry = PawnEntry { key, total: sum.total, facts };
        }
        (entry.total, entry.facts)
    }
}
