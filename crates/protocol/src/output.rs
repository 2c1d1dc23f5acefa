//! The one door through which text leaves: whole lines, one writer at a time, flushed.

use std::io::{self, ErrorKind, Write};
use std::sync::{Mutex, PoisonError};

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
}

impl<W: Write> Output<W> {
    pub(crate) fn new(writer: W, to_remark: fn(&str) -> String) -> Self {
        Self { state: Mutex::new(OutputState { writer, failure: None }), to_remark }
    }

    /// Writes one line, or several that must stay together.
    pub(crate) fn print(&self, text: &str) -> Result<(), Closed> {
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
