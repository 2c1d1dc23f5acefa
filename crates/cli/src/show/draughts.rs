//! `damier show --game draughts`.

use super::{OutcomeView, ShowArgs, counted_list, table};
use crate::input;
use crate::output::{print, print_json};
use anyhow::Result;
use damier_core::Game;
use damier_draughts::{Move, Position, Square};
use damier_records::MoveNumber;
use serde::Serialize;
use std::process::ExitCode;

/// Everything that is shown, computed once for people and for programs.
#[derive(Serialize)]
struct DraughtsShowView {
    fen: String,
    hub: String,
    side_to_move: String,
    move_number: u32,
    clocks: ClocksView,
    outcome: Option<OutcomeView>,
    moves: Vec<DraughtsMoveView>,
    key: String,
}

/// In plies; `null` where the rule does not count.
#[derive(Serialize)]
struct ClocksView {
    king_moves: u16,
    three_pieces: Option<u8>,
    two_pieces: Option<u8>,
}

#[derive(Serialize)]
struct DraughtsMoveView {
    pdn: String,
    hub: String,
    /// The squares on which the piece stands, by number.
    path: Vec<u8>,
    captured: Vec<u8>,
}

pub(super) fn run(args: &ShowArgs) -> Result<ExitCode> {
    let game = input::game::<Position>(&args.fen, &args.moves)?;
    let view = DraughtsShowView::of(&game);
    if args.json {
        print_json(&view)?;
    } else {
        print(&format!("{}\n{}", game.position().to_diagram(), view.to_text()))?;
    }
    Ok(ExitCode::SUCCESS)
}

impl DraughtsShowView {
    fn of(game: &Game<Position>) -> Self {
        let position = game.position();
        let clocks = position.clocks();
        Self {
            fen: position.to_fen(),
            hub: position.to_hub(),
            side_to_move: position.side_to_move().to_string(),
            move_number: MoveNumber::next(game).number,
            clocks: ClocksView {
                king_moves: clocks.king_moves(),
                three_pieces: clocks.three_pieces(),
                two_pieces: clocks.two_pieces(),
            },
            outcome: OutcomeView::of(game),
            moves: position
                .legal_moves()
                .iter()
                .map(|&mv| DraughtsMoveView::of(position, mv))
                .collect(),
            key: format!("{:#018x}", position.key()),
        }
    }

    fn to_text(&self) -> String {
        let ClocksView { king_moves, three_pieces, two_pieces } = self.clocks;
        let mut clocks = format!("{king_moves} plies of kings without capture, a draw at 50");
        if let Some(plies) = three_pieces {
            clocks.push_str(&format!("; {plies} against a lone king, a draw at 32"));
        }
        if let Some(plies) = two_pieces {
            clocks.push_str(&format!("; {plies} against a lone king, a draw at 10"));
        }
        table(&[
            ("To move", format!("{}, move {}", self.side_to_move, self.move_number)),
            ("Clock", clocks),
            ("Outcome", OutcomeView::to_text(self.outcome.as_ref())),
            ("Moves", counted_list(self.moves.iter().map(|mv| mv.pdn.as_str()))),
            ("FEN", self.fen.clone()),
            ("Hub", self.hub.clone()),
            ("Key", self.key.clone()),
        ])
    }
}

impl DraughtsMoveView {
    fn of(position: &Position, mv: Move) -> Self {
        Self {
            pdn: position.write_move(mv),
            hub: position.write_hub(mv),
            path: position.path(mv).iter().map(|square| square.number()).collect(),
            captured: mv.captured().into_iter().map(Square::number).collect(),
        }
    }
}
