//! `damier learn run`.

use crate::games::game_parser;
use crate::interrupt::{INTERRUPTED, interruption};
use crate::numbers::{self, positive};
use crate::output::{complain, grouped, print};
use crate::progress::progress_bar;
use anyhow::Result;
use damier_games::{GameKind, with_game};
use damier_generations::{
    Diary, Event, Generation, GenerationGame, MatchScore, RunPhase, RunPlan, Settings,
    run as run_loop,
};
use indicatif::ProgressBar;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Make a network stronger for as long as this runs: games, training, match, again and again
///
/// A generation plays games with the champion, trains a candidate on them and lets it play the
/// champion; if it is better it becomes the champion. Everything lies in one folder: the settings
/// (settings.toml, written at first, to be changed), the diary (diary.md), the best network
/// (champion.nnue). Interrupted in any way, the same command goes on.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier learn run --game chess --hours 48 --folder chess-run
  damier learn run --game draughts --generations 3 --folder draughts-run
  damier arena --engine builtin,name=new,EvalFile=chess-run/champion.nnue \
      --engine builtin,name=old --nodes 5000 --games 600")]
pub(super) struct RunArgs {
    /// The game to learn
    #[arg(long, value_parser = game_parser(), default_value_t = GameKind::Chess)]
    game: GameKind,
    /// Where everything lies, made or gone on with
    #[arg(long, value_name = "FOLDER")]
    folder: PathBuf,
    /// Stop after so many hours
    #[arg(long, value_name = "H", value_parser = hours)]
    hours: Option<f64>,
    /// Stop when there are so many generations
    #[arg(long, value_name = "N", value_parser = positive())]
    generations: Option<u64>,
    /// The network to begin with [default: that of the program]
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// Threads to work with [default: all processors]
    #[arg(long, value_name = "T", value_parser = numbers::threads())]
    threads: Option<u16>,
}

pub(super) fn run(args: &RunArgs) -> Result<ExitCode> {
    with_game!(args.game, G => learn::<G>(args))
}

fn learn<G: GenerationGame>(args: &RunArgs) -> Result<ExitCode> {
    let setting = RunPlan {
        folder: args.folder.clone(),
        settings: Settings::of_folder(&args.folder, args.game)?,
        first: args.network.clone(),
        threads: super::threads(args.threads),
        generations: args.generations,
    };
    let stop = interruption();
    let end = args.hours.map(|hours| Instant::now() + Duration::from_secs_f64(hours * 3600.0));
    let mut view = RunView { bar: None, generation: 0, is_over: false, failure: None };
    let diary = run_loop::<G>(&setting, &stop, &mut |event| {
        if end.is_some_and(|end| Instant::now() >= end) {
            view.is_over = true;
            stop.store(true, Ordering::Relaxed);
        }
        if let Err(error) = view.show(event) {
            view.failure = Some(error);
            stop.store(true, Ordering::Relaxed);
        }
    });
    view.clear();
    if let Some(failure) = view.failure {
        return Err(failure.into());
    }
    let diary = diary?;
    print(&conclusion(&diary, &args.folder))?;
    if stop.load(Ordering::Relaxed) && !view.is_over {
        complain("damier: interrupted; the same command goes on from here");
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

/// What a run has found.
fn conclusion(diary: &Diary, folder: &Path) -> String {
    let rows = &diary.generations;
    let kept: Vec<&Generation> = rows.iter().filter(|row| row.is_kept).collect();
    let mut text = format!("Generations {}, kept {}\n", rows.len(), kept.len());
    match kept.last() {
        None => text += "No network is better than the first one so far.\n",
        Some(Generation { number, reference, .. }) => {
            let score = reference.as_ref().map_or_else(String::new, MatchScore::to_text);
            text += &format!(
                "Champion    {}, of generation {number}; against the first network {score}\n",
                folder.join("champion.nnue").display(),
            );
        }
    }
    if !rows.is_empty() {
        text += &format!("Diary       {}\n", folder.join("diary.md").display());
    }
    text
}

/// What the user sees of a run.
struct RunView {
    bar: Option<ProgressBar>,
    generation: u64,
    /// Whether the time that was given is used up.
    is_over: bool,
    /// Why something could not be printed.
    failure: Option<io::Error>,
}

impl RunView {
    fn show(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Begin { generation, phase } => {
                self.clear();
                self.generation = generation;
                let unit = if phase == RunPhase::Training { "positions" } else { "games" };
                self.bar = Some(progress_bar(unit));
                let words = match phase {
                    RunPhase::Games => "plays",
                    RunPhase::Training => "learns",
                    RunPhase::Trial => "against the champion",
                    RunPhase::Reference => "against the first network",
                };
                complain(&format!("Generation {generation}: {words}"));
            }
            Event::Games(progress, wanted) => {
                self.move_to(progress.games, wanted, String::new());
            }
            Event::Training(progress) => {
                let message = format!("loss {:.6}", progress.loss);
                self.move_to(progress.done, progress.total, message);
            }
            Event::Match(score, games) => {
                self.move_to(score.games(), games, score.to_text());
            }
            Event::End(row) => {
                self.clear();
                return print(&format!(
                    "Generation {}: {} positions, examined loss {:.6}, against the champion {}: \
                     {}\n",
                    row.number,
                    grouped(row.positions),
                    row.examined,
                    row.trial.to_text(),
                    if row.is_kept { "kept" } else { "not kept" },
                ));
            }
            _ => (),
        }
        Ok(())
    }

    fn move_to(&self, done: u64, total: u64, message: String) {
        if let Some(bar) = &self.bar {
            bar.set_length(total);
            bar.set_position(done);
            bar.set_message(message);
        }
    }

    fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

fn hours(text: &str) -> Result<f64, String> {
    let hours = text.parse().ok().filter(|hours| *hours > 0.0 && *hours <= 10_000.0);
    hours.ok_or_else(|| "a number above 0 and at most 10000 is needed".to_owned())
}
