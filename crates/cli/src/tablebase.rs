//! `damier tablebase`: asks endgame tables about positions.

use crate::answers::answer_positions;
use crate::input;
use crate::output::{counted, print, print_json};
use anyhow::Result;
use damier_chess::Position;
use damier_chess_engine::tablebase::{Probe, ProbeError, Tablebase};
use damier_core::Game;
use serde::Serialize;
use std::fmt::Write as _;
use std::process::ExitCode;

/// Ask Syzygy endgame tables who wins and how far the next capture, pawn move or mate is
///
/// The verdict is win, draw or loss for the side to move; cursed-win and blessed-loss are those
/// that fifty moves turn into draws. It takes the clock to be at zero; the ranks of the moves take
/// the clock and the repetitions of --moves into account. DTZ counts plies, and some tables round
/// it.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier tablebase --path tables/3-4-5 8/8/8/8/8/8/1k6/2R4K b - - 0 1
  damier tablebase --path tables/3-4-5:tables/6 --json \"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1\"
  damier tablebase --path tables/3-4-5 --stdin < positions.fen

With --stdin, each line is a position and the answer to it a line: verdict, DTZ, position. Positions
that are in no table are answered with: unknown - and the reason.")]
pub(crate) struct TablebaseArgs {
    /// Folders with tables, separated as in PATH
    #[arg(long, value_name = "FOLDERS")]
    path: String,
    /// Position as FEN; quotes are not needed
    #[arg(value_name = "FEN", required_unless_present = "stdin", conflicts_with = "stdin")]
    fen: Vec<String>,
    /// Moves to play first, in SAN or UCI notation; repetitions among them count
    #[arg(long, num_args = 1.., value_name = "MOVE", conflicts_with = "stdin")]
    moves: Vec<String>,
    /// Read positions from standard input, one a line
    #[arg(long)]
    stdin: bool,
    /// Print JSON for programs; with --stdin an object a line
    #[arg(long)]
    json: bool,
}

/// The answer to one position.
#[derive(Serialize)]
struct TablebaseView {
    fen: String,
    wdl: Option<String>,
    dtz: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<TablebaseMoveView>>,
}

#[derive(Serialize)]
struct TablebaseMoveView {
    san: String,
    uci: String,
    wdl: String,
    /// Plies to the next capture, pawn move or mate, this move included.
    distance: Option<u32>,
}

pub(crate) fn run(args: &TablebaseArgs) -> Result<ExitCode> {
    let tables = Tablebase::open(&args.path)?;
    if args.stdin {
        let view = |position: &Position| TablebaseView::of(position, tables.probe(position));
        return answer_positions(args.json, view, TablebaseView::to_line);
    }
    let game = input::game(&args.fen, &args.moves)?;
    let probe = tables.probe(game.position())?;
    let view = TablebaseView {
        moves: move_views(&tables, &game),
        ..TablebaseView::of(game.position(), Ok(probe))
    };
    if args.json {
        print_json(&view)?;
    } else {
        print(&view.to_text(&tables))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn move_views(tables: &Tablebase, game: &Game<Position>) -> Option<Vec<TablebaseMoveView>> {
    let position = game.position();
    let style = position.castling_style();
    let ranked = tables.rank_root_moves(game, &position.legal_moves(), true)?;
    let view = |(mv, rank): (_, damier_chess_engine::tablebase::RootRank)| TablebaseMoveView {
        san: position.write_san(mv),
        uci: position.write_uci(mv, style),
        wdl: rank.verdict().to_string(),
        distance: rank.distance(),
    };
    Some(ranked.into_iter().map(view).collect())
}

impl TablebaseView {
    fn of(position: &Position, answer: Result<Probe, ProbeError>) -> Self {
        let (probe, reason) = match answer {
            Ok(probe) => (Some(probe), None),
            Err(error) => (None, Some(error.to_string())),
        };
        Self {
            fen: position.to_fen(),
            wdl: probe.map(|probe| probe.verdict.to_string()),
            dtz: probe.and_then(|probe| probe.dtz),
            reason,
            moves: None,
        }
    }

    fn wdl(&self) -> &str {
        self.wdl.as_deref().unwrap_or("unknown")
    }

    fn dtz(&self) -> String {
        self.dtz.map_or("-".to_owned(), |dtz| dtz.to_string())
    }

    fn to_line(&self) -> String {
        let line = format!("{} {} {}", self.wdl(), self.dtz(), self.fen);
        match &self.reason {
            Some(reason) => format!("{line}: {reason}"),
            None => line,
        }
    }

    fn to_text(&self, tables: &Tablebase) -> String {
        let mut text = String::new();
        let _ = writeln!(text, "Position {}", self.fen);
        let _ = writeln!(text, "Verdict  {}", self.wdl());
        let _ = writeln!(text, "DTZ      {}", self.dtz());
        let _ = writeln!(
            text,
            "Tables   {} of verdicts, {} of distances, up to {}",
            tables.verdict_tables(),
            tables.distance_tables(),
            counted(tables.max_pieces(), "piece"),
        );
        if let Some(moves) = self.moves.as_ref().filter(|moves| !moves.is_empty()) {
            let _ = writeln!(text, "\n{:<8} {:<13} plies", "move", "keeps");
            for view in moves {
                let distance = view.distance.map_or("-".to_owned(), |plies| plies.to_string());
                let _ = writeln!(text, "{:<8} {:<13} {distance:>5}", view.san, view.wdl);
            }
        }
        text
    }
}
