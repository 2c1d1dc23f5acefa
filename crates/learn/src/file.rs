//! Files of games: appended to one game at a time, so that a kill costs only what was not finished.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `DAMIGAME` |
//! | 4 | version of the format |
//! | 4 | length of the recipe |
//! | … | the recipe: how the games were made, as text |
//! | 8 | FNV-1a of all before |
//!
//! then for each game its length in 4 bytes, the lower half of the FNV-1a of its bytes, its bytes.
//! All numbers are little-endian. What a kill leaves behind the last whole game is cut off when the
//! file is opened for writing, and passed over when it is read.

use crate::bytes::ByteSource;
use crate::record::PackedGame;
use damier_core::Rules;
use damier_files::{checksum, open_regular, try_lock};
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"DAMIGAME";
const VERSION: u32 = 1;
const FRAME: usize = 8;
/// No recipe and no game is longer; what claims to be is not believed.
const LONGEST: usize = 1 << 20;

/// What can be wrong with a file of games.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GamesFileError {
    /// The system refuses.
    #[error("{}: {reason}", path.display())]
    System {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// Something else.
    #[error("{}: this is no file of games", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// From another time.
    #[error(
        "{}: the format has version {found}, this program reads version {VERSION}",
        path.display()
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// The version it has.
        found: u32,
    },
    /// The header does not agree with its checksum.
    #[error("{}: the header is damaged", path.display())]
    Header {
        /// The file.
        path: PathBuf,
    },
    /// A game does not agree with its checksum or breaks the rules.
    #[error("{}: the game at byte {place} is damaged", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where it begins.
        place: u64,
    },
    /// Two writers would spoil each other's work.
    #[error("{}: another run is writing to it", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// Games of the other game.
    #[error("{}: games of {found}, not of {wanted}", path.display())]
    Game {
        /// The file.
        path: PathBuf,
        /// What was played.
        found: String,
        /// What should have been.
        wanted: &'static str,
    },
    /// Games made in another way.
    #[error(
        "{}: made as `{found}`, not as `{wanted}`; choose another file or the same options",
        path.display()
    )]
    Recipe {
        /// The file.
        path: PathBuf,
        /// How its games were made.
        found: String,
        /// How more were to be made.
        wanted: String,
    },
}

/// Reads the games of a file one after the other.
///
/// Ends before a last game that was not written to its end; [`GameReader::torn_bytes`] tells.
#[derive(Debug)]
pub struct GameReader {
    path: PathBuf,
    input: BufReader<File>,
    recipe: String,
    /// Where the next game begins.
    place: u64,
    length: u64,
    torn: u64,
}

impl GameReader {
    /// Opens a file and reads its header.
    pub fn open(path: &Path) -> Result<Self, GamesFileError> {
        let system = |reason| GamesFileError::System { path: path.to_owned(), reason };
        let file = open_regular(path).map_err(system)?;
        let length = file.metadata().map_err(system)?.len();
        let mut input = BufReader::with_capacity(1 << 16, file);
        let recipe = read_header(&mut input, path)?;
        let place = header(&recipe).len() as u64;
        Ok(Self { path: path.to_owned(), input, recipe, place, length, torn: 0 })
    }

    /// How the games were made.
    pub fn recipe(&self) -> &str {
        &self.recipe
    }

    /// The game that was played: the first word of the recipe.
    pub fn game(&self) -> &str {
        self.recipe.split(' ').next().unwrap_or_default()
    }

    /// Refuses games of another game.
    pub fn expect_game<R: Rules>(&self) -> Result<(), GamesFileError> {
        match self.game() {
            game if game == R::NAME => Ok(()),
            other => Err(GamesFileError::Game {
                path: self.path.clone(),
                found: other.to_owned(),
                wanted: R::NAME,
            }),
        }
    }

    /// Bytes behind the last whole game, known once the end is reached.
    pub fn torn_bytes(&self) -> u64 {
        self.torn
    }

    /// Where the next game begins: after the last one, the end of what is whole.
    pub fn place(&self) -> u64 {
        self.place
    }

    /// How many bytes the file had when it was opened.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// The bytes of the next game; `None` at the end.
    pub fn next_bytes(&mut self) -> Result<Option<Vec<u8>>, GamesFileError> {
        let left = self.length.saturating_sub(self.place);
        let mut frame = [0; FRAME];
        if left < FRAME as u64 {
            self.torn = left;
            return Ok(None);
        }
        let system = |reason| GamesFileError::System { path: self.path.clone(), reason };
        self.input.read_exact(&mut frame).map_err(system)?;
        let mut words = frame.chunks_exact(4).map(|word| {
            u32::from_le_bytes(word.try_into().expect("a chunk of four has four bytes"))
        });
        let (size, sum) = (words.next().unwrap_or(0), words.next().unwrap_or(0));
        let damaged = || GamesFileError::Damaged { path: self.path.clone(), place: self.place };
        if size as usize > LONGEST {
            return Err(damaged());
        }
        if left < FRAME as u64 + u64::from(size) {
            self.torn = left;
            return Ok(None);
        }
        let mut bytes = vec![0; size as usize];
        self.input.read_exact(&mut bytes).map_err(system)?;
        if checksum(bytes.iter().copied()) as u32 != sum {
            return Err(damaged());
        }
        self.place += (FRAME + bytes.len()) as u64;
        Ok(Some(bytes))
    }

