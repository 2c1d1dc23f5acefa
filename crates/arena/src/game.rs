//! What the arena asks of a game besides its opponents: how to reach programs that play it.

use crate::contestant::StartError;
use crate::player::Resident;
use damier_games::{Chess, Draughts};
use damier_profiles::OpponentGame;
use damier_protocol::client::{Dialect, Hub, Uci};
use damier_protocol::dxp::{DxpOpponent, DxpSettings};
use std::net::{Shutdown, TcpStream};

/// A game in which there can be matches.
pub trait ArenaGame: OpponentGame {
    /// The protocol of programs that play it.
    type Dialect: Dialect<Rules = Self> + 'static;

    /// Makes a player of a program at the other end of a connection.
    fn connect(stream: TcpStream) -> Result<Resident<Self>, StartError>;
}

impl ArenaGame for Chess {
    type Dialect = Uci;

    fn connect(_stream: TcpStream) -> Result<Resident<Self>, StartError> {
        Err(StartError::NoNetwork)
    }
}

/// Closes a connection when it is dropped, also while another thread waits at it.
struct HangUp(TcpStream);

impl Drop for HangUp {
    fn drop(&mut self) {
        // It may be closed already.
        let _ = self.0.shutdown(Shutdown::Both);
    }
}

impl ArenaGame for Draughts {
    type Dialect = Hub;

    fn connect(stream: TcpStream) -> Result<Resident<Self>, StartError> {
        let line = HangUp(stream.try_clone().map_err(StartError::Thread)?);
        let opponent = DxpOpponent::new(stream, DxpSettings::new("Damier arena"))?;
        let mut player = Resident::new(opponent).map_err(StartError::Thread)?;
        player.keep(line);
        Ok(player)
    }
}
