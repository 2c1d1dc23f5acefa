//! A player of chess for tests of the UCI server.

use crate::fake_engine::{Fake, FakePlayer};
use damier_chess::{Move, Position};
use damier_protocol::uci::{Extras, command};
use damier_search::{OptionKind, Query};

/// Plays the first move of the alphabet.
#[derive(Default)]
pub(crate) struct Alphabet;

pub(crate) type FakeChess = Fake<Alphabet>;

impl FakePlayer for Alphabet {
    type Rules = Position;

    const NAME: &'static str = "Fake 1";
    const DEPTH: i32 = 1;
    const EXPLANATION: Option<&'static str> = Some("the fake engine judges nothing");

    fn options() -> Vec<(String, OptionKind)> {
        vec![("Hash".to_owned(), OptionKind::Spin { default: 16, min: 1, max: 64 })]
    }

    fn choose(&mut self, query: &Query<Position>) -> Option<(Move, i32)> {
        let position = query.game.position();
        let moves = position.legal_moves();
        let name = |mv: &&Move| position.write_uci(**mv, position.castling_style());
        let best = query.among.first().or(moves.iter().min_by_key(name));
        best.map(|&mv| (mv, 12))
    }
}

/// Stands for what the program around the engine brings along.
pub(crate) struct FakeExtras;

impl<E> Extras<E> for FakeExtras {
    fn bench(&mut self, depth: Option<u32>, on_line: &mut dyn FnMut(String)) {
        on_line(format!("bench to depth {depth:?}"));
    }

    fn openings(
        &mut self,
        _engine: &mut E,
        order: &command::OpeningsOrder,
        on_opening: &mut dyn FnMut(&Position),
    ) -> Result<(), String> {
        if let Some(book) = &order.book {
            return Err(format!("there is no book {book}"));
        }
        (0..order.count).for_each(|_| on_opening(&Position::start()));
        Ok(())
    }
}
