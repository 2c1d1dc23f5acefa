//! Who plays: how a player is made of the description of an engine.

use crate::engine_spec::{EngineSource, EngineSpec, PORT};
use crate::game::ArenaGame;
use crate::pace::GamePace;
use crate::player::{Player, Resident};
use damier_core::random::Random;
use damier_files::read_regular;
use damier_profiles::Player as OwnPlayer;
use damier_protocol::client::{Client, ClientError, Companion, EngineCommand, PATIENCE};
use damier_protocol::dxp::DxpError;
use damier_search::{NamedOptions, OptionError};
use std::io;
use std::net::{Ipv4Addr, TcpListener, TcpStream, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// A source of players: every game that runs at the same time needs one of its own, and another
/// one after a crash.
pub trait Contestant<G: ArenaGame>: Sync {
    /// The name to show.
    fn name(&self) -> &str;
    /// Everything that decides how it plays, as text: matches are resumed only with the same.
    fn description(&self) -> String;
    /// Its own pace, if it does not play at that of the match.
    fn pace(&self) -> Option<GamePace>;
    /// Starts a player.
    fn start(&self, pondering: bool) -> Result<Box<dyn Player<G>>, StartError>;
    /// Whether it can play only one game at a time.
    fn is_single(&self) -> bool {
        false
    }
    /// Whether it can be held to a pace.
    fn accepts(&self, _pace: GamePace) -> bool {
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
    /// There is no answer at the address.
    #[error("cannot connect to {address}: {reason}")]
    Connect {
        /// The address.
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

impl EngineSpec {
    fn start_program<G: ArenaGame>(
        &self,
        command: &EngineCommand,
        pondering: bool,
    ) -> Result<Box<dyn Player<G>>, StartError> {
        let mut client = Client::<G::Dialect>::start(command)?;
        for (name, value) in &self.options {
            client.set_option(name, value)?;
        }
        if pondering {
            client.announce_pondering()?;
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

/// The largest file of which [`fingerprint`] makes a number, in bytes.
const MAX_PROGRAM: u64 = 1 << 30;

/// A number that changes with the contents of a file, if it can be read: programs are built anew
/// and keep their names.
pub(crate) fn fingerprint(path: &Path) -> Option<String> {
    let bytes = read_regular(path, MAX_PROGRAM).ok()?;
    let mixed = bytes.chunks(8).fold(bytes.len() as u64, |sum, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        Random::new(sum ^ u64::from_le_bytes(word)).next_bits()
    });
    Some(format!("{mixed:016x}"))
}

impl<G: ArenaGame> Contestant<G> for EngineSpec {
    fn name(&self) -> &str {
        &self.name
    }

    fn description(&self) -> String {
        let mut text = format!("{}: ", self.name);
        let mut program = None;
        match &self.source {
            EngineSource::BuiltIn => {
                text.push_str("builtin");
                program = std::env::current_exe().ok();
            }
            EngineSource::Address(address) => text.push_str(&format!("dxp={address}")),
            EngineSource::Program(command) | EngineSource::Listener(command) => {
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
        if matches!(self.source, EngineSource::Listener(_)) {
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

    fn pace(&self) -> Option<GamePace> {
        self.pace
    }

    fn start(&self, pondering: bool) -> Result<Box<dyn Player<G>>, StartError> {
        match &self.source {
            EngineSource::BuiltIn => self.start_built_in(),
            EngineSource::Program(command) => self.start_program(command, pondering),
            EngineSource::Address(address) => Ok(Box::new(self.connect::<G>(address)?)),
            EngineSource::Listener(command) => self.start_listener(command),
        }
    }

    fn is_single(&self) -> bool {
        matches!(self.source, EngineSource::Address(_))
    }

    fn accepts(&self, pace: GamePace) -> bool {
        match self.source {
            EngineSource::BuiltIn | EngineSource::Program(_) => true,
            // DXP has no words for depth and nodes.
            EngineSource::Address(_) | EngineSource::Listener(_) => {
                matches!(pace, GamePace::Clock { .. } | GamePace::MoveTime(_))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
