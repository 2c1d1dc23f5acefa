//! `damier learn train`.

use crate::games::game_parser;
use crate::interrupt::{INTERRUPTED, interruption};
use crate::output::{complain, grouped, print, write_file};
use crate::progress::progress_bar;
use anyhow::{Context, Result, bail};
use damier_games::{GameKind, with_game};
use damier_learn::LearnGame;
use damier_learn::checkpoint::Checkpoint;
use damier_learn::fit::Outcomes;
use damier_learn::model::Model;
use damier_learn::samples::{Foresight, Lessons};
use damier_learn::trainer::{Plan, State, fit_scale, train_epoch};
use damier_nnue::{FeatureSet, Origin, Units};
use damier_pictures::loss_chart;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Train a network on games
///
/// After every epoch the state is kept in the checkpoint; interrupted in any way, the same command
/// goes on from there. In the end the checkpoint holds the weights before they were rounded: keep
/// it with the network, so that another training can begin with them (--from).
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier learn train chess.games --out chess.nnue
  damier learn train --game draughts a.games b.games --epochs 30 --out draughts.nnue
  damier learn train more.games --from networks/chess.checkpoint --rate 0.0003 --out better.nnue")]
pub(super) struct TrainArgs {
    /// Files of games
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// The game that is learnt
    #[arg(long, value_parser = game_parser(), default_value_t = GameKind::Chess)]
    game: GameKind,
    /// The network to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Where the state is kept [default: the network's name with .checkpoint]
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Begin with the weights of this checkpoint
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// For every position so many more, a few random moves away, judged by the hand-written
    /// evaluation: cheap lessons to begin with
    #[arg(long, value_name = "N", default_value_t = 0)]
    neighbours: u32,
    /// How often every position is looked at
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    epochs: u32,
    /// Positions between two steps
    #[arg(
        long, default_value_t = 16_384,
        value_parser = clap::value_parser!(u32).range(1..=10_000_000)
    )]
    batch: u32,
    /// The largest size of a step
    #[arg(long, default_value_t = 0.001, value_parser = step)]
    rate: f32,
    /// The size of the last steps, as a part of the largest
    #[arg(long, default_value_t = 0.01, value_parser = part)]
    last_rate: f32,
    /// How fast weights that nothing holds up shrink
    #[arg(long, default_value_t = 0.01, value_parser = part)]
    decay: f32,
    /// What the score of the search counts against the result of the game, 0 to 1
    #[arg(long, default_value_t = 0.7, value_parser = part)]
    score_share: f32,
    /// What later scores and in the end the result of the game count against a position's own
    /// score, 0 to 1
    #[arg(long, default_value_t = 0.0, value_parser = part)]
    foresight: f32,
    /// Score that stands for a chance to win of 73 % [default: fitted to the games]
    #[arg(long, value_parser = points)]
    scale: Option<f32>,
    /// Decides the first weights and the order of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads to work with [default: all processors]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Draw the loss of every epoch as SVG
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// A few words about the network, kept in its file
    #[arg(long, default_value = "", hide_default_value = true)]
    note: String,
}

pub(super) fn run(args: &TrainArgs) -> Result<ExitCode> {
    with_game!(args.game, G => train::<G>(args))
}

