//! The thread on which the engine lives: takes one job after the other and tells what comes of it.

use super::command::Mode;
use super::parameters::ANALYSIS_OPTION;
use super::text;
use crate::front::{self, Preparation};
use crate::output::{Closed, Output};
use damier_draughts::Position;
use damier_search::{Answer, Engine, NamedOptions, Query};
use std::io::Write;

/// Something for the engine to do.
pub(super) enum HubJob {
    /// Say something, after everything before.
    Say(String),
    /// Complain, after everything before.
    Complain(String),
    Prepare(Preparation),
    Search {
        query: Box<Query<Position>>,
        mode: Mode,
    },
}

impl front::EngineJob for HubJob {
    fn takes_long(&self) -> bool {
        matches!(self, Self::Search { .. })
    }
}

pub(super) struct HubWorker<'a, E, W> {
    pub(super) engine: E,
    pub(super) output: &'a Output<W>,
    /// Whether the engine wants to know what a search is for.
    pub(super) tells_analysis: bool,
}

impl<E: Engine<Rules = Position> + NamedOptions, W: Write> HubWorker<'_, E, W> {
    pub(super) fn perform(&mut self, job: HubJob) -> Result<(), Closed> {
        match job {
            HubJob::Say(text) => self.output.print(&text),
            HubJob::Complain(words) => self.output.remark(&words),
            HubJob::Prepare(preparation) => {
                let command = match preparation {
                    Preparation::SetOption { .. } => "set-param",
                    Preparation::NewGame => "new-game",
                };
                let done = preparation.perform(&mut self.engine);
                done.or_else(|words| self.output.remark(&format!("{command}: {words}")))
            }
            HubJob::Search { query, mode } => self.search(&query, mode),
        }
    }

    fn search(&mut self, query: &Query<Position>, mode: Mode) -> Result<(), Closed> {
        if self.tells_analysis {
            let value = if mode == Mode::Analyze { "true" } else { "false" };
            if let Err(error) = self.engine.set_option(ANALYSIS_OPTION, value) {
                self.output.remark(&format!("go: {error}"))?;
            }
        }
        let root = query.game.position();
        let result = self.engine.answer(query, &mut |event| {
            if let Some(text) = text::event(&event, root)
                && self.output.print(&text) == Err(Closed)
            {
                query.signals.stop();
            }
        });
        let answer = match result {
            Ok(answer) => answer,
            Err(error) => {
                self.output.remark(&format!("go: {error}"))?;
                Answer { best: None, ponder: None }
            }
        };
        if !root.has_legal_move() {
            self.output.remark("go: the game is over, there is no legal move; set up another")?;
        }
        self.output.print(&text::answer(&answer, root))
    }
}
