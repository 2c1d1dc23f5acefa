//! `damier show`: draws a position and says what the rules say about it.

mod draughts;

use crate::games::game_parser;
use crate::input;
use crate::output::{print, print_json};
use anyhow::{Result, bail};
use damier_chess::{Bitboard, ClassicScore, Move, Position, Side, Wing};
use damier_core::{Ending, Game, Rules};
use damier_games::GameKind;
use serde::Serialize;
use std::fmt::Write;
use std::process::ExitCode;

/// Draw a position, with its legal moves, checkers, hanging pieces and outcome
///
/// In draughts there are the legal moves, the paths of captures, and what the draw rules count. In
/// chess a piece hangs if the opponent, were it its turn, could win something by taking it.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier show
  damier show 8/8/8/8/8/8/1k6/2R4K b - - 0 1
  damier show --moves \"1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7\"
  damier show --captures \"rnbqk2r/2pp4/2p5/8/3Q4/8/8/RNB1K2R w - - 0 1\"
  damier show --game draughts W:WK4:B13,20,32,37
  damier show --json")]
pub(crate) struct ShowArgs {
    /// The game
    #[arg(long, value_parser = game_parser(), default_value_t = GameKind::Chess)]
    game: GameKind,
    /// Position as FEN, X-FEN or Shredder-FEN; quotes are not needed [default: startpos]
    #[arg(value_name = "FEN")]
    fen: Vec<String>,
    /// Moves to play first, in SAN or UCI notation, in draughts like 32-28 and 28x19; repetitions
    /// among them count
    #[arg(long, num_args = 1.., value_name = "MOVE")]
    moves: Vec<String>,
    /// Show what each capture is worth: what the exchange on its square wins, and the classic
    /// score, the sum of a base, the piece taken, less the piece that takes, less that again if it
    /// can be taken in turn, and 50 for a check
    #[arg(long)]
    captures: bool,
    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

/// Everything that is shown, computed once for people and for programs.
#[derive(Serialize)]
struct ChessShowView {
    fen: String,
    side_to_move: String,
    move_number: u16,
    halfmove_clock: u16,
    castling: Castling,
    en_passant: Option<String>,
    checkers: Vec<String>,
    hanging: Vec<String>,
    outcome: Option<OutcomeView>,
    moves: Vec<ChessMoveView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    captures: Option<Vec<CaptureView>>,
    key: String,
}

#[derive(Serialize)]
struct Castling {
    white: Vec<&'static str>,
    black: Vec<&'static str>,
}

#[derive(Serialize)]
struct OutcomeView {
    result: &'static str,
    reason: String,
    needs_claim: bool,
}

#[derive(Serialize)]
struct ChessMoveView {
    san: String,
    uci: String,
}

#[derive(Serialize)]
struct CaptureView {
    san: String,
    see: i32,
    /// Under-promotions have no classic score.
    classic: Option<ClassicView>,
}

/// Parts with their signs, so that they sum to the total.
#[derive(Serialize)]
struct ClassicView {
    total: i32,
    base: i32,
    victim: i32,
    attacker: i32,
    defended: i32,
    check: i32,
}

pub(crate) fn run(args: &ShowArgs) -> Result<ExitCode> {
    if args.game == GameKind::Draughts {
        if args.captures {
            bail!("--captures is about exchanges in chess; in draughts every capture is forced");
        }
        return draughts::run(args);
    }
    let game = input::game::<Position>(&args.fen, &args.moves)?;
    let view = ChessShowView::of(&game, args.captures);
    if args.json {
        print_json(&view)?;
    } else {
        print(&format!("{}\n{}", game.position().to_diagram(), view.to_text()))?;
    }
    Ok(ExitCode::SUCCESS)
}

impl ChessShowView {
    fn of(game: &Game<Position>, with_captures: bool) -> Self {
        let position = game.position();
        let style = position.castling_style();
        let moves = position.legal_moves();
        let captures = || moves.iter().filter(|mv| !mv.is_quiet());
        Self {
            fen: position.to_fen(),
            side_to_move: position.side_to_move().to_string(),
            move_number: position.fullmove_number(),
            halfmove_clock: position.halfmove_clock(),
            castling: Castling {
                white: castlings(position, Side::White),
                black: castlings(position, Side::Black),
            },
            en_passant: position.en_passant().map(|square| square.to_string()),
            checkers: names(position, position.checkers()),
            hanging: Side::ALL
                .into_iter()
                .filter_map(|side| position.hanging(side))
                .flat_map(|squares| names(position, squares))
                .collect(),
            outcome: OutcomeView::of(game),
            moves: moves
                .iter()
                .map(|&mv| ChessMoveView {
                    san: position.write_san(mv),
                    uci: position.write_uci(mv, style),
                })
                .collect(),
            captures: with_captures
                .then(|| captures().map(|&mv| CaptureView::of(position, mv)).collect()),
            key: format!("{:#018x}", position.key()),
        }
    }

