//! `damier dxp`: games of draughts with another program over the network.

use crate::input;
use crate::numbers::{self, positive};
use crate::output::{counted, print};
use anyhow::{Context, Result, bail};
use clap::{Subcommand, ValueEnum};
use damier_core::Outcome;
use damier_draughts::{Position, Side};
use damier_profiles::Player;
use damier_protocol::dxp::{
    self, Colours, DEFAULT_PORT, DxpError, DxpEvent, DxpGame, DxpMatch, DxpSettings, ResultSource,
};
use damier_search::{Engine as _, LocalEngine as _, NamedOptions as _};
use std::io;
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Play draughts against another program over the network, by the DamExchange Protocol (DXP)
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier dxp listen                                 wait for games on port 27531 of this machine
  damier dxp listen --address 0.0.0.0 --games 10    wait for ten games from anywhere
  damier dxp connect localhost --games 4 --minutes 2
  damier dxp listen --level 6 --tables ~/egdb --network new.nnue
  damier dxp connect 192.168.1.5:27531 --side black --fen W:W31-50:B1-20")]
pub(crate) struct DxpArgs {
    #[command(subcommand)]
    command: DxpCommand,
}

#[derive(Subcommand)]
enum DxpCommand {
    /// Wait for a program that connects and asks for games
    Listen {
        /// The address to listen on; 0.0.0.0 lets other machines connect
        #[arg(long, default_value = "127.0.0.1")]
        address: String,
        /// The port to listen on; 0 for any that is free
        #[arg(long, default_value_t = DEFAULT_PORT)]
        port: u16,
        /// Leave after so many games [default: never]
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
        games: Option<u32>,
        #[command(flatten)]
        player: DxpPlayer,
    },
    /// Connect to a program that waits, and ask it for games
    Connect {
        /// Where it waits, with or without a port
        host: String,
        /// Games to play
        #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
        games: u32,
        /// The side that we play
        #[arg(long, value_enum, default_value_t = SideChoice::Alternating)]
        side: SideChoice,
        /// Thinking time of each player for a game
        #[arg(long, default_value_t = 5.0, value_parser = read_minutes)]
        minutes: f64,
        /// Moves of each player after which a game ends; 0 for no limit
        #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=999))]
        moves: u16,
        /// A position to begin with; several are played in turn [default: the usual one]
        #[arg(long, value_name = "FEN")]
        fen: Vec<String>,
        #[command(flatten)]
        player: DxpPlayer,
    },
}

#[derive(clap::Args)]
struct DxpPlayer {
    /// The name to give [default: that of the engine]
    #[arg(long)]
    name: Option<String>,
    /// Milliseconds for each of our moves, whatever thinking time is agreed
    #[arg(long, value_name = "MS", value_parser = positive())]
    movetime: Option<u64>,
    /// Threads to search with
    #[arg(long, value_name = "N")]
    threads: Option<u32>,
    /// Megabytes for the table of positions
    #[arg(long, value_name = "MB")]
    hash: Option<u32>,
    /// How strong to play, as `damier profiles list` shows it [default: full strength]
    #[arg(long, value_parser = numbers::level(1))]
    level: Option<u8>,
    /// A network to judge positions with, or `<hand-written>` [default: that of the program]
    #[arg(long, value_name = "FILE")]
    network: Option<String>,
    /// Folder with endgame tables of `damier egdb build` [default: those in their usual place]
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
    /// Another option of the engine, such as Profile=defensive; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Seconds that the other side may be silent beyond its thinking time
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    patience: u64,
}

#[derive(Clone, Copy, ValueEnum)]
enum SideChoice {
    White,
    Black,
    /// White first, then in turn
    Alternating,
}

pub(crate) fn run(args: &DxpArgs) -> Result<ExitCode> {
    let mut engine = crate::draughts::engine();
    let mut teller = DxpTeller::default();
    match &args.command {
        DxpCommand::Listen { address, port, games, player } => {
            let settings = DxpSettings { games: *games, ..player.prepare(&mut engine)? };
            let listener = TcpListener::bind((address.as_str(), *port))
                .with_context(|| format!("cannot listen on {address}, port {port}"))?;
            // With port 0 the system has chosen the port.
            print(&format!("Listening on {}\n", listener.local_addr()?))?;
            dxp::follow(&listener, &mut engine, &settings, &mut |event| teller.tell(&event))?;
        }
        DxpCommand::Connect { host, games, side, minutes, moves, fen, player } => {
            let settings = player.prepare(&mut engine)?;
            let starts = fen.iter().map(|fen| read_start(fen)).collect::<Result<_>>()?;
            let plan = DxpMatch {
                games: *games,
                colours: match side {
                    SideChoice::White => Colours::Always(Side::White),
                    SideChoice::Black => Colours::Always(Side::Black),
                    SideChoice::Alternating => Colours::Alternating,
                },
                time: Duration::from_secs_f64(minutes * 60.0),
                moves: Some(*moves).filter(|&moves| moves > 0),
                starts,
            };
            let stream = connect(host).with_context(|| format!("cannot connect to {host}"))?;
            dxp::initiate(stream, &mut engine, &settings, &plan, &mut |event| teller.tell(&event))?;
        }
    }
    teller.finish()?;
    Ok(ExitCode::SUCCESS)
}

