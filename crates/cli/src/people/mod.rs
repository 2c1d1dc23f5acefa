//! `damier people`: the model of what people play, trained and measured.

use crate::numbers::positive;
use crate::output::{aligned, complain, print, write_file};
use anyhow::{Context, Result, bail};
use damier_chess::Position;
use damier_core::Game;
use damier_people::games::{HumanGame, read};
use damier_people::measure::{BAND, BANDS, BandFit, Question, measure, questions};
use damier_people::training::{Lessons, Method, train};
use damier_people::{GROUPS, Model, Setting};
use damier_profiles::Player;
use damier_search::{Engine, Limits, Query};
use std::fmt::Write;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// One game of so many is held out: no model is trained on it.
const HELD_OUT: usize = 10;

/// What people of a rating play in chess: the model behind --like, its training and its measurement
///
/// Of every file one game in ten, by its number, is held out of training and used for measuring.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier people moves --rating 1100 \"7k/8/8/3K1Q2/8/8/8/8 w - - 0 1\"
  damier people train games.pgn --output people.bin
  damier people measure games.pgn
  damier people measure games.pgn --model people.bin --levels 300")]
pub(crate) struct PeopleArgs {
    #[command(subcommand)]
    command: PeopleCommand,
}

#[derive(clap::Subcommand)]
enum PeopleCommand {
    /// Show how likely each move is for a player of some rating
    Moves {
        /// The position [default: that at the start]
        fen: Option<String>,
        /// The rating of both players, on lichess's scale
        #[arg(
            long, default_value_t = 1500,
            value_parser = clap::value_parser!(i32).range(0..=3500)
        )]
        rating: i32,
    },
    /// Fit a model to games with ratings and time controls
    Train {
        /// PGN files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Where the model is written
        #[arg(long, value_name = "FILE")]
        output: PathBuf,
        /// How often every position is seen
        #[arg(long, default_value_t = 5, value_parser = positive())]
        epochs: u64,
        /// Take only every N-th game, for quick trials
        #[arg(long, default_value_t = 1, value_name = "N", value_parser = positive())]
        every: u64,
        /// Leave this group of features out, or `board`; more than once if you like
        #[arg(long, value_name = "GROUP")]
        without: Vec<String>,
        /// Threads that work; their number changes the last digits
        #[arg(long, default_value_t = 2, value_parser = positive())]
        threads: u64,
    },
    /// Ask a model about the games held out: agreement and likelihood by bands of rating
    Measure {
        /// PGN files, the same that were trained on
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// The model [default: the one that is built in]
        #[arg(long, value_name = "FILE")]
        model: Option<PathBuf>,
        /// Ask levels 2 to 8 and full strength too, in so many positions of each band
        #[arg(long, default_value_t = 0, value_name = "N")]
        levels: usize,
    },
}

