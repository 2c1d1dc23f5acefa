//! `damier egdb verify`.

use super::{Folder, Threads};
use crate::numbers::positive;
use crate::output::{complain, grouped, print, print_json};
use crate::progress::progress_bar;
use anyhow::Result;
use damier_egdb::verify::{ClassComparison, ComparisonEffort, compare_all};
use damier_egdb::{Class, Tables};
use serde::Serialize;
use std::fmt::Write;
use std::process::ExitCode;

/// Check the files, and random positions against a search that knows no tables
///
/// Every file is read and its checksum compared. Then, for each ending, random positions are
/// searched by plain recursion over the rules: wherever that decides win or loss, the table must
/// agree. And the verdict on each must be the best of those that its moves lead to.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier egdb verify
  damier egdb verify --samples 10000 --depth 12 --nodes 50000 --seed 7")]
pub(super) struct EgdbVerifyArgs {
    #[command(flatten)]
    folder: Folder,
    /// Random positions for each ending
    #[arg(
        long, default_value_t = 500,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000_000)
    )]
    samples: u64,
    /// Plies that the search looks ahead
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: u32,
    /// Nodes that the search may use for a position; beyond them it is undecided
    #[arg(long, default_value_t = 5000, value_parser = positive())]
    nodes: u64,
    /// Decides which positions are looked at
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct EgdbVerifyView {
    tables: usize,
    max_pieces: usize,
    positions: u64,
    decided: u64,
    wins: u64,
    losses: u64,
    contradicted: Vec<Contradiction>,
    inconsistent: Vec<String>,
}

#[derive(Serialize)]
struct Contradiction {
    fen: String,
    search: String,
    table: String,
}

pub(super) fn run(args: &EgdbVerifyArgs) -> Result<ExitCode> {
    let tables = Tables::open(&args.folder.get()?)?;
    let effort = ComparisonEffort {
        samples: args.samples,
        depth: args.depth,
        nodes: args.nodes,
        seed: args.seed,
    };
    let bar = progress_bar("tables");
    bar.set_length(tables.tallies().count() as u64);
    let reports = compare_all(&tables, effort, args.threads.get(), &|class, report| {
        bar.inc(1);
        bar.set_message(class.to_string());
        for complaint in complaints(class, report) {
            bar.suspend(|| complain(&complaint));
        }
    });
    bar.finish_and_clear();
    let mut sum = ClassComparison::default();
    for (_, report) in &reports {
        sum.add_all(report.clone());
    }
    let code = if sum.is_clean() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    let view = EgdbVerifyView {
        tables: reports.len(),
        max_pieces: tables.max_pieces(),
        positions: sum.positions,
        decided: sum.wins + sum.losses,
        wins: sum.wins,
        losses: sum.losses,
        contradicted: sum
            .contradicted
            .iter()
            .map(|(position, search, table)| Contradiction {
                fen: position.to_fen(),
                search: search.to_string(),
                table: table.to_string(),
            })
            .collect(),
        inconsistent: sum.inconsistent.iter().map(ToString::to_string).collect(),
    };
    if args.json {
        print_json(&view)?;
    } else {
        print(&view.to_text(&reports))?;
    }
    Ok(code)
}

fn complaints(class: Class, report: &ClassComparison) -> Vec<String> {
    let contradicted = report.contradicted.iter().map(|(position, search, table)| {
        format!("{class}: the table says {table}, the search {search}: {position}")
    });
    let inconsistent = report.inconsistent.iter().map(|position| {
        format!("{class}: the verdict is not the best of those after each move: {position}")
    });
    contradicted.chain(inconsistent).collect()
}

impl EgdbVerifyView {
    fn to_text(&self, reports: &[(Class, ClassComparison)]) -> String {
        let mut text = format!(
            "{:<7} {:>10} {:>8} {:>8} {:>8}\n",
            "class", "positions", "won", "lost", "wrong"
        );
        for (class, report) in reports {
            let wrong = report.contradicted.len() + report.inconsistent.len();
            let _ = writeln!(
                text,
                "{class:<7} {:>10} {:>8} {:>8} {wrong:>8}",
                report.positions, report.wins, report.losses
            );
        }
        let _ = writeln!(
            text,
            "\n{} files are whole; {} positions looked at, each against its moves\n\
             The search decided {}: {} won, {} lost; it contradicts the tables in {}\n\
             Verdicts that are not the best of those after each move: {}",
            self.tables,
            grouped(self.positions),
            grouped(self.decided),
            grouped(self.wins),
            grouped(self.losses),
            self.contradicted.len(),
            self.inconsistent.len(),
        );
        text
    }
}
