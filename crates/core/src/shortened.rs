//! Text in messages.

/// Enough to recognise a text by.
const LONGEST: usize = 40;

/// Text for a message, which is for reading: long text is cut.
pub fn shortened(text: &str) -> String {
    let mut shown: String = text.chars().take(LONGEST).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_too_long_is_cut() {
        let long = "é".repeat(LONGEST);
        assert_eq!(shortened(&long), long);
        assert_eq!(shortened(&format!("{long}e")), format!("{long}…"));
    }
}
