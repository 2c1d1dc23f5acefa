//! The loop that reads commands. It never searches, so it answers at any time.
//!
//! Lines are read on the calling thread; the engine lives on a second one, see [`super::worker`],
//! and does what it is sent in order. Only `stop` and `ponderhit` overtake: they go straight to the
//! signals of the last search, which are its own, so they reach it before it has begun and do
//! nothing after it has ended.

use super::command::{Command, Go, Start};
use super::output::{Closed, Output};
use super::text::{self, Style};
use super::worker::{Job, Worker};
use damier_chess::{CastlingStyle, Position};
use damier_core::Game;
use damier_search::{Engine, Limits, OptionKind, Query, Signals};
use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, Sender};
use std::thread;

/// The longest line that is read: games of a hundred thousand moves fit.
const MAX_LINE: u64 = 1 << 20;

/// Speaks UCI until `quit` or the end of the input, and then lets a search that ends by itself end.
///
/// A closed output is a normal end too, noticed with the next line that comes or goes.
pub fn serve<E>(engine: E, input: impl BufRead, output: impl Write + Send) -> io::Result<()>
where
    E: Engine<Rules = Position> + Send,
{
    let introduction = Introduction { name: engine.name(), options: engine.options() };
    let output = Output::new(output);
    let long_jobs = AtomicUsize::new(0);
    let (jobs, inbox) = mpsc::channel();
    let read = thread::scope(|scope| {
        let worker = Worker { engine, output: &output, long_jobs: &long_jobs };
        thread::Builder::new()
            .name("engine".to_owned())
            .spawn_scoped(scope, move || worker.run(&inbox))?;
        let reader = Reader {
            introduction,
            output: &output,
            long_jobs: &long_jobs,
            jobs,
            game: Game::new(Position::start()),
            is_chess960: false,
            shows_expectation: false,
            last_search: None,
        };
        // The sender of jobs is dropped with the reader, which is how the worker learns of the end.
        reader.run(input)
    });
    output.finish().and(read)
}

/// What `uci` is answered with, taken before the engine moves to its thread.
struct Introduction {
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

/// The last thing that `go` began, which may be over.
struct LastSearch {
    signals: Arc<Signals>,
    /// Whether it ends without being told to, once it no longer ponders.
    ends_by_itself: bool,
    is_perft: bool,
}

/// Whether there is more to read.
#[derive(PartialEq, Eq)]
enum Next {
    Line,
    Nothing,
}

struct Reader<'a, W> {
    introduction: Introduction,
    output: &'a Output<W>,
    long_jobs: &'a AtomicUsize,
    jobs: Sender<Job>,
    game: Game<Position>,
    is_chess960: bool,
    shows_expectation: bool,
    last_search: Option<LastSearch>,
}

