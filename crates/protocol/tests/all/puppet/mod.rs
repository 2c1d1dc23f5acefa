//! A small player of draughts for tests of protocols: sees two plies, counts pieces, and waits for
//! its signals where a real engine would be searching.

use damier_core::random::Random;
use damier_core::{Depth, Score};
use damier_draughts::{Move, Position};
use damier_search::{
    Answer, Bound, Engine, Event, NamedOptions, OptionError, OptionKind, Query, Report,
};
use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::Duration;

pub(crate) struct Puppet {
    /// What it was asked to do, in order.
    pub(crate) log: Arc<Mutex<Vec<String>>>,
    /// How long a search with limits takes.
    pub(crate) effort: Duration,
    /// Whether it answers at once even where nobody wants it to.
    pub(crate) is_hasty: bool,
    /// Whether searches fail.
    pub(crate) is_broken: bool,
    /// Chooses among equally good moves.
    pub(crate) random: Random,
}

impl Puppet {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            log: Arc::default(),
            effort: Duration::ZERO,
            is_hasty: false,
            is_broken: false,
            random: Random::new(seed),
        }
    }

    fn note(&self, words: String) {
        self.log.lock().unwrap().push(words);
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

/// Pieces of the side to move less those of the other, after so many plies.
fn value(position: &Position, depth: u32) -> i32 {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return -1000;
    }
    if depth == 0 && !moves[0].is_capture() {
        let side = position.side_to_move();
        let count = |side| (position.men(side).count() + 3 * position.kings(side).count()) as i32;
        return count(side) - count(!side);
    }
    let after = |&mv: &Move| {
        let mut after = position.clone();
        after.play_unchecked(mv);
        -value(&after, depth.saturating_sub(1))
    };
    moves.iter().map(after).max().unwrap_or(0)
}

impl NamedOptions for Puppet {
    fn options(&self) -> Vec<(String, OptionKind)> {
        let text = |words: &str| words.to_owned();
        vec![
            (text("Hash"), OptionKind::Spin { default: 16, min: 1, max: 64 }),
            (text("Threads"), OptionKind::Spin { default: 1, min: 1, max: 4 }),
            (text("Ponder"), OptionKind::Check { default: false }),
            (text("Level"), OptionKind::Spin { default: 10, min: 1, max: 10 }),
            (text("UCI_AnalyseMode"), OptionKind::Check { default: false }),
        ]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.note(format!("{name}={value}"));
        let options = self.options();
        let known = options.iter().find(|(known, _)| known == name);
        let (name, kind) = known.ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        kind.check(name, value).map(drop)
    }
}

impl Engine for Puppet {
    type Rules = Position;
    type Error = Broken;

    fn name(&self) -> String {
        "Puppet 1.0".to_owned()
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
        let mut best: Option<(i32, Move)> = None;
        for mv in position.legal_moves() {
            let mut after = position.clone();
            after.play_unchecked(mv);
            // The order of the list decides, unless there is something to roll dice for.
            let dice = if self.is_hasty { self.random.below(8) as i32 } else { 0 };
            let worth = -8 * value(&after, 1) + dice;
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, mv));
            }
        }
        if let Some((worth, mv)) = best {
            on_event(Event::Report(Report {
                depth: Depth::new(2),
                selective_depth: 2,
                rank: 1,
                score: Score::from_evaluation(100 * worth / 8),
                bound: Bound::Exact,
                nodes: 1,
                time: Duration::from_millis(1),
                table_fill: 0,
                endgame_hits: 0,
                line: vec![mv],
            }));
        }
        let has_clock =
            limits.clock(position.side_to_move()).is_some() || limits.move_time.is_some();
        let is_limited = limits.depth.is_some() || limits.nodes.is_some() || has_clock;
        if !self.is_hasty {
            query.signals.wait(!is_limited);
            std::thread::sleep(self.effort);
        }
        let end = if query.signals.is_stopped() { "stopped" } else { "finished" };
        let (moves, times) = (query.game.moves().len(), query.game.occurrences());
        self.note(format!("search {end} after {moves} moves, position {times}"));
        Ok(Answer { best: best.map(|(_, mv)| mv), ponder: None })
    }
}
