//! `damier play`: a game in the terminal.

pub(crate) mod board;
mod seat;
mod session;

use crate::games::CliGame;
use crate::games::game_parser;
use crate::input;
use crate::numbers;
use anyhow::{Result, bail};
use damier_core::{Game, Side};
use damier_games::{GameKind, with_game};
use damier_profiles::{LEVELS, OpponentGame};
use damier_review::ReviewGame;
use seat::{SeatOptions, TerminalSeat};
use session::Session;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;

/// Play in the terminal: against an opponent of your strength and taste, against a friend, or look
/// on
///
/// Moves are typed as records or programs write them (Nf3, e2e4, 32-28); help lists what else can
/// be typed.
#[derive(clap::Args)]
#[command(after_help = format!(
    "Examples:
  damier play
  damier play --level 4 --profile defensive --side black
  damier play --like 1100
  damier play --game draughts --level 6
  damier play --side both                                two people at one keyboard
  damier play --white level=3 --black level=5,profile=gambler
  damier play --game draughts --black profile=monte-carlo,simulations=500
  damier play --load game.pgn --save on.pgn

Who plays a side is written as human, or as key=value with commas between:
  level        1 to {LEVELS} [default: {LEVELS}, full strength]
  elo          instead of a level: anything between the levels
  like         instead of both: a person of this rating, 600 to 2200 (chess)
  profile      a name from damier profiles list, or a file that ends in .toml
  depth, nodes, movetime
               what a move may cost: plies, positions, milliseconds
  simulations  games that monte-carlo plays for a move, 50 to 2000
  firewall     auto, on or off
  seed         plays the same game again"
))]
pub(crate) struct PlayArgs {
    /// The game
    #[arg(long, value_parser = game_parser(), default_value_t = GameKind::Chess)]
    game: GameKind,
    /// Your side
    #[arg(long, value_enum, default_value_t = Sides::White)]
    side: Sides,
    #[arg(
        long, default_value_t = 4, value_parser = numbers::level(1),
        help = format!(
            "How strong the opponent is: 1 to {LEVELS}; damier profiles list shows their Elo"
        )
    )]
    level: u8,
    /// Play against somebody like a person of this rating instead (chess, lichess blitz and rapid)
    #[arg(
        long, value_name = "RATING", conflicts_with = "level",
        value_parser = clap::value_parser!(i32).range(600..=2200)
    )]
    like: Option<i32>,
    /// The opponent's style: a name from damier profiles list, or a file that ends in .toml
    #[arg(long, value_name = "PROFILE")]
    profile: Option<String>,
    /// Plays the same game again [default: another one each time]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=2_147_483_647))]
    seed: Option<u32>,
    /// Who has White, if it is neither you nor the opponent described above
    #[arg(long, value_name = "KEY=VALUE,...")]
    white: Option<String>,
    /// Who has Black
    #[arg(long, value_name = "KEY=VALUE,...")]
    black: Option<String>,
    /// Position to begin with, as FEN
    #[arg(long, value_name = "FEN", conflicts_with = "load")]
    fen: Option<String>,
    /// Go on with the first game of this file (PGN or PDN)
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// Keep the games in this file, which must be new, after every move
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Show what the search counted after every move
    #[arg(long)]
    statistics: bool,
    /// Milliseconds to wait between moves when only engines play
    #[arg(long, value_name = "MS", default_value_t = 0)]
    pause: u64,
    /// Draw the board with colours: always, never, or in a terminal
    #[arg(long, value_enum, default_value_t = Colour::Auto)]
    colour: Colour,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Sides {
    White,
    Black,
    /// Two people at one keyboard
    Both,
    /// Two engines: look on
    Neither,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Colour {
    Auto,
    Always,
    Never,
}

pub(crate) fn run(args: &PlayArgs) -> Result<ExitCode> {
    with_game!(args.game, G => play::<G>(args))
}

fn play<G: OpponentGame + ReviewGame + CliGame>(args: &PlayArgs) -> Result<ExitCode> {
    let game = match (&args.load, &args.fen) {
        (Some(path), _) => session::load(path)?,
        (None, Some(fen)) => input::game::<G>(std::slice::from_ref(fen), &[])?,
        (None, None) => Game::new(G::start()),
    };
    if let Some(path) = args.save.as_ref().filter(|path| path.exists()) {
        bail!("{} is there already; --save wants a new file", path.display());
    }
    let seats = [
        args.seat::<G>(Side::White, args.white.as_deref())?,
        args.seat::<G>(Side::Black, args.black.as_deref())?,
    ];
    let has_colour = match args.colour {
        Colour::Always => true,
        Colour::Never => false,
        Colour::Auto => io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
    };
    let mut session = Session::new(game, seats, has_colour);
    session.shows_statistics = args.statistics;
    session.autosave = args.save.clone();
    session.pause = std::time::Duration::from_millis(args.pause);
    session.run(io::stdin().lock())?;
    Ok(ExitCode::SUCCESS)
}

impl PlayArgs {
    /// Who plays a side.
    fn seat<G: OpponentGame>(
        &self,
        side: Side,
        description: Option<&str>,
    ) -> Result<TerminalSeat<G>> {
        if let Some(text) = description {
            return TerminalSeat::from_text(text);
        }
        // If players are described for both sides, or for yours, you only look on.
        let is_human = match self.side {
            Sides::White => side == Side::White,
            Sides::Black => side == Side::Black,
            Sides::Both => true,
            Sides::Neither => false,
        };
        if is_human {
            return Ok(TerminalSeat::Human);
        }
        TerminalSeat::engine(&SeatOptions {
            level: Some(self.level),
            like: self.like,
            profile: self.profile.clone(),
            seed: self.seed,
            ..SeatOptions::default()
        })
    }
}
