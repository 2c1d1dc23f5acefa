//! `damier check`: is a move safe, and if not, why?

use crate::games::CliGame;
use crate::input::PositionQuestion;
use crate::output::{aligned, print, print_json};
use crate::progress::progress_bar;
use anyhow::{Result, anyhow};
use damier_core::Game;
use damier_games::with_game;
use damier_review::view::{NODES, NODES_FOR_EACH, SafetyView};
use damier_review::{Analyst, Budget, ReviewGame, Settings};
use std::process::ExitCode;

/// Say whether a move is safe, and if not, why
///
/// A move is not safe if it lets a forced mate in, loses material, leaves a piece untaken that a
/// plain capture wins, or is a blunder for reasons that lie deeper. Whatever is said is borne out
/// by the line that is shown or by an exchange; `damier explain` says the same and more. Without a
/// move, every legal one is looked at.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier check \"r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4\" Qxf7
  damier check 1Q3b1r/3npkp1/2pp1p1p/8/4P1P1/5P2/1B1P1K1P/3Q2R1 w - - 1 24 b8e8
  damier check --moves \"1. e4 e5 2. Qh5 Nc6\" Qxe5
  damier check --game draughts startpos 32-28")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    question: PositionQuestion,
    /// Positions to look at for a move [default: 400000, or 40000 for each if all are looked at]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(100..))]
    nodes: Option<u64>,
    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &CheckArgs) -> Result<ExitCode> {
    with_game!(args.question.game, G => check::<G>(args))
}

fn check<G: ReviewGame + CliGame>(args: &CheckArgs) -> Result<ExitCode> {
    let (game, mv) = args.question.read::<G>()?;
    let usual = if mv.is_some() { NODES } else { NODES_FOR_EACH };
    let mut analyst = analyst::<G>(args.nodes.unwrap_or(usual))?;
    match mv {
        Some(mv) => {
            let view = safety(&mut analyst, &game, mv);
            if args.json { print_json(&view)? } else { print(&format!("{}\n", view.sentence()))? }
        }
        None => {
            let moves = game.position().legal_moves();
            let bar = progress_bar("moves");
            bar.set_length(moves.len() as u64);
            let views: Vec<SafetyView> = moves
                .iter()
                .map(|&mv| safety(&mut analyst, &game, mv))
                .inspect(|_| bar.inc(1))
                .collect();
            bar.finish_and_clear();
            if args.json {
                print_json(&views)?;
            } else {
                let rows: Vec<[String; 2]> =
                    views.iter().map(|view| [view.mv.clone(), view.words()]).collect();
                print(&aligned(&rows))?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The reviewer with so many positions a move.
fn analyst<G: ReviewGame>(nodes: u64) -> Result<Analyst<G>> {
    let settings = Settings { budget: Budget::Nodes(nodes), lines: 1, tables: None };
    Analyst::new(settings).map_err(|error| anyhow!("{error}"))
}

fn safety<G: ReviewGame>(analyst: &mut Analyst<G>, game: &Game<G>, mv: G::Move) -> SafetyView {
    SafetyView::of(analyst, game, mv).expect("no signal stops it")
}

/// Whether a move of a game is safe, as a sentence.
pub(crate) fn sentence<G: ReviewGame>(game: &Game<G>, mv: G::Move) -> Result<String> {
    Ok(safety(&mut analyst::<G>(NODES)?, game, mv).sentence())
}
