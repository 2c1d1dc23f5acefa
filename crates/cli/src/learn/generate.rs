//! `damier learn generate`.

use crate::games::game_parser;
use crate::input::read_option;
use crate::interrupt::{INTERRUPTED, interruption};
use crate::numbers::{self, advantage, positive};
use crate::output::{complain, grouped, print};
use crate::progress::progress_bar;
use anyhow::Result;
use damier_files::Shard;
use damier_games::{GameKind, with_game};
use damier_learn::LearnGame;
use damier_learn::generate::{Progress, Recipe, generate};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Play games against oneself and keep them in a file
///
/// A game is decided by the seed and its number alone. Interrupted with Ctrl-C or in any other way,
/// a run loses only the games under way: the same command goes on.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier learn generate --games 1000 --out chess.games
  damier learn generate --game draughts --nodes 2000 --threads 2 --seed 7 --games 50000 --out \
      draughts.games")]
pub(super) struct GenerateArgs {
    /// The game to play
    #[arg(long, value_parser = game_parser(), default_value_t = GameKind::Chess)]
    game: GameKind,
    /// The file of games, made or gone on with
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Play only one part of the games: 2/4 is the second of four. `learn merge` puts the files of
    /// all parts together
    #[arg(long, default_value = "1/1", value_name = "I/N")]
    shard: Shard,
    /// How many games the file is to hold; with --shard, the files of all parts together
    #[arg(long, default_value_t = 10_000, value_parser = positive())]
    games: u64,
    /// Nodes for a move; the iteration that reaches them is finished
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = positive())]
    nodes: u64,
    /// Games at a time [default: all processors]
    #[arg(long, value_name = "T", value_parser = numbers::threads())]
    threads: Option<u16>,
    /// Decides the games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Random moves from the start; every other game has one more
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u16).range(0..=60))]
    plies: u16,
    /// The largest advantage after the random moves, in points of the search: about hundredths of a
    /// pawn or a man
    #[arg(long, value_name = "HUNDREDTHS", default_value_t = 300, value_parser = advantage())]
    balance: i32,
    /// An option of the engine, NAME=VALUE; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Endgame tables that end games: Syzygy folders, or the folder of `damier egdb`
    #[arg(long, value_name = "PATH", default_value = "", hide_default_value = true)]
    tables: String,
    /// How many of a hundred games begin from an unusual start: Chess960 and double Chess960, in
    /// draughts a board with few pieces
    #[arg(long, value_name = "PERCENT", default_value_t = Recipe::UNUSUAL,
          value_parser = clap::value_parser!(u8).range(0..=100))]
    unusual: u8,
    /// Play games that are decided to their end
    ///
    /// Without this a game is over when one side is so far ahead for four plies that it wins nearly
    /// always, or when it is level for long and far from its beginning. The file says which scores
    /// were taken for that.
    #[arg(long)]
    to_the_end: bool,
    /// Print no progress
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(args: &GenerateArgs) -> Result<ExitCode> {
    with_game!(args.game, G => play::<G>(args))
}

fn play<G: LearnGame>(args: &GenerateArgs) -> Result<ExitCode> {
    let recipe = Recipe {
        seed: args.seed,
        nodes: args.nodes,
        plies: args.plies.into(),
        balance: args.balance,
        options: args.options.iter().map(|it| read_option(it)).collect::<Result<_>>()?,
        tables: args.tables.clone(),
        unusual: args.unusual,
        verdicts: (!args.to_the_end).then_some(G::VERDICTS),
    };
    let threads = super::threads(args.threads);
    let stop = interruption();
    let bar = if args.quiet { indicatif::ProgressBar::hidden() } else { progress_bar("games") };
    bar.set_length(args.shard.count_of(args.games));
    let begin = Instant::now();
    let pace = |progress: &Progress| progress.new_positions as f64 / begin.elapsed().as_secs_f64();
    let on_progress = &mut |progress: &Progress| {
        bar.set_position(progress.games);
        bar.set_message(format!("{:.0} positions/s", pace(progress)));
    };
    let (out, games) = (&args.out, args.games);
    let done = generate::<G>(&recipe, args.shard, out, games, threads, &stop, on_progress);
    bar.finish_and_clear();
    let done = done?;
    let [white, draws, black] = done.results;
    print(&format!(
        "Games      {} in {}, {} of them new\n\
         Positions  {} new, {:.0} a second\n\
         Useful     {}: quiet and not decided\n\
         Results    White {white}, drawn {draws}, Black {black}\n",
        grouped(done.games),
        args.out.display(),
        grouped(done.new_games),
        grouped(done.new_positions),
        pace(&done),
        grouped(done.new_useful),
    ))?;
    if stop.load(Ordering::Relaxed) {
        complain("damier: interrupted; the same command goes on from here");
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}
