//! A file that is written from its beginning to its end.

use super::{TransferError, refused};
use damier_files::FileDraft;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// A file that appears whole or not at all, and never in place of another one. What is no file,
/// such as a pipe, is written to as it is.
pub(super) struct NewFile {
    path: PathBuf,
    out: BufWriter<File>,
    /// `None` if it is no file.
    draft: Option<FileDraft>,
}

impl NewFile {
    pub(super) fn create(path: &Path) -> Result<Self, TransferError> {
        let (file, draft) = match path.metadata() {
            Ok(found) if found.is_file() => {
                return Err(TransferError::Exists { path: path.to_owned() });
            }
            Ok(_) => (OpenOptions::new().write(true).open(path), None),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let draft = FileDraft::of(path);
                (File::create(draft.path()), Some(draft))
            }
            Err(reason) => return Err(refused(path)(reason)),
        };
        let out = BufWriter::with_capacity(1 << 16, file.map_err(refused(path))?);
        Ok(Self { path: path.to_owned(), out, draft })
    }

    pub(super) fn write<T>(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
    ) -> Result<T, TransferError> {
        write(&mut self.out).map_err(refused(&self.path))
    }

    /// Gives the file its name, when all is on the disk.
    pub(super) fn publish(mut self) -> Result<(), TransferError> {
        let finish = || {
            self.out.flush()?;
            let Some(draft) = self.draft else { return Ok(()) };
            self.out.get_ref().sync_all()?;
            drop(self.out);
            draft.publish()
        };
        finish().map_err(refused(&self.path))
    }
}