fn train<G: LearnGame>(args: &TrainArgs) -> Result<ExitCode> {
    let model = G::Model::default();
    let stop = interruption();
    let checkpoint =
        args.checkpoint.clone().unwrap_or_else(|| args.out.with_extension("checkpoint"));
    let earlier = match (&args.from, checkpoint.exists()) {
        (_, true) => Some(&checkpoint),
        (Some(from), false) => Some(from),
        (None, false) => None,
    };
    let earlier = earlier.map(|path| read_checkpoint::<G>(&model, path)).transpose()?;

    // A whole number, as the network's file has it.
    let known_scale =
        args.scale.or_else(|| earlier.as_ref().map(|earlier| earlier.scale)).map(f32::round);
    let foresight = match (args.foresight, known_scale) {
        (0.0, _) => None,
        (share, Some(scale)) => Some(Foresight { share, scale }),
        (_, None) => {
            bail!("--foresight mixes chances to win: it needs --scale or --from")
        }
    };
    let lessons = read_games::<G>(args, foresight, &stop)?;
    if lessons.training.is_empty() || lessons.validation.is_empty() {
        bail!("too few games: there is nothing to learn from or nothing to be examined with");
    }
    let plan = Plan {
        epochs: args.epochs,
        batch: args.batch as usize,
        rate: args.rate,
        last_rate: args.last_rate,
        decay: args.decay,
        score_share: args.score_share,
        scale: known_scale.unwrap_or_else(|| fit_scale(&lessons.training)),
        seed: args.seed,
        threads: super::threads(args.threads),
    };
    let state = match earlier {
        None => State::new(&model, plan.seed),
        // Its own state is gone on with; another's weights are a beginning.
        Some(earlier) if checkpoint.exists() => earlier.state,
        Some(earlier) => State::from_weights(earlier.state.weights),
    };
    let mut kept = Checkpoint { features: G::Features::NAME.to_owned(), scale: plan.scale, state };
    print(&format!(
        "Games      {}\nPositions  {} to learn from, {} to be examined \
        with\nWeights    {}\nScale      {}\n",
        grouped(lessons.games),
        grouped(lessons.training.len() as u64),
        grouped(lessons.validation.len() as u64),
        grouped(model.parameters() as u64),
        plan.scale,
    ))?;

    if kept.state.epochs.len() as u32 >= plan.epochs {
        complain(&format!(
            "damier: {} has all {} epochs; remove it to train anew, or ask for more --epochs",
            checkpoint.display(),
            plan.epochs
        ));
    }
    while (kept.state.epochs.len() as u32) < plan.epochs {
        let bar = progress_bar("positions");
        bar.set_length(lessons.training.len() as u64);
        let begin = Instant::now();
        let is_done = train_epoch(&model, &lessons, &plan, &mut kept.state, &mut |progress| {
            bar.set_position(progress.done as u64);
            bar.set_message(format!("epoch {}, loss {:.6}", progress.epoch + 1, progress.loss));
            !stop.load(Ordering::Relaxed)
        });
        bar.finish_and_clear();
        if !is_done {
            complain("damier: interrupted; the same command goes on from the last epoch");
            return Ok(ExitCode::from(INTERRUPTED));
        }
        write_file(&checkpoint, &kept.to_bytes(true))?;
        let (number, epoch) = (kept.state.epochs.len(), kept.state.epochs.last());
        let epoch = epoch.context("an epoch has just been finished")?;
        let speed = lessons.training.len() as f64 / begin.elapsed().as_secs_f64();
        let left = begin.elapsed() * (plan.epochs - number as u32);
        print(&format!(
            "epoch {number}/{}: loss {:.6}, examined {:.6}, {} positions/s, {} s left\n",
            plan.epochs,
            epoch.training,
            epoch.validation,
            grouped(speed as u64),
            left.as_secs(),
        ))?;
    }
    if let Some(picture) = &args.picture {
        let epochs = kept.state.epochs.iter();
        let losses: Vec<[f64; 2]> =
            epochs.map(|epoch| [epoch.training, epoch.validation].map(f64::from)).collect();
        let title = format!("Training of {}", args.out.display());
        write_file(picture, &loss_chart(&title, &losses))?;
    }
    let origin = Origin { training: lessons.fingerprint, note: args.note.clone() };
    let half = Outcomes::of(&lessons.training).fit().half.round() as i32;
    let units = Units { scale: plan.scale as i32, half };
    let network = G::export(&kept.state.weights, units, origin);
    write_file(&args.out, &network)?;
    // What another training begins with; the rest was for interruptions.
    write_file(&checkpoint, &kept.to_bytes(false))?;
    print(&format!(
        "Network    {}, {} bytes\n",
        args.out.display(),
        grouped(network.len() as u64)
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// A number from 0 to 1.
fn part(text: &str) -> Result<f32, String> {
    number(text, 0.0, 1.0)
}

/// A size of steps.
fn step(text: &str) -> Result<f32, String> {
    number(text, 1e-9, 1.0)
}

/// A score that a search can give.
fn points(text: &str) -> Result<f32, String> {
    number(text, 1.0, 10_000.0)
}

fn number(text: &str, least: f32, most: f32) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("a number from {least} to {most} is needed"))
}

fn read_checkpoint<G: LearnGame>(model: &G::Model, path: &Path) -> Result<Checkpoint> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    Checkpoint::from_bytes(&bytes, G::Features::NAME, model.parameters())
        .with_context(|| path.display().to_string())
}

fn read_games<G: LearnGame>(
    args: &TrainArgs,
    foresight: Option<Foresight>,
    stop: &AtomicBool,
) -> Result<Lessons> {
    let bar = indicatif::ProgressBar::new_spinner();
    let lessons = Lessons::read::<G>(&args.games, args.neighbours, foresight, &mut |games| {
        if games.is_multiple_of(100) {
            bar.set_message(format!("{} games read", grouped(games)));
            bar.tick();
        }
        !stop.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    Ok(lessons?)
}
