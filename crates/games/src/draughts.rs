//! Draughts with its engine.

use crate::game::{BookMoves, EngineGame, FileError, Term};
use crate::{Draughts, GameKind};
use damier_core::{Game, Outcome};
use damier_draughts_engine::DraughtsEngine;
use damier_draughts_engine::evaluation::{HandEvaluator, Term as EngineTerm};
use damier_egdb::{Tables, Wdl};
use std::path::Path;

impl EngineGame for Draughts {
    const KIND: GameKind = GameKind::Draughts;

    type Engine = DraughtsEngine;
    type Tables = Tables;

    const OPENINGS: &'static str = include_str!("../data/draughts.fen");

    fn is_calm(&self) -> bool {
        !self.can_capture(self.side_to_move())
    }

    fn read_line(text: &str) -> Result<Self, FileError> {
        let position = text.split_once(';').map_or(text, |(position, _)| position);
        Ok(Self::from_fen(position.trim())?)
    }

    fn open_book(_path: &Path) -> Result<BookMoves<Self>, FileError> {
        Err("there is no book format for draughts; use a list of positions or PDN".into())
    }

    fn open_tables(path: &str) -> Result<Tables, FileError> {
        Ok(Tables::open(Path::new(path))?)
    }

    fn look_up(tables: &Tables, game: &Game<Self>) -> Option<Outcome> {
        let position = game.position();
        let side = position.side_to_move();
        Some(match tables.probe(position)? {
            Wdl::Win => Outcome::Win(side),
            Wdl::Loss => Outcome::Win(!side),
            Wdl::Draw => Outcome::Draw,
        })
    }

    fn bench(depth: Option<u32>, on_line: &mut dyn FnMut(String)) {
        damier_draughts_engine::bench::run(depth, on_line);
    }

    fn network_checksum() -> u64 {
        damier_draughts_engine::evaluation::network::built_in().checksum()
    }

    fn terms(&self) -> Vec<Term> {
        let breakdown = HandEvaluator.explain(self);
        let term = |term: EngineTerm| Term::new(term.name(), |side| breakdown.of_side(term, side));
        EngineTerm::ALL.into_iter().map(term).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_core::Side;

    #[test]
    fn each_side_has_its_own_terms() {
        let position = Draughts::from_fen("W:W31,32,33:B20").unwrap();
        let terms = position.terms();
        let material = terms.iter().find(|term| term.name == "material").unwrap();
        assert!(material.white > material.black, "{} {}", material.white, material.black);
    }

    #[test]
    fn tables_name_the_winner_with_either_side_to_move() {
        let folder = std::env::temp_dir().join(format!("damier-look-up-{}", std::process::id()));
        let build = damier_egdb::Build { pieces: 2, threads: std::num::NonZeroUsize::MIN };
        build.run(&folder, &|_| {}).unwrap();
        let tables = Draughts::open_tables(&folder.to_string_lossy()).unwrap();
        let _ = std::fs::remove_dir_all(&folder);
        // The only move of a man leads onto the diagonal of a king, which then takes it.
        for (fen, winner) in [("W:W46:BK5", Side::Black), ("B:WK46:B5", Side::White)] {
            let game = Game::new(Draughts::from_fen(fen).unwrap());
            assert_eq!(Draughts::look_up(&tables, &game), Some(Outcome::Win(winner)), "{fen}");
        }
    }
}
