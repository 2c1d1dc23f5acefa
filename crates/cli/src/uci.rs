//! `damier uci`, `damier` alone, and UCI lines given as arguments.

use crate::input::MAX_SUITE;
use crate::output::complain;
use anyhow::Result;
use clap::Command;
use damier_chess::Position;
use damier_core::Game;
use damier_core::random::Random;
use damier_files::read_regular_text;
use damier_games::EngineGame;
use damier_games::openings::{RandomOpenings, quick_score};
use damier_profiles::Player;
use damier_protocol::uci;
use damier_search::Engine;
use std::io::{self, Cursor, IsTerminal};
use std::path::Path;
use std::process::ExitCode;

/// Speak UCI on standard input and output, as chess programs expect; so does `damier` alone
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier uci
  echo \"go depth 10\" | damier uci
  damier \"position startpos moves e2e4\" \"go nodes 100000\"")]
pub(crate) struct UciArgs {}

/// Reads commands from standard input.
pub(crate) fn run() -> Result<ExitCode> {
    let input = io::stdin().lock();
    if input.is_terminal() {
        complain("This is UCI, for chess programs; type help or quit, or run: damier --help");
    }
    uci::serve(Player::<Position>::new(), UciExtras, input, io::stdout())?;
    Ok(ExitCode::SUCCESS)
}

/// Takes each argument for a line, or for a word of the line before.
pub(crate) fn run_lines(arguments: &[String]) -> Result<ExitCode> {
    let input = Cursor::new(lines(arguments).join("\n"));
    uci::serve(Player::<Position>::new(), UciExtras, input, io::stdout())?;
    Ok(ExitCode::SUCCESS)
}

/// What programs that test engines ask for besides UCI.
struct UciExtras;

/// What an opening of `genfens` is made with: enough nodes to see what hangs.
const OPENINGS: RandomOpenings = RandomOpenings { plies: 8, balance: 150 };
const OPENING_NODES: u64 = 1500;

impl<E: Engine<Rules = Position>> uci::Extras<E> for UciExtras {
    fn bench(&mut self, depth: Option<u32>, on_line: &mut dyn FnMut(String)) {
        Position::bench(depth, on_line);
    }

    fn openings(
        &mut self,
        engine: &mut E,
        order: &uci::command::OpeningsOrder,
        on_opening: &mut dyn FnMut(&Position),
    ) -> Result<(), String> {
        let starts =
            order.book.as_deref().map_or_else(|| Ok(vec![Position::start()]), read_book)?;
        let mut random = Random::new(order.seed);
        for _ in 0..order.count {
            let mut score = |game: &Game<Position>| quick_score(engine, game, OPENING_NODES);
            let drawn = OPENINGS.draw(&starts, &mut random, &mut score);
            on_opening(drawn.ok_or("no fair opening was found")?.position());
        }
        Ok(())
    }
}

/// The positions of a book, which has one FEN or EPD a line.
fn read_book(path: &str) -> Result<Vec<Position>, String> {
    let text = read_regular_text(Path::new(path), MAX_SUITE)
        .map_err(|error| format!("{path}: {error}"))?;
    let lines = (1..).zip(text.lines());
    let starts = lines
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(number, line)| {
            Position::read_line(line)
                .map_err(|error| format!("book {path}: line {number}: {error}"))
        })
        .collect::<Result<Vec<_>, _>>()?;
    if starts.is_empty() {
        return Err(format!("book {path}: there is no position in it"));
    }
    Ok(starts)
}

/// The lines that arguments stand for. People type `damier go depth 5` without quotation marks:
/// what begins no command goes on with the one before.
fn lines(arguments: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for argument in arguments {
        match lines.last_mut() {
            Some(line) if !uci::UciCommand::begins(argument) => {
                line.push(' ');
                line.push_str(argument);
            }
            _ => lines.push(argument.clone()),
        }
    }
    lines
}

/// Whether the arguments are lines of UCI, as programs that test engines pass them: the first one
/// begins with a word of UCI and is no command of ours. `uci` is both, so there the next decides.
pub(crate) fn are_lines(arguments: &[String], mut commands: Command) -> bool {
    // Only then does it know its own `help`.
    commands.build();
    match arguments {
        [] => false,
        [first, second, ..] if first == "uci" => !second.starts_with('-'),
        [first, ..] => commands.find_subcommand(first).is_none() && uci::UciCommand::begins(first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_line_may_be_arguments_of_their_own() {
        let of = |text: &str| {
            let arguments: Vec<String> = text.split('|').map(str::to_owned).collect();
            lines(&arguments).join("|")
        };
        assert_eq!(of("go|depth|5"), "go depth 5");
        assert_eq!(
            of("position|startpos|moves|e2e4|go|nodes|9"),
            "position startpos moves e2e4|go nodes 9"
        );
        assert_eq!(of("position startpos|go depth 5|quit"), "position startpos|go depth 5|quit");
    }

    #[test]
    fn commands_of_ours_come_before_words_of_uci() {
        let commands = Command::new("damier").subcommand(Command::new("uci"));
        let cases: [(&[&str], bool); 9] = [
            (&[], false),
            (&["uci"], false),
            (&["uci", "--help"], false),
            (&["uci", "quit"], true),
            (&["help"], false),
            (&["--help"], false),
            (&["genfens 3 seed 1 book None", "quit"], true),
            (&["isready"], true),
            (&["dance"], false),
        ];
        for (arguments, expected) in cases {
            let arguments: Vec<String> = arguments.iter().map(|&text| text.to_owned()).collect();
            assert_eq!(are_lines(&arguments, commands.clone()), expected, "{arguments:?}");
        }
    }
}