impl DxpPlayer {
    fn prepare(&self, engine: &mut Player<Position>) -> Result<DxpSettings> {
        if let Some(threads) = self.threads {
            engine.set_threads(threads as usize)?;
        }
        if let Some(megabytes) = self.hash {
            engine.set_memory(megabytes as usize)?;
        }
        if let Some(level) = self.level {
            engine.set_level(level);
        }
        if let Some(network) = &self.network {
            engine.set_option("EvalFile", network)?;
        }
        if let Some(folder) = &self.tables {
            engine.set_tables(&folder.to_string_lossy())?;
        }
        for text in &self.options {
            let (name, value) = input::read_option(text)?;
            engine.set_option(&name, &value)?;
        }
        Ok(DxpSettings {
            move_time: self.movetime.map(Duration::from_millis),
            patience: Duration::from_secs(self.patience),
            ..DxpSettings::new(self.name.clone().unwrap_or_else(|| engine.name()))
        })
    }
}

fn connect(host: &str) -> io::Result<TcpStream> {
    match TcpStream::connect(host) {
        // No port was given.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
            TcpStream::connect((host, DEFAULT_PORT))
        }
        other => other,
    }
}

fn read_start(fen: &str) -> Result<Position> {
    let position = Position::from_fen(fen).with_context(|| format!("the position {fen:?}"))?;
    if !position.has_legal_move() {
        bail!("the position {fen:?}: the side to move cannot move");
    }
    Ok(position)
}

fn read_minutes(text: &str) -> Result<f64, String> {
    let minutes: f64 = text.parse().map_err(|_| "give a number of minutes".to_owned())?;
    // What the protocol has room for.
    if (0.01..=999.0).contains(&minutes) {
        Ok(minutes)
    } else {
        Err("the protocol knows from 0.01 to 999 minutes".to_owned())
    }
}

/// Tells what happens, a line each, and counts.
#[derive(Default)]
struct DxpTeller {
    won: usize,
    drawn: usize,
    lost: usize,
    unknown: usize,
    /// What the first failed write said.
    failure: Option<io::Error>,
}

impl DxpTeller {
    fn tell(&mut self, event: &DxpEvent) {
        let line = match event {
            DxpEvent::Connected(Some(peer)) => format!("Connected with {peer}"),
            DxpEvent::Connected(None) => "Connected".to_owned(),
            DxpEvent::Began { us, opponent, .. } => {
                format!("A game against {opponent:?}; we play {us}")
            }
            DxpEvent::Moved { side, mv, time } => {
                format!("{side} {mv} ({:.1} s)", time.as_secs_f64())
            }
            DxpEvent::Chat(words) => format!("They say: {}", printable(words)),
            DxpEvent::Garbage(error) => format!("Passed over: {}", printable(&error.to_string())),
            DxpEvent::Unexpected(message) => {
                format!("Passed over, as it is out of place: {}", printable(&message.write()))
            }
            DxpEvent::Over(record) => self.count(record),
            DxpEvent::Failed(DxpError::Closed) => "They hung up".to_owned(),
            DxpEvent::Failed(error) => format!("Broken off: {}", printable(&error.to_string())),
            _ => return,
        };
        self.say(&line);
    }

    fn count(&mut self, record: &DxpGame) -> String {
        let moves = counted(record.game.moves().len(), "ply").replace("plys", "plies");
        let (count, words) = match record.outcome {
            Some(Outcome::Draw) => (&mut self.drawn, "drawn"),
            Some(Outcome::Win(side)) if side == record.us => (&mut self.won, "we win"),
            Some(Outcome::Win(_)) => (&mut self.lost, "we lose"),
            None => (&mut self.unknown, "no result"),
        };
        *count += 1;
        let reason = match record.source {
            ResultSource::Board(ending) => ending.to_string(),
            ResultSource::MoveLimit => "the agreed number of moves is played".to_owned(),
            ResultSource::Claimed(reason) => format!("they end it as {reason:?}"),
        };
        format!("Game over after {moves}, {words}: {reason}")
    }

    fn say(&mut self, line: &str) {
        if self.failure.is_none() {
            self.failure = print(&format!("{line}\n")).err();
        }
    }

    fn finish(mut self) -> io::Result<()> {
        let Self { won, drawn, lost, unknown, .. } = self;
        self.say(&format!("Won {won}, drawn {drawn}, lost {lost}, without result {unknown}"));
        self.failure.map_or(Ok(()), Err)
    }
}

/// What others send may contain anything, also what a terminal would obey.
fn printable(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minutes_fit_the_protocol() {
        assert_eq!(read_minutes(".1"), Ok(0.1));
        for text in ["0", "-1", "1000", "nan", "inf", "x"] {
            assert!(read_minutes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_start_needs_a_move() {
        assert!(read_start("W:W31-50:B1-20").is_ok());
        assert!(read_start("W:W:B1-20").is_err());
        assert!(read_start("nonsense").is_err());
    }

    #[test]
    fn nothing_that_others_send_reaches_the_terminal_unread() {
        assert_eq!(printable("a\x1b[2Jb\n"), "a [2Jb ");
    }
}
