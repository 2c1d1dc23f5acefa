//! Where the user keeps things, as each system has it.

use std::ffi::OsString;
use std::path::PathBuf;

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