pub(crate) fn run(args: &PeopleArgs) -> Result<ExitCode> {
    match &args.command {
        PeopleCommand::Moves { fen, rating } => show_moves(fen.as_deref(), *rating)?,
        PeopleCommand::Train { files, output, epochs, every, without, threads } => {
            let mut method = Method {
                epochs: *epochs as usize,
                threads: *threads as usize,
                ..Method::default()
            };
            leave_out(&mut method, without)?;
            train_model(files, output, *every as usize, &method)?;
        }
        PeopleCommand::Measure { files, model, levels } => {
            let model = match model {
                None => Model::built_in().clone(),
                Some(path) => read_model(path)?,
            };
            measure_model(files, &model, *levels)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn leave_out(method: &mut Method, without: &[String]) -> Result<()> {
    for name in without {
        if name == "board" {
            method.has_board = false;
            continue;
        }
        let Some(place) = GROUPS.iter().position(|(group, _)| group == name) else {
            let names: Vec<&str> = GROUPS.iter().map(|&(name, _)| name).collect();
            bail!("there is no group {name:?}; there are board, {}", names.join(", "));
        };
        method.groups &= !(1 << place);
    }
    Ok(())
}

fn read_model(path: &Path) -> Result<Model> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    Model::from_bytes(&bytes).with_context(|| path.display().to_string())
}

fn games_of(files: &[PathBuf]) -> Result<Vec<HumanGame>> {
    let mut games = Vec::new();
    for path in files {
        let file = File::open(path).with_context(|| path.display().to_string())?;
        let read = read(BufReader::new(file));
        games.extend(read.with_context(|| path.display().to_string())?);
    }
    if games.is_empty() {
        bail!("there are no games with WhiteElo, BlackElo and TimeControl in these files");
    }
    Ok(games)
}

fn show_moves(fen: Option<&str>, rating: i32) -> Result<()> {
    let position = fen.map_or_else(|| Ok(Position::start()), Position::from_fen)?;
    let game = Game::new(position.clone());
    let mut moves = Model::built_in().probabilities(&game, Setting::like(rating));
    moves.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut rows = vec![["Move", "%"].map(str::to_owned)];
    let row = |&(mv, chance): &(_, f64)| [position.write_san(mv), format!("{:.1}", 100.0 * chance)];
    rows.extend(moves.iter().map(row));
    print(&aligned(&rows))?;
    Ok(())
}

fn train_model(files: &[PathBuf], output: &Path, every: usize, method: &Method) -> Result<()> {
    let games: Vec<HumanGame> = games_of(files)?
        .into_iter()
        .filter(|game| game.number % HELD_OUT != 0)
        .step_by(every)
        .collect();
    complain(&format!("{} games to learn from", games.len()));
    let lessons = Lessons::of(&games, method.groups, method.threads);
    complain(&format!("{} positions", lessons.len()));
    let model = train(&lessons, method, &mut |epoch, fit, _| {
        complain(&format!(
            "epoch {epoch}: loss {:.4}, agreement {:.2} %",
            fit.loss,
            100.0 * fit.agreement
        ));
    });
    write_file(output, &model.to_bytes())?;
    Ok(())
}

fn measure_model(files: &[PathBuf], model: &Model, levels: usize) -> Result<()> {
    let games: Vec<HumanGame> =
        games_of(files)?.into_iter().filter(|game| game.number % HELD_OUT == 0).collect();
    let questions = questions(&games);
    let fits = measure(model, &questions);
    print(&tables(&fits))?;
    if levels > 0 {
        print(&levels_table(&questions, levels)?)?;
    }
    Ok(())
}

fn band_name(band: usize) -> String {
    format!("{}-{}", BANDS[band], BANDS[band] + BAND - 1)
}

fn tables(fits: &[BandFit]) -> String {
    let mut rows = vec![["Band", "positions", "agreement", "±", "loss"].map(str::to_owned)];
    let mut sum = 0.0;
    for (band, fit) in fits.iter().enumerate() {
        let share = fit.hits as f64 / fit.positions.max(1) as f64;
        let error = 1.96 * (share * (1.0 - share) / fit.positions.max(1) as f64).sqrt();
        sum += share / fits.len() as f64;
        rows.push([
            band_name(band),
            fit.positions.to_string(),
            format!("{:.1} %", 100.0 * share),
            format!("{:.1}", 100.0 * error),
            format!("{:.4}", fit.loss),
        ]);
    }
    let mut text = aligned(&rows);
    let _ = writeln!(text, "mean of the bands: {:.2} %\n", 100.0 * sum);
    let mut rows = vec![
        ["Players", "set to 1100", "1300", "1500", "1700", "1900", "2100", "best"]
            .map(str::to_owned),
    ];
    for (band, fit) in fits.iter().enumerate() {
        let best = (0..BANDS.len()).min_by(|&a, &b| fit.as_band[a].total_cmp(&fit.as_band[b]));
        let best = best.unwrap_or(band);
        let gap = fit.as_band[band] - fit.as_band[best];
        let words = if best == band {
            "itself".to_owned()
        } else {
            format!("{}, by {gap:.4} ± {:.4}", BANDS[best] + 100, 1.96 * fit.errors[best])
        };
        let cell = |other: usize| format!("{:.4}", fit.as_band[other]);
        rows.push([band_name(band), cell(0), cell(1), cell(2), cell(3), cell(4), cell(5), words]);
    }
    text + &aligned(&rows)
}

/// In how many of the same positions levels play what was played.
fn levels_table(questions: &[Question], count: usize) -> Result<String> {
    let mut rows =
        vec![["Level", "1000", "1200", "1400", "1600", "1800", "2000", "mean"].map(str::to_owned)];
    for level in [2, 3, 4, 5, 6, 7, 8] {
        let mut player = Player::<Position>::new();
        player.set_level(level);
        player.set_seed(1);
        let mut cells = vec![level.to_string()];
        let mut sum = 0.0;
        for band in 0..BANDS.len() {
            let own: Vec<&Question> = questions.iter().filter(|asked| asked.band == band).collect();
            let chosen: Vec<&&Question> =
                own.iter().step_by((own.len() / count).max(1)).take(count).collect();
            let mut hits = 0;
            for asked in &chosen {
                let query = Query::new(asked.game.clone(), Limits::default());
                let Ok(answer) = player.search(&query, &mut |_| {});
                hits += usize::from(answer.best == Some(asked.played));
            }
            let share = hits as f64 / chosen.len().max(1) as f64;
            sum += share / BANDS.len() as f64;
            cells.push(format!("{:.1}", 100.0 * share));
        }
        cells.push(format!("{:.1} %", 100.0 * sum));
        rows.push(cells.try_into().ok().context("a cell for each column")?);
    }
    Ok(format!("\n{}", aligned(&rows)))
}
