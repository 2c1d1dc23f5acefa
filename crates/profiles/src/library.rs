//! Where profiles are found: in the program, in the user's configuration folder, or in a file.

use crate::OpponentGame;
use crate::game::built_in;
use crate::profile::{GAMES, Profile, ProfileError, game_of};
use damier_files::{folders, read_regular_text};
use std::io;
use std::path::{Path, PathBuf};

/// Why there is no such profile.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LibraryError {
    /// The file cannot be read.
    #[error("{}: {reason}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// There are mistakes in the file.
    #[error("{}, {}{}", path.display(), mistakes[0], and_more(mistakes.len() - 1))]
    Mistakes {
        /// The file.
        path: PathBuf,
        /// At least one.
        mistakes: Vec<ProfileError>,
    },
    /// No profile has this name.
    #[error(
        "there is no {game} profile {name:?}; there are {}; \
         a file is named with .toml at its end",
        known.join(", ")
    )]
    Unknown {
        /// The game.
        game: &'static str,
        /// The name.
        name: String,
        /// All names.
        known: Vec<String>,
    },
}

fn and_more(count: usize) -> String {
    match count {
        0 => String::new(),
        1 => " (and one more mistake)".to_owned(),
        count => format!(" (and {count} more mistakes)"),
    }
}

/// A profile with where it is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The profile.
    pub profile: Profile,
    /// Its file; `None` if it is part of the program.
    pub file: Option<PathBuf>,
}

/// The folder for profiles among the settings of the user; `None` if the environment does not say
/// where that is.
pub fn user_folder() -> Option<PathBuf> {
    folders::settings().map(|settings| settings.join("profiles"))
}

/// The largest file that is read, in bytes; a profile has a few thousand.
const MAX_SIZE: u64 = 1 << 20;

/// The text of the file of a profile.
pub fn read_text(path: &Path) -> Result<String, LibraryError> {
    read_regular_text(path, MAX_SIZE)
        .map_err(|reason| LibraryError::Unreadable { path: path.to_owned(), reason })
}

/// The profile in a file.
pub fn read<G: OpponentGame>(path: &Path) -> Result<Profile, LibraryError> {
    let text = read_text(path)?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    Profile::from_toml::<G>(&text, &stem)
        .map_err(|mistakes| LibraryError::Mistakes { path: path.to_owned(), mistakes })
}

/// The files of profiles in a folder, in the order of their names.
pub fn files_in(folder: &Path) -> Vec<PathBuf> {
    let Ok(files) = std::fs::read_dir(folder) else { return Vec::new() };
    let files = files.filter_map(|file| Some(file.ok()?.path()));
    let is_toml = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "toml");
    let mut files: Vec<PathBuf> = files.filter(is_toml).collect();
    files.sort();
    files
}

/// Those of them that are for this game, or for no known game: the user should hear of such a
/// mistake.
fn files_for<G: OpponentGame>(folder: &Path) -> Vec<PathBuf> {
    let is_ours = |path: &PathBuf| {
        let game = game_of(&read_text(path).unwrap_or_default());
        game.is_none_or(|game| game == G::NAME || !GAMES.contains(&game.as_str()))
    };
    files_in(folder).into_iter().filter(is_ours).collect()
}

/// All profiles of a game: those of the program, then those of the user's folder, and what is wrong
/// with any of these.
pub fn all<G: OpponentGame>() -> (Vec<Entry>, Vec<LibraryError>) {
    let built_in = built_in::<G>().into_iter().map(|profile| Entry { profile, file: None });
    let (mut entries, mut errors) = (built_in.collect::<Vec<_>>(), Vec::new());
    for path in user_folder().map(|folder| files_for::<G>(&folder)).unwrap_or_default() {
        match read::<G>(&path) {
            Ok(profile) => entries.push(Entry { profile, file: Some(path) }),
            Err(error) => errors.push(error),
        }
    }
    (entries, errors)
}

/// The profile that the user asks for: a name, or a file if it ends in `.toml`. The user's own
/// profiles come before those of the program.
pub fn find<G: OpponentGame>(name: &str) -> Result<Entry, LibraryError> {
    let is_file = Path::new(name).extension().is_some_and(|extension| extension == "toml");
    if is_file {
        let path = PathBuf::from(name);
        return Ok(Entry { profile: read::<G>(&path)?, file: Some(path) });
    }
    let (entries, errors) = all::<G>();
    let known: Vec<String> = entries.iter().map(|entry| entry.profile.name.clone()).collect();
    let matches = |entry: &Entry| entry.profile.name.eq_ignore_ascii_case(name);
    if let Some(entry) = entries.into_iter().rev().find(matches) {
        return Ok(entry);
    }
    // Perhaps it is there, but cannot be read.
    let of_name = |error: &LibraryError| match error {
        LibraryError::Mistakes { path, .. } | LibraryError::Unreadable { path, .. } => {
            path.file_stem().is_some_and(|stem| stem.eq_ignore_ascii_case(name))
        }
        LibraryError::Unknown { .. } => false,
    };
    let broken = errors.into_iter().find(of_name);
    Err(broken.unwrap_or(LibraryError::Unknown { game: G::NAME, name: name.to_owned(), known }))
}
