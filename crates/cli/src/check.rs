//! `damier check`: is a move safe, and if not, why?

use crate::games::CliGame;
use crate::input::Question;
use crate::output::{aligned, print, print_json};
use anyhow::Result;
use damier_core::Game;
use damier_games::with_game;
use damier_profiles::{Guard, OpponentGame, Report};
use serde::Serialize;
use std::process::ExitCode;

/// Say whether a move is safe, and if not, why
///
/// A move is not safe if it lets a forced mate in, loses the queen or another piece, makes a
/// capture that does not pay, or leaves a piece untaken that a plain capture wins; in draughts, if
/// it allows a shot that wins at least a man. Whatever is said is borne out by the line that is
/// shown or by an exchange. Without a move, every legal one is looked at.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier check \"r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4\" Qxf7
  damier check 1Q3b1r/3npkp1/2pp1p1p/8/4P1P1/5P2/1B1P1K1P/3Q2R1 w - - 1 24 b8e8
  damier check --moves \"1. e4 e5 2. Qh5 Nc6\" Qxe5
  damier check --game draughts startpos 32-28")]
pub(crate) struct Args {
    #[command(flatten)]
    question: Question,
    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

/// What is said of a move.
#[derive(Serialize)]
pub(crate) struct View {
    #[serde(rename = "move")]
    mv: String,
    safe: bool,
    wins: bool,
    reasons: Vec<String>,
    /// Hundredths of a pawn or a man that it gives away.
    loss: i32,
    line: String,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    with_game!(args.question.game, G => check::<G>(args))
}

fn check<G: OpponentGame + CliGame>(args: &Args) -> Result<ExitCode> {
    let (game, mv) = args.question.read::<G>()?;
    let mut guard = Guard::<G>::thorough()?;
    let mut view = |mv: G::Move| View::of(&game, &guard.examine(&game, mv));
    match mv {
        Some(mv) => {
            let view = view(mv);
            if args.json { print_json(&view)? } else { print(&format!("{}\n", view.sentence()))? }
        }
        None => {
            let views: Vec<View> =
                game.position().legal_moves().iter().map(|&mv| view(mv)).collect();
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

impl View {
    pub(crate) fn of<G: OpponentGame>(game: &Game<G>, report: &Report<G>) -> Self {
        Self {
            mv: game.position().write_move(report.mv),
            safe: report.is_safe(),
            wins: report.wins,
            reasons: report.faults.iter().map(ToString::to_string).collect(),
            loss: report.harm.loss,
            line: game.position().write_line(&report.harm.line),
        }
    }

    fn words(&self) -> String {
        if !self.safe {
            // Some reasons tell their line themselves.
            let reasons = self.reasons.join("; ");
            return match reasons.contains(&self.line) {
                true => format!("not safe: {reasons}"),
                false => format!("not safe: {reasons} ({})", self.line),
            };
        }
        if self.wins { "safe: it wins by force".to_owned() } else { "safe".to_owned() }
    }

    pub(crate) fn sentence(&self) -> String {
        format!("{} is {}", self.mv, self.words())
    }
}
