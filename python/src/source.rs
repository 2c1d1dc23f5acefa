//! Where text comes from: files on the disk, compressed or not, and objects of Python with `read`.

use damier_files::decompressed;
use damier_review::files::open_input;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::io::{self, BufRead, Cursor, Read};
use std::path::PathBuf;
use std::sync::Arc;

/// An input of games with the name that messages give it.
pub(crate) struct Source {
    pub(crate) name: Arc<str>,
    pub(crate) input: Box<dyn BufRead + Send>,
}

/// Opens what Python names: a path, or an object with `read`, of text or of bytes.
pub(crate) fn open(source: &Bound<'_, PyAny>) -> PyResult<Source> {
    if source.hasattr("read")? {
        let name = source.getattr("name").and_then(|name| name.extract::<String>());
        let input = ReadObject { object: source.clone().unbind(), left: Vec::new(), place: 0 };
        let input = source.py().detach(|| decompressed(input)).map_err(failed)?;
        return Ok(Source { name: name.unwrap_or_default().into(), input });
    }
    let path: PathBuf = source.extract().map_err(|_| {
        PyTypeError::new_err("games are read from a path or from an object with a method read")
    })?;
    let name = path.display().to_string();
    let input = source.py().detach(|| open_input(&path));
    let input = input.map_err(|error| {
        let error = PyErr::from(error);
        let _ = error.value(source.py()).setattr("filename", &path);
        error
    })?;
    Ok(Source { name: name.into(), input })
}

/// Games in a text.
pub(crate) fn of_text(text: String) -> Source {
    Source { name: "".into(), input: Box::new(Cursor::new(text.into_bytes())) }
}

fn failed(error: io::Error) -> PyErr {
    // What went wrong in Python is told as it was.
    match error.downcast::<PyErr>() {
        Ok(error) => error,
        Err(error) => error.into(),
    }
}

/// The exception for an input that broke off.
pub(crate) fn read_error(name: &str, error: io::Error) -> PyErr {
    match error.downcast::<PyErr>() {
        Ok(error) => error,
        Err(error) => crate::errors::file_error(&format_args!("{name}: {error}")),
    }
}

/// So much is asked for at a time.
const CHUNK: usize = 1 << 16;

/// An object of Python with `read`.
struct ReadObject {
    object: Py<PyAny>,
    left: Vec<u8>,
    place: usize,
}

impl Read for ReadObject {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.place == self.left.len() {
            self.left = Python::attach(|py| {
                let read = self.object.bind(py).call_method1("read", (CHUNK,))?;
                if let Ok(text) = read.cast::<PyString>() {
                    return Ok(text.to_cow()?.as_bytes().to_vec());
                }
                Ok(read.cast::<PyBytes>()?.as_bytes().to_vec())
            })
            .map_err(|error: PyErr| io::Error::other(error))?;
            self.place = 0;
        }
        let count = buffer.len().min(self.left.len() - self.place);
        buffer[..count].copy_from_slice(&self.left[self.place..self.place + count]);
        self.place += count;
        Ok(count)
    }
}
