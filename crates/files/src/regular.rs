//! Files of others, read whole: never more than is sensible, and never something that does not end.
//!
//! The name of such a file comes from a person or from another program. It may be a device without
//! an end, a pipe into which nothing is written, or a file that does not fit into memory; reading
//! that would hold up the program for ever.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Opens a regular file to read it; links are followed. Whatever else has this name, a folder, a
/// device or a pipe, is refused and not waited for.
pub fn open_regular(path: &Path) -> io::Result<File> {
    // Some devices do something when they are opened, so this is asked before.
    expect_regular(&path.metadata()?)?;
    let mut options = OpenOptions::new();
    options.read(true);
    // Another program may put a pipe there in this moment; this way we do not wait for its writer.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        rustix::fs::OFlags::NONBLOCK.bits() as i32,
    );
    let file = options.open(path)?;
    expect_regular(&file.metadata()?)?;
    Ok(file)
}

fn expect_regular(found: &Metadata) -> io::Result<()> {
    if found.is_dir() {
        return Err(io::Error::new(ErrorKind::IsADirectory, "this is a folder, not a file"));
    }
    if !found.is_file() {
        let words = "this is no regular file but a device, a pipe or the like";
        return Err(io::Error::new(ErrorKind::InvalidInput, words));
    }
    Ok(())
}

/// Reads all of a regular file that has at most `limit` bytes; a larger one is refused before it is
/// read.
pub fn read_regular(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let file = open_regular(path)?;
    let size = file.metadata()?.len();
    if size > limit {
        return Err(too_large(&format!("has {size} bytes"), limit));
    }
    // It may have grown, and some files of the system have more in them than they say.
    read_to_limit(file, limit)
}

/// The same for a file of text in UTF-8.
pub fn read_regular_text(path: &Path, limit: u64) -> io::Result<String> {
    let text = String::from_utf8(read_regular(path, limit)?);
    text.map_err(|_| io::Error::new(ErrorKind::InvalidData, "this is not a text file in UTF-8"))
}

/// Reads all of an input, a pipe for example, that has at most `limit` bytes.
pub fn read_to_limit(input: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(too_large("is larger", limit));
    }
    Ok(bytes)
}

fn too_large(size: &str, limit: u64) -> io::Error {
    let words = format!("at most {limit} bytes are read here, and this {size}");
    io::Error::new(ErrorKind::FileTooLarge, words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            let name = format!("damier-regular-{name}-{}", std::process::id());
            Self(std::env::temp_dir().join(name))
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    fn refusal(path: &Path, limit: u64) -> String {
        read_regular(path, limit).unwrap_err().to_string()
    }

    #[test]
    fn a_file_is_read_up_to_its_limit_and_not_beyond() {
        let place = Scratch::new("limit");
        std::fs::write(&place.0, "12345").unwrap();
        assert_eq!(read_regular(&place.0, 5).unwrap(), b"12345");
        assert_eq!(read_regular_text(&place.0, 6).unwrap(), "12345");
        let words = "at most 4 bytes are read here, and this has 5 bytes";
        assert_eq!(refusal(&place.0, 4), words);
    }

    #[test]
    fn a_huge_file_is_refused_before_it_is_read() {
        let place = Scratch::new("huge");
        File::create(&place.0).unwrap().set_len(5_000_000_000).unwrap();
        let words = "at most 1000000 bytes are read here, and this has 5000000000 bytes";
        assert_eq!(refusal(&place.0, 1_000_000), words);
    }

    #[test]
    fn a_folder_is_no_file() {
        assert_eq!(refusal(&std::env::temp_dir(), 1000), "this is a folder, not a file");
    }

    #[test]
    fn text_must_be_text() {
        let place = Scratch::new("text");
        std::fs::write(&place.0, [0xff, 0xfe]).unwrap();
        let error = read_regular_text(&place.0, 10).unwrap_err();
        assert_eq!(error.to_string(), "this is not a text file in UTF-8");
    }

    #[cfg(unix)]
    #[test]
    fn devices_and_pipes_are_refused_at_once() {
        let words = "this is no regular file but a device, a pipe or the like";
        assert_eq!(refusal(Path::new("/dev/zero"), u64::MAX), words);
        let place = Scratch::new("pipe");
        let made = std::process::Command::new("mkfifo").arg(&place.0).status().unwrap();
        assert!(made.success());
        assert_eq!(refusal(&place.0, u64::MAX), words);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_hides_its_size_is_bounded_too() {
        let words = "at most 10 bytes are read here, and this is larger";
        assert_eq!(refusal(Path::new("/proc/self/status"), 10), words);
    }
}
