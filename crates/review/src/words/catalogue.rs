//! The messages of one language, by their keys.

use super::Language;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Stands where a message is missing.
pub(crate) const MISSING: &str = "\u{fffd}";

/// Messages by keys such as `reason.fork`.
#[derive(Debug, Default)]
pub(super) struct Catalogue {
    messages: BTreeMap<String, String>,
}

impl Catalogue {
    /// The catalogue of a language, which is read once.
    pub(super) fn of(language: Language) -> &'static Self {
        static ENGLISH: LazyLock<Catalogue> =
            LazyLock::new(|| Catalogue::from_toml(include_str!("../../data/en.toml")));
        static FRENCH: LazyLock<Catalogue> =
            LazyLock::new(|| Catalogue::from_toml(include_str!("../../data/fr.toml")));
        static ITALIAN: LazyLock<Catalogue> =
            LazyLock::new(|| Catalogue::from_toml(include_str!("../../data/it.toml")));
        match language {
            Language::English => &ENGLISH,
            Language::French => &FRENCH,
            Language::Italian => &ITALIAN,
        }
    }

    /// The files are part of the program, and a test reads them all: what cannot be read here never
    /// gets to a user.
    fn from_toml(text: &str) -> Self {
        let mut catalogue = Self::default();
        catalogue.add("", text.parse::<toml::Table>().unwrap_or_default());
        catalogue
    }

    fn add(&mut self, prefix: &str, table: toml::Table) {
        for (name, value) in table {
            let key = format!("{prefix}{name}");
            match value {
                toml::Value::Table(inner) => self.add(&format!("{key}."), inner),
                toml::Value::String(message) => drop(self.messages.insert(key, message)),
                _ => {}
            }
        }
    }

    /// The message with this key, if there is one.
    pub(super) fn find(&self, key: &str) -> Option<&str> {
        self.messages.get(key).map(String::as_str)
    }

    /// The message with this key. Tests see to it that none is missing.
    pub(super) fn text(&'static self, key: &str) -> &'static str {
        debug_assert!(self.find(key).is_some(), "there is no message {key}");
        self.find(key).unwrap_or(MISSING)
    }

    #[cfg(test)]
    pub(super) fn messages(&self) -> &BTreeMap<String, String> {
        &self.messages
    }
}

/// A message with its gaps filled. What is filled in is not looked at again, so it may contain
/// braces.
pub(super) fn fill(message: &str, gaps: &[(&str, &str)]) -> String {
    let mut text = String::with_capacity(message.len() + 32);
    let mut rest = message;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let Some((name, behind)) = after.split_once('}') else { break };
        let value = gaps.iter().find(|(gap, _)| *gap == name);
        debug_assert!(value.is_some(), "nothing fills {{{name}}} in {message:?}");
        text.push_str(value.map_or("", |(_, value)| value));
        rest = behind;
    }
    text + rest
}

/// The gaps of a message, sorted.
#[cfg(test)]
pub(super) fn gaps(message: &str) -> Vec<&str> {
    let pieces = message.split('{').skip(1);
    let mut names: Vec<&str> = pieces.filter_map(|piece| piece.split('}').next()).collect();
    names.sort_unstable();
    names
}
