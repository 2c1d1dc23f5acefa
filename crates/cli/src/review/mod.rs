//! `damier review`: finished games, judged and explained.

mod choice;
mod output;

use crate::analysis::AnalysisArgs;
use crate::games::{game_kind, game_parser};
use crate::interrupt::{INTERRUPTED, interruption};
use crate::numbers::positive;
use crate::output::{complain, counted};
use crate::progress::progress_bar;
use anyhow::{Error, Result};
pub(crate) use choice::GameChoice;
use damier_games::{GameKind, with_game};
use damier_review::batch::{Batch, BatchGame, Progress, review_stream};
use damier_review::files::{Choice, GameFiles, Source};
use damier_review::{Budget, Review, ReviewGame, Settings};
use output::Outputs;
use std::iter::from_fn;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Review games: accuracy, errors, and why they are errors
///
/// Every move is judged by Damier's engine at full strength: the chances to win before and after
/// it, an accuracy, and whether it was an inaccuracy, a mistake or a blunder. A reason is given
/// only if it is proved by the line that is shown, by an exchange or by the rules.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier review game.pgn                                a summary in the terminal
  damier review game.pdn --html report.html --language fr
  damier review games.pgn --annotate annotated.pgn --json reviews.json --nodes 200000
  damier review games.pgn --journal review.jsonl --jobs 2    can be interrupted and goes on where \
      it was
  damier review games.pgn.zst --quiet --json-lines reviews.jsonl   millions of games, in constant \
      memory
  damier review games.pgn --shard 1/4 --journal part1.jsonl  one of four parts, on any machine;
  damier review games.pgn --journal whole.jsonl --also part1.jsonl --also part2.jsonl \\
                --also part3.jsonl --also part4.jsonl --annotate all.pgn     and all of them \
                together

With --nodes a review depends on the game and the settings alone: the number of jobs, parts and \
    interruptions
changes nothing.")]
pub(crate) struct ReviewArgs {
    /// Files with games, PGN or PDN, also compressed (.zst, .gz, .bz2); - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Which game [default: draughts for .pdn, chess for .pgn]
    #[arg(long, value_parser = game_parser())]
    game: Option<GameKind>,
    /// Positions to look at for each move
    #[arg(
        long, default_value_t = 100_000, value_name = "N",
        value_parser = clap::value_parser!(u64).range(100..)
    )]
    nodes: u64,
    /// Milliseconds for each move instead; no two reviews are then quite the same
    #[arg(long, value_name = "MS", conflicts_with = "nodes", value_parser = positive())]
    movetime: Option<u64>,
    #[command(flatten)]
    analysis: AnalysisArgs,
    /// Write the games with evaluations, glyphs, better lines and reasons to this file, PGN or PDN;
    /// - for standard output
    #[arg(long, value_name = "FILE")]
    annotate: Option<PathBuf>,
    /// Write everything for programs to this file; - for standard output
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write everything for programs, a line for each game as soon as it is finished and all before
    /// it are; - for standard output
    #[arg(long, value_name = "FILE")]
    json_lines: Option<PathBuf>,
    /// Write a report for browsers, in one file that needs no network
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Do not print the summary
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    choice: GameChoice,
    /// Keep finished reviews in this file, and go on with those that are in it
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Use the reviews in this journal too, of another part or another run; any number of times
    #[arg(long, value_name = "FILE")]
    also: Vec<PathBuf>,
}

pub(crate) fn run(args: &ReviewArgs) -> Result<ExitCode> {
    with_game!(game_kind(args.game, &args.files)?, G => review::<G>(args))
}

fn review<G: ReviewGame>(args: &ReviewArgs) -> Result<ExitCode> {
    let batch = args.batch();
    let most = args.choice.games.map(NonZeroUsize::get);
    let choice = Choice { player: args.choice.player.clone(), most };
    let mut files = GameFiles::<G>::new(args.files.clone(), choice).map_err(Error::from_boxed)?;
    let amount = Arc::clone(files.amount());
    let mut left = 0;
    let mut outputs = Outputs::new::<G>(args, &batch.settings)?;
    let bar = progress_bar("moves");
    let stop = interruption();
    let (games, moves) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let on_progress = |progress| match progress {
        Progress::Game { moves: more } => {
            bar.set_message(counted(games.fetch_add(1, Ordering::Relaxed) + 1, "game"));
            moves.fetch_add(more, Ordering::Relaxed);
        }
        Progress::Move => bar.inc(1),
    };
    let mut take = |game: BatchGame<G, Source>, review: Option<Review>| {
        // How many moves there are in all is only a guess until everything has been read.
        let share = amount.share().unwrap_or(1.0).max(f64::MIN_POSITIVE);
        bar.set_length((moves.load(Ordering::Relaxed) as f64 / share) as u64);
        let Some(review) = review else {
            left += 1;
            return Ok(());
        };
        bar.suspend(|| outputs.add(game, review)).map_err(|error| format!("{error:#}").into())
    };
    let mut games =
        from_fn(|| files.next(&|index| batch.wants(index), &mut |line| complain(line)).transpose());
    let reviewed = review_stream(&mut games, &batch, &stop, &on_progress, &mut take);
    bar.finish_and_clear();
    reviewed?;
    if stop.load(Ordering::Relaxed) {
        let remedy = match &args.journal {
            Some(_) => "the same command goes on from here",
            None => "with --journal FILE it could go on from here",
        };
        complain(&format!("damier: interrupted, no file is complete; {remedy}"));
        return Ok(ExitCode::from(INTERRUPTED));
    }
    outputs.finish::<G>()?;
    left += files.left();
    if left > 0 {
        complain(&format!("damier: {} left to other parts", counted(left, "game")));
    }
    Ok(ExitCode::SUCCESS)
}

impl ReviewArgs {
    fn settings(&self) -> Settings {
        let budget = match self.movetime {
            Some(milliseconds) => Budget::Time(Duration::from_millis(milliseconds)),
            None => Budget::Nodes(self.nodes),
        };
        self.analysis.settings(budget)
    }

    fn batch(&self) -> Batch {
        Batch {
            settings: self.settings(),
            shard: self.choice.shard,
            jobs: self.choice.jobs(),
            journal: self.journal.clone(),
            also: self.also.clone(),
        }
    }
}
