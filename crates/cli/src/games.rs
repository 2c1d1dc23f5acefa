//! The two games, for commands that work with either.

use crate::play::board::{draw_chess, draw_draughts};
use anyhow::{Context, Result, bail};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use damier_core::Side;
use damier_files::without_compression;
use damier_games::GameKind;
use damier_records::RecordGame;
use damier_review::files::name_of;
use std::path::{Path, PathBuf};

/// Reads the name of the game that a command is about.
pub(crate) fn game_parser() -> impl TypedValueParser<Value = GameKind> {
    let names = GameKind::ALL.map(|kind| {
        PossibleValue::new(kind.name()).help(kind.title()).aliases(other_names(kind).iter())
    });
    PossibleValuesParser::new(names).map(|name| {
        let is_meant =
            |kind: &GameKind| kind.name() == name || other_names(*kind).contains(&name.as_str());
        GameKind::ALL.into_iter().find(is_meant).expect("one of the possible values")
    })
}

/// What people call a game who speak other languages, or other English. They are understood and not
/// listed.
fn other_names(kind: GameKind) -> &'static [&'static str] {
    match kind {
        GameKind::Chess => &["echecs", "scacchi", "schaken"],
        GameKind::Draughts => &["checkers", "dames", "dammen", "dama"],
    }
}

/// The game that was named, or else the one that all files are of by their names.
pub(crate) fn game_kind(named: Option<GameKind>, files: &[PathBuf]) -> Result<GameKind> {
    if let Some(game) = named {
        return Ok(game);
    }
    let names = files.iter().map(|file| {
        let plain = without_compression(file);
        let extension = plain.extension().unwrap_or_default().to_str();
        match extension.and_then(GameKind::from_extension) {
            Some(kind) => Ok(kind),
            None => {
                if file != Path::new("-") {
                    file.metadata().with_context(|| name_of(file))?;
                }
                bail!("is {} chess or draughts? say so with --game", name_of(file))
            }
        }
    });
    let names = names.collect::<Result<Vec<_>>>()?;
    match names.iter().all(|name| *name == names[0]) {
        true => Ok(names[0]),
        false => bail!("these are files of both games; judge them apart"),
    }
}

/// The counts that a line of a perft suite gives, each named like `D4`.
pub(crate) type SuiteEntries = Vec<(String, Vec<String>)>;

/// What commands ask of a game besides its rules: how its people write things.
pub(crate) trait CliGame: RecordGame {
    /// Results with which pasted games end.
    const RESULTS: &'static [&'static str];

    /// The board in a terminal, seen from a side, with the squares of the last move marked.
    fn draw(&self, view: Side, last: Option<Self::Move>, has_colour: bool) -> String;

    /// A legal move as protocols write it.
    fn write_for_programs(&self, mv: Self::Move) -> String;

    /// A line of a perft suite.
    fn read_suite_line(line: &str) -> Result<(Self, SuiteEntries)>;
}

impl CliGame for damier_chess::Position {
    const RESULTS: &'static [&'static str] = &["1-0", "0-1", "1/2-1/2", "*"];

    fn draw(&self, view: Side, last: Option<Self::Move>, has_colour: bool) -> String {
        draw_chess(self, view, last, has_colour)
    }

    fn write_for_programs(&self, mv: Self::Move) -> String {
        self.write_uci(mv, self.castling_style())
    }

    fn read_suite_line(line: &str) -> Result<(Self, SuiteEntries)> {
        let epd = damier_chess::Epd::from_line(line)?;
        let entries = epd.operations.into_iter().map(|entry| (entry.code, entry.operands));
        Ok((epd.position, entries.collect()))
    }
}

impl CliGame for damier_draughts::Position {
    // Draughts counts two points for a win; some files count as chess does.
    const RESULTS: &'static [&'static str] =
        &["2-0", "1-1", "0-2", "0-0", "1-0", "0-1", "1/2-1/2", "*"];

    fn draw(&self, view: Side, last: Option<Self::Move>, has_colour: bool) -> String {
        draw_draughts(self, view, last, has_colour)
    }

    fn write_for_programs(&self, mv: Self::Move) -> String {
        self.write_hub(mv)
    }

    fn read_suite_line(line: &str) -> Result<(Self, SuiteEntries)> {
        let mut fields = line.split(';').map(str::trim);
        let position = Self::from_fen(fields.next().unwrap_or_default())?;
        let entries = fields.filter(|field| !field.is_empty()).map(|field| {
            let mut words = field.split_whitespace().map(str::to_owned);
            let code = words.next().context("an entry has a name")?;
            Ok((code, words.collect()))
        });
        Ok((position, entries.collect::<Result<_>>()?))
    }
}
