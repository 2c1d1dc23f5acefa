//! Games of files on their way to a review: read one after the other, in constant memory.
//!
//! What cannot be read is told; the good part of a game is kept.

use crate::ReviewGame;
use crate::batch::BatchGame;
use damier_files::decompressed;
use damier_games::FileError;
use damier_records::{Reader, RecordReading, Sighting, Tags};
use std::fs::File;
use std::io::{self, BufRead, Read, stdin};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Where a game comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The file, as messages name it.
    pub file: Arc<str>,
    /// Which game of its file, counted from 1.
    pub number: usize,
    /// What could not be read of it.
    pub faults: Vec<String>,
}

/// How much has been read.
#[derive(Debug, Default)]
pub struct Amount {
    /// Bytes as they lie on the disk.
    bytes: Arc<AtomicU64>,
    /// All bytes of all files; `None` if nobody knows.
    all: Option<u64>,
}

impl Amount {
    /// The part of all games that has been read, if that is known.
    pub fn share(&self) -> Option<f64> {
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

/// Which games are wanted, besides those that the caller of [`GameFiles::next`] asks for.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Only the games of this player, in letters of either case.
    pub player: Option<String>,
    /// Only so many.
    pub most: Option<usize>,
}

/// The file that is being read.
struct OpenFile<G: ReviewGame> {
    name: Arc<str>,
    reader: Reader<G, Box<dyn BufRead + Send>>,
    /// Whether a game with moves was found, or one was passed over that may have some.
    has_games: bool,
}

/// The games of all files, one after the other.
pub struct GameFiles<G: ReviewGame> {
    files: std::vec::IntoIter<PathBuf>,
    open: Option<OpenFile<G>>,
    choice: Choice,
    amount: Arc<Amount>,
    /// Games of all files so far.
    games: usize,
    /// Games of the player so far.
    chosen: usize,
    left: usize,
}

/// What there was in a place of a file.
enum Step<G: ReviewGame> {
    Game(Box<BatchGame<G, Source>>),
    /// A game that is not wanted, or none with moves, or the end of a file.
    Other,
    End,
}

impl<G: ReviewGame> GameFiles<G> {
    /// Looks whether the files are there; nothing is read yet.
    pub fn new(files: Vec<PathBuf>, choice: Choice) -> Result<Self, FileError> {
        let mut all = Some(0);
        for path in files.iter().filter(|path| !is_standard_input(path)) {
            let found = File::open(path).and_then(|file| file.metadata());
            let found = found.map_err(|error| of_file(&name_of(path), &error))?;
            all = all.filter(|_| found.is_file()).map(|all| all + found.len());
        }
        let all = all.filter(|_| !files.iter().any(|path| is_standard_input(path)));
        let amount = Arc::new(Amount { bytes: Arc::default(), all });
        let files = files.into_iter();
        Ok(Self { files, open: None, choice, amount, games: 0, chosen: 0, left: 0 })
    }

    /// How much has been read.
    pub fn amount(&self) -> &Arc<Amount> {
        &self.amount
    }

    /// Games of all files so far, wanted or not: the index of the next one.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Games so far that were not wanted by the caller, though they are of the player.
    pub fn left(&self) -> usize {
        self.left
    }

    /// The next game that is wanted, by its index; `None` after the last. `complain` is told what
    /// could not be read.
    pub fn next(
        &mut self,
        wants: &dyn Fn(usize) -> bool,
        complain: &mut dyn FnMut(&str),
    ) -> Result<Option<BatchGame<G, Source>>, FileError> {
        self.next_before(usize::MAX, wants, complain)
    }

    /// The same, as long as its index is less than `end`: what lies behind is not read.
    pub fn next_before(
        &mut self,
        end: usize,
        wants: &dyn Fn(usize) -> bool,
        complain: &mut dyn FnMut(&str),
    ) -> Result<Option<BatchGame<G, Source>>, FileError> {
        while self.games < end {
            match self.step(wants, complain)? {
                Step::Game(game) => return Ok(Some(*game)),
                Step::Other => {}
                Step::End => break,
            }
        }
        Ok(None)
    }

    fn open_next(&mut self) -> Result<bool, FileError> {
        let Some(path) = self.files.next() else { return Ok(false) };
        let name = name_of(&path);
        let input = open_games(&path, Arc::clone(&self.amount.bytes));
        let reader = Reader::new(input.map_err(|error| of_file(&name, &error))?);
        self.open = Some(OpenFile { name: name.into(), reader, has_games: false });
        Ok(true)
    }

    fn step(
        &mut self,
        wants: &dyn Fn(usize) -> bool,
        complain: &mut dyn FnMut(&str),
    ) -> Result<Step<G>, FileError> {
        let Choice { player, most } = &self.choice;
        if most.is_some_and(|most| self.chosen >= most) {
            return Ok(Step::End);
        }
        let Some(file) = &mut self.open else {
            if let Some(player) = player.as_ref().filter(|_| self.files.len() == 0)
                && self.chosen == 0
            {
                return Err(format!("there is no game of {player}").into());
            }
            return Ok(if self.open_next()? { Step::Other } else { Step::End });
        };
        let index = self.games;
        let (mut is_chosen, mut is_left) = (true, false);
        let mut is_wanted = |_: usize, tags: &Tags| {
            is_chosen = player.as_ref().is_none_or(|player| is_of(player, tags));
            is_left = is_chosen && !wants(index);
            is_chosen && !is_left
        };
        let Some(sighting) = file.reader.read_if(&mut is_wanted) else {
            if !file.has_games {
                let (file, game) = (&file.name, G::NAME);
                let none = format!("{file}: there is no game of {game} with a legal move in it");
                return Err(none.into());
            }
            self.open = None;
            return Ok(Step::Other);
        };
        self.games += 1;
        let reading = match sighting.map_err(|error| of_file(&file.name, &error))? {
            Sighting::Read(reading) => *reading,
            Sighting::Passed { .. } => {
                file.has_games = true;
                self.chosen += usize::from(is_chosen);
                self.left += usize::from(is_left);
                return Ok(Step::Other);
            }
        };
        let RecordReading { number, record, faults, .. } = reading;
        let has_moves = record.tree().main_line().next().is_some();
        file.has_games |= has_moves;
        // A game without tags is read in any case.
        if player.as_ref().is_some_and(|player| !is_of(player, &record.tags)) {
            return Ok(Step::Other);
        }
        if !wants(index) {
            self.chosen += usize::from(has_moves);
            self.left += usize::from(has_moves);
            return Ok(Step::Other);
        }
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        faults.iter().for_each(|fault| complain(&format!("{}: {fault}", file.name)));
        if !has_moves {
            return Ok(Step::Other);
        }
        self.chosen += 1;
        let more = Source { file: Arc::clone(&file.name), number, faults };
        Ok(Step::Game(Box::new(BatchGame { index, record, more })))
    }
}

fn of_file(name: &str, error: &io::Error) -> FileError {
    format!("{name}: {error}").into()
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

/// The same for callers that do not ask how far it is.
pub fn open_input(path: &Path) -> io::Result<Box<dyn BufRead + Send>> {
    open_games(path, Arc::default())
}

/// What a file is called in messages.
pub fn name_of(file: &Path) -> String {
    match is_standard_input(file) {
        true => "standard input".to_owned(),
        false => file.display().to_string(),
    }
}
