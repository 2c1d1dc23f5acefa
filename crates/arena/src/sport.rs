//! What the arena asks of a game besides its rules and its records.

use crate::contestant::StartError;
use crate::player::Resident;
use damier_chess::{Epd, Position as Chess};
use damier_chess_engine::book::Book;
use damier_chess_engine::tablebase::{Tablebase, Verdict as ChessVerdict};
use damier_core::{Game, Outcome, Rules};
use damier_draughts::Position as Draughts;
use damier_egdb::{Tables, Verdict as DraughtsVerdict};
use damier_profiles::Player;
use damier_protocol::client::{Dialect, Hub, Uci};
use damier_protocol::dxp::{DxpOpponent, Settings};
use damier_records::Format;
use damier_search::Engine;
use std::convert::Infallible;
use std::error::Error;
use std::net::{Shutdown, TcpStream};
use std::path::Path;

/// What is wrong with a file, in the words of whoever reads it.
pub type FileError = Box<dyn Error + Send + Sync>;

/// A book: a move for a position, chosen by a number.
pub type BookMoves<S> = Box<dyn Fn(&S, u64) -> Option<<S as Rules>::Move> + Send + Sync>;

/// A game in which there can be matches.
pub trait Sport: Format {
    /// Damier's own player.
    type Engine: Engine<Rules = Self, Error = Infallible> + Send + 'static;
    /// The protocol of programs that play it.
    type Dialect: Dialect<Rules = Self> + 'static;
    /// Endgame tables.
    type Tables: Send + Sync;

    /// Openings that we made ourselves, one position a line.
    const OPENINGS: &'static str;

    /// Damier's own player, with its usual options.
    fn engine() -> Self::Engine;

    /// Whether nothing urgent is under way, so that a game may fairly begin here.
    fn is_calm(&self) -> bool;

    /// Reads a position from a line of a list, on which more may stand.
    fn read_line(text: &str) -> Result<Self, FileError>;

    /// Reads a book of openings.
    fn open_book(path: &Path) -> Result<BookMoves<Self>, FileError>;

    /// Makes a player of a program at the other end of a connection.
    fn connect(stream: TcpStream) -> Result<Resident<Self>, StartError>;

    /// Finds endgame tables.
    fn open_tables(path: &str) -> Result<Self::Tables, FileError>;

    /// Who wins according to tables, with draw rules as far as the tables know them.
    fn look_up(tables: &Self::Tables, game: &Game<Self>) -> Option<Outcome>;
}

impl Sport for Chess {
    type Engine = Player<Self>;
    type Dialect = Uci;
    type Tables = Tablebase;

    const OPENINGS: &'static str = include_str!("../data/chess.fen");

    fn engine() -> Player<Self> {
        Player::new()
    }

    fn is_calm(&self) -> bool {
        !self.is_check()
    }

    fn read_line(text: &str) -> Result<Self, FileError> {
        Ok(Epd::from_line(text)?.position)
    }

    fn open_book(path: &Path) -> Result<BookMoves<Self>, FileError> {
        let book = Book::open(path)?;
        Ok(Box::new(move |position, bits| book.pick(position, bits)))
    }

    fn connect(_stream: TcpStream) -> Result<Resident<Self>, StartError> {
        Err(StartError::NoNetwork)
    }

    fn open_tables(path: &str) -> Result<Tablebase, FileError> {
        Ok(Tablebase::open(path)?)
    }

    fn look_up(tables: &Tablebase, game: &Game<Self>) -> Option<Outcome> {
        let position = game.position();
        let (side, probe) = (position.side_to_move(), tables.probe(position).ok()?);
        // The verdict counts fifty moves from the last capture or pawn move. Some have been played
        // since then: it stands only if the next one comes in time.
        let clock = i32::from(position.halfmove_clock());
        let is_in_time = || {
            let plies = probe.dtz.map(|dtz| dtz.abs() + i32::from(probe.is_rounded));
            clock == 0 || plies.is_some_and(|plies| clock + plies < 100)
        };
        match probe.verdict {
            ChessVerdict::Win => is_in_time().then_some(Outcome::Win(side)),
            ChessVerdict::Loss => is_in_time().then_some(Outcome::Win(!side)),
            ChessVerdict::Draw | ChessVerdict::CursedWin | ChessVerdict::BlessedLoss => {
                Some(Outcome::Draw)
            }
        }
    }
}

/// Closes a connection, also under the hands of somebody who waits at it.
struct HangUp(TcpStream);

impl Drop for HangUp {
    fn drop(&mut self) {
        // It may be closed already.
        let _ = self.0.shutdown(Shutdown::Both);
    }
}

impl Sport for Draughts {
    type Engine = Player<Self>;
    type Dialect = Hub;
    type Tables = Tables;

    const OPENINGS: &'static str = include_str!("../data/draughts.fen");

    fn engine() -> Player<Self> {
        Player::new()
    }

    fn is_calm(&self) -> bool {
        !self.can_capture(self.side_to_move())
    }

    fn read_line(text: &str) -> Result<Self, FileError> {
        let position = text.split_once(';').map_or(text, |(position, _)| position);
        Ok(Self::from_fen(position.trim())?)
    }

    fn open_book(_path: &Path) -> Result<BookMoves<Self>, FileError> {
        Err("there is no book format for draughts; use a list of positions or PDN".into())
    }

    fn connect(stream: TcpStream) -> Result<Resident<Self>, StartError> {
        let line = HangUp(stream.try_clone().map_err(StartError::Thread)?);
        let opponent = DxpOpponent::new(stream, Settings::new("Damier arena"))?;
        let mut player = Resident::new(opponent).map_err(StartError::Thread)?;
        player.keep(line);
        Ok(player)
    }

    fn open_tables(path: &str) -> Result<Tables, FileError> {
        Ok(Tables::open(Path::new(path))?)
    }

    fn look_up(tables: &Tables, game: &Game<Self>) -> Option<Outcome> {
        let position = game.position();
        let side = position.side_to_move();
        Some(match tables.probe(position)? {
            DraughtsVerdict::Win => Outcome::Win(side),
            DraughtsVerdict::Loss => Outcome::Win(!side),
            DraughtsVerdict::Draw => Outcome::Draw,
        })
    }
}
