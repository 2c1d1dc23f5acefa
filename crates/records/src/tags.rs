//! The tags of a game: names and values in the order of the file.

/// The seven tags that every record has, in the order in which it has them, with the value that
/// stands for "not known".
pub const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Names and values. A name may occur several times, as it may in files; [`Tags::get`] takes the
/// first.
///
/// ```
/// use damier_records::Tags;
///
/// let mut tags = Tags::default();
/// tags.set("Event", "Club evening");
/// tags.set("Event", "Club match");
/// assert_eq!(tags.get("Event"), Some("Club match"));
/// assert_eq!(tags.get("Site"), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// The value of a tag, if there is one of that name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|&(found, _)| found == name).map(|(_, value)| value)
    }

    /// Names and values in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Gives a tag its value: where the first of that name stands, or else at the end. What no file
    /// can hold is replaced: a line break in a value by a blank, and what would end a name by an
    /// underscore.
    pub fn set(&mut self, name: &str, value: &str) {
        let (name, value) = (clean_name(name), clean_value(value));
        match self.0.iter_mut().find(|(found, _)| *found == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name, value)),
        }
    }

    /// Adds a tag even if there is one of that name.
    pub(crate) fn push(&mut self, name: String, value: String) {
        self.0.push((name, value));
    }

    /// Takes all tags of a name away.
    pub fn remove(&mut self, name: &str) {
        self.0.retain(|(found, _)| found != name);
    }

    /// The same tags as the standard for exported games wants them: the seven of the roster first,
    /// those that are missing as not known, then the others in their order.
    #[must_use]
    pub(crate) fn in_export_order(&self) -> Self {
        let mut ordered = Self::default();
        for (name, unknown) in ROSTER {
            ordered.push(name.to_owned(), self.get(name).unwrap_or(unknown).to_owned());
        }
        let mut seen = [false; ROSTER.len()];
        for (name, value) in self.iter() {
            match ROSTER.iter().position(|&(roster, _)| roster == name) {
                Some(place) if !seen[place] => seen[place] = true,
                _ => ordered.push(name.to_owned(), value.to_owned()),
            }
        }
        ordered
    }
}

/// Whether a byte may stand in the name of a tag. More than the standard allows, because files have
/// more; nothing that would end the name.
pub(crate) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+' | b'#' | b'.' | b'/' | b':')
}

fn clean_name(name: &str) -> String {
    if name.is_empty() {
        return "_".to_owned();
    }
    let clean = |c: char| if c.is_ascii() && is_name_byte(c as u8) { c } else { '_' };
    let name: String = name.chars().map(clean).collect();
    // The reader knows a tag by its first letter.
    if name.starts_with(|c: char| c.is_ascii_alphanumeric()) { name } else { format!("X{name}") }
}

fn clean_value(value: &str) -> String {
    value.replace(['\n', '\r'], " ")
}

/// The start position that tags name. Some programs write the tag even if it says nothing.
pub(crate) fn named_start(tags: &Tags) -> Option<&str> {
    tags.get("FEN").filter(|text| !matches!(text.trim(), "" | "?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn export_order_keeps_every_tag() {
        let mut tags = Tags::default();
        for (name, value) in [("ECO", "C46"), ("Result", "1-0"), ("White", "a"), ("Event", "e")] {
            tags.set(name, value);
        }
        tags.push("White".to_owned(), "b".to_owned());
        let ordered = tags.in_export_order();
        let names: Vec<&str> = ordered.iter().map(|(name, _)| name).collect();
        assert_eq!(
            names,
            ["Event", "Site", "Date", "Round", "White", "Black", "Result", "ECO", "White"]
        );
        assert_eq!(ordered.get("White"), Some("a"));
        assert_eq!(ordered.in_export_order(), ordered);
    }

    #[test]
    fn what_no_file_can_hold_is_replaced() {
        let mut tags = Tags::default();
        tags.set("Bad name\"", "two\nlines");
        assert_eq!(tags.iter().next(), Some(("Bad_name_", "two lines")));
    }
}
