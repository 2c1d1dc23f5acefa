//! Who plays: the description of an engine, and how a player is made of it.

use crate::game::ArenaGame;
use crate::pace::{Pace, PaceError};
use crate::player::{Player, Resident};
use damier_core::random::Random;
use damier_profiles::Player as OwnPlayer;
use damier_protocol::client::{Client, ClientError, Companion, EngineCommand, PATIENCE};
use damier_protocol::dxp::DxpError;
use damier_search::{NamedOptions, OptionError};
use std::io;
use std::net::{Ipv4Addr, TcpListener, TcpStream, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// A source of players: every game that runs at the same time needs one of its own, and so does
/// whoever replaces one that crashed.
pub trait Contestant<G: ArenaGame>: Sync {
    /// The name to show.
    fn name(&self) -> &str;
    /// Everything that decides how it plays, as text: matches are resumed only with the same.
    fn description(&self) -> String;
    /// Its own pace, if it does not play at that of the match.
    fn pace(&self) -> Option<Pace>;
    /// Starts a player.
    fn start(&self, pondering: bool) -> Result<Box<dyn Player<G>>, StartError>;
    /// Whether it can play only one game at a time.
    fn is_single(&self) -> bool {
        false
    }
    /// Whether it can be held to a pace.
    fn accepts(&self, _pace: Pace) -> bool {
        true
    }
}

/// Why an engine cannot play.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The program does not do what it should.
    #[error(transparent)]
    Program(#[from] ClientError),
    /// An option of our own engine is wrong.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The system refuses a thread.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
    /// Nobody answers at the address.
    #[error("cannot connect to {address}: {reason}")]
    Connect {
        /// Where.
        address: String,
        /// What the system says.
        reason: io::Error,
    },
    /// There is no port on which a program of ours could wait.
    #[error("cannot find a free port: {0}")]
    NoPort(io::Error),
    /// The connection was of no use.
    #[error(transparent)]
    Connection(#[from] DxpError),
    /// The game has no protocol for networks.
    #[error("dxp=… is for draughts; chess engines are started with cmd=…")]
    NoNetwork,
    /// DXP knows no options.
    #[error("{0} cannot be set over DXP; make it an argument of the program")]
    NoOptions(String),
}

/// Where an engine is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// It is Damier's own, in this process.
    BuiltIn,
    /// It is a program that speaks UCI, or Hub in draughts.
    Program(EngineCommand),
    /// It waits at a network address and speaks DXP.
    Address(String),
    /// It is a program that has to be started with the port on which it is to wait, and speaks DXP.
    Listener(EngineCommand),
}

/// Stands for the port in the command of a [`Source::Listener`].
const PORT: &str = "{port}";

/// An engine to play with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// The name to show.
    pub name: String,
    /// Where it is found.
    pub source: Source,
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
    /// There is nobody to play.
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
                        "clock" => Pace::clock,
                        "nodes" => Pace::nodes,
                        "depth" => Pace::depth,
                        _ => Pace::move_time,
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
                Source::Listener(command)
            }
            (Some(command), None, false) => Source::Program(command),
            (None, Some(address), false) => Source::Address(address),
            (None, None, true) => Source::BuiltIn,
            (None, None, false) => return Err(SpecError::NoSource),
            _ => return Err(SpecError::ManySources),
        };
        let name = name.filter(|name| !name.is_empty()).unwrap_or_else(|| match &source {
            Source::BuiltIn => "Damier".to_owned(),
            Source::Address(address) => address.clone(),
            Source::Program(command) | Source::Listener(command) => {
                let file = Path::new(&command.program).file_name();
                file.map_or("engine".to_owned(), |name| name.to_string_lossy().into_owned())
            }
        });
        Ok(Self { name, source, options, pace })
    }

    /// The value of an option, if it is set here.
    pub fn option(&self, name: &str) -> Option<&str> {
        let found = self.options.iter().rev().find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    fn start_program<G: ArenaGame>(
        &self,
        command: &EngineCommand,
        pondering: bool,
    ) -> Result<Box<dyn Player<G>>, StartError> {
        let mut client = Client::<G::Dialect>::start(command)?;
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

    fn start_built_in<G: ArenaGame>(&self) -> Result<Box<dyn Player<G>>, StartError> {
        let mut engine = OwnPlayer::<G>::new();
        for (name, value) in &self.options {
            engine.set_option(name, value)?;
        }
        // A seed of its own stays; else it has another one with every game.
        let player = match self.option("Seed") {
            Some(_) => Resident::new(engine),
            None => Resident::seeded(engine),
        };
        Ok(Box::new(player.map_err(StartError::Thread)?))
    }

    fn connect<G: ArenaGame>(&self, address: &str) -> Result<Resident<G>, StartError> {
        if let Some((name, _)) = self.options.first() {
            return Err(StartError::NoOptions(name.clone()));
        }
        let address = match address.contains(':') {
            true => address.to_owned(),
            false => format!("{address}:{}", damier_protocol::dxp::DEFAULT_PORT),
        };
        let stream = connect_within(&address, PATIENCE);
        G::connect(stream.map_err(|reason| StartError::Connect { address, reason })?)
    }

    /// Starts a program that waits on a free port, and connects to it.
    fn start_listener<G: ArenaGame>(
        &self,
        command: &EngineCommand,
    ) -> Result<Box<dyn Player<G>>, StartError> {
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|free| free.local_addr());
        let address = free.map_err(StartError::NoPort)?;
        let port = address.port().to_string();
        let mut command = command.clone();
        for argument in &mut command.arguments {
            *argument = argument.replace(PORT, &port);
        }
        let listener = Companion::start(&command)?;
        let deadline = Instant::now() + PATIENCE;
        loop {
            match self.connect::<G>(&address.to_string()) {
                Err(StartError::Connect { .. }) if Instant::now() < deadline => {
                    thread::sleep(Duration::from_millis(20));
                }
                player => {
                    let mut player = player?;
                    player.keep(listener);
                    return Ok(Box::new(player));
                }
            }
        }
    }
}

