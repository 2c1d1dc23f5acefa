//! The games that are reviewed, read one after the other.

use crate::output::complain;
use anyhow::{Context, Result, bail};
use damier_files::{decompressed, without_compression};
use damier_games::{FileError, GameKind};
use damier_records::{Reader, Reading, Sighting, Tags};
use damier_review::ReviewGame;
use damier_review::batch::{Batch, BatchGame};
use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufRead, Read, stdin};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Where a game comes from.
pub(super) struct Source {
    pub(super) file: Rc<str>,
    /// Which game of its file, counted from 1.
    pub(super) number: usize,
    /// What could not be read of it.
    pub(super) faults: Vec<String>,
}

/// How much has been read.
#[derive(Default)]
pub(super) struct Amount {
    /// Bytes as they lie on the disk.
    bytes: Arc<AtomicU64>,
    /// All bytes of all files; `None` if nobody knows.
    all: Option<u64>,
}

impl Amount {
    /// The part of all games that has been read, if that is known.
    pub(super) fn share(&self) -> Option<f64> {
        let all = self.all.filter(|&all| all > 0)?;
        Some(self.bytes.load(Ordering::Relaxed) as f64 / all as f64)
    }
}

/// Counts the bytes that are read.
struct Counted<R> {
    input: R,
    bytes: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.input.read(buffer)?;
        self.bytes.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}

/// Which games are wanted.
pub(super) struct Choice<'a> {
    pub(super) batch: &'a Batch,
    pub(super) player: Option<&'a str>,
    pub(super) most: Option<usize>,
}

/// The file that is being read.
struct OpenFile<G: ReviewGame> {
    name: Rc<str>,
    reader: Reader<G, Box<dyn BufRead + Send>>,
    /// Whether a game with moves was found, or one was passed over that may have some.
    has_games: bool,
}

/// The games of all files that are wanted. What cannot be read is complained about; the good part
/// of a game is kept.
pub(super) struct Sources<'a, G: ReviewGame> {
    files: std::slice::Iter<'a, PathBuf>,
    open: Option<OpenFile<G>>,
    choice: Choice<'a>,
    pub(super) amount: Rc<Amount>,
    /// Games of all files so far.
    games: usize,
    /// Games of the player so far.
    chosen: usize,
    /// Games that belong to other parts.
    pub(super) left: Rc<Cell<usize>>,
}

impl<'a, G: ReviewGame> Sources<'a, G> {
    /// Looks whether the files are there; nothing is read yet.
    pub(super) fn new(files: &'a [PathBuf], choice: Choice<'a>) -> Result<Self> {
        let mut all = Some(0);
        for path in files.iter().filter(|path| !is_standard_input(path)) {
            let found = File::open(path).and_then(|file| file.metadata());
            let found = found.with_context(|| name_of(path))?;
            all = all.filter(|_| found.is_file()).map(|all| all + found.len());
        }
        let all = all.filter(|_| !files.iter().any(|path| is_standard_input(path)));
        let amount = Rc::new(Amount { bytes: Arc::default(), all });
        let left = Rc::new(Cell::new(0));
        let files = files.iter();
        Ok(Self { files, open: None, choice, amount, games: 0, chosen: 0, left })
    }

    fn open_next(&mut self) -> Result<bool> {
        let Some(path) = self.files.next() else { return Ok(false) };
        let name = name_of(path);
        let bytes = Arc::clone(&self.amount.bytes);
        let reader = Reader::new(open_games(path, bytes).with_context(|| name.clone())?);
        self.open = Some(OpenFile { name: name.into(), reader, has_games: false });
        Ok(true)
    }

    fn read(&mut self) -> Result<Option<BatchGame<G, Source>>> {
        let Choice { batch, player, most } = self.choice;
        loop {
            if most.is_some_and(|most| self.chosen >= most) {
                return Ok(None);
            }
            let Some(file) = &mut self.open else {
                if self.open_next()? {
                    continue;
                }
                return match player {
                    Some(player) if self.chosen == 0 => bail!("there is no game of {player}"),
                    _ => Ok(None),
                };
            };
            let index = self.games;
            let (mut is_chosen, mut is_left) = (true, false);
            let mut is_wanted = |_: usize, tags: &Tags| {
                is_chosen = player.is_none_or(|player| is_of(player, tags));
                is_left = is_chosen && !batch.wants(index);
                is_chosen && !is_left
            };
            let Some(sighting) = file.reader.read_if(&mut is_wanted) else {
                if !file.has_games {
                    let (file, game) = (&file.name, G::NAME);
                    bail!("{file}: there is no game of {game} with a legal move in it");
                }
                self.open = None;
                continue;
            };
            self.games += 1;
            let reading = match sighting.with_context(|| file.name.to_string())? {
                Sighting::Read(reading) => *reading,
                Sighting::Passed { .. } => {
                    file.has_games = true;
                    self.chosen += usize::from(is_chosen);
                    self.left.set(self.left.get() + usize::from(is_left));
                    continue;
                }
            };
            let Reading { number, record, faults, .. } = reading;
            let has_moves = record.tree().main_line().next().is_some();
            file.has_games |= has_moves;
            // A game without tags is read in any case.
            if player.is_some_and(|player| !is_of(player, &record.tags)) {
                continue;
            }
            if !batch.wants(index) {
                self.chosen += usize::from(has_moves);
                self.left.set(self.left.get() + usize::from(has_moves));
                continue;
            }
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            faults.iter().for_each(|fault| complain(&format!("{}: {fault}", file.name)));
            if has_moves {
                self.chosen += 1;
                let more = Source { file: Rc::clone(&file.name), number, faults };
                return Ok(Some(BatchGame { index, record, more }));
            }
        }
    }
}

impl<G: ReviewGame> Iterator for Sources<'_, G> {
    type Item = Result<BatchGame<G, Source>, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().map_err(|error| format!("{error:#}").into()).transpose()
    }
}

fn is_of(player: &str, tags: &Tags) -> bool {
    let is_named = |name: &str| name.to_lowercase() == player.to_lowercase();
    ["White", "Black"].iter().any(|side| tags.get(side).is_some_and(is_named))
}

fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-")
}

/// Opens a file of games, compressed or not, or standard input.
fn open_games(path: &Path, bytes: Arc<AtomicU64>) -> io::Result<Box<dyn BufRead + Send>> {
    match is_standard_input(path) {
        true => decompressed(Counted { input: stdin(), bytes }),
        false => decompressed(Counted { input: File::open(path)?, bytes }),
    }
}

/// The same for commands that do not ask how far it is.
pub(crate) fn open_input(path: &Path) -> io::Result<Box<dyn BufRead + Send>> {
    open_games(path, Arc::default())
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
                if !is_standard_input(file) {
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

/// What a file is called in messages.
pub(crate) fn name_of(file: &Path) -> String {
    match is_standard_input(file) {
        true => "standard input".to_owned(),
        false => file.display().to_string(),
    }
}
