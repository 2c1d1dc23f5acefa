//! A tuning: options in, games out.

use super::outputs::TuneOutputs;
use crate::arena::Conditions;
use crate::games::game_parser;
use crate::input::read_suite;
use crate::interrupt::{INTERRUPTED, interruption};
use crate::output::{check_distinct, complain, print};
use crate::progress::progress_bar;
use anyhow::{Context, Result, anyhow, bail};
use damier_arena::engine_spec::EngineSource;
use damier_arena::{ArenaGame, EngineSpec, GameOrigin};
use damier_games::{GameKind, with_game};
use damier_protocol::client::EngineCommand;
use damier_search::{OptionKind, Tunable};
use damier_tune::parameter::resolve;
use damier_tune::{
    Course, CourseTally, Parameter, ParameterError, Request, Spsa, TuneError, Tuning,
    declared_options,
};
use std::path::PathBuf;
use std::process::ExitCode;
use std::slice;
use std::sync::atomic::Ordering;

// A name of its own, since `TuneArgs` takes it in.
#[derive(clap::Args)]
#[group(id = "tuning")]
pub(super) struct TuningArgs {
    /// The engine to tune [default: this program, if it was built for it]
    #[arg(long, value_name = "KEY=VALUE,...")]
    engine: Option<String>,
    /// The game to play
    #[arg(long, value_parser = game_parser(), default_value_t = GameKind::Chess)]
    game: GameKind,
    /// A number to tune, by its name or in full; any number of times
    #[arg(long, short, value_name = "NAME = VALUE, MIN..=MAX, step N")]
    parameter: Vec<String>,
    /// Numbers to tune, from a file of such lines; a --parameter of the same name counts instead
    #[arg(long, value_name = "FILE")]
    parameters: Option<PathBuf>,
    /// Print all numeric options of the engine, as lines for --parameters, and play nothing
    #[arg(long)]
    list: bool,
    /// Print the numbers of Damier's own search as OpenBench's page for SPSA takes them: name,
    /// type, value, least, largest, step at the end, rate at the end. A build with the feature
    /// `tuning` has them as options
    #[arg(long, conflicts_with = "list")]
    spsa: bool,
    /// How often all numbers are moved
    #[arg(
        long, value_name = "N", default_value_t = 200,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000)
    )]
    iterations: u64,
    /// Pairs of games in each iteration: one opening, colours swapped
    #[arg(
        long, value_name = "N", default_value_t = 8,
        value_parser = clap::value_parser!(u64).range(1..=10_000)
    )]
    pairs: u64,
    /// How far, in steps, a number goes at the end for each game more won than lost
    /// [default: 0.5 divided by the root of all pairs of games]
    #[arg(long, value_name = "STEPS", value_parser = read_rate)]
    rate: Option<f64>,
    #[command(flatten)]
    conditions: Conditions,
    /// Keep finished games in this file, and go on with those that are in it
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    #[command(flatten)]
    outputs: TuneOutputs,
}

pub(super) fn run(args: &TuningArgs) -> Result<ExitCode> {
    with_game!(args.game, G => tune::<G>(args))
}

