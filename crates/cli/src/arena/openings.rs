//! `damier arena openings`: makes lists of fair openings.

use crate::games::game_parser;
use crate::numbers::{advantage, positive};
use crate::output::print;
use crate::progress::progress_bar;
use anyhow::{Result, bail};
use damier_core::Game;
use damier_core::random::Random;
use damier_games::EngineGame;
use damier_games::openings::{OpeningJudge, RandomOpenings};
use damier_games::{GameKind, with_game};
use std::process::ExitCode;

/// Make varied and balanced openings: random moves, judged by a search
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier arena openings > mine.fen
  damier arena openings --game draughts --count 2000 --seed 7 --balance 20 --nodes 100000 > mine.fen
  damier arena --engine builtin --engine cmd=toga2 --openings mine.fen

The same seed and options give the same list on every machine.")]
pub(crate) struct OpeningsArgs {
    /// The game to play
    #[arg(long, value_parser = game_parser(), default_value_t = GameKind::Chess)]
    game: GameKind,
    /// The number of openings
    #[arg(
        long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=1_000_000)
    )]
    count: u32,
    /// Decides the moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Random moves from the start; every other opening has one more
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u16).range(2..=60))]
    plies: u16,
    /// The largest advantage of either side, in hundredths of a pawn or a man
    #[arg(long, value_name = "HUNDREDTHS", default_value_t = 50, value_parser = advantage())]
    balance: i32,
    /// Nodes of the search that judges an opening
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = positive())]
    nodes: u64,
}

pub(crate) fn run(args: &OpeningsArgs) -> Result<ExitCode> {
    with_game!(args.game, G => write::<G>(args))
}

fn write<G: EngineGame>(args: &OpeningsArgs) -> Result<ExitCode> {
    let OpeningsArgs { count, seed, plies, balance, nodes, .. } = *args;
    let openings = RandomOpenings { plies: plies.into(), balance };
    print(&format!(
        "# damier arena openings --game {} --count {count} --seed {seed} --plies {plies} \
         --balance {balance} --nodes {nodes}\n",
        G::NAME
    ))?;
    let bar = progress_bar("openings");
    bar.set_length(count.into());
    let mut failure = None;
    let mut judge = OpeningJudge::<G>::default();
    let mut score = |game: &Game<G>| judge.score(game, nodes);
    let mut show = |position: &G| {
        bar.inc(1);
        failure = print(&format!("{}\n", position.to_fen())).err();
        failure.is_none()
    };
    let found = openings.list(count as usize, &mut Random::new(seed), &mut score, &mut show);
    bar.finish_and_clear();
    match failure {
        Some(error) => Err(error.into()),
        None if found < count as usize => {
            bail!("there are no more than {found} such openings; allow more --plies or --balance")
        }
        None => Ok(ExitCode::SUCCESS),
    }
}
