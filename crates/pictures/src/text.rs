//! How much room a text takes.

pub(crate) fn shortened(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    text.chars().take(longest - 1).chain(['…']).collect()
}

/// About how wide a text is, rather too wide than too narrow: the reader's font is not known.
pub(crate) fn text_width(text: &str, size: f64) -> f64 {
    let em = |letter: char| match letter {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' => 0.4,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' => 1.0,
        'A'..='Z' => 0.72,
        '\u{1100}'..='\u{11ff}' | '\u{2e80}'.. => 1.1,
        _ => 0.62,
    };
    text.chars().map(em).sum::<f64>() * size
}
