//! Where the user keeps things, as each system has it, and whether there is room.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Damier's folder among the data of the user; `None` if the environment does not say where that
/// is.
pub fn data() -> Option<PathBuf> {
    folder("LOCALAPPDATA", "XDG_DATA_HOME", ".local/share")
}

/// Damier's folder among the settings of the user; `None` if the environment does not say where
/// that is.
pub fn settings() -> Option<PathBuf> {
    folder("APPDATA", "XDG_CONFIG_HOME", ".config")
}

fn folder(windows: &str, xdg: &str, below_home: &str) -> Option<PathBuf> {
    let home = || variable("HOME").map(PathBuf::from);
    let folder = if cfg!(windows) {
        variable(windows).map(PathBuf::from)
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support"))
    } else {
        // The XDG rules: a relative path is to be ignored.
        let named = variable(xdg).map(PathBuf::from).filter(|path| path.is_absolute());
        named.or_else(|| Some(home()?.join(below_home)))
    };
    folder.map(|folder| folder.join("damier"))
}

fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// Whether a file can be written in a folder: writes one and removes it.
pub fn try_writing(folder: &Path) -> io::Result<()> {
    let path = folder.join(format!(".damier-{}.try", std::process::id()));
    let written = File::create_new(&path)
        .and_then(|mut file| file.write_all(b"damier").and_then(|()| file.sync_all()));
    match written {
        Ok(()) => std::fs::remove_file(&path),
        Err(error) => {
            let _ = std::fs::remove_file(&path);
            Err(error)
        }
    }
}

/// The bytes that can still be written in a folder; `None` on systems that are not asked.
pub fn free_room(folder: &Path) -> io::Result<Option<u64>> {
    #[cfg(unix)]
    {
        let found = rustix::fs::statvfs(folder)?;
        Ok(Some(found.f_bavail.saturating_mul(found.f_frsize)))
    }
    #[cfg(not(unix))]
    folder.metadata().map(|_| None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_tried_and_left_as_it_was() {
        let name = format!("damier-folders-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        assert!(try_writing(&folder).is_err() && free_room(&folder).is_err());
        std::fs::create_dir(&folder).unwrap();
        try_writing(&folder).unwrap();
        assert!(free_room(&folder).unwrap().is_none_or(|bytes| bytes > 0));
        // Empty, or this would fail.
        std::fs::remove_dir(&folder).unwrap();
    }
}
