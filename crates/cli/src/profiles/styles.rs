//! `damier profiles styles`: how differently profiles really play.

use crate::games::game_parser;
use crate::interrupt::{INTERRUPTED, interruption};
use crate::numbers;
use crate::output::{complain, csv_cell, print, write_file};
use anyhow::{Context, Result, bail};
use damier_arena::{
    ArenaGame, Conduct, Contestant, EngineSpec, GameOrigin, GamePace, GameRecord, Match,
    MatchFormat, MatchPlan, Openings, Schedule,
};
use damier_core::{Game, Rules};
use damier_games::{GameKind, with_game};
use damier_profiles::{Character, OpponentGame, Player, library};
use damier_search::{Engine, Limits, Query};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

/// Measure how profiles play: games against one opponent, and what their moves are like
///
/// Every profile plays the same openings against the same opponent, and each figure is a mean over
/// games with half the width of its 95 % interval. "Own moves" are those that the opponent, in the
/// same place and with the same seed, would not have played.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier profiles styles
  damier profiles styles --game draughts --level 4 --games 200 --csv styles.csv
  damier profiles styles --profile aggressive --profile defensive --against classic")]
pub(super) struct StylesArgs {
    /// The game
    #[arg(long, value_parser = game_parser(), default_value_t = GameKind::Chess)]
    game: GameKind,
    /// A profile to measure, any number of times [default: all]
    #[arg(long, value_name = "PROFILE")]
    profile: Vec<String>,
    /// Their opponent [default: balanced, in draughts equilibre]
    #[arg(long, value_name = "PROFILE")]
    against: Option<String>,
    /// The level of all of them
    #[arg(long, default_value_t = 5, value_parser = numbers::level(2))]
    level: u8,
    /// Games of each; an even number
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(2..=100_000))]
    games: u64,
    /// Decides the openings and the seeds of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the table to this file, as comma-separated values
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

pub(super) fn run(args: &StylesArgs) -> Result<ExitCode> {
    with_game!(args.game, G => measure::<G>(args))
}

