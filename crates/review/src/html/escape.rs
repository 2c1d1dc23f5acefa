//! Text from outside, made safe.

use crate::review::Evaluation;

/// The text as it may stand in a page, between tags and in attributes in double quotes. Signs that no page may hold
/// become a sign for just that.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' | '\t' | '\r' => safe.push(' '),
            _ if letter.is_control() => safe.push('\u{fffd}'),
            // These turn the direction of whatever follows them, beyond the text that they are part of.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => safe.push('\u{fffd}'),
            _ => safe.push(letter),
        }
    }
    safe
}

/// A number with a sign, as tables show it.
pub(super) fn signed(hundredths: i32) -> String {
    let sign = match hundredths {
        ..0 => "−",
        0 => "",
        _ => "+",
    };
    let size = hundredths.unsigned_abs();
    format!("{sign}{}.{:02}", size / 100, size % 100)
}

/// An evaluation, with a true minus; a game that has been won needs no number.
pub(super) fn evaluation(evaluation: Evaluation) -> String {
    match evaluation {
        Evaluation::Win { moves: 0, .. } => "#".to_owned(),
        other => other.to_string().replace('-', "−"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_core::Side;

    #[test]
    fn nothing_from_outside_can_open_or_close_anything() {
        assert_eq!(
            escape("<b a=\"x\" c='y'>&amp;\u{0}\u{202e}\n"),
            "&lt;b a=&quot;x&quot; c=&#39;y&#39;&gt;&amp;amp;\u{fffd}\u{fffd} "
        );
    }

    #[test]
    fn hundredths_have_a_sign() {
        assert_eq!([-5, 0, 123].map(signed), ["−0.05", "0.00", "+1.23"]);
        let won = |moves| Evaluation::Win { side: Side::Black, moves };
        let evaluations = [won(0), won(3), Evaluation::Table { side: Side::Black }];
        assert_eq!(evaluations.map(evaluation), ["#", "#−3", "−tb"]);
    }
}
