//! An engine of chess for tests of the UCI server.

use damier_chess::{Move, Position};
use damier_core::{Depth, Score};
use damier_protocol::uci::{Extras, command};
use damier_search::{
    Answer, Bound, Engine, Event, NamedOptions, OptionError, OptionKind, Query, Report,
};
use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Plays the first move of the alphabet, and waits for its signals where a real engine would be
/// searching.
#[derive(Default)]
pub(crate) struct Fake {
    /// What it was asked to do, in order.
    pub(crate) log: Arc<Mutex<Vec<String>>>,
    /// How long a search with limits takes.
    pub(crate) effort: Duration,
    /// Whether it answers at once even where nobody wants it to.
    pub(crate) is_hasty: bool,
    /// Whether searches fail.
    pub(crate) is_broken: bool,
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
        order: &command::Openings,
        on_opening: &mut dyn FnMut(&Position),
    ) -> Result<(), String> {
        if let Some(book) = &order.book {
            return Err(format!("there is no book {book}"));
        }
        (0..order.count).for_each(|_| on_opening(&Position::start()));
        Ok(())
    }
}

#[derive(Debug)]
pub(crate) struct Broken;

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("the engine is broken")
    }
}

impl std::error::Error for Broken {}

impl Fake {
    fn note(&self, words: String) {
        self.log.lock().unwrap().push(words);
    }
}

impl NamedOptions for Fake {
    fn options(&self) -> Vec<(String, OptionKind)> {
        vec![("Hash".to_owned(), OptionKind::Spin { default: 16, min: 1, max: 64 })]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.note(format!("{name}={value}"));
        if name == "Hash" { Ok(()) } else { Err(OptionError::Unknown(name.to_owned())) }
    }
}

impl Engine for Fake {
    type Rules = Position;
    type Error = Broken;

    fn name(&self) -> String {
        "Fake 1".to_owned()
    }

    fn explain(&mut self, _position: &Position) -> Option<String> {
        Some("the fake engine judges nothing".to_owned())
    }

    fn new_game(&mut self) -> Result<(), Broken> {
        self.note("new game".to_owned());
        Ok(())
    }

    fn search(
        &mut self,
        query: &Query<Position>,
        on_event: &mut dyn FnMut(Event<Move>),
    ) -> Result<Answer<Move>, Broken> {
        if self.is_broken {
            return Err(Broken);
        }
        let limits = &query.limits;
        let position = query.game.position();
        let moves = position.legal_moves();
        let name = |mv: &&Move| position.write_uci(**mv, position.castling_style());
        let best = query.among.first().or(moves.iter().min_by_key(name)).copied();
        if let Some(best) = best {
            on_event(Event::Report(Report {
                depth: Depth::new(1),
                selective_depth: 1,
                rank: 1,
                score: Score::from_evaluation(12),
                bound: Bound::Exact,
                nodes: 1,
                time: Duration::from_millis(1),
                table_fill: 0,
                endgame_hits: 0,
                line: vec![best],
            }));
        }
        let has_clock = limits.clock(position.side_to_move()).is_some();
        let is_limited = limits.depth.is_some() || limits.nodes.is_some() || has_clock;
        if !self.is_hasty {
            query.signals.wait(!is_limited);
            std::thread::sleep(self.effort);
        }
        let end = if query.signals.is_stopped() { "stopped" } else { "finished" };
        self.note(format!("search {end} after {} moves", query.game.moves().len()));
        Ok(Answer { best, ponder: None })
    }
}
