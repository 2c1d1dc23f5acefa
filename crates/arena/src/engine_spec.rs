//! The description of an engine, as it is written on a command line.

use crate::pace::{GamePace, PaceError};
use damier_protocol::client::EngineCommand;
use std::path::{Path, PathBuf};

/// Where an engine is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineSource {
    /// It is Damier's own, in this process.
    BuiltIn,
    /// It is a program that speaks UCI, or Hub in draughts.
    Program(EngineCommand),
    /// It waits at a network address and speaks DXP.
    Address(String),
    /// It is a program that has to be started with the port on which it is to wait, and speaks DXP.
    Listener(EngineCommand),
}

/// Stands for the port in the command of a [`EngineSource::Listener`].
pub(crate) const PORT: &str = "{port}";

/// An engine to play with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// The name to show.
    pub name: String,
    /// Where it is found.
    pub source: EngineSource,
    /// Options to set, in this order.
    pub options: Vec<(String, String)>,
    /// Its own pace, for matches at odds.
    pub pace: Option<GamePace>,
}

/// A text that describes no engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// A part without `=`.
    #[error("{0:?} is not of the form key=value")]
    NoValue(String),
    /// It does not say what is to play.
    #[error("who is to play is missing: cmd=… (a program with its arguments), dxp=… or builtin")]
    NoSource,
    /// More than one of them.
    #[error("only one of cmd=…, dxp=… and builtin can be given")]
    ManySources,
    /// A program that is not told where to wait.
    #[error(
        "a program that waits for DXP games needs {PORT} in its command, where the port belongs"
    )]
    NoPort,
    /// More than one pace.
    #[error("only one of clock, nodes, depth and movetime can be given")]
    ManyPaces,
    /// A quotation mark without its partner.
    #[error("a quotation mark is never closed")]
    OpenQuote,
    /// Not a pace.
    #[error(transparent)]
    Pace(#[from] PaceError),
}

impl EngineSpec {
    /// Reads `cmd=path arguments,name=…,dir=…,Hash=16`; instead of `cmd=…` there may be `builtin`,
    /// or `dxp=host:port`, or both `cmd=… {port}` and the word `dxp`. A pace of its own is
    /// `clock=4+0.04`, `nodes=…`, `depth=…` or `movetime=…`; every other key is an option of the
    /// engine.
    pub fn from_text(text: &str) -> Result<Self, SpecError> {
        let (mut name, mut command, mut folder, mut address) = (None, None, None, None);
        let (mut is_built_in, mut speaks_dxp) = (false, false);
        let (mut options, mut pace) = (Vec::new(), None);
        for part in split(text, ',')? {
            let part = part.trim();
            let (key, value) = match part.split_once('=') {
                _ if part.is_empty() => continue,
                Some((key, value)) => (key.trim(), value.trim()),
                None if part == "builtin" => {
                    is_built_in = true;
                    continue;
                }
                None if part == "dxp" => {
                    speaks_dxp = true;
                    continue;
                }
                None => return Err(SpecError::NoValue(part.to_owned())),
            };
            match key {
                "cmd" => command = Some(words(value)?),
                "dxp" => address = Some(value.to_owned()),
                "name" => name = Some(unquoted(value)),
                "dir" => folder = Some(PathBuf::from(unquoted(value))),
                "clock" | "nodes" | "depth" | "movetime" => {
                    let read = match key {
                        "clock" => GamePace::clock,
                        "nodes" => GamePace::nodes,
                        "depth" => GamePace::depth,
                        _ => GamePace::move_time,
                    };
                    if pace.replace(read(value)?).is_some() {
                        return Err(SpecError::ManyPaces);
                    }
                }
                _ => options.push((key.to_owned(), unquoted(value))),
            }
        }
        let command = match command.map(Vec::into_iter) {
            None => None,
            Some(mut words) => {
                let program = words.next().ok_or(SpecError::NoSource)?;
                Some(EngineCommand { program, arguments: words.collect(), folder })
            }
        };
        let source = match (command, address, is_built_in) {
            (Some(command), None, false) if speaks_dxp => {
                if !command.arguments.iter().any(|argument| argument.contains(PORT)) {
                    return Err(SpecError::NoPort);
                }
                EngineSource::Listener(command)
            }
            (Some(command), None, false) => EngineSource::Program(command),
            (None, Some(address), false) => EngineSource::Address(address),
            (None, None, true) => EngineSource::BuiltIn,
            (None, None, false) => return Err(SpecError::NoSource),
            _ => return Err(SpecError::ManySources),
        };
        let name = name.filter(|name| !name.is_empty()).unwrap_or_else(|| match &source {
            EngineSource::BuiltIn => "Damier".to_owned(),
            EngineSource::Address(address) => address.clone(),
            EngineSource::Program(command) | EngineSource::Listener(command) => {
                let file = Path::new(&command.program).file_name();
                file.map_or("engine".to_owned(), |name| name.to_string_lossy().into_owned())
            }
        });
        Ok(Self { name, source, options, pace })
    }