impl<W: Write> Reader<'_, W> {
    fn run(mut self, mut input: impl BufRead) -> io::Result<()> {
        let mut line = Vec::new();
        let result = loop {
            line.clear();
            match input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
                Ok(0) => break Ok(()),
                Ok(_) => {}
                Err(error) => break Err(error),
            }
            let is_whole = line.ends_with(b"\n") || (line.len() as u64) < MAX_LINE;
            let next = if is_whole {
                self.obey(&String::from_utf8_lossy(&line))
            } else if let Err(error) = input.skip_until(b'\n') {
                break Err(error);
            } else {
                self.output
                    .remark("a line of more than a megabyte was not read")
                    .map(|()| Next::Line)
            };
            match next {
                Ok(Next::Line) => {}
                Ok(Next::Nothing) => return Ok(()),
                Err(Closed) => {
                    self.stop();
                    return Ok(());
                }
            }
        };
        // Nobody is left who could stop a search.
        if let Some(search) = &self.last_search
            && (!search.ends_by_itself || search.signals.is_pondering())
        {
            search.signals.stop();
        }
        result
    }

    /// Does what a line asks for, or says why not.
    fn obey(&mut self, line: &str) -> Result<Next, Closed> {
        match Command::from_line(line) {
            Ok(None) => {}
            Err(error) => self.output.remark(&error.to_string())?,
            Ok(Some(Command::Quit)) => {
                // Counting is left to end: scripts ask for a count and quit on the next line.
                if self.last_search.as_ref().is_some_and(|search| !search.is_perft) {
                    self.stop();
                }
                return Ok(Next::Nothing);
            }
            Ok(Some(command)) => self.perform(command)?,
        }
        Ok(Next::Line)
    }

    fn perform(&mut self, command: Command) -> Result<(), Closed> {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady if self.long_jobs.load(Relaxed) > 0 => self.output.print("readyok"),
            // Short jobs come first: that is what the question is about.
            Command::IsReady => self.send(Job::Ready),
            Command::SetOption { name, value } => self.set_option(name, value),
            Command::NewGame => self.send(Job::NewGame),
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
                self.stop();
                Ok(())
            }
            Command::PonderHit => {
                if let Some(search) = &self.last_search {
                    search.signals.ponder_hit();
                }
                Ok(())
            }
            Command::Draw => self.output.print(&text::diagram(self.game.position())),
            Command::Help => self.output.print(text::HELP),
            Command::Explain => self.send(Job::Explain(self.game.position().clone())),
            Command::Bench { depth } => self.send(Job::Bench { depth }),
            Command::Openings(order) => self.send(Job::Openings(order)),
            Command::Ignored | Command::Quit => Ok(()),
        }
    }

    fn introduce(&self) -> Result<(), Closed> {
        let Introduction { name, options } = &self.introduction;
        let mut lines =
            vec![format!("id name {name}"), "id author the Damier developers".to_owned()];
        lines.extend(options.iter().map(|(name, kind)| text::option(name, kind)));
        let ours = FrontOption::ALL.map(|option| text::option(option.name(), &FrontOption::KIND));
        lines.extend(ours);
        lines.push("uciok".to_owned());
        self.output.print(&lines.join("\n"))
    }

    fn set_option(&mut self, name: String, value: String) -> Result<(), Closed> {
        let is_named = |option: &FrontOption| option.name().eq_ignore_ascii_case(&name);
        let Some(option) = FrontOption::ALL.into_iter().find(is_named) else {
            return self.send(Job::SetOption { name, value });
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

    fn go(&mut self, go: Go) -> Result<(), Closed> {
        self.stop();
        let position = self.game.position();
        let castling = if self.is_chess960 {
            CastlingStyle::Chess960
        } else {
            // A position that standard chess never reaches has to be answered in its own terms.
            position.castling_style()
        };
        let style = Style { castling, shows_expectation: self.shows_expectation };
        let signals = Arc::new(if go.ponder { Signals::pondering() } else { Signals::new() });
        let is_perft = go.perft.is_some();
        let ends_by_itself = is_perft || ends_by_itself(&go.limits, position);
        let job = if let Some(depth) = go.perft {
            Job::Perft { position: position.clone(), depth, style, signals: signals.clone() }
        } else {
            let mut query = Query::new(self.game.clone(), go.limits);
            query.signals = signals.clone();
            for text in &go.search_moves {
                match position.read_uci(text) {
                    Ok(mv) => query.among.push(mv),
                    Err(error) => self.output.remark(&format!("go searchmoves: {error}"))?,
                }
            }
            Job::Search { query, style }
        };
        self.last_search = Some(LastSearch { signals, ends_by_itself, is_perft });
        self.send(job)
    }

    fn stop(&self) {
        if let Some(search) = &self.last_search {
            search.signals.stop();
        }
    }

    /// Gives a job to the worker, who leaves early only if nobody reads our output.
    fn send(&self, job: Job) -> Result<(), Closed> {
        if job.takes_long() {
            self.long_jobs.fetch_add(1, Relaxed);
        }
        self.jobs.send(job).map_err(|_| Closed)
    }
}

/// Whether some limit ends a search of the side to move.
fn ends_by_itself(limits: &Limits, position: &Position) -> bool {
    let Limits { depth, nodes, move_time, mate, clocks: _, infinite } = limits;
    let has_clock = limits.clock(position.side_to_move()).is_some();
    let is_limited =
        depth.is_some() || nodes.is_some() || move_time.is_some() || mate.is_some() || has_clock;
    is_limited && !infinite
}

/// The game that `position` describes, or what is wrong and where.
fn read_game(start: &Start, moves: &[String]) -> Result<Game<Position>, String> {
    let position = match start {
        Start::Standard => Position::start(),
        Start::Fen(fen) => Position::from_fen(fen).map_err(|error| format!("FEN: {error}"))?,
    };
    let mut game = Game::new(position);
    for (number, text) in (1..).zip(moves) {
        let mv = game.position().read_uci(text);
        game.play_unchecked(mv.map_err(|error| format!("move number {number}: {error}"))?);
    }
    Ok(game)
}
