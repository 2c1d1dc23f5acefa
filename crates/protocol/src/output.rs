//! The one door through which text leaves: whole lines, one writer at a time, flushed. What comes
//! in and goes out can be kept in a file, with its time.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The option that names the file, as other engines call it.
pub(crate) const LOG_OPTION: &str = "Debug Log File";

/// Our text is no longer read: whatever is being done is of no use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Closed;

pub(crate) struct Output<W> {
    state: Mutex<OutputState<W>>,
    /// Words for people as the protocol writes them.
    to_remark: fn(&str) -> String,
}

struct OutputState<W> {
    writer: W,
    /// What the first failed write said; nothing is written after it.
    failure: Option<io::Error>,
    log: Option<Log>,
}

/// Where lines are kept.
struct Log {
    file: File,
    begin: Instant,
}

impl Log {
    /// Writes each line with the seconds since the beginning. A log that cannot be written is no
    /// reason to stop: `None`.
    fn keep(mut self, sign: &str, text: &str) -> Option<Self> {
        let seconds = self.begin.elapsed().as_secs_f64();
        let mut kept = String::new();
        for line in text.lines() {
            kept.push_str(&format!("{seconds:10.3} {sign} {line}\n"));
        }
        self.file.write_all(kept.as_bytes()).ok().map(|()| self)
    }
}

impl<W: Write> Output<W> {
    pub(crate) fn new(writer: W, to_remark: fn(&str) -> String) -> Self {
        let state = OutputState { writer, failure: None, log: None };
        Self { state: Mutex::new(state), to_remark }
    }

    /// Keeps all lines from now on at the end of this file; none, if it has no name.
    pub(crate) fn keep_log(&self, path: &str) -> Result<(), String> {
        let path = Some(path).filter(|path| !path.is_empty() && *path != "<empty>");
        let open = |path| open_log(Path::new(path)).map_err(|error| format!("{path}: {error}"));
        let log = path.map(open).transpose()?;
        self.lock().log = log;
        Ok(())
    }

    /// Keeps a line that came in.
    pub(crate) fn note_input(&self, line: &str) {
        self.lock().note(">>", line);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, OutputState<W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes one line, or several that must stay together.
    pub(crate) fn print(&self, text: &str) -> Result<(), Closed> {
        let mut state = self.lock();
        if state.failure.is_some() {
            return Err(Closed);
        }
        state.note("<<", text);
        let end = if text.ends_with('\n') { "" } else { "\n" };
        let mut line = String::with_capacity(text.len() + 1);
        line.push_str(text);
        line.push_str(end);
        let written = state.writer.write_all(line.as_bytes());
        written.and_then(|()| state.writer.flush()).map_err(|error| {
            state.failure = Some(error);
            Closed
        })
    }

    /// Says something to people, who see it if their program shows remarks.
    pub(crate) fn remark(&self, words: &str) -> Result<(), Closed> {
        self.print(&(self.to_remark)(words))
    }

    /// How it went. A reader that has gone away is a normal end.
    pub(crate) fn finish(self) -> io::Result<()> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        match state.failure {
            Some(error) if error.kind() != ErrorKind::BrokenPipe => Err(error),
            _ => Ok(()),
        }
    }
}

impl<W> OutputState<W> {
    fn note(&mut self, sign: &str, text: &str) {
        self.log = self.log.take().and_then(|log| log.keep(sign, text));
    }
}

/// Opens a file to add to. A pipe that no one reads would have us wait for ever.
fn open_log(path: &Path) -> io::Result<Log> {
    if path.exists() && !path.is_file() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "this is not a regular file"));
    }
    let file = OpenOptions::new().append(true).create(true).open(path)?;
    Ok(Log { file, begin: Instant::now() })
}

/// Remarks are for reading, and some programs read lines into buffers of a fixed size.
pub(crate) const MAX_REMARK: usize = 500;

/// Words for people on one line, and not too many.
pub(crate) fn one_line(words: &str) -> String {
    let printable =
        words.trim().chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    let mut text: String = printable.clone().take(MAX_REMARK).collect();
    if printable.count() > MAX_REMARK {
        text.push('…');
    }
    text
}
