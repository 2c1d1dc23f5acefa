//! `damier check`: is a move safe, and if not, why?

use crate::games::CliGame;
use crate::input::PositionQuestion;
use crate::output::{aligned, print, print_json};
use crate::progress::progress_bar;
use anyhow::{Result, anyhow};
use damier_core::Game;
use damier_games::with_game;
use damier_reasons::{Reason, makes_unsafe};
use damier_review::judging::Judgement;
use damier_review::review::{Evaluation, MoveReview};
use damier_review::{Analyst, Budget, Language, ReviewGame, Settings, Words};
use serde::Serialize;
use std::process::ExitCode;

/// Positions to look at for one move: as many as `explain` does, so that both say the same;
pub(crate) const NODES: u64 = 400_000;
/// and for each move if all are looked at.
const NODES_FOR_EACH: u64 = 40_000;

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

/// What is said of a move.
#[derive(Serialize)]
struct SafetyView {
    #[serde(rename = "move")]
    mv: String,
    safe: bool,
    wins: bool,
    reasons: Vec<String>,
    /// Hundredths of a pawn or a man that it gives away.
    loss: i32,
    line: String,
    /// The chances of the mover before and after it, from 0 to 100.
    #[serde(skip)]
    fall: [f64; 2],
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
            let view = SafetyView::of(&mut analyst, &game, mv);
            if args.json { print_json(&view)? } else { print(&format!("{}\n", view.sentence()))? }
        }
        None => {
            let moves = game.position().legal_moves();
            let bar = progress_bar("moves");
            bar.set_length(moves.len() as u64);
            let views: Vec<SafetyView> = moves
                .iter()
                .map(|&mv| SafetyView::of(&mut analyst, &game, mv))
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

/// Whether a move of a game is safe, as a sentence.
pub(crate) fn sentence<G: ReviewGame>(game: &Game<G>, mv: G::Move) -> Result<String> {
    Ok(SafetyView::of(&mut analyst::<G>(NODES)?, game, mv).sentence())
}

impl SafetyView {
    fn of<G: ReviewGame>(analyst: &mut Analyst<G>, game: &Game<G>, mv: G::Move) -> Self {
        analyst.forget();
        let review = analyst.judge(game, mv).expect("no signal stops it");
        Self::new(&review)
    }

    fn new(review: &MoveReview) -> Self {
        let words = Words::of(Language::default());
        let safe = !makes_unsafe(&review.reasons) && review.judgement != Some(Judgement::Blunder);
        let reasons = if safe { &[][..] } else { &review.reasons };
        let fall = [review.win_before, review.win_after];
        let wins = matches!(review.evaluation, Evaluation::Win { side, .. } if side == review.side);
        Self {
            mv: review.played.clone(),
            safe,
            wins,
            reasons: words.sentences(reasons),
            loss: reasons.iter().filter_map(Reason::stake).map(|stake| stake.worth).sum(),
            line: review.line.join(" "),
            fall,
        }
    }

    fn words(&self) -> String {
        match (self.safe, self.wins) {
            (false, _) if self.reasons.is_empty() => {
                let [before, after] = self.fall;
                format!("not safe: chances fall from {before:.0}% to {after:.0}% ({})", self.line)
            }
            (false, _) => format!("not safe. {} ({})", self.reasons.join(" "), self.line),
            (true, true) => "safe: it wins by force".to_owned(),
            (true, false) => "safe".to_owned(),
        }
    }

    fn sentence(&self) -> String {
        format!("{} is {}", self.mv, self.words())
    }
}
