//! `damier learn fit`.

use crate::games::game_parser;
use crate::output::{aligned, grouped, print, print_json};
use anyhow::Result;
use damier_core::Rules;
use damier_games::{GameKind, with_game};
use damier_learn::fit::Outcomes;
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;

/// Find out what scores mean: how often games are won from them
///
/// Scores are shown to people so that +100 means that one game of two is won. The number of points
/// with which that is so in our own games is what this command finds.
#[derive(clap::Args)]
#[command(after_help = "Example:  damier learn fit --game draughts draughts.games")]
pub(super) struct FitArgs {
    /// Files of games
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// The game that was played
    #[arg(long, value_parser = game_parser(), default_value_t = GameKind::Chess)]
    game: GameKind,
    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct FitView {
    half: f32,
    spread: f32,
    bins: Vec<BinView>,
}

#[derive(Serialize)]
struct BinView {
    score: f32,
    positions: u64,
    won: f32,
    drawn: f32,
    lost: f32,
    fitted: f32,
}

pub(super) fn run(args: &FitArgs) -> Result<ExitCode> {
    with_game!(args.game, G => fit::<G>(args))
}

fn fit<R: Rules>(args: &FitArgs) -> Result<ExitCode> {
    let outcomes = Outcomes::read::<R>(&args.games)?;
    let rate = outcomes.fit();
    let bins = outcomes.bins().filter(|(_, bin)| bin.total() > 0).map(|(score, bin)| {
        let [won, drawn, lost] = bin.results.map(|count| count as f32 / bin.total() as f32);
        let fitted = rate.win(score);
        BinView { score, positions: bin.total(), won, drawn, lost, fitted }
    });
    let view = FitView { half: rate.half, spread: rate.spread, bins: bins.collect() };
    if args.json {
        print_json(&view)?;
        return Ok(ExitCode::SUCCESS);
    }
    let percent = |part: f32| format!("{:.1} %", 100.0 * part);
    let mut rows =
        vec![["Score", "Positions", "won", "drawn", "lost", "fitted"].map(str::to_owned)];
    rows.extend(view.bins.iter().step_by(5).map(|bin| {
        let parts = [bin.won, bin.drawn, bin.lost, bin.fitted].map(percent);
        let [won, drawn, lost, fitted] = parts;
        [format!("{:.0}", bin.score), grouped(bin.positions), won, drawn, lost, fitted]
    }));
    print(&aligned(&rows))?;
    print(&format!(
        "\nOne game of two is won with a score of {:.0}; {:.0} points more make the odds 2.7 times \
        as good\n",
        view.half, view.spread
    ))?;
    Ok(ExitCode::SUCCESS)
}
