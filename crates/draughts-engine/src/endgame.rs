//! What the endgame tables know, as scores.
//!
//! The tables say who wins, not how. Below the horizon a won position is therefore worth less the
//! harder it still is, so that the search finds its way through positions that are all won; inside
//! the tree a verdict only bounds the score, and the search goes on if the bound does not decide.

use damier_core::{Ply, Score, Side};
use damier_draughts::Position;
use damier_egdb::{Tables, Wdl};
use std::sync::Arc;

/// The endgame tables, and how far they are used.
#[derive(Clone, Default)]
pub(crate) struct Probing {
    pub(crate) tables: Option<Arc<Tables>>,
    /// Positions with more pieces are not looked up.
    pub(crate) max_pieces: usize,
}

impl Probing {
    /// The verdict on a position in which nothing can be captured.
    #[inline]
    pub(crate) fn probe_quiet(&self, position: &Position) -> Option<Wdl> {
        let tables = self.tables.as_ref()?;
        let pieces = position.occupied().count();
        if pieces > self.max_pieces.min(tables.max_pieces()) {
            return None;
        }
        tables.probe_quiet(position)
    }

    /// The verdict on any position.
    pub(crate) fn probe(&self, position: &Position) -> Option<Wdl> {
        let tables = self.tables.as_ref()?;
        if position.occupied().count() > self.max_pieces { None } else { tables.probe(position) }
    }
}

/// The greatest [`difficulty`]: with it and the deepest ply, a win is still above every evaluation.
const MAX_DIFFICULTY: i32 = 600;

/// What a piece that is still to be taken adds to the difficulty: more than all its moves.
const PER_PIECE: i32 = 120;
/// What each move that the loser has left adds, up to so many moves.
const PER_MOVE: i32 = 5;
const MAX_FREEDOM: usize = 24;
/// What each row that a man of the winner has still to go adds.
const PER_ROW: i32 = 5;

/// What a won position is worth at least.
pub(crate) fn least_win(ply: Ply) -> Score {
    Score::table_win_in(ply) - MAX_DIFFICULTY
}

/// The score of a position that is judged as it stands.
pub(crate) fn score(position: &Position, verdict: Wdl, ply: Ply) -> Score {
    let us = position.side_to_move();
    match verdict {
        Wdl::Win => Score::table_win_in(ply) - difficulty(position, us),
        Wdl::Draw => Score::DRAW,
        Wdl::Loss => -(Score::table_win_in(ply) - difficulty(position, !us)),
    }
}

/// How much is still to be done: pieces to take, squares to take from them, men to promote.
fn difficulty(position: &Position, winner: Side) -> i32 {
    let mut view = position.clone();
    if view.side_to_move() == winner {
        view.pass();
    }
    let pieces = position.side(!winner).count() as i32;
    let freedom = view.count_legal_moves().min(MAX_FREEDOM) as i32;
    let way = |row: u8| i32::from(if winner == Side::White { row } else { 9 - row });
    let rows: i32 = position.men(winner).into_iter().map(|square| way(square.row())).sum();
    (PER_PIECE * pieces + PER_MOVE * freedom + PER_ROW * rows).min(MAX_DIFFICULTY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_is_above_every_evaluation_and_easier_wins_are_higher() {
        assert!(least_win(Ply::MAX).is_win());
        let of = |fen| score(&Position::from_fen(fen).unwrap(), Wdl::Win, Ply::ROOT);
        assert!(of("W:WK28,K33,K38:BK6") > of("W:WK28,K33,K38:BK6,K45"));
        assert!(of("W:W8,K33,K38:BK6") > of("W:W48,K33,K38:BK6"));
        let lost = Position::from_fen("B:WK28,K33,K38:BK6").unwrap();
        assert!(score(&lost, Wdl::Loss, Ply::ROOT).is_loss());
        assert_eq!(score(&lost, Wdl::Draw, Ply::ROOT), Score::DRAW);
    }

    #[test]
    fn a_win_is_easier_the_fewer_moves_the_loser_has() {
        let of = |fen| score(&Position::from_fen(fen).unwrap(), Wdl::Win, Ply::ROOT);
        // A man on the edge has one move, a man beside it two.
        assert!(of("W:W50:B26") > of("W:W50:B27"));
    }
}
