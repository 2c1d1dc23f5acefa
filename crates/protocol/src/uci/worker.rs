//! The thread on which the engine lives: takes one job after the other and tells what comes of it.

use super::command;
use super::text::{self, Style};
use crate::front::{self, Preparation};
use crate::output::{Closed, Output};
use damier_chess::Position;
use damier_core::{Rules, perft};
use damier_search::{Answer, Engine, Event, NamedOptions, Query, Signals};
use std::io::Write;
use std::sync::Arc;

/// Something for the engine to do.
pub(super) enum UciJob {
    Prepare(Preparation),
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
    Openings(command::OpeningsOrder),
    /// Say that everything before this is done.
    Ready,
}

impl front::EngineJob for UciJob {
    fn takes_long(&self) -> bool {
        !matches!(self, Self::Prepare(_) | Self::Ready)
    }
}

/// What programs that test chess engines ask for besides UCI. It belongs to the program around the
/// engine, which brings it along.
pub trait Extras<E>: Send {
    /// Does the fixed piece of work whose node count is the signature of the search, and tells its
    /// lines.
    fn bench(&mut self, depth: Option<u32>, on_line: &mut dyn FnMut(String));

    /// Makes openings, judged by the engine that is served, and tells each; or says why there are
    /// no more.
    fn openings(
        &mut self,
        engine: &mut E,
        order: &command::OpeningsOrder,
        on_opening: &mut dyn FnMut(&Position),
    ) -> Result<(), String>;
}

pub(super) struct UciWorker<'a, E, X, W> {
    pub(super) engine: E,
    pub(super) extras: X,
    pub(super) output: &'a Output<W>,
}

impl<E, X, W> UciWorker<'_, E, X, W>
where
    E: Engine<Rules = Position> + NamedOptions,
    X: Extras<E>,
    W: Write,
{
    pub(super) fn perform(&mut self, job: UciJob) -> Result<(), Closed> {
        match job {
            UciJob::Prepare(preparation) => {
                let done = preparation.perform(&mut self.engine);
                done.or_else(|words| self.output.remark(&words))
            }
            UciJob::Search { query, style } => self.search(&query, style),
            UciJob::Perft { position, depth, style, signals } => {
                self.count(&position, depth, style, &signals)
            }
            UciJob::Explain(position) => match self.engine.explain(&position) {
                Some(text) => self.output.print(&text),
                None => self.output.remark("this engine does not explain its evaluation"),
            },
            UciJob::Bench { depth } => {
                let mut result = Ok(());
                self.extras.bench(depth, &mut |line| {
                    result = result.and_then(|()| self.output.print(&line));
                });
                result
            }
            UciJob::Openings(order) => self.make_openings(&order),
            UciJob::Ready => self.output.print("readyok"),
        }
    }

    fn search(&mut self, query: &Query<Position>, style: Style) -> Result<(), Closed> {
        let root = query.game.position();
        let mut has_reported = false;
        let result = self.engine.answer(query, &mut |event| {
            has_reported |= matches!(event, Event::Report(_));
            if self.output.print(&text::event(&event, root, style)) == Err(Closed) {
                query.signals.stop();
            }
        });
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

    fn make_openings(&mut self, order: &command::OpeningsOrder) -> Result<(), Closed> {
        let output = self.output;
        let mut told = Ok(());
        let made = self.extras.openings(&mut self.engine, order, &mut |position| {
            told = told.and_then(|()| output.remark(&format!("genfens {}", position.to_fen())));
        });
        told?;
        made.or_else(|words| output.remark(&format!("genfens: {words}")))
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
