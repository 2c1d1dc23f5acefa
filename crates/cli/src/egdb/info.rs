//! `damier egdb info`.

use super::Folder;
use crate::output::{counted, grouped, print, print_json};
use anyhow::Result;
use damier_egdb::{Tables, WdlCounts};
use serde::Serialize;
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

/// Say which tables there are, and how many positions are won, drawn and lost
///
/// The side to move comes first: MKvK is a man and a king, to move, against a king. Every file is
/// read and its checksum compared.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier egdb info
  damier egdb info --path /data/egdb --json")]
pub(super) struct EgdbInfoArgs {
    #[command(flatten)]
    folder: Folder,
    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

/// What is shown of a set of tables.
#[derive(Serialize)]
pub(super) struct EgdbInfoView {
    folder: String,
    max_pieces: usize,
    positions: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    bytes: u64,
    classes: Vec<ClassView>,
}

#[derive(Serialize)]
struct ClassView {
    class: String,
    positions: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    bytes: u64,
}

pub(super) fn run(args: &EgdbInfoArgs) -> Result<ExitCode> {
    let folder = args.folder.get()?;
    let view = EgdbInfoView::of(&Tables::open(&folder)?, &folder);
    if args.json {
        print_json(&view)?;
    } else {
        print(&view.to_text())?;
    }
    Ok(ExitCode::SUCCESS)
}

impl EgdbInfoView {
    pub(super) fn of(tables: &Tables, folder: &Path) -> Self {
        let mut sum = WdlCounts::default();
        let mut classes = Vec::new();
        for (class, tally) in tables.tallies() {
            sum.add_all(tally);
            let file = folder.join(class.file_name());
            classes.push(ClassView {
                class: class.to_string(),
                positions: tally.total(),
                wins: tally.wins,
                draws: tally.draws,
                losses: tally.losses,
                bytes: std::fs::metadata(file).map_or(0, |data| data.len()),
            });
        }
        Self {
            folder: folder.display().to_string(),
            max_pieces: tables.max_pieces(),
            positions: sum.total(),
            wins: sum.wins,
            draws: sum.draws,
            losses: sum.losses,
            bytes: classes.iter().map(|class| class.bytes).sum(),
            classes,
        }
    }

    /// A few lines about all of them.
    pub(super) fn summary(&self) -> String {
        let percent = |count: u64| 100.0 * count as f64 / self.positions.max(1) as f64;
        let mut text = String::new();
        let _ = writeln!(text, "Folder    {}", self.folder);
        let _ =
            writeln!(text, "Tables    {}, up to {} pieces", self.classes.len(), self.max_pieces);
        let _ = writeln!(text, "Positions {}", grouped(self.positions));
        for (name, count) in [("Wins", self.wins), ("Draws", self.draws), ("Losses", self.losses)] {
            let _ = writeln!(text, "{name:<9} {}, {:.1} %", grouped(count), percent(count));
        }
        let _ = writeln!(text, "Size      {}", counted(self.bytes as usize, "byte"));
        text
    }

    fn to_text(&self) -> String {
        let mut text = self.summary();
        let _ = writeln!(
            text,
            "\n{:<7} {:>13} {:>13} {:>13} {:>13} {:>11}",
            "class", "positions", "wins", "draws", "losses", "bytes"
        );
        for ClassView { class, positions, wins, draws, losses, bytes } in &self.classes {
            let [positions, wins, draws, losses, bytes] =
                [positions, wins, draws, losses, bytes].map(|&count| grouped(count));
            let _ = writeln!(
                text,
                "{class:<7} {positions:>13} {wins:>13} {draws:>13} {losses:>13} {bytes:>11}"
            );
        }
        text
    }
}
