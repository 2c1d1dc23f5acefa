//! The thread on which the engine lives: takes one job after the other and tells what comes of it.

use super::command;
use super::text::{self, Style};
use crate::front;
use crate::output::{Closed, Output};
use damier_chess::{Move, Position};
use damier_chess_engine::openings::{self, Openings};
use damier_core::{Game, Rules, Score, perft};
use damier_search::{Answer, Bound, Engine, Event, Limits, Query, Signals};
use std::io::Write;
use std::sync::Arc;

/// Nodes that judge whether an opening is fair: enough to see what hangs.
const OPENING_NODES: u64 = 1500;

/// Something for the engine to do.
pub(super) enum Job {
    SetOption {
        name: String,
        value: String,
    },
    NewGame,
    Search {
        query: Box<Query<Position>>,
        style: Style,
    },
    Perft {
        position: Position,
        depth: u32,
        style: Style,
        signals: Arc<Signals>,
    },
    Explain(Position),
    Bench {
        depth: Option<u32>,
    },
    Openings(command::Openings),
    /// Say that everything before this is done.
    Ready,
}

impl front::Job for Job {
    fn takes_long(&self) -> bool {
        !matches!(self, Self::SetOption { .. } | Self::NewGame | Self::Ready)
    }
}

pub(super) struct Worker<'a, E, W> {
    pub(super) engine: E,
    pub(super) output: &'a Output<W>,
}

impl<E: Engine<Rules = Position>, W: Write> Worker<'_, E, W> {
    pub(super) fn perform(&mut self, job: Job) -> Result<(), Closed> {
        match job {
            Job::SetOption { name, value } => match self.engine.set_option(&name, &value) {
                Ok(()) => Ok(()),
                Err(error) => self.output.remark(&error.to_string()),
            },
            Job::NewGame => match self.engine.new_game() {
                Ok(()) => Ok(()),
                Err(error) => self.output.remark(&error.to_string()),
            },
            Job::Search { query, style } => self.search(&query, style),
            Job::Perft { position, depth, style, signals } => {
                self.count(&position, depth, style, &signals)
            }
            Job::Explain(position) => self.output.print(&damier_chess_engine::explain(&position)),
            Job::Bench { depth } => {
                let mut result = Ok(());
                damier_chess_engine::bench::run(depth, &mut |line| {
                    result = result.and_then(|()| self.output.print(&line));
                });
                result
            }
            Job::Openings(order) => self.make_openings(&order),
            Job::Ready => self.output.print("readyok"),
        }
    }

    fn search(&mut self, query: &Query<Position>, style: Style) -> Result<(), Closed> {
        let root = query.game.position();
        let mut has_reported = false;
        let result = self.engine.search(query, &mut |event| {
            has_reported |= matches!(event, Event::Report(_));
            if self.output.print(&text::event(&event, root, style)) == Err(Closed) {
                query.signals.stop();
            }
        });
        // Programs take an answer that comes before they asked for it for the answer to something
        // else, so no engine behind the facade may be too early.
        query.signals.wait(query.limits.infinite);
        let answer = match result {
            Ok(answer) => answer,
            Err(error) => {
                self.output.remark(&error.to_string())?;
                Answer { best: None, ponder: None }
            }
        };
        if root.count_legal_moves() == 0 && !has_reported {
            self.output.print(&text::verdict(root, style))?;
        }
        self.output.print(&text::answer(&answer, root, style.castling))
    }

    fn count(
        &self,
        position: &Position,
        depth: u32,
        style: Style,
        signals: &Signals,
    ) -> Result<(), Closed> {
        let mut total = 0;
        // A path of no plies is one path, with no first move to list it under.
        let Some(depth_below) = depth.checked_sub(1) else {
            return self.output.print("\nNodes searched: 1");
        };
        for mv in position.legal_moves() {
            let mut child = position.clone();
            child.play_unchecked(mv);
            let Some(nodes) = count_until_stopped(&child, depth_below, signals) else {
                return self.output.remark("perft was stopped");
            };
            total += nodes;
            let mv = position.write_uci(mv, style.castling);
            self.output.print(&format!("{mv}: {nodes}"))?;
        }
        self.output.print(&format!("\nNodes searched: {total}"))
    }

    fn make_openings(&mut self, order: &command::Openings) -> Result<(), Closed> {
        let openings = match &order.book {
            None => Ok(Openings::new(order.seed)),
            Some(path) => match std::fs::read_to_string(path) {
                Ok(text) => Openings::from_book(order.seed, &text)
                    .map_err(|error| format!("genfens: book {path}: {error}")),
                Err(error) => Err(format!("genfens: cannot read the book {path}: {error}")),
            },
        };
        let mut openings = match openings {
            Ok(openings) => openings,
            Err(words) => return self.output.remark(&words),
        };
        for _ in 0..order.count {
            let drawn = openings.draw(&mut |position| {
                openings::is_balanced(position, |position| self.quick_score(position))
            });
            let Some(position) = drawn else {
                return self.output.remark("genfens: no fair opening was found");
            };
            self.output.remark(&format!("genfens {}", position.to_fen()))?;
        }
        Ok(())
    }

    /// What a short search thinks of a position. Everything is forgotten first, so that with one
    /// thread it depends on the position alone. An engine that says nothing has no objection.
    fn quick_score(&mut self, position: &Position) -> Score {
        let mut score = Score::DRAW;
        let query = Query::new(Game::new(position.clone()), Limits::to_nodes(OPENING_NODES));
        let mut listen = |event: Event<Move>| {
            if let Event::Report(report) = event
                && report.rank == 1
                && report.bound == Bound::Exact
            {
                score = report.score;
            }
        };
        let searched = match self.engine.new_game() {
            Ok(()) => self.engine.search(&query, &mut listen).map(|_| ()),
            Err(error) => Err(error),
        };
        if let Err(error) = searched {
            // The next line of output notices if this one fails.
            let _ = self.output.remark(&error.to_string());
        }
        score
    }
}

/// Counts move paths as [`perft::count`] does; `None` if it was stopped on the way.
fn count_until_stopped<R: Rules>(position: &R, depth: u32, signals: &Signals) -> Option<u64> {
    /// Done in milliseconds, so it is not worth asking more often.
    const SHORT: u32 = 3;
    if signals.is_stopped() {
        return None;
    }
    if depth <= SHORT {
        return Some(perft::count(position, depth));
    }
    let mut total = 0;
    for &mv in position.legal_moves().iter() {
        let mut child = position.clone();
        child.play_unchecked(mv);
        total += count_until_stopped(&child, depth - 1, signals)?;
    }
    Some(total)
}
