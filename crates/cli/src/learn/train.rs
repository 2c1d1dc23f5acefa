//! `damier learn train`.

use crate::games::game_parser;
use crate::interrupt::{INTERRUPTED, interruption};
use crate::numbers::{self, positive};
use crate::output::{complain, grouped, print, write_file};
use crate::progress::progress_bar;
use anyhow::{Result, anyhow};
use damier_games::{GameKind, with_game};
use damier_learn::LearnGame;
use damier_learn::lessons::Portions;
use damier_learn::trainer::{Length, TrainingMethod};
use damier_learn::training::{self, Event, Settings, TrainError, TrainingStart};
use damier_pictures::loss_chart;
use indicatif::ProgressBar;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

/// Train a network on games
///
/// Any number of games will do: their positions are written to a folder, about twenty bytes each,
/// and read from there part by part. After every lap (some ten million positions, at most an epoch)
/// the state is kept in the checkpoint; interrupted in any way, the same command goes on from
/// there. In the end the checkpoint holds the weights before they were rounded: keep it with the
/// network, so that another training can begin with them (--from).
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier learn train chess.games --out chess.nnue
  damier learn train --game draughts a.games b.games --epochs 30 --out draughts.nnue
  damier learn train more.games --from networks/chess.checkpoint --hidden 512 --out wide.nnue
  damier learn train more.games --from networks/chess.checkpoint --rate 0.0003 --out better.nnue
  damier learn train *.games --samples 2000000000 --score-share 1 --last-score-share 0.7 --out \
      long.nnue")]
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
    /// Where the positions of the games are kept during the training [default: the network's name
    /// with .lessons]
    #[arg(long, value_name = "FOLDER")]
    lessons: Option<PathBuf>,
    /// Leave them there, for another training with the same games
    #[arg(long)]
    keep_lessons: bool,
    /// Positions of one game that are learnt from together: more are faster, fewer are mixed better
    #[arg(long, value_name = "N", default_value_t = Portions::default().run as u16,
          value_parser = clap::value_parser!(u16).range(1..=64))]
    run: u16,
    /// Begin with the weights of this checkpoint or network
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// What the network sees, by name [default: as the one it begins with, or the program's own]
    #[arg(long, value_name = "NAME")]
    features: Option<String>,
    /// Neurons for each player's view [default: as the network it begins with, or the program's
    /// own]; a network grows without forgetting
    #[arg(long, value_name = "N")]
    hidden: Option<usize>,
    /// For every position so many more, a few random moves away, judged by the hand-written
    /// evaluation: cheap lessons to begin with
    #[arg(long, value_name = "N", default_value_t = 0)]
    neighbours: u32,
    /// How often every position is looked at
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    epochs: u32,
    /// Learn from so many positions instead, however often each is looked at
    #[arg(long, value_name = "N", conflicts_with = "epochs", value_parser = positive())]
    samples: Option<u64>,
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
    /// The same when the training ends, if it is to change on the way
    #[arg(long, value_parser = part)]
    last_score_share: Option<f32>,
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
    #[arg(long, value_parser = numbers::threads())]
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
    let settings = args.settings();
    let stop = interruption();
    let mut view = TrainingView {
        settings: &settings,
        bar: None,
        spinner: ProgressBar::new_spinner(),
        laps: 0,
    };
    let report = training::train::<G>(&settings, &stop, &mut |event| {
        // The work of hours goes on when what it says is not read any more.
        let _ = view.show(event);
    });
    view.clear();
    let report = report.map_err(|error| match error {
        TrainError::NoScale => {
            anyhow!("--foresight mixes chances to win: it needs --scale or --from")
        }
        error => error.into(),
    })?;
    let Some(bytes) = report.network_bytes else {
        complain("damier: interrupted; the same command goes on from the last lap");
        return Ok(ExitCode::from(INTERRUPTED));
    };
    if let Some(picture) = &args.picture {
        let laps = report.laps.iter();
        let losses: Vec<[f64; 2]> =
            laps.map(|lap| [lap.training, lap.examined].map(f64::from)).collect();
        let title = format!("Training of {}", args.out.display());
        write_file(picture, &loss_chart(&title, &losses))?;
    }
    print(&format!("Network    {}, {} bytes\n", args.out.display(), grouped(bytes as u64)))?;
    Ok(ExitCode::SUCCESS)
}