    /// The next game; `None` at the end.
    pub fn next_game<R: Rules>(&mut self) -> Result<Option<PackedGame<R>>, GamesFileError> {
        let place = self.place;
        let Some(bytes) = self.next_bytes()? else { return Ok(None) };
        let damaged = || GamesFileError::Damaged { path: self.path.clone(), place };
        PackedGame::from_bytes(&bytes).map(Some).ok_or_else(damaged)
    }
}

/// Appends games to a file.
#[derive(Debug)]
pub struct GameWriter {
    path: PathBuf,
    file: File,
}

impl GameWriter {
    /// Makes a file, or goes on with one that was made in the same way. `on_game` is shown each
    /// game that is there already.
    pub fn open(
        path: &Path,
        recipe: &str,
        on_game: &mut dyn FnMut(&[u8]),
    ) -> Result<Self, GamesFileError> {
        let system = |reason| GamesFileError::System { path: path.to_owned(), reason };
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(system)?;
        // Held until the writer is dropped, or its process dies.
        if !try_lock(&file) {
            return Err(GamesFileError::Busy { path: path.to_owned() });
        }
        let header = header(recipe);
        let length = file.metadata().map_err(system)?.len();
        let mut begun = vec![0; header.len().min(length as usize)];
        file.read_exact(&mut begun).map_err(system)?;
        let end = if length < header.len() as u64 && header.starts_with(&begun) {
            // Killed while the header was written.
            file.set_len(0).map_err(system)?;
            file.seek(SeekFrom::Start(0)).map_err(system)?;
            file.write_all(&header).map_err(system)?;
            header.len() as u64
        } else {
            let mut reader = GameReader::open(path)?;
            if reader.recipe != recipe {
                return Err(GamesFileError::Recipe {
                    path: path.to_owned(),
                    found: reader.recipe,
                    wanted: recipe.to_owned(),
                });
            }
            while let Some(bytes) = reader.next_bytes()? {
                on_game(&bytes);
            }
            file.set_len(reader.place()).map_err(system)?;
            reader.place()
        };
        file.seek(SeekFrom::Start(end)).map_err(system)?;
        Ok(Self { path: path.to_owned(), file })
    }

    /// Appends the bytes of a game, with one call to the system: after it, only the system itself
    /// can lose them.
    pub fn append(&mut self, game: &[u8]) -> Result<(), GamesFileError> {
        let result = self.file.write_all(&frame(game));
        result.map_err(|reason| GamesFileError::System { path: self.path.clone(), reason })
    }

    /// Waits until all is on the disk.
    pub fn sync(&self) -> Result<(), GamesFileError> {
        let result = self.file.sync_data();
        result.map_err(|reason| GamesFileError::System { path: self.path.clone(), reason })
    }
}

/// A game as it stands in a file.
pub(crate) fn frame(game: &[u8]) -> Vec<u8> {
    let mut frame = Vec::with_capacity(FRAME + game.len());
    frame.extend_from_slice(&(game.len() as u32).to_le_bytes());
    frame.extend_from_slice(&(checksum(game.iter().copied()) as u32).to_le_bytes());
    frame.extend_from_slice(game);
    frame
}

/// What a file begins with.
pub(crate) fn header(recipe: &str) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&(recipe.len() as u32).to_le_bytes());
    bytes.extend_from_slice(recipe.as_bytes());
    let sum = checksum(bytes.iter().copied());
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes
}

fn read_header(input: &mut impl Read, path: &Path) -> Result<String, GamesFileError> {
    let owned = || path.to_owned();
    let mut begin = Vec::new();
    let take = |bytes: &mut Vec<u8>, input: &mut dyn Read, count: usize| {
        let at = bytes.len();
        bytes.resize(at + count, 0);
        input.read_exact(&mut bytes[at..]).map_err(|reason| match reason.kind() {
            ErrorKind::UnexpectedEof => GamesFileError::Foreign { path: owned() },
            _ => GamesFileError::System { path: owned(), reason },
        })
    };
    take(&mut begin, input, 16)?;
    if begin[..8] != *MAGIC {
        return Err(GamesFileError::Foreign { path: owned() });
    }
    let word = |at: usize| {
        let bytes = begin[at..at + 4].try_into().expect("four bytes of sixteen");
        u32::from_le_bytes(bytes)
    };
    let (version, length) = (word(8), word(12) as usize);
    if version != VERSION {
        return Err(GamesFileError::Version { path: owned(), found: version });
    }
    if length > LONGEST {
        return Err(GamesFileError::Header { path: owned() });
    }
    take(&mut begin, input, length + 8)?;
    let (checked, sum) = begin.split_at(16 + length);
    if ByteSource(sum).word() != Some(checksum(checked.iter().copied())) {
        return Err(GamesFileError::Header { path: owned() });
    }
    let recipe = std::str::from_utf8(&checked[16..]);
    recipe.map(str::to_owned).map_err(|_| GamesFileError::Header { path: owned() })
}
