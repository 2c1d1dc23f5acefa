//! Who plays: what the referee asks of a player, and the description of an engine to start.

use crate::pace::{Pace, PaceError};
use damier_chess::Position;
use damier_core::Game;
use damier_protocol::client::{ClientError, EngineCommand, PATIENCE, Reply, UciClient};
use damier_search::{Engine, Limits};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Somebody who can be asked for moves. The meaning of each method is that of [`UciClient`].
pub trait Player {
    /// Forgets earlier games.
    fn new_game(&mut self) -> Result<(), ClientError>;
    /// Begins to think.
    fn go(
        &mut self,
        game: &Game<Position>,
        limits: &Limits,
        pondering: bool,
    ) -> Result<(), ClientError>;
    /// The expected move was played.
    fn ponder_hit(&mut self) -> Result<(), ClientError>;
    /// The answer is wanted now.
    fn stop(&mut self) -> Result<(), ClientError>;
    /// Waits for the answer.
    fn wait(&mut self, deadline: Instant) -> Result<Reply, ClientError>;
}

impl Player for UciClient {
    fn new_game(&mut self) -> Result<(), ClientError> {
        Engine::new_game(self)
    }
    fn go(
        &mut self,
        game: &Game<Position>,
        limits: &Limits,
        pondering: bool,
    ) -> Result<(), ClientError> {
        UciClient::go(self, game, limits, &[], pondering)
    }
    fn ponder_hit(&mut self) -> Result<(), ClientError> {
        UciClient::ponder_hit(self)
    }
    fn stop(&mut self) -> Result<(), ClientError> {
        UciClient::stop(self)
    }
    fn wait(&mut self, deadline: Instant) -> Result<Reply, ClientError> {
        UciClient::wait(self, Some(deadline))
    }
}

/// A source of players: every game that runs at the same time needs one of its own, and so does
/// whoever replaces one that crashed.
pub trait Contestant: Sync {
    /// The name to show.
    fn name(&self) -> &str;
    /// Everything that decides how it plays, as text: matches are resumed only with the same.
    fn description(&self) -> String;
    /// Its own pace, if it does not play at that of the match.
    fn pace(&self) -> Option<Pace>;
    /// Starts a player.
    fn start(&self, pondering: bool) -> Result<Box<dyn Player>, ClientError>;
}

/// An engine to start as a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// The name to show.
    pub name: String,
    /// How to start it.
    pub command: EngineCommand,
    /// Options to set, in this order.
    pub options: Vec<(String, String)>,
    /// Its own pace, for matches at odds.
    pub pace: Option<Pace>,
}

/// A text that describes no engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// A part without `=`.
    #[error("{0:?} is not of the form key=value")]
    NoValue(String),
    /// There is no program to start.
    #[error("cmd=… is missing: the program to start, with its arguments")]
    NoCommand,
    /// A quotation mark without its partner.
    #[error("a quotation mark in the command is never closed")]
    OpenQuote,
    /// Not a pace.
    #[error(transparent)]
    Pace(#[from] PaceError),
}

impl EngineSpec {
    /// Reads `cmd=path arguments,name=…,dir=…,Hash=16`. A pace of its own is `clock=4+0.04`,
    /// `nodes=…`, `depth=…` or `movetime=…`; every other key is an option of the engine.
    pub fn from_text(text: &str) -> Result<Self, SpecError> {
        let mut spec = Self {
            name: String::new(),
            command: EngineCommand::default(),
            options: Vec::new(),
            pace: None,
        };
        for part in text.split(',').filter(|part| !part.trim().is_empty()) {
            let no_value = || SpecError::NoValue(part.to_owned());
            let (key, value) = part.split_once('=').ok_or_else(no_value)?;
            let (key, value) = (key.trim(), value.trim());
            match key {
                "cmd" => {
                    let mut words = words(value)?.into_iter();
                    spec.command.program = words.next().ok_or(SpecError::NoCommand)?;
                    spec.command.arguments = words.collect();
                }
                "name" => spec.name = value.to_owned(),
                "dir" => spec.command.folder = Some(PathBuf::from(value)),
                "clock" => spec.pace = Some(Pace::clock(value)?),
                "nodes" => spec.pace = Some(Pace::nodes(value)?),
                "depth" => spec.pace = Some(Pace::depth(value)?),
                "movetime" => spec.pace = Some(Pace::move_time(value)?),
                _ => spec.options.push((key.to_owned(), value.to_owned())),
            }
        }
        if spec.command.program.is_empty() {
            return Err(SpecError::NoCommand);
        }
        if spec.name.is_empty() {
            let file = Path::new(&spec.command.program).file_name();
            spec.name = file.map_or("engine".into(), |name| name.to_string_lossy().into_owned());
        }
        Ok(spec)
    }
}

/// The words of a command; quotation marks of either kind keep words together.
fn words(text: &str) -> Result<Vec<String>, SpecError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match quote {
            Some(mark) if letter == mark => quote = None,
            None if letter == '"' || letter == '\'' => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    if quote.is_some() { Err(SpecError::OpenQuote) } else { Ok(words) }
}

impl Contestant for EngineSpec {
    fn name(&self) -> &str {
        &self.name
    }

    fn description(&self) -> String {
        let EngineSpec { name, command, options, pace } = self;
        let mut text = format!("{name}: {}", command.program);
        for argument in &command.arguments {
            text.push_str(&format!(" {argument}"));
        }
        for (name, value) in options {
            text.push_str(&format!(", {name}={value}"));
        }
        if let Some(pace) = pace {
            text.push_str(&format!(", {pace}"));
        }
        text
    }

    fn pace(&self) -> Option<Pace> {
        self.pace
    }

    fn start(&self, pondering: bool) -> Result<Box<dyn Player>, ClientError> {
        let mut client = UciClient::start(&self.command)?;
        for (name, value) in &self.options {
            client.set_option(name, value)?;
        }
        // Engines may plan their time differently if they ponder; not every one wants to know.
        if pondering && client.has_option("Ponder") {
            client.set_option("Ponder", "true")?;
        }
        client.is_ready(PATIENCE)?;
        Ok(Box::new(client))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_are_read() {
        let spec =
            EngineSpec::from_text("cmd=/usr/games/gnuchess -u 'a b',Hash=16,Skill Level=3,depth=4")
                .unwrap();
        assert_eq!(spec.name, "gnuchess");
        assert_eq!(spec.command.arguments, ["-u", "a b"]);
        assert_eq!(spec.options[1], ("Skill Level".to_owned(), "3".to_owned()));
        assert_eq!(spec.pace, Some(Pace::depth("4").unwrap()));
        assert_eq!(EngineSpec::from_text("name=x"), Err(SpecError::NoCommand));
        assert_eq!(EngineSpec::from_text("cmd="), Err(SpecError::NoCommand));
        assert_eq!(EngineSpec::from_text("cmd='x"), Err(SpecError::OpenQuote));
        let error = EngineSpec::from_text("cmd=x,Hash").unwrap_err();
        assert_eq!(error.to_string(), "\"Hash\" is not of the form key=value");
    }
}
