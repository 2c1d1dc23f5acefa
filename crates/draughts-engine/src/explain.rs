//! The evaluation of one position, term by term, for people.

use crate::evaluation::network::{Network, NetworkEvaluator};
use crate::evaluation::{
    HandEvaluator, Heuristic, HeuristicEvaluator, Judgement, JudgementBasis, Term,
};
use damier_draughts::{Position, Side};
use damier_search::{PlaysBy, TermTable};
use std::sync::Arc;

/// A table of named terms, in hundredths of a man, and what the engine plays by. The last column
/// adds up exactly to the evaluation, seen from White. The terms are the nine heuristics if the
/// engine plays by those, else the hand-written ones.
pub(crate) fn explain(
    position: &Position,
    network: Option<&Arc<Network>>,
    judgement: &Judgement,
) -> String {
    let must_capture = position.can_capture(position.side_to_move());
    let plays_by = match (judgement.basis, network) {
        (JudgementBasis::Usual, Some(network)) => {
            PlaysBy::Network(NetworkEvaluator::for_white(network, position))
        }
        (JudgementBasis::Usual, None) | (JudgementBasis::Terms, _) => PlaysBy::Terms,
        (JudgementBasis::Heuristics(_), _) => PlaysBy::OwnWeights,
    };
    let rows = cells(position, judgement);
    let caution = must_capture.then_some("The side to move must capture");
    TermTable { rows, caution }.describe(plays_by, judgement.noise)
}

/// Each term with what it is worth to White and to Black.
fn cells(position: &Position, judgement: &Judgement) -> Vec<(String, [i32; 2])> {
    if let JudgementBasis::Heuristics(weights) = judgement.basis {
        let cells = HeuristicEvaluator::new(weights).explain(position);
        let names = Heuristic::ALL.map(|heuristic| heuristic.name().to_owned());
        return names.into_iter().zip(cells).collect();
    }
    let breakdown = HandEvaluator.explain(position);
    let of = |term| Side::ALL.map(|side| breakdown.of_side(term, side));
    Term::ALL.into_iter().map(|term| (term.name().to_owned(), of(term))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{Weights, network};
    use damier_core::Evaluate;

    fn totals(text: &str) -> Vec<i32> {
        let last = |line: &str| line.split_whitespace().last()?.parse().ok();
        text.lines().skip(1).filter_map(last).collect()
    }

    #[test]
    fn the_totals_of_the_table_add_up_to_the_evaluation() {
        let position = Position::from_fen("W:W27,28,32,33,38,K46:B12,13,18,19,24,K5").unwrap();
        let nine = Weights([1, 2, 3, 4, 5, 6, 7, 8, 9]);
        let bases = [
            (JudgementBasis::Terms, Term::ALL.len(), HandEvaluator.evaluate(&position).value()),
            (
                JudgementBasis::Heuristics(nine),
                9,
                HeuristicEvaluator::new(nine).evaluate(&position).value(),
            ),
        ];
        for (basis, length, expected) in bases {
            let text = explain(&position, None, &Judgement { basis, ..Judgement::default() });
            let totals = totals(&text);
            let (&evaluation, terms) = totals.split_last().unwrap();
            assert_eq!(terms.len(), length);
            assert_eq!(terms.iter().sum::<i32>(), evaluation, "{text}");
            assert_eq!(evaluation, expected, "{text}");
        }
    }

    #[test]
    fn weights_of_a_profile_count_more_than_the_network() {
        let built_in = network::built_in();
        let own = Judgement {
            basis: JudgementBasis::Heuristics(Weights([1; 9])),
            ..Judgement::default()
        };
        let of = |judgement: &Judgement| explain(&Position::start(), Some(&built_in), judgement);
        assert!(of(&Judgement::default()).contains("by its network"));
        assert!(of(&own).contains("with weights of its own"));
    }
}
