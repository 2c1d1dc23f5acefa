//! The loop that reads commands. It never searches, so it answers at any time.
//!
//! Lines are read on the calling thread; the engine lives on a second one, see [`super::worker`],
//! and does what it is sent in order. Only `stop` and `ponderhit` overtake: they go straight to the
//! signals of the last search, which are its own, so they reach it before it has begun and do
//! nothing after it has ended.

use super::command::{Command, Go, Start};
use super::text::{self, Style};
use super::worker::{Extras, UciJob, UciWorker};
use crate::front::{
    self, EngineThread, LastSearch, MISREAD_LIMIT, Next, Preparation, ends_by_itself, limit_misread,
};
use crate::output::{Closed, LOG_OPTION, Output};
use damier_chess::{CastlingStyle, Position};
use damier_core::Game;
use damier_search::{Engine, NamedOptions, OptionKind, Query, Signals};
use std::io::{self, BufRead, Write};
use std::sync::Arc;

/// Speaks UCI until `quit` or the end of the input, and then lets a search that ends by itself end.
///
/// A closed output is a normal end too, noticed with the next line that comes or goes.
pub fn serve<E>(
    engine: E,
    extras: impl Extras<E>,
    input: impl BufRead,
    output: impl Write + Send,
) -> io::Result<()>
where
    E: Engine<Rules = Position> + NamedOptions + Send,
{
    let introduction = UciIntroduction { name: engine.name(), options: engine.options() };
    let output = Output::new(output, text::remark);
    let mut worker = UciWorker { engine, extras, output: &output };
    let read = front::with_engine_thread(
        move |job| worker.perform(job),
        |engine_thread| {
            let mut reader = Reader {
                introduction,
                output: &output,
                engine_thread,
                game: Game::new(Position::start()),
                is_chess960: false,
                shows_expectation: false,
                last_search: LastSearch::default(),
                is_counting: false,
            };
            let (end, result) = front::each_line(input, &output, |line| reader.obey(line));
            // The way to it is dropped with the reader, which is how the worker learns of the end.
            reader.last_search.leave(end);
            result
        },
    );
    output.finish().and(read)
}

/// What programs show about an engine.
const ABOUT_OPTION: &str = "UCI_EngineAbout";
const ABOUT: &str = "chess and 10x10 draughts, by the Damier developers, GPL-3.0-or-later";

/// What `uci` is answered with, taken before the engine moves to its thread.
struct UciIntroduction {
    name: String,
    options: Vec<(String, OptionKind)>,
}

/// Options that change what is written, not what is searched.
#[derive(Clone, Copy)]
enum FrontOption {
    Chess960,
    ShowWdl,
}

impl FrontOption {
    const ALL: [Self; 2] = [Self::Chess960, Self::ShowWdl];
    const KIND: OptionKind = OptionKind::Check { default: false };

    const fn name(self) -> &'static str {
        match self {
            Self::Chess960 => "UCI_Chess960",
            Self::ShowWdl => "UCI_ShowWDL",
        }
    }
}

struct Reader<'a, W> {
    introduction: UciIntroduction,
    output: &'a Output<W>,
    engine_thread: EngineThread<UciJob>,
    game: Game<Position>,
    is_chess960: bool,
    shows_expectation: bool,
    /// The last thing that `go` began.
    last_search: LastSearch,
    /// Whether that counts move paths.
    is_counting: bool,
}

