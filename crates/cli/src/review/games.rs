//! The games that are to be reviewed.

use crate::output::complain;
use anyhow::{Context, Result, bail};
use damier_games::GameKind;
use damier_records::{Reader, Reading, Record};
use damier_review::ReviewGame;
use std::fs::File;
use std::io::{BufReader, Read, stdin};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// A game and where it comes from.
pub(super) struct Source<G: ReviewGame> {
    pub(super) file: String,
    /// Which game of its file, counted from 1.
    pub(super) number: usize,
    pub(super) record: Record<G>,
    /// What could not be read of it.
    pub(super) faults: Vec<String>,
}

impl<G: ReviewGame> Source<G> {
    pub(super) fn count_moves(&self) -> usize {
        self.record.tree().main_line().count()
    }

    fn is_of(&self, player: &str) -> bool {
        ["White", "Black"].iter().any(|side| {
            let name = self.record.tags.get(side);
            name.is_some_and(|name| name.to_lowercase() == player.to_lowercase())
        })
    }
}

pub(super) struct Sources<G: ReviewGame> {
    pub(super) games: Vec<Source<G>>,
}

impl<G: ReviewGame> Sources<G> {
    /// Reads the games of all files and complains about what cannot be read; the good part of a
    /// game is kept.
    pub(super) fn read(files: &[PathBuf]) -> Result<Self> {
        let mut games = Vec::new();
        for path in files {
            let file = name_of(path);
            let input: Box<dyn Read> = match path.to_str() {
                Some("-") => Box::new(stdin().lock()),
                _ => Box::new(File::open(path).with_context(|| file.clone())?),
            };
            let before = games.len();
            for reading in Reader::<G, _>::new(BufReader::new(input)) {
                let Reading { number, record, faults, .. } =
                    reading.with_context(|| file.clone())?;
                let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
                faults.iter().for_each(|fault| complain(&format!("{file}: {fault}")));
                let source = Source { file: file.clone(), number, record, faults };
                if source.count_moves() > 0 {
                    games.push(source);
                }
            }
            if games.len() == before {
                bail!("{file}: there is no game of {} with a legal move in it", G::NAME);
            }
        }
        Ok(Self { games })
    }

    /// Leaves only the games of one player, and of these the first ones, if that is asked for.
    pub(super) fn choose(
        &mut self,
        player: Option<&str>,
        most: Option<NonZeroUsize>,
    ) -> Result<()> {
        if let Some(player) = player {
            self.games.retain(|game| game.is_of(player));
            if self.games.is_empty() {
                bail!("there is no game of {player}");
            }
        }
        self.games.truncate(most.map_or(usize::MAX, NonZeroUsize::get));
        Ok(())
    }
}

/// The game that was named, or else the one that all files are of by their names.
pub(crate) fn game_kind(named: Option<GameKind>, files: &[PathBuf]) -> Result<GameKind> {
    if let Some(game) = named {
        return Ok(game);
    }
    let names = files.iter().map(|file| {
        let extension = file.extension().unwrap_or_default().to_str();
        match extension.and_then(GameKind::from_extension) {
            Some(kind) => Ok(kind),
            None if file != Path::new("-") && !file.exists() => {
                bail!("there is no file {}", name_of(file))
            }
            None => bail!("is {} chess or draughts? say so with --game", name_of(file)),
        }
    });
    let names = names.collect::<Result<Vec<_>>>()?;
    match names.iter().all(|name| *name == names[0]) {
        true => Ok(names[0]),
        false => bail!("these are files of both games; judge them apart"),
    }
}

/// What a file is called in messages.
pub(crate) fn name_of(file: &Path) -> String {
    match file.to_str() {
        Some("-") => "standard input".to_owned(),
        _ => file.display().to_string(),
    }
}
