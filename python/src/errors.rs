//! Exceptions: the words of the rooms' errors, with their places as attributes. The classes are
//! those of `damier.errors`.

use pyo3::prelude::*;
use std::fmt::Display;

/// A place that an exception has as an attribute.
pub(crate) type Place<'a> = (&'a str, Option<usize>);

/// An exception of one of our classes.
pub(crate) fn raise(class: &str, error: &dyn Display, places: &[Place<'_>]) -> PyErr {
    let text = error.to_string();
    Python::attach(|py| {
        let make = || {
            let exception = py.import("damier.errors")?.getattr(class)?.call1((&text,))?;
            for &(name, value) in places {
                exception.setattr(name, value)?;
            }
            Ok::<_, PyErr>(exception)
        };
        make().map_or_else(|error| error, PyErr::from_value)
    })
}

/// A position that cannot be read, with the column that its words name.
pub(crate) fn fen_error(error: &dyn Display) -> PyErr {
    let text = error.to_string();
    let column = text.split_once("column ").and_then(|(_, rest)| {
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    });
    raise("FenError", &text, &[("column", column)])
}

/// Something that cannot be set or asked for.
pub(crate) fn option_error(error: &dyn Display) -> PyErr {
    raise("OptionError", error, &[])
}

/// A file that cannot be used, or work that needs it.
pub(crate) fn file_error(error: &dyn Display) -> PyErr {
    raise("FileError", error, &[])
}
