//! `damier doctor`: whether everything is in order that Damier works with.
//!
//! Each thing is looked at where it lives, in the room of its kind; here it is put into words. A
//! finding that is not good says what to do.

mod files;
mod machine;

use crate::output::{counted, print, print_json};
use anyhow::Result;
use damier_files::folders;
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Say whether this machine, your games, tables, books and networks are in order
///
/// Each line says ok, warning or problem, what was found, and what to do about it. Nothing of yours
/// is changed. The exit code is 1 if there is a problem, and 0 if there are at most warnings.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier doctor
  damier doctor --data ~/games --syzygy tables/3-4-5:tables/6
  damier doctor --book book.bin --network new.nnue --profile mine.toml
  damier doctor --bench               searches too, which takes some seconds
  damier doctor --json")]
pub(crate) struct DoctorArgs {
    /// Folder with the games of the page [default: the data folder of your system]
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Folders with Syzygy tables of chess, separated as in PATH; the engine's SyzygyPath
    #[arg(long, value_name = "FOLDERS")]
    syzygy: Option<String>,
    /// Folder with endgame tables of draughts, the engine's EndgamePath [default: where damier egdb
    /// builds them]
    #[arg(long, value_name = "FOLDER")]
    egdb: Option<PathBuf>,
    /// A Polyglot book, the engine's BookFile
    #[arg(long, value_name = "FILE")]
    book: Vec<PathBuf>,
    /// A network of either game, the engine's EvalFile
    #[arg(long, value_name = "FILE")]
    network: Vec<PathBuf>,
    /// A profile, the engine's ProfileFile; those in your folder are looked at without it
    #[arg(long, value_name = "FILE")]
    profile: Vec<PathBuf>,
    /// Search as damier bench does, and compare the signature
    #[arg(long)]
    bench: bool,
    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

/// How good a finding is. Worse ones are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
enum Health {
    Ok,
    Warning,
    Problem,
}

impl Health {
    const fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Problem => "problem",
        }
    }
}

/// What was found about one thing.
#[derive(Debug, Serialize)]
struct Finding {
    health: Health,
    /// The thing, in a word or two.
    about: &'static str,
    /// What was found, as a sentence.
    found: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<String>,
}

impl Finding {
    fn ok(about: &'static str, found: impl Into<String>) -> Self {
        Self { health: Health::Ok, about, found: found.into(), advice: None }
    }

    fn warning(about: &'static str, found: impl Into<String>, advice: impl Into<String>) -> Self {
        let advice = Some(advice.into());
        Self { health: Health::Warning, about, found: found.into(), advice }
    }

    fn problem(about: &'static str, found: impl Into<String>, advice: impl Into<String>) -> Self {
        let advice = Some(advice.into());
        Self { health: Health::Problem, about, found: found.into(), advice }
    }
}

/// Everything that was found, for programs.
#[derive(Serialize)]
struct DoctorView {
    problems: usize,
    warnings: usize,
    findings: Vec<Finding>,
}

pub(crate) fn run(args: &DoctorArgs) -> Result<ExitCode> {
    let view = DoctorView::of(args.findings());
    if args.json {
        print_json(&view)?;
    } else {
        print(&view.to_text())?;
    }
    Ok(if view.problems == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl DoctorArgs {
    fn findings(&self) -> Vec<Finding> {
        let mut findings = machine::findings();
        match self.data.clone().or_else(folders::data) {
            Some(folder) => {
                findings.extend(files::data_folder(&folder));
                findings.push(files::games(&folder));
            }
            None => findings.push(Finding::problem(
                "data folder",
                "The environment does not say where your data is.",
                "Set HOME, or name a folder with --data.",
            )),
        }
        findings.extend(files::built_in_networks());
        findings.extend(self.network.iter().map(|path| files::network(path)));
        findings.push(files::draughts_tables(self.egdb.as_deref()));
        findings.push(files::chess_tables(self.syzygy.as_deref()));
        findings.extend(self.book.iter().map(|path| files::book(path)));
        findings.extend(files::own_profiles());
        findings.extend(self.profile.iter().map(|path| files::profile(path)));
        if self.bench {
            findings.extend(machine::signatures());
        }
        findings
    }
}

impl DoctorView {
    fn of(findings: Vec<Finding>) -> Self {
        let count = |health| findings.iter().filter(|finding| finding.health == health).count();
        Self { problems: count(Health::Problem), warnings: count(Health::Warning), findings }
    }

    fn to_text(&self) -> String {
        let mut text = String::new();
        for Finding { health, about, found, advice } in &self.findings {
            let _ = writeln!(text, "{:<8} {about}: {found}", health.word());
            if let Some(advice) = advice {
                let _ = writeln!(text, "{:8} What to do: {advice}", "");
            }
        }
        let warnings = counted(self.warnings, "warning");
        let _ = match (self.problems, self.warnings) {
            (0, 0) => writeln!(text, "\nEverything is in order."),
            (0, _) => writeln!(text, "\nThere is no problem, but {warnings}."),
            (problems, _) => writeln!(text, "\n{}, {warnings}.", counted(problems, "problem")),
        };
        text
    }
}
