//! Games to and from the formats of other programs.
//!
//! | format | game | holds | what it cannot say |
//! |---|---|---|---|
//! | viriformat | chess | games with a score for every move | numbers of games, opening moves |
//! | text | both | positions with score and result, perhaps a move | which game they come from |
//! | PGN, PDN | chess, draughts | games with scores in comments (only read) | |
//!
//! Everything goes from file to file, one game at a time: no size needs more memory. A file that is
//! written appears whole or not at all, and never in place of another one. Nothing is printed; the
//! caller is told of every [`Step`] and may stop.
//!
//! Start at [`export_text`] and [`import_text`]; the others differ only in the format.

mod error;
mod new_file;
mod records;
mod text;
mod viriformat;

pub use error::{LeftOut, TransferError, TransferFault};
pub use text::{PositionChoice, TextStyle};

use crate::file::{GameReader, frame, header};
use crate::game::LearnGame;
use crate::record::PackedGame;
use damier_chess::Position as Chess;
use damier_core::random::Random;
use damier_core::{Rules, Score};
use damier_files::{checksum, open_regular};
use new_file::NewFile;
use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// No game that is read has more moves; what claims to be longer is no game.
pub const MAX_PLIES: usize = 100_000;

/// The longest text about where games come from, in bytes.
const MAX_RECIPE: usize = 1 << 16;

/// What has been brought over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Transferred {
    /// Games.
    pub games: u64,
    /// Positions with a score.
    pub positions: u64,
    /// What was not kept.
    pub left_out: LeftOut,
}

/// What happens meanwhile.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Step<'a> {
    /// So many bytes of so many have been read.
    Progress {
        /// Bytes that have been read,
        read: u64,
        /// of so many in all files.
        length: u64,
        /// What came of them.
        so_far: &'a Transferred,
    },
    /// Something is left out because it cannot be read.
    Fault(&'a TransferFault),
}

/// Is told what happens, and says whether to go on.
pub type Watch<'a> = dyn FnMut(Step<'_>) -> bool + 'a;

/// How to read what others wrote.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImportSettings {
    /// Scores are multiplied by this, except those of proved wins.
    pub factor: f64,
    /// What cannot be read is left out; otherwise it ends the work.
    pub skip_faults: bool,
}

impl Default for ImportSettings {
    fn default() -> Self {
        Self { factor: 1.0, skip_faults: false }
    }
}

impl ImportSettings {
    /// A score in our unit, for the same side.
    fn scaled(&self, score: i32) -> i16 {
        let limit = Score::EVALUATION_LIMIT.value();
        let score = match score.abs() > limit {
            true => score,
            false => {
                Score::from_evaluation((f64::from(score) * self.factor).round() as i32).value()
            }
        };
        score.clamp(i16::MIN.into(), i16::MAX.into()) as i16
    }
}

/// Writes the games of files as viriformat. Each begins with the position after its opening.
pub fn export_viriformat(
    files: &[PathBuf],
    out: &Path,
    watch: &mut Watch,
) -> Result<Transferred, TransferError> {
    export::<Chess>(files, out, watch, &mut |record, out| {
        out.write_all(&viriformat::to_bytes(record))?;
        Ok(record.moves.len() as u64)
    })
}

/// Writes the positions of files as lines of text.
pub fn export_text<G: LearnGame>(
    files: &[PathBuf],
    out: &Path,
    style: TextStyle,
    watch: &mut Watch,
) -> Result<Transferred, TransferError> {
    export::<G>(files, out, watch, &mut |record, out| text::write(record, style, out))
}

/// Writes one game and says how many positions that were.
type WriteGame<'a, G> = dyn FnMut(&PackedGame<G>, &mut dyn Write) -> io::Result<u64> + 'a;

fn export<G: LearnGame>(
    files: &[PathBuf],
    out: &Path,
    watch: &mut Watch,
    write_game: &mut WriteGame<G>,
) -> Result<Transferred, TransferError> {
    let mut readers = Vec::new();
    for file in files {
        let reader = GameReader::open(file)?;
        reader.expect_game::<G>()?;
        readers.push(reader);
    }
    let length = readers.iter().map(GameReader::length).sum();
    let mut new_file = NewFile::create(out)?;
    let mut done = Transferred::default();
    let mut before = 0;
    for mut reader in readers {
        while let Some(record) = reader.next_game::<G>()? {
            done.positions += new_file.write(|out| write_game(&record, out))?;
            done.games += 1;
            let read = before + reader.place();
            if !watch(Step::Progress { read, length, so_far: &done }) {
                return Err(TransferError::Stopped);
            }
        }
        before += reader.length();
    }
    new_file.publish()?;
    Ok(done)
}

/// Makes a file of games of files in viriformat.
pub fn import_viriformat(
    files: &[PathBuf],
    out: &Path,
    settings: ImportSettings,
    watch: &mut Watch,
) -> Result<Transferred, TransferError> {
    let origin = format!("{} imported as viriformat", Chess::NAME);
    import(files, out, &origin, settings, watch, &mut viriformat::read)
}

