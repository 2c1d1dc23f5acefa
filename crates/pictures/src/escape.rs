//! Text from outside in pictures and pages.

/// The text as it may stand in XML and HTML, between tags and in attributes in either kind of
/// quotes. Signs that cannot stand there become a sign for just that.
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' | '\t' | '\r' => safe.push(' '),
            '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            // These turn the direction of whatever follows them, beyond the text that they are part
            // of.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => safe.push('\u{fffd}'),
            _ if letter.is_control() => safe.push('\u{fffd}'),
            _ => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_from_outside_can_open_or_close_anything() {
        assert_eq!(
            escape("<b a=\"x\" c='y'>&amp;\u{0}\u{202e}\u{ffff}\n"),
            "&lt;b a=&quot;x&quot; c=&#39;y&#39;&gt;&amp;amp;\u{fffd}\u{fffd}\u{fffd} "
        );
    }
}
