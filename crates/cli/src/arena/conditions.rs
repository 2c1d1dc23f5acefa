//! Under which conditions games are played: the options that matches and tunings share.

use crate::numbers::{advantage, milliseconds, seconds};
use anyhow::{Context, Result, bail};
use damier_arena::openings::OpeningRecipe;
use damier_arena::referee::{Adjudication, KnownEndings};
use damier_arena::{ArenaGame, Conduct, Contestant, EngineSpec, GamePace, Openings};
use damier_games::openings::RandomOpenings;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// How games are played, and how they begin.
#[derive(clap::Args)]
pub(crate) struct Conditions {
    /// Clock for the game in seconds, with an increment for each move; 40/60 for the next 40 moves
    /// [default: 4+0.04]
    #[arg(long, value_name = "SECONDS+SECONDS", group = "pace", value_parser = GamePace::clock)]
    clock: Option<GamePace>,
    /// Nodes for each move
    #[arg(long, value_name = "N", group = "pace", value_parser = GamePace::nodes)]
    nodes: Option<GamePace>,
    /// Plies for each move
    #[arg(long, value_name = "N", group = "pace", value_parser = GamePace::depth)]
    depth: Option<GamePace>,
    /// Milliseconds for each move; half a second more is forgiven
    #[arg(long, value_name = "MS", group = "pace", value_parser = GamePace::move_time)]
    movetime: Option<GamePace>,
    /// Games at the same time; each has engines of its own [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    concurrency: Option<u16>,
    /// Let engines think in the opponent's time
    #[arg(long)]
    ponder: bool,
    /// Decides all that is left to chance: the openings and their order, and what a tuning tries
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Openings to play: a file of FEN or EPD lines, PGN or PDN games, a Polyglot book (.bin), or
    /// the word random [default: a list that is built in]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// How many moves of a game or a book are played, or of random ones [default: all of a game, 8
    /// otherwise]
    #[arg(long, value_name = "N", requires = "openings")]
    plies: Option<usize>,
    /// The largest advantage in a random opening, in hundredths of a pawn or a man, as a search of
    /// 2000 nodes sees it
    #[arg(long, value_name = "HUNDREDTHS", default_value_t = 100, value_parser = advantage())]
    balance: i32,
    /// Forgive answers that come so much too late
    #[arg(long, value_name = "MS", default_value_t = 0, value_parser = milliseconds())]
    margin: u64,
    /// An engine without a clock that thinks so long has stalled
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = seconds())]
    patience: u64,
    /// Longer games are drawn
    #[arg(
        long, value_name = "PLIES", default_value_t = 600,
        value_parser = clap::value_parser!(u32).range(1..=4000)
    )]
    longest: u32,
    /// Let an engine resign that reports this disadvantage for so many moves, as 600x4
    #[arg(long, value_name = "HUNDREDTHSxMOVES", value_parser = read_adjudication)]
    resign: Option<Adjudication>,
    /// Agree on a draw, after 30 moves, if both report at most this advantage for so many moves, as
    /// 10x8
    #[arg(long, value_name = "HUNDREDTHSxMOVES", value_parser = read_adjudication)]
    draw: Option<Adjudication>,
    /// End games where endgame tables in this folder know the result: Syzygy, in draughts those of
    /// damier egdb
    #[arg(long, value_name = "FOLDER")]
    tables: Option<String>,
}

impl Conditions {
    pub(crate) fn pace(&self) -> Result<GamePace> {
        let pace = self.clock.or(self.nodes).or(self.depth).or(self.movetime);
        Ok(pace.map_or_else(|| GamePace::clock("4+0.04"), Ok)?)
    }

    pub(crate) fn conduct<G: ArenaGame>(&self) -> Result<Conduct<G>> {
        let tables = match &self.tables {
            None => None,
            Some(folder) => {
                let tables = G::open_tables(folder).map_err(anyhow::Error::from_boxed);
                let tables = tables.context("cannot use --tables")?;
                Some(KnownEndings { path: folder.clone(), tables })
            }
        };
        Ok(Conduct {
            pondering: self.ponder,
            margin: Duration::from_millis(self.margin),
            patience: Duration::from_secs(self.patience),
            longest: self.longest as usize,
            resign: self.resign,
            draw: self.draw,
            tables,
        })
    }

    pub(crate) fn openings<G: ArenaGame>(&self) -> Result<Openings<G>> {
        match &self.openings {
            None => Ok(Openings::bundled(self.seed)),
            Some(path) if path == Path::new("random") => {
                let usual = OpeningRecipe::new(self.seed);
                let plies = self.plies.unwrap_or(usual.openings.plies);
                if !(2..=60).contains(&plies) {
                    bail!("--plies of random openings must be from 2 to 60");
                }
                Ok(Openings::Random(OpeningRecipe {
                    openings: RandomOpenings { balance: self.balance, plies },
                    ..usual
                }))
            }
            Some(path) => Openings::from_file(path, self.plies, self.seed)
                .with_context(|| path.display().to_string()),
        }
    }

    /// One core for each thread that thinks at the same time.
    pub(crate) fn concurrency(&self, engines: &[EngineSpec]) -> NonZeroUsize {
        let threads = engines.iter().filter_map(|engine| engine.option("Threads")?.parse().ok());
        let threads = threads.max().unwrap_or(1usize) * if self.ponder { 2 } else { 1 };
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let is_single = engines.iter().any(Contestant::<damier_draughts::Position>::is_single);
        let usual = if is_single { 1 } else { cores / threads.max(1) };
        let wanted = self.concurrency.map_or(usual, usize::from);
        NonZeroUsize::new(wanted).unwrap_or(NonZeroUsize::MIN)
    }
}

fn read_adjudication(text: &str) -> Result<Adjudication> {
    let numbers = text.split_once('x').and_then(|(score, moves)| {
        let score = score.parse().ok().filter(|&score: &i32| score >= 0);
        let moves = moves.parse().ok().filter(|&moves: &u32| moves > 0);
        score.zip(moves)
    });
    let (score, moves) = numbers.context("write hundredths x moves, as 600x4")?;
    Ok(Adjudication { score, moves })
}
