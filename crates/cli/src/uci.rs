//! `damier uci`, `damier` alone, and UCI lines given as arguments.

use crate::output::complain;
use anyhow::Result;
use clap::Command;
use damier_chess::Position;
use damier_profiles::Player;
use damier_protocol::uci;
use std::io::{self, Cursor, IsTerminal};
use std::process::ExitCode;

/// Speak UCI on standard input and output, as chess programs expect; so does `damier` alone
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier uci
  echo \"go depth 10\" | damier uci
  damier \"position startpos moves e2e4\" \"go nodes 100000\"")]
pub(crate) struct Args {}

/// Reads commands from standard input.
pub(crate) fn run() -> Result<ExitCode> {
    let input = io::stdin().lock();
    if input.is_terminal() {
        complain("This is UCI, for chess programs; type help or quit, or run: damier --help");
    }
    uci::serve(Player::<Position>::new(), input, io::stdout())?;
    Ok(ExitCode::SUCCESS)
}

/// Takes each argument for a line.
pub(crate) fn run_lines(lines: &[String]) -> Result<ExitCode> {
    uci::serve(Player::<Position>::new(), Cursor::new(lines.join("\n")), io::stdout())?;
    Ok(ExitCode::SUCCESS)
}

/// Whether the arguments are lines of UCI, as programs that test engines pass them: the first one
/// begins with a word of UCI and is no command of ours. `uci` is both, so there the next decides.
pub(crate) fn are_lines(arguments: &[String], mut commands: Command) -> bool {
    // Only then does it know its own `help`.
    commands.build();
    match arguments {
        [] => false,
        [first, second, ..] if first == "uci" => !second.starts_with('-'),
        [first, ..] => commands.find_subcommand(first).is_none() && uci::Command::begins(first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
