//! Numbers as the report shows them.

use crate::review::Evaluation;
use crate::words::Words;
use damier_core::Side;

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

/// An evaluation, with a true minus; a game that has been won shows its result.
pub(super) fn evaluation(words: Words, evaluation: Evaluation) -> String {
    let text = words.evaluation(evaluation);
    match evaluation {
        Evaluation::Win { moves: 0, .. } => text.replace('-', "–"),
        _ => text.replace('-', "−"),
    }
}

/// The same where there is little room.
pub(super) fn short_evaluation(words: Words, of: Evaluation) -> String {
    match of.is_winning() {
        Some(Side::White) => "> +10".to_owned(),
        Some(Side::Black) => "< −10".to_owned(),
        None => evaluation(words, of),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;

    #[test]
    fn hundredths_have_a_sign() {
        assert_eq!([-5, 0, 123].map(signed), ["−0.05", "0.00", "+1.23"]);
        let won = |moves| Evaluation::Win { side: Side::Black, moves };
        let evaluations = [won(0), won(3), Evaluation::Table { side: Side::Black }];
        let words = Words::of(Language::ENGLISH);
        let shown = evaluations.map(|it| evaluation(words, it));
        assert_eq!(shown, ["0–1", "#−3", "−tb"]);
        let shown = [999, 1000, -4053].map(|it| evaluation(words, Evaluation::Points(it)));
        assert_eq!(shown, ["+9.99", "White is winning", "Black is winning"]);
        let shown = [999, 1000, -4053].map(|it| short_evaluation(words, Evaluation::Points(it)));
        assert_eq!(shown, ["+9.99", "> +10", "< −10"]);
    }
}
