//! Numbers as the report shows them.

use crate::review::Evaluation;

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
    fn hundredths_have_a_sign() {
        assert_eq!([-5, 0, 123].map(signed), ["−0.05", "0.00", "+1.23"]);
        let won = |moves| Evaluation::Win { side: Side::Black, moves };
        let evaluations = [won(0), won(3), Evaluation::Table { side: Side::Black }];
        assert_eq!(evaluations.map(evaluation), ["#", "#−3", "−tb"]);
    }
}