impl<W: Write> Reader<'_, W> {
    /// Does what a line asks for, or says why not.
    fn obey(&mut self, line: &str) -> Result<Next, Closed> {
        match Command::from_line(line) {
            Ok(Some(Command::Quit)) => return Ok(self.quit()),
            Ok(Some(command)) => self.perform(command)?,
            Ok(None) => {}
            Err(error) => self.output.remark(&error.to_string())?,
        }
        Ok(Next::Line)
    }

    fn quit(&self) -> Next {
        // Counting is left to end: scripts ask for a count and quit on the next line.
        if !self.is_counting {
            self.last_search.stop();
        }
        Next::Nothing
    }

    fn perform(&mut self, command: Command) -> Result<(), Closed> {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady if self.engine_thread.is_busy() => self.output.print("readyok"),
            // Short jobs come first: that is what the question is about.
            Command::IsReady => self.engine_thread.send(UciJob::Ready),
            Command::SetOption { name, value } => self.set_option(name, value),
            Command::NewGame => self.engine_thread.send(UciJob::Prepare(Preparation::NewGame)),
            Command::Position { start, moves } => match read_game(&start, &moves) {
                Ok(game) => {
                    self.game = game;
                    Ok(())
                }
                Err(words) => {
                    self.output.remark(&format!("position: {words}; nothing was changed"))
                }
            },
            Command::Go(go) => self.go(go),
            Command::Stop => {
                self.last_search.stop();
                Ok(())
            }
            Command::PonderHit => {
                self.last_search.ponder_hit();
                Ok(())
            }
            Command::Draw => self.output.print(&text::diagram(self.game.position())),
            Command::Help => self.output.print(text::HELP),
            Command::Explain => {
                self.engine_thread.send(UciJob::Explain(self.game.position().clone()))
            }
            Command::Bench { depth } => self.engine_thread.send(UciJob::Bench { depth }),
            Command::Openings(order) => self.engine_thread.send(UciJob::Openings(order)),
            Command::Ignored | Command::Quit => Ok(()),
        }
    }

    fn introduce(&self) -> Result<(), Closed> {
        let UciIntroduction { name, options } = &self.introduction;
        let mut lines =
            vec![format!("id name {name}"), "id author the Damier developers".to_owned()];
        lines.extend(options.iter().map(|(name, kind)| text::option(name, kind)));
        let ours = FrontOption::ALL.map(|option| text::option(option.name(), &FrontOption::KIND));
        lines.extend(ours);
        let words = |name: &str, default: &str| {
            text::option(name, &OptionKind::Text { default: default.to_owned() })
        };
        lines.push(words(LOG_OPTION, ""));
        lines.push(words(ABOUT_OPTION, &format!("{name}: {ABOUT}")));
        lines.push("uciok".to_owned());
        self.output.print(&lines.join("\n"))
    }

    fn set_option(&mut self, name: String, value: String) -> Result<(), Closed> {
        if name.eq_ignore_ascii_case(LOG_OPTION) {
            let kept = self.output.keep_log(&value);
            return kept.or_else(|error| self.output.remark(&format!("{LOG_OPTION}: {error}")));
        }
        // Programs show it; it cannot be changed.
        if name.eq_ignore_ascii_case(ABOUT_OPTION) {
            return Ok(());
        }
        let is_named = |option: &FrontOption| option.name().eq_ignore_ascii_case(&name);
        let Some(option) = FrontOption::ALL.into_iter().find(is_named) else {
            return self
                .engine_thread
                .send(UciJob::Prepare(Preparation::SetOption { name, value }));
        };
        let is_set = match FrontOption::KIND.check(option.name(), &value) {
            Ok(word) => word == "true",
            Err(error) => return self.output.remark(&error.to_string()),
        };
        match option {
            FrontOption::Chess960 => self.is_chess960 = is_set,
            FrontOption::ShowWdl => self.shows_expectation = is_set,
        }
        Ok(())
    }

    fn go(&mut self, mut go: Go) -> Result<(), Closed> {
        self.last_search.stop();
        let position = self.game.position();
        for error in &go.misread {
            self.output.remark(&error.to_string())?;
        }
        if !go.misread.is_empty() && limit_misread(&mut go.limits, position.side_to_move()) {
            self.output.remark(MISREAD_LIMIT)?;
        }
        let castling = if self.is_chess960 {
            CastlingStyle::Chess960
        } else {
            // A position that standard chess never reaches has to be answered in its own terms.
            position.castling_style()
        };
        let style = Style { castling, shows_expectation: self.shows_expectation };
        let signals = Arc::new(if go.ponder { Signals::pondering() } else { Signals::new() });
        self.is_counting = go.perft.is_some();
        let ends_by_itself =
            self.is_counting || ends_by_itself(&go.limits, position.side_to_move());
        let job = if let Some(depth) = go.perft {
            UciJob::Perft { position: position.clone(), depth, style, signals: signals.clone() }
        } else {
            let mut query = Query::new(self.game.clone(), go.limits);
            query.signals = signals.clone();
            for text in &go.search_moves {
                match position.read_uci(text) {
                    Ok(mv) => query.among.push(mv),
                    Err(error) => self.output.remark(&format!("go searchmoves: {error}"))?,
                }
            }
            UciJob::Search { query: Box::new(query), style }
        };
        self.last_search = LastSearch::new(signals, ends_by_itself);
        self.engine_thread.send(job)
    }
}

/// The game that `position` describes, or what is wrong and where.
fn read_game(start: &Start, moves: &[String]) -> Result<Game<Position>, String> {
    let position = match start {
        Start::Standard => Position::start(),
        Start::Fen(fen) => Position::from_fen(fen).map_err(|error| format!("FEN: {error}"))?,
    };
    front::play_moves(position, moves, Position::read_uci)
}
