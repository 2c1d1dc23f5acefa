//! What can be set in an engine, as protocols declare it.

use damier_files::read_regular;
use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;

/// The kinds of value an option takes, with its default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// Yes or no.
    Check {
        /// Its value at the start.
        default: bool,
    },
    /// A whole number between two bounds, both included.
    Spin {
        /// Its value at the start.
        default: i64,
        /// The least value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// Its value at the start.
        default: String,
        /// All values.
        choices: Vec<String>,
    },
    /// No value: setting it does something.
    Button,
    /// Any text; empty for none.
    Text {
        /// Its value at the start.
        default: String,
    },
}

/// An engine whose options can be set by name. For protocols and the command line, where names and
/// values are text; rooms of this process use [`LocalEngine`](crate::LocalEngine) and
/// [`Query`](crate::Query) instead.
pub trait NamedOptions {
    /// What can be set, in the order to show.
    fn options(&self) -> Vec<(String, OptionKind)>;

    /// Sets an option from text, or changes nothing and says why.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError>;
}

/// Why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("there is no option {0:?}")]
    Unknown(String),
    /// The value does not fit the kind of option.
    #[error("option {name} takes {expected}, not {value:?}")]
    BadValue {
        /// The option.
        name: String,
        /// What it takes, in words.
        expected: String,
        /// What was given.
        value: String,
    },
    /// The value fits, but what it names cannot be used: a folder that is not there, say.
    #[error("option {name}: {reason}")]
    Unusable {
        /// The option.
        name: String,
        /// What is wrong, in words.
        reason: String,
    },
}

impl OptionError {
    /// What the value names cannot be used.
    pub fn unusable(name: &str, reason: impl Display) -> Self {
        Self::Unusable { name: name.to_owned(), reason: reason.to_string() }
    }
}

/// Reads the file that an option names, if it is a regular one with at most `limit` bytes.
fn read_file<T, E: Display>(
    name: &str,
    file: &str,
    limit: u64,
    read: impl FnOnce(&[u8]) -> Result<T, E>,
) -> Result<T, OptionError> {
    let refuse =
        |reason: &dyn Display| OptionError::unusable(name, format_args!("{file}: {reason}"));
    let bytes = read_regular(Path::new(file), limit).map_err(|error| refuse(&error))?;
    read(&bytes).map_err(|error| refuse(&error))
}

/// Values of `EvalFile` that are no files: the network that is part of the program,
pub const BUILT_IN: &str = "<built-in>";
/// and the evaluation by named terms.
pub const HAND_WRITTEN: &str = "<hand-written>";

/// The largest network that is read; ours have less than a megabyte.
pub const MAX_NETWORK: u64 = 256 << 20;

/// Reads what `EvalFile` names: a network, or `None` for named terms.
pub fn read_network<N, E: Display>(
    file: &str,
    built_in: impl FnOnce() -> Arc<N>,
    read: impl FnOnce(&[u8]) -> Result<N, E>,
) -> Result<Option<Arc<N>>, OptionError> {
    Ok(match file {
        "" | BUILT_IN => Some(built_in()),
        HAND_WRITTEN => None,
        file => Some(Arc::new(read_file("EvalFile", file, MAX_NETWORK, read)?)),
    })
}

/// Name and value of one of the options that an engine declares, in their canonical spelling.
pub fn check(
    declared: &[(String, OptionKind)],
    name: &str,
    value: &str,
) -> Result<(String, String), OptionError> {
    let found = declared.iter().find(|(declared, _)| declared.eq_ignore_ascii_case(name));
    let (name, kind) = found.ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
    Ok((name.clone(), kind.check(name, value)?))
}

impl OptionKind {
    /// Checks a value against the kind and returns it in its canonical spelling.
    pub fn check(&self, name: &str, value: &str) -> Result<String, OptionError> {
        let bad = |expected: String| OptionError::BadValue {
            name: name.to_owned(),
            expected,
            value: value.to_owned(),
        };
        match self {
            Self::Check { .. } => match value.to_ascii_lowercase().as_str() {
                "true" | "on" | "yes" | "1" => Ok("true".to_owned()),
                "false" | "off" | "no" | "0" => Ok("false".to_owned()),
                _ => Err(bad("true or false".to_owned())),
            },
            Self::Spin { min, max, .. } => {
                let number =
                    value.trim().parse().ok().filter(|number| (min..=max).contains(&number));
                let number: i64 =
                    number.ok_or_else(|| bad(format!("a number from {min} to {max}")))?;
                Ok(number.to_string())
            }
            Self::Combo { choices, .. } => choices
                .iter()
                .find(|choice| choice.eq_ignore_ascii_case(value))
                .cloned()
                .ok_or_else(|| bad(format!("one of {}", choices.join(", ")))),
            Self::Button => Ok(String::new()),
            // Protocols write "no text" as this word.
            Self::Text { .. } if value == "<empty>" => Ok(String::new()),
            Self::Text { .. } => Ok(value.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_checked_against_their_kind() {
        let spin = OptionKind::Spin { default: 16, min: 1, max: 64 };
        assert_eq!(spin.check("Hash", "64").as_deref(), Ok("64"));
        let error = spin.check("Hash", "65").unwrap_err();
        assert_eq!(error.to_string(), "option Hash takes a number from 1 to 64, not \"65\"");
        let check = OptionKind::Check { default: false };
        assert_eq!(check.check("Ponder", "TRUE").as_deref(), Ok("true"));
        assert!(check.check("Ponder", "maybe").is_err());
    }
}