fn tune<G: ArenaGame>(args: &TuningArgs) -> Result<ExitCode> {
    check_distinct([&args.journal, &args.outputs.svg, &args.parameters].into_iter().flatten())?;
    if args.spsa {
        print(&spsa_lines(&tunables(args.game)))?;
        return Ok(ExitCode::SUCCESS);
    }
    let engine = args.engine()?;
    let options = declared_options::<G>(&engine)?;
    if args.list {
        print(&list(&options, &tunables(args.game)))?;
        return Ok(ExitCode::SUCCESS);
    }
    let parameters = args.numbers(&options)?;
    let all_pairs = args.iterations * args.pairs;
    let spsa = Spsa {
        parameters,
        iterations: args.iterations,
        pairs: args.pairs,
        rate: args.rate.unwrap_or_else(|| Spsa::usual_rate(all_pairs)),
        seed: args.conditions.seed,
    };
    let tuning = Tuning::<G> {
        pace: args.conditions.pace()?,
        conduct: args.conditions.conduct()?,
        openings: args.conditions.openings()?,
        concurrency: args.conditions.concurrency(slice::from_ref(&engine)),
        journal: args.journal.clone(),
        engine: engine.clone(),
        spsa,
    };

    let end = interruption();
    let bar = progress_bar("games");
    bar.set_length(2 * all_pairs);
    let result = tuning.run(&end, &mut |course, game, origin| {
        bar.set_position(course.tally().games());
        bar.set_message(message(course));
        if let (GameOrigin::Board, Some(fault)) = (origin, &game.fault) {
            bar.suspend(|| complain(&format!("pair {}: {fault}", game.pair)));
        }
    });
    let is_begun = bar.position() > 0;
    bar.finish_and_clear();
    let course = match (result, &args.journal) {
        (Err(error @ (TuneError::Arena(_) | TuneError::OnlyFaults { .. })), Some(journal))
            if is_begun =>
        {
            bail!(
                "{error}; finished games are in {}, and the same command goes on from there",
                journal.display()
            )
        }
        (result, _) => result?,
    };
    args.outputs.write(G::NAME, &engine.name, &course)?;
    if end.load(Ordering::Relaxed) && !course.is_finished() {
        complain(match args.journal {
            Some(_) => "damier: interrupted; the same command goes on from here",
            None => "damier: interrupted; with a --journal it could have gone on from here",
        });
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

/// How far a tuning is, beside its bar.
fn message(course: &Course) -> String {
    let CourseTally { wins, draws, losses, .. } = course.last_tally();
    let (done, all) = (course.iteration(), course.spsa().iterations);
    format!("iteration {done} of {all}, the last +{wins} ={draws} -{losses}")
}

impl TuningArgs {
    fn engine(&self) -> Result<EngineSpec> {
        let Some(text) = &self.engine else {
            return this_program(self.game);
        };
        EngineSpec::from_text(text).with_context(|| format!("cannot read --engine {text:?}"))
    }

    /// What is to be tuned: the numbers of the command line, and those of the file that it does not
    /// speak of.
    fn numbers(&self, options: &[(String, OptionKind)]) -> Result<Vec<Parameter>> {
        let tunables = tunables(self.game);
        let requests = self.parameter.iter().map(|text| Request::read(text));
        let requests = requests.collect::<Result<Vec<_>, _>>()?;
        let named = resolve(&requests, options, &tunables);
        let Some(path) = &self.parameters else {
            return named.map_err(|error| match error {
                ParameterError::Nothing => anyhow!(
                    "there is nothing to tune: name options with --parameter or --parameters; \
                     damier tune --list shows them"
                ),
                error => error.into(),
            });
        };
        let mut numbers = match named {
            Err(ParameterError::Nothing) => Vec::new(),
            named => named?,
        };
        let name = || path.display().to_string();
        let requests = Request::read_file(&read_suite(path).with_context(name)?);
        let in_file = resolve(&requests.with_context(name)?, options, &tunables);
        for number in in_file.with_context(name)? {
            if !numbers.iter().any(|other| other.name == number.name) {
                numbers.push(number);
            }
        }
        Ok(numbers)
    }
}

/// This program as a child, which is asked for its numbers like any other: they belong to a
/// process, so the two sides cannot share one.
fn this_program(game: GameKind) -> Result<EngineSpec> {
    if !cfg!(feature = "tuning") {
        bail!(
            "this program was built without the numbers of its search as options: build it with \
             --features tuning, or name another engine with --engine"
        );
    }
    let path = std::env::current_exe().context("cannot find this program")?;
    let program = path.to_str().context("the path of this program is no text")?.to_owned();
    let protocol = match game {
        GameKind::Chess => "uci",
        GameKind::Draughts => "hub",
    };
    let arguments = vec![protocol.to_owned()];
    let source = EngineSource::Program(EngineCommand { program, arguments, folder: None });
    Ok(EngineSpec { name: "Damier".to_owned(), source, options: Vec::new(), pace: None })
}

/// Damier's own numbers, whose steps are known.
fn tunables(game: GameKind) -> Vec<Tunable> {
    let own = match game {
        GameKind::Chess => damier_chess_engine::tunables::ALL,
        GameKind::Draughts => damier_draughts_engine::tunables::ALL,
    };
    [own, damier_search::tunables::ALL].concat()
}

/// The numeric options of an engine, a line each; of those without a range only the name.
fn list(options: &[(String, OptionKind)], tunables: &[Tunable]) -> String {
    let mut text = String::new();
    for (name, kind) in options {
        let OptionKind::Spin { default, .. } = kind else { continue };
        let request = Request::read(name).map(|request| [request]);
        let found = request.and_then(|request| resolve(&request, options, tunables));
        match found.as_deref() {
            Ok([parameter]) => text.push_str(&format!("{parameter}\n")),
            _ => text.push_str(&format!("# {name} = {default}: its range is not known\n")),
        }
    }
    text
}

/// The rate at the end that OpenBench proposes for every number.
const SPSA_RATE: f64 = 0.002;

/// Numbers as OpenBench's page takes them, a line each. The switches of whole steps are left out:
/// nothing lies between their two values.
fn spsa_lines(tunables: &[Tunable]) -> String {
    let numbers = tunables.iter().filter(|tunable| tunable.max - tunable.min > 1);
    let lines = numbers.map(|Tunable { name, default, min, max, step }| {
        format!("{name}, int, {default}, {min}, {max}, {step}, {SPSA_RATE}\n")
    });
    lines.collect()
}

fn read_rate(text: &str) -> Result<f64> {
    let rate = text.parse().ok().filter(|rate| (1e-9..=1000.0).contains(rate));
    rate.context("write a number of steps above 0, as 0.01")
}