    /// Gives engines that have the name of one before them a name with a number.
    pub fn number_names(engines: &mut [Self]) {
        for place in 1..engines.len() {
            let (before, [engine, ..]) = engines.split_at_mut(place) else { return };
            let is_free = |name: &str| before.iter().all(|other| other.name != name);
            if !is_free(&engine.name) {
                let mut numbered = (2..).map(|number| format!("{} ({number})", engine.name));
                engine.name = numbered.find(|name| is_free(name)).unwrap_or_default();
            }
        }
    }

    /// The value of an option, if it is set here.
    pub fn option(&self, name: &str) -> Option<&str> {
        let found = self.options.iter().rev().find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

/// The parts of a text between separators; quotation marks of either kind keep a part together.
fn split(text: &str, separator: char) -> Result<Vec<&str>, SpecError> {
    let mut parts = Vec::new();
    let (mut begin, mut quote) = (0, None);
    for (place, letter) in text.char_indices() {
        match quote {
            Some(mark) if letter == mark => quote = None,
            None if letter == '"' || letter == '\'' => quote = Some(letter),
            None if letter == separator => {
                parts.push(&text[begin..place]);
                begin = place + letter.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[begin..]);
    if quote.is_some() { Err(SpecError::OpenQuote) } else { Ok(parts) }
}

/// The words of a command.
fn words(text: &str) -> Result<Vec<String>, SpecError> {
    let words = split(text, ' ')?.into_iter().filter(|word| !word.is_empty());
    Ok(words.map(unquoted).collect())
}

/// A text without the quotation marks that kept it together.
fn unquoted(text: &str) -> String {
    let mut plain = String::new();
    let mut quote = None;
    for letter in text.chars() {
        match quote {
            Some(mark) if letter == mark => quote = None,
            None if letter == '"' || letter == '\'' => quote = Some(letter),
            _ => plain.push(letter),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contestant::Contestant;

    #[test]
    fn specs_are_read() {
        let spec =
            EngineSpec::from_text("cmd=/usr/games/gnuchess -u 'a b',Hash=16,Skill Level=3,depth=4")
                .unwrap();
        assert_eq!(spec.name, "gnuchess");
        let EngineSource::Program(command) = &spec.source else { panic!("{spec:?}") };
        assert_eq!(command.arguments, ["-u", "a b"]);
        assert_eq!(spec.options[1], ("Skill Level".to_owned(), "3".to_owned()));
        assert_eq!(spec.option("hash"), Some("16"));
        assert_eq!(spec.pace, Some(GamePace::depth("4").unwrap()));
        let spec = EngineSpec::from_text("builtin,name='a, b',path=\"x,y\"").unwrap();
        assert_eq!((spec.name.as_str(), spec.option("path")), ("a, b", Some("x,y")));
        assert_eq!(spec.source, EngineSource::BuiltIn);
        let spec = EngineSpec::from_text("dxp=localhost:27531").unwrap();
        assert_eq!(spec.source, EngineSource::Address("localhost:27531".to_owned()));
        assert!(!Contestant::<damier_draughts::Position>::accepts(&spec, GamePace::Nodes(9)));
        let spec = EngineSpec::from_text("cmd=x --port {port},dxp").unwrap();
        assert!(matches!(spec.source, EngineSource::Listener(_)), "{spec:?}");
    }

    #[test]
    fn what_is_no_spec_is_refused_with_the_reason() {
        let error = |text| EngineSpec::from_text(text).unwrap_err();
        assert_eq!(error("name=x"), SpecError::NoSource);
        assert_eq!(error("cmd="), SpecError::NoSource);
        assert_eq!(error("cmd='x"), SpecError::OpenQuote);
        assert_eq!(error("builtin,cmd=x"), SpecError::ManySources);
        assert_eq!(error("dxp=x,dxp,cmd=x"), SpecError::ManySources);
        assert_eq!(error("cmd=x,dxp"), SpecError::NoPort);
        assert_eq!(error("builtin,nodes=5,depth=3"), SpecError::ManyPaces);
        assert_eq!(error("cmd=x,Hash").to_string(), "\"Hash\" is not of the form key=value");
    }
}
