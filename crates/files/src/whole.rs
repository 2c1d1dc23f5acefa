//! Files that appear whole or not at all.
//!
//! They are written under another name in the same folder, and renamed when all is on the disk: a
//! name that is there stands for a whole file, whatever interrupted the writing.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file that is being written beside the one it is to become. Dropped before
/// [`FileDraft::publish`] it is removed.
#[derive(Debug)]
pub struct FileDraft {
    target: PathBuf,
    path: PathBuf,
}

impl FileDraft {
    /// A draft of the file at this path; nothing is written yet.
    pub fn of(target: &Path) -> Self {
        let mut path = target.as_os_str().to_owned();
        // With our number in the name, two programs cannot write into one draft.
        path.push(format!(".{}.part", std::process::id()));
        Self { target: target.to_owned(), path: path.into() }
    }

    /// Where to write.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the file its own name. To outlast a failing system it must have been synced before.
    pub fn publish(self) -> io::Result<()> {
        std::fs::rename(&self.path, &self.target)
    }
}

impl Drop for FileDraft {
    fn drop(&mut self) {
        // After `publish` there is nothing left to remove; before it, the error that matters is the
        // one that ended the work.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Writes a file whole or not at all. What is no plain file, such as a device or a pipe, is written
/// to and never replaced; behind a link, the file itself is meant.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path.metadata().is_ok_and(|found| !found.is_file()) {
        return std::fs::write(path, bytes);
    }
    let draft = FileDraft::of(&path.canonicalize().unwrap_or_else(|_| path.to_owned()));
    let mut file = File::create(draft.path())?;
    file.write_all(bytes)?;
    file.sync_all()?;
    drop(file);
    draft.publish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let name = format!("damier-whole-{name}-{}", std::process::id());
            let path = std::env::temp_dir().join(name);
            fs::create_dir_all(&path).unwrap();
            Self(path)
        }

        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).unwrap();
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_file_is_replaced_and_nothing_else_is_left() {
        let folder = Folder::new("replace");
        let path = folder.0.join("file");
        for text in ["first", "second"] {
            write_whole(&path, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(folder.names(), ["file"]);
    }

    #[test]
    fn a_draft_that_is_given_up_leaves_the_file_as_it_was() {
        let folder = Folder::new("draft");
        let path = folder.0.join("file");
        fs::write(&path, "old").unwrap();
        let draft = FileDraft::of(&path);
        fs::write(draft.path(), "half of the n").unwrap();
        drop(draft);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(folder.names(), ["file"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_a_device_a_device() {
        use std::os::unix::fs::{FileTypeExt, symlink};
        let folder = Folder::new("links");
        let [target, link] = ["target", "link"].map(|name| folder.0.join(name));
        fs::write(&target, "old").unwrap();
        symlink(&target, &link).unwrap();
        write_whole(&link, b"new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&target).unwrap(), "new");
        write_whole(Path::new("/dev/null"), b"new").unwrap();
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    }
}
