//! The `damier` program: reads the command line, asks the rooms below, prints what they answer.
//!
//! Everything that thinks lives in other crates; a command here is input, a call and output. Start
//! at [`MainCommand`].

mod analysis;
mod answers;
mod arena;
mod bench;
mod check;
mod doctor;
mod draughts;
mod dxp;
mod egdb;
mod epd;
mod explain;
mod games;
mod hints;
mod hub;
mod input;
mod interrupt;
mod learn;
mod manual;
mod numbers;
mod output;
mod people;
mod perft;
mod play;
mod processor;
mod profiles;
mod progress;
mod puzzles;
mod review;
mod serve;
mod show;
mod site;
mod tablebase;
mod tune;
mod uci;

use anyhow::Result;
use clap::error::ErrorKind as ClapErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use std::io::{ErrorKind, IsTerminal as _};
use std::path::PathBuf;
use std::process::ExitCode;

/// One engine for two boards: chess and 10x10 international draughts.
///
/// Without a command it opens the page in the browser if it is started in a terminal or by a double
/// click, and speaks UCI if a program talks to it, as chess programs expect of an engine.
#[derive(Parser)]
#[command(name = "damier", version)]
#[command(after_help = "Examples:
  damier serve --open                   play and analyse in the browser
  damier uci                            speak UCI; a chess GUI starts it without arguments
  damier hub                            speak Hub: this is what a draughts GUI starts
  damier play --level 4                 play in the terminal, against an opponent of your strength
  damier profiles list                  the levels with their Elo, and the styles
  damier review game.pgn                accuracy and errors of a game, with reasons
  damier explain FEN MOVE               what is thought of a move, and why
  damier puzzles make games.pgn --out mine.txt   positions with one winning move, from games
  damier dxp connect HOST               play draughts against another program over the network
  damier show                           the start position, drawn, with its legal moves
  damier show --moves \"e4 e5 Qh5\"       a position after some moves
  damier show --game draughts           the same for international draughts
  damier perft --depth 6 --divide       count move paths by first move
  damier arena --help                   matches between two engines, with statistics
  damier tune --help                    numbers of an engine, found by playing games
  damier doctor                         whether this machine and your files are in order
  damier help perft                     all about one command")]
struct Cli {
    #[command(subcommand)]
    command: Option<MainCommand>,
}

#[derive(Subcommand)]
enum MainCommand {
    Arena(Box<arena::ArenaArgs>),
    Bench(bench::BenchArgs),
    Check(check::CheckArgs),
    Doctor(doctor::DoctorArgs),
    Egdb(egdb::EgdbArgs),
    Dxp(dxp::DxpArgs),
    Epd(epd::EpdArgs),
    Explain(explain::ExplainArgs),
    Hub(hub::HubArgs),
    Learn(learn::LearnArgs),
    People(people::PeopleArgs),
    Perft(perft::PerftArgs),
    Play(Box<play::PlayArgs>),
    Profiles(profiles::ProfilesArgs),
    Puzzles(puzzles::PuzzlesArgs),
    Review(Box<review::ReviewArgs>),
    Serve(serve::ServeArgs),
    Site(site::SiteArgs),
    Show(show::ShowArgs),
    Tablebase(tablebase::TablebaseArgs),
    Tune(Box<tune::TuneArgs>),
    Uci(uci::UciArgs),
    /// Write manual pages for `man` into a folder, one for each command
    #[command(after_help = "Examples:
  damier manual ~/.local/share/man/man1")]
    Manual {
        /// The folder, made if there is none
        folder: PathBuf,
    },
    /// Print a script that completes commands and options in a shell
    #[command(after_help = "Examples:
  damier completions bash > damier.bash && source damier.bash
  damier completions zsh > ~/.zfunc/_damier
  damier completions fish > ~/.config/fish/completions/damier.fish")]
    Completions {
        /// The shell to write for
        shell: Shell,
    },
}

/// What a command line ends with that cannot be understood.
const USAGE_ERROR: u8 = 2;

fn main() -> ExitCode {
    if let Some(missing) = processor::missing() {
        output::complain(&format!(
            "damier: this processor is too old for this program: it has no {missing}. Build it \
            yourself: RUSTFLAGS=\"-C target-cpu=native\" cargo build --profile dist"
        ));
        return ExitCode::FAILURE;
    }
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|text| text.to_string_lossy().into_owned()).collect();
    let result = if uci::are_lines(&arguments, Cli::command()) {
        uci::run_lines(&arguments)
    } else {
        match Cli::try_parse() {
            Ok(cli) => run(cli.command),
            Err(error) => {
                let word = arguments.first().map_or("", String::as_str);
                let is_unknown = matches!(
                    error.kind(),
                    ClapErrorKind::InvalidSubcommand | ClapErrorKind::UnknownArgument
                );
                match hints::hint(word) {
                    Some(hint) if is_unknown => {
                        output::complain(&format!("damier: there is no command {word:?}; {hint}"));
                        return ExitCode::from(USAGE_ERROR);
                    }
                    _ => error.exit(),
                }
            }
        }
    };
    match result {
        Ok(code) => code,
        // The reader of our output has gone, as `head` does: nothing is wrong.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(&format!("damier: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn run(command: Option<MainCommand>) -> Result<ExitCode> {
    let Some(command) = command else {
        // A program talks through a pipe, a person wants to see something.
        let has_terminal = std::io::stdin().is_terminal();
        return if has_terminal { serve::run_of_a_double_click() } else { uci::run() };
    };
    match command {
        MainCommand::Arena(args) => arena::run(&args),
        MainCommand::Bench(args) => bench::run(&args),
        MainCommand::Check(args) => check::run(&args),
        MainCommand::Doctor(args) => doctor::run(&args),
        MainCommand::Egdb(args) => egdb::run(&args),
        MainCommand::Dxp(args) => dxp::run(&args),
        MainCommand::Epd(args) => epd::run(&args),
        MainCommand::Explain(args) => explain::run(&args),
        MainCommand::Hub(hub::HubArgs {}) => hub::run(),
        MainCommand::Learn(args) => learn::run(&args),
        MainCommand::People(args) => people::run(&args),
        MainCommand::Perft(args) => perft::run(&args),
        MainCommand::Play(args) => play::run(&args),
        MainCommand::Profiles(args) => profiles::run(&args),
        MainCommand::Puzzles(args) => puzzles::run(&args),
        MainCommand::Review(args) => review::run(&args),
        MainCommand::Serve(args) => serve::run(&args),
        MainCommand::Site(args) => site::run(&args),
        MainCommand::Show(args) => show::run(&args),
        MainCommand::Tablebase(args) => tablebase::run(&args),
        MainCommand::Tune(args) => tune::run(&args),
        MainCommand::Uci(uci::UciArgs {}) => uci::run(),
        MainCommand::Manual { folder } => manual::run(&folder, Cli::command()),
        MainCommand::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "damier", &mut script);
            output::print(&String::from_utf8(script)?)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let source = error.downcast_ref::<std::io::Error>();
    source.is_some_and(|source| source.kind() == ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
