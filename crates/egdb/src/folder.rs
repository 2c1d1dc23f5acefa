//! Where tables are if nobody says otherwise.

use std::path::PathBuf;

/// The folder for endgame tables among the data of the user, as each system has it; `None` if the
/// environment does not say where that is.
pub fn default_folder() -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let home = || variable("HOME").map(PathBuf::from);
    let data = if cfg!(windows) {
        variable("LOCALAPPDATA").map(PathBuf::from)
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support"))
    } else {
        // The XDG rules: a relative path is to be ignored.
        let named = variable("XDG_DATA_HOME").map(PathBuf::from);
        named.filter(|path| path.is_absolute()).or_else(|| Some(home()?.join(".local/share")))
    };
    data.map(|data| data.join("damier").join("egdb"))
}
