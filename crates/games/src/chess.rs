//! Chess with its engine.

use crate::game::{BookMoves, EngineGame, FileError, Term};
use crate::{Chess, GameKind};
use damier_chess::Epd;
use damier_chess_engine::ChessEngine;
use damier_chess_engine::book::Book;
use damier_chess_engine::evaluation::{HandEvaluator, Term as EngineTerm};
use damier_chess_engine::tablebase::{Tablebase, TablebaseVerdict};
use damier_core::{Evaluate, Game, Outcome};
use std::path::Path;

impl EngineGame for Chess {
    const KIND: GameKind = GameKind::Chess;

    type Engine = ChessEngine;
    type Tables = Tablebase;

    const OPENINGS: &'static str = include_str!("../data/chess.fen");

    fn is_calm(&self) -> bool {
        !self.is_check()
    }

    fn read_line(text: &str) -> Result<Self, FileError> {
        Ok(Epd::from_line(text)?.position)
    }

    fn open_book(path: &Path) -> Result<BookMoves<Self>, FileError> {
        let book = Book::open(path)?;
        Ok(Box::new(move |position, bits| book.pick(position, bits)))
    }

    fn open_tables(path: &str) -> Result<Tablebase, FileError> {
        Ok(Tablebase::open(path)?)
    }

    fn look_up(tables: &Tablebase, game: &Game<Self>) -> Option<Outcome> {
        let position = game.position();
        let (side, probe) = (position.side_to_move(), tables.probe(position).ok()?);
        // The verdict counts fifty moves from the last capture or pawn move. Some have been played
        // since then: it stands only if the next one comes in time.
        let clock = i32::from(position.halfmove_clock());
        let is_in_time = || {
            let plies = probe.dtz.map(|dtz| dtz.abs() + i32::from(probe.is_rounded));
            clock == 0 || plies.is_some_and(|plies| clock + plies < 100)
        };
        match probe.verdict {
            TablebaseVerdict::Win => is_in_time().then_some(Outcome::Win(side)),
            TablebaseVerdict::Loss => is_in_time().then_some(Outcome::Win(!side)),
            TablebaseVerdict::Draw
            | TablebaseVerdict::CursedWin
            | TablebaseVerdict::BlessedLoss => Some(Outcome::Draw),
        }
    }

    fn bench(depth: Option<u32>, on_line: &mut dyn FnMut(String)) {
        damier_chess_engine::bench::run(depth, on_line);
    }

    fn network_checksum() -> u64 {
        damier_chess_engine::evaluation::network::built_in().checksum()
    }

    fn terms(&self) -> Vec<Term> {
        let mut evaluator = HandEvaluator::default();
        evaluator.prepare(self);
        let breakdown = evaluator.explain(self);
        let term = |term: EngineTerm| Term::new(term.name(), |side| breakdown.of_side(term, side));
        EngineTerm::ALL.into_iter().map(term).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_terms_add_up_to_the_evaluation() {
        let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
        let position = Chess::from_fen(fen).unwrap();
        let mut evaluator = HandEvaluator::default();
        evaluator.prepare(&position);
        let sum: i32 = position.terms().iter().map(Term::total).sum();
        assert_eq!(sum, evaluator.evaluate(&position).value());
    }
}