    fn to_text(&self) -> String {
        let or_none = |words: &[String]| match words {
            [] => "none".to_owned(),
            words => words.join(", "),
        };
        let castling = |words: &[&str]| match words {
            [] => "none".to_owned(),
            words => words.join(" "),
        };
        let outcome = OutcomeView::to_text(self.outcome.as_ref());
        let moves = counted_list(self.moves.iter().map(|mv| mv.san.as_str()));
        let rows = [
            ("To move", format!("{}, move {}", self.side_to_move, self.move_number)),
            (
                "Castling",
                format!(
                    "White {}, Black {}",
                    castling(&self.castling.white),
                    castling(&self.castling.black)
                ),
            ),
            ("En passant", self.en_passant.clone().unwrap_or("none".to_owned())),
            (
                "Clock",
                format!(
                    "{} plies without capture or pawn move, a draw at 100",
                    self.halfmove_clock
                ),
            ),
            ("Checkers", or_none(&self.checkers)),
            ("Hanging", or_none(&self.hanging)),
            ("Outcome", outcome),
            ("Moves", moves),
            ("FEN", self.fen.clone()),
            ("Key", self.key.clone()),
        ];
        let mut text = table(&rows);
        if let Some(captures) = &self.captures {
            text.push('\n');
            text.push_str(&capture_table(captures));
        }
        text
    }
}

impl OutcomeView {
    fn of<R: Rules>(game: &Game<R>) -> Option<Self> {
        let ending = game.ending()?;
        Some(Self {
            result: ending.outcome().as_str(),
            reason: ending.to_string(),
            needs_claim: ending.needs_claim(),
        })
    }

    fn to_text(outcome: Option<&Self>) -> String {
        match outcome {
            None => "the game goes on".to_owned(),
            Some(Self { result, reason, needs_claim: true }) => {
                format!("{result}, {reason}, if a player claims it")
            }
            Some(Self { result, reason, .. }) => format!("{result}, {reason}"),
        }
    }
}

/// How many words there are, and which.
fn counted_list<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let words: Vec<&str> = words.collect();
    match words.len() {
        0 => "none".to_owned(),
        count => format!("{count}: {}", words.join(" ")),
    }
}

/// Names and values in two columns.
fn table(rows: &[(&str, String)]) -> String {
    let mut text = String::new();
    for (name, value) in rows {
        let _ = writeln!(text, "{name:<11} {}", wrapped(value, 12, 88));
    }
    text
}

impl CaptureView {
    fn of(position: &Position, mv: Move) -> Self {
        let classic = position.classic_score(mv).map(|score| {
            let ClassicScore { base, victim, attacker, defended, check } = score;
            let (attacker, defended) = (-attacker, -defended);
            ClassicView { total: score.total(), base, victim, attacker, defended, check }
        });
        Self { san: position.write_san(mv), see: position.see(mv), classic }
    }
}

fn capture_table(captures: &[CaptureView]) -> String {
    if captures.is_empty() {
        return "No captures or promotions.\n".to_owned();
    }
    let mut text =
        String::from("Capture  Exchange  Classic =    base  victim attacker defended  check\n");
    for CaptureView { san, see, classic } in captures {
        let _ = match classic {
            Some(ClassicView { total, base, victim, attacker, defended, check }) => writeln!(
                text,
                "{san:<8} {see:>8} {total:>8} = {base:>7} {victim:>+7} {attacker:>+8} \
                {defended:>+8} {check:>+6}",
            ),
            None => writeln!(text, "{san:<8} {see:>8}        -"),
        };
    }
    text
}

fn castlings(position: &Position, side: Side) -> Vec<&'static str> {
    let names = [(Wing::KingSide, "O-O"), (Wing::QueenSide, "O-O-O")];
    let may = |wing| position.castling_rook(side, wing).is_some();
    names.into_iter().filter(|&(wing, _)| may(wing)).map(|(_, name)| name).collect()
}

/// Pieces in words: `black knight on b8`.
fn names(position: &Position, squares: Bitboard) -> Vec<String> {
    squares
        .into_iter()
        .filter_map(|square| {
            let piece = position.piece_at(square)?;
            let side = piece.side.to_string().to_lowercase();
            Some(format!("{side} {} on {square}", piece.role.name()))
        })
        .collect()
}

/// Breaks text between words so that no line is longer than `width`; later lines are indented.
fn wrapped(text: &str, indent: usize, width: usize) -> String {
    let mut lines = String::new();
    let mut column = indent;
    for (place, word) in text.split(' ').enumerate() {
        if place > 0 && column + 1 + word.len() > width {
            let _ = write!(lines, "\n{:indent$}", "");
            column = indent;
        } else if place > 0 {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(word);
        column += word.len();
    }
    lines
}
