//! The one door through which text leaves: whole lines, one writer at a time, flushed.

use super::text;
use std::io::{self, ErrorKind, Write};
use std::sync::{Mutex, PoisonError};

/// Nobody takes our text any more; whatever is being done is done for nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Closed;

pub(super) struct Output<W> {
    state: Mutex<State<W>>,
}

struct State<W> {
    writer: W,
    /// What the first failed write said; nothing is written after it.
    failure: Option<io::Error>,
}

impl<W: Write> Output<W> {
    pub(super) fn new(writer: W) -> Self {
        Self { state: Mutex::new(State { writer, failure: None }) }
    }

    /// Writes one line, or several that must stay together.
    pub(super) fn print(&self, text: &str) -> Result<(), Closed> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.failure.is_some() {
            return Err(Closed);
        }
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
    pub(super) fn remark(&self, words: &str) -> Result<(), Closed> {
        self.print(&text::remark(words))
    }

    /// How it went. A reader that has gone away is a normal end.
    pub(super) fn finish(self) -> io::Result<()> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        match state.failure {
            Some(error) if error.kind() != ErrorKind::BrokenPipe => Err(error),
            _ => Ok(()),
        }
    }
}