/// Makes a file of games of lines of text: a game of one move for each position.
///
/// A move that the text does not name is made up: see [`LearnGame::likely_best`].
pub fn import_text<G: LearnGame>(
    files: &[PathBuf],
    out: &Path,
    settings: ImportSettings,
    watch: &mut Watch,
) -> Result<Transferred, TransferError> {
    let origin = format!("{} imported as text", G::NAME);
    import(files, out, &origin, settings, watch, &mut text::read::<G>)
}

/// Makes a file of games of PGN or PDN with scores in comments.
///
/// A game begins with its first score and ends with its last; if some are missing in between it
/// becomes several, all with the same result.
pub fn import_records<G: LearnGame>(
    files: &[PathBuf],
    out: &Path,
    settings: ImportSettings,
    watch: &mut Watch,
) -> Result<Transferred, TransferError> {
    let origin = format!("{} imported as {}", G::NAME, G::KIND.extension());
    import(files, out, &origin, settings, watch, &mut records::read::<G>)
}

/// Reads one file from its beginning to its end.
type ReadFile<'a> = dyn FnMut(Input, &mut Importer) -> Result<(), TransferError> + 'a;

fn import(
    files: &[PathBuf],
    out: &Path,
    origin: &str,
    settings: ImportSettings,
    watch: &mut Watch,
    read_file: &mut ReadFile,
) -> Result<Transferred, TransferError> {
    let read = Rc::new(Cell::new(0));
    let mut inputs = Vec::new();
    let mut length = 0;
    for path in files {
        let file = open_regular(path).map_err(refused(path))?;
        length += file.metadata().map_err(refused(path))?.len();
        let counted = CountedFile { file, read: Rc::clone(&read) };
        let reader = BufReader::with_capacity(1 << 16, counted);
        inputs.push(Input { path: path.clone(), reader });
    }
    let names = files.iter().map(|file| file.file_name().unwrap_or_default().to_string_lossy());
    let mut recipe = format!("{origin} from {}", names.collect::<Vec<_>>().join(" "));
    recipe.truncate(recipe.floor_char_boundary(MAX_RECIPE));
    let mut new_file = NewFile::create(out)?;
    new_file.write(|out| out.write_all(&header(&recipe)))?;
    let done = Transferred::default();
    let mut importer = Importer { new_file, settings, done, read, length, watch };
    for input in inputs {
        read_file(input, &mut importer)?;
    }
    let Importer { new_file, done, .. } = importer;
    match files.first() {
        Some(path) if done.games == 0 => {
            Err(TransferError::Nothing { path: path.clone(), left_out: done.left_out })
        }
        _ => {
            new_file.publish()?;
            Ok(done)
        }
    }
}

/// A file that is read.
struct Input {
    path: PathBuf,
    reader: BufReader<CountedFile>,
}

/// What the system says about a file.
fn refused(path: &Path) -> impl Fn(io::Error) -> TransferError {
    move |reason| TransferError::System { path: path.to_owned(), reason }
}

/// A file that counts what is read of it and of others.
struct CountedFile {
    file: File,
    read: Rc<Cell<u64>>,
}

impl Read for CountedFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.read.set(self.read.get() + count as u64);
        Ok(count)
    }
}

/// What the readers of all formats hand their games to.
struct Importer<'a> {
    new_file: NewFile,
    settings: ImportSettings,
    done: Transferred,
    /// Bytes that have been read,
    read: Rc<Cell<u64>>,
    /// of so many.
    length: u64,
    watch: &'a mut dyn FnMut(Step) -> bool,
}

impl Importer<'_> {
    /// Writes a game and gives it a number of its own. The same files in the same order give the
    /// same numbers, so that what is imported twice can be told.
    fn keep<R: Rules>(&mut self, record: &PackedGame<R>) -> Result<(), TransferError> {
        let mut bytes = record.to_bytes();
        let sum = checksum(bytes.iter().copied()) ^ Random::new(self.done.games).next_bits();
        let id = Random::new(sum).next_bits();
        bytes[..size_of_val(&id)].copy_from_slice(&id.to_le_bytes());
        self.new_file.write(|out| out.write_all(&frame(&bytes)))?;
        self.done.games += 1;
        self.done.positions += record.moves.len() as u64;
        Ok(())
    }

    /// Leaves something out that cannot be read, or ends the work.
    fn fault(&mut self, path: &Path, words: String) -> Result<(), TransferError> {
        let fault = TransferFault { path: path.to_owned(), words };
        if !self.settings.skip_faults {
            return Err(TransferError::Fault(fault));
        }
        self.done.left_out.faults += 1;
        self.go_on(|watch, _| watch(Step::Fault(&fault)))
    }

    /// Tells how far the work is.
    fn tell_progress(&mut self) -> Result<(), TransferError> {
        let (read, length) = (self.read.get(), self.length);
        self.go_on(|watch, so_far| watch(Step::Progress { read, length, so_far }))
    }

    fn go_on(
        &mut self,
        tell: impl FnOnce(&mut dyn FnMut(Step) -> bool, &Transferred) -> bool,
    ) -> Result<(), TransferError> {
        if tell(self.watch, &self.done) { Ok(()) } else { Err(TransferError::Stopped) }
    }
}
