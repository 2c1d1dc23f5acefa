//! The evaluation of one position, term by term, for people.

use crate::evaluation::network::{Network, NetworkEvaluator};
use crate::evaluation::{HandEvaluator, Judgement, Parameters, Term};
use damier_chess::{Position, Side};
use damier_core::Evaluate;
use damier_search::{PlaysBy, TermTable};
use std::sync::Arc;

/// A table of named terms, in hundredths of a pawn, and what the engine plays by. The last column
/// adds up exactly to the evaluation, seen from White. The terms have the weights of the judgement
/// if it has any, else the tuned ones.
pub(crate) fn explain(
    position: &Position,
    network: Option<&Arc<Network>>,
    judgement: &Judgement,
) -> String {
    let mut evaluator = match &judgement.terms {
        Some(parameters) => HandEvaluator::new(Parameters::clone(parameters)),
        None => HandEvaluator::default(),
    };
    evaluator.prepare(position);
    let breakdown = evaluator.explain(position);
    let of = |term| Side::ALL.map(|side| breakdown.of_side(term, side));
    let rows = Term::ALL.into_iter().map(|term| (term.name().to_owned(), of(term))).collect();
    let caution = position.is_check().then_some("The side to move is in check");
    let plays_by = match (&judgement.terms, network) {
        (None, Some(network)) => PlaysBy::Network(NetworkEvaluator::for_white(network, position)),
        (None, None) => PlaysBy::Terms,
        (Some(_), _) => PlaysBy::OwnWeights,
    };
    TermTable { rows, caution }.describe(plays_by, judgement.noise)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::network;

    #[test]
    fn the_totals_of_the_table_add_up_to_the_evaluation() {
        let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
        let position = Position::from_fen(fen).unwrap();
        let text = explain(&position, None, &Judgement::default());
        let totals: Vec<i32> = text
            .lines()
            .skip(1)
            .filter_map(|line| line.split_whitespace().last()?.parse().ok())
            .collect();
        let (&evaluation, terms) = totals.split_last().unwrap();
        assert_eq!(terms.iter().sum::<i32>(), evaluation, "{text}");
        let score = HandEvaluator::default().evaluate(&position);
        assert_eq!(evaluation, score.value(), "{text}");
    }

    #[test]
    fn weights_of_a_profile_count_more_than_the_network() {
        let built_in = network::built_in();
        let own = Judgement { terms: Some(Arc::default()), ..Judgement::default() };
        let of = |judgement: &Judgement| explain(&Position::start(), Some(&built_in), judgement);
        assert!(of(&Judgement::default()).contains("by its network"));
        assert!(of(&own).contains("with weights of its own"));
    }
}
