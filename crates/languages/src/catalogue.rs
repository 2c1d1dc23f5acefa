//! The messages of one language, by their keys.

use std::collections::BTreeMap;

/// Stands where a message is missing.
pub const MISSING: &str = "\u{fffd}";

/// Messages by keys such as `review.reason.fork`.
#[derive(Debug, Default)]
pub struct Catalogue {
    messages: BTreeMap<String, String>,
}

impl Catalogue {
    /// The files are part of the program, and a test reads them all: what cannot be read here never
    /// gets to a user.
    pub(crate) fn from_toml(text: &str) -> Self {
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
    pub fn find(&'static self, key: &str) -> Option<&'static str> {
        self.messages.get(key).map(String::as_str)
    }

    /// The message with this key. Tests see to it that none is missing.
    pub fn text(&'static self, key: &str) -> &'static str {
        debug_assert!(self.find(key).is_some(), "there is no message {key}");
        self.find(key).unwrap_or(MISSING)
    }

    /// All messages with their keys, in the order of the keys.
    pub fn messages(&'static self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.messages.iter().map(|(key, message)| (key.as_str(), message.as_str()))
    }
}

/// A message with its gaps filled. What is filled in is not looked at again, so it may contain
/// braces.
pub fn fill(message: &str, gaps: &[(&str, &str)]) -> String {
    let mut text = String::with_capacity(message.len() + 32);
    let mut rest = message;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, behind)) = after.split_once('}') else { break };
        text.push_str(before);
        let value = gaps.iter().find(|(gap, _)| *gap == name);
        debug_assert!(value.is_some(), "nothing fills {{{name}}} in {message:?}");
        text.push_str(value.map_or("", |(_, value)| value));
        rest = behind;
    }
    text + rest
}