fn measure<G: ArenaGame + OpponentGame>(args: &StylesArgs) -> Result<ExitCode> {
    if args.games % 2 == 1 {
        bail!("games come in pairs: give an even number");
    }
    let names = match &args.profile[..] {
        [] => library::all::<G>().0.into_iter().map(|entry| entry.profile.name).collect(),
        named => named.to_vec(),
    };
    let against = args.against.as_deref().unwrap_or(G::USUAL_PROFILE);
    let mut engines = vec![engine::<G>(against, args.level, "opponent")?];
    for name in &names {
        engines.push(engine::<G>(name, args.level, name)?);
    }
    let cores = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let schedule = Schedule::new(MatchFormat::Gauntlet, engines.len(), args.games / 2);
    let games = schedule.games();
    let arena = Match {
        contestants: engines.iter().map(|engine| engine as &dyn Contestant<G>).collect(),
        pace: GamePace::clock("600+10")?,
        conduct: Conduct {
            pondering: false,
            margin: Duration::ZERO,
            patience: Duration::from_secs(600),
            longest: 400,
            resign: None,
            draw: None,
            tables: None,
        },
        openings: Openings::bundled(args.seed),
        plan: MatchPlan { schedule, concurrency: cores, sprt: None, journal: None, games: None },
    };
    let mut samples: Vec<Vec<Vec<f64>>> = vec![Vec::new(); engines.len()];
    let mut places: Vec<Vec<G>> = vec![Vec::new(); engines.len()];
    let end = interruption();
    arena.run(&end, &mut |standing, game, origin| {
        if origin == GameOrigin::Board && standing.games() % 50 == 0 {
            complain(&format!("{}/{games} games", standing.games()));
        }
        let measured = game.players[0].max(game.players[1]);
        samples[measured].extend(figures::<G>(game, &mut places[measured]));
    })?;
    let mut rows = vec![headings::<G>()];
    let mut other = player::<G>(against, args.level)?;
    for ((name, games), places) in names.iter().zip(&samples[1..]).zip(&places[1..]) {
        let mut player = player::<G>(name, args.level)?;
        let step = places.len().div_ceil(MOST_PLACES).max(1);
        let is_own = |place: &G| choice(&mut player, place) != choice(&mut other, place);
        let own: Vec<bool> = places.iter().step_by(step).map(is_own).collect();
        let columns = rows[0].len() - 2;
        let cells = (0..columns).map(|column| mean_text(games.iter().map(|game| game[column])));
        let own = mean_text(own.iter().map(|&is_own| if is_own { 100.0 } else { 0.0 }));
        rows.push([name.clone(), own].into_iter().chain(cells).collect());
    }
    print(&table(&rows))?;
    if let Some(path) = &args.csv {
        let lines = rows
            .iter()
            .map(|row| row.iter().map(|cell| csv_cell(cell)).collect::<Vec<_>>().join(","));
        let text = lines.collect::<Vec<_>>().join("\n") + "\n";
        write_file(path, &text)?;
    }
    Ok(if end.load(Ordering::Relaxed) { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// A profile at a level; complete players have none.
fn engine<G: OpponentGame>(profile: &str, level: u8, name: &str) -> Result<EngineSpec> {
    let found = library::find::<G>(profile)?;
    let key = if found.file.is_some() { "ProfileFile" } else { "Profile" };
    let value = found.file.map_or(found.profile.name, |file| file.display().to_string());
    let level = match found.profile.character {
        Character::Random | Character::MonteCarlo { .. } => String::new(),
        Character::Weights(_) | Character::RandomWeights => format!(",Level={level}"),
    };
    let text = format!("builtin,name={name},{key}=\"{value}\"{level}");
    EngineSpec::from_text(&text).with_context(|| format!("the profile {profile}"))
}

/// The same, to be asked for single moves.
fn player<G: ArenaGame + OpponentGame>(profile: &str, level: u8) -> Result<Player<G>> {
    let mut player = Player::new();
    player.set_profile(Some(library::find::<G>(profile)?.profile));
    player.set_level(level);
    player.set_seed(1);
    Ok(player)
}

/// So many positions tell how often two players choose the same move, and so many nodes are enough
/// for any level.
const MOST_PLACES: usize = 600;
const MOST_NODES: u64 = 100_000;

fn choice<G: ArenaGame + OpponentGame>(player: &mut Player<G>, place: &G) -> Option<G::Move> {
    let query = Query::new(Game::new(place.clone()), Limits::to_nodes(MOST_NODES));
    let Ok(answer) = player.search(&query, &mut |_| ());
    answer.best
}

fn headings<G: OpponentGame>() -> Vec<String> {
    let first = ["profile", "own moves %", "points %", "moves a game"];
    first.into_iter().chain(G::MANNERS.iter().copied()).map(str::to_owned).collect()
}

/// The figures of the measured player in a game: points, length, and the mean of each manner over
/// its moves. Collects the positions in which it had a choice.
fn figures<G: ArenaGame + OpponentGame>(
    game: &GameRecord,
    places: &mut Vec<G>,
) -> Option<Vec<f64>> {
    use damier_arena::record::PlayedResult;
    let is_white = game.players[0] > game.players[1];
    let points = match (game.result, is_white) {
        (PlayedResult::Draw, _) => 50.0,
        (PlayedResult::White, true) | (PlayedResult::Black, false) => 100.0,
        _ => 0.0,
    };
    let mut position = G::from_fen(&game.opening).ok()?;
    let (mut sums, mut count) = (vec![0.0; G::MANNERS.len()], 0.0);
    for text in game.moves.split_whitespace() {
        let mv = position.read_move(text).ok()?;
        if (position.side_to_move() == damier_core::Side::White) == is_white {
            count += 1.0;
            if position.count_legal_moves() > 1 {
                places.push(position.clone());
            }
            sums.iter_mut().zip(position.manners(mv)).for_each(|(sum, value)| *sum += value);
        }
        Rules::play_unchecked(&mut position, mv);
    }
    let means = sums.into_iter().map(|sum| if count > 0.0 { sum / count } else { 0.0 });
    Some([points, count].into_iter().chain(means).collect())
}

/// A mean with half the width of its 95 % interval.
fn mean_text(values: impl Iterator<Item = f64> + Clone) -> String {
    let count = values.clone().count() as f64;
    if count < 2.0 {
        return "-".to_owned();
    }
    let mean = values.clone().sum::<f64>() / count;
    let variance = values.map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    format!("{mean:.1} ±{:.1}", 1.96 * (variance / count).sqrt())
}

/// Columns as wide as their widest cell.
fn table(rows: &[Vec<String>]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let line = |row: &Vec<String>| {
        let cells = row.iter().enumerate();
        let cells = cells
            .map(|(column, cell)| format!("{cell:<width$}", width = width(column).unwrap_or(0)));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}