impl TrainArgs {
    fn settings(&self) -> Settings {
        let beside = |extension: &str| self.out.with_extension(extension);
        let length = match self.samples {
            Some(samples) => Length::Samples(samples),
            None => Length::Epochs(self.epochs),
        };
        Settings {
            games: self.games.clone(),
            network: self.out.clone(),
            checkpoint: self.checkpoint.clone().unwrap_or_else(|| beside("checkpoint")),
            lessons: self.lessons.clone().unwrap_or_else(|| beside("lessons")),
            keep_lessons: self.keep_lessons,
            portions: Portions { run: self.run.into(), ..Portions::default() },
            from: self.from.clone(),
            features: self.features.clone(),
            hidden: self.hidden,
            neighbours: self.neighbours,
            foresight: self.foresight,
            scale: self.scale,
            method: TrainingMethod {
                length,
                batch: self.batch as usize,
                rate: self.rate,
                last_rate: self.last_rate,
                decay: self.decay,
                score_share: [self.score_share, self.last_score_share.unwrap_or(self.score_share)],
                seed: self.seed,
                threads: super::threads(self.threads),
            },
            note: self.note.clone(),
        }
    }
}

/// What the user sees of a training.
struct TrainingView<'a> {
    settings: &'a Settings,
    /// How many games have been read.
    spinner: ProgressBar,
    /// How far the training is.
    bar: Option<ProgressBar>,
    /// How many laps there are.
    laps: u64,
}

impl TrainingView<'_> {
    fn show(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::GamesRead(games) if games.is_multiple_of(100) => {
                self.spinner.set_message(format!("{} games read", grouped(games)));
                self.spinner.tick();
                Ok(())
            }
            Event::Begin(beginning) => self.begin(&beginning),
            Event::Step(progress) => {
                let bar = self.bar.get_or_insert_with(|| progress_bar("positions"));
                bar.set_length(progress.total);
                bar.set_position(progress.done);
                bar.set_message(format!("lap {}, loss {:.6}", progress.lap + 1, progress.loss));
                Ok(())
            }
            Event::Lap { number, losses, time, positions } => {
                self.clear();
                let speed = positions as f64 / time.as_secs_f64();
                let left = time * self.laps.saturating_sub(number) as u32;
                print(&format!(
                    "lap {number}/{}: loss {:.6}, examined {:.6}, {} positions/s, {} s left\n",
                    self.laps,
                    losses.training,
                    losses.examined,
                    grouped(speed as u64),
                    left.as_secs(),
                ))
            }
            _ => Ok(()),
        }
    }

    fn begin(&mut self, beginning: &TrainingStart) -> io::Result<()> {
        self.clear();
        self.laps = beginning.laps;
        print(&format!(
            "Games      {}\nPositions  {} to learn from, {} to be examined \
            with\nWeights    {}, {} neurons a view\nScale      {}\n",
            grouped(beginning.games),
            grouped(beginning.training),
            grouped(beginning.examined as u64),
            grouped(beginning.weights as u64),
            beginning.hidden,
            beginning.scale,
        ))?;
        if beginning.laps_done >= beginning.laps {
            complain(&format!(
                "damier: {} has all {} laps; remove it to train anew, or ask for more --epochs",
                self.settings.checkpoint.display(),
                beginning.laps
            ));
        }
        Ok(())
    }

    /// Takes everything that moves from the screen.
    fn clear(&mut self) {
        self.spinner.finish_and_clear();
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
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
