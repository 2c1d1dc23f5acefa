use damier_search::OptionError;
use std::error::Error;
use std::io;

/// What can go wrong with a program next door.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClientError {
    /// The program cannot be run.
    #[error("cannot start {program:?}: {reason}")]
    Start {
        /// The program.
        program: String,
        /// What the system says.
        reason: io::Error,
    },
    /// The process is gone.
    #[error("the engine ended by itself{}", last_words(last_line))]
    Died {
        /// The last line that it wrote; empty if there was none.
        last_line: String,
    },
    /// It took longer than allowed.
    #[error("the engine was silent for too long: no answer to {command:?}")]
    TimedOut {
        /// What was waited for.
        command: &'static str,
    },
    /// It has left so many commands unread that it gets no more.
    #[error("the engine does not read what it is told")]
    Deaf,
    /// It answered with something that is no legal move; why is told in the words of the game.
    #[error("the engine's answer cannot be played: {0}")]
    BadMove(#[source] Box<dyn Error + Send + Sync>),
    /// An option was not set.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A search was begun or asked for at the wrong moment: a mistake of ours, not the engine's.
    #[error("the engine {0}")]
    OutOfTurn(&'static str),
    /// The protocol has no words for what was asked.
    #[error("the engine's protocol cannot express {0}")]
    Unsupported(&'static str),
}

fn last_words(line: &str) -> String {
    if line.is_empty() {
        ", without a word".to_owned()
    } else {
        format!("; its last words: {line}")
    }
}