/// Connects to the first of the addresses behind a name that answers.
fn connect_within(address: &str, time: Duration) -> io::Result<TcpStream> {
    let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, time) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// A number that changes with the contents of a file, if it can be read: programs are built anew
/// and keep their names.
pub(crate) fn fingerprint(path: &Path) -> Option<String> {
    let bytes = std::fs::read(path).ok()?;
    let mixed = bytes.chunks(8).fold(bytes.len() as u64, |sum, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        Random::new(sum ^ u64::from_le_bytes(word)).next_bits()
    });
    Some(format!("{mixed:016x}"))
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

impl<G: ArenaGame> Contestant<G> for EngineSpec {
    fn name(&self) -> &str {
        &self.name
    }

    fn description(&self) -> String {
        let mut text = format!("{}: ", self.name);
        let mut program = None;
        match &self.source {
            Source::BuiltIn => {
                text.push_str("builtin");
                program = std::env::current_exe().ok();
            }
            Source::Address(address) => text.push_str(&format!("dxp={address}")),
            Source::Program(command) | Source::Listener(command) => {
                text.push_str(&command.program);
                for argument in &command.arguments {
                    text.push_str(&format!(" {argument}"));
                }
                if let Some(folder) = &command.folder {
                    text.push_str(&format!(", dir={}", folder.display()));
                }
                program = Some(PathBuf::from(&command.program));
            }
        }
        if matches!(self.source, Source::Listener(_)) {
            text.push_str(", dxp");
        }
        if let Some(print) = program.as_deref().and_then(fingerprint) {
            text.push_str(&format!(", file {print}"));
        }
        for (name, value) in &self.options {
            text.push_str(&format!(", {name}={value}"));
        }
        if let Some(pace) = self.pace {
            text.push_str(&format!(", {pace}"));
        }
        text
    }

    fn pace(&self) -> Option<Pace> {
        self.pace
    }

    fn start(&self, pondering: bool) -> Result<Box<dyn Player<G>>, StartError> {
        match &self.source {
            Source::BuiltIn => self.start_built_in(),
            Source::Program(command) => self.start_program(command, pondering),
            Source::Address(address) => Ok(Box::new(self.connect::<G>(address)?)),
            Source::Listener(command) => self.start_listener(command),
        }
    }

    fn is_single(&self) -> bool {
        matches!(self.source, Source::Address(_))
    }

    fn accepts(&self, pace: Pace) -> bool {
        match self.source {
            Source::BuiltIn | Source::Program(_) => true,
            // DXP has no words for depth and nodes.
            Source::Address(_) | Source::Listener(_) => {
                matches!(pace, Pace::Clock { .. } | Pace::MoveTime(_))
            }
        }
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
        let Source::Program(command) = &spec.source else { panic!("{spec:?}") };
        assert_eq!(command.arguments, ["-u", "a b"]);
        assert_eq!(spec.options[1], ("Skill Level".to_owned(), "3".to_owned()));
        assert_eq!(spec.option("hash"), Some("16"));
        assert_eq!(spec.pace, Some(Pace::depth("4").unwrap()));
        let spec = EngineSpec::from_text("builtin,name='a, b',path=\"x,y\"").unwrap();
        assert_eq!((spec.name.as_str(), spec.option("path")), ("a, b", Some("x,y")));
        assert_eq!(spec.source, Source::BuiltIn);
        let spec = EngineSpec::from_text("dxp=localhost:27531").unwrap();
        assert_eq!(spec.source, Source::Address("localhost:27531".to_owned()));
        assert!(!Contestant::<damier_draughts::Position>::accepts(&spec, Pace::Nodes(9)));
        let spec = EngineSpec::from_text("cmd=x --port {port},dxp").unwrap();
        assert!(matches!(spec.source, Source::Listener(_)), "{spec:?}");
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

    #[test]
    fn chess_has_no_network_and_dxp_no_options() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let spec = EngineSpec::from_text(&format!("dxp={address}")).unwrap();
        let error = Contestant::<damier_chess::Position>::start(&spec, false).err().unwrap();
        assert!(matches!(error, StartError::NoNetwork), "{error}");
        let spec = EngineSpec::from_text(&format!("dxp={address},Hash=1")).unwrap();
        let error = Contestant::<damier_draughts::Position>::start(&spec, false).err().unwrap();
        assert!(matches!(error, StartError::NoOptions(_)), "{error}");
    }
}
