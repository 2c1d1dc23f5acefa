//! `damier egdb probe`.

use super::{Folder, Threads};
use crate::answers::answer_positions;
use crate::output::{counted, print, print_json};
use crate::progress::progress_bar;
use anyhow::{Context, Result, bail};
use damier_draughts::Position;
use damier_egdb::{Class, Distances, DrawRules, Tables};
use serde::Serialize;
use std::fmt::Write as _;
use std::process::ExitCode;

/// Ask who wins a position, and what each move leads to
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier egdb probe W:WK1,K7,K18:BK35
  damier egdb probe --distance \"B:W6,K11:BK46\"
  damier egdb probe --stdin < positions.fen

With --stdin, each line is a position and the answer to it a line: the verdict, then the position;
unknown if it has more pieces than the tables.")]
pub(super) struct EgdbProbeArgs {
    /// Position as FEN
    #[arg(value_name = "FEN", required_unless_present = "stdin", conflicts_with = "stdin")]
    fen: Option<String>,
    #[command(flatten)]
    folder: Folder,
    /// Count the plies to the end with best play: all that can follow is solved in memory, which
    /// takes up to a minute with 4 pieces
    #[arg(long, conflicts_with = "stdin")]
    distance: bool,
    #[command(flatten)]
    threads: Threads,
    /// Read positions from standard input, one a line
    #[arg(long)]
    stdin: bool,
    /// Print JSON for programs; with --stdin an object a line
    #[arg(long)]
    json: bool,
}

/// The answer to one position.
#[derive(Serialize)]
struct EgdbProbeView {
    fen: String,
    verdict: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u16>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<EgdbMoveView>,
}

#[derive(Serialize)]
struct EgdbMoveView {
    #[serde(rename = "move")]
    text: String,
    /// For the side that makes the move.
    verdict: String,
    /// To the end of the game, this move included.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u16>,
}

pub(super) fn run(args: &EgdbProbeArgs) -> Result<ExitCode> {
    let tables = Tables::open(&args.folder.get()?)?;
    let Some(fen) = &args.fen else {
        let view = |position: &Position| EgdbProbeView::of_verdict(position, &tables);
        return answer_positions(args.json, view, EgdbProbeView::to_line);
    };
    let position = Position::from_fen(fen).context("cannot read the position")?;
    let pieces = position.occupied().count();
    if pieces > tables.max_pieces() {
        bail!(
            "the position has {}, but the tables know only up to {}",
            counted(pieces, "piece"),
            tables.max_pieces()
        );
    }
    let distances = if args.distance { distances(args, &position)? } else { None };
    let view = EgdbProbeView::of(&position, &tables, distances.as_ref());
    if args.json {
        print_json(&view)?;
    } else {
        print(&view.to_text())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Distances of all that can follow; nothing if a side has no pieces.
fn distances(args: &EgdbProbeArgs, position: &Position) -> Result<Option<Distances>> {
    if position.occupied().count() > 4 {
        bail!("distances are counted in memory, for up to 4 pieces");
    }
    let Some(class) = Class::of(position) else {
        return Ok(None);
    };
    let bar = progress_bar("positions");
    let progress = |done, total| {
        bar.set_length(total);
        bar.set_position(done);
    };
    let threads = args.threads.get();
    let distances = Distances::of_classes(&[class], DrawRules::None, threads, &progress);
    bar.finish_and_clear();
    Ok(Some(distances))
}

impl EgdbProbeView {
    fn of_verdict(position: &Position, tables: &Tables) -> Self {
        let verdict = tables.probe(position).map(|verdict| verdict.to_string());
        Self { fen: position.to_fen(), verdict, plies: None, moves: Vec::new() }
    }

    fn of(position: &Position, tables: &Tables, distances: Option<&Distances>) -> Self {
        let plies = |position: &Position| distances?.probe(position)?.plies();
        let mut moves: Vec<_> = position
            .legal_moves()
            .into_iter()
            .filter_map(|mv| {
                let mut after = position.clone();
                after.play_unchecked(mv);
                let verdict = tables.probe(&after)?.opposite();
                Some((verdict, plies(&after).map(|plies| plies + 1), position.write_move(mv)))
            })
            .collect();
        // The best first: quick wins, then draws, then slow losses.
        moves.sort_by_key(|&(verdict, plies, _)| {
            let plies = i32::from(plies.unwrap_or(0));
            let sign = if verdict == damier_egdb::Wdl::Win { 1 } else { -1 };
            (std::cmp::Reverse(verdict), sign * plies)
        });
        let view = |(verdict, plies, text): (damier_egdb::Wdl, _, _)| EgdbMoveView {
            text,
            verdict: verdict.to_string(),
            plies,
        };
        Self {
            plies: plies(position),
            moves: moves.into_iter().map(view).collect(),
            ..Self::of_verdict(position, tables)
        }
    }

    fn verdict(&self) -> &str {
        self.verdict.as_deref().unwrap_or("unknown")
    }

    fn to_line(&self) -> String {
        format!("{} {}", self.verdict(), self.fen)
    }

    fn to_text(&self) -> String {
        let mut text = String::new();
        let _ = writeln!(text, "Position {}", self.fen);
        let _ = writeln!(text, "Verdict  {}", self.verdict());
        if let Some(plies) = self.plies {
            let _ = writeln!(text, "Plies    {plies}");
        }
        if !self.moves.is_empty() {
            let _ = writeln!(text, "\n{:<12} keeps", "move");
        }
        for view in &self.moves {
            let plies = view.plies.map_or(String::new(), |plies| format!(" in {plies} plies"));
            let _ = writeln!(text, "{:<12} {}{plies}", view.text, view.verdict);
        }
        text
    }
}
