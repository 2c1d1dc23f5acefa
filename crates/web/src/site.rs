//! The page as a folder of files, for any host that can hand out files.

use crate::assets::site_files;
use std::io;
use std::path::{Path, PathBuf};

/// Why a site was not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SiteError {
    /// It is no WebAssembly.
    #[error("this is no WebAssembly module of Damier")]
    NoModule,
    /// A file cannot be written.
    #[error("cannot write {}: {reason}", path.display())]
    Write {
        /// Which.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
}

/// How a module begins.
const MAGIC: &[u8] = b"\0asm";

/// Writes the page with everything that it needs into a folder, which is made if it is not there;
/// `module` is the WebAssembly of `damier-browser`. Returns the number of files and of bytes.
pub fn write_site(folder: &Path, module: Vec<u8>) -> Result<(usize, usize), SiteError> {
    if !module.starts_with(MAGIC) {
        return Err(SiteError::NoModule);
    }
    let files = site_files(module);
    for (name, content) in &files {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        let written = std::fs::create_dir_all(parent).and_then(|()| std::fs::write(&path, content));
        written.map_err(|reason| SiteError::Write { path, reason })?;
    }
    Ok((files.len(), files.iter().map(|(_, content)| content.len()).sum()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_has_every_file_that_its_page_and_its_keeper_name() {
        let folder = std::env::temp_dir().join(format!("damier-site-{}", std::process::id()));
        let (count, _) = write_site(&folder, MAGIC.to_vec()).unwrap();
        let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
        let list = read("sw.js");
        let list = list.lines().next().unwrap().trim_start_matches("const FILES = ");
        let kept: Vec<String> = serde_json::from_str(list.trim_end_matches(';')).unwrap();
        // Not kept: the keeper itself, and the example with its script.
        assert_eq!(kept.len() + 3, count);
        for name in kept.iter().filter(|name| *name != "./") {
            assert!(folder.join(name).is_file(), "{name}");
        }
        let page = read("index.html");
        assert!(page.contains("damier-host") && !page.contains("=\"/"), "{page}");
        assert!(matches!(write_site(&folder, b"MZ".to_vec()), Err(SiteError::NoModule)));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
