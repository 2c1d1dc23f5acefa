//! Where tables are unless another folder is named.

use damier_files::folders;
use std::path::PathBuf;

/// The folder for endgame tables among the data of the user; `None` if the environment does not say
/// where that is.
pub fn default_folder() -> Option<PathBuf> {
    folders::data().map(|data| data.join("egdb"))
}
