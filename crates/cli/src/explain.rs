//! `damier explain`: why a position is judged as it is, and what is thought of a move.

use crate::analysis::AnalysisArgs;
use crate::games::CliGame;
use crate::input::PositionQuestion;
use crate::output::{aligned, print, print_json};
use anyhow::{Result, anyhow};
use damier_games::with_game;
use damier_review::review::Variation;
use damier_review::view::{ExplainedMove, ExplainedPosition, NODES};
use damier_review::words::glyph;
use damier_review::{Analyst, Budget, ReviewGame, Words};
use std::fmt::Write;
use std::process::ExitCode;

/// Explain a position in named terms, or a move with reasons
///
/// Without a move: what the hand-written evaluation sees, term by term, adding up exactly, and the
/// best lines. With a move: how it compares with the best one, what is wrong with it as far as that
/// is proved, and the terms in which the ends of the two lines differ; with the remainder they add
/// up to the gap.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier explain \"r1bqkbnr/pppp1ppp/8/4p3/2BnP3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4\" Nxe5
  damier explain --moves \"1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5\" Nxf7 --language fr
  damier explain startpos --lines 3
  damier explain --game draughts W:W26,31,32,33,37,38,39,42,43,48:B8,9,12,13,16,18,19,23,24 26-21")]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    question: PositionQuestion,
    /// Positions to look at
    #[arg(
        long, default_value_t = NODES, value_name = "N",
        value_parser = clap::value_parser!(u64).range(100..)
    )]
    nodes: u64,
    #[command(flatten)]
    analysis: AnalysisArgs,
    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &ExplainArgs) -> Result<ExitCode> {
    with_game!(args.question.game, G => explain::<G>(args))
}

fn explain<G: ReviewGame + CliGame>(args: &ExplainArgs) -> Result<ExitCode> {
    let (game, mv) = args.question.read::<G>()?;
    let settings = args.analysis.settings(Budget::Nodes(args.nodes));
    let mut analyst = Analyst::<G>::new(settings).map_err(|error| anyhow!("{error}"))?;
    let words = Words::of(args.analysis.language);
    match mv {
        Some(mv) => {
            let view = ExplainedMove::of(&game, mv, &mut analyst, words).expect("nobody stops it");
            if args.json { print_json(&view)? } else { print(&move_text(&view, words))? }
        }
        None => {
            let view = ExplainedPosition::of(&game, &mut analyst).expect("nobody stops it");
            if args.json { print_json(&view)? } else { print(&position_text(&view, words))? }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn position_text(view: &ExplainedPosition, words: Words) -> String {
    let label = |name| words.label(name).to_owned();
    let mut rows = vec![[label("term"), label("white"), label("black"), label("total")]];
    for term in &view.terms {
        rows.push([
            words.term(&term.name).to_owned(),
            term.white.to_string(),
            term.black.to_string(),
            format!("{:+}", term.total()),
        ]);
    }
    rows.push([label("sum"), String::new(), String::new(), format!("{:+}", view.total)]);
    let mut text = aligned(&rows);
    text.push('\n');
    for Variation { evaluation, line } in &view.lines {
        let evaluation = words.evaluation(*evaluation);
        let _ = writeln!(text, "{evaluation}  {}", line.join(" "));
    }
    text
}

fn move_text(view: &ExplainedMove, words: Words) -> String {
    let review = &view.review;
    let verdict = review.judgement.map_or_else(
        || review.marks.last().map_or("", |&mark| words.mark(mark)).to_owned(),
        |judgement| words.judgement(judgement).to_owned(),
    );
    let mut text = format!(
        "{} {}{}  {verdict}\n{}: {} -> {}\n",
        review.number,
        words.notation(&review.played),
        glyph(review),
        words.label("mover-chances"),
        words.percent(review.win_before),
        words.percent(review.win_after),
    );
    if !view.explanation.is_empty() {
        let _ = writeln!(text, "{}", view.explanation);
    }
    let mut rows = Vec::new();
    if !review.best_line.is_empty() {
        let line = words.line(review, &review.best_line);
        rows.push([label(words, "better"), words.evaluation(review.best_evaluation), line]);
    }
    let line = words.line(review, &review.line);
    rows.push([label(words, "refutation"), words.evaluation(review.evaluation), line]);
    let _ = write!(text, "\n{}", aligned(&rows));
    if let Some(comparison) = &review.comparison {
        let term =
            |(name, value): &(String, i32)| [words.term(name).to_owned(), format!("{value:+}")];
        let mut rows: Vec<[String; 2]> = comparison.terms.iter().map(term).collect();
        rows.push([words.term("remainder").to_owned(), format!("{:+}", comparison.remainder)]);
        rows.push([words.term("gap").to_owned(), format!("{:+}", comparison.gap)]);
        let _ = write!(text, "\n{}", aligned(&rows));
    }
    text
}

fn label(words: Words, name: &str) -> String {
    words.label(name).to_owned()
}
