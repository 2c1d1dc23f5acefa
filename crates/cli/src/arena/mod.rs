//! `damier arena`: matches and tournaments between engines, and what they prove.

mod audit;
mod conditions;
mod course;
mod openings;
mod outputs;
mod play;
mod report;
mod summary;

pub(crate) use conditions::Conditions;
pub(crate) use summary::elo_text;

use anyhow::Result;
use std::process::ExitCode;

/// Play matches and tournaments between engines, with statistics
///
/// Games come in pairs that share an opening, with colours swapped. An engine that plays an illegal
/// move, oversteps the time, crashes, stalls or hangs up loses the game and is restarted. With two
/// engines Elo, likelihood of superiority and SPRT are those of the engine named first; with more
/// there is a table of ratings.
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:
  damier arena --engine \"cmd=target/release/damier uci,name=new,Hash=16\" \\
               --engine \"cmd=/usr/games/toga2,OwnBook=false\" \\
               --clock 4+0.04 --games 100 --journal out.jsonl --pgn games.pgn
  damier arena --engine \"cmd=new uci\" --engine \"cmd=old uci\" --clock 8+0.08 --games 20000 \
      --sprt 0,5
  damier arena --engine builtin --engine \"cmd=stockfish,nodes=2000\" --engine \
      \"cmd=toga2,depth=4\" \\
               --nodes 10000 --games 20
  damier arena --game draughts --engine builtin,name=fast --engine builtin,name=deep,nodes=50000 \
      --nodes 5000
  damier arena --game draughts --engine builtin --engine \"cmd=damier dxp listen --port \
      {port},dxp\" --clock 10+0.1
  damier arena report out.jsonl --svg ratings.svg
  damier arena openings --game draughts --count 500 > mine.fen
  damier arena audit games.pgn

An engine is described by key=value with commas between; quotation marks keep words together:
  cmd       the program with its arguments; it speaks UCI, in draughts Hub
  builtin   instead of cmd=...: Damier itself, in this process
  dxp=...   instead of cmd=...: host:port of a draughts program that waits for DXP games there
  dxp       with cmd=...: the program waits for DXP games on the port that {port} in its command \
      names
  name      the name to show [default: the file name of the program]
  dir       the folder to start it in
  clock, nodes, depth, movetime
            a pace of its own, for games at odds
  Hash, Threads, ...
            any other key is an option of the engine; one that it does not declare is an error

Ctrl-C ends a match; started again with the same --journal it goes on where it was, and so it does
after any other interruption. Engines with a book of their own should have it switched off
(OwnBook=false)."
)]
pub(crate) struct ArenaArgs {
    #[command(subcommand)]
    command: Option<ArenaCommand>,
    #[command(flatten)]
    play: play::MatchArgs,
}

#[derive(clap::Subcommand)]
enum ArenaCommand {
    Audit(audit::AuditArgs),
    Openings(openings::OpeningsArgs),
    Report(report::ReportArgs),
}

pub(crate) fn run(args: &ArenaArgs) -> Result<ExitCode> {
    match &args.command {
        None => play::run(&args.play),
        Some(ArenaCommand::Audit(args)) => audit::run(args),
        Some(ArenaCommand::Openings(args)) => openings::run(args),
        Some(ArenaCommand::Report(args)) => report::run(args),
    }
}
