//! The loop that reads commands. It never searches, so it answers at any time.
//!
//! Lines are read on the calling thread; the engine lives on a second one, see [`super::worker`],
//! and does what it is sent in order; complaints go the same way, so that they come after the
//! `done` of a search that they end. Only `stop`, `ponder-hit` and, during a search, `ping`
//! overtake.

use super::command::{Command, CommandError, Level, Mode};
use super::parameters::Parameters;
use super::text;
use super::worker::{HubJob, HubWorker};
use crate::front::{
    self, EngineThread, LastSearch, MISREAD_LIMIT, Next, Preparation, ends_by_itself, limit_misread,
};
use crate::output::{Closed, LOG_OPTION, Output};
use damier_core::Game;
use damier_draughts::Position;
use damier_search::{Engine, NamedOptions, OptionKind, Query, Signals};
use std::io::{self, BufRead, Write};
use std::sync::Arc;

/// Speaks Hub until `quit` or the end of the input, and then lets a search that ends by itself end.
///
/// A closed output is a normal end too, noticed with the next line that comes or goes.
pub fn serve<E>(engine: E, input: impl BufRead, output: impl Write + Send) -> io::Result<()>
where
    E: Engine<Rules = Position> + NamedOptions + Send,
{
    let identity = text::identity(&engine.name());
    let mut options = engine.options();
    options.push((LOG_OPTION.to_owned(), OptionKind::Text { default: String::new() }));
    let parameters = Parameters::new(options);
    let tells_analysis = parameters.tells_analysis();
    let output = Output::new(output, text::error);
    let mut worker = HubWorker { engine, output: &output, tells_analysis };
    let read = front::with_engine_thread(
        move |job| worker.perform(job),
        |engine_thread| {
            let mut reader = Reader {
                identity,
                parameters,
                output: &output,
                engine_thread,
                game: Game::new(Position::start()),
                level: Level::default(),
                is_level_misread: false,
                last_search: LastSearch::default(),
            };
            let (end, result) = front::each_line(input, &output, |line| reader.obey(line));
            // The way to it is dropped with the reader, which is how the worker learns of the end.
            reader.last_search.leave(end);
            result
        },
    );
    output.finish().and(read)
}

struct Reader<'a, W> {
    identity: String,
    parameters: Parameters,
    output: &'a Output<W>,
    engine_thread: EngineThread<HubJob>,
    game: Game<Position>,
    /// What the next search may cost, and whether some of that could not be read.
    level: Level,
    is_level_misread: bool,
    last_search: LastSearch,
}

impl<W: Write> Reader<'_, W> {
    /// Does what a line asks for, or says why not.
    fn obey(&mut self, line: &str) -> Result<Next, Closed> {
        match Command::from_line(line) {
            Ok(None) => {}
            Err(error @ CommandError::Unknown(_)) => self.output.remark(&error.to_string())?,
            Err(error) => {
                self.last_search.stop();
                self.complain(error.to_string())?;
            }
            Ok(Some(Command::Quit)) => {
                self.last_search.stop();
                return Ok(Next::Nothing);
            }
            Ok(Some(command)) => self.perform(command)?,
        }
        Ok(Next::Line)
    }

    fn perform(&mut self, command: Command) -> Result<(), Closed> {
        match command {
            Command::Stop => self.last_search.stop(),
            Command::PonderHit => self.last_search.ponder_hit(),
            Command::Ping if self.engine_thread.is_busy() => return self.output.print("pong"),
            // Short jobs come first: that is what the question is about.
            Command::Ping => return self.engine_thread.send(HubJob::Say("pong".to_owned())),
            other => {
                self.last_search.stop();
                return self.prepare(other);
            }
        }
        Ok(())
    }

    /// Does what is asked for between searches.
    fn prepare(&mut self, command: Command) -> Result<(), Closed> {
        match command {
            Command::Hub => {
                let mut lines = vec![self.identity.clone()];
                lines.extend(self.parameters.declarations());
                lines.push("wait".to_owned());
                self.engine_thread.send(HubJob::Say(lines.join("\n")))
            }
            Command::SetParameter { name, value } => {
                match self.parameters.translate(&name, &value) {
                    Ok(None) => Ok(()),
                    Ok(Some((name, value))) if name == LOG_OPTION => {
                        let kept = self.output.keep_log(&value);
                        kept.or_else(|error| self.complain(format!("set-param: {error}")))
                    }
                    Ok(Some((name, value))) => self
                        .engine_thread
                        .send(HubJob::Prepare(Preparation::SetOption { name, value })),
                    Err(error) => self.complain(format!("set-param: {error}; nothing was changed")),
                }
            }
            Command::Init => self.engine_thread.send(HubJob::Say("ready".to_owned())),
            Command::NewGame => self.engine_thread.send(HubJob::Prepare(Preparation::NewGame)),
            Command::Position { start, moves } => match read_game(start.as_deref(), &moves) {
                Ok(game) => {
                    self.game = game;
                    Ok(())
                }
                Err(words) => self.complain(format!("pos: {words}; nothing was changed")),
            },
            Command::Level { level, misread } => {
                self.level.add(&level);
                self.is_level_misread |= !misread.is_empty();
                misread.into_iter().try_for_each(|error| self.complain(error.to_string()))
            }
            Command::Go(mode) => self.go(mode),
            Command::Ping | Command::PonderHit | Command::Stop | Command::Quit => Ok(()),
        }
    }

    fn go(&mut self, mode: Mode) -> Result<(), Closed> {
        let side = self.game.position().side_to_move();
        let mut limits = std::mem::take(&mut self.level).to_limits(side);
        let is_misread = std::mem::take(&mut self.is_level_misread) && mode != Mode::Analyze;
        if is_misread && limit_misread(&mut limits, side) {
            self.complain(MISREAD_LIMIT.to_owned())?;
        }
        let is_pondering = mode == Mode::Ponder;
        let signals = Arc::new(if is_pondering { Signals::pondering() } else { Signals::new() });
        let ends_by_itself = ends_by_itself(&limits, side);
        let mut query = Query::new(self.game.clone(), limits);
        query.signals = Arc::clone(&signals);
        self.last_search = LastSearch::new(signals, ends_by_itself);
        self.engine_thread.send(HubJob::Search { query: Box::new(query), mode })
    }

    fn complain(&self, words: String) -> Result<(), Closed> {
        self.engine_thread.send(HubJob::Complain(words))
    }
}

/// The game that `pos` describes, or what is wrong and where.
fn read_game(start: Option<&str>, moves: &[String]) -> Result<Game<Position>, String> {
    let position = match start {
        None => Position::start(),
        Some(text) => Position::from_hub(text).map_err(|error| error.to_string())?,
    };
    front::play_moves(position, moves, Position::read_hub)
}
